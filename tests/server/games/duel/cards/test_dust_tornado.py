"""Dust Tornado: destroys across the field, then Sets."""

import pytest

from tests.play import Cards, Game
from tests.rules import rule


def test_destroys_and_sets_a_card() -> None:
    game = Game(Cards(hand=["Dark Hole"], spells=["Dust Tornado:set"]), Cards(spells=["Trap Hole:set"]))
    game.do("activate", "Dust Tornado", "yes", "Dark Hole")
    assert game.names("graveyard", 1) == ["Trap Hole"]
    assert game.names("spell_trap") == ["Dark Hole"]


def test_cannot_target_its_players_own_cards() -> None:
    game = Game(Cards(spells=["Dust Tornado:set", "Trap Hole:set"]))
    assert not game.can("activate", "Dust Tornado")


def test_setting_is_optional() -> None:
    game = Game(Cards(hand=["Dark Hole"], spells=["Dust Tornado:set"]), Cards(spells=["Trap Hole:set"]))
    game.do("activate", "Dust Tornado", "no")
    assert "Dark Hole" in game.names("hand")


def test_with_nothing_to_set_in_hand_there_is_only_no() -> None:
    game = Game(Cards(hand=["Silver Fang"], spells=["Dust Tornado:set"]), Cards(spells=["Trap Hole:set"]))
    game.begin_act("activate", "Dust Tornado").calm()
    assert [key for key, _ in game.ask.options] == ["no"]
    assert game.answer_question(False).names("graveyard") == ["Dust Tornado"]


@rule("GAP-19")
def test_sets_nothing_when_the_target_is_gone() -> None:
    game = Game(
        Cards(hand=["Dark Hole"], spells=["Dust Tornado:set"]),
        Cards(spells=["Trap Hole:set", "Mystical Space Typhoon:set"]),
    )
    game.begin_act("activate", "Dust Tornado", "Trap Hole")
    game.respond("Mystical Space Typhoon", "Trap Hole").calm()
    assert game.count("spell_trap") == 0
    assert "Dark Hole" in game.names("hand")


def sets_yami(rules: str, mountain: str) -> Game:
    """Set a Field Spell by Dust Tornado while its player has one on the field."""
    you = Cards(hand=["Yami"], spells=["Dust Tornado:set"], field_spell=mountain)
    game = Game(you, Cards(spells=["Trap Hole:set"]), rules=rules).begin_act("activate", "Dust Tornado")
    return game.calm()


@rule("CF-18", "GAP-54")
@pytest.mark.parametrize("mountain", ["Mountain", "Mountain:set"])
@pytest.mark.parametrize(("rules", "cause"), [("master", "rule"), ("MR3", "rule"), ("GOAT", "destroy")])
def test_a_field_spell_that_it_sets_takes_the_place_of_the_own_one(
    rules: str, cause: str, mountain: str
) -> None:
    game = sets_yami(rules, mountain).answer_question(True).choose("Yami").calm()
    assert game.names("graveyard") == ["Mountain", "Dust Tornado"]
    assert [(card.name, card.face_up) for card in game.duel.cards_at("field", 0)] == [("Yami", False)]
    (gone,) = [told for told in game.happened("move") if told.card is game.card("Mountain")]
    assert gone.cause == cause


@rule("CF-18")
def test_in_classic_the_own_field_spell_keeps_it_out() -> None:
    game = sets_yami("classic", "Mountain")
    assert [key for key, _ in game.ask.options] == ["no"]
