"""Effect Veiler: it negates one monster's effects this turn, also one on the Chain whose card leaves the
field.
"""

from tests.play import Cards, Game
from tests.rules import rule


def begin_negated() -> Game:
    """Return a game in which the opponent has just negated Exiled Force's effects."""
    you = Cards(hand=["Exiled Force"])
    game = Game(you, Cards(hand=["Effect Veiler"], monsters=["Summoned Skull"]))
    return game.begin_act("summon", "Exiled Force").respond("Effect Veiler").to_open()


@rule("GAP-19")
def test_a_veiled_monster_that_gives_itself_up_as_a_cost_does_nothing() -> None:
    game = begin_negated().do("activate", "Exiled Force")
    assert game.names("monster", 1) == ["Summoned Skull"]
    assert [told.word for told in game.happened("resolved")] == ["", "effect"]


def test_unveiled_it_works() -> None:
    game = Game(Cards(monsters=["Exiled Force"]), Cards(hand=["Effect Veiler"], monsters=["Summoned Skull"]))
    game.begin_act("activate", "Exiled Force")
    assert not game.can("activate", "Effect Veiler")
    assert game.to_open().count("monster", 1) == 0


def test_turned_face_down_and_up_again_it_is_itself_again() -> None:
    game = Game(Cards(hand=["Book of Moon"], monsters=["Karate Man"]), Cards(hand=["Effect Veiler"]))
    game.begin_act("activate", "Karate Man").respond("Effect Veiler", seat=1).to_open()
    assert game.card("Karate Man").attack == 1000
    game.do("activate", "Book of Moon").do("flip_summon", "Karate Man").do("activate", "Karate Man")
    assert game.card("Karate Man").attack == 2000


def test_what_is_on_the_chain_already_is_negated_although_its_card_leaves() -> None:
    them = Cards(hand=["Effect Veiler"], spells=["Compulsory Evacuation Device:set"])
    game = Game(Cards(hand=["Breaker the Magical Warrior"]), them)
    game.begin_act("summon", "Breaker the Magical Warrior")
    game.respond("Compulsory Evacuation Device").respond("Effect Veiler", seat=1).to_open()
    assert game.names("hand").count("Breaker the Magical Warrior") == 1
    assert [told.word for told in game.happened("resolved")] == ["", "", "effect"]


def test_what_a_veiled_monster_negated_works_again() -> None:
    them = Cards(hand=["Effect Veiler"], spells=["Gravity Bind", "Mirror Force:set"])
    game = Game(Cards(hand=["Silver Fang"], monsters=["Jinzo"]), them)
    assert game.card("Gravity Bind").negated
    game.begin_act("summon", "Silver Fang").respond("Effect Veiler").to_open()
    assert not game.card("Gravity Bind").negated
    game.declare_attack("Silver Fang").respond("Mirror Force").to_open()
    assert game.count("monster") == 0
