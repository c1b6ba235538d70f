"""The statements that acts, lines of chat and clocks go through: prepared once, straight to the driver.

Everything else that the journal writes or reads is rare, and SQLAlchemy's from statement to row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from server.store.schema import ACTS, CHAT, CLOCKS

Values = tuple[str | int | float | bytes, ...]
"""One row, in the order of its statement's names."""


@dataclass(frozen=True, eq=False, slots=True)
class Append:
    """A statement in a database's own words, which many rows go through at once."""

    text: str
    names: tuple[str, ...]
    is_named: bool
    """Whether this database's driver takes values by name, not by place."""

    def write(self, driver: Any, rows: Sequence[Values]) -> None:
        """Have rows written, within the transaction of a driver's connection that runs."""
        given = [dict(zip(self.names, row, strict=True)) for row in rows] if self.is_named else rows
        driver.cursor().executemany(self.text, given)


class Appends:
    """All of them, prepared for one database."""

    def __init__(self, dialect: sql.Dialect) -> None:
        self.act = _prepared(sql.insert(ACTS), tuple(ACTS.columns.keys()), dialect)
        """log, seq, seat, origin, body, clock0, clock1, digest."""
        self.line = _prepared(sql.insert(CHAT), tuple(CHAT.columns.keys()), dialect)
        """code, seq, body."""
        of_log = sql.update(CLOCKS).where(CLOCKS.c.log == sql.bindparam("of"))
        self.clocks = _prepared(of_log, ("seq", "clock0", "clock1", "of"), dialect)
        """seq, clock0, clock1, of: the log."""


def _prepared(statement: sql.Insert | sql.Update, names: tuple[str, ...], dialect: sql.Dialect) -> Append:
    compiled = statement.compile(dialect=dialect, column_keys=[name for name in names if name != "of"])
    order = compiled.positiontup if compiled.positional else None
    return Append(str(compiled), names if order is None else tuple(order), order is None)


def transact(
    connection: sql.Connection, rows: Mapping[Append, Sequence[Values]], reach: Callable[[], None]
) -> None:
    """Rows alone in one transaction; `reach` is called before its commit. Raises DBAPIError."""
    driver: Any = connection.connection.driver_connection
    try:
        if connection.dialect.name == "sqlite":
            driver.execute("BEGIN")  # other drivers begin by themselves; this one was told not to
        for append, together in rows.items():
            append.write(driver, together)
        reach()
        driver.commit()
    except BaseException as error:
        driver.rollback()
        if isinstance(error, connection.dialect.loaded_dbapi.Error):
            raise sql.exc.DBAPIError(None, None, error) from error
        raise
