"""Classes, functions, files and folders stay small, a name is one thing; and each check finds a mistake."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.arch import sizes
from tests.arch.source import ROOT, hold
from tests.arch.test_imports import put

CHECKS = {
    "classes": sizes.check_classes,
    "functions": sizes.check_functions,
    "files": sizes.check_files,
    "folders": sizes.check_folders,
    "names": sizes.check_names,
}


def methods(count: int, prefix: str = "m") -> str:
    """Return lines of a class body."""
    return "".join(f"    def {prefix}{number}(self): ...\n" for number in range(count))


def function(lines: int) -> str:
    """Return a function of so many lines."""
    return "def f():\n" + "    x = 1\n" * (lines - 1)


@pytest.mark.parametrize("law", CHECKS)
def test_what_is_too_large_or_twice_is_in_the_list_alone(law: str) -> None:
    hold(sizes.compare_excuses(CHECKS[law](ROOT), sizes.NOT_YET[law]))


@pytest.mark.parametrize(
    ("check", "path", "fits", "too_much", "said"),
    [
        (sizes.check_classes, "client/facedown_client/app.py", "class A:\n" + methods(25) + methods(9, "_p"),
         "class A:\n" + methods(26), "facedown_client.app.A has 26 public methods"),
        (sizes.check_classes, "proofs/a.py", "class A:\n" + methods(20) + "class B(A[int]):\n" + methods(21),
         "class A:\n" + methods(20) + "class B(A[int]):\n" + methods(6, "n"), "proofs.a.B has 26"),
        (sizes.check_functions, "run.py", function(50), function(51), "run.f has 51 lines"),
        (sizes.check_functions, "tests/a.py", "class A:\n  async def g(self):\n    x = 1\n",
         "class A:\n  async def g(self):\n" + "    x = 1\n" * 50, "tests.a.A.g has 51"),
        (sizes.check_files, "shared/facedown_shared/tables/view.py", "x = 1\n" * 600, "x = 1\n" * 601,
        "shared/facedown_shared/tables/view.py has 601"),
        (sizes.check_names, "tools/a.py", "class A: ...\nclass _B: ...\ndef f():\n    class _B: ...\n",
         "class A: ...\ndef f():\n    class A: ...\n", "A is a class in tools.a, tools.a"),
    ],
)  # fmt: skip
def test_one_more_is_seen(
    tmp_path: Path, check: Callable[[Path], list[str]], path: str, fits: str, too_much: str, said: str
) -> None:
    put(tmp_path, path, fits)
    assert check(tmp_path) == []
    put(tmp_path, path, too_much)
    assert [complaint.startswith(said) for complaint in check(tmp_path)] == [True]


def test_a_name_in_two_packages_is_seen_and_tests_may_use_it(tmp_path: Path) -> None:
    put(tmp_path, "server/facedown_server/row.py", "class Row: ...\n")
    put(tmp_path, "tests/row.py", "class Row: ...\n")
    assert sizes.check_names(tmp_path) == []
    put(tmp_path, "client/facedown_client/row.py", "class Row: ...\n")
    assert sizes.check_names(tmp_path) == ["Row is a class in facedown_server.row, facedown_client.row"]


def test_a_crowded_folder_is_seen(tmp_path: Path) -> None:
    for number in range(21):
        put(tmp_path, f"tests/client/{number}.py", "")
        put(tmp_path, f"server/facedown_server/games/duel/cards/{number}.py", "")
    assert sizes.check_folders(tmp_path) == ["tests/client has 21 modules, at most 20"]
    (tmp_path / "tests/client/0.py").rename(tmp_path / "tests/client/__init__.py")
    assert sizes.check_folders(tmp_path) == []


def test_an_excuse_that_nothing_needs_is_seen() -> None:
    assert sizes.compare_excuses(["a.B has 26", "c.D has 27"], {"a.B", "e.F"}) == [
        "c.D has 27",
        "e.F is well: take it out of NOT_YET",
    ]


def test_every_file_opens_with_a_docstring() -> None:
    hold(sizes.check_openings(ROOT))


def test_nothing_is_put_off() -> None:
    hold(sizes.check_later(ROOT))


def test_a_file_without_its_law_is_seen(tmp_path: Path) -> None:
    put(tmp_path, "server/facedown_server/room/room.py", "# a comment is no docstring\nx = 1\n")
    put(tmp_path, "shared/facedown_shared/empty.py", "")
    assert len(sizes.check_openings(tmp_path)) == 2


def test_a_note_for_later_is_seen(tmp_path: Path) -> None:
    put(tmp_path, "client/facedown_client/window/paint.py", "x = 1  # " + "TO" + "DO: more\n")
    assert len(sizes.check_later(tmp_path)) == 1
