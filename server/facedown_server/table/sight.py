"""(State, events, viewer class) -> View and redacted events: the only way from the state to clients (law 1).

A View is built from nothing, or renewed where an operation touched the state, with the same result
(`renew_view`): a field that this module does not set is not sent. The rules of who may read a card follow the
zone rows and docs/evidence/secrecy.md; sources: the visibility rows (VIS-01 to VIS-56).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import filterfalse
from typing import TypeVar

import msgspec

from facedown_server.table.state import (
    FIELD,
    MATERIAL,
    NOWHERE,
    UNTOLD,
    Card,
    CardWords,
    ChainLink,
    GameEvent,
    Handles,
    State,
)
from facedown_shared.cards.facts import Facts
from facedown_shared.tables.diff import Changed, ViewChanges, ZoneNumber, zones_by_key
from facedown_shared.tables.view import (
    LingeringEffect,
    Pile,
    View,
    VisibleCard,
    VisibleEvent,
    VisibleLink,
    plain_row,
)
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place, Readers, Seat, Zone
from facedown_shared.text.words import EFFECT, NOTHING, Words

UNORDERED = frozenset({"hand", "extra_deck", "banished"})
"""Piles whose order only their owner knows: cards shown from them disclose no order (YGO-ED-03)."""
ALL_CLASSES_MASK = 0b111
MAX_ONGOING_EFFECTS = 60
"""The newest lingering effects that are sent; by hand there may be any number."""
Key = TypeVar("Key")


def readers(state: State, card: Card) -> int:
    """Return a bit for each viewer class that may read the card's identity now. All games share this
    function.

    Of a Set card, others see the back, and not its kind (GAP-V9).
    """
    if card.place == NOWHERE:
        return ALL_CLASSES_MASK if card.token else 0
    if card.place.zone == MATERIAL:
        return ALL_CLASSES_MASK if card.face_up else _owner(card) | card.revealed
    zone = state.table.zones[card.place.zone]
    # Its present face decides: turned up, down (VIS-06) or for an activation (VIS-10).
    rule = zone.face_up if card.face_up else zone.face_down
    return _BITS[rule](card) | card.revealed


def distinguishable(state: State, card: Card) -> tuple[bool, bool, bool]:
    """Return for each viewer class whether it can tell this card from the others in its pile."""
    if card.place == NOWHERE:
        return (False, False, False)
    if card.place.zone == MATERIAL or state.table.zones[card.place.zone].backs:
        return (True, True, True)
    bits = readers(state, card)
    return (bool(bits & 1), bool(bits & 2), bool(bits & 4))


class Glance:
    """The changes of a table since an earlier glance, and the parts of rows that all viewer classes share.

    Made once a frame for all classes; valid until the next operation.
    """

    __slots__ = ("anything", "cards", "changes", "columns", "piles", "readers", "rows", "state")

    def __init__(self, state: State, since: int = 0) -> None:
        """Collect the changes. `since`: `state.touches` at the earlier glance; a smaller count costs only
        time.
        """
        self.state = state
        self.piles: list[tuple[ZoneNumber, Seat, Zone]] = []
        self.cards: list[Card] = []
        """The cards in piles whose rows, or whose materials' rows, may have changed."""
        self.anything = state.touches > since
        """True if anything was touched."""
        if self.anything:
            numbered, zones = zones_by_key(state.table.name), state.table.zones
            self.piles = [
                (numbered[_pile_key(seat, name)], seat, zones[name])
                for seat, name in _latest(state.touched_piles, since)
            ]
            forgotten = since < state.forgotten_touches
            cards = state.cards if forgotten else _latest(state.touched_cards, since)
            self.cards = _with_related_cards(cards)
        self.columns: dict[tuple[Seat, str], tuple[Pile, Sequence[tuple[int, ...]]]] = {}
        """The count of each pile and the handles of each class; no handles if no class can tell a card."""
        self.changes: dict[Seat, ViewChanges] = {}
        """Where the renewed View of each class differs from the one before."""
        self.readers: dict[Card, int] = {}
        self.rows: dict[tuple[Card, bool], VisibleCard] = {}

    def pile(self, seat: Seat, zone: Zone, viewer: Seat) -> Pile:
        """Return a pile as a class sees it."""
        column = self.columns.get((seat, zone.name))
        if column is None:
            pile = self.state.piles[(seat, zone.name)]
            handles = [card.handles if card else UNTOLD for card in pile]
            told_of = zone.slots is not None or handles.count(UNTOLD) < len(pile)
            # Counts are public (YGO-DECK-05, YGO-HAND-04, GAP-40, VIS-56, CLS-SETUP-12).
            column = Pile(len(pile) - pile.count(None)), [*zip(*handles, strict=True)] if told_of else ()
            self.columns[(seat, zone.name)] = column
        if not column[1]:
            return column[0]
        visible = column[1][viewer]
        if zone.slots is None:
            visible = tuple(filter(None, visible)) if 0 in visible else visible
            # The order of a hand and the like is known to its owner alone (VIS-33, VIS-40, VIS-L10).
            if seat != viewer and zone.name in UNORDERED:
                visible = tuple(sorted(visible))
        return Pile(column[0].count, visible)

    def add_rows(
        self, card: Card, viewer: Seat, cards: dict[int, VisibleCard], old: Mapping[int, VisibleCard]
    ) -> None:
        """Add the rows of a card in a pile and of its materials to `cards`; reuse equal rows of `old`."""
        for shown in (card, *card.materials) if card.materials else (card,):
            handle, row = shown.handles[viewer], self._row(shown, viewer)
            was = old.get(handle)
            cards[handle] = was if was is not None and was == row else row

    def _row(self, card: Card, viewer: Seat) -> VisibleCard:
        if card not in self.readers:
            self.readers[card] = readers(self.state, card)
        readable = bool(self.readers[card] >> (viewer % 3) & 1)
        make = _visible_row if readable else _hidden_row
        if card.materials or card.targets or card.equipped_to is not None:
            return make(card, viewer)  # it names handles, which differ by class
        row = self.rows.get((card, readable))
        if row is None:
            row = self.rows[(card, readable)] = make(card, viewer)
        return row


