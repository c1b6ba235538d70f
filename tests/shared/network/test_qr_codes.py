"""QR codes of links: the text of a terminal draws the modules, in both colours."""

from __future__ import annotations

import pytest
import segno

from facedown_shared.network.qr_codes import (
    DEFAULT_QUIET_ZONE,
    MIN_QUIET_ZONE,
    is_light_terminal,
    qr_code,
    qr_lines,
)

LINK = "https://a-very-long-name-of-a-tunnel.example/t/R7K-42Q#seat=jqkyh0t1qUh3zl5UuN6P"
HALVES = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}


def read_back(lines: list[str], *, is_light: bool) -> list[list[bool]]:
    """Return the rows of modules that the characters draw; True is dark."""
    rows = []
    for line in lines:
        drawn = [HALVES[character] for character in line]
        rows += [[upper == is_light for upper, _ in drawn], [lower == is_light for _, lower in drawn]]
    return rows


@pytest.mark.parametrize("is_light", [False, True])
@pytest.mark.parametrize("link", [LINK, "http://10.0.0.2:7777/t/R7K-42Q#seat=a"])
def test_the_lines_draw_the_modules(link: str, is_light: bool) -> None:
    expected = [[bool(module) for module in row] for row in segno.make_qr(link).matrix]
    rows, edge = read_back(qr_lines(link, is_light=is_light), is_light=is_light), MIN_QUIET_ZONE
    inside = [row[edge:-edge] for row in rows[edge : edge + len(expected)]]
    assert inside == expected
    outside = rows[:edge] + rows[edge + len(expected) :]
    assert len(outside) >= 2 * edge
    assert not any(any(row) for row in outside), "the border is light"
    assert len({len(row) for row in rows}) == 1
    assert len(rows[0]) <= 79, "it fits into a terminal"


def test_the_drawn_code_has_the_border_of_the_standard() -> None:
    rows, edge = qr_code(LINK), DEFAULT_QUIET_ZONE
    assert len(rows) == len(rows[0]) == len(segno.make_qr(LINK).matrix) + 2 * edge
    assert not any(any(row) for row in (*rows[:edge], *rows[-edge:]))
    assert not any(any(row[:edge] + row[-edge:]) for row in rows)


@pytest.mark.parametrize(
    ("ground", "is_light"),
    [("", False), ("15;0", False), ("0;15", True), ("0;default;7", True)],
)
def test_a_terminal_says_whether_its_ground_is_light(ground: str, is_light: bool) -> None:
    assert is_light_terminal({"COLORFGBG": ground}) is is_light
