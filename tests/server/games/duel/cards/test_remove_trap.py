"""Remove Trap: a face-up Trap."""

from tests.play import Cards, Game


def test_a_face_up_trap_is_destroyed() -> None:
    game = Game(Cards(hand=["Remove Trap"]), Cards(spells=["Gravity Bind"])).do("activate", "Remove Trap")
    assert game.names("graveyard", 1) == ["Gravity Bind"]


def test_set_traps_and_spells_are_no_targets() -> None:
    game = Game(Cards(hand=["Remove Trap"]), Cards(spells=["Trap Hole:set", "Toon World"]))
    assert not game.can("activate", "Remove Trap")


def test_your_own_trap_is_a_target_too() -> None:
    game = Game(Cards(hand=["Remove Trap"], spells=["Gravity Bind"])).do("activate", "Remove Trap")
    assert "Gravity Bind" in game.names("graveyard")
