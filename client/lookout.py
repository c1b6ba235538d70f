"""What is found on this network, as rows for scenes. Searching is done by `nearby`; here are the words."""

from __future__ import annotations

from client.scenes.desk import Nearby


class Lookout:
    """The tables on this network, kept up to date by a task."""

    def __init__(self) -> None:
        self.tables: tuple[Nearby, ...] = ()
        self.words = "looking for tables"

    async def run(self) -> None:
        """Search until cancelled."""
