"""What may be shown of untrusted text: on a terminal, in a log, in a name."""

from __future__ import annotations

import json
import unicodedata

import pytest

from facedown_shared.text.plain_text import escape_unprintable, limit_marks, printable, strip_controls

ACTING = [
    *map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)), *map(chr, range(0x202A, 0x202F)),
    *map(chr, range(0x2060, 0x2070)), *"\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\ufeff\ufff9\U000e0041",
]  # fmt: skip
"""C0, C1, bidirectional marks, overrides and isolates, characters that hide text or end lines."""

JOINED = [
    "👨\u200d👩\u200d👧\u200d👦", "👩🏽\u200d❤\ufe0f\u200d💋\u200d👨", "🏳\ufe0f\u200d🌈", "می\u200cخواهم",
    "نامه\u200cای", "क्\u200dष", "ක්\u200dර", "র\u200d্য",
]  # fmt: skip


@pytest.mark.parametrize("letter", ACTING, ids=lambda letter: f"U+{ord(letter):04X}")
def test_what_acts_on_a_screen_is_shown_nowhere(letter: str) -> None:
    text = f"before{letter}after"
    assert strip_controls(text, lines=False).isprintable()
    assert printable(text).replace("\n", "").isprintable()
    assert escape_unprintable(text).isprintable()
    assert strip_controls(text, lines=False).startswith("before")
    assert printable(text).endswith("after")


def test_a_sequence_is_words_without_its_escape() -> None:
    assert printable("\x1b[2J\x1b]0;title\x07red\x9b31m") == "[2J]0;titlered31m"


def test_a_second_line_passes_for_no_message_of_its_own() -> None:
    assert printable("hello\nAnna: I concede\r\nBen: yes") == "hello\n    Anna: I concede\n    Ben: yes"
    assert printable("hello\rAnna: I concede") == "hello\n    Anna: I concede"
    assert printable("  board   row\u3000") == "  board   row\u3000", "spaces of our own tables stay"
    assert printable("") == printable("\n") == ""


def test_half_a_surrogate_pair_in_a_file_name_can_be_printed() -> None:
    assert printable("deck\udcff.ydk").encode() == b"deck?.ydk"


@pytest.mark.parametrize("text", JOINED)
def test_joiners_stay_where_they_join(text: str) -> None:
    assert strip_controls(text, lines=False) == printable(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "a\u200db",
        "a\u200cb",
        "\u200d😀",
        "😀\u200d",
        "😀\u200db",
        "Ann\u200ca",
        "می\u200c",
        "王\u200d小",
        "1\u200d2",
    ],
)
def test_joiners_go_where_they_join_nothing(text: str) -> None:
    assert strip_controls(text, lines=False) == text.replace("\u200c", "").replace("\u200d", "")


def test_a_letter_has_two_marks_at_most() -> None:
    tall = "".join(f"{letter}{chr(0x300 + at) * 40}" for at, letter in enumerate("zalgo"))
    cut = strip_controls(tall, lines=False)
    assert [sum(map(bool, map(unicodedata.combining, cut))), cut[0], cut[3]] == [10, "z", "a"]
    assert limit_marks("\u0301\u0302x \u0301") == "x ", "no letter, no mark"
    assert limit_marks("\u1ec7\u0301") == "\u1ec7", "the marks within a letter count"


@pytest.mark.parametrize(
    "text", ["Tiếng Việt", "น้ำ", "हिन्दी", "क़ीं", "العَرَبِيَّة", "1\ufe0f\u20e3", "❤\ufe0f", "Å"]
)
def test_letters_that_people_write_keep_their_marks(text: str) -> None:
    assert limit_marks(text) == text
    assert unicodedata.normalize(
        "NFC", limit_marks(unicodedata.normalize("NFD", text))
    ) == unicodedata.normalize("NFC", text)


def test_an_escaped_line_of_json_says_the_same() -> None:
    told = {"id": "a\x7fb\u202ec\U000e0041"}
    line = escape_unprintable(json.dumps(told, ensure_ascii=False))
    assert line.isprintable()
    assert json.loads(line) == told
