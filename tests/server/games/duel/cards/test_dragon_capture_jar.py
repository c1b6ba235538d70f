"""Dragon Capture Jar: Dragons are changed to Defense Position and stay there."""

from tests.play import Cards, Game
from tests.rules import rule

DRAGON = "Blue-Eyes White Dragon"


def test_puts_every_face_up_dragon_in_defense_position() -> None:
    game = Game(
        Cards(monsters=[DRAGON, "Battle Ox"], spells=["Dragon Capture Jar:set"]), Cards(monsters=[DRAGON])
    )
    game.do("activate", "Dragon Capture Jar")
    assert [card.defense_position for card in game.duel.cards_at("monster", 0)] == [True, False]
    assert game.card(DRAGON, 1).defense_position


def test_a_dragon_cannot_be_turned_back() -> None:
    game = Game(Cards(monsters=[DRAGON, "Battle Ox:defense"]), Cards(spells=["Dragon Capture Jar"]))
    assert not game.can("change_position", DRAGON)
    assert game.can("change_position", "Battle Ox")


def test_a_dragon_summoned_later_lies_down_at_once() -> None:
    game = Game(Cards(hand=["Baby Dragon"]), Cards(spells=["Dragon Capture Jar"]))
    game.do("summon", "Baby Dragon")
    assert game.card("Baby Dragon", 0).defense_position


def test_a_set_dragon_stays_face_down() -> None:
    game = Game(Cards(monsters=["Baby Dragon:set"]), Cards(spells=["Dragon Capture Jar"]))
    assert not game.card("Baby Dragon", 0).face_up
    assert game.can("flip_summon", "Baby Dragon")


@rule("GAP-17")
def test_a_dragon_whose_summon_can_be_negated_does_not_lie_down_yet() -> None:
    them = Cards(spells=["Dragon Capture Jar", "Solemn Judgment:set"])
    game = Game(Cards(hand=["Baby Dragon"]), them).begin_act("summon", "Baby Dragon")
    while game.ask.seat != 1:
        game.choose("pass")
    assert not game.card("Baby Dragon").defense_position
    assert game.calm().card("Baby Dragon").defense_position
