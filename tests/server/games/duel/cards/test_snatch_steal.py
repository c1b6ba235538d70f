"""Snatch Steal: control of an opposing monster while the card is on the field, and 1000 Life Points a
turn.
"""

from tests.play import Cards, Game
from tests.rules import rule


def begin_stolen(*hand: str, them: Cards | None = None) -> Game:
    game = Game(Cards(hand=["Snatch Steal", *hand]), them or Cards(monsters=["Celtic Guardian"]))
    return game.do("activate", "Snatch Steal")


def test_the_monster_fights_for_you() -> None:
    game = begin_stolen()
    assert game.names("monster") == ["Celtic Guardian"]
    assert game.attack("Celtic Guardian").life(1) == 8000 - 1400


def test_the_opponent_gains_1000_in_each_standby_phase() -> None:
    assert begin_stolen().end_turn().life(1) == 9000


@rule("CLS-CTRL-03", "CF-39")
def test_with_a_full_field_it_is_refused() -> None:
    you = Cards(hand=["Snatch Steal"], monsters=["Silver Fang"] * 5)
    assert not Game(you, Cards(monsters=["Celtic Guardian"])).can("activate", "Snatch Steal")


def test_your_own_monster_is_no_target() -> None:
    assert not Game(Cards(hand=["Snatch Steal"], monsters=["Silver Fang"])).can("activate", "Snatch Steal")


def test_when_the_card_goes_the_monster_goes_home() -> None:
    them = Cards(monsters=["Celtic Guardian"], spells=["Mystical Space Typhoon:set"])
    game = begin_stolen("Pot of Greed", them=them)
    game.begin_act("activate", "Pot of Greed").respond("Mystical Space Typhoon", "Snatch Steal").to_open()
    assert game.names("monster", 1) == ["Celtic Guardian"]


@rule("CF-32")
def test_with_no_zone_to_go_home_to_the_monster_is_destroyed() -> None:
    crowd = ["Celtic Guardian", *["Silver Fang"] * 4]
    game = begin_stolen("Heavy Storm", them=Cards(hand=["Great White"], monsters=crowd)).end_turn()
    game.do("summon", "Great White").end_turn().do("activate", "Heavy Storm")
    assert "Celtic Guardian" in game.names("graveyard", 1)
    assert [told.word for told in game.happened("move") if told.card is game.card("Celtic Guardian")][
        -1
    ] == "destroy"


def test_change_of_heart_borrows_it_back_until_the_end_phase() -> None:
    them = Cards(hand=["Change of Heart"], monsters=["Celtic Guardian"])
    game = begin_stolen(them=them).end_turn().do("activate", "Change of Heart")
    assert game.names("monster", 1) == ["Celtic Guardian"]
    assert game.end_turn().names("monster") == ["Celtic Guardian"]


def test_turned_face_down_the_monster_goes_home() -> None:
    game = begin_stolen("Book of Moon").do("activate", "Book of Moon")
    assert game.names("monster", 1) == ["Celtic Guardian"]
    assert "Snatch Steal" in game.names("graveyard")


def test_destroyed_before_it_pays_it_pays_nothing() -> None:
    them = Cards(monsters=["Celtic Guardian"], spells=["Mystical Space Typhoon:set"])
    game = begin_stolen(them=them)
    while not game.duel.state.chain:
        game.choose("phase:end" if game.ask.kind.name == "TURN" else "pass")
    assert game.duel.state.phase == "standby"
    game.respond("Mystical Space Typhoon").calm()
    assert game.life(1) == 8000