def view(state: State, viewer: Seat) -> View:
    """Build the View of a viewer class from nothing, with all that the class may know now."""
    glance = Glance(state)
    cards: dict[int, VisibleCard] = {}
    piles: dict[str, Pile] = {}
    for seat, zone in state.table.piles():
        piles[_pile_key(seat, zone.name)] = glance.pile(seat, zone, viewer)
        for card in state.piles[(seat, zone.name)]:
            if card is not None and card.handles[viewer]:
                glance.add_rows(card, viewer, cards, {})
    return View(
        viewer=viewer, table=state.table.name, turn=state.turn, turn_player=state.turn_player,
        phase=state.phase, tallies=dict(state.tallies), piles=piles, cards=cards,
        chain=tuple(_link(link, viewer) for link in state.chain), attack=_attack(state, viewer),
        waiting=state.waiting, facts=_facts(state, viewer), result=state.result,
        lasting=_lingering_effects(state, viewer),
    )  # fmt: skip


def renew_view(glance: Glance, old: View) -> View:
    """Return the View that `view` would build now, made from the class's View at an earlier glance.

    Unchanged parts are the same objects in both. `glance.changes` holds where the Views differ.
    """
    state, viewer = glance.state, old.viewer
    piles, cards, facts = old.piles, old.cards, old.facts
    glance.changes[viewer] = _NO_CHANGES
    if glance.piles or glance.cards:
        piles, cards = _renewed_rows(glance, old)
    if state.declared or len(facts) != len(state.known[viewer]):
        now = _facts(state, viewer)
        facts = now if len(now) != len(facts) else facts
    chain = tuple([_link(link, viewer) for link in state.chain]) if state.chain else ()
    lasting = old.lasting
    if glance.anything:
        lasting = _lingering_effects(state, viewer) if state.lasting else ()
    return View(
        viewer, old.table, state.turn, state.turn_player, state.phase,
        old.tallies if old.tallies == state.tallies else dict(state.tallies), piles, cards,
        old.chain if old.chain == chain else chain,
        None if state.battle is None else _attack(state, viewer), state.waiting, facts,
        state.result, old.lasting if old.lasting == lasting else lasting,
    )  # fmt: skip


