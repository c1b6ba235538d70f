"""Objects: public or private, moving, becoming others, under one another (FAB-3.0.1a to FAB-3.0.14e)."""

from __future__ import annotations

import pytest

from server.table.state import NOWHERE
from shared.byhand.menus import Offered, card_menu
from shared.errors import Code
from shared.zones import PUBLIC, SHARED, Place
from tests.rules import rule
from tests.server.free.byhand import needs_effect, refused
from tests.server.free.flesh_and_blood.table import (
    ALLY,
    ARMS,
    ATTACK,
    AURA,
    BLUE,
    HEAD,
    HERO,
    INSTANT,
    ITEM,
    REACTION,
    STRONG,
    Fab,
)  # fmt: skip


def offered(table: Fab, name: str, title: str) -> Offered:
    """A line of a card's menu."""
    lines = card_menu(table.view(0), table.card(name).handles[0])
    return next(line for line in lines if line.title == title)


OUTSIDE = ("arsenal", "banished", "deck", "graveyard", "hand", "pitch")
BY_DEFAULT = {"graveyard": True, "banished": True, "pitch": True, "arsenal": False, "hand": False}


@rule("FAB-3.0.1a")
def test_an_empty_zone_is_still_there() -> None:
    table = Fab()
    arms = table.lay(ARMS, "0:arms:0")
    table.do("move", arms, to="0:banished")
    assert table.zones("arms") == 1
    assert table.at("0:arms:0") == ""
    assert table.view(1).pile(0, "arms").handles == (0,)


@rule("FAB-3.0.2-N", "FAB-3.0.13")
def test_a_zone_named_without_an_owner_is_ones_own() -> None:
    table = Fab(hand=[ATTACK])
    lines = {line.title: line for line in card_menu(table.view(0), table.card(ATTACK).handles[0])}
    for title, zone in (
        ("Pitch", "pitch"),
        ("To the graveyard", "graveyard"),
        ("Into the arsenal", "arsenal"),
    ):
        assert {(place.seat, place.zone) for place in lines[title].places} == {(0, zone)}


@rule("FAB-3.0.3", "FAB-3.0.4")
def test_an_object_is_public_or_private_as_its_zone_makes_it() -> None:
    for zone, public in BY_DEFAULT.items():
        table = Fab()
        card = table.lay(BLUE, "-:stack")
        table.do("move", card, to=f"0:{zone}")
        assert table.public(card) is public


@rule("FAB-3.0.3a", "VIS-F02", "VIS-F05")
@pytest.mark.parametrize("zone", ["banished", "arsenal"])
def test_its_owner_looks_at_a_private_object(zone: str) -> None:
    table = Fab(hand=[BLUE])
    card = table.card(BLUE)
    table.do("move", card, to=f"0:{zone}", position="down")
    assert table.knows(0, card)
    assert not table.knows(1, card)
    assert not table.knows(PUBLIC, card)


@rule("VIS-F03", "GAP-F3", "CF-40")
def test_in_a_shared_zone_only_the_objects_owner_looks() -> None:
    table = Fab()
    card = table.lay(AURA, "-:permanent", "down", owner=1, by=0)
    assert card.controller == 0
    assert table.knows(1, card)
    assert not table.knows(0, card)
    assert not table.knows(PUBLIC, card)


@rule("FAB-3.0.3a", "FAB-3.2.1")
def test_the_owner_of_a_zone_looks_at_what_lies_in_it() -> None:
    table = Fab()
    card = table.lay(HEAD, "0:head:0", "down", owner=1)
    assert table.knows(0, card)
    assert table.knows(1, card)
    assert not table.knows(PUBLIC, card)


@rule("FAB-3.0.4a", "FAB-3.0.4b", "VIS-F09")
def test_pitching_shows_a_card_and_drawing_does_not() -> None:
    table = Fab(hand=[BLUE], deck=[ATTACK])
    table.do("pitch", BLUE).do("draw")
    assert table.public(table.card(BLUE))
    assert table.knows(0, table.card(ATTACK))
    assert not table.knows(1, table.card(ATTACK))


