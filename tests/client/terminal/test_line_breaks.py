"""Lines on a terminal are broken between words, and later rows look like no message of their own."""

from __future__ import annotations

import pytest

from facedown_client.terminal.line_breaks import break_line, width

TEXT = "  3. Once per turn: you can destroy one face-up Spell or Trap Card on the field, and draw a card."
LINK = "http://127.0.0.1:7777/t/" + "A" * 60


@pytest.mark.parametrize("columns", [20, 33, 40, 80])
def test_words_stay_whole_and_nothing_is_lost(columns: int) -> None:
    rows = break_line(TEXT, columns)
    assert all(width(row) <= columns for row in rows)
    assert rows[0].startswith("  3. ")
    assert all(row.startswith(" " * 6) for row in rows[1:])
    assert " ".join(" ".join(rows).split()) == " ".join(TEXT.split())


def test_what_fits_is_left_as_it_is() -> None:
    assert break_line(TEXT, len(TEXT)) == [TEXT]
    assert break_line("", 80) == [""]
    assert break_line(TEXT, 3) == [TEXT], "nobody reads in three columns"


def test_a_link_is_never_broken() -> None:
    assert break_line(f"For the opponent: {LINK}", 40) == ["For the opponent:", f"    {LINK}"]


def test_a_script_without_blanks_is_broken_between_characters_and_not_before_punctuation() -> None:
    rows = break_line("这张卡召唤成功时，可以从卡组把一张魔法卡加入手卡。这个效果一回合只能使用一次。", 20)
    assert len(rows) > 3
    assert all(width(row) <= 20 for row in rows)
    assert not [row for row in rows if row.lstrip()[0] in "，。"]
