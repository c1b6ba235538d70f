"""Format classic: the Battle Phase, Replays and the Damage Step."""

from __future__ import annotations

import pytest

from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.rules.classic.laid_out import classic, moved_names, windows


def duel(mine: str, theirs: str | None = None) -> Game:
    """Begin a duel with one monster against one, or against none."""
    return classic(Cards(monsters=[mine]), Cards(monsters=[theirs] if theirs else []))


# --- attacks ------------------------------------------------------------------------------------------------


@rule("CLS-BATTLE-03")
def test_an_attack_names_one_attacker_and_one_target() -> None:
    game = classic(Cards(monsters=["Battle Ox"]), Cards(monsters=["Feral Imp", "Silver Fang"]))
    game.declare_attack("Battle Ox", "Silver Fang")
    told = game.happened("attack")[-1]
    assert told.card is not None
    assert (told.card.name, [card.name for card in told.others]) == ("Battle Ox", ["Silver Fang"])
    assert game.view(1).attack is not None


@rule("CLS-BATTLE-04", "CLS-CARD-15")
def test_each_attack_position_monster_attacks_once_a_turn() -> None:
    game = classic(Cards(monsters=["Battle Ox", "Feral Imp", "Silver Fang:defense", "Uraby:set"]))
    game.attack("Battle Ox")
    assert [game.name_of(key, option) for key, option in game.offered("attack")] == ["Feral Imp"]
    assert game.end_turn().end_turn().phase("battle").can("attack", "Battle Ox")


@rule("CLS-BATTLE-05", "CLS-BATTLE-08", "CLS-BATTLE-32")
def test_after_each_battle_another_attack_or_the_end_of_the_phase() -> None:
    game = classic(Cards(monsters=["Battle Ox", "Feral Imp", "Silver Fang"]))
    game.attack("Battle Ox").attack("Feral Imp")
    assert game.can("attack", "Silver Fang")
    assert game.can("phase", "main2")
    assert game.phase("main2").duel.state.phase == "main2"


@rule("CLS-BATTLE-06")
def test_who_attacked_cannot_turn_to_defense_that_turn() -> None:
    game = classic(Cards(monsters=["Battle Ox", "Feral Imp"])).attack("Battle Ox").phase("main2")
    assert not game.can("change_position", "Battle Ox")
    assert game.can("change_position", "Feral Imp")


@rule("CLS-BATTLE-09", "CLS-BATTLE-24")
def test_without_opposing_monsters_the_attack_is_direct_with_full_attack() -> None:
    assert duel("Battle Ox").attack("Battle Ox").life(1) == 6300


@rule("CLS-BATTLE-09")
def test_one_opposing_monster_bars_the_way() -> None:
    mine = Cards(monsters=["Battle Ox"])
    game = classic(mine, Cards(monsters=["Mystical Elf:set", "Feral Imp"])).phase("battle")
    game.choose("attack:" + game.offered("attack")[0][0].split(":")[1])
    assert sorted(game.name_of(key, option) for key, option in game.ask.options) == [
        "Feral Imp",
        "Mystical Elf",
    ]
    assert not game.can("direct")


# --- steps --------------------------------------------------------------------------------------------------


@rule("CLS-TURN-03", "CLS-BATTLE-02", "CLS-BATTLE-07")
def test_start_battle_and_damage_step_ask_both_players() -> None:
    mine = Cards(monsters=["Battle Ox"], spells=["Rush Recklessly:set"])
    game = classic(mine, Cards(monsters=["Mystical Elf"], spells=["Reinforcements:set"]))
    game.choose("phase:battle").choose("pass")
    assert windows(game) == [
        ("The Battle Phase begins. Respond?", 0),
        ("The Battle Phase begins. Respond?", 1),
    ]
    game.declare_attack("Battle Ox")
    seen = windows(game)
    for step in ("Battle Ox attacks a monster. Respond?", "Damage Step. Respond?"):
        assert {seat for text, seat in seen if text == step} == {0, 1}


@rule("CLS-BATTLE-33", "CLS-TURN-03")
def test_the_end_step_asks_both_players() -> None:
    mine = Cards(monsters=["Battle Ox"], spells=["Rush Recklessly:set"])
    game = classic(mine, Cards(spells=["Mystical Space Typhoon:set"])).phase("battle").choose("phase:main2")
    text = "The Battle Phase is about to end. Respond?"
    assert windows(game) == [(text, 0), (text, 1)]
    assert game.duel.state.phase == "main2"


