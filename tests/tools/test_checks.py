"""`run.py test` and `run.py style`: parts are found, a log is kept, and the exit code is right."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.arch.test_imports import put
from tools import checks

ROOT = Path(__file__).parents[2]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a sample checkout with a few tests."""
    for path in (
        "server/facedown_server/room/room.py",
        "server/facedown_server/room/told/frames.py",
        "tests/server/room/test_room.py",
        "tests/server/room/test_clock.py",
        "tests/client/test_clock.py",
        "tests/arch/test_sizes.py",
    ):
        put(tmp_path, path, "def test_a():\n    assert True\n\n\ndef test_b():\n    assert not 'so'\n")
    put(tmp_path, "pyproject.toml", "[tool.pytest.ini_options]\n")
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    monkeypatch.setattr(checks, "LOG", tmp_path / "build" / "tests.log")
    return tmp_path


@pytest.mark.parametrize(
    ("part", "places"),
    [
        ("server/facedown_server/room", ["tests/server/room"]),
        ("server/facedown_server/room/", ["tests/server/room"]),
        ("room", ["tests/server/room"]),
        ("tests/server", ["tests/server"]),
        ("server/facedown_server/room/room.py", ["tests/server/room/test_room.py"]),
        ("server/facedown_server/room/told/frames.py", ["tests/server/room"]),
        ("sizes", ["tests/arch/test_sizes.py"]),
        ("test_sizes.py", ["tests/arch/test_sizes.py"]),
        ("client/facedown_client/clock", ["tests/client/test_clock.py"]),
        ("tests/arch/test_sizes.py::test_a", ["tests/arch/test_sizes.py::test_a"]),
        ("nowhere", []),
        ("server/facedown_server/nowhere.py", []),
    ],
)
def test_parts_are_found(house: Path, part: str, places: list[str]) -> None:
    assert checks.find(part) == places


def test_a_part_without_tests_is_a_sentence(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checks.test(["nowhere", "-x"]) == 2
    assert "no tests for `nowhere`" in capsys.readouterr().out


RUN = """
import sys
from pathlib import Path
from tools import checks
checks.ROOT = Path.cwd()
checks.LOG = Path.cwd() / "build" / "tests.log"
sys.exit(checks.test(sys.argv[1:]))
"""


def test_it_says_what_it_does_and_keeps_a_log(house: Path) -> None:
    """In a process of its own: pytest runs once in each."""
    answer = subprocess.run(
        [sys.executable, "-c", RUN, "sizes", "-p", "no:cacheprovider", "-o", "addopts="],
        cwd=house,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        encoding="utf-8",
    )
    assert answer.returncode == 1, answer.stderr
    assert "testing: sizes\nlog: build/tests.log\n" in answer.stdout
    assert "collected 2 items" in answer.stdout
    log = (house / "build" / "tests.log").read_text(encoding="utf-8")
    assert [line.split()[0] for line in log.splitlines() if "::" in line] == ["passed", "failed"]
    assert "assert not 'so'" in log


def test_style_sees_and_mends(house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    put(house, "server/facedown_server/room/room.py", "import os\nx = 'a'\n")
    assert checks.style([]) == 1
    assert "style --fix" in capfd.readouterr().err
    assert checks.style(["--fix", "server"]) == 0
    assert (house / "server/facedown_server/room/room.py").read_text(encoding="utf-8") == 'x = "a"\n'
    assert checks.style(["server"]) == 0
