"""Soul Exchange: an opposing monster pays for a Tribute Summon, and there is no battle."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


def begin_exchanged(*mine: str, hand: tuple[str, ...] = ("Summoned Skull",)) -> Game:
    game = Game(Cards(hand=["Soul Exchange", *hand], monsters=mine), Cards(monsters=["Celtic Guardian"]))
    return game.do("activate", "Soul Exchange")


def test_the_opponents_monster_is_the_tribute() -> None:
    game = begin_exchanged().do("summon", "Summoned Skull")
    assert game.names("graveyard", 1) == ["Celtic Guardian"]


def test_it_must_be_used_before_your_own() -> None:
    game = begin_exchanged("Feral Imp").do("summon", "Summoned Skull")
    assert "Feral Imp" in game.names("monster")
    assert game.names("graveyard", 1) == ["Celtic Guardian"]


def test_for_two_tributes_your_own_joins_it() -> None:
    game = begin_exchanged("Feral Imp", "Silver Fang", hand=("Dark Magician",))
    game.do("summon", "Dark Magician", "Feral Imp")
    assert game.names("graveyard", 1) == ["Celtic Guardian"]
    assert set(game.names("monster")) == {"Dark Magician", "Silver Fang"}


def test_it_pays_costs_that_tribute() -> None:
    game = begin_exchanged("Feral Imp", hand=("Axe of Despair", "Heavy Storm")).do(
        "activate", "Axe of Despair", "Feral Imp"
    )
    game.do("activate", "Heavy Storm", "Axe of Despair")
    assert game.names("graveyard", 1) == ["Celtic Guardian"]
    assert game.names("deck")[0] == "Axe of Despair"


def test_there_is_no_battle_phase_that_turn() -> None:
    assert not begin_exchanged("Feral Imp").can("phase", "battle")


def test_after_the_battle_phase_it_is_refused() -> None:
    game = Game(Cards(hand=["Soul Exchange"]), Cards(monsters=["Celtic Guardian"])).phase("battle")
    game.phase("main2")
    assert not game.can("activate", "Soul Exchange")


def test_without_an_opposing_monster_it_is_refused() -> None:
    with pytest.raises(Illegal):
        Game(Cards(hand=["Soul Exchange"], monsters=["Feral Imp"])).do("activate", "Soul Exchange")


@rule("GAP-18")
def test_a_negated_activation_binds_nobody() -> None:
    game = Game(
        Cards(hand=["Soul Exchange"]), Cards(monsters=["Celtic Guardian"], spells=["Solemn Judgment:set"])
    )
    game.begin_act("activate", "Soul Exchange").respond("Solemn Judgment").calm()
    assert game.can("phase", "battle")


@pytest.mark.parametrize("mine", [(), ("Feral Imp",)])
def test_a_ritual_summon_uses_it_too(mine: tuple[str, ...]) -> None:
    game = begin_exchanged(*mine, hand=("Black Illusion Ritual", "Relinquished", "Millennium Shield"))
    game.do("activate", "Black Illusion Ritual", "Relinquished")
    assert game.names("graveyard", 1) == ["Celtic Guardian"]
    assert sorted(game.names("monster")) == sorted([*mine, "Relinquished"])


def test_a_token_that_is_no_tribute_for_a_summon_binds_nobody() -> None:
    """What cannot be Tributed for this Summon need not be Tributed first."""
    you = Cards(hand=["Soul Exchange", "Summoned Skull"], monsters=["Feral Imp"])
    game = Game(you, Cards(spells=["Scapegoat:set"]), skip_first_turn=False)
    game.respond("Scapegoat").to_turn(2).to_open().do("activate", "Soul Exchange", "Sheep Token")
    game.do("summon", "Summoned Skull")
    assert game.names("graveyard") == ["Soul Exchange", "Feral Imp"]
    assert game.names("monster", 1) == ["Sheep Token"] * 4
