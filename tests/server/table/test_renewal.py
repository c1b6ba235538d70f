"""A View updated where operations changed the State is the View built from nothing, for any operations.

Random duels of every kind are checked for the same by `tests/laws/recording.py`.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown_server.table import ops, sight
from facedown_server.table.ops import moving, telling, tying, writing
from facedown_server.table.state import MATERIAL, NOWHERE, Card, LastingEffect, State
from facedown_shared.tables import TABLES
from facedown_shared.tables.diff import diff
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import CLASSES, Place
from tests.server.table.laid import put_card

NAMES = ("Sangan", "Mystical Elf", "Monster Reborn", "Number 39: Utopia")
STEPS_COUNT = 30


def table(name: str) -> State:
    """Return a table with cards in every pile and on the field."""
    state = State(TABLES[name])
    for seat in (0, 1):
        ops.tally(state, f"{seat}:life", 8000)
        for zone in ("deck", "hand", "graveyard", "banished"):
            for card in NAMES[:3]:
                put_card(state, card, f"{seat}:{zone}", face_up=zone in ("graveyard", "banished"))
        for slot, card in enumerate(NAMES[:2]):
            put_card(state, card, f"{seat}:{'monster' if name == 'master' else 'weapon'}:{slot}")
    return state


def free_place(state: State, dice: Random) -> Place:
    """Return a pile, or an empty slot."""
    seat, name = dice.choice(list(state.piles))
    zone, pile = state.table.zones[name], state.piles[(seat, name)]
    if zone.slots is None:
        return Place(seat, name)
    empty = [slot for slot, card in enumerate(pile) if card is None]
    return Place(seat, name, dice.choice(empty)) if empty else Place(0, "graveyard")


def step(state: State, dice: Random) -> None:
    """Do one operation, on random cards."""
    lying = [card for card in state.cards if card.place.zone != MATERIAL and card.place != NOWHERE]
    beneath = [card for card in state.cards if card.place.zone == MATERIAL]
    card, other = dice.sample(lying, 2)
    match dice.randrange(16):
        case 0 | 1 | 2:
            moved = dice.choice(beneath) if beneath and dice.random() < 0.3 else card
            if not moved.materials or moved.place.zone != MATERIAL:
                ops.move(state, moved, free_place(state, dice), face_up=dice.random() < 0.5)
        case 3:
            ops.attach(state, card, other, face_up=dice.random() < 0.7)
        case 4:
            ops.add_tie(state, dice.choice([card, *beneath]), other)
        case 5:
            ops.equip(state, card, other)
        case 6:
            ops.counters(state, card, "spell", dice.choice([1, -1]))
        case 7:
            ops.set_values(state, card, {"attack": dice.randrange(5), "negated": dice.random() < 0.5})
        case 8:
            ops.turn_card(state, card, face_up=dice.random() < 0.5, defense_position=True, cause="effect")
        case 9:
            ops.reveal(state, [card], dice.randrange(1, 8))
        case 10:
            ops.conceal(state, [card, other])
        case 11:
            seat, zone = dice.randrange(2), dice.choice(["deck", "hand", "graveyard"])
            pile = state.pile(seat, zone)
            ops.shuffle(state, seat, zone, dice.sample(range(len(pile)), len(pile)))
        case 12:
            ops.expose(state, 0, "deck", sorted(state.pile(0, "deck"), key=lambda one: one.name), 1)
        case 13:
            if None not in (state.card_at(card.place), state.card_at(other.place)):
                ops.exchange(state, (card, other.place), (other, card.place))
        case 14:
            about = tuple((one, one.incarnation, one.handles) for one in (card, other))
            ops.set_lingering_effects(state, (LastingEffect("attack", 0, card.code, 0b111, cards=about),))
        case _:
            ops.life(state, dice.randrange(2), -100, cause="cost")
            ops.gather(state, 0, "graveyard")
            ops.arrange(state, 1, "graveyard", state.pile(1, "graveyard")[-1:])


def check_updates(seed: int, name: str = "master") -> bool:
    """Return whether every View that is updated now and then is what would be built from nothing."""
    dice, state = Random(seed), table(name)
    held = {viewer: sight.view(state, viewer) for viewer in CLASSES}
    since = state.touches
    for _ in range(STEPS_COUNT):
        step(state, dice)
        if dice.random() < 0.5:
            continue
        look, since = sight.Glance(state, since), state.touches
        for viewer in CLASSES:
            old, held[viewer] = held[viewer], sight.renew_view(look, held[viewer])
            built = sight.view(state, viewer)
            if held[viewer] != built or diff(old, built) != diff(old, held[viewer], look.changes[viewer]):
                return False
    return True


@given(st.integers(0, 2**32), st.sampled_from(["master", "fab"]))
def test_a_renewed_view_is_the_view_built_from_nothing(seed: int, name: str) -> None:
    assert check_updates(seed, name)


def test_so_it_is_with_cards_that_were_touched_too_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "MAX_TOUCHED_CARDS", 3)
    assert all(check_updates(seed, name) for seed in range(60) for name in ("master", "fab"))


def test_a_table_that_forgets_touched_cards_and_does_not_say_so_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(writing, "MAX_TOUCHED_CARDS", 3)
    monkeypatch.setattr(State, "forgotten_touches", property(lambda _: 0, _ignore), raising=False)
    assert not all(check_updates(seed) for seed in range(60))


def _ignore(*words: object) -> None:
    """Ignore a note."""


@pytest.mark.parametrize(
    ("module", "note"),
    [
        (moving, "mark_changed"), (moving, "mark_pile_changed"), (telling, "mark_pile_changed"),
        (tying, "mark_changed"), (writing, "mark_changed"), (writing, "mark_pile_changed"),
    ],
)  # fmt: skip
def test_an_operation_that_notes_nothing_is_noticed(
    module: object, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, note, _ignore)
    assert not all(check_updates(seed) for seed in range(60))


def make_table() -> tuple[State, Card, dict[int, View]]:
    """Return a table, one card in its hand 0, and every class's View."""
    state = table("master")
    return state, state.pile(0, "hand")[0], {viewer: sight.view(state, viewer) for viewer in CLASSES}