@rule("CLS-BATTLE-33", "GAP-06", "GAP-11")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_end_step_goes_on_after_an_answer_and_has_no_attack(seat: int) -> None:
    sides = [Cards(monsters=["Battle Ox"]), Cards(monsters=["Gemini Elf"])]
    sides[seat] = Cards(monsters=["Battle Ox"], spells=["Jar of Greed:set", "Waboku:set"])
    game = classic(*sides).phase("battle").choose("phase:main2").respond("Jar of Greed", seat=seat)
    game.respond("Waboku", seat=seat).calm()
    assert game.duel.state.phase == "main2"
    assert not game.can("attack")


@rule("CLS-BATTLE-02", "CLS-BATTLE-33")
@pytest.mark.parametrize("step", ["start", "end"])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("answer", ["Mystical Space Typhoon", "Dust Tornado"])
def test_quick_play_spells_and_traps_may_be_used_in_start_and_end_step(
    seat: int, step: str, answer: str
) -> None:
    sides = [Cards(spells=[f"{answer}:set"]), Cards(spells=["Waboku:set", "Trap Hole:set"])]
    game = classic(*(sides if seat == 0 else sides[::-1]))
    game.choose("phase:battle")
    if step == "end":
        game.calm().choose("phase:main2")
    else:
        while game.ask.kind == "response" and game.duel.state.phase != "battle":
            game.choose("pass")
    game.respond(answer, "Waboku", seat=seat).calm()
    if game.can("no"):
        game.answer_question(False).calm()
    assert game.duel.state.phase == "battle" or step == "end"
    assert game.count("spell_trap", seat) == 0
    assert game.names("graveyard", 1 - seat) == ["Waboku"]


@rule("CLS-BATTLE-07", "CLS-SPELL-18", "CLS-SPELL-19")
def test_quick_play_spells_and_traps_answer_an_attack() -> None:
    mine = Cards(hand=["Rush Recklessly"], monsters=["Battle Ox"])
    game = classic(
        mine, Cards(monsters=["Gemini Elf"], spells=["Rush Recklessly:set", "Sakuretsu Armor:set"])
    )
    game.declare_attack("Battle Ox")
    assert game.can("activate", "Rush Recklessly")
    game.choose("pass")
    assert game.can("activate", "Rush Recklessly")
    assert game.can("activate", "Sakuretsu Armor")


# --- Replays ------------------------------------------------------------------------------------------------


def begin_replay() -> Game:
    """Begin an attack on Celtic Guardian, answered with four Tokens."""
    mine = Cards(monsters=["Summoned Skull", "Battle Ox"])
    game = classic(mine, Cards(monsters=["Celtic Guardian"], spells=["Scapegoat:set"]))
    return game.declare_attack("Summoned Skull", "Celtic Guardian").respond("Scapegoat").to_open()


@rule("CLS-BATTLE-10", "CF-26")
@pytest.mark.parametrize("attacker", ["Summoned Skull", "Battle Ox"])
def test_a_replay_chooses_attacker_and_target_again(attacker: str) -> None:
    game = begin_replay()
    assert "Celtic Guardian" in game.names("monster", 1)
    game.attack(attacker, "Sheep Token")
    assert game.count("monster", 1) == 4


@rule("CLS-BATTLE-10", "CLS-BATTLE-05")
def test_after_a_replay_no_attack_need_follow() -> None:
    game = begin_replay().phase("main2")
    assert game.count("monster", 1) == 5
    assert game.can("change_position", "Summoned Skull")


@rule("CLS-BATTLE-10", "CF-26")
@pytest.mark.parametrize(
    ("answer", "again"), [("Compulsory Evacuation Device", True), ("Reinforcements", False)]
)
def test_fewer_monsters_lead_to_a_replay_and_as_many_to_none(answer: str, again: bool) -> None:
    mine = Cards(monsters=["Summoned Skull", "Battle Ox"])
    theirs = Cards(monsters=["Celtic Guardian", "Feral Imp"], spells=[f"{answer}:set"])
    game = classic(mine, theirs).declare_attack("Summoned Skull", "Celtic Guardian")
    game.respond(answer, "Feral Imp").to_open()
    assert game.can("attack", "Summoned Skull") is again
    assert ("Celtic Guardian" in game.names("monster", 1)) is again


@rule("CLS-BATTLE-11")
def test_ultimate_offering_brings_a_monster_and_a_replay() -> None:
    theirs = Cards(hand=["Feral Imp"], monsters=["Celtic Guardian"], spells=["Ultimate Offering"])
    game = classic(Cards(monsters=["Summoned Skull"]), theirs)
    game.declare_attack("Summoned Skull", "Celtic Guardian").respond("Ultimate Offering").to_open()
    assert sorted(game.names("monster", 1)) == ["Celtic Guardian", "Feral Imp"]
    assert (game.life(1), game.count("graveyard", 1)) == (7500, 0)
    assert game.attack("Summoned Skull", "Feral Imp").names("graveyard", 1) == ["Feral Imp"]


