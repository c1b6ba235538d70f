"""How every program here begins: Ctrl+C while its modules are still loading ends it with one word. And how a
person starts it: sentences that name a command name it as it was typed.

Law: imports nothing that takes time, or it would come too late.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

STOPPED = 130
"""The exit code of a program that Ctrl+C has ended."""


STARTED_BY = "FACEDOWN_STARTED_BY"
"""What `run.py` was started by ("python3 run.py"); missing where the program is installed."""

PLAYER, HOST = "facedown", "facedown-server"
"""The installed commands."""


@contextmanager
def starting() -> Iterator[None]:
    """Within this, Ctrl+C ends the process at once and without a traceback."""
    before = signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _stop(number: int, frame: FrameType | None) -> None:
    os.write(2, b"Stopped.\n")
    os._exit(STOPPED)  # nothing has begun, and half a module is no place to clean up from


def typed(words: str = "", program: str = PLAYER) -> str:
    """A command as a person would type it here: "python run.py decks", "facedown decks"."""
    return f"{os.environ.get(STARTED_BY) or program} {words}".rstrip()
