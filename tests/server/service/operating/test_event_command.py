"""The command of an event: it begins, continues, refuses in sentences, and loses nothing to a kill."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from facedown_server.events.event_file import open_event
from facedown_server.runtime.world import SeededWorld
from facedown_server.service.operating.event_command import run_event
from facedown_shared.text import BadInput

KILLS = range(4)


def run(path: Path, *lines: str, name: str = "", changes: dict[str, int | str] | None = None) -> list[str]:
    """Run the command on typed lines."""
    said: list[str] = []
    world = SeededWorld(clock=lambda: 0.0)
    run_event(world, path, name, "friendly", changes or {}, said.append, lines)
    return said


def test_the_command_begins_and_continues_an_event(tmp_path: Path) -> None:
    path = tmp_path / "thursday.jsonl"
    assert run(path, "add Anna, Ben", "quit", "add Chiara") == [
        "thursday: best of 3. `help` lists the commands.", "2 players. 1 Swiss round is suggested.",
    ]  # fmt: skip
    said = run(path, "next", "1 2 0")
    assert said[:3] == ["thursday: best of 3. `help` lists the commands.", "2 players", "Round 1"]
    assert run(path)[2] == "Round 1"


def test_the_command_refuses_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="best of 1, 3 or 5"):
        run(tmp_path / "e.jsonl", changes={"best_of": 2})
    (tmp_path / "e.jsonl").write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(BadInput, match="line 1"):
        run(tmp_path / "e.jsonl")
    with pytest.raises(BadInput, match="cannot be written"):
        run(tmp_path / "missing" / "e.jsonl")


def test_time_goes_on_while_the_command_does_not_run(tmp_path: Path) -> None:
    path = tmp_path / "e.jsonl"
    run(path, "add Anna, Ben", "next", "clock")
    said: list[str] = []
    world = SeededWorld(clock=lambda: timedelta(minutes=10).total_seconds())
    run_event(world, path, "", "friendly", {}, said.append, ["tables"])
    assert said[-1] == "30:00 left"


def test_a_second_keyboard_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "e.jsonl"

    def refuse(line: str) -> None:
        if line == "2 players":
            with pytest.raises(BadInput, match="another keyboard"):
                run(path, "add Eve")

    run(path, "add Anna, Ben")
    run_event(SeededWorld(clock=lambda: 0.0), path, "", "friendly", {}, refuse, ["add Chiara"])
    assert list(open_event(path).course.state.players) == [1, 2, 3]


@pytest.mark.slow
def test_a_killed_process_has_stored_what_it_answered(tmp_path: Path) -> None:
    """Each process registers players, pairs a round and enters results, and is killed after an answer."""
    path = tmp_path / "e.jsonl"
    rows = 0
    for kill in KILLS:
        with subprocess.Popen(
            [sys.executable, "-P", "-m", "facedown_server", "event", str(path)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
            env={**os.environ, "LC_ALL": "C"},
        ) as process:  # fmt: skip
            assert process.stdin is not None
            assert process.stdout is not None
            for number in range(kill + 1):
                process.stdin.write(f"add Player {kill} {number}\nadd Other {kill} {number}\n")
                process.stdin.flush()
                rows += 2
            while "suggested" not in (line := process.stdout.readline()) or f"{rows} players" not in line:
                assert line, "the process ended by itself"
            process.kill()
        state = open_event(path).course.state
        assert len(state.players) == rows
        run(path, "next", *(f"{table} 2 0" for table in range(1, rows // 2 + 1)))
        assert open_event(path).course.state.complete_rounds == kill + 1
