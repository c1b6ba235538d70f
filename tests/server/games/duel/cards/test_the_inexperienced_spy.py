"""The Inexperienced Spy: one card of the opponent's hand, chosen without seeing it."""

from tests.play import Cards, Game
from tests.rules import rule

HAND = Cards(hand=["Great White", "Umi"])


@rule("VIS-42")
def test_only_its_player_sees_the_card() -> None:
    game = Game(Cards(hand=["The Inexperienced Spy"]), HAND).do("activate", "The Inexperienced Spy", "Umi")
    (shown,) = game.happened("reveal")
    assert shown.card is game.card("Umi")
    assert shown.readers == 0b011


@rule("VIS-40")
def test_the_choice_tells_nothing_about_the_cards() -> None:
    game = Game(Cards(hand=["The Inexperienced Spy"]), HAND)
    game.begin_act("activate", "The Inexperienced Spy").calm()
    options = [option for _, option in game.ask.options]
    assert len(options) == 2
    assert not any(option.code or option.card for option in options)


def test_an_empty_hand_is_nothing_to_look_at() -> None:
    assert not Game(Cards(hand=["The Inexperienced Spy"])).can("activate", "The Inexperienced Spy")
