"""The client, for a machine that may be slow: it does not take a server for dead for its silence.

python -m tests.client.patient join …
"""

from __future__ import annotations

from client.command import main
from shared import way

SILENCE = 600.0
"""Seconds: longer than any test."""


def change() -> None:
    """From now on nobody leaves a server for its silence, however many there are."""
    way.SILENCE = way.AT_THE_DOOR = SILENCE


if __name__ == "__main__":
    change()
    main()
