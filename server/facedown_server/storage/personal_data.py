"""A person's name in finished matches, public replays and chat: found, and replaced or deleted.

Everything is for a thread, and raises errors of SQLAlchemy. A server may run on the same journal: only rows
that no duel changes are written, in transactions of their own that begin with the write.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import sqlalchemy as sql

from facedown_server.storage.postgresql import REPLAYS
from facedown_server.storage.schema import CHAT, COPY_BATCH_ROWS, MATCHES
from facedown_server.storage.store import ChatLine, Header, read_chat_line
from facedown_shared.replay import ENDING, parse_head, with_names
from facedown_shared.text import BadInput

PLACEHOLDERS = ("Player 1", "Player 2")


class Search(NamedTuple):
    """A name, and the days (ISO 8601, UTC) on which its matches began; "" for no limit."""

    name: str
    first: str = ""
    last: str = ""

    def has(self, names: tuple[str, str], made: str) -> bool:
        """Return whether a match of these players that began then is searched. Without a date only a search
        without limits finds it.
        """
        day, is_limited = made[:10], bool(self.first or self.last)
        is_within = bool(day) and self.first <= day <= (self.last or day)
        return self.name in names and (is_within or not is_limited)

    def without_name(self, names: tuple[str, str]) -> tuple[str, str]:
        """Return the names with placeholders for the one that was searched."""
        one, other = (PLACEHOLDERS[seat] if name == self.name else name for seat, name in enumerate(names))
        return one, other


def find_matches(engine: sql.Engine, search: Search) -> list[Header]:
    """Return the headers of the finished matches, oldest first."""
    query = sql.select(MATCHES.c.header).where(MATCHES.c.result != "").order_by(MATCHES.c.number)
    sign, found = msgspec.json.encode(search.name), list[Header]()
    with engine.connect() as connection:
        for body in connection.scalars(query.execution_options(yield_per=COPY_BATCH_ROWS)):
            if sign in body:
                header = msgspec.json.decode(body, type=Header)
                found += [header] if search.has(header.names, header.made) else []
    return found


def replace_in_matches(engine: sql.Engine, search: Search, found: list[Header]) -> None:
    """Replace the name in these matches."""
    for header in found:
        body = msgspec.json.encode(msgspec.structs.replace(header, names=search.without_name(header.names)))
        with engine.begin() as connection:
            connection.execute(sql.update(MATCHES).where(MATCHES.c.log == header.log).values(header=body))


def find_chat(engine: sql.Engine, name: str) -> list[ChatLine]:
    """Return the lines of this name at open tables."""
    with engine.connect() as connection:
        rows = connection.execute(sql.select(CHAT)).all()
    lines = (read_chat_line(*row) for row in rows)
    return [line for line in lines if line.said.name == name]


def delete_chat(engine: sql.Engine, lines: list[ChatLine]) -> None:
    """Delete these lines."""
    for line in lines:
        with engine.begin() as connection:
            mine = sql.and_(CHAT.c.code == line.table, CHAT.c.seq == line.seq)
            connection.execute(sql.delete(CHAT).where(mine))


def find_replays(engine: sql.Engine, folder: Path, search: Search) -> list[str | Path]:
    """Return the public replays: the database's digests, and files of the folder."""
    return [place for place, data in _replays(engine, folder) if _is_replay_of(search, data)]


def replace_in_replays(engine: sql.Engine, search: Search, found: list[str | Path]) -> None:
    """Replace the name in these replays. A file stays its server's own, and as old as it was."""
    for place in found:
        if isinstance(place, Path):
            age, data = place.stat().st_mtime, place.read_bytes()
            place.write_bytes(_without_name(search, data))
            os.utime(place, (age, age))
            continue
        mine = REPLAYS.c.opens == place
        with engine.connect() as connection:
            data = connection.scalar(sql.select(REPLAYS.c.data).where(mine)) or b""
        with engine.begin() as connection:
            connection.execute(sql.update(REPLAYS).where(mine).values(data=_without_name(search, data)))


def _replays(engine: sql.Engine, folder: Path) -> Iterator[tuple[str | Path, bytes]]:
    for path in sorted(folder.glob(f"*{ENDING}")):
        yield path, path.read_bytes()
    if sql.inspect(engine).has_table(REPLAYS.name):
        query = sql.select(REPLAYS.c.opens, REPLAYS.c.data).where(REPLAYS.c.data.is_not(None))
        with engine.connect() as connection:
            for row in connection.execute(query.execution_options(yield_per=COPY_BATCH_ROWS)):
                yield row.opens, row.data


def _is_replay_of(search: Search, data: bytes) -> bool:
    try:
        head = parse_head(data)
    except BadInput:
        return False
    return search.has(head.names, head.made)


def _without_name(search: Search, data: bytes) -> bytes:
    return with_names(data, search.without_name(parse_head(data).names))
