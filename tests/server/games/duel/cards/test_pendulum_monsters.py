"""Pendulum Monsters: scales, Pendulum Summons, and what Stargazer and Timegazer add."""

import pytest

from facedown_server.table import sight
from tests.play import Cards, Game
from tests.rules import rule

STARGAZER, TIMEGAZER = "Stargazer Magician", "Timegazer Magician"


def gazers(*hand: str, theirs: Cards | None = None) -> Game:
    game = Game(Cards(hand=[STARGAZER, TIMEGAZER, *hand]), theirs)
    return game.do("activate", TIMEGAZER, zone="0:spell_trap:0").do(
        "activate", STARGAZER, zone="0:spell_trap:4"
    )


@rule("YGO-PZ-01", "GAP-31")
def test_two_scales_let_everything_between_come_at_once() -> None:
    game = gazers("Mandragon", "Foucault's Cannon", "Summoned Skull")
    game.do(
        "pendulum_summon",
        "",
        "Mandragon",
        "attack",
        "Foucault's Cannon",
        "attack",
        "Summoned Skull",
        "attack",
    )
    assert game.names("monster") == ["Mandragon", "Foucault's Cannon", "Summoned Skull"]
    assert not game.can("pendulum_summon")


@rule("YGO-PZ-05")
@pytest.mark.parametrize("name", ["Mandragon", "Foucault's Cannon", STARGAZER, TIMEGAZER])
def test_a_scale_goes_to_an_outer_zone(name: str) -> None:
    game = Game(Cards(hand=[name]))
    game.begin_act("activate", name)
    assert [told.goal.slot for told in game.happened("move") if told.goal and told.word == "place"] == [0]
    game = Game(Cards(hand=[name], spells=["Toon World", None, None, None, "Toon World"]))
    assert not game.can("activate", name)


def test_equal_scales_leave_nothing_between() -> None:
    game = Game(Cards(hand=["Mandragon", "Foucault's Cannon", "Silver Fang"]))
    game.do("activate", "Mandragon").do("activate", "Foucault's Cannon")
    assert not game.can("pendulum_summon")


def test_a_gazer_beside_a_stranger_is_worth_4() -> None:
    game = Game(Cards(hand=["Mandragon", STARGAZER, "Silver Fang", "Battle Ox"]))
    game.do("activate", "Mandragon").do("activate", STARGAZER)
    seen = sight.view(game.duel.state, 1).cards.values()
    assert [card.scale for card in seen if card.scale] == [2, 4], "not 8, as is printed"
    game.do("pendulum_summon")
    assert game.names("monster") == ["Silver Fang"]


def test_timegazer_is_no_scale_beside_a_monster() -> None:
    game = Game(Cards(hand=[TIMEGAZER, STARGAZER], monsters=["Kuriboh"]))
    assert not game.can("activate", TIMEGAZER)
    assert game.can("activate", STARGAZER)


@pytest.mark.parametrize("card", ["Mirror Force", "Mystical Space Typhoon"])
def test_the_gazers_hush_traps_and_spells_while_pendulum_monsters_battle(card: str) -> None:
    game = gazers("Mandragon", theirs=Cards(spells=[f"{card}:set"])).do("pendulum_summon")
    game.declare_attack("Mandragon")
    while game.duel.attack is not None:
        assert not game.can("activate", card)
        game.choose("pass")
    assert game.life(1) == 5500


def test_other_monsters_battle_without_that_protection() -> None:
    game = gazers("Silver Fang", theirs=Cards(spells=["Mirror Force:set"])).do("pendulum_summon")
    game.declare_attack("Silver Fang").respond("Mirror Force").calm()
    assert game.count("monster") == 0


def test_the_silence_ends_with_the_battle() -> None:
    game = gazers("Mandragon", "Silver Fang", theirs=Cards(spells=["Mirror Force:set"]))
    game.do("pendulum_summon", "", "Mandragon", "attack", "Silver Fang", "attack").attack("Mandragon")
    game.declare_attack("Silver Fang").respond("Mirror Force").calm()
    assert game.count("monster") == 0


def test_timegazer_saves_each_scale_once_a_turn() -> None:
    game = Game(
        Cards(hand=["Mystical Space Typhoon", "Mystical Space Typhoon"]),
        Cards(monsters=[TIMEGAZER], spells=[f"{STARGAZER}"]),
    )
    game.do("activate", "Mystical Space Typhoon")
    assert game.names("spell_trap", 1) == [STARGAZER]
    game.do("activate", "Mystical Space Typhoon")
    assert game.names("extra_deck", 1) == [STARGAZER]


def test_timegazer_saves_nothing_from_its_own_player() -> None:
    game = Game(Cards(hand=["Mystical Space Typhoon"], monsters=[TIMEGAZER], spells=[STARGAZER]))
    game.do("activate", "Mystical Space Typhoon")
    assert game.count("spell_trap") == 0


