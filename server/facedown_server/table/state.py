"""The physical state of one table: cards, zones, Life Points, Chain. Plain data; only `ops` writes it (law
6).

It knows no rules, viewers or network.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.visible_events import Cause, EventKind
from facedown_shared.tables import SHARED_SEAT_INDEX, TABLES, Place, PromptNotice, Seat, Table
from facedown_shared.tables.packed_rows import PackedRows
from facedown_shared.text.words import EFFECT, Value, Words, words

MATERIAL = "material"
"""The place of a card attached to another: not a zone, and not on the field (YGO-XYZ-01)."""

NOWHERE = Place(SHARED_SEAT_INDEX, "nowhere")
"""The place of a Token that left the field, and of cards before the duel."""

NONE: dict[str, Any] = {}
"""The empty dict of counters and notes, shared by all cards: `ops` replace the dict and never write into
it.
"""

Step = tuple[str, Seat, str, tuple[int, ...]]
"""One row of a trail: kind (see shared/facedown_shared/protocol/fairness.py), seat, zone, indices and card
ids."""

Handles = tuple[int, int, int]
"""One handle for each viewer class (seat 0, seat 1, public); 0: that class cannot tell the card."""

UNTOLD: Handles = (0, 0, 0)
"""The handles of a card that no class can identify: one object, so that whole piles are recognised at once.
"""


class Card:
    """One physical card. `id` never leaves the server; `incarnation` counts the lives that targets refer to.

    `attack` … `kinds` and `scale` are current values, updated by the referee through `ops.set_values` and
    `ops.set_scale`; None (no scale: 0) for a card without one. `called` is the name an effect gives it, ""
    for its own. `arrived`, `set_turn`, `moved_turn` are turn numbers, -1 for never. `memory` holds notes of
    rules and scripts on this incarnation.
    """

    __slots__ = (
        "arrived",
        "attack",
        "attacks",
        "attribute",
        "bearer",
        "called",
        "controller",
        "counters",
        "defense",
        "defense_position",
        "equipped_to",
        "equips",
        "face_up",
        "facts",
        "handles",
        "id",
        "incarnation",
        "kinds",
        "level",
        "materials",
        "memory",
        "moved_turn",
        "negated",
        "owner",
        "place",
        "proper",
        "race",
        "rank",
        "revealed",
        "scale",
        "set_turn",
        "summoned",
        "targeted_by",
        "targets",
        "token",
    )  # fmt: skip

    def __init__(self, number: int, facts: Facts, owner: Seat, *, token: bool = False) -> None:
        self.id = number
        self.facts = facts
        self.owner = owner
        self.token = token
        self.controller = owner
        self.place = NOWHERE
        self.face_up = False
        self.defense_position = False
        self.incarnation = 0
        self.handles = UNTOLD
        self.revealed = 0
        self.proper = False
        self.materials: Cards = ()
        self.equips: Cards = ()
        self.targets: Cards = ()
        self.targeted_by: Cards = ()
        self.bearer: Card | None = None
        self.equipped_to: Card | None = None
        self.counters: dict[str, int] = NONE
        self.memory: dict[str, Any] = NONE
        self.arrived = self.set_turn = self.moved_turn = -1
        self.attacks = 0
        self.summoned = ""
        self.negated = False
        self.attack: int | None = None
        self.defense: int | None = None
        self.level = self.rank = self.scale = 0
        self.attribute = self.race = self.called = ""
        self.kinds: tuple[str, ...] = facts.kinds

    def __repr__(self) -> str:
        face = "" if self.face_up else " face-down"
        return f"<{self.facts.name} #{self.id} at {self.place}{face}>"

    @property
    def name(self) -> str:
        """The card's present name (YGO-EMZ-12)."""
        return self.called or self.facts.name

    @property
    def code(self) -> int:
        return self.facts.code

    @property
    def zone(self) -> str:
        """The name of the card's zone, "material" when attached."""
        return self.place.zone

    @property
    def is_on_field(self) -> bool:
        return self.place.zone in _FIELD

    @property
    def is_in_monster_zone(self) -> bool:
        return self.place.zone in _MONSTER

    @property
    def is_monster(self) -> bool:
        """True if the card is a monster now: by its zone on the field, by its print in other places
        (YGO-PZ-07 to 08).
        """
        return self.is_in_monster_zone if self.is_on_field else self.facts.is_monster

    @property
    def is_spell(self) -> bool:
        """True if the card is a Spell now; a monster in a Spell & Trap Zone counts as one (CF-29,
        YGO-STZ-07).
        """
        if self.is_on_field and not self.is_in_monster_zone:
            return not self.facts.is_trap
        return self.is_a("spell") if self.is_in_monster_zone else self.facts.is_spell

    @property
    def is_trap(self) -> bool:
        """True if the card is a Trap now; in a monster zone only while an effect says so (YGO-MMZ-05)."""
        return self.is_a("trap") if self.is_in_monster_zone else self.facts.is_trap

    @property
    def is_effect_monster(self) -> bool:
        return self.is_monster and "effect" in self.kinds

    def is_a(self, kind: str) -> bool:
        """Return whether the card is of this kind now ("dragon" is a race, not a kind)."""
        return kind in self.kinds

    def belongs_to(self, archetype: int) -> bool:
        """Return whether the card's name belongs to an archetype; the high nibble of the code is a
        sub-archetype.
        """
        return any(
            own & 0xFFF == archetype & 0xFFF and own & archetype == archetype for own in self.facts.archetypes
        )


