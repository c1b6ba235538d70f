"""A server stores what spectators were shown of each match, for clients that have its link, and nothing
else.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from facedown_client.bot.bot_player import Robot
from facedown_client.connection.link import Link, LinkState
from facedown_client.connection.visit import Visit
from facedown_client.data import deck_entries
from facedown_client.model.model import Model
from facedown_client.replays.player import Player
from facedown_server.room.replays.replay_desk import LOAD_SAMPLE_S, MAX_WAIT_S
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.replay_archive import DAY_S, KEY, MAX_REPLAY_BYTES, PROMISED, ReplayArchive
from facedown_server.storage.store import Header, Store, StoredLog, StoredTable
from facedown_shared.network import links
from facedown_shared.protocol.messages import (
    DropReplay,
    FromServer,
    GetReplay,
    GetView,
    Leave,
    ListTables,
    Refused,
    ReplayFile,
    ReplayGone,
    ReplayKept,
    Settings,
    TableInfo,
    ToServer,
    Watch,
    Whole,
)
from facedown_shared.replay import ENDING, Replay, parse_replay
from facedown_shared.tables.view import View, VisibleEvent
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX
from facedown_shared.text.errors import Code
from tests.client.house import ADDRESS, House, call_without_thread, house
from tests.client.replays.duels import QUICK, RecordingClient


class Listener(RecordingClient):
    """A client that also records what it is sent of the replay."""

    def __init__(self) -> None:
        super().__init__()
        self.kept = trio.Event()
        self.secret = self.key = ""

    def record_message(self, message: FromServer, model: Model) -> None:
        super().record_message(message, model)
        if isinstance(message, ReplayKept):
            self.secret, self.key = message.secret, message.key
            self.kept.set()


@dataclass
class Sitter(Robot):
    """A bot that can also send messages of a test. `shy`: it agrees to nothing."""

    visit: Visit | None = None
    shy: bool = False

    async def _play_until_over(self, visit: Visit) -> None:
        self.visit = visit
        await super()._play_until_over(visit)

    def _reply(self, visit: Visit, table: TableInfo, other: int) -> None:
        if not self.shy:
            super()._reply(visit, table, other)

    def send_request(self, wish: ToServer) -> None:
        """Send a message of its player."""
        assert self.visit is not None, "it sits at a table"
        self.visit.send(wish)


@dataclass
class FinishedMatch:
    """A finished match, and its players."""

    server: House
    nursery: trio.Nursery
    players: tuple[Listener, Listener]
    spectator: Listener
    robots: tuple[Sitter, Sitter]

    async def asks(self, wish: ToServer) -> FromServer:
        """Return the answer to a stranger's request."""
        visit = Visit(Link(ADDRESS, "Sid", wish=ListTables(), dial=self.server.dial))
        self.nursery.start_soon(visit.run_link)
        await wait_all_tasks_blocked()
        visit.send(wish)
        await wait_all_tasks_blocked()
        return visit.pump()[-1]

    async def replay(self) -> Replay:
        """Return the public replay, by its link."""
        answer = await self.asks(GetReplay(self.spectator.secret))
        assert isinstance(answer, ReplayFile)
        return parse_replay(answer.data)


