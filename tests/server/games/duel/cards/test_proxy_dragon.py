"""Proxy Dragon: monsters it points to are destroyed in place of others."""

import pytest

from tests.play import Cards, Game
from tests.rules import rule


def test_saves_a_monster_in_battle() -> None:
    game = Game(
        Cards(monsters=["Kuriboh", "Proxy Dragon", "Silver Fang"]), Cards(monsters=["Blue-Eyes White Dragon"])
    )
    game.attack("Silver Fang", "Blue-Eyes White Dragon").answer_question(True).to_open()
    assert game.names("monster") == ["Proxy Dragon", "Silver Fang"]
    assert game.life(0) == 8000 - 1800


def test_saves_several_cards_at_once() -> None:
    game = Game(
        Cards(hand=["Heavy Storm"]),
        Cards(monsters=["Kuriboh", "Proxy Dragon"], spells=["Gravity Bind", "Toon World"]),
    )
    game.begin_act("activate", "Heavy Storm").calm().answer_question(True).calm()
    assert game.names("spell_trap", 1) == ["Gravity Bind", "Toon World"]
    assert game.names("graveyard", 1) == ["Kuriboh"]


def test_may_decline() -> None:
    game = Game(
        Cards(hand=["Heavy Storm"]), Cards(monsters=["Kuriboh", "Proxy Dragon"], spells=["Toon World"])
    )
    game.begin_act("activate", "Heavy Storm").calm().answer_question(False).calm()
    assert game.names("graveyard", 1) == ["Toon World"]


def test_what_falls_anyway_can_save_nothing() -> None:
    game = Game(Cards(hand=["Dark Hole"]), Cards(monsters=["Kuriboh", "Proxy Dragon"]))
    game.do("activate", "Dark Hole")
    assert game.count("monster", 1) == 0


def test_is_made_of_two_monsters() -> None:
    game = Game(Cards(monsters=["Kuriboh", "Silver Fang"], extra=["Proxy Dragon"]))
    game.do("special_summon", "Proxy Dragon")
    assert game.names("monster") == ["Proxy Dragon"]
    game = Game(Cards(monsters=["Kuriboh"], extra=["Proxy Dragon"]))
    assert not game.can("special_summon", "Proxy Dragon")


@rule("YGO-LNK-05")
@pytest.mark.parametrize("rules", ["master", "MR3", "GOAT"])
def test_its_arrows_point_on_every_mat_without_extra_monster_zones_too(rules: str) -> None:
    game = Game(
        Cards(hand=["Heavy Storm"]), Cards(monsters=["Kuriboh", "Proxy Dragon"], spells=["Toon World"]),
        rules=rules,
    )  # fmt: skip
    game.begin_act("activate", "Heavy Storm").calm().answer_question(True).calm()
    assert game.names("spell_trap", 1) == ["Toon World"]
    assert game.names("graveyard", 1) == ["Kuriboh"]
