"""The core's messages are parsed to the last byte, and malformed ones are rejected."""

from __future__ import annotations

import base64
import struct

import msgspec
import pytest

from facedown_server.games.edopro import engine_protocol
from facedown_server.games.edopro.stream import messages, prompts, queries
from facedown_server.games.edopro.stream.decoding import CoreSpot, Unread
from tests.server.games.edopro import mini


def test_a_draw_says_which_cards() -> None:
    told = messages.decode_message(struct.pack("<BBIIIII", 90, 1, 2, 900001, 10, 900002, 10))
    assert told == messages.CardsDrawn(1, (messages.Drawn(900001, 10), messages.Drawn(900002, 10)))


def test_a_move_says_from_where_to_where() -> None:
    told = messages.decode_message(struct.pack("<BIBBIIBBIII", 50, 900001, 0, 2, 3, 10, 0, 4, 1, 1, 0x10))
    assert told.start == CoreSpot(0, 2, 3, 10)
    assert told.goal == CoreSpot(0, 4, 1, 1)


def test_a_window_lists_what_can_be_activated() -> None:
    head = struct.pack("<BBBBIII", 16, 1, 0, 0, 0, 0, 1)
    told = messages.decode_message(head + struct.pack("<IBBIIQB", 900003, 1, 8, 2, 8, 0, 0))
    assert isinstance(told, prompts.SelectChain)
    assert told.effects[0].spot == CoreSpot(1, 8, 2, 8)


@pytest.mark.parametrize("message", [b"\x5b\0\1", b"\x5b\0\1\0\0\0\0", b"\xff", b""])
def test_bytes_missing_or_left_over_are_refused(message: bytes) -> None:
    with pytest.raises(Unread):
        messages.decode_message(message)


def test_values_of_an_empty_and_of_a_held_place() -> None:
    held = struct.pack(
        "<HIIHIiHI", 8, queries.CODE_FLAG, 900001, 8, queries.ATTACK_FLAG, -2, 4, queries.LAST_FLAG
    )
    nobody, somebody = queries.decode_queries(b"\0\0" + held)
    assert nobody is None
    assert somebody is not None
    assert (somebody[queries.CODE_FLAG], somebody[queries.ATTACK_FLAG]) == (900001, -2)


@pytest.mark.parametrize("size", [1, 5, 13, 18])
def test_values_that_end_too_early_are_refused(size: int) -> None:
    held = struct.pack(
        "<HIIHIiHI", 8, queries.CODE_FLAG, 900001, 8, queries.ATTACK_FLAG, -2, 4, queries.LAST_FLAG
    )
    assert len([*queries.decode_queries(held)]) == 1
    with pytest.raises(Unread):
        [*queries.decode_queries(held[:size])]


def test_every_message_of_the_recorded_duel_is_known() -> None:
    heard = msgspec.json.decode(mini.RECORDING.read_bytes(), type=list[tuple[str, str]])
    kinds = set()
    for _, told in heard:
        said = engine_protocol.steps(base64.b64decode(told)[engine_protocol.FRAME_HEADER_BYTES :])
        for step in said.steps:
            kinds |= {
                type(messages.decode_message(message)).__name__ for message in messages.split(step.messages)
            }
    assert {"CardsDrawn", "CardMoved", "SelectIdle", "SelectChain", "Chaining", "Win"} <= kinds
