"""Format classic: the mat, Spells and Traps."""

from __future__ import annotations

from collections import Counter

import pytest

from facedown_server.games.duel.core.effect import Body, Fx
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.table.random_streams import FixedStreams
from facedown_server.table.setup import Setup
from facedown_shared.decks.decks import Deck
from facedown_shared.tables import TABLES
from tests.play import Cards, code
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, lend, zones
from tests.server.games.duel.rules.classic.laid_out import classic, read

TRAPS = ["Waboku:set", "Trap Hole:set", "Just Desserts:set", "Castle Walls:set"]
FIVE = [*TRAPS, "Reverse Trap:set"]


# --- the mat ------------------------------------------------------------------------------------------------


@rule("CLS-SIDE-08")
def test_of_a_deck_that_is_dealt_the_side_deck_stays_away() -> None:
    duel = classic().duel
    imp, dragon, fang = (code(name) for name in ("Feral Imp", "Thousand Dragon", "Silver Fang"))
    deck = Deck((imp,) * 40, (dragon,) * 2, (fang,) * 15)
    fresh = DuelReferee(duel.format, duel.pool)
    for _ in fresh.start(Setup("classic", (deck, deck)), FixedStreams()):
        pass
    laid = Counter((card.owner, card.code) for card in fresh.state.cards)
    assert laid == {(seat, card): count for seat in (0, 1) for card, count in ((imp, 40), (dragon, 2))}
    assert [len(fresh.duel.cards_at("extra_deck", seat)) for seat in (0, 1)] == [2, 2]


@rule("CLS-MAT-01", "CLS-SIDE-08", "CF-25")
def test_the_mat_has_a_place_for_every_card_and_none_for_the_side_deck() -> None:
    table = TABLES["classic"]
    assert set(table.zones) == {
        "deck", "hand", "extra_deck", "graveyard", "banished", "monster", "spell_trap", "field"
    }  # fmt: skip
    game = classic(Cards(hand=["Pot of Greed", "Feral Imp"])).do("activate", "Pot of Greed").end_turn()
    assert game.duel.state.table is table
    assert all(card.zone in table.zones for card in game.duel.state.cards)


@rule("CLS-MAT-03", "CLS-MAT-08", "CLS-CARD-07")
def test_the_field_is_five_monster_five_spell_and_one_field_card_space() -> None:
    hand = ["Feral Imp", "Waboku", "Yami", "Pot of Greed"]
    places = {
        verb + card: zones(classic(Cards(hand=hand)), verb, card)
        for verb, card in (
            ("summon", "Feral Imp"), ("set", "Feral Imp"), ("set", "Waboku"), ("activate", "Pot of Greed"),
            ("set", "Yami"),
        )
    }  # fmt: skip
    monsters, spells = ([f"0:{zone}:{slot}" for slot in range(5)] for zone in ("monster", "spell_trap"))
    assert list(places.values()) == [monsters, monsters, spells, spells, ["0:field:0"]]


@rule("CLS-CARD-07", "CF-25")
def test_what_counts_the_field_counts_monsters_spells_traps_and_field_spells_of_both() -> None:
    found: list[str] = []

    def body(fx: Fx) -> Body:
        found.extend(card.name for card in fx.cards("field"))
        yield from ()

    sides = [
        Cards(
            monsters=[BEARER], spells=["Waboku:set"], field_spell="Umi:set", hand=["Sangan"],
            graveyard=["Uraby"], banished=["Silver Fang"], extra=["Flame Swordsman"],
        )
        for _ in (0, 1)
    ]  # fmt: skip
    lend(classic(*sides), body).do("activate", BEARER)
    assert sorted(found) == sorted([BEARER, "Waboku", "Umi"] * 2)


@rule("CF-01", "CF-25")
def test_classic_has_no_zone_between_the_players() -> None:
    assert "extra_monster" not in TABLES["classic"].zones
    assert not classic().view(0).pile(-1, "extra_monster").count


@rule("CLS-MAT-06", "CLS-MAT-07", "CLS-CARD-08")
def test_what_is_destroyed_lies_face_up_in_an_open_graveyard() -> None:
    game = classic(Cards(hand=["Heavy Storm"]), Cards(spells=["Waboku:set"])).do("activate", "Heavy Storm")
    for viewer in (0, 1):
        assert read(game, viewer, 1, "graveyard") == ["Waboku"]


