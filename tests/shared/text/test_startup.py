"""Ctrl+C while a program's modules are still loading: one word, no traceback. Commands are named as typed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from facedown_shared.text.startup import HOST, INTERRUPTED_EXIT_CODE, STARTED_BY, typed

IMPATIENT = """
import os, signal
from facedown_shared.text.startup import starting
with starting():
    os.kill(os.getpid(), signal.SIGINT)
"""
SLOW = {"trio", "click", "pygame", "msgspec"}
FIRST = "import sys, {0}.__main__; print(*{1} & set(sys.modules))"


def run(code: str) -> subprocess.CompletedProcess[str]:
    """Python with this code."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill sends no Ctrl+C there")
def test_ctrl_c_while_it_loads_is_one_word() -> None:
    """Seen to fail: twenty lines of import machinery."""
    done = run(IMPATIENT)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED_EXIT_CODE, "", f"Stopped.{os.linesep}")


@pytest.mark.parametrize("program", ["client", "server", "proofs"])
def test_nothing_that_takes_time_loads_before_that(program: str) -> None:
    assert run(FIRST.format(program, SLOW)).stdout.strip() == ""


def test_afterwards_ctrl_c_is_the_programs_own() -> None:
    code = "import signal; from facedown_shared.text.startup import starting\nwith starting(): pass\n"
    done = run(f"{code}print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)")
    assert done.stdout.strip() == "True"


def test_a_command_is_named_as_the_program_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STARTED_BY, "python3 run.py")
    assert typed("decks") == typed("decks", HOST) == "python3 run.py decks"
    monkeypatch.delenv(STARTED_BY)
    assert (typed("decks"), typed(program=HOST)) == ("facedown decks", "facedown-server")
