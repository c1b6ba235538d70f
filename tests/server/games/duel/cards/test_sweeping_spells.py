"""Spells that clear the field: Dark Hole, Raigeki, Heavy Storm, Giant Trunade, Eternal Rest."""

import pytest

from tests.play import Cards, Game
from tests.rules import rule


@rule("YGO-GY-01")
def test_dark_hole_destroys_every_monster() -> None:
    you = Cards(hand=["Dark Hole"], monsters=["Feral Imp"])
    game = Game(you, Cards(monsters=["Celtic Guardian", "Summoned Skull:set"])).do("activate", "Dark Hole")
    assert game.names("monster") == game.names("monster", 1) == []
    assert set(game.names("graveyard", 1)) == {"Celtic Guardian", "Summoned Skull"}


def test_raigeki_spares_your_own_monsters() -> None:
    you = Cards(hand=["Raigeki"], monsters=["Feral Imp"])
    game = Game(you, Cards(monsters=["Celtic Guardian", "Summoned Skull:set"])).do("activate", "Raigeki")
    assert game.names("monster") == ["Feral Imp"]
    assert game.count("monster", 1) == 0


def test_heavy_storm_destroys_every_other_spell_and_trap() -> None:
    you = Cards(hand=["Heavy Storm"], spells=["Trap Hole:set"], field_spell="Umi")
    game = Game(you, Cards(spells=["Swords of Revealing Light"])).do("activate", "Heavy Storm")
    assert set(game.names("graveyard")) == {"Heavy Storm", "Trap Hole", "Umi"}
    assert game.names("graveyard", 1) == ["Swords of Revealing Light"]


def test_giant_trunade_returns_them_to_their_owners() -> None:
    you = Cards(hand=["Giant Trunade"], spells=["Trap Hole:set"])
    game = Game(you, Cards(field_spell="Umi")).do("activate", "Giant Trunade")
    assert "Trap Hole" in game.names("hand")
    assert "Umi" in game.names("hand", 1)
    assert game.names("graveyard") == ["Giant Trunade"]


def test_eternal_rest_destroys_only_what_is_equipped() -> None:
    you = Cards(hand=["Eternal Rest", "Axe of Despair"], monsters=["Feral Imp", "Silver Fang"])
    game = Game(you, Cards(monsters=["Celtic Guardian"])).do("activate", "Axe of Despair", "Celtic Guardian")
    game.do("activate", "Eternal Rest")
    assert game.names("monster") == ["Feral Imp", "Silver Fang"]
    assert game.names("graveyard", 1) == ["Celtic Guardian"]


@rule("GAP-48")
@pytest.mark.parametrize(
    ("spell", "them"),
    [
        ("Dark Hole", Cards()),
        ("Raigeki", Cards()),
        ("Heavy Storm", Cards(monsters=["Feral Imp"])),
        ("Giant Trunade", Cards(monsters=["Feral Imp"])),
        ("Eternal Rest", Cards(monsters=["Feral Imp"])),
    ],
)
def test_with_nothing_to_clear_it_is_refused(spell: str, them: Cards) -> None:
    assert not Game(Cards(hand=[spell]), them).can("activate", spell)


def test_your_own_monsters_are_nothing_for_raigeki() -> None:
    assert not Game(Cards(hand=["Raigeki"], monsters=["Feral Imp"])).can("activate", "Raigeki")


def test_what_is_gone_before_heavy_storm_resolves_is_spared() -> None:
    them = Cards(spells=["Mystical Space Typhoon:set", "Trap Hole:set"])
    game = Game(Cards(hand=["Heavy Storm"], field_spell="Umi"), them)
    game.begin_act("activate", "Heavy Storm").respond("Mystical Space Typhoon", "Umi").to_open()
    assert set(game.names("graveyard", 1)) == {"Mystical Space Typhoon", "Trap Hole"}


def test_a_token_destroyed_by_dark_hole_is_gone() -> None:
    game = (
        Game(Cards(hand=["Scapegoat", "Dark Hole"])).do("activate", "Scapegoat").do("activate", "Dark Hole")
    )
    assert game.names("graveyard") == ["Scapegoat", "Dark Hole"]
