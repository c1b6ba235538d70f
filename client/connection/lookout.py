"""What is found on this network, as rows for scenes. Searching is done by `nearby`; here are the words."""

from __future__ import annotations

import msgspec

from client.connection.nearby import NetworkSearch
from shared.nearby import Announced


class Lookout:
    """The tables on this network, kept up to date by a task. Without a search it stays empty (tests)."""

    def __init__(self, search: NetworkSearch | None = None) -> None:
        self.tables: tuple[Announced, ...] = ()
        self._search = search
        if search is not None:
            search.on_change = self._look

    @property
    def words(self) -> str:
        """What the search is doing."""
        if self._search is not None and self._search.trouble:
            return "this network cannot be searched"
        count = len(self.tables)
        return f"{count} table{'s' * (count != 1)}, still looking" if count else "looking for tables"

    async def run(self) -> None:
        """Search until cancelled."""
        if self._search is not None:
            await self._search.run()

    def _look(self) -> None:
        """Tables that can be understood, open ones first."""
        assert self._search is not None, "only a search calls this"
        found = [
            msgspec.structs.replace(near, host=near.host or near.link.netloc)
            for near in self._search.found
            if near.link.code and near.is_understood
        ]
        self.tables = tuple(sorted(found, key=lambda near: (not near.is_open, near.host)))
