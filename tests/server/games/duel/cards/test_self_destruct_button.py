"""Self-Destruct Button: a draw, and only from far behind."""

from tests.play import Cards, Game
from tests.rules import rule


@rule("GAP-23")
def test_both_fall_and_nobody_wins() -> None:
    game = Game(Cards(life=1000, spells=["Self-Destruct Button:set"]))
    game.begin_act("activate", "Self-Destruct Button")
    while not game.over:
        game.choose("pass")
    assert game.over == "draw lp"


def test_needs_a_distance_of_7000() -> None:
    game = Game(Cards(life=1001, spells=["Self-Destruct Button:set"]))
    assert not game.can("activate", "Self-Destruct Button")


@rule("GAP-19")
def test_the_distance_is_asked_for_at_activation_only() -> None:
    game = Game(
        Cards(life=1000, spells=["Self-Destruct Button:set"]),
        Cards(spells=["Ultimate Offering:set", "Solemn Judgment:set", "Jar of Greed:set"]),
    )
    game.begin_act("activate", "Self-Destruct Button").respond("Jar of Greed")
    while not game.over:
        game.choose("pass")
    assert game.over == "draw lp"
