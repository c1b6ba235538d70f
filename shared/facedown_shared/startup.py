"""The start of every program: Ctrl+C while modules are loading, and the name of a command as it was typed.

Law: this module imports nothing slow, because Ctrl+C must work before other modules load.
"""

from __future__ import annotations

import gc
import io
import os
import runpy
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED_EXIT_CODE = 130
"""The exit code of a program ended by Ctrl+C."""


STARTED_BY = "FACEDOWN_STARTED_BY"
"""The command that started `run.py` ("python3 run.py"); missing where the program is installed."""

PLAYER, HOST = "facedown", "facedown-server"
"""The installed commands."""


@contextmanager
def exit_on_interrupt() -> Iterator[None]:
    """Exit at once and without a traceback on Ctrl+C within this context. Use it while modules load."""
    before = signal.signal(signal.SIGINT, _exit_now)
    try:
        with collect_rarely():
            yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def collect_rarely() -> Iterator[None]:
    """Collect garbage rarely within this context, which makes loading a tenth faster.

    The loaded modules are frozen afterwards, so later collections skip them. With no collection at all, a
    megabyte of garbage would stay.
    """
    usual = gc.get_threshold()
    gc.set_threshold(30_000, 20, 1_000)
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*usual)


def _exit_now(number: int, frame: FrameType | None) -> None:
    os.write(2, b"Stopped.\n")
    os._exit(INTERRUPTED_EXIT_CODE)  # nothing has begun yet, and half-loaded modules cannot clean up


def typed_command(words: str = "", program: str = PLAYER) -> str:
    """Return a command as a person types it on this computer: "python run.py decks", "facedown decks"."""
    return f"{os.environ.get(STARTED_BY) or program} {words}".rstrip()


LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Environment variables in which a frozen program finds its libraries, of Linux and of macOS."""
RESET = "PYINSTALLER_RESET_ENVIRONMENT"
"""Environment variable that makes a frozen program set up its environment, also as a child of itself."""
RUN_MODULE = "--run-module"
"""First word of a frozen program's command line that makes it run one of its modules."""


def module_command(module: str, *words: str) -> list[str]:
    """Return the command line that runs a module of ours in a process of its own.

    `-P` keeps a folder of the same name in the working directory from shadowing the module. A frozen program
    starts itself; `run_frozen_module` recognizes the first word.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, RUN_MODULE, module, *words]
    return [sys.executable, "-P", "-m", module, *words]


def replace_unknown_letters() -> None:
    """Print "?" for a letter that the output cannot hold, instead of failing.

    On Windows a pipe or a file has the code page of the system, which lacks most letters of names and cards.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def restore_library_path() -> None:
    """Give programs of others (ssh, npm, cloudflared) their own libraries, not those of a frozen program.

    Its start-up puts its folder before the system's and stores what was set as `…_ORIG`. This process has
    read it by now, and a process of ours is made to set it again.
    """
    os.environ[RESET] = "1"
    for name in LIBRARY_PATHS:
        original = os.environ.pop(f"{name}_ORIG", "")
        os.environ.pop(name, None)
        if original:
            os.environ[name] = original


def run_frozen_module() -> bool:
    """Run the module that `module_command` named. Return False if the command line names none."""
    if getattr(sys, "frozen", False):
        restore_library_path()
    if not getattr(sys, "frozen", False) or sys.argv[1:2] != [RUN_MODULE] or len(sys.argv) < 3:
        return False
    module = sys.argv[2]
    del sys.argv[1:3]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    return True
