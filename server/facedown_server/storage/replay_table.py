"""Public replays in a shared database, so that any node has them. As in `replay_archive.py`, only digests of
their secrets are stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import sqlalchemy as sql
import structlog
import trio

from facedown_server.runtime.random_secrets import new_secret
from facedown_server.runtime.world import World
from facedown_server.storage.postgresql import REPLAYS
from facedown_server.storage.replay_archive import (
    CLEANUP_INTERVAL_S,
    DAY_S,
    MAX_REPLAY_BYTES,
    MAX_REPLAYS,
    PendingReplay,
    ReplayArchive,
    digest,
)
from facedown_server.storage.schema import NOW

log = structlog.get_logger(__name__)

T = TypeVar("T")


class ReplayTable:
    """The public replays of all nodes. `node` makes those it has promised; any node those that are requested.

    `older`: replays that this node stored in files, before the database had them.
    """

    def __init__(self, engine: sql.Engine, node: str, world: World, older: ReplayArchive) -> None:
        self.days = older.days
        self._engine, self._node, self._world, self._older = engine, node, world, older
        self._pruned = -CLEANUP_INTERVAL_S

    async def store_pending(self, name: str) -> tuple[str, str] | None:
        """Note that this log is to become a replay; return the secrets that open and delete it, None on
        failure.
        """
        secret, key = new_secret(self._world), new_secret(self._world)
        row = {"opens": digest(secret), "key": digest(key), "log": name, "node": self._node, "made": NOW}
        is_due = self._world.now() - self._pruned >= CLEANUP_INTERVAL_S

        def store(connection: sql.Connection) -> None:
            if is_due:
                newest = sql.select(REPLAYS.c.opens).order_by(REPLAYS.c.made.desc()).offset(MAX_REPLAYS)
                connection.execute(sql.delete(REPLAYS).where(~self._is_current | REPLAYS.c.opens.in_(newest)))
            connection.execute(sql.insert(REPLAYS).values(row))

        try:
            await self._run(store)
        except OSError:
            log.warning("a replay was not stored")
            return None
        if is_due:
            self._pruned = self._world.now()
        return secret, key

    async def pending_replays(self, secret: str = "") -> list[PendingReplay]:
        """Return the replays to be made, oldest first: this node's, or the one that this secret opens."""
        mine = REPLAYS.c.opens == digest(secret) if secret else REPLAYS.c.node == self._node
        query = sql.select(REPLAYS.c.opens, REPLAYS.c.log).where(mine, REPLAYS.c.data.is_(None))
        try:
            rows = await self._run(lambda there: there.execute(query.order_by(REPLAYS.c.made)).all())
        except OSError:
            return []
        return [PendingReplay(*row) for row in rows]

    async def store_replay(self, promised: PendingReplay, data: bytes) -> None:
        """Store the replay of a log in place of its note, with the note's age.

        If it could not be made, or is too large, only the note is deleted.

        Raises OSError.
        """
        mine = sql.and_(REPLAYS.c.opens == promised.opens, REPLAYS.c.data.is_(None))
        statement: sql.Update | sql.Delete = sql.update(REPLAYS).where(mine).values(data=data)
        if not data or len(data) > MAX_REPLAY_BYTES:
            statement = sql.delete(REPLAYS).where(mine)
        await self._run(lambda connection: connection.execute(statement))

    async def get(self, secret: str) -> bytes:
        """Return the replay that this secret opens; empty if there is none."""
        query = sql.select(REPLAYS.c.data).where(REPLAYS.c.opens == digest(secret), self._is_current)
        try:
            found = await self._run(lambda connection: connection.scalar(query))
        except OSError:
            found = None
        return found or await self._older.get(secret)

    async def delete_replay(self, key: str) -> bool:
        """Delete the replay of this key, made or not; return whether there was one."""
        statement = sql.delete(REPLAYS).where(REPLAYS.c.key == digest(key))
        try:
            count = await self._run(lambda connection: connection.execute(statement).rowcount)
        except OSError:
            count = 0
        return bool(count) or await self._older.delete_replay(key)

    @property
    def _is_current(self) -> sql.ColumnElement[bool]:
        return REPLAYS.c.made >= NOW - int(self.days * DAY_S)

    async def _run(self, work: Callable[[sql.Connection], T]) -> T:
        """Run a transaction in a thread.

        Raises OSError if the database does not take it.
        """

        def run() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        try:
            return await trio.to_thread.run_sync(run)
        except sql.exc.SQLAlchemyError as error:
            raise OSError(str(error)) from error
