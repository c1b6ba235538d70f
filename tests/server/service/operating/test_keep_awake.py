"""The computer kept awake while an event runs: a real process, which ends with the server."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest
import trio

from facedown_server.service.operating.keep_awake import inhibit_command, keep_awake
from tests.server.service.test_app import run_server

linux = pytest.mark.skipif(sys.platform != "linux", reason="another system's means")
START_TIMEOUT_S = 60.0


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a systemd-inhibit into the path that writes down its arguments and its number."""
    folder, notes = tmp_path / "bin", tmp_path / "notes"
    folder.mkdir()
    program = folder / "systemd-inhibit"
    program.write_text(f'#!/bin/sh\necho "$$ $*" > "{notes}.new" && mv "{notes}.new" "{notes}"\nexec cat\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return notes


def wait_for(notes: Path) -> list[str]:
    """Return the words that the process has written down."""
    deadline = time.monotonic() + START_TIMEOUT_S
    while not notes.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    return notes.read_text().split()


def is_running(number: int) -> bool:
    """Return whether a process runs."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


@linux
def test_a_process_keeps_the_computer_awake_and_ends_with_it(started: Path) -> None:
    with keep_awake() as is_awake:
        assert is_awake
        number, *words = wait_for(started)
        assert words[:2] == ["--what=idle:sleep", "--who=facedown"]
        assert is_running(int(number))
    assert not is_running(int(number))


@linux
async def test_only_a_server_with_an_event_keeps_it_awake(started: Path, tmp_path: Path) -> None:
    async with run_server(tmp_path / "none"):
        pass
    assert not await trio.Path(started).exists()
    async with run_server(tmp_path / "one", event=[str(tmp_path / "night.jsonl")]):
        number = wait_for(started)[0]
    assert not is_running(int(number))


def test_a_system_without_means_may_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", "")
    assert inhibit_command() == []
    with keep_awake() as is_awake:
        assert not is_awake
