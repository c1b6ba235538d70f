"""Before an upgrade: which duels the new version can finish; and at its start, the same in its log."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import trio
from trio.testing import MockClock

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.runtime.world import RealWorld
from facedown_server.service.command import run
from facedown_server.service.config import JOURNAL, Config
from facedown_server.service.lobby_setup import open_journal
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.tables.formats import FORMATS
from tests import postgresql
from tests.postgresql import database_of
from tests.server.storage.test_store import write_old_journal
from tests.server.tables import begin_duel, code_of, run_server


async def two_duels() -> tuple[MemoryStore, list[str]]:
    """Return two new duels by our rules, and their tables' codes."""
    store = MemoryStore()
    pool = bundled_pool()
    async with run_server(store=store, make=lambda: DuelReferee(FORMATS["master"], pool)) as server:
        codes = [code_of((await begin_duel(server))[0]) for _ in range(2)]
    return store, codes


async def write_journal(store: MemoryStore, config: Config) -> None:
    """Write a store in memory to a journal."""
    async with open_journal(config, RealWorld()) as journal:
        for name, log in store.logs.items():
            await journal.store_match(log.header, store.kept[log.header.code])
            for row in store.rows[name]:
                await journal.append(row)


@postgresql.needed
async def test_of_duels_in_a_database_it_is_said_too_while_servers_run(
    autojump_clock: MockClock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is written there, and the owners of the tables do not matter."""
    store, (good, bad) = await two_duels()
    log = store.kept[bad].log
    store.rows[log][-1] = msgspec.structs.replace(store.rows[log][-1], digest=b"of another engine")
    words = ["unfinished", "--database", database_of(tmp_path)]
    assert await trio.to_thread.run_sync(run, words) == 2
    assert "no duels have been kept there yet" in capsys.readouterr().err
    config = Config(database=database_of(tmp_path), node="a")
    await trio.to_thread.run_sync(trio.run, write_journal, store, config)
    assert await trio.to_thread.run_sync(run, words) == 1
    told = capsys.readouterr().out.splitlines()
    assert f"{good}  Anna against Ben: can be finished." in told
    assert any(line.startswith(bad) and "does not come out as it was played" in line for line in told)
    assert told[-1] == "1 of 2 unfinished duels can be finished by this version."


async def test_what_can_be_finished_and_what_cannot_is_said(
    autojump_clock: MockClock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, (good, bad) = await two_duels()
    log = store.kept[bad].log
    store.rows[log][-1] = msgspec.structs.replace(store.rows[log][-1], digest=b"of another engine")
    await trio.to_thread.run_sync(trio.run, write_journal, store, Config(data=str(tmp_path)))
    before = (tmp_path / JOURNAL).read_bytes()
    assert await trio.to_thread.run_sync(run, ["unfinished", "--data", str(tmp_path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert [line for line in told if line.startswith(good)] == [f"{good}  Anna against Ben: can be finished."]
    assert any(line.startswith(bad) and "does not come out as it was played" in line for line in told)
    assert told[-1] == "1 of 2 unfinished duels can be finished by this version."
    assert (tmp_path / JOURNAL).read_bytes() == before


def test_an_older_journal_is_asked_without_being_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_old_journal(tmp_path, 1)
    (tmp_path / "log.sqlite3").rename(tmp_path / JOURNAL)
    before = (tmp_path / JOURNAL).read_bytes()
    run(["unfinished", "--data", str(tmp_path)])
    assert capsys.readouterr().out.startswith("897-Z5Y  Anna against Ben: ")
    assert (tmp_path / JOURNAL).read_bytes() == before


async def test_a_changed_engine_says_at_its_start_what_it_can_finish(
    autojump_clock: MockClock, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, (good, bad) = await two_duels()
    log = store.kept[bad].log
    store.rows[log][-1] = msgspec.structs.replace(store.rows[log][-1], digest=b"of another engine")
    monkeypatch.setattr("facedown_server.room.recovery.ENGINE", "another")
    capsys.readouterr()
    pool = bundled_pool()
    async with run_server(store=store, make=lambda: DuelReferee(FORMATS["master"], pool)) as server:
        told = capsys.readouterr().out
        assert "it continues" in next(line for line in told.splitlines() if good in line and "rules" in line)
        assert "set aside" in next(line for line in told.splitlines() if bad in line)
        assert set(server.lobby.rooms) == {good}, "before it is open"
