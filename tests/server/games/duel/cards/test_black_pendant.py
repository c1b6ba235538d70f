"""Black Pendant: 500 ATK, and 500 damage to the opponent when it is sent to the Graveyard."""

from tests.play import Cards, Game
from tests.rules import rule


def begin_equipped(hand: tuple[str, ...] = (), them: Cards | None = None) -> Game:
    game = Game(Cards(hand=["Black Pendant", *hand], monsters=["Celtic Guardian"]), them)
    return game.do("activate", "Black Pendant")


def test_it_adds_500_attack() -> None:
    assert begin_equipped().card("Celtic Guardian").attack == 1900


def test_destroyed_with_its_monster_it_burns() -> None:
    assert begin_equipped(("Dark Hole",)).do("activate", "Dark Hole").life(1) == 7500


def test_returned_to_the_hand_it_does_not_burn() -> None:
    game = begin_equipped(("Giant Trunade",)).do("activate", "Giant Trunade")
    assert "Black Pendant" in game.names("hand")
    assert game.life(1) == 8000


def test_without_a_monster_it_is_refused() -> None:
    assert not Game(Cards(hand=["Black Pendant"])).can("activate", "Black Pendant")


@rule("GAP-15")
def test_being_mandatory_it_never_misses_its_timing() -> None:
    game = begin_equipped(("Ookazi",), Cards(spells=["Mystical Space Typhoon:set"]))
    game.begin_act("activate", "Ookazi").respond("Mystical Space Typhoon", "Black Pendant").to_open()
    assert game.life(1) == 8000 - 800 - 500
