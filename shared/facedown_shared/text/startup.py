"""How every program here begins: Ctrl+C while its modules are still loading ends it with one word. And how a
person starts it: sentences that name a command name it as it was typed.

Law: imports nothing that takes time, or it would come too late.
"""

from __future__ import annotations

import gc
import os
import runpy
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED_EXIT_CODE = 130
"""The exit code of a program that Ctrl+C has ended."""


STARTED_BY = "FACEDOWN_STARTED_BY"
"""What `run.py` was started by ("python3 run.py"); missing where the program is installed."""

PLAYER, HOST = "facedown", "facedown-server"
"""The installed commands."""


@contextmanager
def starting() -> Iterator[None]:
    """Within this, Ctrl+C ends the process at once and without a traceback; modules are loaded in it."""
    before = signal.signal(signal.SIGINT, _stop)
    try:
        with loading():
            yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def loading() -> Iterator[None]:
    """Within this, Python seldom looks for what can be forgotten, which takes a tenth of the time in which
    modules load; and later it does not go through what they hold, which stays. Never looking would leave a
    megabyte of garbage."""
    usual = gc.get_threshold()
    gc.set_threshold(30_000, 20, 1_000)
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*usual)


def _stop(number: int, frame: FrameType | None) -> None:
    os.write(2, b"Stopped.\n")
    os._exit(INTERRUPTED_EXIT_CODE)  # nothing has begun, and half a module is no place to clean up from


def typed(words: str = "", program: str = PLAYER) -> str:
    """A command as a person would type it here: "python run.py decks", "facedown decks"."""
    return f"{os.environ.get(STARTED_BY) or program} {words}".rstrip()


RUN_MODULE = "--run-module"
"""The first word of a frozen program that runs one of its modules instead of its command line."""


def module_command(module: str, *words: str) -> list[str]:
    """Return the command line that runs a module of ours in a process of its own.

    `-P` keeps a folder of the same name in the working directory out of the way. A frozen program starts
    itself; `run_frozen_module` recognizes the first word.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, RUN_MODULE, module, *words]
    return [sys.executable, "-P", "-m", module, *words]


def run_frozen_module() -> bool:
    """Run the module that `module_command` named; False where the command line names none."""
    if not getattr(sys, "frozen", False) or sys.argv[1:2] != [RUN_MODULE] or len(sys.argv) < 3:
        return False
    module = sys.argv[2]
    del sys.argv[1:3]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    return True
