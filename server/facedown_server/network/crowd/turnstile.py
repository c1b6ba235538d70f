"""Let expensive messages through one at a time, so that their work never adds up to one long pause.

Each turn of the event loop takes input from all connections. Without this queue a dozen large decks would be
handled before any other message.
"""

from __future__ import annotations

import trio

DEAR_TOKENS = 4
"""The price at and above which a message waits for its turn."""
TURNS_PER_MESSAGE_COUNT = 3
"""Turns of the loop reserved for one message: enough for its table to receive and handle it."""


class Turnstile:
    """First-in, first-out queue of expensive messages. One per server."""

    def __init__(self) -> None:
        self._one = trio.StrictFIFOLock()

    async def wait_for_turn(self, price: int) -> None:
        """Wait until a message of this price may be handled."""
        if price < DEAR_TOKENS:
            return
        async with self._one:
            for _ in range(TURNS_PER_MESSAGE_COUNT):
                await trio.lowlevel.checkpoint()
