"""Objects: public or private, moving, becoming others, under one another (FAB-3.0.1a to FAB-3.0.14e)."""

from __future__ import annotations

import pytest

from facedown_server.table import ops
from facedown_server.table.sight import redact
from facedown_server.table.state import NOWHERE
from facedown_shared.manual.menus import MenuOffer, card_menu
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, SHARED_SEAT_INDEX, Place, Seat
from facedown_shared.text.errors import Code
from tests.rules import rule
from tests.server.games.manual.flesh_and_blood.table import (  # fmt: skip
    ALLY,
    ARMS,
    ATTACK,
    AURA,
    BLUE,
    CHEST,
    HAMMER,
    HEAD,
    HERO,
    INSTANT,
    ITEM,
    LEGS,
    STRONG,
    FabTable,
)
from tests.server.games.manual.manual_table import expect_needs_effect, refusal_rule


def menu_line(table: FabTable, name: str, title: str) -> MenuOffer:
    """Return a line of a card's menu."""
    lines = card_menu(table.view(0), table.card(name).handles[0])
    return next(line for line in lines if line.title == title)


OUTSIDE = ("arsenal", "banished", "deck", "graveyard", "hand", "pitch")
SOMEWHERE = {
    **dict.fromkeys(OUTSIDE, ATTACK), "arms": ARMS, "chest": CHEST, "head": HEAD, "legs": LEGS, "hero": HERO,
    "combat_chain": ATTACK, "permanent": AURA, "weapon": HAMMER,
}  # fmt: skip
"""A card that may be in the zone, for every zone but the stack."""
BY_DEFAULT = {"graveyard": True, "banished": True, "pitch": True, "arsenal": False, "hand": False}


@rule("FAB-3.0.1a")
def test_an_empty_zone_is_still_there() -> None:
    table = FabTable()
    arms = table.put_card(ARMS, "0:arms:0")
    table.do("move", arms, to="0:banished")
    assert table.zones("arms") == 1
    assert table.at("0:arms:0") == ""
    assert table.view(1).pile(0, "arms").handles == (0,)


@pytest.mark.parametrize("seat", [0, 1])
@rule("FAB-3.0.2-N", "FAB-3.0.13")
def test_a_zone_named_without_an_owner_is_ones_own(seat: Seat) -> None:
    table = FabTable()
    card = table.put_card(ATTACK, f"{seat}:hand")
    lines = {line.title: line for line in card_menu(table.view(seat), card.handles[seat])}
    for title, zone in (
        ("Pitch", "pitch"),
        ("To the graveyard", "graveyard"),
        ("Into the arsenal", "arsenal"),
    ):
        assert {(place.seat, place.zone) for place in lines[title].places} == {(seat, zone)}
    table.do("pitch", card, by=seat)
    assert table.names(f"{seat}:pitch") == [ATTACK]


@rule("FAB-3.0.3", "FAB-3.0.4")
def test_an_object_is_public_or_private_as_its_zone_makes_it() -> None:
    for zone, public in BY_DEFAULT.items():
        table = FabTable()
        card = table.put_card(BLUE, "-:stack")
        table.do("move", card, to=f"0:{zone}")
        assert table.public(card) is public


@rule("FAB-3.0.3a", "VIS-F02", "VIS-F05")
@pytest.mark.parametrize("zone", ["banished", "arsenal"])
def test_its_owner_looks_at_a_private_object(zone: str) -> None:
    table = FabTable(hand=[BLUE])
    card = table.card(BLUE)
    table.do("move", card, to=f"0:{zone}", position="down")
    assert table.knows(0, card)
    assert not table.knows(1, card)
    assert not table.knows(PUBLIC_CLASS_INDEX, card)


@pytest.mark.parametrize("zone", ["permanent", "combat_chain", "stack"])
@rule("VIS-F03", "GAP-F3", "CF-40")
def test_in_a_shared_zone_only_the_objects_owner_looks(zone: str) -> None:
    table = FabTable()
    card = table.put_card(AURA, "-:permanent", "down", owner=1, by=0)
    ops.place_card(table.state, card, Place(SHARED_SEAT_INDEX, zone), face_up=False)
    ops.mark(table.state, card, controller=0)
    assert (card.controller, card.zone) == (0, zone)
    assert all(card.handles[viewer] in table.view(viewer).cards for viewer in (0, PUBLIC_CLASS_INDEX)), (
        "seen as a back"
    )
    assert table.knows(1, card)
    assert not table.knows(0, card)
    assert not table.knows(PUBLIC_CLASS_INDEX, card)


