"""Hands out public replays and takes them back: what a lobby asks for, one match at a time."""

from __future__ import annotations

import structlog
import trio

from server.replays.archive import ReplayArchive
from server.replays.making import public_replay
from server.room.match.lifecycle import OVER
from server.room.match.match_log import Differs
from server.room.people.guest import Guest
from server.room.room import Room
from server.room.server_context import ServerContext
from server.store.store import StoreFailed
from shared.errors import Code, FacedownError, Gone
from shared.protocol.messages import DropReplay, GetReplay, ReplayFile, ReplayGone, ReplayKept
from shared.words import words
from shared.zones import PUBLIC

log = structlog.get_logger(__name__)


class ReplayDesk:
    """The replays of one server's matches. Without an archive none is kept."""

    def __init__(self, server: ServerContext, archive: ReplayArchive | None = None) -> None:
        self.archive = archive
        self._server = server
        self._made: dict[str, str] = {}
        """By table, the log of the match that was made into a replay last."""
        self._one = trio.Lock()
        """Running a log again is work: one at a time."""

    def is_due(self, room: Room) -> bool:
        """Whether a match is over at this table that has no replay yet; asked once for each."""
        runner = room.lifecycle.runner
        if self.archive is None or runner is None or room.lifecycle.stage != OVER or room.table.is_alone:
            return False
        name = room.table.kept.log
        due = bool(name) and self._made.get(room.code) != name
        self._made[room.code] = name
        return due

    def forget(self, room: Room) -> None:
        """The table is closed."""
        self._made.pop(room.code, None)

    async def make(self, room: Room) -> None:
        """Make the replay of the match that is over, and tell everybody at the table what opens it."""
        assert self.archive is not None, "only what is kept is made"
        name = room.table.kept.log
        try:
            async with self._one:
                data = await public_replay(await self._server.store.read(name), self._server)
            kept = await self.archive.keep(data)
        except (Differs, StoreFailed, FacedownError):
            log.warning("a replay was not kept")
            return
        if kept is None or room.table.kept.log != name:
            return
        secret, key = kept
        for guest in tuple(room.table.audience):
            guest.tell(ReplayKept(secret, self.archive.days, "" if guest.viewer == PUBLIC else key))

    async def see_to(self, guest: Guest, wish: GetReplay | DropReplay) -> None:
        """Hand a replay out, or delete it for a player of it. Raises Gone where there is none."""
        archive = self.archive
        if isinstance(wish, DropReplay):
            if archive is None or not await archive.drop(wish.key):
                raise Gone(Code.NO_SUCH_TABLE, words("no_such_replay"))
            guest.tell(ReplayGone())
            return
        data = await archive.get(wish.secret) if archive is not None else b""
        if not data:
            raise Gone(Code.NO_SUCH_TABLE, words("no_such_replay"))
        guest.tell(ReplayFile(data))
