"""Ring of Destruction: both players take the damage, you first, in the opponent's turn."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game


def board(life: int = 8000) -> Game:
    return Game(
        Cards(monsters=["Summoned Skull"], hand=["Pot of Greed"]),
        Cards(spells=["Ring of Destruction:set"], life=life),
    )


def test_destroys_and_burns_both_players() -> None:
    game = board()
    game.begin_act("activate", "Pot of Greed").respond("Ring of Destruction").calm()
    assert game.names("graveyard") == ["Summoned Skull", "Pot of Greed"]
    assert (game.life(0), game.life(1)) == (5500, 5500)


def test_not_in_its_players_own_turn() -> None:
    game = Game(Cards(spells=["Ring of Destruction:set"]), Cards(monsters=["Summoned Skull"]))
    assert not game.can("activate", "Ring of Destruction")


def test_not_on_a_monster_stronger_than_its_players_life() -> None:
    game = Game(
        Cards(monsters=["Summoned Skull"], hand=["Pot of Greed"], life=2000),
        Cards(spells=["Ring of Destruction:set"]),
    )
    with pytest.raises(Illegal):
        game.begin_act("activate", "Pot of Greed").respond("Ring of Destruction")


def test_its_player_is_hit_first_and_may_lose() -> None:
    game = board(life=2500)
    game.begin_act("activate", "Pot of Greed").respond("Ring of Destruction").calm()
    assert game.over == "0 lp"
    assert game.life(0) == 8000


def test_counts_the_printed_attack() -> None:
    game = Game(
        Cards(monsters=["Summoned Skull"], hand=["Axe of Despair", "Pot of Greed"]),
        Cards(spells=["Ring of Destruction:set"]),
    )
    game.do("activate", "Axe of Despair").begin_act("activate", "Pot of Greed")
    game.respond("Ring of Destruction").calm()
    assert (game.life(0), game.life(1)) == (5500, 5500)
