"""The line being typed: keys, whole lines, the lines typed before, and how it is drawn and erased."""

from __future__ import annotations

import pytest

from facedown_client.terminal.line_editor import END, INTERRUPT, LineEditor

LEFT, RIGHT, UP, DOWN, BACK, DELETE = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B", "\x7f", "\x1b[3~"


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("ready", "ready"),
        (f"rady{LEFT * 3}e", "ready"),
        (f"readyy{BACK}", "ready"),
        (f"xready\x01{DELETE}", "ready"),
        ("summon Elf\x17Sangan", "summon Sangan"),
        ("nonsense\x15ready", "ready"),
        (f"ready{LEFT}{RIGHT} now", "ready now"),
        ("ready\x1b[H\x1b[F!", "ready!"),
        (f"read{LEFT * 9}{RIGHT * 20}y", "ready"),
        ("Blåhaj 青眼", "Blåhaj 青眼"),
        ("a\x07\x00b", "ab"),
        ("a\x1b[15~b", "ab"),
    ],
)
def test_keys_make_a_line(keys: str, line: str) -> None:
    assert [*LineEditor().handle_keys(f"{keys}\n")] == [line]


def test_a_sequence_that_comes_in_two_parts_is_one_key() -> None:
    editor = LineEditor()
    assert [*editor.handle_keys("ab\x1b[")] == []
    assert [*editor.handle_keys("Dx\n")] == ["axb"]


def test_several_lines_come_at_once() -> None:
    assert [*LineEditor().handle_keys("deck starter-joey\nready\r")] == ["deck starter-joey", "ready"]


def test_lines_typed_before_are_fetched_back() -> None:
    editor = LineEditor()
    assert [*editor.handle_keys("board\nhand\n")] == ["board", "hand"]
    assert [*editor.handle_keys(f"{UP}{UP}\n")] == ["board"]
    assert [*editor.handle_keys(f"{UP}{UP}{UP}{DOWN}\n")] == ["hand"]


def test_a_password_is_neither_shown_nor_kept() -> None:
    editor = LineEditor()
    editor.hidden = True
    assert [*editor.handle_keys("pear")] == []
    assert editor.draw_sequence() == ""
    assert [*editor.handle_keys("\n")] == ["pear"]
    editor.hidden = False
    assert [*editor.handle_keys(f"{UP}\n")] == [""]


def test_wishes_to_go() -> None:
    editor = LineEditor()
    assert [*editor.handle_keys(END)] == [END]
    assert [*editor.handle_keys(f"ab{LEFT}{END}")] == [], "within a line Ctrl+D takes a character"
    assert [*editor.handle_keys("\n")] == ["a"]
    assert [*editor.handle_keys(f"half a li{INTERRUPT}")] == [INTERRUPT]


def show_pieces(columns: int, *pieces: str) -> tuple[list[str], int]:
    """Return what a terminal of so many columns shows of these, and in which column its cursor is."""
    rows, row, column = [""], 0, 0
    for piece in pieces:
        at = 0
        while at < len(piece):
            char = piece[at]
            at += 1
            if char == "\x1b":
                end = next(index for index in range(at, len(piece)) if piece[index].isalpha())
                count, what, at = int(piece[at + 1 : end] or 1), piece[end], end + 1
                if what == "A":
                    row -= count
                elif what == "C":
                    column += count
                elif what == "J":
                    rows = [*rows[:row], rows[row][:column]]
            elif char == "\r":
                column = 0
            else:
                if char == "\n" or column == columns:
                    row, column = row + 1, 0
                    rows += [""] * (row + 1 - len(rows))
                if char != "\n":
                    line = rows[row].ljust(column)
                    rows[row], column = line[:column] + char + line[column + 1 :], column + 1
    return rows, column


@pytest.mark.parametrize("columns", [5, 10, 11, 40])
@pytest.mark.parametrize("back", [0, 1, 4, 10])
def test_what_comes_in_stands_above_the_line_and_the_cursor_in_its_place(columns: int, back: int) -> None:
    editor = LineEditor(lambda: columns)
    list(editor.handle_keys("say hello " + LEFT * back))
    before = editor.draw_sequence()
    rows, column = show_pieces(
        columns, before, editor.erase_sequence(), "Wren draws\n", editor.draw_sequence()
    )
    said = -(-len("Wren draws") // columns)
    assert "".join(rows[:said]) == "Wren draws"
    assert "".join(rows[said:]).rstrip() == "say hello"
    assert column == (10 - back) % columns
