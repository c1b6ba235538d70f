"""A replay out of a match's log: the log is run again, and every frame taken down as spectators see it."""

from __future__ import annotations

from msgspec.structs import replace

from server.match import Match
from server.referee import Frame
from server.room.match.lifecycle import stored_setup
from server.room.match.match_log import run_again
from server.room.server_context import ServerContext
from server.store.store import StoredLog
from server.table import sight
from shared.replay import Head, ReplayWriter
from shared.view import View
from shared.zones import PUBLIC

REST = 0.01
"""Seconds in which others have the server to themselves, after each few milliseconds of making one."""


class _Spectator:
    """Sees a match as its log is run again."""

    def __init__(self) -> None:
        self.writer = ReplayWriter()
        self._view: View | None = None

    def see(self, match: Match, frame: Frame) -> None:
        """Take down a frame, if it shows more than who is asked: windows that closed at once were told to
        nobody, and the log does not say which these were."""
        if not match.begun:
            return
        self.writer.duel(match.number)
        view = sight.view(match.state, PUBLIC)
        told = tuple(sight.redact(event, PUBLIC) for event in frame.events)
        old = self._view
        if told or old is None or replace(view, waiting=()) != replace(old, waiting=()):
            self.writer.add(view, told)
        self._view = view


async def public_replay(stored: StoredLog, server: ServerContext) -> bytes:
    """The file of a match that is over; empty if nobody played a duel of it. Raises Differs where this
    engine makes something else of the log."""
    header, spectator = stored.header, _Spectator()
    setup = stored_setup(header, server.pool)
    await run_again(server.match(setup), setup, stored, server.world, recall=spectator.see, rest=REST)
    writer, settings = spectator.writer, header.settings
    if not any(writer.results):
        return b""
    return writer.written(
        Head(
            sides=(PUBLIC,), names=header.names, format=settings.format, mode=settings.mode,
            best_of=settings.best_of, made=header.made,
        )
    )  # fmt: skip