@rule("CLS-BATTLE-12")
def test_a_replay_leaves_earlier_battles_as_they_are() -> None:
    mine = Cards(monsters=["Summoned Skull", "Battle Ox"])
    theirs = Cards(monsters=["Celtic Guardian", "Feral Imp"], spells=["Scapegoat:set"])
    game = classic(mine, theirs).attack("Summoned Skull", "Feral Imp")
    game.declare_attack("Battle Ox", "Celtic Guardian").respond("Scapegoat").to_open()
    assert game.names("graveyard", 1) == ["Feral Imp", "Scapegoat"]
    assert not game.can("attack", "Summoned Skull")
    assert game.can("attack", "Battle Ox")


# --- the Damage Step ----------------------------------------------------------------------------------------


@rule("CLS-BATTLE-13", "CLS-BATTLE-28", "CF-27")
def test_flip_then_damage_then_effects_then_the_graveyard() -> None:
    game = classic(Cards(monsters=["Battle Ox", "Summoned Skull"]), Cards(monsters=["Big Eye:set"]))
    game.attack("Battle Ox", "Big Eye")
    kinds = [told.kind for told in game.told if told.kind in ("flip", "battled", "activate")]
    assert kinds == ["flip", "battled", "activate"]
    game.to_open()
    assert game.names("graveyard", 1) == ["Big Eye"]
    order = [told.kind for told in game.told if told.kind == "activate" or told.cause == "battle"]
    assert order == ["activate", "move"]


@rule("CLS-BATTLE-14", "CF-28")
def test_the_damage_step_lets_in_only_what_changes_attack_or_defense() -> None:
    theirs = Cards(monsters=["Feral Imp"], spells=["Mystical Space Typhoon:set", "Reinforcements:set"])
    game = classic(Cards(monsters=["Battle Ox"]), theirs).declare_attack("Battle Ox")
    offered: dict[str, set[str]] = {}
    while game.ask.kind == "response":
        if game.ask.seat == 1:
            names = {game.name_of(key, option) for key, option in game.offered("activate")}
            offered.setdefault(game.duel.step, set()).update(names)
        game.choose("pass")
    assert offered.pop("") == {"Mystical Space Typhoon", "Reinforcements"}
    assert offered["before"] == {"Reinforcements"}
    assert not offered.get("after", set()) | offered.get("end", set())


@rule("GAP-43", "CF-28")
@pytest.mark.parametrize(("rules", "offered"), [("classic", False), ("master", True)])
def test_counter_traps_stay_out_of_the_classic_damage_step(rules: str, offered: bool) -> None:
    mine = Cards(monsters=["Battle Ox"], spells=["Rush Recklessly:set"])
    theirs = Cards(hand=["Sangan"], monsters=["Feral Imp"], spells=["Magic Jammer:set"])
    game = classic(mine, theirs, rules=rules).declare_attack("Battle Ox")
    while not game.duel.step:
        game.choose("pass")
    game.respond("Rush Recklessly", "Battle Ox", seat=0)
    assert (game.ask.seat, game.can("activate", "Magic Jammer")) == (1, offered)


@rule("GAP-43", "CLS-CARD-02")
def test_a_card_that_names_damage_calculation_is_usable_there() -> None:
    game = classic(Cards(monsters=["Battle Ox"]), Cards(hand=["Kuriboh"])).declare_attack("Battle Ox")
    game.respond("Kuriboh").calm()
    assert (game.life(1), "Kuriboh" in game.names("graveyard", 1)) == (8000, True)


@rule("CLS-BATTLE-26", "CLS-BATTLE-25")
def test_a_boost_may_follow_the_flip_and_decide_the_battle() -> None:
    mine = Cards(monsters=["Battle Ox"], spells=["Rush Recklessly:set"])
    game = classic(mine, Cards(monsters=["Mystical Elf:set"])).declare_attack("Battle Ox")
    while not (game.card("Mystical Elf", 1).face_up or game.over):
        game.choose("pass")
    game.respond("Rush Recklessly", "Battle Ox", seat=0).calm()
    assert game.names("graveyard", 1) == ["Mystical Elf"]


@rule("CLS-BATTLE-15", "CLS-CTRL-06")
def test_a_borrowed_monster_beaten_in_battle_goes_to_its_owners_graveyard() -> None:
    game = classic(Cards(hand=["Change of Heart"]), Cards(monsters=["Feral Imp", "Summoned Skull"]))
    game.do("activate", "Change of Heart", "Feral Imp").attack("Feral Imp", "Summoned Skull")
    assert game.names("graveyard", 1) == ["Feral Imp"]
    assert game.names("graveyard", 0) == ["Change of Heart"]


