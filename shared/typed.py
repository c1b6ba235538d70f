"""How a person here starts this program: sentences that name a command name it as it was typed.

Law: reads the environment that `run.py` sets, and nothing else.
"""

from __future__ import annotations

import os

STARTED_BY = "FACEDOWN_STARTED_BY"
"""What `run.py` was started by ("python3 run.py"); missing where the program is installed."""

PLAYER, HOST = "facedown", "facedown-server"
"""The installed commands."""


def typed(words: str = "", program: str = PLAYER) -> str:
    """A command as a person would type it here: "python run.py decks", "facedown decks"."""
    return f"{os.environ.get(STARTED_BY) or program} {words}".rstrip()
