"""Fissure: the weakest face-up monster of the opponent."""

from tests.play import Cards, Game


def test_the_weakest_falls() -> None:
    them = Cards(monsters=["Summoned Skull", "Feral Imp", "Man-Eater Bug:set"])
    game = Game(Cards(hand=["Fissure"], monsters=["Kuriboh"]), them).do("activate", "Fissure")
    assert game.names("graveyard", 1) == ["Feral Imp"]


def test_without_a_face_up_opposing_monster_it_is_refused() -> None:
    game = Game(Cards(hand=["Fissure"], monsters=["Feral Imp"]), Cards(monsters=["Silver Fang:set"]))
    assert not game.can("activate", "Fissure")


def test_between_equals_its_player_chooses() -> None:
    them = Cards(monsters=["Silver Fang", "Beaver Warrior", "Summoned Skull"])
    game = Game(Cards(hand=["Fissure"]), them).do("activate", "Fissure", "Beaver Warrior")
    assert game.names("graveyard", 1) == ["Beaver Warrior"]


def test_it_looks_at_the_attack_when_it_resolves() -> None:
    them = Cards(monsters=["Silver Fang", "Feral Imp"], spells=["Rush Recklessly:set"])
    game = Game(Cards(hand=["Fissure"]), them)
    game.begin_act("activate", "Fissure").respond("Rush Recklessly", "Silver Fang").to_open()
    assert set(game.names("graveyard", 1)) == {"Rush Recklessly", "Feral Imp"}
