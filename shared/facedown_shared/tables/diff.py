"""diff(View, View) -> Patch and apply(View, Patch) -> View, without access to the state (law 1).

For every two Views of one viewer: apply(old, diff(old, new)) == new. A patch contains each change once: the
card's new place, not its pile; a card's numbers only where they differ from the printed ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import compress, filterfalse, zip_longest
from operator import attrgetter, is_not
from typing import Any, NamedTuple

import msgspec

from facedown_shared.cards.facts import Facts
from facedown_shared.tables import TABLES
from facedown_shared.tables.view import (
    EMPTY,
    MAX_PILE_CARDS,
    Chain,
    LastingEffects,
    Pile,
    PromptNotice,
    View,
    VisibleCard,
    plain_row,
)
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place, SeatOrNone

UNCHANGED_FLAGS = -1
"""Value of a card's flags if its row is unchanged."""

KINDS_ASKED = (
    "response", "turn", "choice", "trigger", "order", "side", "by_hand", "confirm", "search",
)  # fmt: skip
"""Kinds of prompts; a patch sends the index."""


class CardEdit(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """A card with a new place, or a new row.

    `place`: 0 unchanged; else 1 + number of the zone + 32 * (slot or index in the pile + 1), without the last
    part at the end of a pile. `flags` add up: 1 owner is seat 1, 2 controller is seat 1, 4 face-up, 8
    Defense, 16 negated, 32 revealed, 64 a Token; -1: the row is unchanged. `code`: 0 unchanged, -1 hidden.
    `rest` are other fields by number, where they differ from the printed ones (face-up in a Monster Zone) or
    from nothing (in other places).
    """

    handle: int
    place: int = 0
    flags: int = UNCHANGED_FLAGS
    code: int = 0
    rest: dict[int, Any] = {}


class RareChanges(msgspec.Struct, frozen=True, omit_defaults=True, rename={
    "turn": "t", "turn_player": "p", "phase": "h", "facts": "f", "links": "l", "chain_kept": "k",
    "attack": "a", "peace": "e", "result": "r", "tallies": "n", "tallies_gone": "nx", "piles": "z",
    "piles_gone": "zx", "facts_gone": "fx", "waiting": "w", "bundled": "b",
    "lasting": "s",
}):  # fmt: skip
    """Parts of a View that rarely change. `links` are the Chain Links after the first `chain_kept`, which are
    unchanged.

    `piles` and `waiting` are complete if edits cannot express the change; `tallies` if new. `bundled`:
    passcodes whose new facts come with the program; only in encoded messages.
    """

    turn: int | None = None
    turn_player: SeatOrNone | None = None
    phase: str | None = None
    facts: dict[int, Facts] = {}
    links: Chain | None = None
    chain_kept: int = 0
    attack: tuple[int, int] | None = None
    peace: bool = False
    result: str | None = None
    tallies: dict[str, int] = {}
    tallies_gone: tuple[str, ...] = ()
    piles: dict[str, Pile] = {}
    piles_gone: tuple[str, ...] = ()
    facts_gone: tuple[int, ...] = ()
    waiting: tuple[PromptNotice, ...] | None = None
    bundled: tuple[int, ...] = ()
    lasting: LastingEffects | None = None


class Patch(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """The changes from one View to the next; an empty or missing part is unchanged.

    `counts`: by number of the zone, how many more cards there are, apart from those put there or removed by
    name. `gone`: handles that no longer exist. `tallies`: by number in the order of their names. `waiting`:
    for each prompt its seat + 2 * the number of its kind.
    """

    cards: tuple[CardEdit, ...] = ()
    counts: dict[int, int] = {}
    gone: tuple[int, ...] = ()
    tallies: dict[int, int] = {}
    waiting: tuple[int, ...] | None = None
    rare: RareChanges | None = None


class ZoneNumber(NamedTuple):
    """One zone of one side, by its number in the order of the table's rows."""

    number: int
    key: str
    slotted: bool
    place: Place
    has_slots_told: bool
    """True if the slot of an event is public."""


ABSENT = Pile(0)
"""Placeholder for a pile that a View does not have; compared by identity."""

Changed = list[tuple[ZoneNumber, Pile, Pile]]
"""Zones in which two Views differ, with their piles before and after."""


class ViewChanges(NamedTuple):
    """Where a View can differ from the one that it was made from, so that nothing need be searched.

    `zones`: exactly the zones in which they differ, by number. `handles`: at least the cards whose rows are
    new, changed or gone.
    """

    zones: Changed
    handles: Iterable[int]


@cache
def zone_numbers(table: str) -> tuple[ZoneNumber, ...]:
    """Return the zones of a table by number; an empty result for an unknown table."""
    rows = TABLES[table].piles() if table in TABLES else ()
    return tuple(
        ZoneNumber(
            number, Place(seat, zone.name).pile, zone.slots is not None, Place(seat, zone.name),
            zone.slots is not None and "field" in zone.tags,
        )
        for number, (seat, zone) in enumerate(rows)
    )  # fmt: skip


@cache
def _monster_zones(table: str) -> tuple[str, ...]:
    return tuple(zone.key for zone in zone_numbers(table) if zone.place.zone in ("monster", "extra_monster"))


# --- the two functions --------------------------------------------------------------------------------------


def diff(old: View, new: View, changes: ViewChanges | None = None) -> Patch:
    """Return the patch from `old` to `new`, two Views of one viewer at one table.

    Rows that are the same object in both Views are skipped. `changes`: where the Views differ, if that is
    known. Pass it only for Views in which a handle is in one pile at most, as in all Views that `sight`
    makes.

    Raises ValueError for Views of different viewers or tables.
    """
    if old.viewer != new.viewer or old.table != new.table:
        raise ValueError("a diff needs two Views of one viewer at one table")
    known, (changed, handles) = changes is not None, changes or view_changes(old, new)
    gone: tuple[int, ...] = ()
    edits: tuple[CardEdit, ...] = ()
    counts: dict[int, int] = {}
    piles: dict[str, Pile] = {}
    if changed or old.cards is not new.cards:
        placed = _new_places(changed)
        differing, gone = _different_cards(old, new, handles)
        taken = frozenset(gone).union(placed)
        counts, piles = _counts(changed, placed, taken)
        if not known:
            piles |= _duplicate_piles(new, changed, taken)
        edits = _edits(old, new, placed, differing)
    tallies: dict[int, int] = {}
    if old.tallies is not new.tallies and old.tallies.keys() <= new.tallies.keys():
        names = enumerate(sorted(old.tallies))
        tallies = {at: new.tallies[name] for at, name in names if new.tallies[name] != old.tallies[name]}
    waiting = None if old.waiting is new.waiting or old.waiting == new.waiting else _numbers(new.waiting)
    return Patch(edits, counts, gone, tallies, waiting, _rare(old, new, piles, waiting))


def apply(view: View, patch: Patch) -> View:
    """Return the View after a patch; the old one is unchanged.

    Raises ValueError, KeyError or IndexError for a patch that does not fit the View.
    """
    rare = patch.rare or _NOTHING_RARE
    changes: dict[str, Any] = {
        name: value for name in _PLAIN if (value := getattr(rare, name)) is not None
    }  # fmt: skip
    if rare.links is not None:
        changes["chain"] = (*view.chain[: rare.chain_kept], *rare.links)
    if rare.peace or rare.attack is not None:
        changes["attack"] = rare.attack
    if patch.waiting is not None:
        changes["waiting"] = tuple(PromptNotice(one % 2, KINDS_ASKED[one // 2]) for one in patch.waiting)
    if patch.tallies or rare.tallies or rare.tallies_gone:
        names = sorted(view.tallies)
        named = {names[at]: value for at, value in patch.tallies.items()}
        changes["tallies"] = _without_keys(view.tallies, rare.tallies_gone) | named | rare.tallies
    if rare.facts or rare.facts_gone:
        changes["facts"] = _without_keys(view.facts, rare.facts_gone) | rare.facts
    if patch.cards or patch.gone or patch.counts or rare.piles or rare.piles_gone:
        moved = _moved_piles(view, patch)
        piles = changes["piles"] = _without_keys(view.piles | moved | rare.piles, rare.piles_gone)
        if any(not 0 <= piles[key].count <= MAX_PILE_CARDS for key in moved if key in piles):
            raise ValueError("no zone holds so many cards")
        after = msgspec.structs.replace(view, **changes)
        cards = _without_keys(view.cards, patch.gone)
        cards |= {
            edit.handle: _row(edit, view, after) for edit in patch.cards if edit.flags != UNCHANGED_FLAGS
        }
        changes["cards"] = cards
    return msgspec.structs.replace(view, **changes)


def _different_cards(
    old: View, new: View, handles: Iterable[int]
) -> tuple[dict[int, VisibleCard], tuple[int, ...]]:
    """Return the new and changed rows among these cards, and the handles that no longer exist, in order."""
    before, after = old.cards, new.cards
    differing: dict[int, VisibleCard] = {}
    gone: list[int] = []
    for handle in handles:
        was, row = before.get(handle), after.get(handle)
        if was is row:
            continue
        if row is None:
            gone.append(handle)
        elif was != row:
            differing[handle] = row
    return differing, tuple(sorted(gone))


_PLAIN = ("turn", "turn_player", "phase", "result", "waiting", "lasting")
_plain_of = attrgetter(*_PLAIN)
_NOTHING_RARE = RareChanges()


def _without_keys(rows: Mapping[Any, Any], gone: Iterable[Any]) -> dict[Any, Any]:
    left = dict(rows)
    for key in gone:
        left.pop(key, None)
    return left


# --- piles --------------------------------------------------------------------------------------------------


def view_changes(old: View, new: View) -> ViewChanges:
    """Return where two Views differ: the changed zones, and every card."""
    return ViewChanges(changed_zones(old, new), old.cards.keys() | new.cards.keys())


def changed_zones(old: View, new: View) -> Changed:
    """Return the zones in which the Views differ, by number, with their piles before and after."""
    before, after, zones = old.piles, new.piles, zones_by_key(new.table)
    if before is after:
        return []
    found, same = [], len(before) == len(after)
    for key in compress(after, map(is_not, map(before.get, after), after.values())):
        was, pile = before.get(key, ABSENT), after[key]
        if was != pile or was is ABSENT:
            found.append((zones[key], was, pile))
            same = same and was is not ABSENT
    if not same:
        found += [(zones[key], before[key], ABSENT) for key in before.keys() - after.keys()]
    found.sort()
    return found


def _new_places(changed: Changed) -> dict[int, int]:
    """Return the handles with a new place and their places, in the order of placing."""
    placed: dict[int, int] = {}
    for zone, was, now in changed:
        if zone.slotted:
            slots = zip_longest(was.handles, now.handles, fillvalue=0)
            for slot, (before, after) in enumerate(slots, 1):
                if after and before != after:
                    placed[after] = 1 + zone.number + 32 * slot
            continue
        stay = len(was.handles)
        put = now.handles[stay:]
        if now.handles[:stay] != was.handles:
            put = tuple(filterfalse(frozenset(was.handles).__contains__, now.handles))
        for length, handle in enumerate(put, len(now.handles) - len(put)):
            index = now.handles.index(handle)
            placed[handle] = 1 + zone.number + (0 if index == length else 32 * (index + 1))
    return placed


def _goals(placed: Mapping[int, int]) -> dict[int, list[tuple[int, int]]]:
    """Return the cards put into each zone, by its number: slot or index (-1: at the end), and handle."""
    goals: dict[int, list[tuple[int, int]]] = {}
    for handle, place in placed.items():
        index, number = divmod(place - 1, 32)
        goals.setdefault(number, []).append((index - 1, handle))
    return goals


def _moved_piles(view: View, patch: Patch) -> dict[str, Pile]:
    """Return the piles that change when a patch removes or moves cards."""
    placed = {edit.handle: edit.place for edit in patch.cards if edit.place}
    taken, goals = frozenset(patch.gone).union(placed), _goals(placed)
    changed: dict[str, Pile] = {}
    for zone in zone_numbers(view.table):
        pile = view.piles.get(zone.key, EMPTY)
        more, goal = patch.counts.get(zone.number, 0), goals.get(zone.number)
        if more or goal or not taken.isdisjoint(pile.handles):
            changed[zone.key] = _edit_pile(pile, zone.slotted, taken, goal or [], more)
    return changed


def _edit_pile(
    pile: Pile, slotted: bool, taken: frozenset[int], goal: Iterable[tuple[int, int]], more: int
) -> Pile:
    if slotted:
        handles = [0 if handle in taken else handle for handle in pile.handles]
        for slot, handle in goal:
            if slot >= MAX_PILE_CARDS:
                raise ValueError("no zone has so many slots")
            if slot >= len(handles):
                handles += [0] * (slot + 1 - len(handles))
            handles[slot] = handle
        out = len(pile.handles) - pile.handles.count(0) - (len(handles) - handles.count(0))
    else:
        handles = [*filterfalse(taken.__contains__, pile.handles)]
        for index, handle in goal:
            handles.insert(len(handles) if index < 0 else index, handle)
        out = len(pile.handles) - len(handles)
    return Pile(pile.count - out + more, tuple(handles))


def _counts(
    changed: Changed, placed: dict[int, int], taken: frozenset[int]
) -> tuple[dict[int, int], dict[str, Pile]]:
    """Return the changes of piles that the places of cards do not express: counts, and whole piles."""
    counts: dict[int, int] = {}
    whole: dict[str, Pile] = {}
    goals = _goals(placed)
    for zone, was, now in changed:
        goal, came = goals.get(zone.number, ()), was
        if goal or not taken.isdisjoint(was.handles):
            came = _edit_pile(was, zone.slotted, taken, goal, 0)
        if came.handles != now.handles or zone.number < 0 or was is ABSENT:
            if now is not ABSENT:
                whole[zone.key] = now
        elif came.count != now.count and now is not ABSENT:
            counts[zone.number] = now.count - came.count
    return counts, whole


def _duplicate_piles(new: View, changed: Changed, taken: frozenset[int]) -> dict[str, Pile]:
    """Return unchanged piles that contain a card which was moved or removed."""
    rest = new.piles.copy()
    for zone, _, _ in changed:
        rest.pop(zone.key, None)
    return {key: pile for key, pile in rest.items() if not taken.isdisjoint(pile.handles)}


class _Zones(dict[str, ZoneNumber]):
    """Zones of a table by key; a missing zone has no number."""

    def __missing__(self, key: str) -> ZoneNumber:
        return ZoneNumber(-1, key, False, Place(SHARED_SEAT_INDEX, key), False)


@cache
def zones_by_key(table: str) -> Mapping[str, ZoneNumber]:
    """Return the zones of a table by key."""
    return _Zones({zone.key: zone for zone in zone_numbers(table)})


# --- rows ---------------------------------------------------------------------------------------------------


def _edits(
    old: View, new: View, placed: Mapping[int, int], differing: dict[int, VisibleCard]
) -> tuple[CardEdit, ...]:
    """Return the edits of cards. Cards with a new place come first, in the order of placing."""
    edits = []
    for handle, place in placed.items():
        row = differing.pop(handle, None)
        edits.append(CardEdit(handle, place) if row is None else _edit(handle, place, row, old, new))
    if differing:
        edits += [_edit(handle, 0, differing[handle], old, new) for handle in sorted(differing)]
    return tuple(edits)


_FIELDS = tuple(enumerate(VisibleCard.__struct_fields__))


def _edit(handle: int, place: int, row: VisibleCard, old: View, new: View) -> CardEdit:
    flags = (
        (row.owner == 1) | (row.controller == 1) << 1 | row.face_up << 2 | row.defense_position << 3
        | row.negated << 4 | row.revealed << 5 | row.token << 6
    )  # fmt: skip
    was = old.cards.get(handle)
    known, codes = max(was.code, 0) if was is not None else 0, max(row.code, 0)
    expected = _expected_row(flags, codes, handle, new)
    rest = {}
    if row is not expected and row != expected:
        rest = {
            number: value
            for number, name in _FIELDS
            if (value := getattr(row, name)) != getattr(expected, name)
        }
    return CardEdit(handle, place, flags, 0 if codes == known else codes or -1, rest)


def _row(edit: CardEdit, old: View, after: View) -> VisibleCard:
    was = old.cards.get(edit.handle)
    code = edit.code or (was.code if was is not None else 0)
    row = _expected_row(edit.flags, max(code, 0), edit.handle, after)
    if edit.rest:
        fields = msgspec.structs.asdict(row)
        fields |= {VisibleCard.__struct_fields__[number]: value for number, value in edit.rest.items()}
        row = msgspec.convert({_KEYS[name]: value for name, value in fields.items()}, VisibleCard)
    return row


_KEYS = {field.name: field.encode_name for field in msgspec.structs.fields(VisibleCard)}


def _expected_row(flags: int, code: int, handle: int, view: View) -> VisibleCard:
    """Return the row of a card with these flags; its other values are the printed ones, or empty."""
    facts = view.facts.get(code) if flags & 4 else None
    if facts is None or not _is_monster(handle, view):
        return plain_row(flags, code)
    return VisibleCard(
        flags & 1, flags >> 1 & 1, code, True, bool(flags & 8), facts.attack, facts.defense, facts.level,
        facts.rank, facts.link, None, facts.attribute, facts.race, {}, (), 0, (), bool(flags & 16),
        bool(flags & 32), bool(flags & 64),
    )  # fmt: skip


def _is_monster(handle: int, view: View) -> bool:
    """Return whether a card is in a Monster Zone."""
    for key in _monster_zones(view.table):
        if (pile := view.piles.get(key)) is not None and handle in pile.handles:
            return True
    return False


# --- the rest -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _numbers(waiting: tuple[PromptNotice, ...]) -> tuple[int, ...] | None:
    """Return prompts as numbers (cached); None if a prompt has no number."""
    if all(row.seat in (0, 1) and row.kind in KINDS_ASKED for row in waiting):
        return tuple(row.seat + 2 * KINDS_ASKED.index(row.kind) for row in waiting)
    return None


def _rare(
    old: View, new: View, piles: dict[str, Pile], waiting: tuple[int, ...] | None
) -> RareChanges | None:
    if not piles and _has_no_rare_change(old, new) and (waiting or old.waiting == new.waiting):
        return None
    changes: dict[str, Any] = {"piles": dict(sorted(piles.items()))} if piles else {}
    changes |= {
        name: now
        for name, was, now in zip(_PLAIN, _plain_of(old), _plain_of(new), strict=True)
        if was != now and (name != "waiting" or waiting is None)
    }
    if old.piles is not new.piles and (gone := old.piles.keys() - new.piles.keys()):
        changes["piles_gone"] = tuple(sorted(gone))
    if old.chain != new.chain:
        rest = 0
        while rest < min(len(old.chain), len(new.chain)) and old.chain[rest] == new.chain[rest]:
            rest += 1
        changes["links"], changes["chain_kept"] = new.chain[rest:], rest
    if old.attack != new.attack:
        changes.update({"peace": True} if new.attack is None else {"attack": new.attack})
    if old.facts is not new.facts:
        changes |= _changed_rows("facts", old.facts, new.facts)
    if old.tallies is not new.tallies and old.tallies.keys() != new.tallies.keys():
        changes |= _changed_rows("tallies", old.tallies, new.tallies)
    return RareChanges(**changes) if changes else None


def _has_no_rare_change(old: View, new: View) -> bool:
    """Return whether none of the rare parts has changed."""
    return (
        old.phase == new.phase and old.turn == new.turn and old.turn_player == new.turn_player
        and old.chain == new.chain and old.attack == new.attack and old.result == new.result
        and old.tallies.keys() == new.tallies.keys() and len(old.piles) == len(new.piles)
        and old.lasting == new.lasting
        and (old.facts is new.facts or old.facts == new.facts)  # equal ones are compared row by row
    )  # fmt: skip


def _changed_rows(name: str, old: Mapping[Any, Any], new: Mapping[Any, Any]) -> dict[str, Any]:
    """Return new and changed rows, and the keys that no longer exist."""
    fresh = sorted(key for key, row in new.items() if (was := old.get(key)) is not row and was != row)
    gone = tuple(sorted(old.keys() - new.keys()))
    changes: dict[str, Any] = {name: {key: new[key] for key in fresh}} if fresh else {}
    return changes | ({f"{name}_gone": gone} if gone else {})
