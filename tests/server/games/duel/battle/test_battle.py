"""The Battle Phase: who may attack, what an attack does, and the Damage Step."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.words import Rule
from facedown_shared.tables.zones import CLASSES
from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.held import hold, hold_for


def duel(mine: str, theirs: str | None = None, rules: str = "master") -> Game:
    """Begin a duel with one monster against one, or against none."""
    return Game(Cards(monsters=[mine]), Cards(monsters=[theirs] if theirs else []), rules=rules)


# --- attack against attack ----------------------------------------------------------------------------------


@rule("CLS-BATTLE-16", "CLS-BATTLE-17", "YGO-POS-01")
def test_the_higher_attack_destroys_and_the_difference_is_lost() -> None:
    game = duel("Battle Ox", "Celtic Guardian").attack("Battle Ox", "Celtic Guardian")
    assert game.names("graveyard", 1) == ["Celtic Guardian"]
    assert (game.life(0), game.life(1)) == (8000, 7700)


@rule("CLS-BATTLE-18")
def test_equal_attack_destroys_both_without_damage() -> None:
    game = duel("Celtic Guardian", "Celtic Guardian").attack("Celtic Guardian", "Celtic Guardian")
    assert game.count("monster", 0) == game.count("monster", 1) == 0
    assert (game.life(0), game.life(1)) == (8000, 8000)


@rule("CLS-BATTLE-19")
def test_a_lower_attack_destroys_the_attacker() -> None:
    game = duel("Silver Fang", "Celtic Guardian").attack("Silver Fang", "Celtic Guardian")
    assert game.names("graveyard", 0) == ["Silver Fang"]
    assert (game.life(0), game.life(1)) == (7800, 8000)
    assert game.names("monster", 1) == ["Celtic Guardian"]


@rule("GAP-09", "GAP-54")
@pytest.mark.parametrize(("rules", "left"), [("master", 1), ("GOAT", 0), ("classic", 0)])
def test_two_monsters_without_attack(rules: str, left: int) -> None:
    game = duel("Labyrinth Wall", "Millennium Shield", rules).attack("Labyrinth Wall", "Millennium Shield")
    assert (game.count("monster", 0), game.count("monster", 1)) == (left, left)


# --- attack against defense ---------------------------------------------------------------------------------


@rule("YGO-POS-01", "YGO-POS-02")
@pytest.mark.parametrize(("position", "beaten"), [("attack", "Claw Reacher"), ("defense", "Silver Fang")])
def test_a_monster_lies_open_and_battles_with_what_its_position_says(position: str, beaten: str) -> None:
    game = duel("Claw Reacher", f"Silver Fang:{position}")
    for viewer in CLASSES:
        seen = game.view(viewer).cards[game.card("Silver Fang").handles[viewer]]
        assert (seen.attack, seen.defense, seen.defense_position) == (1200, 800, position == "defense")
    game.attack("Claw Reacher", "Silver Fang")
    assert game.names("graveyard") + game.names("graveyard", 1) == [beaten]


@rule("CLS-BATTLE-20", "CLS-BATTLE-21")
def test_defense_is_beaten_without_damage() -> None:
    game = duel("Battle Ox", "Silver Fang:defense").attack("Battle Ox", "Silver Fang")
    assert game.names("graveyard", 1) == ["Silver Fang"]
    assert game.life(1) == 8000


@rule("CLS-BATTLE-22")
def test_attack_equal_to_defense_destroys_nothing() -> None:
    game = duel("Feral Imp", "Witty Phantom:defense").attack("Feral Imp", "Witty Phantom")
    assert (game.count("monster", 0), game.count("monster", 1)) == (1, 1)
    assert (game.life(0), game.life(1)) == (8000, 8000)
    assert [told.amount for told in game.happened("battled")] == [0]
    assert not game.happened("life")
    assert (game.card("Feral Imp").defense_position, game.card("Witty Phantom", 1).defense_position) == (
        False,
        True,
    )
    assert not game.can("attack", "Feral Imp"), "its attack of the turn is over"
    other = duel("Feral Imp:defense", "Witty Phantom").end_turn().attack("Witty Phantom", "Feral Imp")
    assert (other.count("monster", 0), other.count("monster", 1)) == (1, 1)
    assert (other.life(0), other.life(1)) == (8000, 8000)
    lower = duel("Silver Fang", "Witty Phantom:defense").attack("Silver Fang", "Witty Phantom")
    assert (lower.life(0), lower.count("monster", 1)) == (7900, 1), "a hundred less is another matter"


@rule("CLS-BATTLE-23")
def test_a_higher_defense_costs_the_attacker_the_difference() -> None:
    game = duel("Silver Fang", "Mystical Elf:defense").attack("Silver Fang", "Mystical Elf")
    assert (game.count("monster", 0), game.count("monster", 1)) == (1, 1)
    assert (game.life(0), game.life(1)) == (7200, 8000)


@rule("CLS-BATTLE-25", "CLS-BATTLE-31")
def test_a_face_down_target_is_flipped_before_it_is_compared() -> None:
    game = duel("Silver Fang", "Mystical Elf:set").attack("Silver Fang", "Mystical Elf")
    elf = game.card("Mystical Elf", 1)
    assert (elf.face_up, elf.defense_position) == (True, True)
    assert game.life(0) == 7200


def test_piercing_deals_the_difference() -> None:
    game = duel("Battle Ox", "Silver Fang:defense")
    hold(game, Rule.PIERCING, "Battle Ox")
    game.attack("Battle Ox", "Silver Fang")
    assert game.life(1) == 8000 - (1700 - 800)


# --- direct attacks and who may attack ----------------------------------------------------------------------


@rule("CLS-BATTLE-09", "CLS-BATTLE-24", "CLS-WIN-02")
def test_a_direct_attack_deals_the_whole_attack() -> None:
    assert duel("Battle Ox").attack("Battle Ox").life(1) == 6300


@rule("CLS-BATTLE-09")
def test_no_direct_attack_past_a_monster() -> None:
    game = duel("Battle Ox", "Silver Fang:defense").phase("battle")
    game.declare_attack("Battle Ox").calm()
    assert game.life(1) == 8000
    assert game.names("graveyard", 1) == ["Silver Fang"]


@rule("CLS-BATTLE-03", "CLS-BATTLE-09")
def test_the_option_of_an_attack_names_what_it_may_be_aimed_at() -> None:
    """0 is a direct attack; an only target is named like any other."""
    game = duel("Battle Ox", "Silver Fang").phase("battle")
    (only,) = (option for _, option in game.offered("attack", "Battle Ox"))
    assert only.targets == (game.card("Silver Fang").handles[0],)
    (two,) = (option for _, option in duel("Battle Ox").phase("battle").offered("attack", "Battle Ox"))
    assert two.targets == (0,)


def test_a_rule_may_let_a_monster_attack_directly() -> None:
    game = duel("Battle Ox", "Silver Fang")
    hold(game, Rule.DIRECT_ATTACK, "Battle Ox")
    assert game.attack("Battle Ox", "").life(1) == 6300


@rule("CLS-BATTLE-04", "YGO-POS-04")
def test_only_face_up_attack_position_attacks() -> None:
    names = ["Celtic Guardian:defense", "Silver Fang:set", "Feral Imp"]
    game = Game(Cards(monsters=names)).phase("battle")
    assert [game.can("attack", name.split(":")[0]) for name in names] == [False, False, True]


@rule("CLS-BATTLE-04", "CLS-BATTLE-08")
def test_each_monster_attacks_once_a_turn() -> None:
    game = Game(Cards(monsters=["Battle Ox", "Silver Fang"])).attack("Battle Ox")
    assert not game.can("attack", "Battle Ox")
    assert game.attack("Silver Fang").life(1) == 8000 - 1700 - 1200


def test_a_rule_may_give_a_second_attack() -> None:
    game = duel("Battle Ox")
    hold(game, Rule.EXTRA_ATTACKS, "Battle Ox", 1)
    game.attack("Battle Ox").attack("Battle Ox")
    assert game.life(1) == 8000 - 3400
    assert not game.can("attack", "Battle Ox")


@rule("CLS-BATTLE-05")
def test_attacking_is_never_forced() -> None:
    game = duel("Battle Ox").phase("battle").end_turn()
    assert game.duel.state.turn == 3
    assert game.life(1) == 8000


@rule("CLS-BATTLE-06", "GAP-10")
def test_a_monster_that_attacked_keeps_its_position() -> None:
    game = Game(Cards(monsters=["Celtic Guardian", "Silver Fang"])).attack("Celtic Guardian").phase("main2")
    assert not game.can("change_position", "Celtic Guardian")
    assert game.can("change_position", "Silver Fang")


def test_a_monster_that_a_rule_keeps_from_attacking_is_not_offered() -> None:
    game = Game(Cards(monsters=["Celtic Guardian", "Silver Fang"]))
    hold(game, Rule.NO_ATTACK, "Celtic Guardian")
    game.phase("battle")
    assert not game.can("attack", "Celtic Guardian")
    with pytest.raises(Illegal):
        game.declare_attack("Celtic Guardian")


def test_what_cannot_be_attacked_is_no_target() -> None:
    game = Game(Cards(monsters=["Battle Ox"]), Cards(monsters=["Silver Fang", "Feral Imp"]))
    hold(game, Rule.NO_ATTACK_TARGET, "Silver Fang")
    game.attack("Battle Ox")
    assert game.names("monster", 1) == ["Silver Fang"]


# --- damage and destruction ---------------------------------------------------------------------------------


def test_no_battle_damage_for_a_player_who_takes_none() -> None:
    game = duel("Battle Ox")
    hold_for(game, Rule.NO_BATTLE_DAMAGE, 1)
    assert game.attack("Battle Ox").life(1) == 8000


def test_a_monster_that_battle_does_not_destroy_stays() -> None:
    game = duel("Battle Ox", "Silver Fang")
    hold(game, Rule.NO_BATTLE_DESTRUCTION, "Silver Fang")
    game.attack("Battle Ox", "Silver Fang")
    assert game.names("monster", 1) == ["Silver Fang"]
    assert game.life(1) == 7500


@rule("CLS-WIN-03", "GAP-16")
def test_life_points_never_fall_below_nothing() -> None:
    game = Game(Cards(monsters=["Battle Ox"]), Cards(life=100)).attack("Battle Ox")
    assert game.over == "0 lp"
    assert game.life(1) == 0


@rule("CLS-BATTLE-30", "CLS-BATTLE-13")
def test_a_trigger_on_leaving_comes_after_the_battle() -> None:
    game = Game(Cards(monsters=["Battle Ox"]), Cards(monsters=["Sangan"], deck=["Feral Imp"]))
    game.attack("Battle Ox", "Sangan").to_open()
    assert "Feral Imp" in game.names("hand", 1)
    assert game.duel.state.phase == "battle"


# --- flips in battle ----------------------------------------------------------------------------------------


@rule("CF-27", "CLS-EFF-03", "CLS-BATTLE-28")
def test_a_flip_effect_comes_after_calculation_and_before_the_graveyard() -> None:
    game = Game(Cards(monsters=["Battle Ox", "Summoned Skull"]), Cards(monsters=["Man-Eater Bug:set"]))
    game.attack("Battle Ox", "Man-Eater Bug").choose("Summoned Skull").calm()
    order = [told.card.name for told in game.happened("move") if told.card]
    assert order[-2:] == ["Summoned Skull", "Man-Eater Bug"]
    assert game.names("monster", 0) == ["Battle Ox"]


@rule("CLS-SUM-14", "CLS-CARD-05")
def test_being_attacked_is_no_flip_summon() -> None:
    game = duel("Silver Fang", "Mystical Elf:set").attack("Silver Fang", "Mystical Elf")
    assert not game.happened("summoned")


# --- Replays ------------------------------------------------------------------------------------------------


def replay(choice: str) -> Game:
    """Begin an attack on Celtic Guardian, answered with four Tokens; the attacker chooses again (a
    replay).
    """
    theirs = Cards(monsters=["Celtic Guardian"], spells=["Scapegoat:set"])
    game = Game(Cards(monsters=["Summoned Skull"]), theirs)
    game.declare_attack("Summoned Skull", "Celtic Guardian").respond("Scapegoat")
    while not game.can("no"):
        game.choose(game.ask.options[0][0])
    return game.choose(choice).calm()


@rule("GAP-08", "CF-26")
def test_a_replay_chooses_a_new_target() -> None:
    game = replay("Sheep Token")
    assert game.count("monster", 1) == 4
    assert "Celtic Guardian" in game.names("monster", 1)


@rule("GAP-08")
def test_one_monster_gone_and_another_come_is_a_replay_too() -> None:
    theirs = Cards(
        monsters=["Celtic Guardian", "Feral Imp"], graveyard=["Silver Fang"],
        spells=["Call of the Haunted:set", "Compulsory Evacuation Device:set"],
    )  # fmt: skip
    game = Game(Cards(monsters=["Summoned Skull"]), theirs)
    game.declare_attack("Summoned Skull", "Celtic Guardian").respond("Call of the Haunted")
    game.respond("Compulsory Evacuation Device", "Feral Imp")
    while not game.can("no"):
        assert game.ask.kind != "turn"
        game.choose("pass" if game.can("pass") else game.ask.options[0][0])
    assert sorted(game.names("monster", 1)) == ["Celtic Guardian", "Silver Fang"]


@rule("GAP-08")
def test_stopping_in_a_replay_uses_the_attack() -> None:
    game = replay("stop")
    assert game.count("monster", 1) == 5
    assert not game.can("attack", "Summoned Skull")


@rule("GAP-08")
def test_a_replay_is_no_new_declaration() -> None:
    theirs = Cards(monsters=["Celtic Guardian"], spells=["Scapegoat:set", "Sakuretsu Armor:set"])
    game = Game(Cards(monsters=["Summoned Skull"]), theirs)
    game.declare_attack("Summoned Skull", "Celtic Guardian").respond("Scapegoat")
    while not game.can("no"):
        game.choose("pass" if game.can("pass") else game.ask.options[0][0])
    game.choose("Sheep Token")
    while game.ask.kind == "response":
        assert not game.can("activate", "Sakuretsu Armor")
        game.choose("pass")
    assert game.count("monster", 1) == 4


@rule("CLS-BATTLE-10", "CF-26")
def test_in_classic_a_replay_goes_back_to_choosing_the_attacker() -> None:
    theirs = Cards(monsters=["Celtic Guardian"], spells=["Scapegoat:set"])
    game = Game(Cards(monsters=["Summoned Skull"]), theirs, rules="classic")
    game.declare_attack("Summoned Skull", "Celtic Guardian").respond("Scapegoat").to_open()
    assert game.can("attack", "Summoned Skull")


@rule("GAP-08")
def test_an_attacker_that_is_gone_ends_the_attack() -> None:
    mine = Cards(spells=["Call of the Haunted:set"], graveyard=["Summoned Skull"])
    game = Game(mine, Cards(spells=["Mystical Space Typhoon:set"]))
    game.do("activate", "Call of the Haunted").declare_attack("Summoned Skull")
    game.respond("Mystical Space Typhoon").calm()
    assert game.life(1) == 8000
    assert "Summoned Skull" in game.names("graveyard", 0)


# --- the phase ----------------------------------------------------------------------------------------------


@rule("CLS-TURN-14", "GAP-04")
def test_no_battle_phase_for_the_player_who_starts() -> None:
    game = Game(Cards(monsters=["Battle Ox"]), first=0, skip_first_turn=False).to_open()
    assert game.duel.state.turn == 1
    assert not game.can("phase", "battle")


@rule("CLS-BATTLE-32", "GAP-06")
def test_after_the_battle_phase_main_2_may_be_passed_through() -> None:
    game = duel("Battle Ox").phase("battle")
    assert game.can("phase", "main2")
    assert game.can("phase", "end")
    game.phase("end").to_open()
    assert game.duel.state.turn == 3
    words = [told.word for told in game.happened("phase")]
    assert words[words.index("battle") :][:3] == ["battle", "main2", "end"]


@rule("CLS-BATTLE-02", "CLS-BATTLE-07", "CLS-BATTLE-33")
def test_the_other_player_is_asked_in_every_step() -> None:
    game = Game(Cards(monsters=["Battle Ox"]), Cards(spells=["Mystical Space Typhoon:set"]))
    asked = []
    for act in ("phase:battle", "attack:", "phase:main2"):
        game.choose(next(key for key, _ in game.ask.options if key.startswith(act)))
        while game.ask.kind == "response":
            asked.append(act)
            game.choose("pass")
    assert sorted(set(asked)) == ["attack:", "phase:battle", "phase:main2"]


@rule("CLS-BATTLE-14", "CF-28", "GAP-07")
def test_what_changes_no_attack_is_not_offered_in_the_damage_step() -> None:
    theirs = Cards(spells=["Mystical Space Typhoon:set", "Scapegoat:set"])
    game = Game(Cards(monsters=["Battle Ox"]), theirs).declare_attack("Battle Ox")
    seen = []
    while game.ask.kind == "response":
        seen.append((bool(game.duel.step), game.can("activate")))
        game.choose("pass")
    assert (True, False) in seen
    assert (False, True) in seen
    assert (True, True) not in seen


@rule("GAP-07", "CLS-CARD-02")
def test_what_belongs_to_damage_calculation_is_offered_there_alone() -> None:
    game = Game(Cards(monsters=["Battle Ox"]), Cards(hand=["Kuriboh"])).declare_attack("Battle Ox")
    steps = []
    while game.ask.kind == "response":
        steps += [game.duel.step] if game.can("activate", "Kuriboh") else []
        game.choose("pass")
    assert steps == ["calculation"]
    assert game.life(1) == 6300
