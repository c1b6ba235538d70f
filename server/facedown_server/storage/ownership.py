"""Which server writes a table: its row in `owners`, with an epoch that counts up whenever it changes hands.

Every write of a table takes that row FOR SHARE, with the epoch at which this server has it, in the same
transaction and the same round trip; for acts, chat and clocks it is the same statement. Whoever takes the
table over changes the row, so it waits for what is being written, and what comes after it is refused. A plain
comparison would not do: it lets an old owner commit after the table has gone to another.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sql

from facedown_server.storage.journal_writer import Append, Check
from facedown_server.storage.postgresql import OPENERS, OWNERS
from facedown_server.storage.store import NotOurs, StoredTable, StoreFailed

NOBODY = ""
"""The owner of a table that was closed. Its row stays, so that nobody opens the table again by mistake."""

HELD = "(SELECT {} FROM owners WHERE code = %(of)s AND node = %(node)s AND epoch = %(epoch)s FOR SHARE)"
"""A value where this node has the table, else null, which no column takes."""

CLOCKS = "UPDATE clocks SET seq = {}, clock0 = %(clock0)s, clock1 = %(clock1)s WHERE log = %(log)s"

NOT_NULL_VIOLATION = "23502"
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
"""What nodes notify each other on when tables change hands; never when something was played."""

KEYS = ("of", "node", "epoch")


class FencedAppends:
    """Statements that many rows go through, each of which asks whether the table is still this node's."""

    def __init__(self) -> None:
        acts = ("seq", "seat", "origin", "body", "clock0", "clock1", "digest")
        self.act = _append("INSERT INTO acts (log, {}) VALUES ({}::varchar, {})", "log", acts)
        """log, seq, seat, origin, body, clock0, clock1, digest; of, node, epoch."""
        self.line = _append("INSERT INTO chat (code, {}) VALUES ({}::varchar, {})", "code", ("seq", "body"))
        """code, seq, body; of, node, epoch."""
        held = HELD.format("%(seq)s::int")
        text = CLOCKS.format(held)
        self.clocks = Append(text, ("seq", "clock0", "clock1", "log", *KEYS), is_named=True)
        """seq, clock0, clock1, log; of, node, epoch."""


def _append(text: str, first: str, names: tuple[str, ...]) -> Append:
    marks = ", ".join(f"%({name})s" for name in names)
    held = HELD.format(f"%({first})s")
    return Append(text.format(", ".join(names), held, marks), (first, *names, *KEYS), is_named=True)


class Ownership:
    """The tables that this node has, each at its epoch."""

    def __init__(self, node: str) -> None:
        self.node = node
        self.epochs: dict[str, int] = {}

    def of(self, code: str) -> tuple[str, str, int]:
        """What a row of this table is written with: of, node, epoch. Raises NotOurs."""
        if code not in self.epochs:
            raise NotOurs
        return code, self.node, self.epochs[code]

    def hold(self, code: str, connection: sql.Connection, *, closed_too: bool = False) -> Callable[[], int]:
        """Have the table for the rest of a transaction. Nobody's becomes this node's; one that was closed
        only if that is wanted, at its next epoch. What it gives is for when that is answered: the epoch at
        which it is had. Raises NotOurs then."""
        given, driver = {"of": code, "node": self.node}, connection.connection.driver_connection
        assert driver is not None, "there is a connection"
        wanted = self.epochs.get(code)
        if wanted is None:
            driver.execute(RECLAIM if closed_too else CLAIM, given)
        answer = driver.cursor().execute(SHARE, given)

        def held() -> int:
            found = answer.fetchone()
            if found is None or found[0] != (wanted or found[0]):
                raise NotOurs
            return int(found[0])

        return held

    def give(self, code: str, target: str, carried: bytes, connection: sql.Connection) -> Check:
        """Let another node have the table, at the next epoch, if that is there and has said that it has run
        the table's log. What it gives is for when that is answered: raises StoreFailed then. Raises
        NotOurs."""
        given = dict(zip(KEYS, self.of(code), strict=True)) | {"target": target, "carried": carried}
        driver = connection.connection.driver_connection
        assert driver is not None, "there is a connection"
        changed = [driver.cursor().execute(text, given) for text in (GIVE, MOVED)]
        driver.execute(f"NOTIFY {CHANNEL}")

        def given_away() -> None:
            if [each.rowcount for each in changed] != [1, 1]:
                raise StoreFailed("the other server does not take the table any more")

        return given_away

    def opened(self, table: StoredTable) -> list[sql.Executable]:
        """With which keys a table was opened, where this is its first write."""
        if table.code in self.epochs:
            return []
        keys = [{"key": seat.keys.own, "code": table.code} for seat in table.seats if seat.keys.own]
        return [sql.insert(OPENERS).inline().values(given) for given in keys]

    def closed(self, code: str) -> list[sql.Executable]:
        """The table is closed for good: it is nobody's from now on."""
        return [
            sql.update(OWNERS).where(OWNERS.c.code == code).values(node=NOBODY),
            sql.delete(OPENERS).where(OPENERS.c.code == code),
        ]

    def begin(self, connection: sql.Connection) -> None:
        """Take up again, each at its next epoch, the tables that a server of this name had, and those that
        have no owner yet."""
        connection.execute(
            sql.text("INSERT INTO owners SELECT code, :node, 0 FROM tables ON CONFLICT (code) DO NOTHING"),
            {"node": self.node},
        )
        mine = sql.update(OWNERS).where(OWNERS.c.node == self.node).values(epoch=OWNERS.c.epoch + 1)
        found = connection.execute(mine.returning(OWNERS.c.code, OWNERS.c.epoch)).all()
        self.epochs = {row.code: row.epoch for row in found}