@rule("FAB-3.0.4c", "FAB-3.0.4d", "VIS-F06")
def test_a_face_holds_until_something_changes_it() -> None:
    table = Fab(hand=[BLUE, ATTACK])
    table.do("move", BLUE, to="0:banished", position="down").do("move", ATTACK, to="0:arsenal", position="up")
    table.do("turn").do("turn", by=1)
    assert not table.knows(1, table.card(BLUE))
    assert table.public(table.card(ATTACK))


@rule("FAB-3.0.4e", "FAB-3.0.4e-X", "VIS-F17")
def test_a_face_down_banished_card_is_not_played() -> None:
    table = Fab()
    down, up = table.lay(ATTACK, "0:banished", "down"), table.lay(BLUE, "0:banished", "up")
    titles = [line.title for line in card_menu(table.view(0), up.handles[0])]
    assert "Play" in titles, "face-up it is offered, if an effect lets it be played from there"
    sentence = needs_effect(lambda said: table.do("activate", down, to="-:stack", effect=said))
    assert "effect" in sentence
    hidden = table.lay(INSTANT, "0:banished", "down")
    assert "private" in refused(Code.NEEDS_EFFECT, lambda: table.do("activate", hidden))


@rule("FAB-3.0.5", "FAB-3.0.5b", "FAB-3.1.2a")
def test_the_arena_is_what_lies_in_its_zones_and_no_sub_card() -> None:
    table = Fab(hand=[ATTACK])
    hero = table.card(HERO)
    table.do("attach", ATTACK, others=[hero])
    soul = table.card(ATTACK)
    arena = table.state.table.tagged("arena")
    assert hero.zone in arena
    assert soul.zone not in arena
    assert not soul.on_field
    assert not set(OUTSIDE) & set(arena)
    assert "stack" not in arena


@rule("FAB-3.0.5a", "FAB-3.1.2")
def test_into_the_arena_is_into_the_permanents() -> None:
    table = Fab(hand=[AURA])
    line = offered(table, AURA, "Into the arena")
    assert line.places == (Place(SHARED, "permanent"),)
    table.send(line.gesture)
    assert table.names("-:permanent") == [AURA]
    assert table.token().zone == "permanent", "no zone named"


@rule("FAB-3.0.6")
def test_no_place_of_the_table_has_neighbours() -> None:
    rows = Fab().state.table
    assert not rows.columns
    assert not rows.points


@rule("FAB-3.0.7")
def test_an_object_is_in_one_zone_at_every_moment() -> None:
    table = Fab(hand=[ATTACK])
    card = table.card(ATTACK)
    for place in ("-:stack", "-:combat_chain", "0:graveyard", "0:banished", "0:hand", "0:arsenal"):
        table.do("move", card, to=place, effect=True)
        lying = [pile for pile in table.state.piles.values() if card in pile]
        assert len(lying) == 1
        assert card.place != NOWHERE


@rule("FAB-3.0.7a", "FAB-3.0.7a-X")
def test_a_moved_object_is_judged_as_it_left() -> None:
    table = Fab()
    ally = table.lay(ALLY, "-:permanent")
    table.do("counter", ally, text="power", amount=2).do("move", ally, to="0:banished")
    moved = table.told[-1]
    assert moved.kind == "move"
    assert moved.before is not None
    assert (moved.before.attack, moved.before.counters, moved.before.face_up) == (2, (("power", 2),), True)
    table.do("counter", ally, text="power", amount=6)
    assert moved.before.counters == (("power", 2),), "what it is there does not count"


@rule("FAB-3.0.7a-X2", "FAB-3.0.8-X2", "VIS-F15")
def test_a_card_banished_face_down_out_of_a_hand_is_never_shown() -> None:
    table = Fab(hand=[STRONG])
    card = table.card(STRONG)
    table.do("move", card, to="0:banished", position="down")
    assert all(told.readers & 0b110 == 0 for told in table.told if told.card is card)
    assert [told.kind for told in table.told if told.card is card] == ["move"]