Cards = tuple[Card, ...]
"""Cards tied to a card: most cards have none and share one empty object."""

FIELD = frozenset(name for table in TABLES.values() for name in table.zones_tagged("field"))
"""Zones in which cards stand on the field and have current values."""
_FIELD = FIELD
_MONSTER = frozenset({"monster", "extra_monster"})


class CardWords(Words, frozen=True, kw_only=True):
    """Words whose first value is the card itself, which no message may hold.

    `sight.redact_words` replaces it by the passcode for a viewer who may know the card.
    """

    card: Card

    def __str__(self) -> str:
        return str(Words(self.id, (self.code, *self.values)))

    @property
    def code(self) -> int:
        """The passcode; for the text of an effect the passcode of the original card, whatever the artwork."""
        return self.card.facts.original if self.id == EFFECT else self.card.code


def card_sentence(name: str, card: Card, *values: Value | Words) -> CardWords:
    """Return a sentence of the catalogue, by its id, with a card in it; {0:card} is the card."""
    return CardWords(name, values, card=card)


def name_list(cards: Sequence[Card]) -> Words:
    """Return the names of these cards (at least one) as a list in words."""
    first = card_sentence("the_card", cards[0])
    return first if len(cards) == 1 else words("and_more", first, name_list(cards[1:]))


@dataclass(slots=True)
class ChainLink:
    """One Chain Link as the table shows it.

    `handles` and `marks` are those of the card and its targets at activation: a link must not disclose the
    handle of a card that went out of sight later (law 3).
    """

    seat: Seat
    card: Card
    handles: Handles
    words: Words
    """The text of its effect. The card is public, wherever it is now."""
    targets: tuple[Card, ...] = ()
    place: Place = NOWHERE
    negated: str = ""
    """"activation" or "effect" if that was negated, else ""."""
    activation: object = None
    """The activation, for the rules alone."""
    marks: tuple[Handles, ...] = ()

    def __post_init__(self) -> None:
        self.marks = tuple(target.handles for target in self.targets)


class Before(msgspec.Struct, frozen=True):
    """The state of a card just before an event."""

    place: Place
    controller: Seat
    face_up: bool
    defense_position: bool
    attack: int | None
    defense: int | None
    level: int
    race: str
    attribute: str
    kinds: tuple[str, ...]
    negated: bool
    summoned: str
    equipped_to: Card | None
    equips: tuple[Card, ...]
    counters: tuple[tuple[str, int], ...]
    incarnation: int

    @property
    def was_on_field(self) -> bool:
        return self.place.zone in _FIELD

    @property
    def was_in_monster_zone(self) -> bool:
        return self.place.zone in _MONSTER


class GameEvent(msgspec.Struct, frozen=True):
    """An unredacted event at the table: `sight` redacts it for viewers, and rules trigger on it.

    `readers` has a bit for each viewer class that could read the card at that moment. `cause` is one word
    ("draw", "destroy", "battle", "tribute", "cost", "discard" …); `by` the player whose effect or act caused
    the event; `source` the card whose effect caused it. Events of one `moment` are simultaneous.
    """

    kind: EventKind
    seat: Seat = SHARED_SEAT_INDEX
    card: Card | None = None
    before: Before | None = None
    was: Handles = (0, 0, 0)
    now: Handles = (0, 0, 0)
    code: int = 0
    readers: int = 0
    start: Place | None = None
    goal: Place | None = None
    cause: Cause = ""
    by: Seat = SHARED_SEAT_INDEX
    source: Card | None = None
    amount: int = 0
    word: str = ""
    others: tuple[Card, ...] = ()
    marks: tuple[Handles, ...] = ()
    moment: int = 0
    life: int = 0
    """The card's incarnation afterwards."""


