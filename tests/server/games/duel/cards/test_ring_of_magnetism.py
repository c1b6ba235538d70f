"""Ring of Magnetism: a weaker monster that all attacks must target."""

from tests.play import Cards, Game


def begin_equipped(*mine: str) -> Game:
    you = Cards(hand=["Ring of Magnetism"] * len(mine), monsters=[*mine, "Silver Fang"])
    game = Game(you, Cards(monsters=["Summoned Skull"]))
    for monster in mine:
        game.do("activate", "Ring of Magnetism", monster)
    return game.end_turn().phase("battle")


def test_it_takes_500_from_attack_and_defense() -> None:
    game = begin_equipped("Celtic Guardian")
    assert (game.card("Celtic Guardian").attack, game.card("Celtic Guardian").defense) == (900, 700)


def test_nothing_else_can_be_attacked() -> None:
    game = begin_equipped("Celtic Guardian").attack("Summoned Skull")
    assert "Celtic Guardian" in game.names("graveyard")
    assert game.life() == 8000 - (2500 - 900)


def test_an_opposing_monster_cannot_wear_it() -> None:
    game = Game(Cards(hand=["Ring of Magnetism"]), Cards(monsters=["Summoned Skull"]))
    assert not game.can("activate", "Ring of Magnetism")


def test_two_of_them_shield_each_other() -> None:
    assert not begin_equipped("Celtic Guardian", "Beaver Warrior").can("attack", "Summoned Skull")


def test_it_falls_when_control_of_the_monster_changes() -> None:
    them = Cards(hand=["Change of Heart"])
    game = Game(Cards(hand=["Ring of Magnetism"], monsters=["Celtic Guardian"]), them)
    game.do("activate", "Ring of Magnetism").end_turn().do("activate", "Change of Heart")
    assert game.names("monster", 1) == ["Celtic Guardian"]
    assert "Ring of Magnetism" in game.names("graveyard")
