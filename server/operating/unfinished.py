"""`facedown-server unfinished`: which duels that are not over this version can finish. Changes nothing.

Every log is run on a copy of the journal, so that it can be asked before an upgrade, while the server runs.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import msgspec

from server.app import build_lobby, opened_journal
from server.config import Config
from server.operating.copies import backup
from server.room.recovery import CannotRun, read_back
from server.room.server_context import ServerContext
from server.store.store import Damaged, StoreFailed
from server.world import World
from shared.errors import BadInput, Code


@dataclass(frozen=True, slots=True)
class FinishVerdict:
    """One table: its code, who plays, and why it cannot go on ("" when it can)."""

    code: str
    names: str
    why: str = ""

    def __str__(self) -> str:
        return f"{self.code}  {self.names}: {self.why or 'can be finished.'}"


async def unfinished(config: Config, world: World) -> list[FinishVerdict]:
    """Try every table with a duel that is not over. Raises BadInput when the journal cannot be read."""
    with tempfile.TemporaryDirectory(prefix="facedown-unfinished-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        backup(config, copy)
        copied = msgspec.structs.replace(config, database=f"sqlite:///{copy}")
        async with opened_journal(copied, world) as store:
            server = build_lobby(copied, world, store, tuple).server
            try:
                return [verdict for code in await store.tables() if (verdict := await _try(code, server))]
            except StoreFailed as failed:
                raise BadInput(Code.BAD_FILE, f"The journal cannot be read: {failed}.") from failed


async def _try(code: str, server: ServerContext) -> FinishVerdict | None:
    """None for a table at which no match runs."""
    try:
        table, _ = await server.store.table(code)
    except Damaged:
        return FinishVerdict(code, "unknown players", "What was kept of it is damaged.")
    names = " against ".join(seat.name or "nobody" for seat in table.seats)
    if table.log not in await server.store.unfinished():
        return None
    try:
        await read_back(code, server, lambda room: None)
    except CannotRun as why:
        return FinishVerdict(code, names, str(why))
    return FinishVerdict(code, names)
