"""Prompts of the core name the card and effect that they come from, to a seat that may read the card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from facedown_server.games.edopro.declarations import declarable_cards
from facedown_server.games.edopro.locations import GRAVEYARD_FLAG, HAND_FLAG, MONSTERS_FLAG, Places
from facedown_server.games.edopro.mirror import Mirror
from facedown_server.games.edopro.prompt_translation import Questions
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import prompts as asked
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.games.edopro.stream.prompt_sources import own_text
from facedown_server.games.edopro.trigger_windows import ONE_TRIGGER_CODE
from facedown_server.refereeing.prompts import DuelPrompt
from facedown_server.table import ops
from facedown_server.table.state import Card, State, card_sentence
from facedown_shared.protocol.asking import About
from facedown_shared.tables import TABLES
from facedown_shared.tables.zones import Place
from facedown_shared.text.words import LINE, NOTHING, Words, words
from tests.server.games.edopro import mini
from tests.server.games.edopro.test_cut import ONE, OPEN, OWNER_SEAT_INDEX, spot, truth
from tests.server.games.edopro.test_prompt_translation import translate

ELSEWHERE = mini.GUARD_PASSCODE
"""A card of the pool that is in no zone."""
OTHER_SEAT_INDEX = 1 - OWNER_SEAT_INDEX
TWO_OPEN = (asked.LocatedCard(OPEN, spot(GRAVEYARD_FLAG)),) * 2


def translate_prompt(mirror: Mirror, message: Any) -> DuelPrompt:
    prompt = translate(mirror, message)
    assert isinstance(prompt, DuelPrompt)
    return prompt


def apply_messages(mirror: Mirror, told: Sequence[Any]) -> Mirror:
    """Apply these messages; return the mirror."""
    for _ in mirror.apply_messages(told, ()):
        pass
    return mirror


def begin_resolving(mirror: Mirror) -> Card:
    """Let the Chain Link of the open card in the Graveyard resolve; return the card."""
    card = mirror.card(spot(GRAVEYARD_FLAG))
    assert card is not None
    begun = said.Chaining(OPEN, spot(GRAVEYARD_FLAG), OWNER_SEAT_INDEX, GRAVEYARD_FLAG, 0, 0, 1)
    apply_messages(mirror, [begun, said.Chained(1), said.ChainSolving(1)])
    return card


@pytest.mark.parametrize(
    ("seat", "code", "reads"),
    [(OWNER_SEAT_INDEX, ONE, True), (OTHER_SEAT_INDEX, ONE, False), (OTHER_SEAT_INDEX, OPEN, True)],
)
def test_a_question_is_the_line_of_its_card_where_its_reader_may_read_that(
    seat: int, code: int, reads: bool
) -> None:
    prompt = translate_prompt(truth(ONE), asked.SelectYes(seat, code << 20 | 2))
    instead = words("use_effect_of", code) if reads else words("use_the_effect")
    assert prompt.text == (words(LINE, code, 2, instead) if reads else instead)
    assert prompt.source == (code if reads else 0)


def test_an_optional_trigger_is_asked_for_by_its_card_and_yes_stands_first() -> None:
    mirror = truth(ONE)
    prompt = translate_prompt(
        mirror, asked.SelectEffect(OWNER_SEAT_INDEX, ONE, spot(HAND_FLAG), ONE_TRIGGER_CODE)
    )
    card = mirror.card(spot(HAND_FLAG))
    assert card is not None
    assert prompt.source is card
    assert prompt.text == card_sentence("use_effect_of", card)
    assert [*prompt.options().offers_by_key()] == ["yes", "no"]
    assert prompt.default == ("no",)


def test_yes_stands_first_in_the_middle_of_an_effect_too() -> None:
    mirror = truth(ONE)
    begin_resolving(mirror)
    prompt = translate_prompt(mirror, asked.SelectYes(OWNER_SEAT_INDEX, OPEN << 20))
    assert [*prompt.options().offers_by_key()] == ["yes", "no"]
    assert prompt.default == ("no",)


def test_effects_to_activate_are_lines_and_numbered_only_where_two_have_none() -> None:
    hand, grave = spot(HAND_FLAG), spot(GRAVEYARD_FLAG)
    rows = [
        (OPEN, grave, 0),
        (OPEN, grave, OPEN << 20 | 3),
        (ONE, hand, ONE << 20),
        (ONE, spot(MONSTERS_FLAG), 0),
    ]
    message = asked.SelectChain(OWNER_SEAT_INDEX, 0, 0, 0, 0, tuple(asked.Chainable(*row, 0) for row in rows))
    found = [
        offer.words for offer in translate_prompt(truth(ONE), message).options().offers_by_key().values()
    ]
    expected: list[Words] = [
        words("its_effect", 1), words(LINE, OPEN, 3, words("its_effect", 2)), words(LINE, ONE, 0, NOTHING),
        NOTHING, NOTHING,
    ]  # fmt: skip
    assert sorted(map(str, found)) == sorted(map(str, expected))
    assert all(found.count(one) == expected.count(one) for one in expected)


@pytest.mark.parametrize(("code", "said"), [(OPEN, words(LINE, OPEN, 1, NOTHING)), (ELSEWHERE, NOTHING)])
def test_an_effect_gained_from_another_card_is_that_cards_line_where_its_player_may_read_it(
    code: int, said: Words
) -> None:
    """A monster has effects of its Xyz Materials; the name of a hidden card is not disclosed by that."""
    row = asked.Usable(ONE, spot(MONSTERS_FLAG), code << 20 | 1, 0)
    prompt = translate_prompt(
        truth(ONE), asked.SelectIdle(OWNER_SEAT_INDEX, (), (), (), (), (), (row,), 0, 1, 0)
    )
    assert [
        offer.words for offer in prompt.options().offers_by_key().values() if offer.verb == "activate"
    ] == [said]


@pytest.mark.parametrize("short", [483, 2511])
def test_a_card_of_few_digits_has_its_line_and_is_found_by_its_passcode(short: int) -> None:
    """Its texts are smaller than the passcodes of others."""
    state = State(TABLES["master"])
    mirror = Mirror(state, mini.pool(), Places(state.table, 0))
    card = ops.create(state, msgspec.structs.replace(mini.pool()[ONE], code=short), 0)
    ops.place_card(state, card, Place(0, "hand"))
    mirror.cards.set_pile(0, HAND_FLAG, [card])
    hand = CoreSpot(0, HAND_FLAG, 0, 10)
    row = asked.Chainable(short, hand, short << 20, 0)
    offers = (
        translate_prompt(mirror, asked.SelectChain(0, 0, 0, 0, 0, (row,))).options().offers_by_key().values()
    )
    assert [offer.words for offer in offers] == [words(LINE, short, 0, NOTHING), NOTHING]
    assert translate_prompt(mirror, asked.SelectPosition(0, short, 0x5)).source == short


@pytest.mark.parametrize("text", [0, 501, 3300, ONE, 14_970_113, 810_000_111, OPEN << 20 | 16])
def test_a_passcode_and_a_text_of_the_cores_are_no_cards_line(text: int) -> None:
    assert own_text(text) == (0, 0)


def test_a_choice_is_for_what_the_card_says_and_the_next_one_is_not() -> None:
    mirror = truth(ONE)
    mirror.progress.hint = OPEN << 20 | 1
    questions = Questions(mirror, declarable_cards(mirror.pool))
    message = asked.SelectCard(OWNER_SEAT_INDEX, 0, 1, 1, TWO_OPEN)
    play = questions.prompt(message)
    prompt = next(play)
    assert isinstance(prompt, DuelPrompt)
    assert prompt.text == words(LINE, OPEN, 1, words("choose_cards"))
    with pytest.raises(StopIteration):
        play.send([0])
    assert translate_prompt(mirror, message).text == words("choose_cards")


def test_what_is_chosen_while_a_link_resolves_comes_from_its_card() -> None:
    mirror = truth(ONE)
    card = begin_resolving(mirror)
    for message in (
        asked.SelectCard(OTHER_SEAT_INDEX, 0, 1, 1, TWO_OPEN),
        asked.AnnounceNumber(OTHER_SEAT_INDEX, (1, 2)),
    ):
        assert translate_prompt(mirror, message).source is card
    apply_messages(mirror, [said.ChainSolved(1), said.ChainEnd(), said.NewPhase(0x200)])
    assert translate_prompt(mirror, asked.AnnounceNumber(OTHER_SEAT_INDEX, (1, 2))).source == 0


def test_a_place_is_chosen_for_the_card_whose_passcode_was_said_before_where_its_reader_may_read_it() -> None:
    for seat, source in ((OWNER_SEAT_INDEX, ONE), (OTHER_SEAT_INDEX, 0)):
        mirror = truth(ONE)
        mirror.progress.hint = ONE
        assert translate_prompt(mirror, asked.SelectPlace(seat, 1, 0)).source == source
        assert translate_prompt(truth(ONE), asked.SelectPosition(seat, ONE, 0x5)).source == source


def test_a_hand_that_is_too_large_is_a_rules_matter() -> None:
    mirror = truth(ONE)
    begin_resolving(mirror)
    apply_messages(mirror, [said.ChainSolved(1), said.ChainEnd(), said.NewPhase(0x200)])
    mirror.progress.hint = 501
    rows = tuple(asked.LocatedCard(ONE, spot(HAND_FLAG, index)) for index in range(2))
    prompt = translate_prompt(mirror, asked.SelectCard(OWNER_SEAT_INDEX, 0, 1, 1, rows))
    assert (prompt.text, prompt.source) == (words("discard_to_keep", 1, 1), 0)


def test_a_window_at_the_end_of_a_main_phase_says_so_and_no_longer_what_was_summoned() -> None:
    mirror = truth(ONE)
    apply_messages(mirror, [said.NewTurn(0), said.NewPhase(0x4)])
    mirror.progress.about = About("summon", OTHER_SEAT_INDEX)
    idle = asked.SelectIdle(0, (), (), (), (), (), (), 1, 1, 0)
    for goal, about, text in (
        (7, "main_phase_ends", words("respond_phase_ends", words("main_phase_1"))),
        (6, "before_battle", words("respond_before_battle")),
    ):
        play = Questions(mirror, declarable_cards(mirror.pool)).prompt(idle)
        next(play)
        with pytest.raises(StopIteration):
            play.send(goal)
        window = asked.SelectChain(
            OWNER_SEAT_INDEX, 0, 0, 0, 0, (asked.Chainable(ONE, spot(HAND_FLAG), 0, 0),)
        )
        prompt = translate_prompt(mirror, window)
        assert prompt.about == About(about, OTHER_SEAT_INDEX)
        assert prompt.text == text


def test_a_summon_that_was_declared_is_what_the_window_is_about() -> None:
    mirror = truth(ONE)
    begun = said.SummonBegun(ONE, CoreSpot(OWNER_SEAT_INDEX, MONSTERS_FLAG, 0, 5))
    apply_messages(mirror, [said.NewTurn(0), said.NewPhase(0x4), begun])
    assert mirror.progress.about == About("summon", OWNER_SEAT_INDEX)
