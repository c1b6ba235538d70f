"""What a mutant is, and which lines belong to a rule."""

from __future__ import annotations

import ast
import tomllib

import pytest

from tests.ledger.rows import rows
from tests.mutants import Source, words_of
from tests.mutate import FAILED, JUDGED, ROOT, homes_of

CODE = b'''"""A module."""

SIZES = (1, 2)
"""YGO-FLD-01."""


def may(duel: int, card: str = "a") -> bool:
    """Whether it may (YGO-FLD-02)."""
    if duel and len(card) > 3:
        print(card)
    return duel > 0


def other() -> str:
    name = ""
    return name or "nobody"
'''


DATA = b'''"""YGO-COL-01 to 03, VIS-L01 to VIS-L14."""

ROWS = {"deck": Row(slots=5, readers=OWNER), "hand": Row()}
OTHERS = (
    A.x,
    A.y,  # YGO-FLD-03
    # YGO-FLD-04
    A.z,
)


@dataclass(frozen=True)
class Kept:
    mark: int = 7



def rule(cards, turn):
    """YGO-COL-05."""
    # YGO-COL-06: what is paid.
    pay(
        turn, 1
    )
    mix_digest(cards, YOU, fx.owner)
    return Place("graveyard", sum(card is None for card in cards) if turn - 1 < 3 else 0)
'''


def source() -> Source:
    return Source("module.py", CODE)


@pytest.mark.parametrize(
    ("was", "became"),
    [
        ("duel and len(card) > 3", "(not (duel and len(card) > 3))"), ("duel", "True"),
        ("print(card)", "pass"), ("3", "4"), ("duel > 0", "(not (duel > 0))"), ("1", "2"), ("(1, 2)", "(2,)"),
    ],
)  # fmt: skip
def test_a_mutant_is_one_small_change_and_still_python(was: str, became: str) -> None:
    (mutant,) = [mutant for mutant in source().mutants() if (mutant.was, mutant.became) == (was, became)]
    spoiled = source().apply_mutant(mutant)
    ast.parse(spoiled)
    assert spoiled.replace(became.encode(), was.encode(), 1) == CODE


@pytest.mark.parametrize(
    ("was", "became"),
    [
        ('{"deck": Row(slots=5, readers=OWNER), "hand": Row()}', '{"hand": Row()}'),
        ("Row(slots=5, readers=OWNER)", "Row(slots=5)"), ("5", "6"),
        ("(\n    A.x,\n    A.y,  # YGO-FLD-03\n    # YGO-FLD-04\n    A.z,\n)", "(A.y, A.z,)"),
        ('"graveyard"', '"banished"'), ("card is None", "(not (card is None))"),
        ("YOU", "OPPONENT"), ("fx.owner", "fx.controller"), ("turn - 1", "turn + 1"),
        ("turn - 1 < 3", "turn - 1 <= 3"),
    ],
)  # fmt: skip
def test_rows_words_edges_and_sums_are_turned_around(was: str, became: str) -> None:
    spoiled = Source("data.py", DATA)
    (mutant,) = [mutant for mutant in spoiled.mutants() if (mutant.was, mutant.became) == (was, became)]
    ast.parse(spoiled.apply_mutant(mutant))


@pytest.mark.parametrize(
    ("was", "found"), [("mix_digest(cards, YOU, fx.owner)", False), ("True", False), ("7", True)]
)
def test_keeping_the_books_and_how_a_class_is_made_are_no_rules(was: str, found: bool) -> None:
    assert any(mutant.was == was for mutant in Source("data.py", DATA).mutants()) is found


@pytest.mark.parametrize(
    ("row", "named"), [("YGO-COL-02", True), ("YGO-COL-04", False), ("VIS-L10", True), ("VIS-10", False)]
)
def test_a_range_names_every_row_in_it(row: str, named: bool) -> None:
    assert bool(Source("data.py", DATA).lines_naming(row)) is named


def test_a_comment_in_a_function_tells_of_the_statement_that_follows() -> None:
    source = Source("data.py", DATA)
    told = source.lines_naming("YGO-COL-06")
    assert [mutant.was for mutant in source.mutants() if mutant.line in told] == [
        "pay(\n        turn, 1\n    )",
        "1",
    ]


@pytest.mark.parametrize(("row", "left"), [("YGO-FLD-03", "(A.x, A.z,)"), ("YGO-FLD-04", "(A.x, A.y,)")])
def test_a_row_of_data_can_be_named_beside_or_above_it(row: str, left: str) -> None:
    source = Source("data.py", DATA)
    (named,) = source.lines_naming(row)
    assert [mutant.became for mutant in source.mutants() if mutant.line == named] == [left]


def test_data_speaks_by_its_row_and_its_name() -> None:
    spoiled = Source("data.py", DATA)
    (mutant,) = [mutant for mutant in spoiled.mutants() if mutant.was == "5"]
    assert spoiled.words_about(mutant) >= {"rows", "slots", "readers"}


def test_texts_and_values_to_fall_back_on_are_let_be() -> None:
    assert not [mutant for mutant in source().mutants() if mutant.within == "other"]


@pytest.mark.parametrize(
    ("row", "lines"), [("YGO-FLD-01", {3}), ("YGO-FLD-02", {7, 8, 9, 10, 11}), ("X", set())]
)
def test_a_row_is_named_in_a_function_or_under_data(row: str, lines: set[int]) -> None:
    assert source().lines_naming(row) == lines


def test_words_are_whole_and_in_parts() -> None:
    assert words_of("change_position(7)") == {"change_position", "change", "position"}


@pytest.mark.parametrize(
    ("line", "judged"),
    [
        ("FAILED tests/a.py::test_b[1] - assert 1 == 2", True),
        ("FAILED tests/a.py::test_b - facedown_shared.text.errors.Illegal: summon is not offered", True),
        ("FAILED tests/a.py::test_b - NameError: name 'x' is not defined", False),
        ("ERROR tests/a.py", False),
    ],
)
def test_a_crash_is_no_judgement(line: str, judged: bool) -> None:
    ((_, test, reason),) = FAILED.findall(line)
    assert test.startswith("tests/a.py")
    assert bool(JUDGED.match(reason)) is judged


def test_homes_of_rules_are_series_and_files_there_are() -> None:
    homes = tomllib.loads((ROOT / "tests/ledger/homes.toml").read_text(encoding="utf-8"))
    assert {home for files in homes.values() for home in files if not (ROOT / home).exists()} == set()
    assert homes.keys() <= {row.rstrip("0123456789").rstrip("-") for row in rows()}
    assert homes_of("VIS-L10") == homes["VIS-L"]
    assert homes_of("GAP-17") == []