def _facts(state: State, viewer: Seat) -> dict[int, Facts]:
    """Return the printed facts of cards that a class has read, and of those declared by name."""
    return {**state.declared, **state.known[viewer]}


def _renewed_rows(glance: Glance, old: View) -> tuple[dict[str, Pile], dict[int, VisibleCard]]:
    """Return piles and cards of a class's next View. Touched ones are removed first, then built again."""
    viewer, piles, cards = old.viewer, old.piles.copy(), old.cards.copy()
    changed: Changed = []
    gone: list[int] = []
    for numbered, seat, zone in glance.piles:
        was, now = piles[numbered.key], glance.pile(seat, zone, viewer)
        if was != now:
            piles[numbered.key] = now
            changed.append((numbered, was, now))
            for handle in was.handles and filterfalse(frozenset(now.handles).__contains__, was.handles):
                if (row := cards.pop(handle, None)) is not None:
                    gone += (handle, *row.materials)
    for card in glance.cards:
        if (row := cards.get(card.handles[viewer])) is not None:
            gone += row.materials
    for handle in gone:
        cards.pop(handle, None)
    fresh: dict[int, VisibleCard] = {}
    for card in glance.cards:
        if card.handles[viewer]:
            glance.add_rows(card, viewer, fresh, old.cards)
    cards.update(fresh)
    changed.sort()
    glance.changes[viewer] = ViewChanges(changed, {*gone, *fresh})
    return piles, cards


_NO_CHANGES = ViewChanges([], ())


def _latest(touched: dict[Key, int], since: int) -> list[Key]:
    """Return the keys touched after `since`, the latest first."""
    found = []
    for key in reversed(touched):
        if touched[key] <= since:
            break
        found.append(key)
    return found


def _with_related_cards(touched: list[Card]) -> list[Card]:
    """Return these cards and the cards whose rows name them, if they lie in a pile.

    For a material that is its bearer, since the row of a material is built with its bearer's.
    """
    found: dict[Card, None] = {}
    for card in touched:
        for shown in (card, *card.equips, *card.targeted_by):
            root = shown if shown.bearer is None else shown.bearer
            if root.bearer is None and root.place != NOWHERE:
                found[root] = None
    return list(found)


def lasting_handles(was: Handles, card: Card) -> Handles:
    """Return the handles a card had, for the classes that have followed it since; 0 for the others."""
    one, other, public = (old if old == new else 0 for old, new in zip(was, card.handles, strict=True))
    return one, other, public


def redact(event: GameEvent, viewer: Seat) -> VisibleEvent:
    """Return an event as this viewer class may see it: with its own handles, and with the identity of the
    card if the class could read it.
    """
    readable = bool(event.readers >> (viewer % 3) & 1)
    card, was = event.now[viewer], event.was[viewer]
    return VisibleEvent(
        event.kind, event.seat, card, was if was != card else 0, event.code if readable else 0,
        _public_place(event.start), _public_place(event.goal), event.amount, event.word,
        tuple([handles[viewer] for handles in event.marks]) if event.marks else (),
    )  # fmt: skip


def redact_words(state: State, said: Words, viewer: Seat) -> Words:
    """Redact words for a viewer class: a card it may not read is not named, nor its effect.

    A card on the Chain is named, since its activation was public.
    """
    if not said.values and not isinstance(said, CardWords):
        return said
    values = [redact_words(state, one, viewer) if isinstance(one, Words) else one for one in said.values]
    if not isinstance(said, CardWords):
        return Words(said.id, tuple(values))
    if readers(state, said.card) >> (viewer % 3) & 1 or any(link.card is said.card for link in state.chain):
        return Words(said.id, (said.code, *values))
    return NOTHING if said.id == EFFECT else Words(said.id, (0, *values))


