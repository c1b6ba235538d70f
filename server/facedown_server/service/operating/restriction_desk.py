"""The operator's bans and mutes of a running server, kept in its journal; nodes read each other's."""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sql
import structlog
import trio

from facedown_server.room.lobby import Lobby
from facedown_server.room.moderation import restriction_target
from facedown_server.service.operating.name_matching import find_name
from facedown_server.service.operating.operator_messages import OperatorCommand, OperatorReply
from facedown_server.storage.journal import Journal
from facedown_server.storage.restrictions import Kind, Restriction, read_restrictions, restriction_job
from facedown_server.storage.store import StoreFailed
from facedown_shared.text import _

log = structlog.get_logger(__name__)

MAX_SHOWN_S = 253_402_300_799
"""The last second of the year 9999: `datetime` shows no later one."""

READ_INTERVAL_S = 2.0
"""Seconds between two looks for restrictions of other nodes."""

LIFTED = "un"
"""The prefix of commands that lift a restriction."""


class RestrictionDesk:
    """Carries out the operator's commands ban, unban, mute, unmute and bans."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._reading = trio.Lock()
        """Held while restrictions are read and applied: the state read first must not replace a newer one."""
        self._is_applied = True
        """Whether those in force have been applied to every guest."""

    @property
    def _journal(self) -> Journal:
        store = self._lobby.server.store
        assert isinstance(store, Journal), "a server with an operator has a journal"
        return store

    async def run(self) -> None:
        """Read the restrictions of other nodes until cancelled."""
        is_reached = True
        while True:
            await trio.sleep(READ_INTERVAL_S)
            try:
                await self.read()
            except (StoreFailed, sql.exc.SQLAlchemyError) as failed:
                if is_reached:
                    log.warning("bans of other nodes could not be read", reason=type(failed).__name__)
                is_reached = False
            else:
                is_reached = True

    async def read(self) -> None:
        """Read the restrictions; new ones take effect at once. A server without a journal has none.

        Raises SQLAlchemyError.
        """
        if not isinstance(self._lobby.server.store, Journal):
            return
        async with self._reading:
            found = await trio.to_thread.run_sync(read_restrictions, self._journal.engine)
            has_changed = self._lobby.server.moderation.replace(found)
            self._is_applied = self._is_applied and not has_changed
            if not self._is_applied:
                await self._lobby.apply_bans()
                self._is_applied = True

    async def restrict(self, wish: OperatorCommand) -> OperatorReply:
        """Ban or mute a name, address or network, or lift that.

        Raises FacedownError, StoreFailed.
        """
        kind: Kind = "ban" if wish.do.endswith("ban") else "mute"
        is_lifted = wish.do.startswith(LIFTED)
        known = [each.target for each in self._lobby.server.moderation.active if each.kind == kind]
        # A ban of such a name, made by an older version, can still be lifted.
        target = wish.text if is_lifted and wish.text in known else restriction_target(wish.text)
        now = int(self._lobby.server.world.wall().timestamp())
        if is_lifted:
            unknown = _("{target} is not restricted; `bans` lists those who are.", target=target)
            target = find_name(target, known, unknown)
        made = Restriction(kind, target, now + wish.seconds if wish.seconds else 0)
        added = None if is_lifted else made
        await self._journal.writer.write(restriction_job(kind, target, added, now))
        try:
            await self.read()
        except sql.exc.SQLAlchemyError as failed:
            raise StoreFailed(str(failed)) from failed
        log.info("restriction changed by the operator", reason=wish.do)
        line, row = _line(made, is_lifted=is_lifted), _row(made, is_lifted=is_lifted)
        return OperatorReply((line,), rows=(row,))

    async def list_restrictions(self, wish: OperatorCommand) -> OperatorReply:
        """List the bans and mutes that hold."""
        found = self._lobby.server.moderation.active
        lines = tuple(map(_line, found)) or (_("Nobody is banned or muted."),)
        return OperatorReply(lines, rows=tuple(map(_row, found)))


def _line(each: Restriction, *, is_lifted: bool = False) -> str:
    if is_lifted:
        return _("{target} is free again.", target=each.target)
    state = _("banned") if each.kind == "ban" else _("muted")
    if not each.ends:
        return _("{target}: {state} for good.", target=each.target, state=state)
    time = datetime.fromtimestamp(min(each.ends, MAX_SHOWN_S), UTC).strftime("%Y-%m-%d %H:%M")
    return _("{target}: {state} until {time} UTC.", target=each.target, state=state, time=time)


def _row(each: Restriction, *, is_lifted: bool = False) -> dict[str, object]:
    return {"kind": each.kind, "target": each.target, "ends": each.ends or None, "lifted": is_lifted}