@asynccontextmanager
async def match(
    folder: Path,
    number: int = 1,
    settings: Settings = QUICK,
    *,
    busy: bool = False,
    store: Store | None = None,
    shy: bool = False,
) -> AsyncIterator[FinishedMatch]:
    """Let two bots play with a spectator from the beginning. A busy server makes the replay only on request;
    another has made it.
    """
    one, other, third = Listener(), Listener(), Listener()
    opened = trio.Event()

    def pass_on(seen: Listener, message: FromServer, model: Model) -> None:
        seen.record_message(message, model)
        if model.links:
            opened.set()

    decks = deck_entries.ready(settings.format)
    async with (
        house(f"duel {number}", store, replays=folder, busy=busy) as server,
        trio.open_nursery() as nursery,
    ):
        robots = [
            Sitter(
                name, decks[number + seat].text, number + seat, 0.0, stays=True, dial=server.dial,
                tell=partial(pass_on, seen), shy=shy,
            )
            for seat, (name, seen) in enumerate((("Wren", one), ("Halvard", other)))
        ]  # fmt: skip
        nursery.start_soon(partial(robots[0].host, ADDRESS, settings))
        await opened.wait()
        watch, seat = (links.parse_link(one.model.links[who][0][1]) for who in ("spectator", "opponent"))
        visit = Visit(Link(ADDRESS, "Priya", wish=Watch(watch.code, watch.secret), dial=server.dial))
        nursery.start_soon(visit.run_link)
        nursery.start_soon(_listen, visit, third)
        await wait_all_tasks_blocked()
        nursery.start_soon(
            robots[1].play_at, links.TableLink(ADDRESS.host, ADDRESS.port, False, seat.code, seat.secret)
        )
        with trio.fail_after(3_600):
            for seen in (one, other, third):
                await seen.kept.wait()
        await trio.sleep(0 if busy else 2 * LOAD_SAMPLE_S)
        yield FinishedMatch(server, nursery, (one, other), third, (robots[0], robots[1]))
        nursery.cancel_scope.cancel()


async def _listen(visit: Visit, seen: Listener) -> None:
    while True:
        message = await visit.next()
        if not isinstance(message, LinkState):
            seen.record_message(message, visit.model)


def spoil(folder: Path) -> None:
    """Put a file where a folder should be made."""
    folder.write_bytes(b"")


def files(folder: Path) -> list[Path]:
    """Return the folder's files, without the names of what keys delete."""
    return [path for path in folder.iterdir() if path.suffix != KEY]


def all_files(folder: Path) -> list[Path]:
    """Return the same with these names."""
    return [*folder.iterdir()]


def shown_frames(replay: Replay) -> tuple[list[View], list[tuple[VisibleEvent, ...]]]:
    """Return every View of a replay and the events of each frame."""
    player = Player(replay)
    views, told = [player.view], [player.events]
    while (step := player.step_forward()) is not None:
        views.append(step.new)
        told.append(step.visible_events)
    return views, told


async def test_it_is_what_a_spectator_was_shown(tmp_path: Path, autojump_clock: object) -> None:
    async with match(tmp_path) as played:
        replay = await played.replay()
        views, told = shown_frames(replay)
        assert replay.head.sides == (PUBLIC_CLASS_INDEX,)
        assert replay.head.names == ("Wren", "Halvard")
        assert views[-1] == played.spectator.views[-1]
        assert len(views) > 20  # which duel they play varies, and how long it is
        assert not [view for view in views if view not in played.spectator.views]
        happened = [event for frame in played.spectator.told for event in frame]
        assert [event for frame in told for event in frame] == happened


async def test_no_card_is_in_it_that_was_hidden(tmp_path: Path, autojump_clock: object) -> None:
    """Both decks have cards that the spectator never saw: none of them occurs anywhere in the bytes."""
    async with match(tmp_path) as played:
        replay = await played.replay()
        public = {code for view in played.spectator.views for code in view.facts}
        private = {code for seen in played.players for view in seen.views for code in view.facts} - public
        assert private
        assert {facts.code for facts in replay.facts} <= public
        raw = bytes(replay._data)
        assert not [code for code in private if code.to_bytes(4, "big") in raw]
        assert [code for code in public if code.to_bytes(4, "big") in raw]
        assert replay.throws is None
        assert not replay.lines


async def test_only_its_link_opens_it_and_only_its_players_can_delete_it(
    tmp_path: Path, autojump_clock: object
) -> None:
    async with match(tmp_path) as played:
        one, other = played.players
        assert one.key == other.key != ""
        assert played.spectator.key == ""
        strange = GetReplay("x" * 22), GetReplay(one.key), DropReplay(played.spectator.secret)
        for wish in strange:
            answer = await played.asks(wish)
            assert isinstance(answer, Refused)
            assert answer.code is Code.NO_SUCH_TABLE
        assert isinstance(await played.asks(DropReplay(one.key)), ReplayGone)
        assert isinstance(await played.asks(GetReplay(one.secret)), Refused)
        assert not all_files(tmp_path)


