"""The command that runs an event at the keyboard: open or create its file, then one line after another."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

import msgspec
import trio

from facedown_server.events.event_file import (
    MAX_FILE_BYTES,
    DamagedEventFile,
    EventFile,
    create_event,
    open_event,
)
from facedown_server.events.pairing.costs import PairingReply, PairingRequest
from facedown_server.events.pairing.process import pair_round
from facedown_server.events.rules.acts import EventCreated, EventLogRow
from facedown_server.events.rules.faults import IllegalAct
from facedown_server.events.rules.scoring import settings_for
from facedown_server.runtime.data_folder import try_lock
from facedown_server.runtime.world import World
from facedown_server.service.operating.event_desk import EventDesk
from facedown_server.service.operating.event_words import players_lines, round_lines
from facedown_shared.protocol.fairness import SECRET_BYTES
from facedown_shared.text import BadInput, Code, _

MAX_LINE_LETTERS = 2_000


def run_event(
    world: World, path: Path, name: str, game: str, changes: dict[str, int | str], say: Callable[[str], None],
    lines: Iterable[str] | None = None,
) -> None:  # fmt: skip
    """Run an event until `quit` or the end of the input.

    Raises BadInput.
    """
    if not path.exists():
        _create(world, path, name, game, changes)
    with _hold(path):
        _run_desk(world, _open(path), say, lines)


def _run_desk(world: World, file: EventFile, say: Callable[[str], None], lines: Iterable[str] | None) -> None:
    created = datetime.fromisoformat(file.course.state.date)
    desk = EventDesk(file, lambda: max(0.0, (world.wall() - created).total_seconds()), _pair)
    for line in _welcome(desk):
        say(line)
    for line in iter(partial(sys.stdin.readline, MAX_LINE_LETTERS), "") if lines is None else lines:
        for answer in desk.handle(line):
            say(answer)
        if desk.ended:
            return


@contextmanager
def _hold(path: Path) -> Iterator[None]:
    """Keep a second desk off the file. Windows locks bytes, so this is one behind the end of any log."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError as error:
        raise _unusable(path, error) from error
    try:
        os.lseek(descriptor, MAX_FILE_BYTES + 1, os.SEEK_SET)
        if not try_lock(descriptor):
            raise BadInput(Code.BAD_FILE, _("{file} is open at another keyboard: type there.", file=path))
        yield
    finally:
        os.close(descriptor)


def _pair(request: PairingRequest) -> PairingReply:
    return trio.run(pair_round, request)


def _create(world: World, path: Path, name: str, game: str, changes: dict[str, int | str]) -> None:
    settings = msgspec.structs.replace(settings_for(game), **changes)
    date = world.wall().isoformat(timespec="seconds")
    created = EventCreated(name or path.stem, date, world.entropy(SECRET_BYTES).hex(), settings)
    try:
        create_event(path, EventLogRow(0, "organizer", created))
    except IllegalAct as error:
        raise BadInput(
            Code.BAD_SETTING,
            _("The name may have 60 letters; best of 1, 3 or 5; 1 to 240 minutes; up to 20 rounds."),
        ) from error
    except OSError as error:
        raise _unusable(path, error) from error


def _open(path: Path) -> EventFile:
    try:
        return open_event(path)
    except DamagedEventFile as error:
        raise BadInput(
            Code.BAD_FILE,
            _("{file}, line {line}: this is no log of an event. Choose another file, or remove the line.",
              file=path, line=error.line),
        ) from error  # fmt: skip
    except OSError as error:
        raise _unusable(path, error) from error


def _unusable(path: Path, error: OSError) -> BadInput:
    why = error.strerror or str(error)
    return BadInput(Code.BAD_FILE, _("{file} cannot be written: {why}", file=path, why=why))


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
