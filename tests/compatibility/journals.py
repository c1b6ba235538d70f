"""A journal with an open match of each kind: written as SQL, opened again, and a report of its tables.

A report has no names of Python: it holds numbers, sentences' ids, and digests of encoded messages.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import trio
from trio.testing import MockClock

from facedown_server.room.people import handover_state
from facedown_server.room.people.seats import owns, redeem
from facedown_server.room.replays.replay_maker import opened_replay, public_replay
from facedown_server.room.room import Room
from facedown_server.storage.journal import Journal
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import Store
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import Resume, Talk, Watch, Whole
from tests.compatibility.tables import OpenTables, SeatSecrets, TableMaker, concede, server_on
from tests.server.tables import Player, Server

Secrets = Mapping[str, SeatSecrets]
Report = dict[str, Any]


class WrittenTables(msgspec.Struct):
    """What the server wrote of the tables."""

    sql: str
    secrets: Secrets
    carried: dict[str, bytes]
    """By kind: the handover of the table from node to node, besides its log."""
    line: str
    replays: dict[str, bytes]


def write_tables() -> WrittenTables:
    """Play the tables, and return what a server writes of them."""
    store = MemoryStore()
    opened, carried, before = trio.run(_play, store, clock=MockClock(autojump_threshold=0))
    replays = trio.run(_replays, store, clock=MockClock(autojump_threshold=0))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "journal.sqlite3"
        trio.run(_copy_to_journal, before, file)
        with closing(sqlite3.connect(file)) as database:
            sql = "\n".join(database.iterdump()) + "\n"
    return WrittenTables(sql, opened.secrets, carried, opened.line, replays)


async def _play(store: MemoryStore) -> tuple[OpenTables, dict[str, bytes], MemoryStore]:
    """Play the tables; the last store has them before the players conceded for the replays."""
    async with server_on(store, "before") as server:
        opened = await TableMaker(server).open_all()
        rooms = {kind: server.lobby.rooms[secrets.code] for kind, secrets in opened.secrets.items()}
        carried = {kind: handover_state.pack(room.lifecycle.handover_data()) for kind, room in rooms.items()}
        before = MemoryStore()
        await copy_store(store, before)
        for kind, players in opened.players.items():
            if len(players) == 2 and rooms[kind].lifecycle.is_running:
                await concede(players)
    return opened, carried, before


async def _replays(store: MemoryStore) -> dict[str, bytes]:
    """Return the replays of all finished matches, by their format and mode."""
    found = dict[str, bytes]()
    async with server_on(MemoryStore(), "replays") as server:
        for name in list(store.logs):
            stored = await store.read_match(name)
            settings = stored.header.settings
            if stored.result and settings.mode != "core":
                kind = f"{settings.format}-{settings.mode}"
                found.setdefault(f"{kind}-public", await public_replay(stored, server.lobby.server))
                found.setdefault(f"{kind}-opened", await opened_replay(stored, server.lobby.server))
    return {name: data for name, data in found.items() if data}


async def _copy_to_journal(source: MemoryStore, file: Path) -> None:
    async with trio.open_nursery() as nursery:
        journal = Journal(f"sqlite:///{file}")
        await nursery.start(journal.run)
        await copy_store(source, journal)
        nursery.cancel_scope.cancel()


async def copy_store(source: Store, target: Store) -> None:
    """Copy the content of one store into another."""
    for code in await source.tables():
        table, chat = await source.table(code)
        for log in await source.history(code):
            stored = await source.read_match(log)
            await target.store_match(stored.header, table)
            if stored.rows:
                await target.append(*stored.rows)
            if stored.result:
                await target.finish_match(log, stored.result)
            elif any(stored.clocks):
                await target.store_clocks(log, len(stored.rows), stored.clocks)
        await target.store_table(table)
        for line in chat:
            await target.store_chat_line(line)


# --- opening it again ---------------------------------------------------------------------------------------


def restore_database(sql: str, folder: Path) -> Path:
    """Make the database file of a dump."""
    file = folder / "journal.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(sql)
    return file


def recover_matches(file: Path) -> dict[str, tuple[int, str]]:
    """Start a server on a database file; return each match's number of acts, and the digest after them."""
    return trio.run(_recover, file)


async def _recover(file: Path) -> dict[str, tuple[int, str]]:
    async with trio.open_nursery() as nursery:
        journal = Journal(f"sqlite:///{file}")
        await nursery.start(journal.run)
        async with server_on(journal, "recovered") as server:
            with trio.fail_after(60):
                await server.lobby.recovery.over.wait()
            assert server.lobby.recovery.aside == {}, server.lobby.recovery.aside
            rooms = server.lobby.rooms.items()
            found = {code: room.lifecycle.progress for code, room in rooms}
        nursery.cancel_scope.cancel()
    return {code: (standing.acts, standing.digest.hex()) for code, standing in found.items()}


