"""Extra Monster Zones: who may use them, who controls a monster there, and where it goes when it leaves
them.
"""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.effect import Body, Fx, Selection
from facedown_server.games.duel.script import OPPONENT, YOU, Rule, apply_rule, banish_temporarily, damage
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, do_nothing, lend, zones

MAIN = [f"0:monster:{slot}" for slot in range(5)]
EXTRA = ["-:extra_monster:0", "-:extra_monster:1"]
UTOPIA, GAIA = "Number 39: Utopia", "Gaia the Dragon Champion"
FOURS = ["Battle Ox", "Celtic Guardian"]


@rule("YGO-EMZ-01", "YGO-EMZ-06")
def test_a_link_monster_is_offered_both_empty_extra_zones() -> None:
    game = Game(Cards(monsters=[BEARER], extra=["Link Spider"]))
    assert zones(game, "special_summon", "Link Spider") == EXTRA


@rule("YGO-EMZ-03", "CF-33")
def test_who_has_a_monster_in_one_extra_zone_is_not_offered_the_other() -> None:
    game = Game(Cards(monsters=FOURS, extra=[UTOPIA], extra_monster="Proxy Dragon"))
    offered = zones(game, "special_summon", UTOPIA)
    assert not set(EXTRA) & set(offered)
    assert "0:monster:0" in offered, "where a material stands"


@rule("YGO-EMZ-04")
def test_a_monster_in_an_extra_zone_is_a_sixth() -> None:
    hand = ["Polymerization", "Gaia The Fierce Knight", "Curse of Dragon"]
    game = Game(Cards(hand=hand, monsters=["Feral Imp"] * 5, extra=[GAIA]))
    game.do("activate", "Polymerization", zone=EXTRA[0])
    assert game.count("monster") == 6
    assert game.card(GAIA).zone == "extra_monster"


@rule("YGO-EMZ-08", "YGO-MMZ-08", "CF-02")
@pytest.mark.parametrize("zone", ["0:monster:4", "-:extra_monster:0"])
def test_an_xyz_monster_may_come_to_an_unlinked_main_zone(zone: str) -> None:
    game = Game(Cards(monsters=FOURS, extra=[UTOPIA])).do("special_summon", UTOPIA, zone=zone)
    assert str(game.card(UTOPIA).place) == zone


SCALES = ["Stargazer Magician", None, None, None, "Timegazer Magician"]
HAND = ["Polymerization", "Gaia The Fierce Knight", "Curse of Dragon"]
FREE_AND_BOUND = {
    "Fusion": (Cards(hand=HAND, extra=[GAIA]), "activate", "Polymerization", (), GAIA, [*MAIN, *EXTRA]),
    "Synchro": (
        Cards(monsters=["Plaguespreader Zombie", "Summoned Skull"], extra=["Stardust Dragon"]),
        "special_summon", "Stardust Dragon", (), "Stardust Dragon", [*MAIN, *EXTRA],
    ),
    "Link": (
        Cards(monsters=[BEARER], extra=["Link Spider"]),
        "special_summon", "Link Spider", (), "Link Spider", EXTRA,
    ),
    "Pendulum": (
        Cards(extra_face_up=["Foucault's Cannon"], spells=SCALES), "pendulum_summon", "",
        ("Foucault's Cannon",), "Foucault's Cannon", EXTRA,
    ),
}  # fmt: skip
"""For each kind of Extra Deck monster: a board, the act, its choices, the monster, and the zones it may
use.
"""


@rule("YGO-EMZ-08", "YGO-MMZ-08", "CF-02")
@pytest.mark.parametrize("zone", [*MAIN, *EXTRA])
@pytest.mark.parametrize("kind", sorted(FREE_AND_BOUND))
def test_fusion_and_synchro_are_free_of_the_extra_zones_link_and_pendulum_bound(kind: str, zone: str) -> None:
    board, verb, card, choices, comes, free = FREE_AND_BOUND[kind]
    game = Game(board).do(verb, card, *choices, zone=zone)
    assert (str(game.card(comes).place) == zone) is (zone in free)
    assert str(game.card(comes).place) in free