@rule("CLS-MAT-09", "CLS-SPELL-10", "CLS-SPELL-20")
def test_five_cards_leave_room_for_a_field_spell_only() -> None:
    hand = ["Yami", "Axe of Despair", "Rush Recklessly", "Ookazi", "Jar of Greed"]
    game = classic(Cards(hand=hand, spells=FIVE, monsters=["Battle Ox"]))
    for name in hand[1:]:
        assert not game.can("activate", name)
        assert not game.can("set", name)
    assert game.do("activate", "Yami").names("field_zone") == ["Yami"]
    quick = classic(Cards(hand=["Rush Recklessly", "Ookazi"], spells=TRAPS)).do("set", "Rush Recklessly")
    assert not quick.can("activate", "Ookazi"), "a Quick-Play Spell is one of the five"


@rule("CLS-MAT-10", "CLS-SPELL-08", "CLS-SET-02")
def test_an_equip_on_an_opposing_monster_counts_among_its_players_five() -> None:
    mine = Cards(hand=["Axe of Despair", "Jar of Greed", "Yami"], spells=TRAPS)
    game = classic(mine, Cards(monsters=["Battle Ox"]))
    assert game.can("set", "Jar of Greed")
    game.do("activate", "Axe of Despair")
    assert not game.can("set", "Jar of Greed")
    assert game.count("spell_trap", 1) == 0
    assert str(game.do("set", "Yami").card("Yami").place) == "0:field:0", "a Field Spell lies outside"


@rule("CF-30", "CF-13")
def test_no_player_moves_a_card_from_zone_to_zone() -> None:
    game = classic(Cards(monsters=["Battle Ox"], spells=["Waboku:set"], graveyard=["Feral Imp"]))
    verbs = {option.verb for _, option in game.ask.options}
    assert verbs <= {"summon", "set", "activate", "change_position", "phase"}


# --- Spells -------------------------------------------------------------------------------------------------


@rule("CLS-SPELL-03", "CLS-CARD-03", "CLS-SET-05")
def test_a_normal_spell_works_at_once_and_goes_to_the_graveyard() -> None:
    game = classic(Cards(hand=["Pot of Greed"])).begin_act("activate", "Pot of Greed")
    assert [link.card.name for link in game.duel.state.chain] == ["Pot of Greed"]
    assert (game.calm().count("hand"), game.names("graveyard")) == (3, ["Pot of Greed"])


@rule("CF-24")
@pytest.mark.parametrize(("spell", "causes"), [("Pot of Greed", {"rule"}), ("Raigeki", {"rule", "destroy"})])
def test_a_used_spell_is_sent_and_not_destroyed(spell: str, causes: set[str]) -> None:
    game = classic(Cards(hand=[spell]), Cards(monsters=["Battle Ox"])).do("activate", spell)
    told = [told for told in game.happened("move") if told.goal and told.goal.zone == "graveyard"]
    assert {one.cause for one in told} == causes
    assert [one.cause for one in told if one.card and one.card.name == spell] == ["rule"]


@rule("CF-24", "CLS-FUS-05", "CLS-SUM-06")
def test_materials_and_tributes_are_sent_under_their_own_cause() -> None:
    gaia, champion = "Gaia The Fierce Knight", "Gaia the Dragon Champion"
    mine = Cards(
        hand=["Polymerization", "Curse of Dragon", "Summoned Skull"], monsters=[gaia], extra=[champion]
    )
    game = classic(mine).do("activate", "Polymerization").do("summon", "Summoned Skull")
    told = [told for told in game.happened("move") if told.goal and told.goal.zone == "graveyard"]
    assert sorted({one.cause for one in told}) == ["material", "rule", "tribute"]


@rule("CLS-SPELL-04", "CLS-TRAP-04")
@pytest.mark.parametrize(("seat", "name"), [("spell", "Messenger of Peace"), ("trap", "Gravity Bind:set")])
def test_continuous_cards_stay_and_work_until_they_are_removed(seat: str, name: str) -> None:
    word = name.removesuffix(":set")
    mine = Cards(hand=[word]) if seat == "spell" else Cards(spells=[name])
    game = classic(mine, Cards(monsters=["Summoned Skull"], hand=["Giant Trunade"])).do("activate", word)
    assert game.names("spell_trap") == [word]
    game.end_turn().phase("battle")
    assert not game.can("attack", "Summoned Skull")
    game.phase("main2").do("activate", "Giant Trunade").end_turn().end_turn()
    assert game.phase("battle").can("attack", "Summoned Skull")


