"""Compulsory Evacuation Device: a monster returns to its owner's hand."""

from tests.play import Cards, Game
from tests.rules import rule


def test_returns_a_monster_to_the_hand() -> None:
    game = Game(Cards(spells=["Compulsory Evacuation Device:set"]), Cards(monsters=["Summoned Skull"]))
    game.do("activate", "Compulsory Evacuation Device")
    assert "Summoned Skull" in game.names("hand", 1)
    assert game.count("monster", 1) == 0


def test_needs_a_monster() -> None:
    game = Game(Cards(spells=["Compulsory Evacuation Device:set"]))
    assert not game.can("activate", "Compulsory Evacuation Device")


@rule("GAP-V4")
def test_a_face_down_monster_goes_home_unseen() -> None:
    game = Game(Cards(spells=["Compulsory Evacuation Device:set"]), Cards(monsters=["Summoned Skull:set"]))
    game.do("activate", "Compulsory Evacuation Device")
    told = [
        one for one in game.happened("move") if one.goal and one.goal.zone == "hand" and one.cause == "return"
    ]
    assert len(told) == 1
    assert not told[0].readers & 1


def test_an_extra_deck_monster_goes_to_the_extra_deck() -> None:
    game = Game(
        Cards(spells=["Compulsory Evacuation Device:set"]), Cards(monsters=["Gaia the Dragon Champion"])
    )
    game.do("activate", "Compulsory Evacuation Device")
    assert game.names("extra_deck", 1) == ["Gaia the Dragon Champion"]
