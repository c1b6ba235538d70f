"""Menus that a client makes of its own View: options, destinations, questions, and what needs an effect."""

from __future__ import annotations

import msgspec
import pytest

from facedown_client.board.hand_offers import HandOffers
from facedown_server.games.manual.referee import FreeTable
from facedown_server.games.manual.tables import TABLES
from facedown_server.refereeing.referee import Act, ByHand
from facedown_server.table.state import Card
from facedown_shared.manual.games import GAMES
from facedown_shared.manual.menus import MenuOffer, card_menu, pile_menu, table_menu
from facedown_shared.protocol.gestures import CloseDeck, Gesture, LookAtTop, NormalSummon, Pitch, Reveal
from facedown_shared.tables.zones import Place
from tests.server.games.manual.flesh_and_blood.table import BLUE, FabTable
from tests.server.games.manual.manual_table import Table

SMALL, LARGE, SPELL, PENDULUM, XYZ = (
    "Celtic Guardian", "Jinzo", "Pot of Greed", "Stargazer Magician", "Number 39: Utopia",
)  # fmt: skip


def menu(table: Table, card: str | Card, *, viewer: int = 0, alone: bool = False) -> dict[str, MenuOffer]:
    """Return the menu of a card, by title."""
    found = table.card(card) if isinstance(card, str) else card
    lines = card_menu(table.view(viewer), found.handles[viewer], alone=alone)
    assert len({line.title for line in lines}) == len(lines), "no two lines are called alike"
    return {line.title: line for line in lines}


def drop_meanings(table: Table, handle: int, place: Place) -> list[MenuOffer]:
    """Return the meanings of dropping a card in a place, as a client offers them."""
    view = table.view(0)
    return HandOffers(view, GAMES[view.table], alone=False).possible_drops(handle, place)


def _act(gesture: Gesture) -> Act:
    return Act(0, ByHand(gesture))


def _place_gesture(gesture: Gesture, place: Place) -> Gesture:
    return msgspec.structs.replace(gesture, places=(place,))


def test_a_small_monster_in_the_hand() -> None:
    table = Table(hand=[SMALL])
    lines = menu(table, SMALL)
    assert next(iter(lines)) == "Normal Summon"
    summon = lines["Normal Summon"]
    assert summon.needs == ("place",)
    assert summon.places == tuple(Place(0, "monster", slot) for slot in range(5))
    assert summon.gesture == NormalSummon((table.card(SMALL).handles[0],), position="attack")
    assert {"Set", "To the Graveyard", "Banish", "Special Summon in Attack", "Show"} <= set(lines)
    assert not {"Tribute Summon", "Activate", "Flip Summon", "Xyz Summon"} & set(lines)


def test_a_card_dropped_where_it_is_pitched_is_pitched() -> None:
    """Pitching names no place of its own: its destination is known all the same."""
    table = FabTable(hand=[BLUE])
    handle, place = table.card(BLUE).handles[0], Place(0, "pitch")
    (line,) = (found for found in drop_meanings(table, handle, place) if isinstance(found.gesture, Pitch))
    assert line.gesture == Pitch((handle,))


def test_tributes_are_offered_once_there_is_something_to_tribute() -> None:
    table = Table(hand=[LARGE])
    assert "Tribute Summon" not in menu(table, LARGE)
    prey = table.put_card(SMALL, "0:monster:0")
    table.put_card(SMALL, "1:monster:0")
    line = menu(table, LARGE)["Tribute Summon"]
    assert (line.needs, line.cards) == (("materials", "place"), (prey.handles[0],))
    assert Place(0, "monster", 0) in line.places, "its zone will be free"


def test_what_an_effect_alone_does_stands_last_with_its_rule() -> None:
    table = Table()
    card = table.put_card(SMALL, "0:monster:0")
    lines = list(menu(table, card).values())
    effects = [line for line in lines if line.by_effect]
    assert lines[-len(effects) :] == effects
    move = next(line for line in effects if line.title == "To another zone")
    assert move.gesture.effect
    assert "keeps its zone" in move.by_effect
    assert Place(0, "monster", 0) not in move.places


def test_each_line_without_questions_can_be_sent_as_it_is() -> None:
    table = Table(hand=[SMALL, SPELL, PENDULUM, LARGE], graveyard=["Sangan"], extra_deck=[XYZ])
    table.put_card("Gemini Elf", "0:monster:0")
    table.put_card("Kuriboh", "0:monster:1", "set")
    table.put_card("Trap Hole", "0:spell_trap:0", "down")
    table.put_beneath("Feral Imp", table.put_card(XYZ, "0:monster:2"))
    view = table.view(0)
    for handle in view.cards:
        for line in card_menu(view, handle):
            gesture = line.gesture
            if not line.needs:
                table.free.check(_act(gesture))
            elif line.needs == ("place",):
                table.free.check(_act(_place_gesture(gesture, line.places[0])))


