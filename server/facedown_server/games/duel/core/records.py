"""Plain data records of a running duel: attack, Summon, delayed action, permission, timing and turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from facedown_server.refereeing.prompts import Play
from facedown_server.table.state import UNTOLD, Card, GameEvent, Handles
from facedown_shared.tables import Seat
from facedown_shared.text import Words


@dataclass(slots=True)
class Attack:
    """An attack, from its declaration to the end of its Damage Step. A direct attack has no `target`."""

    attacker: Card
    target: Card | None
    seat: Seat
    negated: bool = False
    facing: frozenset[tuple[int, int]] = frozenset()
    """The defender's monsters at declaration, as (id, incarnation). A change causes a replay (GAP-08)."""
    life: int = 0
    target_life: int = 0
    damage: int = 0


@dataclass(slots=True)
class SummonAttempt:
    """A declared Summon that can still be negated (GAP-17)."""

    cards: list[Card]
    seat: Seat
    word: str
    negated: bool = False

    def is_summoning(self, card: Card) -> bool:
        """Return whether this attempt Summons the card."""
        return any(card is one for one in self.cards)


@dataclass(frozen=True, slots=True)
class DelayedAction:
    """An act that an effect makes a player do later, in a phase ("standby" or "end") of turn `turn`."""

    phase: str
    turn: int
    seat: Seat
    card: Card
    words: Words
    act: Callable[[], Play[None]]
    life: int = -1
    """Incarnation in which the card is publicly known to wait for the act, or -1 if it is not known."""
    handles: Handles = UNTOLD
    """Handles of the card when the act was announced."""


@dataclass(frozen=True, slots=True)
class Permission:
    """An act that an effect allows a player once this turn, in the open state and without a Chain.

    `seems` tests whether it is possible as far as public facts show. `can` tests whether it is possible in
    fact.
    """

    seat: Seat
    card: Card
    words: Words
    seems: Callable[[], bool]
    can: Callable[[], bool]
    act: Callable[[], Play[bool]]


@dataclass(frozen=True, slots=True)
class ControlHome:
    """The seat to which one incarnation of a monster returns when no effect controls it any more."""

    life: int
    seat: Seat


@dataclass(frozen=True, slots=True, eq=False)
class ActivationTiming:
    """All facts of a moment that decide which effects a player's cards may use.

    Equal timings are one object if made by `timing`.
    """

    answering: bool
    """True in a response window."""
    your_turn: bool
    main_phase: bool
    step: str
    """Part of the Damage Step, "" outside of it."""
    damage_step: str
    """Kind of Damage Step that the format uses."""
    speed: int
    """Spell Speed of the Chain Link to respond to, 0 without one."""
    priority: bool
    """True after a Summon if the turn player may use an Ignition Effect first (priority)."""
    declared: bool
    """True while a declared Summon can still be negated."""

    @property
    def is_fast(self) -> bool:
        """True if only fast effects can be used."""
        return self.answering and not self.priority


UseKey = tuple[object, ...]
"""Key under which uses of a limited effect are counted: a card's incarnation, or a name and a player."""


@dataclass
class TurnRecord:
    """Counters and events of the present turn."""

    normal_summons: list[int] = field(default_factory=lambda: [0, 0])
    used: dict[UseKey, int] = field(default_factory=dict)
    summons: list[int] = field(default_factory=lambda: [0, 0])
    """Successful Summons of all kinds, by player."""
    pendulum_summoned: list[bool] = field(default_factory=lambda: [False, False])
    attacked: bool = False
    battle_ended: bool = False
    battle_step: bool = False
    happened: list[GameEvent] = field(default_factory=list)
    """All events of this turn so far, for effects that depend on them."""
    permissions: list[Permission] = field(default_factory=list)
