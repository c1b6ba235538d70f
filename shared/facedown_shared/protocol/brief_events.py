"""Events without what the patch of the same update implies: a server removes it, a client restores it.

Both infer it from the same two Views. What differs from the inference is written out, so nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from facedown_shared.protocol.visible_events import KINDS
from facedown_shared.tables import Place, View, VisibleEvent
from facedown_shared.tables.diff import Changed, Patch, ZoneNumber, zone_numbers
from facedown_shared.tables.view import EMPTY, EventWord, TiedCards

NUMBERED = tuple(KINDS)
WORDS = (
    "draw", "special", "mill", "random", "deck", "hand", "standby", "main1", "battle", "main2", "end", "set",
    "spent", "material", "place", "fusion", "normal", "destroy", "link", "tribute", "activate", "flip_summon",
    "flip", "discard", "banish", "add", "cost", "gain", "effect", "position", "battle damage", "negated",
    "synchro", "xyz", "ritual", "pendulum", "control", "equip", "return", "search", "heads", "tails",
    "action", "pitch", "resource", "attacked", "activation", "by hand",
)  # fmt: skip
"""Frequent words of events, by number from 1."""
_WORD = {word: number for number, word in enumerate(WORDS, 1)}
_KIND: dict[str, int] = {kind: number for number, kind in enumerate(NUMBERED)}

_LEAVES = frozenset({"draw", "move", "set", "attach", "vanish"})
_STAYS = frozenset({"flip", "face_down", "position"})
MAX_UPDATE_EVENTS = 100_000
"""Maximum events of one update that a client accepts. An endless loop makes thousands."""
AS_SUGGESTED_CODE, NOTHING_CODE = 0, -1


class BriefEvent(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """An event as it is sent. `kind` and `word` are numbers where they have one. A `card` below 0 counts the
    cards of the patch from -1 down, a `was` below 0 the removed handles. 0 or nil is what the Views imply,
    and -1 is nothing; a seat is sent + 2.
    """

    kind: int | EventWord
    card: int = 0
    seat: Annotated[int, Meta(ge=0, le=3)] = AS_SUGGESTED_CODE
    word: int | EventWord = AS_SUGGESTED_CODE
    amount: int | None = None
    was: int = 0
    code: int = AS_SUGGESTED_CODE
    start: Place | int = AS_SUGGESTED_CODE
    goal: Place | int = AS_SUGGESTED_CODE
    others: TiedCards = ()

    @property
    def word_of_kind(self) -> str:
        """The kind as a word. Raises IndexError for an unknown number."""
        return self.kind if isinstance(self.kind, str) else NUMBERED[self.kind]


BriefEvents = Annotated[tuple[BriefEvent, ...], Meta(max_length=MAX_UPDATE_EVENTS)]
"""The events of one update."""


class Suggestions(msgspec.Struct, gc=False):
    """What two Views of a viewer imply about an event between them. `changed`: the zones that differ."""

    old: View
    new: View
    changed: Changed

    def suggest(
        self, kind: str, card: int, was: int, others: Sequence[int]
    ) -> tuple[int, int, Place | None, Place | None, int, str]:
        """Return seat, code, start, goal, amount and word that the Views imply for this kind of event and
        card.
        """
        old, new = self.old, self.new
        row = new.cards.get(card) or old.cards.get(was) or old.cards.get(card)
        code = row.code if row is not None else 0
        if not code and (earlier := old.cards.get(was or card)) is not None:
            code = earlier.code
        start = goal = None
        if kind in _LEAVES:
            # The card's old place, or the zone that has fewer indistinguishable cards now.
            start = _changed_place(was or card, self.changed, backwards=True)
            if kind == "attach":
                goal = _place_of(new, others[0]) if others else None
            elif kind != "vanish":
                goal = _changed_place(card, self.changed)
        elif kind in _STAYS:
            start = goal = _place_of(new, card)
        elif kind == "reveal":
            start = _place_of(new, card)
        elif kind == "activate":
            goal = _place_of(new, card)
        seat = row.controller if row is not None else start.seat if start is not None else new.turn_player
        word, amount = "", 0
        if kind == "draw":
            word = "draw"
        elif kind == "phase":
            word = new.phase
        elif kind == "turn":
            amount = new.turn
        elif kind == "life":
            for one in (0, 1):
                if change := new.tallies.get(f"{one}:life", 0) - old.tallies.get(f"{one}:life", 0):
                    seat, amount = one, change
        return seat, code, start, goal, amount, word


def _changed_place(handle: int, changed: Changed, *, backwards: bool = False) -> Place | None:
    """Return the changed zone that has the card in the second of two states: by its handle, or the only one
    with more indistinguishable cards. `backwards`: in the first.
    """
    if handle:
        for zone, was, now in changed:
            handles = was.handles if backwards else now.handles
            if handle in handles:
                return _place(zone, handles.index(handle))
    found: ZoneNumber | None = None
    for zone, was, now in changed:
        if zone.slotted:
            continue
        more = now.count - len(now.handles) - was.count + len(was.handles)
        if more < 0 if backwards else more > 0:
            if found is not None:
                return None
            found = zone
    return None if found is None else found.place


def _place_of(view: View, handle: int) -> Place | None:
    if handle:
        for zone in zone_numbers(view.table):
            if handle in (handles := view.piles.get(zone.key, EMPTY).handles):
                return _place(zone, handles.index(handle))
    return None


def _place(zone: ZoneNumber, slot: int) -> Place:
    return Place(zone.place.seat, zone.place.zone, slot) if zone.has_slots_told else zone.place


def brief(events: Sequence[VisibleEvent], patch: Patch, suggested: Suggestions) -> tuple[BriefEvent, ...]:
    """Return these events without what the patch implies."""
    if not events:
        return ()
    cards = {edit.handle: -number for number, edit in enumerate(patch.cards, 1)} if patch.cards else {}
    gone = {handle: -number for number, handle in enumerate(patch.gone, 1)} if patch.gone else {}
    return tuple([_brief(event, suggested, cards, gone) for event in events])


def _brief(
    event: VisibleEvent, suggested: Suggestions, cards: dict[int, int], gone: dict[int, int]
) -> BriefEvent:
    said = suggested.suggest(event.kind, event.card, event.was, event.others)
    kind, card = _KIND.get(event.kind, event.kind), cards.get(event.card, event.card)
    was = gone.get(event.was, event.was)
    if said == (event.seat, event.code, event.start, event.goal, event.amount, event.word):
        return BriefEvent(kind, card, was=was, others=event.others)
    seat, code, start, goal, amount, word = said
    return BriefEvent(
        kind,
        card,
        AS_SUGGESTED_CODE if event.seat == seat else event.seat + 2,
        AS_SUGGESTED_CODE if event.word == word else _WORD.get(event.word) or str(event.word),
        None if event.amount == amount else event.amount,
        was,
        AS_SUGGESTED_CODE if event.code == code else event.code or NOTHING_CODE,
        AS_SUGGESTED_CODE if event.start == start else event.start or NOTHING_CODE,
        AS_SUGGESTED_CODE if event.goal == goal else event.goal or NOTHING_CODE,
        event.others,
    )


def expand_events(
    events: Sequence[BriefEvent], patch: Patch, suggested: Suggestions
) -> tuple[VisibleEvent, ...]:
    """Return the events in full.

    Raises IndexError if they do not belong to this patch.
    """
    return tuple([_expand_event(event, patch, suggested) for event in events])


def _expand_event(event: BriefEvent, patch: Patch, suggested: Suggestions) -> VisibleEvent:
    kind = event.word_of_kind
    card = event.card if event.card >= 0 else patch.cards[-event.card - 1].handle
    was = event.was if event.was >= 0 else patch.gone[-event.was - 1]
    seat, code, start, goal, amount, word = suggested.suggest(kind, card, was, event.others)
    if isinstance(event.word, str):
        word = event.word
    elif event.word:
        word = WORDS[event.word - 1]
    return VisibleEvent(
        kind,
        event.seat - 2 if event.seat else seat,
        card,
        was,
        max(event.code, 0) if event.code else code,
        _explicit_place(event.start, start),
        _explicit_place(event.goal, goal),
        amount if event.amount is None else event.amount,
        word,
        event.others,
    )


def _explicit_place(place: Place | int, like: Place | None) -> Place | None:
    if isinstance(place, int):
        return like if place == AS_SUGGESTED_CODE else None
    return place