@rule("FAB-3.0.3a")
def test_the_owner_of_a_zone_looks_at_what_lies_in_it() -> None:
    table = FabTable()
    card = table.put_card(HEAD, "0:head:0", "down", owner=1)
    assert table.knows(0, card)
    assert table.knows(1, card)
    assert not table.knows(PUBLIC_CLASS_INDEX, card)


@rule("FAB-3.0.4a", "FAB-3.0.4b", "VIS-F09")
def test_pitching_shows_a_card_and_drawing_does_not() -> None:
    table = FabTable(hand=[BLUE], deck=[ATTACK])
    assert not table.knows(1, table.card(BLUE))
    table.do("pitch", BLUE).do("draw")
    assert table.card(BLUE).zone == "pitch"
    assert [table.knows(viewer, table.card(BLUE)) for viewer in (0, 1, PUBLIC_CLASS_INDEX)] == [
        True,
        True,
        True,
    ]
    assert table.public(table.card(BLUE))
    assert table.knows(0, table.card(ATTACK))
    assert not table.knows(1, table.card(ATTACK))


@rule("FAB-3.0.4c", "FAB-3.0.4d", "VIS-F06")
def test_a_face_holds_until_something_changes_it() -> None:
    table = FabTable(hand=[BLUE, ATTACK])
    table.do("move", BLUE, to="0:banished", position="down").do("move", ATTACK, to="0:arsenal", position="up")
    table.do("turn").do("turn", by=1)
    assert not table.knows(1, table.card(BLUE))
    assert table.public(table.card(ATTACK))


@rule("FAB-3.0.4e", "FAB-3.0.4e-X", "VIS-F17")
def test_a_face_down_banished_card_is_not_played() -> None:
    table = FabTable()
    down, up = table.put_card(ATTACK, "0:banished", "down"), table.put_card(BLUE, "0:banished", "up")
    titles = [line.title for line in card_menu(table.view(0), up.handles[0])]
    assert "Play" in titles, "face-up it is offered, if an effect lets it be played from there"
    sentence = expect_needs_effect(lambda said: table.do("activate", down, to="-:stack", effect=said))
    assert "effect" in sentence
    hidden = table.put_card(INSTANT, "0:banished", "down")
    assert "private" in refusal_rule(Code.NEEDS_EFFECT, lambda: table.do("activate", hidden))


@rule("FAB-3.0.5", "FAB-3.0.5b", "FAB-3.1.2a")
def test_the_arena_is_what_lies_in_its_zones_and_no_sub_card() -> None:
    table = FabTable(hand=[ATTACK])
    hero = table.card(HERO)
    table.do("attach", ATTACK, others=[hero])
    soul = table.card(ATTACK)
    arena = table.state.table.zones_tagged("arena")
    assert hero.zone in arena
    assert hero.is_on_field
    assert soul.zone not in arena
    assert not soul.is_on_field
    assert not set(OUTSIDE) & set(arena)
    assert "stack" not in arena


@rule("FAB-3.0.5a", "FAB-3.1.2")
def test_into_the_arena_is_into_the_permanents() -> None:
    table = FabTable(hand=[AURA])
    line = menu_line(table, AURA, "Into the arena")
    assert line.places == (Place(SHARED_SEAT_INDEX, "permanent"),)
    table.send(line.gesture)
    assert table.names("-:permanent") == [AURA]
    assert table.token().zone == "permanent", "no zone named"


@rule("FAB-3.0.6")
def test_no_place_of_the_table_has_neighbours() -> None:
    rows = FabTable().state.table
    assert not rows.columns
    assert not rows.points


@rule("FAB-3.0.7")
def test_an_object_is_in_one_zone_at_every_moment() -> None:
    table = FabTable(hand=[ATTACK])
    card = table.card(ATTACK)
    for place in ("-:stack", "-:combat_chain", "0:graveyard", "0:banished", "0:hand", "0:arsenal"):
        table.do("move", card, to=place, effect=True)
        lying = [pile for pile in table.state.piles.values() if card in pile]
        assert len(lying) == 1
        assert card.place != NOWHERE


