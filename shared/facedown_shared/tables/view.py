"""The View: all that one viewer may know, as plain values. It never contains hidden information.

The server makes a View from the state, and a client makes it from patches; both must be equal.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from facedown_shared.cards.facts import Facts
from facedown_shared.tables.zones import Place, SeatOrNone
from facedown_shared.text import NOTHING, Words

MAX_PILE_CARDS = 5_000
"""Maximum cards of one zone that a client accepts from a server, since each card is drawn.

Two decks and every Token that a table's steps can make are fewer.
"""

MAX_CHAIN_LINKS = 1_000
"""Maximum Chain Links that a client accepts from a server, since each link is drawn."""

MAX_LASTING_EFFECTS = 5_000
"""Maximum lingering effects that a client accepts from a server."""

TiedCards = Annotated[tuple[int, ...], Meta(max_length=MAX_PILE_CARDS)]
"""Handles of cards beneath a card, targeted by it or named by an event. Each of them is drawn or listed."""

MAX_EVENT_WORD_LETTERS = 500
"""Maximum letters of the word of an event that a client accepts. Ours have 40."""

EventWord = Annotated[str, Meta(max_length=MAX_EVENT_WORD_LETTERS)]
"""Kind of an event, or its word: a cause, a phase, what a player has written."""


class Pile(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One zone of one side: its number of cards, and the handles of those this viewer can tell apart.

    In a zone with slots `handles` has one entry per slot, 0 for an empty one. In a pile it contains the
    distinguishable cards, bottom first if the order is public.
    """

    count: Annotated[int, Meta(ge=0, le=MAX_PILE_CARDS)]
    handles: Annotated[tuple[int, ...], Meta(max_length=MAX_PILE_CARDS)] = ()


class VisibleCard(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, rename={
    "code": "c", "owner": "o", "controller": "p", "face_up": "u", "defense_position": "d", "attack": "a",
    "defense": "f", "level": "l", "rank": "r", "link": "k", "scale": "s", "attribute": "t", "race": "e",
    "counters": "n", "materials": "m", "equipped_to": "q", "targets": "g", "negated": "x", "revealed": "v",
    "token": "b", "name": "w", "kinds": "y",
}):  # fmt: skip
    """One card as this viewer may know it. `code` is 0 if its identity is hidden.

    The numbers are current values, None if the card shows none (face-down, or a Spell).
    """

    owner: SeatOrNone = 0
    controller: SeatOrNone = 0
    code: int = 0
    face_up: bool = False
    defense_position: bool = False
    attack: int | None = None
    defense: int | None = None
    level: int = 0
    rank: int = 0
    link: int = 0
    scale: int | None = None
    attribute: str = ""
    race: str = ""
    counters: dict[str, int] = {}
    materials: TiedCards = ()
    equipped_to: int = 0
    targets: TiedCards = ()
    negated: bool = False
    revealed: bool = False
    token: bool = False
    name: str = ""
    kinds: tuple[str, ...] = ()


@lru_cache(maxsize=4096)
def plain_row(flags: int, code: int) -> VisibleCard:
    """Return the row of a card without numbers or ties. Cards that look alike share one object.

    `flags` add up: 1 owner is seat 1, 2 controller is seat 1, 4 face-up, 8 Defense, 16 negated, 32 revealed,
    64 a Token.
    """
    return VisibleCard(
        owner=flags & 1, controller=flags >> 1 & 1, code=code, face_up=bool(flags & 4),
        defense_position=bool(flags & 8), negated=bool(flags & 16), revealed=bool(flags & 32),
        token=bool(flags & 64),
    )  # fmt: skip


