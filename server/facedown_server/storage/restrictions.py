"""The operator's bans and mutes in the journal. All nodes of a shared database have the same."""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple, get_args

import sqlalchemy as sql

from facedown_server.storage.journal_writer import WriterJob
from facedown_server.storage.schema import RESTRICTIONS

Kind = Literal["ban", "mute"]


class Restriction(NamedTuple):
    """A ban or mute of a name, an IP address or a network. `ends`: seconds since 1970; 0 for never."""

    kind: Kind
    target: str
    ends: int = 0


def read_restrictions(engine: sql.Engine) -> tuple[Restriction, ...]:
    """Return all restrictions, also those that have ended. For a thread.

    Raises SQLAlchemyError.
    """
    columns = RESTRICTIONS.c
    query = sql.select(columns.kind, columns.target, columns.ends).order_by(columns.kind, columns.target)
    with engine.connect() as connection:
        return tuple(Restriction(*row) for row in connection.execute(query) if row.kind in get_args(Kind))


def restriction_job(kind: Kind, target: str, added: Restriction | None, now: int) -> WriterJob:
    """Return the job that replaces the restriction of a target, or lifts it, and deletes those that have
    ended.
    """
    columns = RESTRICTIONS.c
    ended = columns.ends.between(1, now)
    mine = sql.and_(columns.kind == kind, columns.target == target)
    statements: list[sql.Executable] = [sql.delete(RESTRICTIONS).where(sql.or_(ended, mine))]
    if added is not None:
        statements.append(sql.insert(RESTRICTIONS).inline().values(added._asdict()))
    return WriterJob(step=partial(_execute, statements))


def _execute(statements: list[sql.Executable], connection: sql.Connection) -> None:
    for statement in statements:
        connection.execute(statement)