@rule("CLS-BATTLE-16", "CLS-BATTLE-17")
def test_the_stronger_attacker_destroys_and_the_difference_is_lost() -> None:
    game = duel("Battle Ox", "Celtic Guardian").attack("Battle Ox")
    assert game.names("graveyard", 1) == ["Celtic Guardian"]
    assert (game.life(0), game.life(1)) == (8000, 7700)


@rule("CLS-BATTLE-18", "GAP-09")
@pytest.mark.parametrize("name", ["Celtic Guardian", "Labyrinth Wall"])
def test_equal_attack_destroys_both_even_at_0(name: str) -> None:
    game = duel(name, name).attack(name)
    assert [game.count("graveyard", seat) for seat in (0, 1)] == [1, 1]
    assert [game.life(seat) for seat in (0, 1)] == [8000, 8000]


@rule("CLS-BATTLE-19", "CLS-BATTLE-16")
def test_the_weaker_attacker_falls_and_its_player_pays() -> None:
    game = duel("Silver Fang", "Celtic Guardian").attack("Silver Fang")
    assert (game.names("graveyard"), game.count("graveyard", 1)) == (["Silver Fang"], 0)
    assert (game.life(0), game.life(1)) == (7800, 8000)


@rule("CLS-BATTLE-20", "CLS-BATTLE-21", "CLS-BATTLE-25")
@pytest.mark.parametrize(("position", "flips"), [("defense", 0), ("set", 1)])
def test_a_beaten_defense_costs_no_life_points(position: str, flips: int) -> None:
    game = duel("Battle Ox", f"Feral Imp:{position}").attack("Battle Ox")
    assert (game.names("graveyard", 1), game.life(1)) == (["Feral Imp"], 8000)
    assert len(game.happened("flip")) == flips


@rule("CF-34")
@pytest.mark.parametrize(("position", "flips"), [("defense", 0), ("set", 1)])
def test_a_face_up_defender_is_compared_as_it_lies(position: str, flips: int) -> None:
    game = duel("Battle Ox", f"Mystical Elf:{position}").attack("Battle Ox")
    assert (len(game.happened("flip")), game.life()) == (flips, 7700)


@rule("CLS-BATTLE-22")
def test_attack_equal_to_defense_changes_nothing() -> None:
    game = duel("Aqua Madoor", "Celtic Guardian:defense").attack("Aqua Madoor")
    assert [game.count("monster", seat) for seat in (0, 1)] == [1, 1]
    assert [game.life(seat) for seat in (0, 1)] == [8000, 8000]


@rule("CLS-BATTLE-23", "CLS-BATTLE-31")
def test_a_defense_that_holds_hurts_the_attacker_and_stays_face_up() -> None:
    game = duel("Silver Fang", "Mystical Elf:set").attack("Silver Fang")
    elf = game.card("Mystical Elf", 1)
    assert (elf.face_up, elf.defense_position, elf.is_on_field) == (True, True, True)
    assert (game.life(0), game.life(1), game.count("monster")) == (7200, 8000, 1)


@rule("CLS-BATTLE-29", "CF-27")
def test_a_flip_effect_does_not_reach_what_the_battle_has_destroyed() -> None:
    game = classic(Cards(monsters=["Milus Radiant", "Battle Ox"]), Cards(monsters=["Man-Eater Bug:set"]))
    game.attack("Battle Ox", "Man-Eater Bug")
    offered = {game.name_of(key, option) for key, option in game.ask.options}
    assert offered == {"Milus Radiant", "Battle Ox"}


@rule("CLS-BATTLE-30", "CLS-BATTLE-28")
def test_effects_of_going_to_the_graveyard_come_in_this_step() -> None:
    game = classic(
        Cards(monsters=["Battle Ox"]), Cards(monsters=["Sangan"], deck=["Silver Fang", "Feral Imp"])
    )
    game.attack("Battle Ox", "Sangan").to_open()
    assert moved_names(game)[-1] == "Feral Imp"
    assert (game.duel.state.phase, "Feral Imp" in game.names("hand", 1)) == ("battle", True)


@rule("CLS-BATTLE-28")
def test_other_effects_of_the_monsters_apply_after_calculation() -> None:
    game = duel("Battle Ox", "Wall of Illusion").attack("Battle Ox")
    assert "Battle Ox" in game.names("hand")
    assert (game.life(1), game.names("graveyard", 1)) == (7300, ["Wall of Illusion"])
