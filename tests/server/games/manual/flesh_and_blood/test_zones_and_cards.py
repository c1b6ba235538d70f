"""Zones that are created and removed, what is cleared, what is under what (FAB-3.0.10 to FAB-3.0.14e); who
sees it.
"""

from __future__ import annotations

import pytest

from facedown_server.table.state import NOWHERE
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, SHARED_SEAT_INDEX, Place, Seat
from facedown_shared.text.errors import Code
from tests.rules import rule
from tests.server.games.manual.flesh_and_blood.table import (  # fmt: skip
    ALLY,
    ATTACK,
    AURA,
    BLUE,
    HEAD,
    HERO,
    INSTANT,
    ITEM,
    REACTION,
    STRONG,
    FabTable,
)
from tests.server.games.manual.flesh_and_blood.test_objects import menu_line
from tests.server.games.manual.manual_table import refusal_rule


@rule("FAB-3.0.10", "FAB-3.0.10a")
def test_a_second_arsenal_is_one_like_the_first_and_the_owner_chooses() -> None:
    table = FabTable(hand=[ATTACK])
    table.do("zone", text="arsenal +1")
    assert table.zones("arsenal") == 2
    assert table.view(1).pile(0, "arsenal").handles == (0, 0)
    line = menu_line(table, ATTACK, "Into the arsenal")
    assert line.places == (Place(0, "arsenal", 0), Place(0, "arsenal", 1))
    assert "place" in line.needs
    table.do("move", ATTACK, to="0:arsenal:1")
    assert not table.knows(1, table.card(ATTACK))
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("zone", text="arsenal +1"))


@rule("FAB-3.0.10b", "GAP-F9")
def test_the_only_zone_of_a_type_goes_with_its_card_cleared() -> None:
    table = FabTable()
    card = table.put_card(ATTACK, "0:arsenal")
    table.do("zone", text="arsenal -1")
    assert table.zones("arsenal") == 0
    assert table.names("0:graveyard") == [ATTACK]
    assert [told.kind for told in table.told if told.card is card] == ["reveal", "move"], (
        "shown before it goes"
    )


@rule("FAB-3.0.10c")
def test_of_several_zones_an_empty_one_goes_or_the_chosen_one() -> None:
    table = FabTable()
    table.do("zone", text="arsenal +1")
    table.put_card(ATTACK, "0:arsenal:1")
    table.do("zone", text="arsenal -1")
    assert (table.zones("arsenal"), table.at("0:arsenal:0")) == (1, ATTACK)
    table.do("zone", text="arsenal +1")
    table.put_card(BLUE, "0:arsenal:1")
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("zone", text="arsenal -1"))
    table.do("zone", text="arsenal -1", to="0:arsenal:0")
    assert table.at("0:arsenal:0") == BLUE
    assert table.names("0:graveyard") == [ATTACK]


@rule("FAB-3.0.11", "CF-45")
def test_to_a_missing_zone_an_effect_fails_and_a_rule_clears() -> None:
    table = FabTable(hand=[ATTACK, STRONG])
    table.do("zone", text="arsenal -1")
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("move", STRONG, to="0:arsenal", effect=True))
    assert table.card(STRONG).zone == "hand"
    head = table.put_card(HEAD, "0:head:0")
    other = table.put_card(HEAD, "0:hand")
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("move", other, to="0:head:0", effect=True))
    assert (head.zone, other.zone) == ("head", "hand"), "the zone is taken"
    table.do("attack", ATTACK).do("defend", head).do("zone", text="head -1")
    table.do("close_chain")
    assert HEAD in table.names("0:graveyard"), "nowhere to go home to"


@rule("FAB-3.0.11-X", "FAB-3.7.2", "FAB-3.0.12a")
def test_a_token_ceases_before_it_reaches_a_deck() -> None:
    table = FabTable()
    ember, before = table.token(), table.names("0:deck")
    table.do("move", ember, to="0:deck", position="bottom")
    assert ember.place == NOWHERE
    assert table.names("0:deck") == before


@rule("FAB-3.0.12", "FAB-3.0.12a")
def test_clearing_sends_cards_to_their_owner_and_ends_all_else() -> None:
    table = FabTable()
    theirs, ember = table.put_card(AURA, "-:permanent", owner=1, by=0), table.token()
    table.do("activate", table.card(HERO))
    layer = table.state.cards[-1]
    table.do("clear", theirs, ember, layer)
    assert table.names("1:graveyard") == [AURA]
    assert table.count("0:graveyard") == 0
    assert ember.place == layer.place == NOWHERE


@rule("FAB-3.0.14", "FAB-3.0.14a", "GAP-F4")
def test_a_card_lies_under_another_only_if_somebody_puts_it_there() -> None:
    table = FabTable(hand=[ATTACK, BLUE])
    aura, ally = table.put_card(AURA, "-:permanent"), table.put_card(ALLY, "-:permanent")
    assert not aura.materials
    assert not ally.materials
    table.do("attach", ATTACK, others=[aura]).do("activate", BLUE, to="-:stack")
    layer = table.card(BLUE)
    table.do("attach", ally, others=[layer])
    assert aura.materials == (table.card(ATTACK),)
    assert layer.materials == (ally,)
    other = table.put_card(INSTANT, "0:graveyard")
    refusal_rule(
        Code.AGAINST_RULES, lambda: table.do("attach", other, others=[table.put_card(REACTION, "0:pitch")])
    )