@rule("YGO-EMZ-08", "YGO-LNK-02")
def test_a_pendulum_monster_may_also_come_to_where_a_link_monster_points() -> None:
    game = Game(Cards(extra_face_up=["Foucault's Cannon"], spells=SCALES, extra_monster="Link Spider"))
    game.do("pendulum_summon", "", "Foucault's Cannon")
    assert game.card("Foucault's Cannon").place in (Place(0, "monster", 1), Place(0, "monster", 3))


@rule("YGO-EMZ-10")
def test_an_extra_zone_is_its_monsters_controllers_until_that_leaves() -> None:
    game = Game(Cards(hand=["Dark Hole"], extra_monster=UTOPIA))
    assert (game.names("monster", 0), game.names("monster", 1)) == ([UTOPIA], [])
    assert game.view(1).cards[game.card(UTOPIA).handles[1]].controller == 0
    game.do("activate", "Dark Hole")
    assert game.duel.state.pile(SHARED_SEAT_INDEX, "extra_monster") == [None, None]
    assert (game.names("monster", 0), game.names("monster", 1)) == ([], [])


@rule("YGO-EMZ-11")
@pytest.mark.parametrize(("seat", "reached"), [(0, True), (1, False)])
def test_your_monster_zones_include_the_extra_zone_you_have_a_monster_in(seat: int, reached: bool) -> None:
    sides = (Cards(monsters=[BEARER], extra_monster=UTOPIA), Cards(monsters=[BEARER]))
    game = Game(*sides, first=1 - seat)
    lend(game, do_nothing, target=(Selection("monster", YOU, lambda card, fx: card.name == UTOPIA),))
    assert game.can("activate", BEARER) is reached


@rule("YGO-EMZ-12")
def test_a_monster_treated_as_another_is_found_by_that_name_and_hits_with_its_own_attack() -> None:
    def rename(fx: Fx) -> Body:
        yield apply_rule(
            Rule.TREATED_AS, "Dark Magician", to=fx.monsters(YOU, lambda card: card.name == GAIA)
        )
        yield apply_rule(Rule.ATTACK, 500, to=fx.monsters(YOU, lambda card: card.facts.name == GAIA))

    def strike(fx: Fx) -> Body:
        yield damage(fx.opponent, fx.targets[0].facts.attack or 0)

    game = lend(Game(Cards(monsters=[BEARER, "Feral Imp"], extra_monster=GAIA)), rename)
    lend(
        game,
        strike,
        "Feral Imp",
        target=(Selection("monster", YOU, lambda card, fx: card.name == "Dark Magician"),),
    )
    assert not game.can("activate", "Feral Imp")
    game.do("activate", BEARER).do("activate", "Feral Imp")
    assert game.life(1) == 8000 - 2600


@rule("YGO-EMZ-15")
def test_revived_it_comes_to_a_main_zone() -> None:
    game = Game(Cards(hand=["Monster Reborn", "Dark Hole"], monsters=FOURS, extra=[UTOPIA]))
    game.do("special_summon", UTOPIA, zone=EXTRA[0]).do("activate", "Dark Hole")
    game.do("activate", "Monster Reborn", UTOPIA)
    assert str(game.card(UTOPIA).place) in MAIN


def begin_with_control(*mine: str) -> Game:
    """Play Change of Heart on a monster in an Extra Monster Zone whose player also has these."""
    game = Game(Cards(hand=["Change of Heart"]), Cards(monsters=list(mine), extra_monster=UTOPIA))
    return game.do("activate", "Change of Heart", *([UTOPIA] if mine else []))


@rule("YGO-EMZ-18")
def test_taken_it_stands_in_a_main_zone_of_the_taker() -> None:
    game = begin_with_control()
    assert game.card(UTOPIA).place == Place(0, "monster", 0)
    assert game.duel.state.pile(SHARED_SEAT_INDEX, "extra_monster") == [None, None]


@rule("YGO-EMZ-19")
def test_given_back_it_stands_in_a_main_zone_although_the_extra_zone_is_free() -> None:
    game = begin_with_control().end_turn()
    assert game.card(UTOPIA).place == Place(1, "monster", 0)
    assert game.duel.state.pile(SHARED_SEAT_INDEX, "extra_monster") == [None, None]


