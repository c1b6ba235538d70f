"""(State, events, viewer class) -> View and redacted events: the only door out of the truth (law 1).

Everything is built up from nothing: a field nobody put in here is not sent. Who may read what follows the
zone rows and docs/security.md; sources: the visibility rows (VIS-01 to VIS-56).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from server.table.state import FIELD, MATERIAL, NOWHERE, Card, ChainLink, GameEvent, Handles, State
from shared.view import Pile, Seen, View, VisibleEvent, VisibleLink
from shared.zones import SHARED, Place, Readers, Seat

UNORDERED = frozenset({"hand", "extra_deck", "banished"})
"""Piles whose order is their keeper's alone: where cards of them are shown, it tells no more (YGO-ED-03)."""
ALL = 0b111


def readers(state: State, card: Card) -> int:
    """A bit for each viewer class that may read the card's identity now: one function for every game.

    Of a Set card others see its back, and not what kind it is (GAP-V9).
    """
    if card.place == NOWHERE:
        return ALL if card.token else 0
    if card.place.zone == MATERIAL:
        return ALL if card.face_up else _owner(card) | card.revealed
    zone = state.table.zones[card.place.zone]
    # Its face decides, whatever it was before: turned up, down (VIS-06) or for an activation (VIS-10).
    rule = zone.face_up if card.face_up else zone.face_down
    return _BITS[rule](card) | card.revealed


def tellable(state: State, card: Card) -> tuple[bool, bool, bool]:
    """For each viewer class: can it tell this card from the others lying with it?"""
    if card.place == NOWHERE:
        return (False, False, False)
    if card.place.zone == MATERIAL or state.table.zones[card.place.zone].backs:
        return (True, True, True)
    bits = readers(state, card)
    return (bool(bits & 1), bool(bits & 2), bool(bits & 4))


def view(state: State, viewer: Seat) -> View:
    """Everything this viewer class may know now."""
    bit = 1 << (viewer % 3)
    cards: dict[int, Seen] = {}
    piles: dict[str, Pile] = {}
    for seat, zone in state.table.piles():
        pile = state.piles[(seat, zone.name)]
        handles = tuple(card.handles[viewer] if card else 0 for card in pile)
        if zone.slots is None:
            told = [handle for handle in handles if handle]
            # The order of a hand and the like is its keeper's alone (VIS-33, VIS-40, VIS-L10).
            handles = tuple(sorted(told) if zone.name in UNORDERED and seat != viewer else told)
        # Counts are everybody's (YGO-DECK-05, YGO-HAND-04, GAP-40, VIS-56, CLS-SETUP-12).
        piles[Place(seat, zone.name).pile] = Pile(sum(card is not None for card in pile), handles)
        for card in pile:
            if card is not None and card.handles[viewer]:
                _see(state, card, viewer, bit, cards)
    return View(
        viewer=viewer, table=state.table.name, turn=state.turn, turn_player=state.turn_player,
        phase=state.phase, tallies=dict(state.tallies), piles=piles, cards=cards,
        chain=tuple(_link(link, viewer) for link in state.chain), attack=_attack(state, viewer),
        waiting=state.waiting, facts=dict(state.known[viewer]), result=state.result,
    )  # fmt: skip


def renewed(state: State, old: View) -> View:
    """This class's next View when nothing has changed since `old` but who is being asked."""
    return msgspec.structs.replace(old, waiting=state.waiting)


def kept(was: Handles, card: Card) -> Handles:
    """The handles a card had, for the classes that have followed it since; 0 for the others."""
    one, other, public = (old if old == new else 0 for old, new in zip(was, card.handles, strict=True))
    return one, other, public


def redact(told: GameEvent, viewer: Seat) -> VisibleEvent | None:
    """What this viewer class learns of a event: handles it has, the identity if it could read it."""
    readable = bool(told.readers >> (viewer % 3) & 1)
    return VisibleEvent(
        kind=told.kind,
        seat=told.seat,
        card=told.now[viewer],
        was=told.was[viewer] if told.was[viewer] != told.now[viewer] else 0,
        code=told.code if readable else 0,
        start=_place(told.start),
        goal=_place(told.goal),
        amount=told.amount,
        word=told.word,
        others=tuple(handles[viewer] for handles in told.marks),
    )


