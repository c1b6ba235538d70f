"""What is going on in a duel: the turn, the attack, the Summon, what effects left to be done. Plain data."""

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
    """The defender's monsters at declaration, by id and life: a change means a Replay (GAP-08)."""
    life: int = 0
    target_life: int = 0
    damage: int = 0


@dataclass(slots=True)
class SummonAttempt:
    """A Summon declared and not yet successful: it can still be negated (GAP-17)."""

    cards: list[Card]
    seat: Seat
    word: str
    negated: bool = False

    def holds(self, card: Card) -> bool:
        """Whether this card is the one (or one of those) being Summoned."""
        return any(card is one for one in self.cards)


@dataclass(frozen=True, slots=True)
class DelayedAction:
    """Something a player must do, as an effect left it, in a phase ("standby", "end") of that turn."""

    phase: str
    turn: int
    seat: Seat
    card: Card
    words: Words
    act: Callable[[], Play[None]]
    life: int = -1
    """The life of the card in which everybody sees it lie and wait for this; -1: it does not."""
    handles: Handles = UNTOLD
    """What the card was called then."""


@dataclass(frozen=True, slots=True)
class Permission:
    """What an effect lets a player do once this turn, without a chain, whenever none is on.

    `seems`: whether it can be done as far as everybody can see; `can`: whether it can in truth.
    """

    seat: Seat
    card: Card
    words: Words
    seems: Callable[[], bool]
    can: Callable[[], bool]
    act: Callable[[], Play[bool]]


@dataclass(frozen=True, slots=True)
class ControlHome:
    """The seat a monster returns to when nothing holds it any more, for this life of it."""

    life: int
    seat: Seat


@dataclass(frozen=True, slots=True, eq=False)
class ActivationTiming:
    """A moment from the side of a player who may use an effect (`timing`): of those alike there is one."""

    answering: bool
    """In a response window."""
    your_turn: bool
    main_phase: bool
    step: str
    """The part of the Damage Step, "" outside of it."""
    damage_step: str
    """How the format has the Damage Step."""
    speed: int
    """The Spell Speed of the Chain Link to be answered, 0 for none."""
    priority: bool
    """After a Summon, with an Ignition Effect of the turn player to be used first."""
    declared: bool
    """While a Summon is declared that can still be negated."""

    @property
    def is_fast(self) -> bool:
        """Whether it lets in nothing but fast effects."""
        return self.answering and not self.priority


UseKey = tuple[object, ...]
"""What a use of a limited effect is counted by: a card in one of its lives, or a name and a player."""


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
    """Everything so far, for effects that ask whether something happened this turn."""
    permissions: list[Permission] = field(default_factory=list)
