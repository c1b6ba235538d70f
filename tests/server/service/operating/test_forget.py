"""`forget`: a player's name leaves finished matches, public replays and chat; first it is only shown."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from facedown_server.runtime.world import RealWorld
from facedown_server.service import command
from facedown_server.service.config import JOURNAL
from facedown_server.storage.journal import Journal
from facedown_server.storage.replay_archive import ReplayArchive
from facedown_server.storage.replay_table import ReplayTable
from facedown_shared.protocol.messages import Chat, CreateTable, Hello, JoinTable, Said, Seated, Talk, Watch
from facedown_shared.replay import Head, parse_head
from facedown_shared.replay.rows import head_bytes
from tests.postgresql import database_of
from tests.server.service.operating.test_control import run_command
from tests.server.service.test_app import receive, run_server, send_messages
from tests.server.serving import player
from tests.server.storage.test_store import HEADER, LINES, TABLE, all_bytes, make_row, on_disk, open_store

MATCHES = {
    "a-1": (("Anna", "Ben"), "2026-01-31T23:59:59+00:00"),
    "b-1": (("Anna (2)", "Annab"), "2026-02-01T10:00:00+00:00"),
    "c-1": (("Sid", "Anna"), "2026-02-02T10:00:00+00:00"), "d-1": (("Anna", "Ben"), ""),
    "running-1": (("Anna", "Ben"), "2026-02-02T10:00:00+00:00"),
}  # fmt: skip


async def fill(store: Journal, archive: ReplayArchive | ReplayTable) -> list[str]:
    """Store matches, chat, and a replay of each finished match; return the secrets of the replays."""
    secrets = []
    for log, (names, made) in MATCHES.items():
        table = msgspec.structs.replace(TABLE, code=log.partition("-")[0], log=log)
        header = msgspec.structs.replace(HEADER, log=log, code=table.code, names=names, made=made)
        await store.store_match(header, table)
        await store.append(make_row(1, log))
        if log == "running-1":
            continue
        await store.finish_match(log, "0 count")
        kept = await archive.store_pending(log)
        assert kept is not None
        (promised,) = await archive.pending_replays(kept[0])
        await archive.store_replay(promised, head_bytes(Head(names=names, made=made)) + b"records")
        secrets.append(kept[0])
    await store.store_table(TABLE)
    for line in LINES:
        await store.store_chat_line(line)
    return secrets


@on_disk
async def test_a_name_is_shown_then_replaced(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = ["--data", str(tmp_path)]
    if kind == "postgresql":
        own += ["--database", database_of(tmp_path)]
    async with open_store(kind, tmp_path) as store:
        assert isinstance(store, Journal)
        world = RealWorld()
        files = ReplayArchive(tmp_path / "replays", 3_650, world)
        in_database = ReplayTable(store.engine, "facedown", world, files)
        secrets = await fill(store, in_database if kind == "postgresql" else files)
    if kind == "sqlite":
        (tmp_path / "log.sqlite3").rename(tmp_path / JOURNAL)

    async def forget(*options: str) -> list[dict[str, object]]:
        told = await run_command(capsys, "forget", "Anna", *options, "--json", *own)
        return [msgspec.json.decode(line) for line in told.splitlines()]

    february = ("--from", "2026-02-01", "--to", "2026-02-02")
    *rows, totals = await forget(*february)
    assert [row["log"] for row in rows] == ["c-1"]
    assert totals == {"matches": 1, "replays": 1, "lines": 0, "applied": False}
    *rows, totals = await forget()
    assert [row["log"] for row in rows] == ["a-1", "c-1", "d-1"]
    assert totals == {"matches": 3, "replays": 3, "lines": 1, "applied": False}
    assert (await forget(*february, "--yes"))[-1]["applied"]
    assert (await forget())[-1] == {"matches": 2, "replays": 2, "lines": 1, "applied": False}
    await forget("--yes")
    assert await forget() == [{"matches": 0, "replays": 0, "lines": 0, "applied": False}]
    if kind == "sqlite":
        (tmp_path / JOURNAL).rename(tmp_path / "log.sqlite3")
        assert b"Hallo" not in all_bytes(tmp_path)
    async with open_store(kind, tmp_path) as store:
        assert isinstance(store, Journal)
        named = {log: (await store.header(log)).names for log in MATCHES}
        assert (await store.read_match("a-1")).rows == (make_row(1, "a-1"),)
        _, chat = await store.table(TABLE.code)
        in_database = ReplayTable(store.engine, "facedown", world, files)
        archive = in_database if kind == "postgresql" else files
        replays = [await archive.get(secret) for secret in secrets]
    assert named == {
        "a-1": ("Player 1", "Ben"), "b-1": ("Anna (2)", "Annab"), "c-1": ("Sid", "Player 2"),
        "d-1": ("Player 1", "Ben"), "running-1": ("Anna", "Ben"),
    }  # fmt: skip
    assert [line.said.name for line in chat] == ["Sid"]
    assert [parse_head(data).names for data in replays] == [named[log] for log in list(MATCHES)[:4]]
    assert all(data.endswith(b"records") for data in replays)


async def test_chat_of_a_running_server_is_forgotten_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with run_server(tmp_path) as (parts, _, _), player(port=parts.port) as wren:
        await send_messages(wren, Hello("Wren"), CreateTable())
        code = (await receive(wren, Seated)).code
        async with player(port=parts.port) as robin:
            await send_messages(robin, Hello("Robin"), JoinTable(code), Chat("my name is"))
            await receive(robin, Seated)
            await send_messages(wren, Chat("hello"))
            while (await receive(robin, Said)).text != "hello":
                pass
        told = await run_command(capsys, "forget", "Robin", "--yes", "--data", str(tmp_path))
        assert "at open tables: 1." in told
        await send_messages(wren, Chat("who was that"))
        while (await receive(wren, Said)).text != "who was that":
            pass
        async with player(port=parts.port) as ilse:
            await send_messages(ilse, Hello("Ilse"), Watch(code))
            assert [line.text for line in (await receive(ilse, Talk)).lines if line.name] == [
                "hello",
                "who was that",
            ]


def test_a_folder_without_a_journal_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.run(["forget", "Anna", "--data", str(tmp_path)]) == 2
    assert "no duels are stored there" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    assert command.run(["forget", "Anna", "--from", "yesterday", "--data", str(tmp_path)]) == 2
