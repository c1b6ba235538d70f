"""Monster Reborn: any monster of either Graveyard, on your side."""

from tests.play import Cards, Game
from tests.rules import rule


@rule("YGO-MOVE-12")
def test_it_takes_from_the_opponents_graveyard_in_either_position() -> None:
    game = Game(Cards(hand=["Monster Reborn"]), Cards(graveyard=["Summoned Skull"]))
    game.do("activate", "Monster Reborn", "defense")
    assert game.names("monster") == ["Summoned Skull"]
    assert game.card("Summoned Skull").defense_position
    assert game.card("Summoned Skull").owner == 1


@rule("GAP-48")
def test_without_a_monster_or_a_zone_it_is_refused() -> None:
    assert not Game(Cards(hand=["Monster Reborn"], graveyard=["Umi"])).can("activate", "Monster Reborn")
    full = Cards(hand=["Monster Reborn"], graveyard=["Feral Imp"], monsters=["Silver Fang"] * 5)
    assert not Game(full).can("activate", "Monster Reborn")


@rule("GAP-28")
def test_a_fusion_monster_never_properly_summoned_stays_there() -> None:
    you = Cards(hand=["Monster Reborn"], graveyard=["Gaia the Dragon Champion", "Black Luster Soldier"])
    assert not Game(you).can("activate", "Monster Reborn")


@rule("GAP-28")
def test_one_that_was_comes_back() -> None:
    you = Cards(
        hand=["Polymerization", "Gaia The Fierce Knight", "Curse of Dragon", "Dark Hole", "Monster Reborn"],
        extra=["Gaia the Dragon Champion"],
    )
    game = Game(you).do("activate", "Polymerization").do("activate", "Dark Hole")
    game.do("activate", "Monster Reborn", "Gaia the Dragon Champion")
    assert game.names("monster") == ["Gaia the Dragon Champion"]


@rule("GAP-19")
def test_a_target_that_left_is_not_summoned() -> None:
    you = Cards(hand=["Monster Reborn"])
    game = Game(you, Cards(graveyard=["Summoned Skull"], spells=["Call of the Haunted:set"]))
    game.begin_act("activate", "Monster Reborn").respond("Call of the Haunted").to_open()
    assert game.names("monster", 1) == ["Summoned Skull"]
    assert game.count("monster") == 0
