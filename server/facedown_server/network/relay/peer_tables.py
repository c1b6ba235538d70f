"""Tables of the other nodes of a service. Each is watched once, for all spectators who connect to this node.

Law: as in every relay, only what any spectator is sent is known here. Access to a table, and its owner node,
are checked before a spectator is admitted.

If a table cannot be watched from here, spectators are redirected to its node, as players are.
"""

from __future__ import annotations

from collections.abc import Collection

import structlog
import trio

from facedown_server.network.crowd.bans import BarredAddresses, SharedBars
from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.printed_cards import PrintedCards
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.relay.reception import Replays
from facedown_server.network.relay.relayed_table import RelayedTable
from facedown_server.network.relay.upstream import Upstream
from facedown_server.runtime.world import World
from facedown_shared.network.links import TableLink
from facedown_shared.network.reconnect import Dial
from facedown_shared.protocol.messages import GetReplay, ToServer, Watch
from facedown_shared.text import Words

log = structlog.get_logger(__name__)

MAX_WATCHED_TABLES = 8
"""Tables watched at once: all these connections reach another node from one address."""

WATCH_TIMEOUT_S = 1.0
"""Seconds a spectator waits for a table before being redirected."""

RETRY_DELAY_S = 30.0
"""Seconds before a table that could not be watched is tried again, and after which a table without spectators
here is left.
"""

NO_MORE = "this table is not told here any more"
"""Close reason for spectators of a table that is no longer relayed here."""


class _WatchedTable:
    """One table of another node, watched from here. `link`: at its node, for relays or spectators."""

    def __init__(
        self, link: TableLink, barred: Collection[str], bounds: Bounds, world: World, printing: PrintedCards,
        dial: Dial | None, bars: SharedBars | None, name: str, server_password: str,
    ) -> None:  # fmt: skip
        self.table = RelayedTable(link, "", bounds, world, self._send, printing)
        self.table.people.ban_names(barred)
        self.table.barred = BarredAddresses(bounds.barred, world.now, link.code, bars)
        self._upstream = Upstream(link, "", self.table, world, dial, name, server_password=server_password)
        self._upstream.way.here = link.server
        self.replays = Replays(self._send, world)
        self.table.answered = self.replays.handle_answer
        self.table.interrupted = self.replays.handle_interruption
        self.tried = trio.Event()
        """Set once the table is being watched, or the attempt has failed."""
        self.life = trio.CancelScope()

    def _send(self, message: ToServer) -> None:
        self._upstream.send(message)

    @property
    def is_connected(self) -> bool:
        """True if the table's node is connected, so that spectators can be admitted here."""
        return self.table.is_here and not self.life.cancel_called

    async def run(self) -> None:
        """Watch until the table is over, or has no spectators here.

        Raises any connection error.
        """
        async with trio.open_nursery() as nursery:
            await nursery.start(self._follow_upstream)
            self.tried.set()
            nursery.start_soon(self.table.people.run, lambda: self._upstream.is_up)
            nobody = False
            while not (nobody and not self.table.members):
                nobody = not self.table.members
                await trio.sleep(RETRY_DELAY_S / 2)
            self.life.cancel()

    async def _follow_upstream(
        self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        reason = await self._upstream.run(task_status=task_status)
        self.table.close_table(reason)
        self.life.cancel()


class Neighbours:
    """The tables of other nodes that are watched from here. `run` must be running.

    `dial` returns the stream to another node instead of TCP. `bars`: bans of all nodes. `name`: this node's
    name, shown to the hosts of those tables. `server_password`: of all nodes.
    """

    def __init__(
        self, bounds: Bounds, world: World, printing: PrintedCards, dial: Dial | None = None,
        bars: SharedBars | None = None, name: str = "", server_password: str = "",
    ) -> None:  # fmt: skip
        self._name, self._server_password = name, server_password
        self._bounds, self._world, self._printing, self._dial = bounds, world, printing, dial
        self._bars = bars
        self._watched: dict[str, _WatchedTable] = {}
        self._nursery: trio.Nursery | None = None

    @property
    def guests(self) -> tuple[Guest, ...]:
        """All spectators of other nodes' tables who are connected here."""
        return tuple(guest for watched in self._watched.values() for guest in watched.table.members)

    @property
    def codes(self) -> tuple[str, ...]:
        """Codes of the tables that are watched from here."""
        return tuple(self._watched)

    def remove_guest(self, guest: Guest, reason: Words) -> None:
        """Remove a spectator from the table watched here, and send the reason."""
        for watched in self._watched.values():
            if guest.room is watched.table:
                watched.table.remove_guest(guest, reason)

    async def run(self) -> None:
        """Watch the requested tables until cancelled."""
        async with trio.open_nursery() as self._nursery:
            await trio.sleep_forever()

    async def admit_spectator(
        self, guest: Guest, link: TableLink, epoch: int, banned: Collection[str]
    ) -> bool:
        """Admit a spectator to another node's table; return False if the spectator must be redirected.

        `link`: for relays or spectators, at the table's owner node. `epoch`: the epoch of that owner.

        Raises Illegal or TargetGone, as for a relay, if the spectator is refused.
        """
        watched = self._watched.get(link.code) or self._start_watching(link, banned)
        if watched is None:
            return False
        with trio.move_on_after(WATCH_TIMEOUT_S):
            await watched.tried.wait()
        if not watched.is_connected or watched.table.epoch < epoch:
            return False
        watched.table.enter(guest, Watch(link.code, watched.table.secret))
        return True

    async def send_replay(self, guest: Guest, wish: GetReplay) -> bool:
        """Send a guest a public replay from the node of the watched table; return False if the guest watches
        no such table.

        Raises TargetGone, Illegal.
        """
        for watched in self._watched.values():
            if guest.room is watched.table:
                guest.send(await watched.replays.get(guest, wish.secret))
                return True
        return False

    def depart(self, code: str) -> tuple[Guest, ...]:
        """Stop watching a table; return its spectators."""
        watched = self._watched.pop(code, None)
        if watched is None:
            return ()
        watched.life.cancel()
        return watched.table.depart()

    def _start_watching(self, link: TableLink, barred: Collection[str]) -> _WatchedTable | None:
        if self._nursery is None or not self._bounds.relays or len(self._watched) >= MAX_WATCHED_TABLES:
            return None
        watched = _WatchedTable(
            link, barred, self._bounds, self._world, self._printing, self._dial, self._bars, self._name,
            self._server_password,
        )  # fmt: skip
        self._watched[link.code] = watched
        self._nursery.start_soon(self._run_watched, link.code, watched)
        return watched

    async def _run_watched(self, code: str, watched: _WatchedTable) -> None:
        """Watch one table. An error ends the relaying of this table, not the server."""
        structlog.contextvars.unbind_contextvars("peer")  # of the first spectator
        with watched.life:
            try:
                await watched.run()
            except* Exception as wrong:
                log.info(
                    "a table of another node is not relayed here", table=code,
                    reason=type(wrong.exceptions[0]).__name__,
                )  # fmt: skip
                watched.table.is_here = False
                watched.tried.set()
                for guest in watched.table.depart():
                    guest.close_for_redirect(NO_MORE)
                await trio.sleep(RETRY_DELAY_S)
        watched.tried.set()
        if self._watched.get(code) is watched:
            for guest in self.depart(code):
                guest.close_for_redirect(NO_MORE)