class VisibleLink(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """One Chain Link: its player, card (handle and identity, which activation shows), effect and targets."""

    seat: SeatOrNone
    card: int
    code: int
    words: Words = NOTHING
    targets: TiedCards = ()
    place: Place | None = None
    negated: bool = False


class PromptNotice(msgspec.Struct, frozen=True, array_like=True):
    """The public part of a prompt: its seat and its public kind ("turn", "response", …)."""

    seat: SeatOrNone
    kind: str


class LingeringEffect(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """A lingering effect: its rule (as in the event of kind "lasting"), player, card (0: hidden), affected
    players or cards, and last turn.

    Without `seats` and `cards` the rule alone defines what is affected. `turn` 0: it lasts as long as the
    affected cards stay. `phase`: when in that turn, "end" at its very end, "end_phase" in the End Phase. With
    `rule` "later" the card acts at that time.
    """

    rule: str
    seat: SeatOrNone
    code: int = 0
    seats: TiedCards = ()
    cards: TiedCards = ()
    turn: int = 0
    phase: str = "end"


Chain = Annotated[tuple[VisibleLink, ...], Meta(max_length=MAX_CHAIN_LINKS)]
LastingEffects = Annotated[tuple[LingeringEffect, ...], Meta(max_length=MAX_LASTING_EFFECTS)]


class View(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Everything one viewer may know at one moment.

    `viewer` is a seat or PUBLIC. `tallies` are numbers by name: "0:life", "1:life", and those of other games.
    `piles` are keyed "seat:zone" ("-:zone" when shared). `facts` are those of every card this viewer was
    shown in this duel, so that a client needs no card database.
    """

    viewer: SeatOrNone
    table: str
    turn: int = 0
    turn_player: SeatOrNone = -1
    phase: str = ""
    tallies: dict[str, int] = {}
    piles: dict[str, Pile] = {}
    cards: dict[int, VisibleCard] = {}
    chain: Chain = ()
    attack: tuple[int, int] | None = None
    """Handles of attacker and target during a battle; target 0 is a direct attack."""
    waiting: tuple[PromptNotice, ...] = ()
    facts: dict[int, Facts] = {}
    result: str = ""
    """Result of the duel: empty while it runs; else "0", "1" or "draw", a space and the reason ("0 life")."""
    lasting: LastingEffects = ()
    """Lingering effects, the oldest first."""

    def in_order(self) -> View:
        """Return an equal View with its rows in key order. The order of a dict must not disclose its
        history.
        """
        return msgspec.structs.replace(
            self,
            tallies=dict(sorted(self.tallies.items())),
            piles=dict(sorted(self.piles.items())),
            cards=dict(sorted(self.cards.items())),
            facts=dict(sorted(self.facts.items())),
        )

    def pile(self, seat: int, zone: str) -> Pile:
        """Return the pile of a zone; an empty one if the table has no such zone."""
        return self.piles.get(Place(seat, zone).pile, EMPTY)

    def known_facts(self, handle: int) -> Facts | None:
        """Return the facts of the card with this handle, or None if this viewer may not read it."""
        seen = self.cards.get(handle)
        return self.facts.get(seen.code) if seen else None

    def place_of(self, handle: int) -> Place | None:
        """Return the place of the card with this handle, or None."""
        for key, pile in self.piles.items():
            if handle in pile.handles:
                return Place.parse(key)._replace(slot=pile.handles.index(handle))
        return None

    def monster_above(self, handle: int) -> int:
        """Return the handle of the monster that has this card as material; 0 if there is none."""
        return next((above for above, seen in self.cards.items() if handle in seen.materials), 0)


class VisibleEvent(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, rename={
    "kind": "k", "seat": "s", "card": "c", "code": "i", "start": "f", "goal": "t", "amount": "n", "word": "w",
    "others": "o", "was": "h",
}):  # fmt: skip
    """An event, redacted for this viewer (docs/reference/protocol.md).

    `card` is the handle afterwards, `was` the one before (0 where this viewer has none); `code` the identity
    if it could be read at that moment; `others` more handles (targets, materials); `word` a cause, a phase;
    `amount` a number of Life Points, cards or counters. Tables keep thousands of these, and none is ever part
    of a reference cycle.
    """

    kind: EventWord
    seat: SeatOrNone = -1
    card: int = 0
    was: int = 0
    code: int = 0
    start: Place | None = None
    goal: Place | None = None
    amount: int = 0
    word: EventWord = ""
    others: TiedCards = ()


EMPTY = Pile(0)
