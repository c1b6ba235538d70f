"""Number 17: Leviathan Dragon: materials into ATK."""

from tests.play import Cards, Game
from tests.rules import rule

NAME = "Number 17: Leviathan Dragon"


def test_detaching_gives_500_for_good() -> None:
    game = Game(Cards(monsters=["Silver Fang", "Sangan"], extra=[NAME])).do("special_summon", NAME)
    game.do("activate", NAME)
    assert game.card(NAME).attack == 2500
    assert len(game.card(NAME).materials) == 1
    game.end_turn()
    assert game.card(NAME).attack == 2500


def test_needs_a_material_and_two_of_level_3() -> None:
    game = Game(Cards(extra_monster=NAME))
    assert not game.can("activate", NAME)
    game = Game(Cards(monsters=["Silver Fang", "Battle Ox"], extra=[NAME]))
    assert not game.can("special_summon", NAME)


@rule("GAP-21")
def test_once_a_turn() -> None:
    game = Game(Cards(monsters=["Silver Fang", "Sangan"], extra=[NAME])).do("special_summon", NAME)
    game.do("activate", NAME)
    assert not game.can("activate", NAME)


def test_without_material_it_cannot_attack_directly() -> None:
    game = Game(Cards(extra_monster=NAME))
    game.phase("battle")
    assert not game.can("attack", NAME)
    game = Game(Cards(extra_monster=NAME), Cards(monsters=["Kuriboh"]))
    game.phase("battle")
    assert game.can("attack", NAME)


def test_what_is_detached_may_be_chosen_again_until_it_is_certain() -> None:
    game = Game(Cards(monsters=["Silver Fang", "Sangan"], extra=[NAME])).do("special_summon", NAME)
    game.choose(game.offered("activate", NAME)[0][0])
    assert game.ask.back
    assert not game.happened("activate")
    game.back().do("activate", NAME, "Sangan")
    assert [card.name for card in game.card(NAME).materials] == ["Silver Fang"]
