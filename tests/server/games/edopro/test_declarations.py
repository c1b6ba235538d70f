"""A condition of the core admits the same cards column by column as card by card, and is put into words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown_server.games.edopro import declarations
from facedown_server.games.edopro.card_rows import CoreCard
from facedown_server.games.edopro.declarations import (
    ALIASES_OPCODE,
    MAX_CONDITIONS,
    OPCODE_FLAG,
    TOKENS_OPCODE,
    AdmittedCards,
    DeclarableCards,
)
from facedown_shared.text.words import NOTHING

(
    ADD_OPCODE,
    SUBTRACT_OPCODE,
    AND_OPCODE,
    OR_OPCODE,
    NEGATE_OPCODE,
    NOT_OPCODE,
    BITS_AND_OPCODE,
    SHIFT_OPCODE,
) = (OPCODE_FLAG + (number << 32) for number in (0x00, 0x01, 0x04, 0x05, 0x06, 0x07, 0x08, 0x12))
(
    IS_CODE_OPCODE,
    IS_SET_OPCODE,
    IS_TYPE_OPCODE,
    IS_RACE_OPCODE,
    IS_ATTRIBUTE_OPCODE,
    GET_CODE_OPCODE,
    _,
    GET_TYPE_OPCODE,
) = (OPCODE_FLAG + (number << 32) for number in range(0x100, 0x108))
MONSTER_FLAG, SPELL_FLAG, TRAP_FLAG, EXTRA_DECK_MASK = 0x1, 0x2, 0x4, declarations.EXTRA_DECK_TYPES_MASK
GADGET_SET_CODE = 0x51

CARDS = (
    CoreCard(11, type=MONSTER_FLAG | 0x10, race=0x1, attribute=0x10),
    CoreCard(12, alias=11, type=MONSTER_FLAG | 0x10, race=0x1, attribute=0x10),
    CoreCard(13, setcodes=(GADGET_SET_CODE,), type=MONSTER_FLAG | 0x20, race=0x20, attribute=0x1),
    CoreCard(14, setcodes=(0x7, 0x1051), type=MONSTER_FLAG | 0x40, race=0x20, attribute=0x20),
    CoreCard(15, type=SPELL_FLAG), CoreCard(16, type=TRAP_FLAG), CoreCard(17, type=MONSTER_FLAG | 0x4000),
)  # fmt: skip
BY_CODE = {card.code: card for card in CARDS}


def admitted_cards(program: tuple[int, ...], cards: DeclarableCards | None = None) -> AdmittedCards:
    """Return the cards that a condition admits."""
    work = (cards or DeclarableCards(CARDS)).admitted_cards(program)
    try:
        while True:
            next(work)
    except StopIteration as done:
        found: AdmittedCards = done.value
        return found


@pytest.mark.parametrize(
    ("program", "codes"),
    [
        ((7, IS_TYPE_OPCODE), [11, 13, 14, 15, 16]),
        ((7, IS_TYPE_OPCODE, ALIASES_OPCODE), [11, 12, 13, 14, 15, 16]),
        ((7, IS_TYPE_OPCODE, TOKENS_OPCODE), [11, 13, 14, 15, 16, 17]),
        ((MONSTER_FLAG, IS_TYPE_OPCODE, EXTRA_DECK_MASK, IS_TYPE_OPCODE, NOT_OPCODE, AND_OPCODE), [11, 13]),
        (
            (
                GADGET_SET_CODE,
                IS_SET_OPCODE,
                13,
                IS_CODE_OPCODE,
                NOT_OPCODE,
                AND_OPCODE,
                MONSTER_FLAG,
                IS_TYPE_OPCODE,
                AND_OPCODE,
            ),
            [14],
        ),
        ((15, IS_CODE_OPCODE, 16, IS_CODE_OPCODE, OR_OPCODE), [15, 16]),
        ((15, GET_CODE_OPCODE, SUBTRACT_OPCODE, NOT_OPCODE), [15]),
        ((GET_TYPE_OPCODE, SPELL_FLAG, BITS_AND_OPCODE), [15]),
        ((0x20, IS_RACE_OPCODE, 0x1, IS_ATTRIBUTE_OPCODE, AND_OPCODE), [13]),
        ((1,), [11, 13, 14, 15, 16]),
        ((), []),
        ((MONSTER_FLAG, IS_TYPE_OPCODE, SPELL_FLAG, IS_TYPE_OPCODE), []),
    ],
)
def test_a_condition_admits_the_cards_it_names(program: tuple[int, ...], codes: list[int]) -> None:
    found = admitted_cards(program)
    assert [*found] == codes
    assert len(found) == len(codes)
    assert [code for code in range(30) if code in found] == codes


def test_what_is_no_passcode_is_not_admitted() -> None:
    assert not {"11", None, -11, 10**12} & {
        one for one in ("11", None, -11, 10**12) if one in admitted_cards((1,))
    }


def is_admitted(card: CoreCard, program: tuple[int, ...]) -> bool:
    """Return whether a card is admitted, computed for it alone."""
    return card.code in admitted_cards(program, DeclarableCards([card]))


words_of_program = st.sampled_from(
    (
        ADD_OPCODE,
        SUBTRACT_OPCODE,
        AND_OPCODE,
        OR_OPCODE,
        NEGATE_OPCODE,
        NOT_OPCODE,
        BITS_AND_OPCODE,
        SHIFT_OPCODE,
        IS_CODE_OPCODE,
        IS_SET_OPCODE,
        IS_TYPE_OPCODE,
        IS_RACE_OPCODE,
        IS_ATTRIBUTE_OPCODE,
        GET_CODE_OPCODE,
        GET_TYPE_OPCODE,
        ALIASES_OPCODE,
        TOKENS_OPCODE,
        0,
        1,
        2,
        4,
        7,
        11,
        15,
        GADGET_SET_CODE,
        EXTRA_DECK_MASK,
        63,
    )
)


@given(st.lists(words_of_program, max_size=12))
def test_all_cards_at_once_are_judged_as_each_alone(program: list[int]) -> None:
    found = admitted_cards(tuple(program))
    assert [*found] == [card.code for card in CARDS if is_admitted(card, tuple(program))]


def test_long_shifts_make_no_large_numbers() -> None:
    """Otherwise a script could fill the server's memory with one condition."""
    assert [*admitted_cards((GET_CODE_OPCODE, *(63, SHIFT_OPCODE) * 100))] == []