@rule("FAB-3.0.7b", "FAB-3.0.7b-X", "VIS-L20")
def test_into_the_zone_it_lies_in_only_its_face_changes() -> None:
    table = Fab()
    card = table.lay(STRONG, "0:banished", "down")
    before, handle = card.incarnation, card.handles[0]
    table.do("move", card, to="0:banished", position="up")
    assert [told.kind for told in table.told] == ["flip"]
    assert table.public(card)
    assert (card.incarnation, card.handles[0]) == (before, handle), "the same object"
    refused(Code.AGAINST_RULES, lambda: table.do("move", card, to="0:banished", position="up"))
    table.do("move", card, to="0:banished", position="down")
    assert card.incarnation > before, "turned private it is another"
    assert card.handles[0] != handle


@rule("FAB-3.0.8", "FAB-3.0.8-X", "VIS-F13")
def test_what_will_be_public_is_so_before_it_moves() -> None:
    table = Fab(deck=[ATTACK])
    card = table.card(ATTACK)
    table.do("mill", to="0:arsenal", position="up", amount=1)
    assert [told.kind for told in table.told if told.card is card] == ["reveal", "move"]
    assert card.zone == "arsenal"
    assert table.public(card)


@rule("FAB-3.0.8", "VIS-F14")
def test_what_will_be_private_is_so_before_it_moves() -> None:
    table = Fab()
    card = table.lay(BLUE, "0:graveyard")
    table.do("move", card, to="0:hand")
    assert [told.kind for told in table.told if told.card is card] == ["face_down", "move"]
    assert not table.knows(1, card)


@rule("FAB-3.0.8a", "FAB-3.0.8a-X", "VIS-F16")
def test_a_discard_that_is_replaced_was_seen_once() -> None:
    table = Fab(hand=[STRONG])
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
    table = Fab()
    card = table.lay(ITEM, "-:permanent")
    table.do("counter", card, text="go again", amount=1)
    life, handles = card.incarnation, card.handles
    table.do("move", card, to=f"0:{zone}")
    assert card.incarnation > life
    assert card.counters == {}
    assert not {handle for handle in card.handles if handle} & set(handles)


@rule("FAB-3.0.9", "VIS-L16", "VIS-L17")
def test_onto_the_stack_and_into_the_arena_it_stays_the_same() -> None:
    table = Fab()
    card = table.lay(ITEM, "0:arsenal", "up")
    life, handles = card.incarnation, card.handles
    table.do("activate", card, to="-:stack").do("resolve", card)
    assert card.zone == "permanent"
    assert (card.incarnation, card.handles) == (life, handles)


@rule("FAB-3.0.9a", "FAB-3.0.9a-X")
def test_an_ability_refers_to_the_new_object_until_that_moves() -> None:
    table = Fab()
    card, hero = table.lay(ALLY, "-:permanent"), table.card(HERO)
    table.do("clear", card).do("activate", hero, others=[card])
    layer = table.state.cards[-1]
    assert layer.zone == "stack"
    assert layer.targets == [hero, card]
    table.do("move", card, to="0:banished")
    assert layer.targets == [hero], "the reference is lost"
    table.do("resolve", layer)
    assert layer.place == NOWHERE


@rule("FAB-3.0.9b", "FAB-3.0.9b-X")
def test_what_an_effect_moved_it_can_change() -> None:
    table = Fab(hand=[ATTACK])
    card = table.card(ATTACK)
    table.do("move", card, to="0:arsenal", position="up").do("counter", card, text="power", amount=1)
    assert card.counters == {"power": 1}
    assert table.view(1).cards[card.handles[1]].counters == {"power": 1}


@rule("FAB-3.0.9c", "FAB-3.0.9c-X", "VIS-L18")
def test_the_record_says_where_an_object_came_from() -> None:
    table = Fab(hand=[ATTACK], deck=[STRONG])
    table.do("move", ATTACK, to="0:banished").do("mill", to="0:banished", position="up", amount=1)
    assert "from_hand" in table.card(ATTACK).memory
    assert "from_hand" not in table.card(STRONG).memory
    assert "from_deck" in table.card(STRONG).memory


