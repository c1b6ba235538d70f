"""The command that runs an event at the keyboard: open or create its file, then one line after another."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from pathlib import Path

import trio

from facedown_server.events.desk.desk import EventDesk
from facedown_server.events.desk.words import players_lines, round_lines
from facedown_server.events.event_access import create_file, hold_file, open_file
from facedown_server.events.event_file import EventFile
from facedown_server.events.pairing.process import pair_round
from facedown_server.events.rules.acts import AnyAct, EventLogRow
from facedown_server.runtime.world import World
from facedown_shared.text import _

MAX_LINE_LETTERS = 2_000


def run_event(
    world: World, path: Path, name: str, game: str, changes: dict[str, int | str], say: Callable[[str], None],
    lines: Iterable[str] | None = None,
) -> None:  # fmt: skip
    """Run an event until `quit` or the end of the input.

    Raises BadInput.
    """
    if not path.exists():
        create_file(world, path, name, game, changes)
    with hold_file(path):
        _run_desk(world, open_file(path), say, lines)


def _run_desk(world: World, file: EventFile, say: Callable[[str], None], lines: Iterable[str] | None) -> None:
    created = datetime.fromisoformat(file.course.state.date)

    def now_s() -> float:
        return max(0.0, (world.wall() - created).total_seconds())

    async def add(act: AnyAct) -> None:
        file.append(EventLogRow(now_s(), "organizer", act))

    desk = EventDesk(lambda: file.course, add, now_s, pair_round)
    for line in _welcome(desk):
        say(line)
    for line in iter(partial(sys.stdin.readline, MAX_LINE_LETTERS), "") if lines is None else lines:
        for answer in trio.run(desk.handle, line):
            say(answer)
        if desk.ended:
            return


def _welcome(desk: EventDesk) -> list[str]:
    state = desk.state
    lines = [
        _(
            "{name}: best of {count}. `help` lists the commands.",
            name=state.name,
            count=state.settings.best_of,
        )
    ]
    if state.players:
        lines += players_lines(state)[:1]
    if state.round is not None:
        lines += round_lines(state, state.round)
    return lines