def begin_returned(*hand: str) -> Game:
    return Game(
        Cards(hand=list(hand), monsters=[STARGAZER, "Mandragon"]),
        Cards(spells=["Compulsory Evacuation Device:set"]),
    )


def test_stargazer_replaces_one_sent_home() -> None:
    game = begin_returned("Silver Fang").begin_act("summon", "Silver Fang")
    game.respond("Compulsory Evacuation Device", "Mandragon").calm().choose(STARGAZER).to_open()
    assert sorted(game.names("monster")) == ["Mandragon", "Silver Fang", STARGAZER]


@rule("GAP-15")
def test_stargazer_misses_its_timing_when_something_else_happened_last() -> None:
    game = begin_returned("Pot of Greed").begin_act("activate", "Pot of Greed")
    game.respond("Compulsory Evacuation Device", "Mandragon").calm()
    assert game.names("monster") == [STARGAZER]


def test_stargazer_is_silent_in_the_damage_step() -> None:
    game = Game(Cards(monsters=[STARGAZER, "Mandragon"]), Cards(monsters=["Wall of Illusion"]))
    game.declare_attack("Mandragon", "Wall of Illusion").calm()
    assert game.names("monster") == [STARGAZER]
    assert "Mandragon" in game.names("hand")


def test_stargazer_does_not_answer_its_own_player() -> None:
    game = Game(Cards(monsters=[STARGAZER, "Mandragon"], spells=["Compulsory Evacuation Device:set"]))
    game.do("activate", "Compulsory Evacuation Device", "Mandragon")
    assert game.names("monster") == [STARGAZER]


@rule("YGO-PEN-07")
@pytest.mark.parametrize("name", ["Mandragon", "Foucault's Cannon"])
def test_destroyed_it_waits_face_up_in_the_extra_deck_and_comes_again(name: str) -> None:
    game = Game(Cards(hand=["Dark Hole", STARGAZER, TIMEGAZER], monsters=[name]))
    game.do("activate", "Dark Hole")
    assert game.names("extra_deck") == [name]
    game.do("activate", STARGAZER).do("activate", TIMEGAZER).do("pendulum_summon", "", name)
    assert game.card(name).zone == "extra_monster"


def test_two_timegazers_save_a_scale_twice() -> None:
    game = Game(
        Cards(hand=["Mystical Space Typhoon"] * 3), Cards(monsters=[TIMEGAZER, TIMEGAZER], spells=[STARGAZER])
    )
    for left in ([STARGAZER], [STARGAZER], []):
        game.do("activate", "Mystical Space Typhoon")
        assert game.names("spell_trap", 1) == left


# --- Foucault's Cannon --------------------------------------------------------------------------------------

CANNON = "Foucault's Cannon"


def begin_with_scales(*theirs: str) -> Game:
    game = Game(Cards(hand=[CANNON]), Cards(spells=list(theirs)))
    return game.do("activate", CANNON, zone="0:spell_trap:0")


def advance_to_shot(game: Game) -> Game:
    game.begin_act("phase", "end")
    while game.duel.state.phase != "end" or not game.can("activate", CANNON):
        assert game.duel.state.turn == 2
        game.choose("pass")
    return game


def test_the_cannon_fires_in_the_end_phase_of_the_turn_it_was_activated() -> None:
    game = advance_to_shot(begin_with_scales("Gravity Bind", "Mirror Force:set"))
    game.choose(CANNON).choose("Gravity Bind").to_open()
    assert game.names("graveyard", 1) == ["Gravity Bind"]
    assert game.names("spell_trap", 1) == ["Mirror Force"]


def test_the_cannon_may_hit_any_face_up_spell_or_trap_itself_among_them() -> None:
    game = advance_to_shot(begin_with_scales("Gravity Bind", "Mirror Force:set")).choose(CANNON)
    assert {game.name_of(*offer) for offer in game.offered("target")} == {CANNON, "Gravity Bind"}


def test_in_a_later_turn_the_cannon_is_silent() -> None:
    game = begin_with_scales("Gravity Bind").end_turn().end_turn()
    game.begin_act("phase", "end")
    while game.duel.state.turn == 4:
        assert not game.can("activate", CANNON)
        game.choose("pass")
    assert game.names("spell_trap", 1) == ["Gravity Bind"]


def test_destroyed_before_it_resolves_the_cannon_hits_nothing() -> None:
    game = advance_to_shot(begin_with_scales("Gravity Bind", "Mystical Space Typhoon:set"))
    game.choose(CANNON).choose("Gravity Bind").respond("Mystical Space Typhoon", CANNON).to_open()
    assert "Gravity Bind" in game.names("spell_trap", 1)