@rule("FAB-3.0.10", "FAB-3.0.10a")
def test_a_second_arsenal_is_one_like_the_first_and_the_owner_chooses() -> None:
    table = Fab(hand=[ATTACK])
    table.do("zone", text="arsenal +1")
    assert table.zones("arsenal") == 2
    assert table.view(1).pile(0, "arsenal").handles == (0, 0)
    line = offered(table, ATTACK, "Into the arsenal")
    assert line.places == (Place(0, "arsenal", 0), Place(0, "arsenal", 1))
    assert "place" in line.needs
    table.do("move", ATTACK, to="0:arsenal:1")
    assert not table.knows(1, table.card(ATTACK))
    refused(Code.AGAINST_RULES, lambda: table.do("zone", text="arsenal +1"))


@rule("FAB-3.0.10b", "GAP-F9")
def test_the_only_zone_of_a_type_goes_with_its_card_cleared() -> None:
    table = Fab()
    card = table.lay(ATTACK, "0:arsenal")
    table.do("zone", text="arsenal -1")
    assert table.zones("arsenal") == 0
    assert table.names("0:graveyard") == [ATTACK]
    assert [told.kind for told in table.told if told.card is card] == ["reveal", "move"], (
        "shown before it goes"
    )


@rule("FAB-3.0.10c")
def test_of_several_zones_an_empty_one_goes_or_the_chosen_one() -> None:
    table = Fab()
    table.do("zone", text="arsenal +1")
    table.lay(ATTACK, "0:arsenal:1")
    table.do("zone", text="arsenal -1")
    assert (table.zones("arsenal"), table.at("0:arsenal:0")) == (1, ATTACK)
    table.do("zone", text="arsenal +1")
    table.lay(BLUE, "0:arsenal:1")
    refused(Code.NOT_OFFERED, lambda: table.do("zone", text="arsenal -1"))
    table.do("zone", text="arsenal -1", to="0:arsenal:0")
    assert table.at("0:arsenal:0") == BLUE
    assert table.names("0:graveyard") == [ATTACK]


@rule("FAB-3.0.11", "CF-45")
def test_to_a_missing_zone_an_effect_fails_and_a_rule_clears() -> None:
    table = Fab(hand=[ATTACK, STRONG])
    table.do("zone", text="arsenal -1")
    refused(Code.AGAINST_RULES, lambda: table.do("move", STRONG, to="0:arsenal", effect=True))
    assert table.card(STRONG).zone == "hand"
    head = table.lay(HEAD, "0:head:0")
    table.do("attack", ATTACK, to="-:combat_chain").do("defend", head).do("zone", text="head -1")
    table.do("close_chain")
    assert HEAD in table.names("0:graveyard"), "nowhere to go home to"


@rule("FAB-3.0.11-X", "FAB-3.7.2", "FAB-3.0.12a")
def test_a_token_ceases_before_it_reaches_a_deck() -> None:
    table = Fab()
    ember, before = table.token(), table.names("0:deck")
    table.do("move", ember, to="0:deck", position="bottom")
    assert ember.place == NOWHERE
    assert table.names("0:deck") == before


@rule("FAB-3.0.12", "FAB-3.0.12a")
def test_clearing_sends_cards_to_their_owner_and_ends_all_else() -> None:
    table = Fab()
    theirs, ember = table.lay(AURA, "-:permanent", owner=1, by=0), table.token()
    table.do("activate", table.card(HERO))
    layer = table.state.cards[-1]
    table.do("clear", theirs, ember, layer)
    assert table.names("1:graveyard") == [AURA]
    assert table.count("0:graveyard") == 0
    assert ember.place == layer.place == NOWHERE


@rule("FAB-3.0.14", "FAB-3.0.14a", "GAP-F4")
def test_a_card_lies_under_another_only_if_somebody_puts_it_there() -> None:
    table = Fab(hand=[ATTACK, BLUE])
    aura, ally = table.lay(AURA, "-:permanent"), table.lay(ALLY, "-:permanent")
    assert not aura.materials
    assert not ally.materials
    table.do("attach", ATTACK, others=[aura]).do("activate", BLUE, to="-:stack")
    layer = table.card(BLUE)
    table.do("attach", ally, others=[layer])
    assert aura.materials == [table.card(ATTACK)]
    assert layer.materials == [ally]
    other = table.lay(INSTANT, "0:graveyard")
    refused(Code.AGAINST_RULES, lambda: table.do("attach", other, others=[table.lay(REACTION, "0:pitch")]))


