"""A keyboard and a screen for tests: output is recorded, and lines are typed when all is quiet."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

import trio
from trio.testing import wait_all_tasks_blocked

from facedown_client.terminal.console import Console


class Paper(Console):
    """Stands in for the terminal."""

    def __init__(self, *words: str) -> None:
        super().__init__()
        self.words = words
        self.read: list[str] = []
        self.hidden = False
        self.keys, self.lines = trio.open_memory_channel[str](math.inf)

    @property
    def is_terminal(self) -> bool:
        """No person types here."""
        return False

    def print_lines(self, lines: Iterable[str]) -> None:
        """Record output."""
        self.read.extend(lines)

    def hide_input(self, hidden: bool) -> None:
        """Record whether input is hidden."""
        self.hidden = hidden

    @asynccontextmanager
    async def read_lines(self) -> AsyncIterator[trio.MemoryReceiveChannel[str]]:
        """Yield what is typed."""
        yield self.lines

    async def type(self) -> None:
        """Type the whole script, a line whenever all is quiet; then the end of input."""
        async with self.keys:
            for line in self.words:
                await wait_all_tasks_blocked(0.1)
                self.read.append(f"> {line}")
                await self.keys.send(line)

    def after(self, line: str) -> list[str]:
        """Return the output after a line was typed and before the next one was."""
        rest = self.read[self.read.index(f"> {line}") + 1 :]
        return rest[: next((at for at, other in enumerate(rest) if other.startswith("> ")), len(rest))]