@pytest.mark.parametrize("viewer", CLASSES)
def test_what_did_not_change_is_the_very_same_object(viewer: int) -> None:
    state, card, views = make_table()
    look, old = sight.Glance(state, state.touches), views[viewer]
    same = sight.renew_view(look, old)
    assert [same.piles is old.piles, same.cards is old.cards, same.facts is old.facts] == [True] * 3
    since = state.touches
    ops.move(state, card, Place(0, "graveyard"))
    new = sight.renew_view(sight.Glance(state, since), old)
    changed = [key for key, pile in new.piles.items() if pile is not old.piles[key]]
    assert changed == ["0:graveyard", "0:hand"]
    assert [row.code for handle, row in new.cards.items() if row is not old.cards.get(handle)] == [card.code]


def test_classes_share_a_row_that_is_alike_for_them() -> None:
    state, card, views = make_table()
    since = state.touches
    ops.move(state, card, Place(0, "monster", 4))
    look = sight.Glance(state, since)
    rows = [sight.renew_view(look, views[viewer]).cards[card.handles[viewer]] for viewer in CLASSES]
    assert rows[0] is rows[1] is rows[2]


def test_cards_that_look_alike_are_one_row() -> None:
    state, card, views = make_table()
    put_card(state, NAMES[0], "0:monster:2", face_up=False)
    put_card(state, NAMES[1], "0:monster:3", face_up=False)
    theirs = sight.view(state, 1)
    backs = [theirs.cards[handle] for handle in theirs.pile(0, "monster").handles[2:4]]
    assert backs[0] is backs[1]
    handle = card.handles[0]
    assert sight.view(state, 0).cards[handle] is views[0].cards[handle], "built again, it is the same row"