@rule("CLS-SPELL-05", "CLS-SPELL-06")
def test_an_equip_spell_is_shown_with_its_face_up_monster_on_either_side() -> None:
    game = classic(Cards(hand=["Axe of Despair"]), Cards(monsters=["Battle Ox", "Uraby:set"]))
    game.do("activate", "Axe of Despair")
    seen = game.view(1)
    (axe,) = [seen.cards[handle] for handle in seen.pile(0, "spell_trap").handles if handle]
    assert seen.cards[axe.equipped_to].attack == 2700
    assert not classic(Cards(hand=["Axe of Despair"]), Cards(monsters=["Uraby:set"])).can(
        "activate", "Axe of Despair"
    )


@rule("CLS-SPELL-06", "CLS-CARD-02")
def test_a_monster_may_refuse_equip_spells_by_its_text() -> None:
    game = classic(Cards(hand=["Axe of Despair"], monsters=["Gearfried the Iron Knight"]))
    game.do("activate", "Axe of Despair")
    assert game.names("graveyard") == ["Axe of Despair"]
    assert game.card("Gearfried the Iron Knight").attack == 1800


@rule("CLS-SPELL-07")
def test_one_monster_carries_several_equips() -> None:
    game = classic(Cards(hand=["Axe of Despair", "Black Pendant"], monsters=["Battle Ox"]))
    assert (
        game.do("activate", "Axe of Despair").do("activate", "Black Pendant").card("Battle Ox").attack == 3200
    )


@rule("CLS-SPELL-09", "CLS-SPELL-10")
def test_a_field_spell_works_on_both_sides() -> None:
    game = classic(Cards(hand=["Yami"], monsters=["Dark Magician"]), Cards(monsters=["Summoned Skull"]))
    game.do("activate", "Yami")
    assert (game.card("Dark Magician").attack, game.card("Summoned Skull").attack) == (2700, 2700)
    assert game.names("field_zone") == ["Yami"]


@rule("CLS-SPELL-11", "CLS-CARD-04")
def test_a_set_field_spell_does_nothing_until_it_is_turned_up() -> None:
    game = classic(Cards(hand=["Yami"], monsters=["Dark Magician"])).do("set", "Yami")
    assert (game.card("Dark Magician").attack, read(game, 1, 0, "field")) == (2500, [])
    assert (str(game.card("Yami").place), game.card("Yami").face_up) == ("0:field:0", False)
    assert game.do("activate", "Yami").card("Dark Magician").attack == 2700


@rule("CLS-SPELL-12", "CLS-SPELL-13", "CLS-MAT-02")
def test_a_new_field_spell_sends_the_opponents_to_the_graveyard() -> None:
    game = classic(Cards(hand=["Yami"]), Cards(field_spell="Umi")).do("activate", "Yami")
    assert (game.names("field_zone"), game.names("graveyard", 1)) == (["Yami"], ["Umi"])
    assert game.count("field_zone", 1) == 0


@rule("CF-17", "CF-24")
@pytest.mark.parametrize(
    ("rules", "causes"),
    [("classic", ["rule"]), ("MR1", ["destroy"]), ("GOAT", ["destroy"]), ("master", []), ("MR3", [])],
)
def test_what_becomes_of_the_opponents_field_spell(rules: str, causes: list[str]) -> None:
    game = classic(Cards(hand=["Yami"]), Cards(field_spell="Umi"), rules=rules).do("activate", "Yami")
    umi = game.card("Umi")
    assert [told.cause for told in game.happened("move") if told.card is umi] == causes


@rule("CLS-SPELL-14", "CF-18")
@pytest.mark.parametrize("verb", ["activate", "set"])
def test_the_own_field_spell_must_be_destroyed_first(verb: str) -> None:
    game = classic(Cards(hand=["Yami", "Heavy Storm"], field_spell="Umi"))
    assert not game.can(verb, "Yami")
    assert game.do("activate", "Heavy Storm").can(verb, "Yami")


@rule("CLS-SPELL-15", "CLS-SPELL-16")
def test_without_the_active_one_the_field_is_bare_and_a_set_one_stays_set() -> None:
    mine = Cards(hand=["De-Spell"], monsters=["Dark Magician"], field_spell="Umi:set")
    game = classic(mine, Cards(field_spell="Yami"))
    assert game.card("Dark Magician").attack == 2700
    game.do("activate", "De-Spell", "Yami")
    assert (game.card("Dark Magician").attack, game.card("Umi").face_up) == (2500, False)


