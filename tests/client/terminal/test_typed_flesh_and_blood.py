"""A turn of Flesh and Blood in typed words, and a terminal's words for its cards."""

from __future__ import annotations

import pytest

from facedown_client.model.words import text
from facedown_client.terminal import typed_hands
from facedown_shared.cards.facts import every_game
from facedown_shared.protocol.gestures import with_fields
from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.tables import TABLES
from facedown_shared.text.errors import BadInput
from facedown_shared.text.words import words
from tests.server.games.manual.flesh_and_blood.table import (  # fmt: skip
    ATTACK,
    BLUE,
    CHEST,
    HAMMER,
    HEAD,
    INSTANT,
    STRONG,
    FabTable,
)
from tests.server.games.manual.manual_table import expect_needs_effect


def type_in(fab: FabTable, line: str, by: int = 0, *, effect: bool = False) -> None:
    """Type a line at this seat, and carry it out."""
    gesture = typed_hands.parse_gesture(line, fab.view(by))
    if effect:
        fab.send(with_fields(gesture, effect=True), by)
    else:
        fab.send(gesture, by)


def test_a_turn_is_typed() -> None:
    fab = FabTable(hand=[BLUE, ATTACK, STRONG, INSTANT], arena=(HEAD, CHEST, HAMMER))
    defender = fab.put_card("Breaker (blue)", "1:hand")
    type_in(fab, "pitch hammer song")
    assert fab.state.tallies["0:resource"] == 3
    type_in(fab, "attack glowing splinter")
    type_in(fab, "defend breaker", by=1)
    assert fab.names("-1:combat_chain") == [ATTACK, defender.name]
    type_in(fab, "life -1", by=1)
    type_in(fab, "chain")
    assert fab.names("0:graveyard") == [ATTACK]
    type_in(fab, "play breath of soot")
    type_in(fab, "resolve breath of soot")
    assert fab.names("0:graveyard") == [ATTACK, INSTANT]
    type_in(fab, "arsenal open the furnace")
    type_in(fab, "action -1")
    type_in(fab, "end")
    assert fab.at("0:arsenal:0") == STRONG
    assert fab.state.tallies["1:life"] == 19
    assert (fab.count("0:hand"), fab.state.turn_player) == (4, 1)
    assert fab.names("0:pitch") == []


def test_a_word_means_a_card_with_which_that_can_be_done() -> None:
    hero = "Brannoc Hale, Keeper of the Kiln"
    fab = FabTable(hand=["Kiln Warden (red)", ATTACK], arena=(HEAD,))
    assert hero in fab.names("0:hero")
    for line in ("attack kiln", "defend kiln with head"):
        with pytest.raises(BadInput, match=r"^Kiln Warden"):
            type_in(fab, line)
    type_in(fab, "attack inter")  # the middle of a word, where nothing else fits
    type_in(fab, "play kiln")
    assert (fab.names("-1:combat_chain"), fab.names("-1:stack")) == ([ATTACK], ["Kiln Warden (red)"])


def test_several_cards_that_fit_equally_are_named() -> None:
    fab = FabTable(hand=["Breaker (red)", "Breaker (blue)"])
    words = r'^"breaker" may be Breaker \(blue\) or Breaker \(red\); type more of its name\.$'
    with pytest.raises(BadInput, match=words):
        type_in(fab, "pitch breaker")
    type_in(fab, "pitch breaker (red)")
    assert fab.names("0:pitch") == ["Breaker (red)"]


def test_the_order_of_pitched_cards_is_typed() -> None:
    fab = FabTable(hand=[BLUE, ATTACK])
    for line in ("pitch hammer song", "pitch glowing splinter", "end with glowing splinter, hammer song"):
        type_in(fab, line)
    assert fab.names("0:deck")[-2:] == [ATTACK, BLUE]


def test_equipment_is_named_by_its_zone_and_fetched_by_name() -> None:
    fab = FabTable(arena=(HEAD, CHEST), chosen=(HEAD,))
    type_in(fab, "move head to graveyard")
    assert fab.names("0:graveyard") == [HEAD]
    assert "inventory" in expect_needs_effect(
        lambda effect: type_in(fab, "inventory firebrick", effect=effect)
    )
    assert fab.at("0:chest:0") == CHEST


def test_a_token_has_a_name_and_power() -> None:
    fab = FabTable()
    type_in(fab, "token Kiln Ember 1")
    token = fab.card("Kiln Ember")
    assert (token.zone, token.facts.attack) == ("permanent", 1)
    with pytest.raises(BadInput, match=r"Write: token NAME POWER\."):
        type_in(fab, "token")


@pytest.mark.parametrize("line", ["action", "resource"])
def test_points_need_a_number(line: str) -> None:
    with pytest.raises(BadInput, match=r"Write: .* \+1"):
        type_in(FabTable(), line)


def test_every_zone_can_be_named() -> None:
    view = FabTable().view(0)
    places = {"combat_chain": "chain", "permanent": "arena"}
    for zone in TABLES["fab"].zones:
        assert typed_hands.parse_place(places.get(zone, zone), view).zone == zone


def test_a_card_is_told_with_its_numbers_and_an_opening_with_what_is_usual() -> None:
    facts = every_game().find_named(ATTACK)
    assert facts is not None
    assert text.facts_lines(facts)[1] == "Pitch 1, cost 1, power 3, defense 3."
    prompt = Prompt(1, "choice", words("plain", "Choose"), (Option("equip"),) * 3, 0, 3, usual=(0, 2))
    assert "suggested: 1 3" in text.prompt_lines(prompt, None, ("A", "B"))[-1]
