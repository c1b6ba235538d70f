"""A file on its way to become a table played alone, while we are still where we were.

Its server runs beside whatever is there; that is left only when the file has been read and run, and there is
a table. Law: no pygame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import trio

from facedown_client.connection.link import Link
from facedown_client.connection.visit import Visit
from facedown_client.data import solo_table
from facedown_shared.network import links
from facedown_shared.protocol.messages import CreateTable, FromServer, Refused
from facedown_shared.tables.formats import MASTER
from facedown_shared.text.errors import FacedownError, first_of

Serve = Callable[[], AbstractAsyncContextManager[links.TableLink]]


class FileOpening:
    """The text of one file, its remarks on steps, and its path (None: no file). `opened` is called when there
    is a table, `refused` with a sentence when there will be none.
    """

    def __init__(
        self, text: str, remarks: Mapping[int, str], file: Path | None,
        opened: Callable[[FileOpening], object], refused: Callable[[str], object],
    ) -> None:  # fmt: skip
        self.text, self.remarks, self.file = text, remarks, file
        self.opened, self.refused = opened, refused
        self.wish = CreateTable(solo_table.table(MASTER.name, "free"), self.text)
        self.scope = trio.CancelScope()
        """Everything that belongs to it: its server, and the link to that."""
        self.visit: Visit | None = None
        self.heard: list[FromServer] = []
        """Everything its server has said so far."""
        self._trouble = ""

    async def run(self, serve: Serve, dial: Callable[[links.TableLink], Link]) -> None:
        """Ask a server of our own for the table, and go on talking to it; a task."""
        with self.scope:
            try:
                async with serve() as server:
                    self.visit = Visit(dial(server))
                    await self.visit.run()
            except* FacedownError as group:
                self._trouble = str(first_of(group))

    def listen(self) -> None:
        """Handle the messages since last time."""
        self.heard += self.visit.pump() if self.visit is not None else []

    @property
    def trouble(self) -> str:
        """Why there will be no table; "" as long as there may be one."""
        answer = next((one.sentence for one in self.heard if isinstance(one, Refused)), "")
        return answer or self._trouble or (self.visit.state.sentence if self.visit is not None else "")