@rule("FAB-3.0.14b", "VIS-L19")
def test_a_sub_card_is_a_new_card_outside_the_arena() -> None:
    table = FabTable()
    aura, item = table.put_card(AURA, "-:permanent"), table.put_card(ITEM, "-:permanent")
    life, handles = item.incarnation, item.handles
    table.do("attach", item, others=[aura])
    assert item.incarnation > life
    assert not set(item.handles) & set(handles)
    assert item.zone not in table.state.table.zones_tagged("arena")


@rule("FAB-3.0.14c")
def test_sub_cards_go_with_their_top_card() -> None:
    table = FabTable(hand=[ATTACK, BLUE])
    ally, aura = table.put_card(ALLY, "0:banished"), table.put_card(AURA, "-:permanent")
    table.do("activate", ally, to="-:stack", effect=True).do("attach", ATTACK, BLUE, others=[ally])
    table.do("resolve", ally)
    assert ally.zone == "permanent"
    assert len(ally.materials) == 2, "the same object took them along"
    table.do("attach", ally, others=[aura])
    assert len(aura.materials) == 3
    assert not ally.materials


@rule("FAB-3.0.14d", "VIS-F10", "VIS-F11")
def test_sub_cards_are_as_public_as_their_top_card() -> None:
    table = FabTable(hand=[ATTACK])
    aura, card = table.put_card(AURA, "-:permanent"), table.card(ATTACK)
    table.do("attach", card, others=[aura])
    assert table.public(card)
    table.do("position", aura, position="down")
    assert not aura.face_up
    assert aura.materials == (card,)
    assert table.knows(0, card)
    assert not table.knows(1, card)
    assert not table.knows(PUBLIC_CLASS_INDEX, card)
    assert len(table.view(1).cards[aura.handles[1]].materials) == 1, "that one lies there is no secret"
    table.do("position", aura, position="up")
    assert table.public(card)


@pytest.mark.parametrize("top", ["token", AURA])
@rule("FAB-3.0.14e")
def test_with_its_top_card_gone_every_sub_card_is_cleared_at_once(top: str) -> None:
    """Own and borrowed cards, none of them a token, are put into their owners' graveyards."""
    table = FabTable(hand=[ATTACK])
    above = table.token() if top == "token" else table.put_card(top, "-:permanent", by=0)
    theirs = table.put_card(BLUE, "-:permanent", owner=1, by=0)
    table.do("attach", ATTACK, others=[above]).do("attach", theirs, others=[above])
    beneath = (table.card(ATTACK), theirs)
    assert list(above.materials) == list(beneath)
    table.told.clear()
    table.do("clear", above)
    assert sorted(table.names("0:graveyard")) == sorted([ATTACK, *([] if top == "token" else [top])])
    assert table.names("1:graveyard") == [BLUE]
    assert not above.materials
    assert not above.materials
    assert len({told.moment for told in table.told}) == 1, "in the same event"


@rule("VIS-F01", "VIS-F12")
def test_layers_of_the_stack_are_everybodys_to_read() -> None:
    table = FabTable(hand=[ATTACK, BLUE])
    table.do("activate", ATTACK, to="-:stack").do("activate", BLUE, to="-:stack")
    assert all(map(table.public, (table.card(ATTACK), table.card(BLUE))))
    assert table.names("-:stack") == [ATTACK, BLUE]
    for viewer in (0, 1, PUBLIC_CLASS_INDEX):
        view = table.view(viewer)
        layers = [view.known_facts(handle) for handle in view.pile(SHARED_SEAT_INDEX, "stack").handles]
        assert [facts.name for facts in layers if facts] == [ATTACK, BLUE], "in their order"


@rule("VIS-F04", "VIS-F07", "GAP-F2")
def test_of_hands_and_decks_everybody_knows_the_number() -> None:
    table = FabTable(hand=[ATTACK, BLUE])
    for viewer in (0, 1, PUBLIC_CLASS_INDEX):
        assert (table.view(viewer).pile(0, "hand").count, table.view(viewer).pile(0, "deck").count) == (2, 6)


@rule("VIS-F08", "GAP-F5", "FAB-3.7.4")
def test_a_search_shows_the_deck_to_its_owner_and_ends_in_a_shuffle() -> None:
    table = FabTable(deck=[ATTACK])
    card = table.card(ATTACK)
    table.do("search")
    assert table.knows(0, card)
    assert not table.knows(1, card)
    assert not table.knows(PUBLIC_CLASS_INDEX, card)
    assert (
        table.view(1).pile(0, "deck").handles == table.view(PUBLIC_CLASS_INDEX).pile(0, "deck").handles == ()
    )
    table.do("close")
    assert card.handles == (0, 0, 0)
    assert table.kinds()[-1] == "shuffle"


@pytest.mark.parametrize("zone", ["graveyard", "banished", "pitch"])
@rule("GAP-F6")
def test_piles_keep_the_order_of_arrival(zone: str) -> None:
    table = FabTable(hand=[ATTACK, BLUE, INSTANT])
    for name in (BLUE, ATTACK, INSTANT):
        table.do("move", name, to=f"0:{zone}")
    assert table.names(f"0:{zone}") == [BLUE, ATTACK, INSTANT]


@pytest.mark.parametrize("owner", [0, 1])
@rule("VIS-F11", "FAB-3.0.14d")
def test_beneath_a_private_card_its_owner_and_the_zones_owner_look(owner: Seat) -> None:
    table = FabTable()
    visor = table.put_card(HEAD, "0:head:0")
    card = table.put_card(BLUE, "-:permanent", owner=owner, by=0)
    table.do("attach", card, others=[visor]).do("position", visor, position="down")
    assert [table.knows(viewer, card) for viewer in (0, 1, PUBLIC_CLASS_INDEX)] == [True, owner == 1, False]
