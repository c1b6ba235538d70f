"""What a duel needs and the rulebooks omit (GAP rows), played."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.effect import Body, Fx
from facedown_server.games.duel.core.words import EffectKind, Limit, Rule
from facedown_server.games.duel.game_actions import arrivals, departures
from facedown_server.games.duel.script import OPPONENT, add_to_hand, search, take_control
from facedown_server.table import ops, sight
from facedown_server.table.random_streams import RandomStreams
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.held import hold
from tests.server.games.duel.lent import BEARER, do_nothing, lend

SKULL, GUARD = "Summoned Skull", "Celtic Guardian"
SOLEMN = "Solemn Judgment"
SCALES = ["Stargazer Magician", None, None, None, "Timegazer Magician"]
"""Scales 1 and 8."""


# --- the Damage Step and Replays ----------------------------------------------------------------------------


@rule("GAP-07")
def test_each_part_of_the_damage_step_has_its_own_work() -> None:
    """The flip before calculation; damage in it; Flip effects after it; the Graveyard at the end."""
    mine = Cards(monsters=["Silver Fang", "Battle Ox"])
    game = Game(mine, Cards(monsters=["Big Eye:set"])).declare_attack("Silver Fang")
    eye = game.card("Big Eye")
    seen: dict[str, tuple[bool, int, bool]] = {}
    while game.ask.kind != "turn":
        seen.setdefault(game.duel.step, (eye.face_up, len(game.happened("battled")), eye.is_on_field))
        game.choose(*(game.ask.default or (game.ask.options[0][0],)))
    assert seen["start"] == (False, 0, True)
    assert seen["before"] == seen["calculation"] == (True, 0, True)
    assert seen["after"] == (True, 1, True), "its Flip effect asks"
    assert [told.kind for told in game.told if told.kind == "activate" or told.cause == "battle"] == [
        "activate", "move"
    ]  # fmt: skip


def begin_replay(answer: str, about: str, *, monsters: list[str] | None = None) -> Game:
    """Begin an attack of Summoned Skull on Celtic Guardian; the defender responds."""
    theirs = Cards(monsters=monsters or [GUARD], spells=[f"{answer}:set"])
    game = Game(Cards(monsters=[SKULL, "Battle Ox"]), theirs).declare_attack(SKULL, GUARD)
    return game.respond(answer, about)


@rule("GAP-08")
@pytest.mark.parametrize(("choice", "life"), [("direct", 5500), ("no", 8000)])
def test_with_the_last_monster_gone_the_attack_is_direct_or_stops(choice: str, life: int) -> None:
    game = begin_replay("Compulsory Evacuation Device", GUARD)
    while not game.can("no"):
        assert game.ask.kind != "turn"
        game.choose("pass")
    assert game.can("direct")
    game.choose(choice).calm()
    assert game.life(1) == life
    assert (game.can("attack", SKULL), game.can("attack", "Battle Ox")) == (False, True)


@rule("GAP-08")
def test_a_target_turned_face_down_stays_the_target_and_is_turned_up() -> None:
    game = begin_replay("Book of Moon", GUARD, monsters=[GUARD, "Feral Imp"]).to_open()
    assert (game.names("graveyard", 1), game.life(1)) == (["Book of Moon", GUARD], 8000)
    assert [told.card.name for told in game.happened("flip") if told.card][-1] == GUARD


@rule("GAP-08")
def test_an_attacker_that_changes_sides_ends_the_attack() -> None:
    def body(fx: Fx) -> Body:
        yield take_control(fx.monsters(OPPONENT)[0], until_end_of_turn=True)

    game = Game(Cards(monsters=[SKULL]), Cards(monsters=["Feral Imp", BEARER], spells=["Waboku:set"]))
    lend(game, body, kind=EffectKind.QUICK, speed=2, when=lambda fx: fx.you == 1)
    game.declare_attack(SKULL, "Feral Imp").respond(BEARER).to_open()
    assert sorted(game.names("monster", 1)) == [BEARER, "Feral Imp", SKULL]
    assert (game.life(0), game.life(1)) == (8000, 8000)


# --- simultaneous triggers ----------------------------------------------------------------------------------


@rule("GAP-14")
@pytest.mark.parametrize("shown", [False, True])
def test_triggers_at_once_mandatory_first_and_those_in_a_hidden_hand_last(shown: bool) -> None:
    """Turn player's mandatory, opponent's mandatory, turn player's optional, opponent's, then the hand.

    A revealed card of a hand comes with those on the field.
    """
    mine = Cards(hand=["Battle Ox", "Silver Fang"], monsters=["Uraby", "Feral Imp"])
    game = Game(mine, Cards(monsters=["Mystic Clown", "Happy Lover"]))
    for name, must, zone in (
        ("Uraby", False, "monster"), ("Feral Imp", True, "monster"), ("Mystic Clown", False, "monster"),
        ("Happy Lover", True, "monster"), ("Silver Fang", False, "hand"),
    ):  # fmt: skip
        lend(
            game,
            do_nothing,
            name,
            EffectKind.TRIGGER,
            on=frozenset({"summoned"}),
            must=must,
            zones=frozenset({zone}),
        )
    if shown:
        ops.reveal(game.duel.state, game.duel.cards_at("hand", 0))
    game.begin_act("summon", "Battle Ox")
    while game.ask.kind != "turn":
        able = [key for key, option in game.ask.options if option.verb == "activate"]
        game.choose(able[0] if able else (game.ask.default or (game.ask.options[0][0],))[0])
    links = [told.card.name for told in game.happened("activate") if told.card]
    optional = ["Silver Fang", "Uraby", "Mystic Clown"] if shown else ["Uraby", "Mystic Clown", "Silver Fang"]
    assert links == ["Feral Imp", "Happy Lover", *optional]
    assert [told.amount for told in game.happened("activate")] == [1, 2, 3, 4, 5]


# --- negated Summons ----------------------------------------------------------------------------------------

SUMMONS = {
    "Stardust Dragon": ["Junk Synchron", "Cyber Dragon"],
    "Number 39: Utopia": ["Battle Ox", GUARD],
    "Link Spider": ["Silver Fang"],
}
"""A Synchro, an Xyz and a Link Monster with their materials."""


@rule("GAP-17")
@pytest.mark.parametrize("name", sorted(SUMMONS))
def test_a_summon_that_starts_no_chain_can_be_negated(name: str) -> None:
    game = Game(Cards(monsters=SUMMONS[name], extra=[name]), Cards(spells=[f"{SOLEMN}:set"])).begin_act(
        "special_summon", name
    )
    game.respond(SOLEMN).to_open()
    assert (game.life(1), game.happened("summoned"), game.count("monster")) == (4000, [], 0)
    assert name in game.names("graveyard")


@rule("GAP-17", "GAP-18")
def test_a_negated_pendulum_monster_goes_to_the_graveyard() -> None:
    game = Game(Cards(hand=["Mandragon"], spells=SCALES), Cards(spells=[f"{SOLEMN}:set"]))
    game.begin_act("pendulum_summon", "", "Mandragon", "attack").respond(SOLEMN).to_open()
    assert (game.happened("summoned"), game.count("monster"), game.count("extra_deck")) == ([], 0, 0)
    assert "Mandragon" in game.names("graveyard"), "it never was on the field: no redirect"


# --- how often, and with which Spell Speed ------------------------------------------------------------------


@rule("GAP-21")
@pytest.mark.parametrize(("limit", "second"), [(Limit.TURN, True), (Limit.NAME, False)])
def test_once_per_turn_is_for_each_card_and_by_name_for_all_of_them(limit: Limit, second: bool) -> None:
    game = lend(Game(Cards(monsters=[BEARER, BEARER])), do_nothing, limit=limit)
    game.do("activate", BEARER)
    assert game.can("activate", BEARER) is second
    if second:
        assert not game.do("activate", BEARER).can("activate", BEARER)
    assert len({key for key, _ in game.end_turn().end_turn().offered("activate", BEARER)}) == 2


@rule("GAP-12")
def test_a_scale_is_placed_in_the_open_state_alone() -> None:
    game = Game(Cards(hand=["Ookazi", "Mandragon"], spells=["Jar of Greed:set"]))
    assert game.can("activate", "Mandragon")
    game.begin_act("activate", "Ookazi").choose("pass")
    assert game.can("activate", "Jar of Greed")
    assert not game.can("activate", "Mandragon")


@rule("GAP-12")
def test_the_effect_of_a_continuous_trap_answers_spell_speed_2() -> None:
    theirs = Cards(hand=["Feral Imp"], monsters=[GUARD], spells=["Ultimate Offering"])
    game = Game(Cards(hand=["Rush Recklessly"], monsters=[SKULL]), theirs).declare_attack(SKULL, GUARD)
    game.respond("Rush Recklessly", SKULL, seat=0)
    assert game.ask.seat == 1
    assert game.can("activate", "Ultimate Offering")


# --- Decks, halves, banishing -------------------------------------------------------------------------------


@rule("GAP-22")
@pytest.mark.parametrize("rules", ["master", "classic"])
def test_a_graveyard_is_never_shuffled_into_an_empty_deck(rules: str) -> None:
    game = Game(Cards(fillers=0, graveyard=["Feral Imp"] * 5), rules=rules)
    assert (game.over, game.count("graveyard"), game.count("deck")) == ("1 deckout", 5, 0)


@rule("GAP-49")
def test_half_of_an_odd_attack_is_dealt_rounded_up() -> None:
    game = Game(Cards(monsters=["Jigen Bakudan:set", "Silver Fang"])).do("flip_summon", "Jigen Bakudan")
    game.to_turn(4)
    hold(game, Rule.ATTACK, "Silver Fang", 1)
    game.to_open()
    assert game.life(1) == 8000 - (1200 + 1 + 1) // 2


@rule("GAP-52")
def test_what_banishes_monsters_reaches_neither_a_scale_nor_a_material() -> None:
    fissure = "Dimensional Fissure"
    mine = Cards(
        hand=["Mystical Space Typhoon"], monsters=["Silver Fang", "Sangan"],
        spells=["Mandragon", fissure], extra=["Number 17: Leviathan Dragon"],
    )  # fmt: skip
    game = Game(mine).do("activate", "Mystical Space Typhoon", "Mandragon")
    assert (game.names("extra_deck")[-1], game.card("Mandragon").face_up) == ("Mandragon", True)
    game.do("special_summon", "Number 17: Leviathan Dragon")
    game.do("activate", "Number 17: Leviathan Dragon", "Silver Fang")
    assert "Silver Fang" in game.names("graveyard")
    assert game.count("banished") == 0


@rule("CF-12")
@pytest.mark.parametrize("spell", ["Heavy Storm", "Mystical Space Typhoon"])
def test_a_pendulum_monster_that_leaves_the_field_zone_goes_to_the_extra_deck(spell: str) -> None:
    game = Game(Cards(hand=[spell]), Cards(field_spell="Mandragon")).do("activate", spell)
    assert (game.names("extra_deck", 1), game.card("Mandragon").face_up) == (["Mandragon"], True)
    assert game.count("graveyard", 1) == 0


# --- materials, revival, searches ---------------------------------------------------------------------------


@rule("GAP-28")
@pytest.mark.parametrize("name", ["Stardust Dragon", "Number 39: Utopia", "Link Spider"])
@pytest.mark.parametrize("properly", [True, False])
@pytest.mark.parametrize("pile", ["graveyard", "banished"])
def test_an_extra_deck_monster_comes_back_only_after_a_proper_summon(
    name: str, properly: bool, pile: str
) -> None:
    never = Cards(graveyard=[name]) if pile == "graveyard" else Cards(banished=[name])
    board = Cards(monsters=SUMMONS[name], extra=[name]) if properly else never
    game = Game(board)
    if properly:
        game.do("special_summon", name)
        for _ in departures.send_cards(game.duel, [game.card(name)], pile, cause="send"):
            pass
    assert name in game.names(pile)
    fx = Fx(game.duel, game.card(name), 0)
    assert arrivals.can_special_summon(fx, game.card(name), 0) is properly


@rule("GAP-29", "GAP-32")
@pytest.mark.parametrize("name", sorted(SUMMONS))
def test_materials_lie_face_up_on_the_own_side(name: str) -> None:
    own, extra = SUMMONS[name], [name]
    assert Game(Cards(monsters=own, extra=extra)).can("special_summon", name)
    hidden = [*own[:-1], f"{own[-1]}:set"]
    assert not Game(Cards(monsters=hidden, extra=extra)).can("special_summon", name)
    theirs = Cards(monsters=own[-1:])
    assert not Game(Cards(monsters=own[:-1], extra=extra), theirs).can("special_summon", name)


@rule("GAP-32")
def test_the_opponents_monsters_are_no_fusion_materials_or_ritual_tributes() -> None:
    fusion = Cards(hand=["Polymerization", "Curse of Dragon"], extra=["Gaia the Dragon Champion"])
    game = Game(fusion, Cards(monsters=["Gaia The Fierce Knight"]))
    assert not game.can("activate", "Polymerization")
    ritual = Cards(hand=["Black Luster Ritual", "Black Luster Soldier"])
    game = Game(ritual, Cards(monsters=["Battle Ox", "Summoned Skull"]))
    assert not game.can("activate", "Black Luster Ritual")


@rule("GAP-V3", "VIS-24")
@pytest.mark.parametrize("limited", [True, False])
def test_a_found_card_is_shown_if_the_search_was_limited_and_else_it_is_not(limited: bool) -> None:
    def body(fx: Fx) -> Body:
        cards = yield search(lambda card: not limited or card.name == "Sangan")
        yield add_to_hand(cards, show=limited)

    game = lend(Game(Cards(monsters=[BEARER], deck=["Dark Hole", "Sangan"], fillers=0)), body)
    game.begin_act("activate", BEARER).calm()
    game.choose("Sangan").calm()
    sangan = game.card("Sangan")
    assert sangan.zone == "hand"
    for viewer in (1, PUBLIC_CLASS_INDEX):
        cuts = [sight.redact(told, viewer) for told in game.told if told.card is sangan]
        assert any(cut.code == sangan.code for cut in cuts) is limited
        assert game.view(viewer).pile(0, "hand").handles == (), "afterwards a number"


@rule("GAP-50")
def test_position_counters_and_equips_stay_as_control_changes() -> None:
    mine = Cards(hand=["Change of Heart", "Axe of Despair", "Book of Moon"])
    game = Game(mine, Cards(monsters=["Battle Ox:defense"])).do("activate", "Axe of Despair")
    ox = game.card("Battle Ox")
    ops.counters(game.duel.state, ox, "spell", 2)
    game.do("activate", "Change of Heart")
    assert (ox.controller, ox.face_up, ox.defense_position, ox.counters) == (0, True, True, {"spell": 2})
    assert (ox.attack, game.names("spell_trap")) == (2700, ["Axe of Despair"])
    game.do("activate", "Book of Moon")
    assert (ox.face_up, ox.counters) == (False, {})
    assert "Axe of Despair" in game.names("graveyard")


@rule("GAP-26")
def test_a_random_discard_is_the_servers_throw() -> None:
    hand = ["Battle Ox", "Silver Fang", "Sangan", "Uraby", "Kuriboh"]

    def throw_results(secret: int) -> list[str]:
        mine = Cards(monsters=["White Magical Hat"])
        game = Game(mine, Cards(hand=hand), streams=RandomStreams(bytes([secret]) * 32)).attack(
            "White Magical Hat"
        )
        return game.names("graveyard", 1)

    found = [throw_results(secret) for secret in range(1, 9)]
    assert all(len(names) == 1 for names in found)
    assert len({names[0] for names in found}) > 1, "not the first of the hand, nor the last"
    assert found == [throw_results(secret) for secret in range(1, 9)]