@rule("FAB-3.0.7a", "FAB-3.0.7a-X")
def test_a_moved_object_is_judged_as_it_left() -> None:
    table = FabTable()
    ally = table.put_card(ALLY, "-:permanent")
    table.do("counter", ally, text="power", amount=2).do("move", ally, to="0:banished")
    moved = table.told[-1]
    assert moved.kind == "move"
    assert moved.before is not None
    assert (moved.before.attack, moved.before.counters, moved.before.face_up) == (2, (("power", 2),), True)
    table.do("counter", ally, text="power", amount=6)
    assert moved.before.counters == (("power", 2),), "what it is there does not count"
    hidden = table.put_card(STRONG, "0:banished", "down")
    table.do("move", hidden, to="0:hand")
    for viewer in (1, PUBLIC_CLASS_INDEX):
        seen = redact(table.told[-1], viewer)
        assert seen is not None
        assert (seen.code, table.told[-1].readers & 0b110) == (0, 0), "private: no properties to judge by"


@rule("FAB-3.0.7a-X2", "FAB-3.0.8-X2", "VIS-F15")
def test_a_card_banished_face_down_out_of_a_hand_is_never_shown() -> None:
    table = FabTable(hand=[STRONG])
    card = table.card(STRONG)
    table.do("move", card, to="0:banished", position="down")
    assert all(told.readers & 0b110 == 0 for told in table.told if told.card is card)
    assert [told.kind for told in table.told if told.card is card] == ["move"]


@rule("FAB-3.0.7b", "FAB-3.0.7b-X", "VIS-L20")
def test_into_the_zone_it_lies_in_only_its_face_changes() -> None:
    table = FabTable()
    card = table.put_card(STRONG, "0:banished", "down")
    before, handle = card.incarnation, card.handles[0]
    table.do("move", card, to="0:banished", position="up")
    assert [told.kind for told in table.told] == ["flip"]
    assert table.public(card)
    assert (card.incarnation, card.handles[0]) == (before, handle), "the same object"
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("move", card, to="0:banished", position="up"))
    table.do("move", card, to="0:banished", position="down")
    assert card.incarnation > before, "turned private it is another"
    assert card.handles[0] != handle


@rule("FAB-3.0.8", "FAB-3.0.8-X", "VIS-F13")
def test_what_will_be_public_is_so_before_it_moves() -> None:
    table = FabTable(deck=[ATTACK])
    card = table.card(ATTACK)
    table.do("mill", to="0:arsenal", position="up", amount=1)
    assert [told.kind for told in table.told if told.card is card] == ["reveal", "move"]
    assert all(told.readers == 0b111 for told in table.told if told.card is card), "by name, before it moves"
    assert card.zone == "arsenal"
    assert table.public(card)


@rule("FAB-3.0.8", "VIS-F14")
def test_what_will_be_private_is_so_before_it_moves() -> None:
    table = FabTable()
    card = table.put_card(BLUE, "0:graveyard")
    table.do("move", card, to="0:hand")
    assert [told.kind for told in table.told if told.card is card] == ["face_down", "move"]
    for viewer in (1, PUBLIC_CLASS_INDEX):
        assert not table.knows(viewer, card)
        moved = redact(table.told[-1], viewer)
        assert moved.code == 0, "private before it moves"
    assert table.knows(0, card)


@rule("FAB-3.0.8a", "FAB-3.0.8a-X", "VIS-F16")
def test_a_discard_that_is_replaced_was_seen_once() -> None:
    table = FabTable(hand=[STRONG])
    card = table.card(STRONG)
    table.do("move", card, to="0:deck", position="shown")
    shown, moved = [told for told in table.told if told.card is card]
    assert (shown.kind, shown.readers) == ("reveal", 0b111)
    assert moved.readers & 0b110 == 0
    assert card.handles == (0, 0, 0)
    assert table.names("0:deck")[-1] == STRONG