class LastingEffect(msgspec.Struct, frozen=True, eq=False):
    """A lingering effect as the table shows it. The rules store their own data of it.

    `readers` has a bit for each viewer class that could read the card when the effect was applied. `cards`
    are the affected cards, each with its incarnation and handles then; None: no certain cards. `turn` is the
    last turn it applies in, 0 for as long as the cards stay.
    """

    rule: str
    seat: Seat
    code: int
    readers: int
    seats: tuple[Seat, ...] = ()
    cards: tuple[tuple[Card, int, Handles], ...] | None = None
    turn: int = 0
    phase: str = "end"


_LIFE = ("0:life", "1:life")
"""The tally of each seat's Life Points."""


class State:
    """The physical state. `piles` are keyed (seat or SHARED, zone name); zones with slots hold None where
    empty.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.cards: list[Card] = []
        self.piles: dict[tuple[Seat, str], list[Any]] = {
            (seat, zone.name): [None] * (zone.slots or 0) for seat, zone in table.piles()
        }
        self._reached = {
            (side, name): pile for (seat, name), pile in self.piles.items()
            for side in ((0, 1, SHARED_SEAT_INDEX) if seat == SHARED_SEAT_INDEX else (seat,))
        }  # fmt: skip
        self._field = [pile for (_, name), pile in self.piles.items() if name in _FIELD]
        self.tallies: dict[str, int] = {}
        self.turn = 0
        self.turn_player: Seat = SHARED_SEAT_INDEX
        self.phase = ""
        self.chain: list[ChainLink] = []
        self.battle: tuple[Card, Card | None] | None = None
        self.fighting: tuple[Handles, ...] = ()
        """The handles of attacker and target when the battle began."""
        self.waiting: tuple[PromptNotice, ...] = ()
        self.lasting: tuple[LastingEffect, ...] = ()
        self.result = ""
        self.minted = [0, 0, 0]
        self.named: tuple[dict[int, Card], ...] = ({}, {}, {})
        """For each viewer class the cards it can identify, by handle."""
        self.known: tuple[dict[int, Facts], ...] = ({}, {}, {})
        self.declared: dict[int, Facts] = {}
        """Cards whose names were declared, even if no class has seen one."""
        self.events: list[GameEvent] = []
        self.trail = PackedRows()
        """The order of every pile that a throw depends on, secret until the match is over.

        Each row is a Step as JSON, since it is parsed at most once.
        """
        self.moment = 0
        self.serial = 0
        self.changed = 0
        """The serial of the last operation that changed more than the prompted player."""
        self.touches = 0
        self.touched_cards: dict[Card, int] = {}
        """Card -> count of touches at its last change, the latest last; for the latest cards alone."""
        self.forgotten_touches = 0
        """The count of touches up to which cards are forgotten: an earlier glance reads every card."""
        self.touched_piles: dict[tuple[Seat, str], int] = {}
        """Pile -> count of touches at the last change of its cards, order or handles."""
        self.board = 0
        """The serial of the last operation that changed a card, a number or the Chain. Phases and
        announcements do not count.
        """
        self.hash = hashlib.blake2b(digest_size=16)

    def pile(self, seat: Seat, zone: str) -> list[Any]:
        """Return the cards of one zone of one side, None for empty slots. Do not change the list."""
        return self._reached[(seat, zone)]

    def card_at(self, place: Place) -> Card | None:
        """Return the card at a place with a slot, or None."""
        pile = self.piles[(place.seat, place.zone)]
        found: Card | None = pile[place.slot] if 0 <= place.slot < len(pile) else None
        return found

    def life(self, seat: Seat) -> int:
        """Return the Life Points of a seat."""
        return self.tallies.get(_LIFE[seat], 0)

    def field_cards(self) -> list[Card]:
        """Return every card on the field, in table order, seat 0 first."""
        return [card for pile in self._field for card in pile if card is not None]

    def digest(self) -> bytes:
        """Return the rolling digest over every operation so far."""
        return self.hash.digest()
