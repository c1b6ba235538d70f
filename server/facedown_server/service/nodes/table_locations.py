"""Locations of tables, read from the database for many clients in one query.

When a node has died, hundreds of clients request its tables in the same second. Their requests share one
query, and later requests share the next.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping

import trio

from facedown_server.service.nodes.membership import TablePlace
from facedown_server.storage.store import StoreFailed


class _Question:
    """A query: the codes requested since the last one, and its result."""

    def __init__(self) -> None:
        self.codes: set[str] = set()
        self.found: Mapping[str, TablePlace] = {}
        self.error: Exception | None = None
        self.answered = trio.Event()


class WhereTablesLive:
    """Batched lookup of table locations. `ask` runs the query and may raise anything. `run_queries` must be
    running.
    """

    def __init__(self, ask: Callable[[Collection[str]], Awaitable[Mapping[str, TablePlace]]]) -> None:
        self._ask = ask
        self._question = _Question()
        self._wanted = trio.Event()

    async def locate_table(self, code: str) -> TablePlace | None:
        """Return the location of a table; None if there is none of this code.

        Raises StoreFailed if the database cannot be reached.
        """
        question = self._question
        question.codes.add(code)
        self._wanted.set()
        await question.answered.wait()
        if question.error is not None:
            raise StoreFailed("the database cannot be asked") from question.error
        return question.found.get(code)

    async def run_queries(self) -> None:
        """Run queries until cancelled."""
        while True:
            await self._wanted.wait()
            question, self._question, self._wanted = self._question, _Question(), trio.Event()
            try:
                question.found = await self._ask(question.codes)
            except Exception as error:  # any error of the driver
                question.error = error
            question.answered.set()
