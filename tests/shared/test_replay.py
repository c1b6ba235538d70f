"""The format: what was written is parsed; foreign, damaged or hostile files are rejected in one sentence."""

from __future__ import annotations

import random
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from facedown_shared.cards.facts import Facts
from facedown_shared.replay import (
    MAGIC,
    MAX_FILE_BYTES,
    Head,
    ReplayWriter,
    ThrowsRow,
    parse_head,
    parse_replay,
)
from facedown_shared.tables.view import (
    LingeringEffect,
    Pile,
    PromptNotice,
    View,
    VisibleCard,
    VisibleEvent,
    VisibleLink,
)
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, Place
from facedown_shared.text.errors import BadInput
from facedown_shared.text.words import MAX_WORDS_DEPTH, Words, words
from tests.shared.hostile_replays import BOARD, card_file, records

WHOLE = View(
    0, "master", 1, 0, "main1", {"0:life": 8000, "1:life": 7000},
    {"0:hand": Pile(2, (1, 2)), "1:deck": Pile(40), "0:monster": Pile(1, (0, 3, 0, 0, 0))},
    {1: VisibleCard(code=5), 3: VisibleCard(code=9, face_up=True, attack=1800, counters={"spell": 2},
    kinds=("effect",))},
    (VisibleLink(1, 3, 9, words("two", words("effect", 9, 0), "x"), (1,), Place(0, "monster", 1)),),
    (3, 0), (PromptNotice(1, "response"),), {}, "", (LingeringEffect("later", 0, 9, (0,), (3,), 4),),
)  # fmt: skip
NEXT = View(
    0, "master", 1, 0, "battle", {"0:life": 8000, "1:life": 5200}, {"0:hand": Pile(2, (1, 2))},
    {3: VisibleCard(code=9, face_up=True, attack=2000)}, (), None, (), {}, "0 life", (),
)  # fmt: skip
TOLD = (VisibleEvent("move", 0, 3, 1, 9, Place(0, "hand"), Place(0, "monster", 1), 1, "normal", (1,)),)


def write_replay(*views: View) -> bytes:
    """Return a file of these Views."""
    writer = ReplayWriter()
    for view in views:
        writer.add(view, TOLD)
    return writer.file_bytes(Head(sides=(0,), names=("Anna", "Ben")))


def test_views_and_what_happened_are_read_as_they_were_written() -> None:
    replay = parse_replay(write_replay(WHOLE, NEXT))
    assert [shot.is_whole for shot in replay.shots] == [True, False]
    first, told = replay.view(replay.shots[0], None)
    assert (first, told) == (WHOLE, TOLD)
    assert replay.view(replay.shots[1], first) == (NEXT, TOLD)
    assert replay.head == Head(
        sides=(0,), names=("Anna", "Ben"), results=("0 life",), turns=(1,), frames=2
    )  # fmt: skip


def test_what_the_throws_are_checked_by_is_in_it() -> None:
    writer = ReplayWriter()
    writer.add(WHOLE)
    throws = ThrowsRow({"0/coin": b"c" * 32}, (b"s", b""), (b"a", b"b"), {"0/coin": b"x"}, {"0/coin": (2,)})
    assert parse_replay(writer.file_bytes(Head(sides=(0,)), [throws])).throws == throws


def test_what_is_written_after_it_was_kept_is_in_the_next() -> None:
    writer = ReplayWriter()
    writer.add(WHOLE)
    early = writer.file_bytes(Head(sides=(0,)))
    writer.add(NEXT)
    assert len(parse_replay(early).shots) == 1
    assert len(parse_replay(writer.file_bytes(Head(sides=(0,)))).shots) == 2