@rule("CLS-SPELL-17")
def test_no_field_spell_is_activated_in_the_opponents_turn() -> None:
    theirs = Cards(hand=["Yami"], field_spell="Umi:set", spells=["Waboku:set"])
    game = classic(Cards(monsters=["Battle Ox"]), theirs).declare_attack("Battle Ox")
    while game.ask.seat == 0:
        game.choose("pass")
    assert [game.name_of(key, option) for key, option in game.offered("activate")] == ["Waboku"]


@rule("CLS-SPELL-18", "CLS-SPELL-01")
def test_from_the_hand_only_a_quick_play_spell_works_in_the_battle_phase() -> None:
    game = classic(Cards(hand=["Rush Recklessly", "Ookazi"], monsters=["Battle Ox"])).phase("battle")
    assert game.can("activate", "Rush Recklessly")
    assert not game.can("activate", "Ookazi")


@rule("CLS-SPELL-19", "GAP-13")
def test_a_quick_play_spell_set_last_turn_works_in_the_opponents_turn() -> None:
    mine = Cards(hand=["Mystical Space Typhoon"])
    game = classic(mine, Cards(hand=["Axe of Despair"], spells=["Waboku:set"], monsters=["Uraby"]))
    game.do("set", "Mystical Space Typhoon")
    assert not game.can("activate", "Mystical Space Typhoon")
    game.end_turn().begin_act("activate", "Axe of Despair")
    game.respond("Mystical Space Typhoon", "Waboku", seat=0)
    assert "Waboku" in game.calm().names("graveyard", 1)


@rule("CLS-SET-01", "CLS-MAT-09")
def test_spells_and_traps_are_set_until_five_lie_there() -> None:
    hand = ["Waboku", "Ookazi", "Trap Hole", "Pot of Greed", "Jar of Greed", "Just Desserts"]
    game = classic(Cards(hand=hand))
    for name in hand[:5]:
        game.do("set", name)
    assert (game.count("spell_trap"), game.can("set", "Just Desserts")) == (5, False)


@rule("CLS-SET-03", "CLS-CARD-06", "CLS-MAT-08")
def test_a_set_spell_lies_upright_and_nobody_else_reads_it() -> None:
    game = classic(Cards(hand=["Ookazi"])).do("set", "Ookazi")
    seen = game.view(1)
    (back,) = [seen.cards[handle] for handle in seen.pile(0, "spell_trap").handles if handle]
    assert (back.code, back.defense_position, read(game, 0, 0, "spell_trap")) == (0, False, ["Ookazi"])
    assert (game.life(1), game.do("activate", "Ookazi").life(1)) == (8000, 7200)


# --- Traps --------------------------------------------------------------------------------------------------


@rule("CLS-SET-04", "CLS-TRAP-01", "CF-37")
def test_a_trap_must_be_set_and_waits_for_the_next_turn() -> None:
    game = classic(Cards(hand=["Jar of Greed"]))
    assert not game.can("activate", "Jar of Greed")
    game.do("set", "Jar of Greed")
    assert not game.can("activate", "Jar of Greed")
    hand = game.count("hand")
    game.to_turn(3).respond("Jar of Greed", seat=0).calm()
    assert (game.duel.state.turn_player, game.count("hand")) == (1, hand + 1)


@rule("CLS-TRAP-02")
def test_a_normal_trap_goes_to_the_graveyard() -> None:
    game = classic(Cards(spells=["Jar of Greed:set"])).do("activate", "Jar of Greed")
    assert game.names("graveyard") == ["Jar of Greed"]


@rule("CLS-TRAP-03", "CLS-SPEED-06")
def test_a_counter_trap_cancels_a_spell() -> None:
    game = classic(Cards(hand=["Ookazi"]), Cards(hand=["Feral Imp"], spells=["Magic Jammer:set"]))
    game.begin_act("activate", "Ookazi").respond("Magic Jammer", "Feral Imp").calm()
    assert (game.life(1), game.names("graveyard")) == (8000, ["Ookazi"])
    assert "Magic Jammer" in game.names("graveyard", 1)


@rule("CLS-TRAP-03")
def test_a_counter_trap_answers_a_summon() -> None:
    theirs = Cards(monsters=["Uraby"], spells=["Horn of Heaven:set"])
    game = classic(Cards(hand=["Feral Imp"]), theirs).begin_act("summon", "Feral Imp")
    game.respond("Horn of Heaven").calm()
    assert (game.names("graveyard"), game.happened("summoned")) == (["Feral Imp"], [])
