"""Where tables live, asked of the database for all at once who want to know.

When a server has died, hundreds come for its tables in the same second: what they ask goes in one question,
and the next when that one is answered.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping

import trio

from facedown_server.service.nodes.membership import TablePlace
from facedown_server.storage.store import StoreFailed


class _Question:
    """What was asked since the last question was put."""

    def __init__(self) -> None:
        self.codes: set[str] = set()
        self.found: Mapping[str, TablePlace] = {}
        self.error: Exception | None = None
        self.answered = trio.Event()


class WhereTablesLive:
    """Asks with `ask`, which may raise anything. `run` must be running."""

    def __init__(self, ask: Callable[[Collection[str]], Awaitable[Mapping[str, TablePlace]]]) -> None:
        self._ask = ask
        self._question = _Question()
        self._wanted = trio.Event()

    async def of(self, code: str) -> TablePlace | None:
        """Return where a table lives now; None if there is none of this code.

        Raises StoreFailed.
        """
        question = self._question
        question.codes.add(code)
        self._wanted.set()
        await question.answered.wait()
        if question.error is not None:
            raise StoreFailed("the database cannot be asked") from question.error
        return question.found.get(code)

    async def run(self) -> None:
        """Answer until cancelled."""
        while True:
            await self._wanted.wait()
            question, self._question, self._wanted = self._question, _Question(), trio.Event()
            try:
                question.found = await self._ask(question.codes)
            except Exception as error:  # whatever the driver raises
                question.error = error
            question.answered.set()