@pytest.mark.parametrize("zone", OUTSIDE)
@rule("FAB-3.0.9", "FAB-3.0.9-X", "VIS-L15")
def test_what_leaves_arena_and_stack_becomes_another_object(zone: str) -> None:
    table = FabTable()
    card = table.put_card(ITEM, "-:permanent")
    table.do("counter", card, text="go again", amount=1)
    life, handles = card.incarnation, card.handles
    table.do("move", card, to=f"0:{zone}")
    assert card.incarnation > life
    assert card.counters == {}
    assert not {handle for handle in card.handles if handle} & set(handles)


@pytest.mark.parametrize("zone", sorted(SOMEWHERE))
@rule("FAB-3.0.5", "FAB-3.0.5b", "FAB-3.0.9")
def test_in_the_arena_a_card_stays_the_object_it_was_and_elsewhere_becomes_another(zone: str) -> None:
    """It is moved from the stack to each zone: to the eight of the arena as itself, to others as a new
    object.
    """
    table = FabTable()
    hero = table.state.card_at(Place(0, "hero", 0))
    assert hero is not None
    table.do("move", hero, to="0:banished", effect=True)
    card = table.put_card(SOMEWHERE[zone], "-:stack", by=0)
    life = card.incarnation
    shared = zone in ("permanent", "combat_chain")
    table.do("move", card, to=f"-:{zone}" if shared else f"0:{zone}", effect=True)
    assert card.zone == zone
    assert card.is_on_field is (zone not in OUTSIDE)
    assert (card.incarnation == life) is (zone not in OUTSIDE)


@rule("FAB-3.0.9", "VIS-L16")
def test_onto_the_stack_and_into_the_arena_it_stays_the_same() -> None:
    table = FabTable()
    card = table.put_card(ITEM, "0:arsenal", "up")
    life, handles = card.incarnation, card.handles
    table.do("activate", card, to="-:stack").do("resolve", card)
    assert card.zone == "permanent"
    assert (card.incarnation, card.handles) == (life, handles)


@pytest.mark.parametrize("position", ["up", "down"])
@rule("FAB-3.0.9a", "FAB-3.0.9a-X", "VIS-L17")
def test_an_ability_refers_to_the_new_object_until_that_moves_or_turns_private(position: str) -> None:
    table = FabTable()
    card, hero = table.put_card(ALLY, "-:permanent"), table.card(HERO)
    table.do("move", card, to="0:banished").do("activate", hero, others=[card])
    layer = table.state.cards[-1]
    assert layer.zone == "stack"
    assert layer.targets == (hero, card)
    table.do("move", card, to="0:graveyard" if position == "up" else "0:banished", position=position)
    assert table.public(card) is (position == "up")
    assert list(layer.targets) == [hero], "the reference is lost"
    table.do("resolve", layer)
    assert layer.place == NOWHERE


@rule("FAB-3.0.9b", "FAB-3.0.9b-X")
def test_what_an_effect_moved_it_can_change() -> None:
    table = FabTable(hand=[ATTACK])
    card = table.card(ATTACK)
    table.do("move", card, to="0:arsenal", position="up").do("counter", card, text="power", amount=1)
    assert card.counters == {"power": 1}
    assert table.view(1).cards[card.handles[1]].counters == {"power": 1}
    table.do("position", card, position="down").do("position", card, position="up")
    assert card.counters == {}, "turned private it is another object"


@rule("FAB-3.0.9c", "FAB-3.0.9c-X", "VIS-L18")
def test_the_record_says_where_an_object_came_from() -> None:
    table = FabTable(hand=[ATTACK], deck=[STRONG])
    table.do("move", ATTACK, to="0:banished").do("mill", to="0:banished", position="up", amount=1)
    assert "from_hand" in table.card(ATTACK).memory
    assert "from_hand" not in table.card(STRONG).memory
    assert "from_deck" in table.card(STRONG).memory
    hidden = table.put_card(BLUE, "0:hand")
    table.do("move", hidden, to="0:banished", position="down")
    assert "from_hand" in hidden.memory, "kept, though it is private"
    for viewer in (1, PUBLIC_CLASS_INDEX):
        seen = redact(table.told[-1], viewer)
        assert seen is not None
        assert (seen.code, seen.was, seen.card) == (0, 0, 0), "and told to nobody who did not see it"
