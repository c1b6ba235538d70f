"""Let expensive messages through one at a time, so that their work never adds up to one long pause.

A turn of the loop takes input of all connections: without this the work of a dozen large decks would be done
before any other message.
"""

from __future__ import annotations

import trio

DEAR_TOKENS = 4
"""The price from which on a message waits for its turn."""
TURNS_PER_MESSAGE_COUNT = 3
"""Turns of the loop that one message has for itself: in so many it is handed to its table and dealt with."""


class Turnstile:
    """A queue of expensive messages, first come, first served. One per server."""

    def __init__(self) -> None:
        self._one = trio.StrictFIFOLock()

    async def wait(self, price: int) -> None:
        """Wait for the turn of a message of this price."""
        if price < DEAR_TOKENS:
            return
        async with self._one:
            for _ in range(TURNS_PER_MESSAGE_COUNT):
                await trio.lowlevel.checkpoint()
