"""Deletion of finished matches after a number of days, in small batches between the writes of duels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import sqlalchemy as sql
import structlog
import trio

from facedown_server.storage.journal import Journal
from facedown_server.storage.journal_writer import WriterJob
from facedown_server.storage.replay_archive import DAY_S
from facedown_server.storage.schema import MATCHES, NOW, TABLES
from facedown_server.storage.store import StoreFailed

log = structlog.get_logger(__name__)

MAX_BATCH_MATCHES = 10
"""Matches deleted at once: about a millisecond of the disk."""

BATCH_INTERVAL_S = 0.2
SEARCH_INTERVAL_S = 3_600.0
"""Seconds between two searches for old matches."""


async def delete_old_matches(journal: Journal, days: int) -> None:
    """Delete matches that ended `days` days ago, now and every hour, until cancelled."""
    while True:
        count = 0
        try:
            while found := await trio.to_thread.run_sync(_find_old_matches, journal.engine, days):
                await journal.writer.write(WriterJob(step=partial(_delete, found)))
                count += len(found)
                await trio.sleep(BATCH_INTERVAL_S)
        except (StoreFailed, sql.exc.SQLAlchemyError) as failed:
            log.warning("old matches were not deleted", reason=type(failed).__name__)
        if count:
            log.info("old matches were deleted", count=count)
        await trio.sleep(SEARCH_INTERVAL_S)


def _find_old_matches(engine: sql.Engine, days: int) -> Sequence[str]:
    """Return the logs of some matches that ended long ago. Those of an open table are kept with it."""
    is_open = sql.exists().where(MATCHES.c.log.startswith(TABLES.c.code + "-"))
    old = sql.and_(MATCHES.c.finished <= NOW - int(days * DAY_S), MATCHES.c.result != "", ~is_open)
    query = sql.select(MATCHES.c.log).where(old).order_by(MATCHES.c.finished).limit(MAX_BATCH_MATCHES)
    with engine.connect() as connection:
        return connection.scalars(query).all()


def _delete(logs: Sequence[str], connection: sql.Connection) -> None:
    connection.execute(sql.delete(MATCHES).where(MATCHES.c.log.in_(logs), MATCHES.c.result != ""))
