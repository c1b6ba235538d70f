"""Public state of a table besides its duel: its seats, its match, its row in the lobby."""

from __future__ import annotations

import math
from datetime import datetime

from msgspec.structs import replace

from facedown_server.room.match.lifecycle import MatchLifecycle
from facedown_server.room.match.runner import MatchRunner
from facedown_server.room.people.entrance import can_play
from facedown_server.room.people.seats import PlayerSeat
from facedown_server.room.people.table_context import TableContext
from facedown_shared.protocol.messages import LobbyRow, SeatInfo, TableInfo


def table_info(table: TableContext, lifecycle: MatchLifecycle) -> TableInfo:
    """Return the public state of a table, the same for all guests."""
    runner = lifecycle.runner
    line = runner.match.rewinder if runner else None
    return TableInfo(
        code=table.code,
        format=table.settings.format,
        best_of=table.settings.best_of,
        stage=lifecycle.stage,
        seats=(_seat_info(table, lifecycle, 0), _seat_info(table, lifecycle, 1)),
        spectators=table.watchers.told,
        host=table.seats[table.host].name,
        duel=runner.match.number if runner else 0,
        paused=bool(runner and runner.paused),
        proposal=str(lifecycle.proposals),
        proposal_number=lifecycle.proposals.number,
        terms=table.terms,
        ticking=runner.clocks.running_seat(table.now) if runner else -1,
        note=table.note,
        mode=table.settings.mode,
        alone=table.is_alone,
        banlist=table.settings.banlist,
        point_cap=table.server.point_cap(table.settings),
        step=line.step if line else 0,
        steps=len(line.line) if line else 0,
        watching=table.watchers.counted if table.watchers.counted > len(table.watchers.told) else 0,
        chooser=runner.match.chooser if runner and runner.match.toss and not table.is_alone else -1,
        life=table.starting_life,
        elapsed=_match_time(table, runner),
        open_hands=table.settings.open_hands and not table.is_alone,
        level=table.settings.level,
    )


def _seat_info(table: TableContext, lifecycle: MatchLifecycle, number: int) -> SeatInfo:
    seat, runner = table.seats[number], lifecycle.runner
    left = runner.clocks.seconds_left(number, table.now) if runner else table.settings.clock.bank
    sided = runner is not None and lifecycle.stage == "siding" and not runner.is_prompted(number)
    return SeatInfo(
        name=table.names[number] if table.is_alone else seat.name,
        present=seat.guest is not None or seat.expected_by is not None,
        overdue=seat.overdue and lifecycle.is_running,
        ready=seat.ready or sided,
        deck=seat.deck is not None,
        counts=seat.deck.counts if seat.deck else None,  # numbers only (GAP-V10)
        wins=runner.match.wins[number] if runner else 0,
        clock=round(float(left), 1),
        absence=_absence(seat, table.now),
        cannot_play=_cannot_play(table, seat),
    )


def _cannot_play(table: TableContext, seat: PlayerSeat) -> bool:
    return seat.guest is not None and not can_play(seat.guest, table.settings)


def _match_time(table: TableContext, runner: MatchRunner | None) -> float | None:
    """Return the seconds since the running match began, where players have their cards on paper."""
    if runner is None or runner.is_over or not table.rules.on_paper:
        return None
    began = datetime.fromisoformat(runner.header.made)
    return round(max(0.0, (table.server.world.wall() - began).total_seconds()), 1)


def _absence(seat: PlayerSeat, now: float) -> float:
    """Return the seconds that the seat's player may still be away; -1 while they do not run down."""
    left = seat.absence.empty_at - now
    return round(max(0.0, left), 1) if left < math.inf else -1.0


def has_changed(info: TableInfo, sent: TableInfo | None) -> bool:
    """Return whether the state has changed in more than the seconds of an absence or of the match, which
    clients count themselves.
    """
    if sent is None:
        return True
    seats = zip(info.seats, sent.seats, strict=True)
    if (info.elapsed is None) != (sent.elapsed is None):
        return True
    if any((new.absence < 0) != (old.absence < 0) for new, old in seats):
        return True
    one, other = (replace(new, absence=old.absence) for new, old in zip(info.seats, sent.seats, strict=True))
    return replace(info, seats=(one, other), elapsed=sent.elapsed) != sent


def lobby_row(table: TableContext, lifecycle: MatchLifecycle) -> LobbyRow:
    """Return the table's row in the lobby's list."""
    settings = table.settings
    return LobbyRow(
        code=table.code,
        host=table.seats[table.host].name,
        format=settings.format,
        best_of=settings.best_of,
        stage=lifecycle.stage,
        spectators=table.watchers.counted,
        locked=bool(table.kept.lock),
        clock=settings.clock,
        mode=settings.mode,
        banlist=settings.banlist,
        point_cap=table.server.point_cap(settings),
        opponent=table.seats[1 - table.host].name,
        life=table.starting_life,
        cannot_play=any(_cannot_play(table, seat) for seat in table.seats),
    )