@rule("YGO-EMZ-20", "CF-32", "CF-39")
def test_given_back_to_a_full_side_it_is_destroyed() -> None:
    game = begin_with_control(*["Feral Imp"] * 5).end_turn()
    assert game.names("graveyard", 1) == [UTOPIA]
    (gone,) = [told for told in game.happened("move") if told.card is game.card(UTOPIA)][-1:]
    assert (gone.cause, gone.word, gone.readers) == ("rule", "destroy", 0b111)


@rule("YGO-EMZ-20", "CF-32")
def test_what_is_tied_to_it_hears_that_it_was_destroyed() -> None:
    """Call of the Haunted is destroyed with its monster, on whichever side that is destroyed."""
    them = Cards(
        spells=["Call of the Haunted:set"] * 2, graveyard=["Feral Imp", "Battle Ox"],
        monsters=["Silver Fang"] * 4,
    )  # fmt: skip
    game = Game(Cards(hand=["Change of Heart", "Ookazi"]), them).begin_act("activate", "Ookazi")
    game.respond("Call of the Haunted", "Feral Imp").to_open().do("activate", "Change of Heart", "Feral Imp")
    assert game.names("monster") == ["Feral Imp"]
    game.begin_act("phase", "end").respond("Call of the Haunted").end_turn()
    assert sorted(game.names("graveyard", 1)) == ["Call of the Haunted", "Feral Imp"]
    assert (game.count("monster", 1), game.count("spell_trap", 1)) == (5, 1)


# --- banished for a while -----------------------------------------------------------------------------------


def begin_banished(you: Cards, them: Cards, name: str = UTOPIA) -> Game:
    """Lend an effect that banishes one monster until the End Phase."""

    def body(fx: Fx) -> Body:
        yield banish_temporarily(fx.monsters(only=lambda card: card.name == name))

    return lend(Game(you, them), body).do("activate", BEARER)


@rule("YGO-BAN-06", "YGO-BAN-05")
def test_banished_for_a_while_it_is_its_owners_and_comes_back_to_who_controlled_it() -> None:
    game = Game(Cards(hand=["Snatch Steal"], monsters=[BEARER]), Cards(monsters=["Feral Imp"]))

    def body(fx: Fx) -> Body:
        yield banish_temporarily(fx.monsters(only=lambda card: card.name == "Feral Imp"))

    lend(game, body).do("activate", "Snatch Steal")
    assert game.card("Feral Imp").controller == 0
    game.do("activate", BEARER)
    assert (game.names("banished", 1), game.names("banished", 0)) == (["Feral Imp"], [])
    game.end_turn()
    assert game.card("Feral Imp").place.pile == "0:monster"


@rule("YGO-BAN-07", "CF-09")
def test_banished_from_an_extra_zone_it_comes_back_to_a_main_zone() -> None:
    game = begin_banished(Cards(monsters=[BEARER]), Cards(extra_monster=UTOPIA))
    assert game.names("banished", 1) == [UTOPIA]
    game.end_turn()
    assert game.card(UTOPIA).place.pile == "1:monster"
    assert not [told for told in game.happened("summoned") if told.card is game.card(UTOPIA)]


@rule("YGO-BAN-08", "CF-32")
def test_with_no_free_main_zone_it_is_sent_to_the_graveyard_and_not_destroyed() -> None:
    game = begin_banished(
        Cards(monsters=[BEARER]), Cards(monsters=["Feral Imp"] * 5, extra_monster=UTOPIA)
    ).end_turn()
    assert game.names("graveyard", 1) == [UTOPIA]
    gone = game.happened("move")[-1]
    assert (gone.cause, gone.word) == ("rule", "rule")


@rule("CF-23")
def test_in_classic_it_stays_removed() -> None:
    def body(fx: Fx) -> Body:
        yield banish_temporarily(fx.monsters(OPPONENT))

    game = Game(Cards(monsters=[BEARER]), Cards(monsters=["Feral Imp"]), rules="classic")
    lend(game, body).do("activate", BEARER).end_turn()
    assert game.names("banished", 1) == ["Feral Imp"]