def _visible_row(card: Card, viewer: Seat) -> VisibleCard:
    shown = card.face_up and card.is_in_monster_zone
    facts = card.facts
    on_field = card.is_on_field
    tied = card.counters or card.materials or card.targets or (card.equipped_to and on_field)
    if not (shown or tied or (facts.scales and on_field)):
        flags = _owners(card) | card.face_up << 2 | (card.revealed > 0) << 5 | card.token << 6
        if on_field:
            flags |= card.defense_position << 3 | card.negated << 4
        return plain_row(flags, facts.code)
    return VisibleCard(
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
        scale=card.scale if facts.scales and card.face_up and _is_scale(card) else None,
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


def _hidden_row(card: Card, viewer: Seat) -> VisibleCard:
    """Return the row of a card whose identity is hidden: owner, position, and openly attached cards."""
    row = plain_row(_owners(card) | card.defense_position << 3, 0)
    if not card.materials:
        return row
    materials = tuple(material.handles[viewer] for material in card.materials)
    return msgspec.structs.replace(row, materials=materials)


def _owners(card: Card) -> int:
    """Return owner and controller as flags of a row."""
    return card.owner | card.controller << 1


def _is_scale(card: Card) -> bool:
    return card.place.zone == "pendulum" or (
        card.place.zone == "spell_trap" and "pendulum" in card.facts.kinds and card.summoned == "scale"
    )


def _link(link: ChainLink, viewer: Seat) -> VisibleLink:
    return VisibleLink(
        seat=link.seat,
        card=link.handles[viewer],
        code=link.card.code,
        words=link.words,
        targets=tuple(
            lasting_handles(was, target)[viewer] for was, target in zip(link.marks, link.targets, strict=True)
        ),
        place=_public_place(link.place),
        negated=bool(link.negated),
    )


def _attack(state: State, viewer: Seat) -> tuple[int, int] | None:
    if state.battle is None:
        return None
    pairs = zip(state.fighting, state.battle, strict=True)
    attacker, target = (lasting_handles(was, card)[viewer] if card else 0 for was, card in pairs)
    return attacker, target


def _lingering_effects(state: State, viewer: Seat) -> tuple[LingeringEffect, ...]:
    """Return the lingering effects, each once.

    A class gets only those affected cards that it has followed since, in the same incarnation. An effect
    on certain cards is not sent if none of them is left.
    """
    rows: dict[LingeringEffect, None] = {}
    for effect in state.lasting:
        held = [
            lasting_handles(was, card)[viewer]
            for card, life, was in effect.cards or ()
            if card.incarnation == life
        ]
        cards = tuple([handle for handle in held if handle])
        if cards or effect.cards is None:
            code = effect.code if effect.readers >> (viewer % 3) & 1 else 0
            row = LingeringEffect(
                effect.rule, effect.seat, code, effect.seats, cards, effect.turn, effect.phase
            )
            rows[row] = None
    return tuple(rows)[-MAX_ONGOING_EFFECTS:]


@cache
def _pile_key(seat: Seat, zone: str) -> str:
    return Place(seat, zone).pile


@lru_cache(maxsize=4096)
def _public_place(place: Place | None) -> Place | None:
    """Return a place as the public may know it: slots of the field, but no index within a pile.

    Equal places are one object, since tables hold thousands of them.
    """
    if place is None or place == NOWHERE:
        return None
    return place if place.zone in FIELD else place._replace(slot=-1)


def _owner(card: Card) -> int:
    """Return its owner, and whose zone it lies in (FAB-3.0.3a)."""
    return 1 << card.owner | (1 << card.place.seat if card.place.seat != SHARED_SEAT_INDEX else 0)


def _owner_and_controller(card: Card) -> int:
    return 1 << card.owner | 1 << card.controller


_BITS: dict[Readers, Callable[[Card], int]] = {
    Readers.EVERYBODY: lambda card: ALL_CLASSES_MASK,
    Readers.CONTROLLER: _owner_and_controller,
    Readers.OWNER: _owner,
    Readers.NOBODY: lambda card: 0,
}
