"""Red Dragon Archfiend: it destroys monsters in Defense Position, and those that did not attack."""

from tests.play import Cards, Game

NAME = "Red Dragon Archfiend"


def test_attacking_a_defender_burns_all_who_hide() -> None:
    game = Game(
        Cards(extra_monster=NAME), Cards(monsters=["Mystical Elf:defense", "Kuriboh:set", "Battle Ox"])
    )
    game.attack(NAME, "Mystical Elf")
    assert game.names("monster", 1) == ["Battle Ox"]


def test_attacking_an_attacker_burns_nobody() -> None:
    game = Game(Cards(extra_monster=NAME), Cards(monsters=["Kuriboh:set", "Battle Ox"]))
    game.attack(NAME, "Battle Ox")
    assert game.names("monster", 1) == ["Kuriboh"]


def test_those_who_rested_fall_in_the_end_phase() -> None:
    game = Game(Cards(extra_monster=NAME, monsters=["Battle Ox", "Silver Fang", "Kuriboh:set"]))
    game.attack("Battle Ox").end_turn()
    assert game.names("monster") == ["Battle Ox", NAME]


def test_a_borrowed_monster_that_rested_falls_before_it_goes_home() -> None:
    game = Game(Cards(hand=["Change of Heart"], extra_monster=NAME), Cards(monsters=["Silver Fang"]))
    game.do("activate", "Change of Heart").end_turn()
    assert game.names("monster", 1) == []
    assert game.names("graveyard", 1) == ["Silver Fang"]


def test_not_in_the_opponents_end_phase() -> None:
    game = Game(Cards(), Cards(extra_monster=NAME, monsters=["Silver Fang"]), first=0, skip_first_turn=False)
    game.to_open().end_turn()
    assert game.names("monster", 1) == ["Silver Fang", NAME]


def test_is_made_of_a_tuner_and_others() -> None:
    game = Game(Cards(monsters=["Junk Synchron", "Thousand Dragon", "Curse of Dragon"], extra=[NAME]))
    game.do("special_summon", NAME)
    assert game.names("graveyard") == ["Junk Synchron", "Curse of Dragon"]
    game = Game(Cards(monsters=["Battle Ox", "Feral Imp"], extra=[NAME]))
    assert not game.can("special_summon", NAME)
