"""The Flute of Summoning Dragon: two Dragons from the hand while Lord of D. is on the field."""

from tests.play import Cards, Game
from tests.rules import rule

FLUTE = "The Flute of Summoning Dragon"
HAND = [FLUTE, "Blue-Eyes White Dragon", "Koumori Dragon", "Feral Imp"]


def test_up_to_two_dragons_come_from_the_hand() -> None:
    game = Game(Cards(hand=HAND, monsters=["Lord of D."]))
    game.do("activate", FLUTE, "Blue-Eyes White Dragon", "Koumori Dragon")
    assert set(game.names("monster")) == {"Lord of D.", "Blue-Eyes White Dragon", "Koumori Dragon"}


def test_one_is_enough() -> None:
    game = Game(Cards(hand=HAND, monsters=["Lord of D."])).do("activate", FLUTE, "Blue-Eyes White Dragon")
    assert "Koumori Dragon" in game.names("hand")


def test_the_opponents_lord_will_do() -> None:
    assert Game(Cards(hand=HAND), Cards(monsters=["Lord of D."])).can("activate", FLUTE)


@rule("GAP-48")
def test_without_a_face_up_lord_or_a_dragon_it_is_refused() -> None:
    assert not Game(Cards(hand=HAND)).can("activate", FLUTE)
    assert not Game(Cards(hand=HAND, monsters=["Lord of D.:set"])).can("activate", FLUTE)
    assert not Game(Cards(hand=[FLUTE, "Feral Imp"], monsters=["Lord of D."])).can("activate", FLUTE)


def test_if_the_lord_is_gone_when_it_resolves_nobody_comes() -> None:
    them = Cards(spells=["Compulsory Evacuation Device:set"])
    game = Game(Cards(hand=HAND, monsters=["Lord of D."]), them)
    game.begin_act("activate", FLUTE).respond("Compulsory Evacuation Device").to_open()
    assert game.count("monster") == 0
