"""Records of a running duel: the turn, the attack, the Summon, delayed actions. Plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from facedown_server.refereeing.prompts import Play
from facedown_server.table.state import UNTOLD, Card, GameEvent, Handles
from facedown_shared.tables.zones import Seat
from facedown_shared.text.words import Words


@dataclass(slots=True)
class Attack:
    """One attack from declaration to the end of its Damage Step. `target` None: a direct attack."""

    attacker: Card
    target: Card | None
    seat: Seat
    negated: bool = False
    facing: frozenset[tuple[int, int]] = frozenset()
    """The defender's monsters at declaration, by id and incarnation: a change causes a replay (GAP-08)."""
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

    def holds(self, card: Card) -> bool:
        """Return whether this card is (one of those) being Summoned."""
        return any(card is one for one in self.cards)


@dataclass(frozen=True, slots=True)
class DelayedAction:
    """What an effect makes a player do in a phase ("standby", "end") of that turn."""

    phase: str
    turn: int
    seat: Seat
    card: Card
    words: Words
    act: Callable[[], Play[None]]
    life: int = -1
    """The incarnation in which the card is publicly known to wait for this; -1: it is not."""
    handles: Handles = UNTOLD
    """The card's handles then."""


@dataclass(frozen=True, slots=True)
class Permission:
    """What an effect lets a player do once this turn, without a Chain, in the open state.

    `seems`: whether it is possible by public facts; `can`: whether it is possible in truth.
    """

    seat: Seat
    card: Card
    words: Words
    seems: Callable[[], bool]
    can: Callable[[], bool]
    act: Callable[[], Play[bool]]


@dataclass(frozen=True, slots=True)
class ControlHome:
    """The seat to which this incarnation of a monster returns when no effect controls it any more."""

    life: int
    seat: Seat


@dataclass(frozen=True, slots=True, eq=False)
class ActivationTiming:
    """A moment from the side of a player who may use an effect. Equal ones are one object (`timing`)."""

    answering: bool
    """Whether it is a response window."""
    your_turn: bool
    main_phase: bool
    step: str
    """The part of the Damage Step, "" outside of it."""
    damage_step: str
    """The format's kind of Damage Step."""
    speed: int
    """The Spell Speed of the Chain Link to respond to, 0 for none."""
    priority: bool
    """After a Summon, when the turn player may use an Ignition Effect first (priority)."""
    declared: bool
    """While a declared Summon can still be negated."""

    @property
    def is_fast(self) -> bool:
        """Whether it allows fast effects alone."""
        return self.answering and not self.priority


UseKey = tuple[object, ...]
"""The key of a limited effect's count: an incarnation of a card, or a name and a player."""


@dataclass
class TurnRecord:
    """What the rules count within one turn."""

    normal_summons: list[int] = field(default_factory=lambda: [0, 0])
    used: dict[UseKey, int] = field(default_factory=dict)
    summons: list[int] = field(default_factory=lambda: [0, 0])
    """Successful Summons of every kind, by player."""
    pendulum_summoned: list[bool] = field(default_factory=lambda: [False, False])
    attacked: bool = False
    battle_ended: bool = False
    battle_step: bool = False
    happened: list[GameEvent] = field(default_factory=list)
    """Every event so far, for effects that depend on events of this turn."""
    permissions: list[Permission] = field(default_factory=list)
