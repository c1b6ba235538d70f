"""Normal Summons of every Level, Flip Summons, positions, and what a Fusion or Ritual Summon begins with."""

from __future__ import annotations

import pytest

from facedown_shared.tables.zones import CLASSES
from tests.play import Cards, Game
from tests.rules import rule

TRIBUTES = {
    "Kuriboh": 0, "Celtic Guardian": 0, "Curse of Dragon": 1, "Summoned Skull": 1, "Dark Magician": 2,
    "Blue-Eyes White Dragon": 2,
}  # fmt: skip
"""Monsters of Level 1, 4, 5, 6, 7 and 8, and what they need."""
FODDER = ["Feral Imp", "Silver Fang", "Battle Ox"]
GAIA, PARTS = "Gaia the Dragon Champion", ["Gaia The Fierce Knight", "Curse of Dragon"]
SOLDIER, RITUAL = "Black Luster Soldier", "Black Luster Ritual"


@rule("YGO-MOVE-05", "YGO-MOVE-06", "YGO-MOVE-07")
@pytest.mark.parametrize("rules", ["master", "classic"])
@pytest.mark.parametrize("verb", ["summon", "set"])
@pytest.mark.parametrize(("name", "needs"), TRIBUTES.items())
def test_each_level_takes_its_tributes_no_fewer_and_no_more(
    name: str, needs: int, verb: str, rules: str
) -> None:
    for there in range(4):
        game = Game(Cards(hand=[name], monsters=FODDER[:there]), rules=rules)
        assert game.can(verb, name) is (there >= needs)
        if there >= needs:
            game.do(verb, name)
            assert (game.count("graveyard"), game.count("monster")) == (needs, there - needs + 1)


@rule("YGO-MOVE-08", "YGO-POS-01", "YGO-POS-04")
@pytest.mark.parametrize(("verb", "lies"), [("summon", (True, False)), ("set", (False, True))])
@pytest.mark.parametrize(("name", "needs"), TRIBUTES.items())
def test_a_monster_of_any_level_arrives_in_attack_or_set_and_no_position_is_asked(
    name: str, needs: int, verb: str, lies: tuple[bool, bool]
) -> None:
    game = Game(Cards(hand=[name], monsters=FODDER[:needs]))
    game.choose(game.offered(verb, name)[0][0])
    while game.ask.kind != "response" and game.card(name).zone == "hand":
        assert {option.verb for _, option in game.ask.options} <= {"tribute", "zone"}
        game.choose(game.ask.options[0][0])
    for viewer in CLASSES:
        seen = game.view(viewer).cards[game.card(name).handles[viewer]]
        assert (seen.face_up, seen.defense_position) == lies
        assert bool(seen.code) is (verb == "summon" or viewer == 0)


@rule("YGO-POS-07")
def test_a_flip_summon_triggers_the_flip_effect() -> None:
    game = Game(Cards(monsters=["Man-Eater Bug:set"]), Cards(monsters=["Summoned Skull"]))
    game.do("flip_summon", "Man-Eater Bug", "Summoned Skull")
    bug = game.card("Man-Eater Bug")
    assert (bug.face_up, bug.defense_position, bug.zone) == (True, False, "monster")
    assert [told.card.name for told in game.happened("activate") if told.card] == ["Man-Eater Bug"]
    assert game.names("graveyard", 1) == ["Summoned Skull"]


@rule("YGO-POS-06")
def test_a_monster_turns_from_defense_to_attack_once_a_turn_too() -> None:
    game = Game(Cards(monsters=["Celtic Guardian:defense"])).do("change_position", "Celtic Guardian")
    assert not game.card("Celtic Guardian").defense_position
    assert not game.can("change_position", "Celtic Guardian")
    game.end_turn()
    assert not game.can("change_position", "Celtic Guardian"), "in the other player's turn"
    assert game.end_turn().do("change_position", "Celtic Guardian").card("Celtic Guardian").defense_position


@rule("YGO-POS-04", "YGO-POS-02")
@pytest.mark.parametrize(("attacker", "falls"), [("Kuriboh", False), ("Feral Imp", True)])
def test_a_set_monster_battles_with_its_def_and_hides_until_then(attacker: str, falls: bool) -> None:
    game = Game(Cards(monsters=[attacker]), Cards(monsters=["Silver Fang:set"]))
    assert [bool(game.view(viewer).facts.get(game.card("Silver Fang").code)) for viewer in CLASSES] == [
        False, True, False
    ]  # fmt: skip
    game.attack(attacker, "")
    lost = 500 if not falls else 0
    assert (game.life(0), game.life(1)) == (8000 - lost, 8000)
    assert game.names("graveyard", 1) == (["Silver Fang"] if falls else [])


@rule("YGO-MOVE-14", "YGO-MOVE-16")
@pytest.mark.parametrize("zone", ["0:monster:3", "-:extra_monster:1"])
def test_a_fusion_summon_begins_with_a_fusion_spell_and_shows_the_monster_to_all(zone: str) -> None:
    assert not Game(Cards(monsters=PARTS, extra=[GAIA])).can("special_summon")
    game = Game(Cards(hand=["Polymerization"], monsters=PARTS, extra=[GAIA, "Link Spider"]))
    assert not game.can("special_summon", GAIA)
    assert [game.view(viewer).piles["0:extra_deck"].count for viewer in CLASSES] == [2, 2, 2]
    game.do("activate", "Polymerization", zone=zone)
    for viewer in CLASSES:
        view, card = game.view(viewer), game.card(GAIA)
        assert view.piles["0:extra_deck"].count == 1
        assert (view.cards[card.handles[viewer]].code, str(card.place)) == (card.code, zone)


@rule("YGO-MOVE-40")
@pytest.mark.parametrize("rules", ["master", "classic"])
def test_a_ritual_summon_begins_with_its_ritual_spell(rules: str) -> None:
    monsters = ["Blue-Eyes White Dragon"]
    game = Game(Cards(hand=[SOLDIER], monsters=monsters), rules=rules)
    assert not [verb for verb in ("summon", "set", "special_summon") if game.can(verb, SOLDIER)]
    game = Game(Cards(hand=[SOLDIER, RITUAL], monsters=monsters), rules=rules)
    assert not game.can("special_summon", SOLDIER)
    assert game.do("activate", RITUAL).card(SOLDIER).zone == "monster"