def test_a_drop_leads_where_it_was_dropped() -> None:
    table = Table(hand=[SMALL, SPELL])
    place = Place(0, "monster", 3)
    lines = drop_meanings(table, table.card(SMALL).handles[0], place)
    assert [line.title for line in lines[:2]] == ["Normal Summon", "Set"]
    assert all(line.gesture.places == (place,) and "place" not in line.needs for line in lines)
    (line,) = drop_meanings(table, table.card(SPELL).handles[0], place)
    assert "by a card's effect" in line.by_effect
    grave = drop_meanings(table, table.card(SMALL).handles[0], Place(0, "graveyard"))
    assert [line.title for line in grave] == ["To the Graveyard"]


def test_nobody_is_offered_the_other_players_cards() -> None:
    table = Table()
    theirs = table.put_card(SMALL, "1:monster:0")
    assert menu(table, theirs) == {}
    assert menu(table, theirs, viewer=-1) == {}
    assert "To the Graveyard" in menu(table, theirs, alone=True)
    assert card_menu(table.view(0), 9_999) == []


def test_a_link_monster_is_offered_zones_that_arrows_open() -> None:
    table = Table(extra_deck=["Link Spider"])
    line = menu(table, "Link Spider")["Special Summon in Attack"]
    assert line.places == (Place(-1, "extra_monster", 0), Place(-1, "extra_monster", 1))
    assert "Special Summon in Defense" not in menu(table, "Link Spider")


def test_an_equip_asks_for_its_bearer_and_a_material_for_its_own() -> None:
    table = Table(hand=["Axe of Despair", SMALL])
    assert "Equip" not in menu(table, "Axe of Despair")
    monster = table.put_card("Gemini Elf", "1:monster:0")
    assert menu(table, "Axe of Despair")["Equip"].cards == (monster.handles[0],)
    assert "Attach as material" not in menu(table, SMALL)
    bearer = table.put_card(XYZ, "0:monster:0")
    assert menu(table, SMALL)["Attach as material"].cards == (bearer.handles[0],)


@pytest.mark.parametrize("rules", ["master", "classic"])
def test_a_deck_has_a_menu_and_another_one_while_it_is_looked_through(rules: str) -> None:
    table = Table(rules=rules)
    deck = Place(0, "deck")
    lines = {line.title: line for line in pile_menu(table.view(0), deck)}
    assert {"Draw", "Look through the Deck", "Shuffle", "Excavate…"} <= set(lines)
    assert lines["Look at the top…"].gesture == LookAtTop(viewer=0)
    assert lines["Excavate…"].gesture == LookAtTop()
    assert pile_menu(table.view(0), Place(1, "deck")) == []
    table.do("search")
    assert [line.gesture for line in pile_menu(table.view(0), deck)] == [CloseDeck()]


def test_the_hand_is_shown_whole() -> None:
    table = Table(hand=[SMALL, SPELL])
    show = next(
        line for line in pile_menu(table.view(0), Place(0, "hand")) if isinstance(line.gesture, Reveal)
    )
    assert set(show.gesture.cards) == {card.handles[0] for card in map(table.card, (SMALL, SPELL))}
    assert pile_menu(Table().view(0), Place(0, "hand")) == []


def test_the_table_offers_phases_throws_and_quick_words() -> None:
    titles = [line.title for line in table_menu(Table().view(0))]
    assert {"End the turn", "To the Main Phase 1", "Toss a coin", "A Token…", "OK"} <= set(titles)
    assert "To the Draw Phase" not in titles, "it is the Draw Phase"


def test_classic_offers_nothing_of_later_games() -> None:
    later = {"Xyz Summon", "Link Summon", "Synchro Summon", "Pendulum Summon", "Activate as a Scale"}
    assert not later & {entry.title for entry in GAMES["classic"].entries}
    assert later <= {entry.title for entry in GAMES["master"].entries}


def test_every_line_of_a_game_is_a_gesture_the_server_knows() -> None:
    for game in GAMES.values():
        known = {*TABLES.get(game.name, FreeTable).gestures, *game.summons}
        assert {entry.gesture for entry in game.entries} <= known
        assert {entry.gesture for entry in game.piles} <= known