async def test_neither_secret_lies_on_the_disk(tmp_path: Path, autojump_clock: object) -> None:
    async with match(tmp_path) as played:
        assert len(all_files(tmp_path)) == 2
        for secret in (played.spectator.secret, played.players[0].key):
            for file in all_files(tmp_path):
                assert secret not in file.name
                assert secret.encode() not in file.read_bytes()


async def test_after_its_days_it_is_gone(tmp_path: Path, autojump_clock: object) -> None:
    async with match(tmp_path) as played:
        (file,) = files(tmp_path)
        archive = played.server.lobby.replays.archive
        assert isinstance(archive, ReplayArchive)
        now = played.server.lobby.server.world.wall().timestamp()
        os.utime(file, (now, now - 29 * DAY_S))
        assert isinstance(await played.asks(GetReplay(played.spectator.secret)), ReplayFile)
        os.utime(file, (now, now - 31 * DAY_S))
        assert isinstance(await played.asks(GetReplay(played.spectator.secret)), Refused)
        later = ReplayArchive(tmp_path, 30, archive._world, thread=call_without_thread)
        assert await later.store_pending("another") is not None
        assert file not in files(tmp_path)


async def test_what_is_too_large_or_cannot_be_written_is_not_kept(
    tmp_path: Path, autojump_clock: object
) -> None:
    folder = tmp_path / "file" / "below"
    async with house("none", replays=folder) as server:
        archive = server.lobby.replays.archive
        assert archive is not None
        kept = await archive.store_pending("log")
        assert kept is not None
        (promised,) = await archive.pending_replays(kept[0])
        await archive.store_replay(promised, bytes(MAX_REPLAY_BYTES + 1))
        assert not files(folder)
        assert not await archive.get(kept[0])
        for name in all_files(folder):
            name.unlink()
        folder.rmdir()
        folder.parent.rmdir()
        spoil(folder.parent)
        assert await archive.store_pending("log") is None


async def test_a_busy_server_makes_only_what_somebody_asks_for(
    tmp_path: Path, autojump_clock: object
) -> None:
    """Running a log again would take CPU time that the tables need."""
    async with match(tmp_path, busy=True) as played:
        await trio.sleep(100 * LOAD_SAMPLE_S)
        (file,) = files(tmp_path)
        assert file.suffix == PROMISED
        assert (await played.replay()).head.names == ("Wren", "Halvard")
        (file,) = files(tmp_path)
        assert file.suffix == ENDING


async def test_the_next_server_keeps_what_this_one_promised(tmp_path: Path, autojump_clock: object) -> None:
    store = MemoryStore()
    async with match(tmp_path, busy=True, store=store) as played:
        secret = played.spectator.secret
        assert [file.suffix for file in files(tmp_path)] == [PROMISED]
    async with house("next", store, replays=tmp_path) as server:
        await trio.sleep(100 * LOAD_SAMPLE_S)
        assert [file.suffix for file in files(tmp_path)] == [ENDING]
        archive = server.lobby.replays.archive
        assert archive is not None
        assert parse_replay(await archive.get(secret)).head.names == ("Wren", "Halvard")


async def test_a_promised_replay_can_be_deleted_before_it_is_made(
    tmp_path: Path, autojump_clock: object
) -> None:
    async with match(tmp_path, busy=True) as played:
        assert isinstance(await played.asks(DropReplay(played.players[0].key)), ReplayGone)
        assert isinstance(await played.asks(GetReplay(played.spectator.secret)), Refused)
        assert not files(tmp_path)


async def test_a_log_that_cannot_be_run_again_has_no_replay(tmp_path: Path, autojump_clock: object) -> None:
    """As after an update of the server that changed the rules."""
    async with house("changed", replays=tmp_path) as server:
        archive = server.lobby.replays.archive
        assert archive is not None
        kept = await archive.store_pending("no-such-log")
        assert kept is not None
        (promised,) = await archive.pending_replays()
        await server.lobby.replays._start_making(promised).wait()
        assert await archive.pending_replays() == [promised]
        header = Header(
            log="broken", code="AAAA", settings=Settings(format="no such format"), engine="", fingerprint="",
            secret=bytes(32), decks=("", ""), names=("Wren", "Halvard"), opening=b"",
        )  # fmt: skip
        await server.lobby.server.store.store_match(header, StoredTable(code="AAAA", settings=QUICK))
        kept = await archive.store_pending("broken")
        assert kept is not None
        (promised,) = await archive.pending_replays(kept[0])
        await server.lobby.replays._start_making(promised).wait()
        assert not await archive.pending_replays(kept[0])


