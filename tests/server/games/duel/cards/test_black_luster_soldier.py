"""Black Luster Soldier: Ritual Summoned, never Normal Summoned, then free to return."""

from tests.play import Cards, Game
from tests.rules import rule


def test_is_ritual_summoned_by_its_spell() -> None:
    game = Game(
        Cards(hand=["Black Luster Ritual", "Black Luster Soldier", "Summoned Skull", "Kuriboh", "Kuriboh"])
    )
    game.do("activate", "Black Luster Ritual")
    assert game.names("monster") == ["Black Luster Soldier"]
    assert sorted(game.names("graveyard")) == ["Black Luster Ritual", "Kuriboh", "Kuriboh", "Summoned Skull"]


def test_cannot_be_normal_summoned_or_set() -> None:
    game = Game(Cards(hand=["Black Luster Soldier"], monsters=["Kuriboh", "Kuriboh"]))
    assert not game.can("summon", "Black Luster Soldier")
    assert not game.can("set", "Black Luster Soldier")


@rule("GAP-28")
def test_comes_back_only_after_a_proper_summon() -> None:
    game = Game(Cards(hand=["Monster Reborn"], graveyard=["Black Luster Soldier"]))
    assert not game.can("activate", "Monster Reborn")
    game = Game(Cards(hand=["Monster Reborn", "Dark Hole"], monsters=["Black Luster Soldier"]))
    game.do("activate", "Dark Hole").do("activate", "Monster Reborn")
    assert game.names("monster") == ["Black Luster Soldier"]
