"""The store in memory, for the life of the process: no threads, no files."""

from __future__ import annotations

import msgspec
import trio

from facedown_server.storage.store import (
    ChatLine,
    Header,
    LogRow,
    Pair,
    StoredLog,
    StoredTable,
    StoreFailed,
    TableOutline,
    latest_clocks,
)


class MemoryStore:
    """The content of a journal in plain dicts, which tests may inspect."""

    failures = 0

    def __init__(self) -> None:
        self.kept: dict[str, StoredTable] = {}
        self.chat: dict[str, list[ChatLine]] = {}
        self.logs: dict[str, StoredLog] = {}
        """Log -> header and rows of a match."""
        self.rows: dict[str, list[LogRow]] = {}
        self._noted: dict[str, tuple[int, Pair]] = {}

    async def check_writable(self) -> None:
        """Do nothing: memory accepts everything."""
        await trio.lowlevel.checkpoint()

    async def store_table(self, table: StoredTable) -> None:
        """Store the present state of a table."""
        await trio.lowlevel.checkpoint()
        self.kept[table.code] = table

    async def delete_table(self, code: str) -> None:
        """Delete a closed table."""
        await trio.lowlevel.checkpoint()
        self.kept.pop(code, None)
        self.chat.pop(code, None)

    async def store_chat_line(self, line: ChatLine) -> None:
        """Store a line of chat."""
        await trio.lowlevel.checkpoint()
        self.chat.setdefault(line.table, []).append(line)

    async def import_match(self, header: Header | None, table: StoredTable) -> None:
        """Store an imported table."""
        await trio.lowlevel.checkpoint()
        if header is not None:
            self.logs[header.log], self.rows[header.log] = StoredLog(header, ()), []
        self.kept[table.code] = table

    async def find_opened_table(self, own: bytes) -> str:
        """Return "": a store in memory is not shared."""
        await trio.lowlevel.checkpoint()
        return ""

    async def store_match(self, header: Header, table: StoredTable) -> None:
        """Store the header of a new match, and its table."""
        await trio.lowlevel.checkpoint()
        if header.log in self.logs:
            raise StoreFailed(f"there is a log {header.log} already")
        self.logs[header.log], self.rows[header.log] = StoredLog(header, ()), []
        self.kept[table.code] = table

    async def update_header(self, header: Header) -> None:
        """Store the header of a match again, with the players' shares."""
        await trio.lowlevel.checkpoint()
        self.logs[header.log] = msgspec.structs.replace(self._log(header.log), header=header)

    async def append(self, *rows: LogRow) -> None:
        """Store consecutive acts of one match: all of them or none."""
        await trio.lowlevel.checkpoint()
        name, stored = rows[0].log, self.rows.get(rows[0].log, [])
        if rows[0].seq != len(stored) + 1:
            raise StoreFailed(f"{name} has {len(stored)} rows, so {rows[0].seq} cannot follow")
        stored += rows

    async def store_clocks(self, log: str, seq: int, clocks: Pair) -> None:
        """Store the seconds left some time after act `seq`."""
        await trio.lowlevel.checkpoint()
        self._noted[log] = (seq, clocks)

    async def finish_match(self, log: str, result: str) -> None:
        """End the match."""
        await trio.lowlevel.checkpoint()
        self.logs[log] = msgspec.structs.replace(self._log(log), result=result)

    async def tables(self) -> list[str]:
        """Return the codes of the stored tables."""
        await trio.lowlevel.checkpoint()
        return list(self.kept)

    async def list_tables(self) -> list[TableOutline]:
        """Return all stored tables, oldest first."""
        running, found = await self.unfinished_logs(), list[TableOutline]()
        for code in await self.tables():
            try:
                table, _ = await self.table(code)
            except StoreFailed:
                found.append(TableOutline(code, None, None))
            else:
                header = await self.header(table.log) if table.log in running else None
                found.append(TableOutline(code, table, header))
        return found

    async def table(self, code: str) -> tuple[StoredTable, tuple[ChatLine, ...]]:
        """Return a stored table and its chat."""
        await trio.lowlevel.checkpoint()
        if code not in self.kept:
            raise StoreFailed(f"no table {code} is kept")
        return self.kept[code], tuple(self.chat.get(code, ()))

    async def find_table(self, code: str) -> StoredTable | None:
        """Return a table without its chat, None if no table has this code."""
        await trio.lowlevel.checkpoint()
        return self.kept.get(code)

    async def read_match(self, log: str) -> StoredLog:
        """Return a match with all its acts."""
        await trio.lowlevel.checkpoint()
        rows = tuple(self.rows.get(log, ()))
        clocks = latest_clocks(rows, *self._noted.get(log, (0, (0.0, 0.0))))
        return msgspec.structs.replace(self._log(log), rows=rows, clocks=clocks)

    async def history(self, code: str) -> list[str]:
        """Return the logs of all matches of a table."""
        await trio.lowlevel.checkpoint()
        return [name for name, log in self.logs.items() if log.header.code == code]

    async def header(self, log: str) -> Header:
        """Return the header of a match."""
        await trio.lowlevel.checkpoint()
        return self._log(log).header

    async def unfinished_logs(self) -> list[str]:
        """Return the logs of running matches."""
        await trio.lowlevel.checkpoint()
        return [name for name, log in self.logs.items() if not log.result]

    def _log(self, name: str) -> StoredLog:
        if name not in self.logs:
            raise StoreFailed(f"there is no log {name}")
        return self.logs[name]
