"""Why a card cannot be played: reason codes by kind of act, and never a code where there is an option."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.duel.turn.reasons import ways_to_play
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table.random_streams import RandomStreams
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import ready_decks
from facedown_shared.protocol.reasons import REASONS
from facedown_shared.tables.formats import FORMATS
from facedown_shared.text.errors import Code, Illegal
from proofs.play.player import choose
from tests.laws.random_play import random_setup
from tests.play import Cards, Game

FIGHTERS = Cards(monsters=["Battle Ox"], hand=["Silver Fang", "Summoned Skull", "Mirror Force"])


def why(game: Game, card: str, seat: int = 0) -> dict[str, str]:
    handle = game.card(card).handles[seat]
    return {one.verb: one.code for one in game.referee.find_reasons(seat, handle)}


def test_a_hand_in_a_main_phase() -> None:
    game = Game(FIGHTERS)
    assert why(game, "Silver Fang") == {}
    game.do("summon", "Silver Fang")
    assert why(game, "Summoned Skull") == {"summon": "no_summon_left", "set": "no_summon_left"}
    assert why(game, "Silver Fang") == {"attack": "battle_phase", "change_position": "came_this_turn"}


def test_too_few_tributes_and_what_cannot_be_summoned_normally() -> None:
    game = Game(Cards(hand=["Summoned Skull", "Black Luster Soldier"]))
    assert why(game, "Summoned Skull") == {"summon": "tributes", "set": "tributes"}
    said = why(game, "Black Luster Soldier")
    assert (said["summon"], said["special_summon"]) == ("not_normal", "by_effect")


def test_a_monster_in_battle() -> None:
    game = Game(FIGHTERS, Cards(monsters=["Mystical Elf:defense"])).phase("battle")
    assert why(game, "Battle Ox") == {"change_position": "main_phase"}
    game.attack("Battle Ox", "Mystical Elf")
    assert why(game, "Battle Ox")["attack"] == "attacked"
    assert why(game, "Silver Fang")["summon"] == "main_phase"


def test_outside_the_main_phase_the_first_reason_is_the_phase() -> None:
    """Full zones, or a used Normal Summon, are not given as reasons then."""
    full = ["Dust Tornado:set"] * 5
    game = Game(Cards(hand=["Pot of Greed", "Mirror Force", "Silver Fang"], spells=full))
    assert why(game, "Pot of Greed") == {"activate": "no_zone", "set": "no_zone"}
    game.phase("battle")
    assert why(game, "Pot of Greed") == {"activate": "main_phase", "set": "main_phase"}
    assert why(game, "Mirror Force") == {"activate": "not_set", "set": "main_phase"}
    assert why(game, "Silver Fang") == {"summon": "main_phase", "set": "main_phase"}


def test_what_a_player_who_is_asked_to_respond_is_told() -> None:
    mine = Cards(
        hand=["Pot of Greed", "Trap Hole", "Book of Moon", "Silver Fang"],
        spells=["Dust Tornado:set", "Mirror Force:set"], monsters=["Battle Ox"],
    )  # fmt: skip
    game = Game(Cards(hand=["Mystical Space Typhoon", "Gemini Elf"], spells=["Yami"]), mine)
    game.begin_act("activate", "Mystical Space Typhoon", "Dust Tornado")
    assert game.ask.seat == 1
    assert why(game, "Pot of Greed", 1) == {"activate": "main_phase", "set": "main_phase"}
    assert why(game, "Silver Fang", 1) == {"summon": "main_phase", "set": "main_phase"}
    assert why(game, "Trap Hole", 1) == {"activate": "not_set", "set": "main_phase"}
    assert why(game, "Book of Moon", 1) == {"activate": "not_set", "set": "main_phase"}
    assert why(game, "Mirror Force", 1) == {"activate": "nothing_to_answer"}
    assert why(game, "Battle Ox", 1) == {"attack": "battle_phase", "change_position": "main_phase"}


def test_a_trap_set_this_turn_says_so_first() -> None:
    game = Game(Cards(hand=["Mirror Force"]))
    game.do("set", "Mirror Force")
    assert why(game, "Mirror Force") == {"activate": "set_this_turn"}


def test_a_trap_set_this_turn_and_a_quick_spell_whose_target_is_missing() -> None:
    game = Game(Cards(hand=["Dust Tornado", "Mystical Space Typhoon"]))
    assert why(game, "Mystical Space Typhoon") == {"activate": "no_target"}
    game.do("set", "Dust Tornado")
    assert why(game, "Dust Tornado") == {"activate": "set_this_turn"}


def test_one_who_is_not_asked_and_whose_card_it_is_not() -> None:
    game = Game(Cards(), Cards(hand=["Silver Fang"], monsters=["Battle Ox"]))
    assert why(game, "Silver Fang", seat=1) == {"": "not_asked"}
    assert why(game, "Battle Ox") == {"": "not_yours"}
    with pytest.raises(Illegal) as refused:
        game.referee.find_reasons(0, 0)
    assert refused.value.code is Code.NOT_OFFERED


@pytest.mark.parametrize("seed", range(4))
def test_what_has_a_code_is_not_offered_and_what_has_none_is(seed: int) -> None:
    """The same conditions produce both: checked at every prompt of a random duel, for every card of the
    prompted player.
    """
    secret, looked = f"reasons {seed}".encode().ljust(32, b"."), 0
    decks = [one.deck for one in ready_decks().values() if one.format == "master"]
    setup, pool, dice = random_setup(decks, "master", secret), bundled_pool(), RandomStreams(secret)
    referee = DuelReferee(FORMATS["master"], pool)
    for _ in referee.start(setup, RandomStreams(secret)):
        pass
    for _ in range(120):
        if not referee.prompts():
            break
        ask = referee.prompts()[0]
        if ask.kind in (PromptKind.TURN, PromptKind.RESPONSE) and not ask.back:
            looked += _compare_reasons(referee, ask.seat, answering=ask.kind is PromptKind.RESPONSE)
        for _ in referee.apply(choose(ask, dice, 20)):
            pass
    assert looked > 500


def _compare_reasons(referee: DuelReferee, seat: int, *, answering: bool) -> int:
    duel, offered, looked = referee.duel, set(), 0
    for offer in referee.offers:
        if offer.card is not None and "permit" not in offer.key:
            offered.add((offer.card.id, str(offer.verb)))
    for card in duel.state.cards:
        if card.controller == seat and card.zone in PLACES:
            looked += 1
            found = list(ways_to_play(duel, seat, card, answering=answering))
            assert {code for _, code in found} <= {"", *REASONS}
            opened = {(card.id, verb) for verb, code in found if not code}
            assert opened == {one for one in offered if one[0] == card.id}, (card.name, card.zone, found)
    return looked


PLACES = {"hand", "monster", "extra_monster", "spell_trap", "field", "graveyard", "banished", "extra_deck"}
