"""Cards of Flesh and Blood from players: JSON files, pasted lists, facts sent to a server."""

from __future__ import annotations

import pytest

from facedown_shared.cards.facts import every_game
from facedown_shared.decks import decks, flesh_and_blood_cards
from facedown_shared.protocol.provided_facts import (
    MIN_DERIVED_PASSCODE,
    MIN_TOKEN_PASSCODE,
    to_provided,
    valid_facts,
)
from facedown_shared.tables.formats import FAB
from facedown_shared.text.errors import BadInput
from tests.shared.reasons import check

JSON = b"""[
  {"name": "Ash Rain", "color": "Red", "pitch": "1", "cost": "2", "power": "6", "defense": "3",
   "types": ["Smith", "Action", "Attack"], "functional_text": "Go again.", "health": "", "arcane": "*"},
  {"name": "Ash Rain", "pitch": "3", "cost": "X", "power": 4, "defense": 3, "types": ["Smith", "Action"]},
  {"name": "Old Forge", "types": ["Smith", "Hero"], "health": "40", "intelligence": "4"}
]"""


def test_a_communitys_file_is_read() -> None:
    red, blue, hero = flesh_and_blood_cards.parse_json(JSON)
    assert (red.name, red.kinds, red.attack, red.defense) == (
        "Ash Rain (red)",
        ("smith", "action", "attack"),
        6,
        3,
    )
    assert red.extra == {"color": "red", "pitch": 1, "cost": 2}
    assert (blue.name, blue.extra) == ("Ash Rain (blue)", {"color": "blue", "pitch": 3})
    assert (hero.extra, hero.belongs_in_extra_deck) == ({"health": 40, "intellect": 4}, True)


@pytest.mark.parametrize("data", [b"{}", b"[1]", b"no json", b'[{"pitch": "1"}]'])
def test_what_is_no_such_file_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput):
        flesh_and_blood_cards.parse_json(data)


def test_a_colour_makes_another_card() -> None:
    codes = {
        flesh_and_blood_cards.card_number("Ash Rain", colour) for colour in ("red", "yellow", "blue", "")
    }
    assert len(codes) == 4
    assert all(MIN_DERIVED_PASSCODE <= code < MIN_TOKEN_PASSCODE for code in codes)
    assert flesh_and_blood_cards.card_number("ash  RAIN", "red") == flesh_and_blood_cards.card_number(
        "Ash Rain", "red"
    )


def test_a_pasted_list_is_a_deck() -> None:
    text = """My deck
    Hero: Brannoc Hale, Keeper of the Kiln
    Weapons: Slagmaul
    # remarks are none
    3 Stoke Till White (red)
    2x Stoke Till White (blue)
    (1) Unheard Of (yellow)
    1 Sooted Visor
    """
    deck = decks.parse_to_deck(text, every_game())
    assert deck.counts == (6, 3, 0), "hero, weapon and equipment lie beside the deck"
    named = [every_game()[code].name for code in deck.main if code in every_game()]
    assert named == ["Stoke Till White (red)"] * 3 + ["Stoke Till White (blue)"] * 2
    assert "Unheard Of (yellow)" in [
        facts.name for facts in flesh_and_blood_cards.facts_from_list(text, every_game())
    ]
    assert decks.parse_to_deck(decks.to_ydk(deck), every_game()).main == deck.main


def test_a_list_alone_tells_a_colour_and_what_a_heading_says() -> None:
    text = (
        "Hero: Marl\nWeapons: Gull Knife, Heron Knife\nEquipment: Tin Hat, Coat\n2 Ash Rain (blue)\n1 Ember"
    )
    knives = [
        facts.name
        for facts in flesh_and_blood_cards.facts_from_list(text, every_game())
        if facts.is_a("weapon")
    ]
    found = {facts.name: facts for facts in flesh_and_blood_cards.facts_from_list(text, every_game())}
    assert knives == ["Gull Knife", "Heron Knife"]
    assert found["Marl"].kinds == ("hero",)
    assert found["Tin Hat"].kinds == found["Coat"].kinds == ("equipment",)
    assert found["Ash Rain (blue)"].extra == {"color": "blue", "pitch": 3}
    assert found["Ash Rain (blue)"].is_blank, "what it is nobody has said"
    assert found["Ember"].extra == {}


def test_a_type_line_is_read_word_by_word_but_for_reactions() -> None:
    assert flesh_and_blood_cards.split_types("Smith Attack Reaction") == ["smith", "attack reaction"]
    assert flesh_and_blood_cards.split_types("Generic Action - Attack, Off-Hand") == [
        "generic", "action", "attack", "off-hand",
    ]  # fmt: skip


def test_a_name_with_a_comma_is_one_card_where_somebody_knows_it() -> None:
    known = every_game().joined_with(
        [flesh_and_blood_cards.card_from_input("Anvil, Last of Nine", types=("weapon",))]
    )
    text = "Weapons: Anvil, Last of Nine, Gull Knife\n1 Ember (red)"
    names = [facts.name for facts in flesh_and_blood_cards.facts_from_list(text, known)]
    assert names == ["Anvil, Last of Nine", "Gull Knife", "Ember (red)"]


def test_other_decks_are_no_lists() -> None:
    for text in ("#main\n12345678\n3\n!side\n", "ydke://AQAAAA==!!!", "12345678 x3\n3x 46986414\n"):
        assert not decks.parse_deck(text, every_game(), rules=FAB).listed


def test_a_server_believes_what_such_a_card_can_print() -> None:
    card = flesh_and_blood_cards.parse_json(JSON)[0]
    assert valid_facts(to_provided(card), every_game()) == card
    token = flesh_and_blood_cards.card_from_input("Ember", types=("Token", "Aura"))
    assert valid_facts(to_provided(token), every_game()).kinds == ("aura",)


def test_a_card_of_another_game_is_in_no_such_deck() -> None:
    ready = decks.ready_decks()["kiln-and-hammer"].deck
    mixed = decks.Deck((*ready.main[1:], 46986414), ready.extra)
    assert "Dark Magician is no card of Flesh and Blood." in check(mixed, FAB, every_game())
