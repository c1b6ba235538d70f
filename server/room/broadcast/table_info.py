"""What everybody is told of a table besides the duel: who sits there, how it stands, its row in the list."""

from __future__ import annotations

from server.room.match.lifecycle import Course
from server.room.table_context import Desk
from shared.protocol.messages import Row, SeatInfo, TableInfo


def table_info(desk: Desk, course: Course) -> TableInfo:
    """The table as everybody at it sees it."""
    play = course.play
    line = play.match.line if play else None
    return TableInfo(
        code=desk.code,
        format=desk.settings.format,
        best_of=desk.settings.best_of,
        stage=course.stage,
        seats=(_seat_info(desk, course, 0), _seat_info(desk, course, 1)),
        spectators=tuple(guest.shown for guest in desk.audience.spectators),
        host=desk.seats[desk.host].name,
        duel=play.match.number if play else 0,
        paused=bool(play and play.paused),
        proposal=str(course.consent),
        ticking=play.clocks.ticking(desk.now) if play else -1,
        note=desk.note,
        mode=desk.settings.mode,
        alone=desk.is_alone,
        step=line.step if line else 0,
        steps=len(line.line) if line else 0,
        chooser=play.match.chooser if play and play.match.toss and not desk.is_alone else -1,
    )


def _seat_info(desk: Desk, course: Course, number: int) -> SeatInfo:
    seat, play = desk.seats[number], course.play
    left = play.clocks.left(number, desk.now) if play else desk.settings.clock.bank
    sided = play is not None and course.stage == "siding" and not play.is_asked(number)
    return SeatInfo(
        name=desk.names[number] if desk.is_alone else seat.name,
        present=seat.guest is not None,
        overdue=seat.overdue and course.is_running,
        ready=seat.ready or sided,
        deck=seat.deck is not None,
        counts=seat.counts,
        wins=play.match.wins[number] if play else 0,
        clock=round(float(left), 1),
    )


def row_of(desk: Desk, course: Course) -> Row:
    """The table in the lobby's list."""
    settings = desk.settings
    return Row(
        code=desk.code,
        host=desk.seats[desk.host].name,
        format=settings.format,
        best_of=settings.best_of,
        stage=course.stage,
        spectators=len(desk.audience.spectators),
        locked=bool(desk.kept.lock),
        clock=settings.clock,
        mode=settings.mode,
    )