@rule("FAB-3.0.14b", "VIS-L19")
def test_a_sub_card_is_a_new_card_outside_the_arena() -> None:
    table = Fab()
    aura, item = table.lay(AURA, "-:permanent"), table.lay(ITEM, "-:permanent")
    life, handles = item.incarnation, item.handles
    table.do("attach", item, others=[aura])
    assert item.incarnation > life
    assert not set(item.handles) & set(handles)
    assert item.zone not in table.state.table.tagged("arena")


@rule("FAB-3.0.14c")
def test_sub_cards_go_with_their_top_card() -> None:
    table = Fab(hand=[ATTACK, BLUE])
    ally, aura = table.lay(ALLY, "0:banished"), table.lay(AURA, "-:permanent")
    table.do("activate", ally, to="-:stack", effect=True).do("attach", ATTACK, BLUE, others=[ally])
    table.do("resolve", ally)
    assert ally.zone == "permanent"
    assert len(ally.materials) == 2, "the same object took them along"
    table.do("attach", ally, others=[aura])
    assert len(aura.materials) == 3
    assert not ally.materials


@rule("FAB-3.0.14d", "VIS-F10", "VIS-F11")
def test_sub_cards_are_as_public_as_their_top_card() -> None:
    table = Fab(hand=[ATTACK])
    aura, card = table.lay(AURA, "-:permanent"), table.card(ATTACK)
    table.do("attach", card, others=[aura])
    assert table.public(card)
    table.do("position", aura, position="down")
    assert not aura.face_up
    assert aura.materials == [card]
    assert table.knows(0, card)
    assert not table.knows(1, card)
    assert not table.knows(PUBLIC, card)
    assert len(table.view(1).cards[aura.handles[1]].materials) == 1, "that one lies there is no secret"
    table.do("position", aura, position="up")
    assert table.public(card)


@rule("FAB-3.0.14e")
def test_with_its_top_card_gone_a_sub_card_is_cleared_at_once() -> None:
    table = Fab(hand=[ATTACK])
    ember = table.token()
    table.do("attach", ATTACK, others=[ember])
    table.told.clear()
    table.do("clear", ember)
    assert table.names("0:graveyard") == [ATTACK]
    assert len({told.moment for told in table.told}) == 1, "in the same event"


@rule("VIS-F01", "VIS-F12")
def test_layers_of_the_stack_are_everybodys_to_read() -> None:
    table = Fab(hand=[ATTACK, BLUE])
    table.do("activate", ATTACK, to="-:stack").do("activate", BLUE, to="-:stack")
    assert all(map(table.public, (table.card(ATTACK), table.card(BLUE))))
    assert table.names("-:stack") == [ATTACK, BLUE]


@rule("VIS-F04", "VIS-F07", "GAP-F2")
def test_of_hands_and_decks_everybody_knows_the_number() -> None:
    table = Fab(hand=[ATTACK, BLUE])
    for viewer in (0, 1, PUBLIC):
        assert (table.view(viewer).pile(0, "hand").count, table.view(viewer).pile(0, "deck").count) == (2, 6)


@rule("VIS-F08", "GAP-F5", "FAB-3.7.4")
def test_a_search_shows_the_deck_to_its_owner_and_ends_in_a_shuffle() -> None:
    table = Fab(deck=[ATTACK])
    card = table.card(ATTACK)
    table.do("search")
    assert table.knows(0, card)
    assert not table.knows(1, card)
    table.do("close")
    assert card.handles == (0, 0, 0)
    assert table.kinds()[-1] == "shuffle"


@rule("GAP-F6")
def test_piles_keep_the_order_of_arrival() -> None:
    table = Fab(hand=[ATTACK, BLUE, INSTANT])
    for name in (BLUE, ATTACK, INSTANT):
        table.do("move", name, to="0:graveyard")
    assert table.names("0:graveyard") == [BLUE, ATTACK, INSTANT]