def test_records_of_a_kind_that_is_not_known_are_passed_over() -> None:
    board = {"table": "master"}
    data = records(["duel", 1], ["weather", "fine", 3], ["view", 0, board, []], ["end"])
    assert len(parse_replay(data).shots) == 1


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "not a replay"),
        (b"yrpX" * 90, "not a replay"),
        (MAGIC, "damaged"),
        (MAGIC + msgpack.packb({"version": 99}), "newer version"),
        (MAGIC + msgpack.packb([1]), "damaged"),
        (records(head={"sides": []}), "damaged"),
        (records(["end"]), "damaged"),
        (records(["view", 0, {"table": "master"}, []]), "damaged"),
        (records(["step", 0, {}, []], ["end"]), "damaged"),
        (records(["view", 1, {"table": "master"}, []], ["end"]), "damaged"),
        (records([], ["end"]), "damaged"),
        (records({}, ["end"]), "damaged"),
        (b"x" * (MAX_FILE_BYTES + 1), "larger"),
    ],
)
def test_what_is_no_replay_is_refused_in_one_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as refused:
        parse_replay(data)
    assert str(refused.value).count(".") == 1


def test_a_card_with_a_long_text_is_read() -> None:
    """The longest printed texts have some 1,500 letters."""
    name, text = "N" * 200, "x" * 8_000
    (facts,) = parse_replay(card_file(name=name, text=text, pendulum_text=text)).facts
    assert (facts.name, facts.text, facts.pendulum_text) == (name, text, text)


def test_a_text_that_is_too_long_is_cut_when_it_is_written() -> None:
    long = Facts(code=9, name="N" * 300, text="x" * 9_000)
    (facts,) = parse_replay(write_replay(replace(WHOLE, facts={9: long}))).facts
    assert (facts.name, facts.text) == ("N" * 200, "x" * 8_000)


def test_a_file_that_is_cut_off_anywhere_is_refused() -> None:
    data = write_replay(WHOLE, NEXT)
    for end in range(len(data)):
        with pytest.raises(BadInput):
            parse_replay(data[:end])


def test_a_file_with_wrong_bytes_is_played_or_refused() -> None:
    """No other error is ever raised, whatever a byte is changed to."""
    data, dice, refused = write_replay(WHOLE, NEXT), random.Random(7), 0
    for _ in range(2_000):
        at = dice.randrange(len(MAGIC), len(data))
        spoilt = data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :]
        try:
            _play(spoilt)
        except BadInput:
            refused += 1
    assert 500 < refused < 2_000


SHORT = st.binary(max_size=8)
PLAIN = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=8) | SHORT
KEYS = st.text(max_size=3) | st.integers(0, 9)
ROWS = st.recursive(PLAIN, lambda row: st.lists(row, max_size=5) | st.dictionaries(KEYS, row), max_leaves=20)


@given(ROWS)
def test_any_record_is_taken_or_refused(row: Any) -> None:
    for record in (
        row, ["facts", row], ["view", 0, row, []], ["view", 0, {**BOARD, "chain": row}, []],
        ["step", 0, row, []], ["step", 0, {"c": row, "l": row, "g": row}, row],
    ):  # fmt: skip
        try:
            _play(records(["view", 0, BOARD, []], record, ["end"]))
        except BadInput as refused:
            assert str(refused)  # noqa: PT017


def _play(data: bytes) -> None:
    replay, view = parse_replay(data), None
    for shot in replay.shots:
        view, _ = replay.view(shot, view)


def test_the_head_is_read_from_the_beginning_of_a_file_alone() -> None:
    data = write_replay(WHOLE, NEXT)
    assert parse_head(data[:400]).names == ("Anna", "Ben")


def test_a_spectator_s_side_is_the_public_one() -> None:
    assert Head().sides == (PUBLIC_CLASS_INDEX,)
    assert Head(results=("0 life", "draw time", "1 life", "1 deck_out")).winner == 1
    assert Head(results=("draw time",)).winner is None


def test_sentences_within_sentences_end_somewhere() -> None:
    deep = Words("a")
    for _ in range(MAX_WORDS_DEPTH - 1):
        deep = Words("two", (deep,))
    view = View(0, "master", chain=(VisibleLink(0, 1, 2, deep),))
    replay = parse_replay(write_replay(view))
    assert replay.view(replay.shots[0], None)[0].chain[0].words.id == "two"