async def test_one_is_found_by_its_name_without_looking_through_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, autojump_clock: object
) -> None:
    async with match(tmp_path) as played:

        def record_look(*words: object, **more: object) -> object:
            raise AssertionError("the whole folder was looked through")

        for way in ("glob", "iterdir", "rglob"):
            monkeypatch.setattr(Path, way, record_look)
        assert isinstance(await played.asks(GetReplay(played.spectator.secret)), ReplayFile)
        assert isinstance(await played.asks(GetReplay("x" * 22)), Refused)
        assert isinstance(await played.asks(DropReplay("x" * 22)), Refused)
        assert isinstance(await played.asks(DropReplay(played.players[0].key)), ReplayGone)
        assert isinstance(await played.asks(GetReplay(played.spectator.secret)), Refused)


class SlowStore(MemoryStore):
    """A store on a slow disk, which counts the logs that were read."""

    reads = 0
    delay_s = 0.0

    async def read_match(self, name: str) -> StoredLog:
        """Return a match's log."""
        self.reads += 1
        await trio.sleep(self.delay_s)
        return await super().read_match(name)


async def test_a_replay_that_many_ask_for_is_made_once(tmp_path: Path, autojump_clock: object) -> None:
    """Seen to fail: each request made it again, one after the other, and other replays waited for all."""
    store = SlowStore()
    async with match(tmp_path, busy=True, store=store) as played:
        before, store.delay_s = store.reads, 1.0
        visits = [await _relay(played) for _ in range(4)]
        for visit in visits:
            visit.send(Leave())
            visit.send(GetReplay(played.spectator.secret))
        await trio.sleep(10)
        for visit in visits:
            assert [one for one in visit.pump() if isinstance(one, ReplayFile)]
        assert store.reads == before + 1


async def test_a_replay_that_another_node_has_just_made_is_found(
    tmp_path: Path, autojump_clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: it was not there yet, then no longer to be made, and so there was no such replay."""
    async with match(tmp_path) as played:
        archive = played.server.lobby.replays.archive
        assert archive is not None
        get, secrets = archive.get, list[str]()

        async def get_too_early_at_first(secret: str) -> bytes:
            secrets.append(secret)
            return await get(secret) if len(secrets) > 1 else b""

        monkeypatch.setattr(archive, "get", get_too_early_at_first)
        assert isinstance(await played.asks(GetReplay(played.spectator.secret)), ReplayFile)


async def test_a_relay_goes_on_while_a_replay_is_made_for_one_behind_it(
    tmp_path: Path, autojump_clock: object
) -> None:
    """Seen to fail: its next message was handled a minute later, and all behind it were interrupted."""
    store = SlowStore()
    async with match(tmp_path, busy=True, store=store) as played:
        store.delay_s = 60.0
        relay = await _relay(played)
        relay.send(GetReplay(played.spectator.secret))
        relay.send(GetView())
        await trio.sleep(0.1)
        assert [one for one in relay.pump() if isinstance(one, Whole)]
        await trio.sleep(MAX_WAIT_S)
        assert [one.code for one in relay.pump() if isinstance(one, Refused)] == [Code.NOT_NOW]
        await trio.sleep(60)
        relay.send(GetReplay(played.spectator.secret))
        await trio.sleep(0.1)
        assert [one for one in relay.pump() if isinstance(one, ReplayFile)]


async def _relay(played: FinishedMatch) -> Visit:
    """Connect a relay to the table of the match."""
    table = next(iter(played.server.lobby.rooms.values())).table
    wish = Watch(table.code, table.kept.spectators, relay=True)
    visit = Visit(Link(ADDRESS, "relay", wish=wish, dial=played.server.dial))
    played.nursery.start_soon(visit.run_link)
    await wait_all_tasks_blocked()
    visit.pump()
    return visit
