"""Replays made from a match's log: the log is run again, and every frame is recorded as its viewers see it.

The public replay has the Views of spectators. The opened replay needs both players' consent: it has the Views
of both players, and all steps of each duel.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import trio
from msgspec.structs import replace

from facedown_server.refereeing import log_codec
from facedown_server.refereeing.match import Match
from facedown_server.refereeing.referee import Frame
from facedown_server.room.match.fair_throws import throws_of_header
from facedown_server.room.match.lifecycle import stored_setup
from facedown_server.room.match.match_log import replay_log
from facedown_server.room.replays.solo_lines import Courses
from facedown_server.room.server_context import ServerContext
from facedown_server.storage.store import Header, StoredLog
from facedown_server.table import State, sight
from facedown_shared.replay import Head, ReplayWriter, ThrowsRow
from facedown_shared.tables import PUBLIC_CLASS_INDEX, Seat, View

GiveWay = Callable[[], Awaitable[None]]
"""Function that is awaited after each act, so that other logs may go on."""

PAUSE_BETWEEN_SLICES_S = 0.01
"""Seconds that other tasks have the CPU, after each few milliseconds of making a replay."""


class _Viewers:
    """Recorder of the Views and events of a match while its log is run again."""

    def __init__(self, *seats: Seat) -> None:
        self.writer = ReplayWriter()
        self.steps = 0
        """The number of acts of the match; 0 where it is not disclosed."""
        self._noted = 0
        self._views: dict[Seat, View | None] = dict.fromkeys(seats)
        self._seen: State | None = None
        """The state that the Views were taken from. Another duel has another state."""
        self._touches = 0

    def record_frame(self, match: Match, frame: Frame) -> None:
        """Record a frame for each viewer who sees a change other than which player is prompted.

        Windows that closed at once were never sent, and the log does not say which these were.
        """
        if not match.has_begun:
            return
        self.writer.duel(match.number)
        state = match.state
        is_renewed = state is self._seen
        glance = sight.Glance(state, self._touches if is_renewed else 0)
        self._seen, self._touches = state, state.touches
        for seat, old in self._views.items():
            view = sight.renew_view(glance, old) if is_renewed and old else sight.view(state, seat)
            events = tuple(sight.redact(event, seat) for event in frame.events)
            if events or old is None or replace(view, waiting=()) != replace(old, waiting=()):
                self._note_steps()
                self.writer.add(view, events)
            self._views[seat] = view

    def _note_steps(self) -> None:
        if self._noted != self.steps:
            self._noted = self.steps
            self.writer.act(self.steps)


async def public_replay(
    stored: StoredLog, server: ServerContext, give_way: GiveWay = trio.lowlevel.checkpoint
) -> bytes:
    """Return the public replay file of a finished match; empty if no duel was played.

    Raises Differs if this engine runs the log differently.
    """
    header, viewers = stored.header, _Viewers(PUBLIC_CLASS_INDEX)
    setup = stored_setup(header, server.pool)
    match = server.match(setup)
    await replay_log(
        match,
        setup,
        stored,
        server.world,
        recall=viewers.record_frame,
        between=give_way,
        pause_s=PAUSE_BETWEEN_SLICES_S,
    )
    return _file_bytes(viewers, header, match)


async def opened_replay(
    stored: StoredLog, server: ServerContext, give_way: GiveWay = trio.lowlevel.checkpoint
) -> bytes:
    """Return the opened replay file, with both players' Views, the throws, and each duel as a line for solo
    play.

    Call it only after both players have agreed to it.
    """
    header, viewers = stored.header, _Viewers(0, 1)
    setup = stored_setup(header, server.pool)
    match = server.match(setup)
    courses = Courses(match)
    acts = iter([None, *(log_codec.act(row.seat, row.origin, row.body) for row in stored.rows)])

    def note_act() -> None:
        if (act := next(acts)) is not None:
            courses.add_act(act)
        viewers.steps = courses.steps

    await replay_log(
        match, setup, stored, server.world, recall=viewers.record_frame, before=note_act,
        between=give_way, pause_s=PAUSE_BETWEEN_SLICES_S
    )  # fmt: skip
    throws = throws_of_header(header)
    pledge, shares, opened = throws.pledge(), throws.shares_message(), throws.opened_data(match, (0, 1))
    viewers.writer.add_throws(
        ThrowsRow(
            pledge.commitments, pledge.seals, shares.shares, opened.secrets, opened.throws,
            tuple((trail.duel, trail.seat, trail.cards, trail.steps) for trail in opened.trails),
        )
    )  # fmt: skip
    for number, text in await courses.lines(server):
        viewers.writer.add_line(number, text)
    return _file_bytes(viewers, header, match, is_opened=True)


def _file_bytes(viewers: _Viewers, header: Header, match: Match, *, is_opened: bool = False) -> bytes:
    """Return the replay file; empty if there is nothing in it."""
    writer, settings = viewers.writer, header.settings
    if not any(writer.results):
        return b""
    result = match.result()
    is_conceded = settings.best_of > 1 and result is not None and result.reason == "concede"
    return writer.file_bytes(
        Head(
            sides=(0, 1) if is_opened else (PUBLIC_CLASS_INDEX,), names=header.names, format=settings.format,
            mode=settings.mode, best_of=settings.best_of, made=header.made, is_opened=is_opened,
            match_result=str(result) if is_conceded else "",
        )
    )  # fmt: skip
