"""Format classic: what cards may do against the rulebook, what stays hidden, and what is removed from
play.
"""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.effect import Fx
from facedown_server.games.duel.game_actions import arrivals
from tests.play import Cards
from tests.rules import rule
from tests.server.games.duel.rules.classic.laid_out import classic, read

TRAPS = ["Waboku:set", "Trap Hole:set", "Just Desserts:set", "Castle Walls:set"]
FIVE = [*TRAPS, "Reverse Trap:set"]


# --- removed from play --------------------------------------------------------------------------------------


@rule("CLS-CARD-09", "CF-23", "GAP-V7")
def test_what_is_removed_from_play_lies_open_and_never_comes_back() -> None:
    mine = Cards(hand=["Soul Release", "Monster Reborn"], graveyard=["Battle Ox"])
    game = classic(mine).do("activate", "Soul Release")
    assert (read(game, 1, 0, "banished"), game.count("graveyard")) == (["Battle Ox"], 1)
    assert not game.can("activate", "Monster Reborn")
    fx = Fx(game.duel, game.card("Monster Reborn"), 0)
    assert not arrivals.can_special_summon(fx, game.card("Battle Ox"), 0)


# --- card texts ---------------------------------------------------------------------------------------------


@rule("CLS-CARD-02")
def test_where_card_and_rulebook_clash_the_card_wins() -> None:
    game = classic(Cards(monsters=["Mad Sword Beast"]), Cards(monsters=["Happy Lover:defense"]))
    assert game.attack("Mad Sword Beast").life(1) == 8000 - (1400 - 500)
    game = classic(Cards(hand=["Feral Imp", "Uraby"], spells=["Ultimate Offering"])).do("summon", "Feral Imp")
    assert game.do("activate", "Ultimate Offering").count("monster") == 2


@rule("CLS-CARD-15")
@pytest.mark.parametrize("use", ["attack", "defend", "tribute", "cost", "material"])
def test_a_normal_monster_attacks_defends_and_is_used_up(use: str) -> None:
    gaia, skull = "Gaia The Fierce Knight", "Summoned Skull"
    mine = Cards(
        hand=["Polymerization", "Curse of Dragon", skull, "Sangan"], monsters=[gaia],
        extra=["Gaia the Dragon Champion"], spells=["Call of the Haunted:set"],
    )  # fmt: skip
    theirs = Cards(
        hand=["Sangan"], monsters=["Feral Imp", "Mystical Elf:defense"], spells=["Horn of Heaven:set"]
    )
    game = classic(mine, theirs)
    if use in ("attack", "defend"):
        game.attack(gaia, "Feral Imp" if use == "attack" else "Mystical Elf")
        assert game.life(1) == (8000 - 1000 if use == "attack" else 8000)
        return
    if use == "cost":
        game.begin_act("summon", "Sangan").respond("Horn of Heaven", "Feral Imp").calm()
        assert "Feral Imp" in game.names("graveyard", 1)
        return
    game.do("summon", skull) if use == "tribute" else game.do("activate", "Polymerization")
    assert gaia in game.names("graveyard")


@rule("CLS-CARD-13")
def test_a_normal_monster_has_no_effect_to_use() -> None:
    duel = classic().duel
    normal = [facts.code for facts in duel.pool if facts.is_a("monster", "normal") and facts.scales is None]
    assert not set(normal) & set(duel.scripts)
    game = classic(Cards(hand=["Dark Hole"], monsters=["Battle Ox:set"])).do("flip_summon", "Battle Ox")
    assert not [option for _, option in game.offered(card="Battle Ox") if option.verb == "activate"]
    links = [told.card.name for told in game.do("activate", "Dark Hole").happened("activate") if told.card]
    assert links == ["Dark Hole"], "neither flipped nor destroyed does it do anything"


@rule("CLS-CARD-15")
def test_a_normal_monster_pays_costs() -> None:
    theirs = Cards(monsters=["Uraby"], spells=["Horn of Heaven:set"])
    game = (
        classic(Cards(hand=["Feral Imp"]), theirs).begin_act("summon", "Feral Imp").respond("Horn of Heaven")
    )
    assert "Uraby" in game.names("graveyard", 1)


@rule("CF-14", "CF-16")
def test_hand_and_deck_tell_others_nothing_but_their_size() -> None:
    game = classic(Cards(hand=["Feral Imp"]), Cards(hand=["Uraby", "Sangan"]))
    seen = game.view(0)
    assert (seen.pile(1, "hand").count, seen.pile(1, "hand").handles) == (3, ())
    for viewer in (0, 1):
        assert game.view(viewer).pile(1, "deck").handles == ()


@rule("CF-31")
def test_a_deck_that_was_searched_is_shuffled() -> None:
    game = classic(
        Cards(monsters=["Battle Ox"]), Cards(monsters=["Sangan"], deck=["Feral Imp", "Silver Fang"])
    )
    game.attack("Battle Ox", "Sangan").to_open()
    assert [told.seat for told in game.happened("shuffle")] == [1]
    game = classic(Cards(hand=["Ancient Telescope"])).do("activate", "Ancient Telescope")
    assert not game.happened("shuffle")


@rule("CF-41")
def test_a_monster_turned_face_down_stays_the_same_card() -> None:
    game = classic(Cards(hand=["Book of Moon"], monsters=["Battle Ox"]))
    ox, handle = game.card("Battle Ox"), game.card("Battle Ox").handles[1]
    game.do("activate", "Book of Moon")
    assert (ox.face_up, ox.handles[1], ox.place.zone) == (False, handle, "monster")


@rule("GAP-54", "GAP-09")
@pytest.mark.parametrize(("rules", "left"), [("classic", 0), ("GOAT", 0), ("MR1", 1), ("master", 1)])
def test_where_two_monsters_of_attack_0_destroy_each_other(rules: str, left: int) -> None:
    game = classic(Cards(monsters=["Labyrinth Wall"]), Cards(monsters=["Labyrinth Wall"]), rules=rules)
    assert game.attack("Labyrinth Wall").count("monster", 1) == left
