"""De-Spell: a Spell is destroyed; a Set Trap is revealed and stays."""

from tests.play import Cards, Game
from tests.rules import rule


def test_a_face_up_spell_is_destroyed_also_in_the_field_zone() -> None:
    game = Game(Cards(hand=["De-Spell"]), Cards(field_spell="Umi")).do("activate", "De-Spell")
    assert game.names("graveyard", 1) == ["Umi"]


def test_a_set_spell_is_destroyed() -> None:
    game = Game(Cards(hand=["De-Spell"]), Cards(spells=["Dark Hole:set"])).do("activate", "De-Spell")
    assert game.names("graveyard", 1) == ["Dark Hole"]


@rule("GAP-V13", "VIS-17")
def test_a_set_trap_is_shown_and_stays_set() -> None:
    game = Game(Cards(hand=["De-Spell"]), Cards(spells=["Trap Hole:set"])).do("activate", "De-Spell")
    (shown,) = game.happened("reveal")
    assert shown.card is game.card("Trap Hole")
    assert game.names("spell_trap", 1) == ["Trap Hole"]
    assert not game.card("Trap Hole").face_up
    assert game.card("Trap Hole").revealed == 0


def test_face_up_traps_and_itself_are_no_targets() -> None:
    assert not Game(Cards(hand=["De-Spell"]), Cards(spells=["Gravity Bind"])).can("activate", "De-Spell")