def read_database(file: Path) -> MemoryStore:
    """Return the whole content of a database file, read by the server's store."""
    return trio.run(_read, file)


async def _read(file: Path) -> MemoryStore:
    store = MemoryStore()
    async with trio.open_nursery() as nursery:
        journal = Journal(f"sqlite:///{file}")
        await nursery.start(journal.run)
        await copy_store(journal, store)
        nursery.cancel_scope.cancel()
    return store


def report_of(store: MemoryStore, secrets: Secrets) -> dict[str, Report]:
    """Return a report of a store's tables, restored at a server that starts on it, by kind."""
    return trio.run(_report, store, secrets, clock=MockClock(autojump_threshold=0))


async def _report(store: MemoryStore, secrets: Secrets) -> dict[str, Report]:
    stored = {kind: _report_stored(store, each) for kind, each in secrets.items()}
    async with server_on(store, "after") as server:
        await server.lobby.recovery.over.wait()
        return {
            kind: {**stored[kind], **await _report_visit(server, server.lobby.rooms[each.code], each)}
            for kind, each in secrets.items()
        }


def _report_stored(store: MemoryStore, secrets: SeatSecrets) -> Report:
    """Report what is stored of a table, and what opens its seats."""
    table = store.kept[secrets.code]
    tokens = zip(table.seats, secrets.tokens, strict=False)
    keys = zip(table.seats, secrets.own_keys, strict=False)
    return {
        "tokens open": [redeem(seat.keys, token) is not None for seat, token in tokens],
        "own keys open": [owns(seat.keys, key) for seat, key in keys],
        "asked": [seat.auto for seat in table.seats],
        "absence": [seat.absence for seat in table.seats],
        "deck": [digest_of(seat.deck.encode()) for seat in table.seats],
        "barred": list(table.barred),
        "paused": table.paused,
        "terms": [table.terms, table.proposals],
        "matches": [log.result for log in store.logs.values() if log.header.code == secrets.code],
    }


async def _report_visit(server: Server, room: Room, secrets: SeatSecrets) -> Report:
    """Report what a table shows to its reconnected players, and to a spectator."""
    standing_now, lifecycle = room.lifecycle.progress, room.lifecycle
    found: Report = {
        "acts": standing_now.acts, "digest": standing_now.digest.hex(), "stage": lifecycle.stage,
        "clocks": (
            list(lifecycle.runner.clocks.seconds_of_both(server.world.now())) if lifecycle.runner else []
        ),
    }  # fmt: skip
    players = []
    for token in secrets.tokens:
        player = await server.connect("Again")
        await player.do(Resume(token))
        players.append(player)
    lines = players[0].last(Talk).lines if players[0].all(Talk) else ()
    found["chat"] = [[said.name, said.text] for said in lines]
    spectator = await server.connect("Sue")
    await spectator.do(Watch(secrets.code, secrets.spectators, secrets.password))
    viewers = {"spectator": spectator, **{f"seat {player.seat}": player for player in players}}
    found["seen"] = {name: _report_view(player) for name, player in viewers.items()}
    found["asked now"] = {name: _report_prompt(player) for name, player in viewers.items()}
    found["names"] = [seat.name for seat in spectator.table.seats] if spectator.table else []
    return found


def _report_view(player: Player) -> Report:
    """Report a viewer class's View: enough to locate a difference, and the digest of it all."""
    if player.view is None:
        return {}
    view, log = player.view, player.last(Whole).log
    piles = {key: pile.count for key, pile in sorted(view.piles.items()) if pile.count}
    handles = sorted(handle for pile in view.piles.values() for handle in pile.handles if handle)
    return {
        "turn": view.turn, "phase": view.phase, "piles": piles, "handles": handles, "events": len(log),
        "digest": digest_of(encode(Whole(1, view, log))),
    }  # fmt: skip


def _report_prompt(player: Player) -> Report:
    """Report a viewer class's prompt."""
    prompt = player.prompt
    if prompt is None:
        return {}
    verbs = [option.verb for option in prompt.options]
    return {"kind": prompt.kind, "verbs": verbs, "digest": digest_of(encode(prompt))}


def arrivals_of(store: MemoryStore, carried: Mapping[str, bytes], secrets: Secrets) -> dict[str, str]:
    """Return what each table would hand over in turn, after a handover to a node."""
    return trio.run(_arrive, store, carried, secrets, clock=MockClock(autojump_threshold=0))


async def _arrive(store: MemoryStore, carried: Mapping[str, bytes], secrets: Secrets) -> dict[str, str]:
    found = {}
    async with server_on(store, "another node") as server:
        await server.lobby.recovery.over.wait()
        for kind, data in carried.items():
            room = await server.lobby.recovery.arrivals.arrive(secrets[kind].code, data)
            found[kind] = handover_state.pack(room.lifecycle.handover_data()).decode()
    return found


def digest_of(data: bytes) -> str:
    """Return a digest to compare bytes by."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()
