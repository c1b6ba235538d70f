"""The database records who writes: a server that does not own the table (any more) is distinguished from one
that does.

Two mistakes are planted, the first as in the proof (`--planted`): acts that are written without a check of
the epoch, and a check that does not lock the row until the commit.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sql
import trio

from facedown_server.storage import ownership
from proofs.recovery import kill_points, write_audit
from tests import postgresql
from tests.postgresql import database_of
from tests.server.storage.test_ownership import hand_over, node, take_over_in_mid_commit
from tests.server.storage.test_store import HEADER, LINES, TABLE, make_row

pytestmark = postgresql.needed


def record_writers(folder: Path) -> None:
    """Record the writers in a test's own database."""
    engine = sql.create_engine(database_of(folder))
    with engine.begin() as connection:
        write_audit.watch(connection)
    engine.dispose()


def recorded_writers(folder: Path) -> list[str]:
    """Return what was recorded there."""
    engine = sql.create_engine(database_of(folder))
    with engine.begin() as connection:
        found = write_audit.read_violations(connection)
    engine.dispose()
    return found


async def test_who_has_a_table_may_write_before_and_after_it_has_changed_hands(tmp_path: Path) -> None:
    async with node(tmp_path, "old") as (old, _), node(tmp_path, "new") as (new, _):
        record_writers(tmp_path)
        await old.store_match(HEADER, TABLE)
        await old.append(make_row(1))
        await old.store_chat_line(LINES[0])
        await trio.to_thread.run_sync(hand_over, tmp_path, "new")
        assert new.ownership is not None
        new.ownership.epochs[TABLE.code] = 2
        await new.append(make_row(2))
        await new.store_clocks(HEADER.log, 2, (1.0, 1.0))
    assert recorded_writers(tmp_path) == []


async def test_without_the_epoch_an_old_owner_writes_and_that_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownership, "HELD", ownership.HELD)  # restored at the end of the test
    kill_points.PLANTED["no epoch"]()
    async with node(tmp_path, "old") as (old, _), node(tmp_path, "new"):
        record_writers(tmp_path)
        await old.store_match(HEADER, TABLE)
        await trio.to_thread.run_sync(hand_over, tmp_path, "new")
        await old.append(make_row(1))
        await old.store_clocks(HEADER.log, 1, (1.0, 1.0))
        await old.store_chat_line(LINES[0])
    assert recorded_writers(tmp_path) == [
        "old wrote 1 of acts to ABC-234-1, which new had",
        "old wrote 1 of chat to ABC-234, which new had",
        "old wrote 1 of clocks to ABC-234-1, which new had",
    ]


@pytest.mark.parametrize("held", [True, False], ids=["the row is held", "the row is only looked at"])
async def test_a_takeover_in_mid_commit_is_seen_where_the_row_is_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: bool
) -> None:
    if not held:
        monkeypatch.setattr(ownership, "HELD", ownership.HELD.replace(" FOR SHARE", ""))
    async with node(tmp_path, "first"):
        record_writers(tmp_path)
    await take_over_in_mid_commit(tmp_path)
    assert bool(recorded_writers(tmp_path)) is not held