def _see(state: State, card: Card, viewer: Seat, bit: int, cards: dict[int, Seen]) -> None:
    readable = bool(readers(state, card) & bit)
    cards[card.handles[viewer]] = _seen(card, viewer) if readable else _back(card, viewer)
    for material in card.materials:
        open_to = bool(readers(state, material) & bit)
        cards[material.handles[viewer]] = _seen(material, viewer) if open_to else _back(material, viewer)


def _seen(card: Card, viewer: Seat) -> Seen:
    if not (card.on_field or card.counters or card.materials or card.targets):
        return Seen(
            owner=card.owner, controller=card.controller, code=card.code, face_up=card.face_up,
            revealed=bool(card.revealed), token=card.token,
        )  # fmt: skip
    shown = card.face_up and card.in_monster_zone
    facts = card.facts
    return Seen(
        owner=card.owner,
        controller=card.controller,
        code=card.code,
        face_up=card.face_up,
        defense_position=card.defense_position,
        attack=card.attack if shown else None,
        defense=card.defense if shown else None,
        level=card.level if shown else 0,
        rank=card.rank if shown else 0,
        link=facts.link if shown else 0,
        scale=facts.scales[0] if facts.scales and card.face_up and _is_scale(card) else None,
        attribute=card.attribute if shown else "",
        race=card.race if shown else "",
        counters=dict(card.counters),
        materials=tuple(material.handles[viewer] for material in card.materials),
        equipped_to=card.equipped_to.handles[viewer] if card.equipped_to else 0,
        targets=tuple(target.handles[viewer] for target in card.targets),
        negated=card.negated,
        revealed=bool(card.revealed),
        token=card.token,
        name=card.called if shown else "",
        kinds=card.kinds if shown and card.kinds != facts.kinds else (),
    )


def _back(card: Card, viewer: Seat) -> Seen:
    """A card whose identity is not told: whose it is, how it lies, and what hangs on it openly."""
    return Seen(
        owner=card.owner,
        controller=card.controller,
        defense_position=card.defense_position,
        materials=tuple(material.handles[viewer] for material in card.materials),
    )


def _is_scale(card: Card) -> bool:
    return card.place.zone == "pendulum" or (
        card.place.zone == "spell_trap" and "pendulum" in card.facts.kinds and card.summoned == "scale"
    )


def _link(link: ChainLink, viewer: Seat) -> VisibleLink:
    return VisibleLink(
        seat=link.seat,
        card=link.handles[viewer],
        code=link.card.code,
        text=link.text,
        targets=tuple(
            kept(was, target)[viewer] for was, target in zip(link.marks, link.targets, strict=True)
        ),
        place=_place(link.place),
        negated=bool(link.negated),
    )


def _attack(state: State, viewer: Seat) -> tuple[int, int] | None:
    if state.battle is None:
        return None
    pairs = zip(state.fighting, state.battle, strict=True)
    attacker, target = (kept(was, card)[viewer] if card else 0 for was, card in pairs)
    return attacker, target


@lru_cache(maxsize=4096)
def _place(place: Place | None) -> Place | None:
    """A place as everybody may know it: slots of the field, but no index within a pile. Equal ones are one
    object, of which tables keep thousands."""
    if place is None or place == NOWHERE:
        return None
    return place if place.zone in FIELD else place._replace(slot=-1)


def _owner(card: Card) -> int:
    """Its owner, and whose zone it lies in (FAB-3.0.3a)."""
    return 1 << card.owner | (1 << card.place.seat if card.place.seat != SHARED else 0)


def _owner_and_controller(card: Card) -> int:
    return 1 << card.owner | 1 << card.controller


_BITS: dict[Readers, Callable[[Card], int]] = {
    Readers.EVERYBODY: lambda card: ALL,
    Readers.CONTROLLER: _owner_and_controller,
    Readers.OWNER: _owner,
    Readers.NOBODY: lambda card: 0,
}
