"""Every way the State can change, checked in the State itself: what moves, stays linked, is forgotten."""

from __future__ import annotations

import pytest

from facedown_server.table import ops
from facedown_shared.tables.zones import Place
from tests.rules import rule
from tests.server.table.laid import MONSTER, SPELL, XYZ, put_card, table


@rule("YGO-FLD-01", "CLS-MAT-01")
def test_a_card_is_in_exactly_one_place() -> None:
    state = table()
    card = put_card(state, MONSTER, "0:hand", face_up=False)
    ops.move(state, card, Place(0, "monster", 2))
    places = [
        (key, slot) for key, pile in state.piles.items() for slot, one in enumerate(pile) if one is card
    ]
    assert places == [((0, "monster"), 2)]
    assert str(card.place) == "0:monster:2"


@rule("YGO-FLD-07", "YGO-MMZ-02")
def test_a_zone_holds_one_card() -> None:
    state = table()
    put_card(state, MONSTER, "0:monster:2")
    with pytest.raises(RuntimeError, match="already holds"):
        ops.move(state, put_card(state, MONSTER, "0:hand"), Place(0, "monster", 2))


@rule("YGO-MOVE-53")
def test_a_card_goes_on_top_of_the_deck_or_to_its_bottom() -> None:
    state = table()
    for name in ("Feral Imp", "Silver Fang"):
        put_card(state, name, "0:deck", face_up=False)
    ops.move(state, put_card(state, MONSTER, "0:hand"), Place(0, "deck"), face_up=False)
    ops.move(state, put_card(state, SPELL, "0:hand"), Place(0, "deck"), face_up=False, bottom=True)
    assert [card.name for card in state.pile(0, "deck")] == [MONSTER, "Feral Imp", "Silver Fang", SPELL]


@rule("GAP-50", "YGO-CTR-03")
def test_counters_and_equips_stay_with_a_change_of_control_and_end_off_the_field() -> None:
    state = table()
    monster, axe = (
        put_card(state, MONSTER, "0:monster:0"),
        put_card(state, "Axe of Despair", "0:spell_trap:0"),
    )
    ops.equip(state, axe, monster)
    ops.counters(state, monster, "spell", 2)
    life, known = monster.incarnation, monster.handles
    ops.move(state, monster, Place(1, "monster", 0), controller=1)
    assert (monster.counters, axe.equipped_to, monster.incarnation) == ({"spell": 2}, monster, life)
    assert monster.handles == known, "everybody follows it to the other side"
    ops.move(state, monster, Place(0, "graveyard"), controller=0)
    assert (monster.counters, axe.equipped_to, monster.incarnation) == ({}, None, life + 1)
    assert monster.handles == known, "everybody has seen where it went"
    ops.move(state, monster, Place(0, "hand"), face_up=False)
    assert monster.handles[1:] == (0, 0), "in the hand only its owner can tell it from the others"


@rule("YGO-CTR-02", "YGO-CTR-01")
def test_counters_of_two_kinds_are_counted_apart_and_never_below_none() -> None:
    state = table()
    card = put_card(state, MONSTER, "0:monster:0")
    ops.counters(state, card, "spell", 2)
    ops.counters(state, card, "venom", 1)
    ops.counters(state, card, "venom", -5)
    assert card.counters == {"spell": 2}


def test_what_one_card_gets_no_other_card_has() -> None:
    state = table()
    card, other = put_card(state, MONSTER, "0:monster:0"), put_card(state, MONSTER, "0:monster:1")
    for one in (card, other):
        ops.counters(state, one, "spell", 1)
        ops.counters(state, one, "spell", -1)
    ops.counters(state, card, "venom", 1)
    ops.store_note(state, card, "stays", True)
    assert (card.counters, card.memory) == ({"venom": 1}, {"stays": True})
    ops.move(state, card, Place(0, "graveyard"))
    for one in (card, other, put_card(state, MONSTER, "0:monster:2")):
        assert (one.counters, one.memory) == ({}, {}), "cards with nothing share the same nothing"


@rule("YGO-CTR-03", "CF-41")
def test_turned_face_down_a_card_is_the_same_card_without_counters() -> None:
    state = table()
    card = put_card(state, MONSTER, "0:monster:0")
    ops.counters(state, card, "spell", 1)
    life = card.incarnation
    ops.turn_card(state, card, face_up=False, defense_position=True, cause="effect")
    assert (card.counters, card.incarnation) == ({}, life)


@rule("YGO-XYZ-01", "YGO-XYZ-09", "YGO-MOVE-25")
def test_a_material_is_off_the_field() -> None:
    state = table()
    bearer, material = put_card(state, XYZ, "0:monster:0"), put_card(state, MONSTER, "0:monster:1")
    ops.attach(state, material, bearer)
    assert bearer.materials == (material,)
    assert not material.is_on_field
    assert list(state.field_cards()) == [bearer]


@rule("YGO-XYZ-04", "YGO-XYZ-07")
def test_a_detached_material_leaves_its_bearer_standing() -> None:
    state = table()
    bearer, material = put_card(state, XYZ, "0:monster:0"), put_card(state, MONSTER, "0:monster:1")
    ops.attach(state, material, bearer)
    ops.move(state, material, Place(0, "graveyard"), controller=0)
    assert bearer.materials == ()
    assert bearer.is_on_field
    assert state.pile(0, "graveyard") == [material]


@rule("YGO-TOK-11")
def test_a_token_that_vanishes_lies_nowhere() -> None:
    state = table()
    token = put_card(state, "Sheep Token", "0:monster:0", token=True)
    ops.vanish(state, token)
    assert all(token not in pile for pile in state.piles.values())


@rule("GAP-16")
def test_life_stops_at_nothing() -> None:
    state = table()
    ops.tally(state, "0:life", 300)
    ops.life(state, 0, -800, cause="effect damage")
    assert state.life(0) == 0


@rule("GAP-22")
def test_a_shuffle_gives_every_card_a_new_life() -> None:
    state = table()
    cards = [put_card(state, name, "0:deck", face_up=False) for name in (MONSTER, SPELL)]
    lives = [card.incarnation for card in cards]
    ops.shuffle(state, 0, "deck", [1, 0])
    assert state.pile(0, "deck") == cards[::-1]
    assert [card.incarnation for card in cards] == [life + 1 for life in lives]


def test_equal_operations_give_equal_digests_and_another_gives_another() -> None:
    digests = []
    for slot in (0, 0, 1):
        state = table()
        ops.move(state, put_card(state, MONSTER, "0:hand"), Place(0, "monster", slot))
        digests.append(state.digest())
    assert digests[0] == digests[1] != digests[2]


@rule("GAP-15")
def test_what_happens_at_once_shares_a_moment() -> None:
    state = table()
    one, other = put_card(state, MONSTER, "0:monster:0"), put_card(state, MONSTER, "0:monster:1")
    for card in (one, other):
        ops.move(state, card, Place(0, "graveyard"), controller=0)
    ops.next_moment(state)
    ops.life(state, 0, -100, cause="cost")
    first, second, third = ops.take_events(state)
    assert first.moment == second.moment != third.moment
    assert ops.take_events(state) == ()
