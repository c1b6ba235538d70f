"""Open, create and lock an event's file for the person who starts it: every failure is one sentence."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from facedown_server.events.event_file import (
    MAX_FILE_BYTES,
    MAX_LINE_BYTES,
    DamagedEventFile,
    EventFile,
    create_event,
    open_event,
    write_lines,
)
from facedown_server.events.rules.acts import EventCreated, EventLogRow
from facedown_server.events.rules.faults import IllegalAct
from facedown_server.events.rules.scoring import settings_for
from facedown_server.runtime.data_folder import try_lock
from facedown_server.runtime.world import World
from facedown_shared.protocol.fairness import SECRET_BYTES
from facedown_shared.text import BadInput, Code, _, gettext_noop

DEFAULT_GAME = "friendly"
NOT_STORED = gettext_noop("This could not be stored, so it does not count: the disk may be full.")


def create_file(world: World, path: Path, name: str, game: str, changes: dict[str, int | str]) -> None:
    """Create the file of a new event. Without a name, the event is called like its file.

    Raises BadInput.
    """
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
        raise unusable(path, error) from error


def first_line(path: Path) -> str:
    """Return the first line of an event's file, which no other event has. Changes nothing.

    Raises BadInput.
    """
    try:
        with path.open("rb") as file:
            line = file.readline(MAX_LINE_BYTES)
    except OSError as error:
        raise unusable(path, error) from error
    return line.rstrip(b"\n").decode("utf-8", "replace")


def add_lines(path: Path, lines: Sequence[str]) -> None:
    """Append lines to an event's file.

    Raises BadInput.
    """
    try:
        write_lines(path, *lines)
    except OSError as error:
        raise unusable(path, error) from error


def open_file(path: Path) -> EventFile:
    """Open an event's file and run its log.

    Raises BadInput.
    """
    try:
        return open_event(path)
    except DamagedEventFile as error:
        raise BadInput(
            Code.BAD_FILE,
            _("{file}, line {line}: this is no log of an event. Choose another file, or remove the line.",
              file=path, line=error.line),
        ) from error  # fmt: skip
    except OSError as error:
        raise unusable(path, error) from error


@contextmanager
def hold_file(path: Path) -> Iterator[None]:
    """Keep a second keyboard or server off the file. Windows locks bytes, so this is one behind the end of
    any log.

    Raises BadInput.
    """
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError as error:
        raise unusable(path, error) from error
    try:
        os.lseek(descriptor, MAX_FILE_BYTES + 1, os.SEEK_SET)
        if not try_lock(descriptor):
            raise BadInput(Code.BAD_FILE, _("{file} is open at another keyboard: type there.", file=path))
        yield
    finally:
        os.close(descriptor)


def unusable(path: Path, error: OSError) -> BadInput:
    """Return the error of a file that the system refuses."""
    why = error.strerror or str(error)
    return BadInput(Code.BAD_FILE, _("{file} cannot be written: {why}", file=path, why=why))
