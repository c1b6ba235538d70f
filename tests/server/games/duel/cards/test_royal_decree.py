"""Royal Decree: all other Traps are negated."""

from tests.play import Cards, Game
from tests.rules import rule


@rule("GAP-18")
def test_a_trap_can_be_activated_and_does_nothing() -> None:
    game = Game(Cards(monsters=["Battle Ox"], spells=["Royal Decree"]), Cards(spells=["Mirror Force:set"]))
    game.declare_attack("Battle Ox").respond("Mirror Force").calm()
    assert game.names("monster") == ["Battle Ox"]
    assert game.life(1) == 6300
    assert game.names("graveyard", 1) == ["Mirror Force"]


def test_does_nothing_while_it_is_set() -> None:
    game = Game(
        Cards(monsters=["Battle Ox"], spells=["Royal Decree:set"]), Cards(spells=["Mirror Force:set"])
    )
    game.declare_attack("Battle Ox").respond("Mirror Force").calm()
    assert game.count("monster") == 0


def test_chained_it_negates_the_trap_it_answers() -> None:
    game = Game(
        Cards(monsters=["Battle Ox"], spells=["Royal Decree:set"]), Cards(spells=["Mirror Force:set"])
    )
    game.declare_attack("Battle Ox").respond("Mirror Force").respond("Royal Decree", seat=0).calm()
    assert game.names("monster") == ["Battle Ox"]


def test_face_up_traps_stop_working() -> None:
    game = Game(Cards(monsters=["Battle Ox"], spells=["Royal Decree"]), Cards(spells=["Gravity Bind"]))
    game.phase("battle")
    assert game.can("attack", "Battle Ox")
    assert game.card("Gravity Bind").negated


def test_a_trap_that_left_in_the_chain_is_negated_too() -> None:
    game = Game(
        Cards(spells=["Jar of Greed:set"]), Cards(spells=["Royal Decree", "Mystical Space Typhoon:set"])
    )
    game.begin_act("activate", "Jar of Greed").respond("Mystical Space Typhoon", "Jar of Greed").calm()
    assert game.count("hand") == 1
