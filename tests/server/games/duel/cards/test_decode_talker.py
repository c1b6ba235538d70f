"""Decode Talker: monsters that it points to raise its ATK, and are its cost for a negation."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


def board(*hand: str) -> Game:
    """Return a board with it in seat 1's left Extra Monster Zone as seat 0 sees it; seat 0 acts."""
    return Game(
        Cards(hand=list(hand), monsters=["Silver Fang"]),
        Cards(extra_monster="Decode Talker", monsters=[None, None, "Kuriboh", None, "Battle Ox"]),
    )


def test_gains_500_for_each_monster_it_points_to() -> None:
    game = Game(Cards(extra_monster="Decode Talker", monsters=["Kuriboh", "Silver Fang", "Kuriboh:set"]))
    assert game.card("Decode Talker").attack == 2300 + 2 * 500


def test_a_monster_of_the_opponent_counts() -> None:
    game = Game(Cards(extra_monster="Decode Talker"), Cards(monsters=[None, None, None, "Kuriboh"]))
    assert game.card("Decode Talker").attack == 2800


@rule("GAP-18")
def test_a_tribute_negates_what_targets_your_cards() -> None:
    game = board("Tribute to The Doomed", "Dark Hole")
    game.begin_act("activate", "Tribute to The Doomed", "Dark Hole", "Battle Ox")
    game.respond("Decode Talker").calm()
    assert game.names("graveyard", 1) == ["Kuriboh"]
    assert "Tribute to The Doomed" in game.names("graveyard")


def test_does_not_answer_what_targets_nothing() -> None:
    with pytest.raises(Illegal):
        board("Dark Hole").begin_act("activate", "Dark Hole").respond("Decode Talker")


def test_needs_a_monster_it_points_to() -> None:
    game = Game(
        Cards(hand=["Tribute to The Doomed", "Kuriboh"]),
        Cards(extra_monster="Decode Talker", monsters=[None, "Kuriboh"]),
    )
    with pytest.raises(Illegal):
        game.begin_act("activate", "Tribute to The Doomed").respond("Decode Talker")


def test_is_made_of_effect_monsters() -> None:
    game = Game(Cards(monsters=["Kuriboh", "Man-Eater Bug", "Sangan"], extra=["Decode Talker"]))
    game.do("special_summon", "Decode Talker")
    assert game.count("graveyard") == 3
    game = Game(Cards(monsters=["Kuriboh", "Silver Fang", "Sangan"], extra=["Decode Talker"]))
    assert not game.can("special_summon", "Decode Talker")