def test_a_condition_is_worked_out_once_and_the_oldest_are_forgotten() -> None:
    cards = DeclarableCards(CARDS)
    first = admitted_cards((1,), cards)
    assert admitted_cards((1,), cards) is first
    for number in range(MAX_CONDITIONS):
        admitted_cards((number, IS_CODE_OPCODE), cards)
    assert admitted_cards((1,), cards) is not first


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ((7, IS_TYPE_OPCODE), ""),
        ((1,), ""),
        ((MONSTER_FLAG, IS_TYPE_OPCODE), "monster"),
        ((EXTRA_DECK_MASK, IS_TYPE_OPCODE, NOT_OPCODE), "not from the Extra Deck"),
        (
            (MONSTER_FLAG, IS_TYPE_OPCODE, EXTRA_DECK_MASK, IS_TYPE_OPCODE, NOT_OPCODE, AND_OPCODE),
            "monster, not from the Extra Deck",
        ),
        ((0x1, IS_RACE_OPCODE, 0x20, IS_ATTRIBUTE_OPCODE, OR_OPCODE), "warrior or dark"),
        ((GADGET_SET_CODE, IS_SET_OPCODE), "one that fits the effect"),
        ((GET_TYPE_OPCODE, SPELL_FLAG, BITS_AND_OPCODE), "one that fits the effect"),
        ((NOT_OPCODE,), "one that fits the effect"),
        (
            sum(((code, IS_CODE_OPCODE) for code in range(9)), ()) + (OR_OPCODE,) * 8,
            "one that fits the effect",
        ),
        (
            (0, IS_CODE_OPCODE, *sum(((code, IS_CODE_OPCODE, OR_OPCODE) for code in range(40)), ())),
            "one that fits the effect",
        ),
        ((MONSTER_FLAG, IS_TYPE_OPCODE, *(NOT_OPCODE,) * 40), "one that fits the effect"),
    ],
)
def test_a_condition_is_said_in_words(program: tuple[int, ...], said: str) -> None:
    found = declarations.condition(program)
    assert str(found) == said if said else found == NOTHING


@given(st.lists(words_of_program, max_size=40))
def test_any_condition_can_be_said(program: list[int]) -> None:
    str(declarations.condition(program))
