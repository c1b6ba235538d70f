"""Mutated zone rows: who may read a face-up or a face-down card there, slots, backs.

Each is a row of its own for `tests.mutate`, "zone:yugioh:hand:face_down", judged by the tests of Views in
zones.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.mutants import Mutant

TABLES = (
    "shared/facedown_shared/tables/yugioh.py",
    "shared/facedown_shared/tables/flesh_and_blood.py",
)
"""The files in which zones are written as rows; the other tables are made of these."""

TESTS = (
    "tests/server/games/manual/flesh_and_blood/test_readers.py",
    "tests/server/table/test_readers.py",
    "tests/server/table/test_sight.py",
    "tests/server/table/test_visibility.py",
    "tests/shared/test_tables.py",
)

USUAL = {
    "face_up": "Readers.EVERYBODY",
    "face_down": "Readers.CONTROLLER",
    "backs": "True",
}
"""The default of a row's fields (shared/facedown_shared/tables/zones.py)."""


def zone_mutants(root: Path) -> dict[str, Mutant]:
    """Return one mutant for each property of each zone row, by the name of that property."""
    return {
        f"zone:{Path(path).stem}:{name}:{field}": mutant
        for path in TABLES
        for name, field, mutant in _mutants_of_file(path, (root / path).read_bytes())
    }


def _mutants_of_file(path: str, code: bytes) -> Iterator[tuple[str, str, Mutant]]:
    text = code.decode()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Zone":
            said = {word.arg: word.value for word in node.keywords if word.arg}
            assert isinstance(node.args[0], ast.Constant)
            for field, became in _changes({name: ast.unparse(value) for name, value in said.items()}):
                yield (
                    str(node.args[0].value),
                    field,
                    _mutant(path, text, node, said.get(field), field, became),
                )


def _changes(said: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Return the meaningful properties of a row, each with another value."""
    row = {**USUAL, **said}
    yield "face_up", "Readers.EVERYBODY" if "NOBODY" in row["face_up"] else "Readers.NOBODY"
    yield "face_down", "Readers.EVERYBODY"
    yield "backs", str(row["backs"] != "True")
    for count in ("slots", "spare"):
        if count in row:
            yield count, str(int(row[count]) + 1)


def _mutant(path: str, text: str, call: ast.Call, value: ast.expr | None, field: str, became: str) -> Mutant:
    """Return the value changed where the row has one, else added to the others."""
    node: ast.expr = call.args[1] if value is None else value
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    start = starts[node.lineno - 1] + node.col_offset
    end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
    was = text.encode()[start:end].decode()
    return Mutant(
        path, node.lineno, "", start, end, was, became if value is not None else f"{was}, {field}={became}"
    )
