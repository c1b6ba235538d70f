"""Opening of a file as a solo table, in the background.

A server for the file starts beside the present visit. The client leaves that visit only after the file has
been read and run and its table exists. Law: no pygame.
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
from facedown_shared.text import FacedownError
from facedown_shared.text.errors import first_error

Serve = Callable[[], AbstractAsyncContextManager[links.TableLink]]


class FileOpening:
    """Text of one file, its remarks on steps, and its path (None: no file).

    Calls `opened` when the table exists, or `refused` with a sentence when opening failed.
    """

    def __init__(
        self, text: str, remarks: Mapping[int, str], file: Path | None,
        opened: Callable[[FileOpening], object], refused: Callable[[str], object],
    ) -> None:  # fmt: skip
        self.text, self.remarks, self.file = text, remarks, file
        self.opened, self.refused = opened, refused
        self.wish = CreateTable(solo_table.table(MASTER.name, "free"), self.text)
        self.scope = trio.CancelScope()
        """Cancel scope of the server and of the link to it."""
        self.visit: Visit | None = None
        self.heard: list[FromServer] = []
        """All messages of the server so far."""
        self._trouble = ""

    async def open_file(self, serve: Serve, dial: Callable[[links.TableLink], Link]) -> None:
        """Start a server for the file, request the table and stay connected; a task."""
        with self.scope:
            try:
                async with serve() as server:
                    self.visit = Visit(dial(server))
                    await self.visit.run_link()
            except* FacedownError as group:
                self._trouble = str(first_error(group))

    def listen(self) -> None:
        """Handle the messages since the last call."""
        self.heard += self.visit.pump() if self.visit is not None else []

    @property
    def failure(self) -> str:
        """Return why opening failed; "" while it may still succeed."""
        answer = next((one.sentence for one in self.heard if isinstance(one, Refused)), "")
        return answer or self._trouble or (self.visit.state.sentence if self.visit is not None else "")
