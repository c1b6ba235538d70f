"""Ownership of tables by nodes: a row per table in `owners`, with an epoch that grows whenever the owner
changes.

Every write of a table locks that row FOR SHARE, with the epoch at which this node owns it. The lock is in the
same transaction and round trip as the write; for acts, chat and clocks in the same statement. A takeover
updates the row, so it waits for writes in progress, and later writes of the old owner are rejected. Comparing
the epoch without a lock would not be safe: the old owner could commit after the takeover.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sql

from facedown_server.storage.journal_writer import Append, Check
from facedown_server.storage.postgresql import OPENERS, OWNERS
from facedown_server.storage.store import NotOurs, StoredTable, StoreFailed

NOBODY = ""
"""The owner of a closed table. Its row stays, so that its code is not opened again by mistake."""

HELD = "(SELECT {} FROM owners WHERE code = %(of)s AND node = %(node)s AND epoch = %(epoch)s FOR SHARE)"
"""SQL for a value that is null unless this node owns the table. No column accepts null, so the write then
fails.
"""

CLOCKS = "UPDATE clocks SET seq = {}, clock0 = %(clock0)s, clock1 = %(clock1)s WHERE log = %(log)s"

NOT_NULL_VIOLATION, UNIQUE_VIOLATION = "23502", "23505"
CLAIM = "INSERT INTO owners (code, node, epoch) VALUES (%(of)s, %(node)s, 1) ON CONFLICT (code) DO NOTHING"
RECLAIM = (
    "INSERT INTO owners AS there (code, node, epoch) VALUES (%(of)s, %(node)s, 1) ON CONFLICT (code) "
    "DO UPDATE SET node = excluded.node, epoch = there.epoch + 1 WHERE there.node = ''"
)
SHARE = "SELECT epoch FROM owners WHERE code = %(of)s AND node = %(node)s FOR SHARE"
GIVE = (
    "UPDATE owners SET node = %(target)s, epoch = epoch + 1 "
    "WHERE code = %(of)s AND node = %(node)s AND epoch = %(epoch)s AND EXISTS "
    "(SELECT 1 FROM nodes WHERE name = %(target)s AND lease > clock_timestamp() AND NOT draining)"
)
MOVED = (
    "UPDATE handovers SET state = 'moved', carried = %(carried)s "
    "WHERE code = %(of)s AND source = %(node)s AND target = %(target)s AND state = 'ready'"
)
CHANNEL = "facedown_owners"
"""The NOTIFY channel on which nodes announce changes of ownership; never acts."""

KEYS = ("of", "node", "epoch")


class FencedAppends:
    """Append statements that also check that this node still owns the table."""

    def __init__(self) -> None:
        acts = ("seq", "seat", "origin", "body", "clock0", "clock1", "digest")
        self.act = _append("INSERT INTO acts (log, {}) VALUES ({}::varchar, {})", "log", acts)
        """log, seq, seat, origin, body, clock0, clock1, digest; of, node, epoch."""
        self.line = _append("INSERT INTO chat (code, {}) VALUES ({}::varchar, {})", "code", ("seq", "body"))
        """code, seq, body; of, node, epoch."""
        held = HELD.format("%(seq)s::int")
        text = CLOCKS.format(held)
        self.clocks = Append(text, ("seq", "clock0", "clock1", "log", *KEYS))
        """seq, clock0, clock1, log; of, node, epoch."""


def _append(text: str, first: str, names: tuple[str, ...]) -> Append:
    marks = ", ".join(f"%({name})s" for name in names)
    held = HELD.format(f"%({first})s")
    return Append(text.format(", ".join(names), held, marks), (first, *names, *KEYS))


class Ownership:
    """The tables that this node owns, each at its epoch."""

    def __init__(self, node: str) -> None:
        self.node = node
        self.epochs: dict[str, int] = {}
        self.leaving: set[str] = set()
        """Tables that this node is handing over right now. Their rooms redirect the clients."""

    def values_for(self, code: str) -> tuple[str, str, int]:
        """Return the ownership values of a row of this table: of, node, epoch.

        Raises NotOurs.
        """
        if code not in self.epochs:
            raise NotOurs
        return code, self.node, self.epochs[code]

    def claim_until_commit(
        self, code: str, connection: sql.Connection, *, closed_too: bool = False
    ) -> Callable[[], int]:
        """Own the table until the end of a transaction.

        An unowned table becomes this node's; a closed one only if `closed_too` is set, at its next epoch.
        Returns a check to call when the statement is answered: it returns the epoch, or raises NotOurs.
        """
        values, driver = {"of": code, "node": self.node}, connection.connection.driver_connection
        assert driver is not None, "there is a connection"
        wanted = self.epochs.get(code)
        if wanted is None:
            driver.execute(RECLAIM if closed_too else CLAIM, values)
        answer = driver.cursor().execute(SHARE, values)

        def claimed_epoch() -> int:
            found = answer.fetchone()
            if found is None or found[0] != (wanted or found[0]):
                raise NotOurs
            return int(found[0])

        return claimed_epoch

    def transfer(self, code: str, target: str, carried: bytes, connection: sql.Connection) -> Check:
        """Give the table to another node at the next epoch, if that node is alive and has run the table's
        log.

        Returns a check to call when the statement is answered: it raises StoreFailed if the table was not
        given.

        Raises NotOurs if another node owns the table.
        """
        values = dict(zip(KEYS, self.values_for(code), strict=True)) | {"target": target, "carried": carried}
        driver = connection.connection.driver_connection
        assert driver is not None, "there is a connection"
        changed = [driver.cursor().execute(text, values) for text in (GIVE, MOVED)]
        driver.execute(f"NOTIFY {CHANNEL}")

        def check_transfer() -> None:
            if [each.rowcount for each in changed] != [1, 1]:
                raise StoreFailed("the other server does not take the table any more")

        return check_transfer

    def give_all(self, target: str, connection: sql.Connection) -> None:
        """Give all tables to a running node, which recovers them at once.

        Raises StoreFailed if it does not run any more.
        """
        driver = connection.connection.driver_connection
        assert driver is not None, "there is a connection"
        for code in self.epochs:
            values = dict(zip(KEYS, self.values_for(code), strict=True)) | {"target": target}
            if driver.cursor().execute(GIVE, values).rowcount != 1:
                raise StoreFailed("the other server does not take the table any more")
        driver.execute(f"NOTIFY {CHANNEL}")

    def opener_statements(self, table: StoredTable, *, is_imported: bool = False) -> list[sql.Executable]:
        """Return the statements that record the opener's key, if this is the table's first write.

        A key opens one table, so a second one fails. `is_imported`: it is stored, and the key keeps opening
        the first.
        """
        if table.code in self.epochs:
            return []
        from sqlalchemy.dialects.postgresql import insert  # takes a megabyte, which SQLite's servers save

        keys = [{"key": seat.keys.own, "code": table.code} for seat in table.seats if seat.keys.own]
        record = insert(OPENERS).inline()
        if is_imported:
            record = record.on_conflict_do_nothing()
        return [record.values(values) for values in keys]

    def release_statements(self, code: str) -> list[sql.Executable]:
        """Return the statements that release a closed table."""
        return [
            sql.update(OWNERS).where(OWNERS.c.code == code).values(node=NOBODY),
            sql.delete(OPENERS).where(OPENERS.c.code == code),
        ]

    def reclaim_tables(self, connection: sql.Connection) -> None:
        """Take back the tables of a former process with this node's name, and tables without an owner, each
        at its next epoch.
        """
        connection.execute(
            sql.text("INSERT INTO owners SELECT code, :node, 0 FROM tables ON CONFLICT (code) DO NOTHING"),
            {"node": self.node},
        )
        mine = sql.update(OWNERS).where(OWNERS.c.node == self.node).values(epoch=OWNERS.c.epoch + 1)
        found = connection.execute(mine.returning(OWNERS.c.code, OWNERS.c.epoch)).all()
        self.epochs = {row.code: row.epoch for row in found}
