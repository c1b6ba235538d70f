"""Lets dear messages through one at a time, so that their work never adds up to one long pause.

A loop takes what has come on all connections in one turn: without this the work of a dozen large decks would
be done before anybody else's next message is looked at.
"""

from __future__ import annotations

import trio

DEAR_TOKENS = 4
"""The price from which on a message waits for its turn."""
TURNS_PER_MESSAGE_COUNT = 3
"""Turns of the loop that one message has for itself: in so many it is handed to its table and dealt with."""


class Turnstile:
    """One of these for a server; whoever comes first goes first."""

    def __init__(self) -> None:
        self._one = trio.StrictFIFOLock()

    async def wait(self, price: int) -> None:
        """Wait for the turn of a message of this price."""
        if price < DEAR_TOKENS:
            return
        async with self._one:
            for _ in range(TURNS_PER_MESSAGE_COUNT):
                await trio.lowlevel.checkpoint()
