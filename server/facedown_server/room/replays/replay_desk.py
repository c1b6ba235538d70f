"""Desk that sends and deletes replays. Each is made once, however many ask for it, and a long one lets short
ones go first.

Public replays go to clients with the link. Opened replays, of matches that are still at their tables, go to
the players who have agreed to that.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import structlog
import trio

from facedown_server.network.crowd.guest import Guest
from facedown_server.room.long_runs import LongRuns
from facedown_server.room.match.lifecycle import OVER
from facedown_server.room.replays.replay_maker import GiveWay, opened_replay, public_replay
from facedown_server.room.room import Room
from facedown_server.room.server_context import ServerContext
from facedown_server.runtime.world import cpu
from facedown_server.storage.replay_archive import MAX_REPLAY_BYTES, Archive, PendingReplay
from facedown_server.storage.store import StoredLog, StoreFailed
from facedown_shared.protocol.messages import (
    DropReplay,
    GetOpened,
    GetReplay,
    Refused,
    ReplayFile,
    ReplayGone,
    ReplayKept,
)
from facedown_shared.tables import PUBLIC_CLASS_INDEX
from facedown_shared.text import Code, FacedownError, Illegal, TargetGone, words

log = structlog.get_logger(__name__)

LOAD_SAMPLE_S = 1.0
"""Seconds for which the server must be nearly idle before a replay is made."""

MAX_CPU_RATIO = 0.2
"""CPU seconds per second from which on the server counts as busy."""


MAX_WAIT_S = 20.0
"""Seconds that a request waits for a replay which is being made. A relay waits 30 s for an answer."""

Make = Callable[[StoredLog, ServerContext, GiveWay], Awaitable[bytes]]
"""Function that makes a replay from a log."""


class ReplayDesk:
    """Replays of one server's matches. Without an archive none is stored.

    Making a replay is as much work as the match was, so it waits until the server is nearly idle or the
    replay is requested. `cpu` returns the CPU seconds of this process.
    """

    def __init__(
        self, server: ServerContext, archive: Archive | None = None, cpu: Callable[[], float] = cpu
    ) -> None:
        self.archive = archive
        self._server, self._cpu = server, cpu
        self._noted: dict[str, str] = {}
        """The log of the latest match with a promised replay, by table."""
        self._opened: dict[str, tuple[str, bytes]] = {}
        """The log of the match that the players opened last, and its replay, by table."""
        self._opening: WeakValueDictionary[str, trio.Lock] = WeakValueDictionary()
        """A lock for each table whose opened replay is being made."""
        self._runs = LongRuns(server.world, lambda: False)
        self._making: dict[str, trio.Event] = {}
        """The digest of the secret that opens a replay -> event that is set once the replay was made."""
        self._answering: set[Guest] = set()
        """Relays whose request is being answered."""
        self._nursery: trio.Nursery | None = None
        self._more = trio.Event()

    async def run(self) -> None:
        """Make the promised replays whenever the server is nearly idle, until cancelled."""
        async with trio.open_nursery() as self._nursery:
            self._nursery.start_soon(trio.sleep_forever)  # requests are answered without an archive too
            while self.archive is not None:
                self._more = trio.Event()
                for promised in await self.archive.pending_replays():
                    await self._leisure()
                    await self._start_making(promised).wait()
                await self._more.wait()

    async def _leisure(self) -> None:
        """Wait until the server was nearly idle for a second."""
        used = None
        while used is None or used > MAX_CPU_RATIO * LOAD_SAMPLE_S:
            before = self._cpu()
            await trio.sleep(LOAD_SAMPLE_S)
            used = self._cpu() - before

    def _start_making(self, promised: PendingReplay) -> trio.Event:
        """Make a replay, unless it is being made. The event is set afterwards."""
        assert self._nursery is not None, "run() makes them"
        if promised.opens not in self._making:
            self._making[promised.opens] = trio.Event()
            self._nursery.start_soon(self._make_promised, promised)
        return self._making[promised.opens]

    async def _make_promised(self, promised: PendingReplay) -> None:
        assert self.archive is not None, "only what is kept is made"
        try:
            data = await self._make_or_empty(promised.log, public_replay)
            await self.archive.store_replay(promised, data)
        except StoreFailed:  # it is retried later
            pass
        except OSError:
            log.warning("a replay was not stored")
        finally:
            self._making.pop(promised.opens).set()

    async def _make_or_empty(self, name: str, make: Make) -> bytes:
        """Return the replay that `make` makes of a log; b"" if this engine cannot run the log.

        Raises StoreFailed.
        """
        try:
            async with self._runs.take_turn() as give_way:
                return await make(await self._server.store.read_match(name), self._server, give_way)
        except StoreFailed:
            raise
        except Exception as bug:  # it costs its replay, not the server
            log.warning("a replay was not made", log=name, reason=type(bug).__name__)
            return b""

    # --- of a table -----------------------------------------------------------------------------------------

    def needs_replay(self, room: Room) -> bool:
        """Return whether this table has a finished match without a replay. True only once for each match."""
        runner = room.lifecycle.runner
        if self.archive is None or runner is None or room.lifecycle.stage != OVER or room.table.is_alone:
            return False
        name = room.table.kept.log
        due = bool(name and runner.match.results) and self._noted.get(room.code) != name
        self._noted[room.code] = name
        return due

    def forget(self, room: Room) -> None:
        """Drop the data about a table that was closed."""
        self._noted.pop(room.code, None)
        self._opened.pop(room.code, None)

    async def promise(self, room: Room) -> None:
        """Send the table the secret of the replay of its finished match."""
        assert self.archive is not None, "only what is kept is promised"
        name = room.table.kept.log
        is_stored = await self.archive.store_pending(name)
        self._more.set()
        if is_stored is None or room.table.kept.log != name:
            return
        secret, key = is_stored
        for guest in tuple(room.table.audience):
            guest.send(
                ReplayKept(secret, self.archive.days, "" if guest.viewer == PUBLIC_CLASS_INDEX else key)
            )

    async def promise_link(self, name: str) -> str:
        """Return the secret of the public replay of a finished match; "" if none is stored."""
        is_stored = None if self.archive is None else await self.archive.store_pending(name)
        self._more.set()
        return "" if is_stored is None else is_stored[0]

    # --- requests of any client -----------------------------------------------------------------------------

    def answer_relay(self, relay: Guest, wish: GetReplay) -> None:
        """Send a replay to a relay, which goes on with other messages meanwhile: one of many behind it has
        asked.

        Raises Illegal if the relay has not awaited the answer to its last request.
        """
        if self._nursery is None or relay in self._answering:
            raise Illegal(words("too_much_at_once"), Code.TOO_FAST)
        self._answering.add(relay)
        self._nursery.start_soon(self._answer_relay, relay, wish)

    async def _answer_relay(self, relay: Guest, wish: GetReplay) -> None:
        try:
            await self.handle_request(relay, wish)
        except FacedownError as refusal:
            relay.send(Refused(refusal.code, refusal.words))
        finally:
            self._answering.discard(relay)

    async def handle_request(self, guest: Guest, wish: GetReplay | GetOpened | DropReplay) -> None:
        """Send a replay to a guest, or delete it for a player of the match.

        Raises TargetGone if there is no such replay, or Illegal if the guest may not have an opened one or if
        making it takes long.
        """
        archive = self.archive
        if isinstance(wish, GetOpened):
            guest.send_large(ReplayFile(await self._opened_replay(guest)))
            return
        if isinstance(wish, DropReplay):
            if archive is None or not await archive.delete_replay(wish.key):
                raise TargetGone(Code.NO_SUCH_TABLE, words("no_such_replay"))
            guest.send(ReplayGone())
            return
        data = b""
        if archive is not None and not (data := await archive.get(wish.secret)):
            for promised in await archive.pending_replays(wish.secret):
                with trio.move_on_after(MAX_WAIT_S) as waiting:
                    await self._start_making(promised).wait()
                if waiting.cancelled_caught:
                    raise Illegal(words("too_much_at_once"), Code.NOT_NOW)
            data = await archive.get(wish.secret)  # another node may have made it between the two queries
        if not data:
            raise TargetGone(Code.NO_SUCH_TABLE, words("no_such_replay"))
        guest.send_large(ReplayFile(data))

    async def _opened_replay(self, guest: Guest) -> bytes:
        """Return the replay with both hands of the finished match at a player's table.

        Raises Illegal if not both have agreed to that, or TargetGone if it could not be made.
        """
        room = guest.room
        is_open = (
            isinstance(room, Room)
            and room.lifecycle.disclosure.has_both
            and guest.viewer != PUBLIC_CLASS_INDEX
        )
        if not isinstance(room, Room) or not is_open:
            raise Illegal(words("hands_not_opened"), Code.NOT_NOW)
        name = room.table.kept.log
        async with self._opening.setdefault(room.code, trio.Lock()):
            if self._opened.get(room.code, ("", b""))[0] != name:
                try:
                    data = await self._make_or_empty(name, opened_replay)
                except StoreFailed:
                    raise TargetGone(Code.NO_SUCH_TABLE, words("no_such_replay")) from None
                self._opened[room.code] = name, data if len(data) <= MAX_REPLAY_BYTES else b""
            data = self._opened[room.code][1]
        if room.closed:
            self._opened.pop(room.code, None)
        if not data:
            raise TargetGone(Code.NO_SUCH_TABLE, words("no_such_replay"))
        return data
