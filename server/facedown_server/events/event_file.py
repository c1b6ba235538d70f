"""An event in a file: one row of its log on each line (JSON), on disk before anyone sees what it changes.

At the keyboard the file is the event. A server keeps the event in its journal, and copies each row to the
file, so that the keyboard can go on with it.

A last line without its end is what a crash left; no one has seen its act, and it is cut off.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from facedown_server.events.rules.acts import EventLogRow, decode_row, encode_row
from facedown_server.events.rules.course import EventCourse, run_log
from facedown_server.events.rules.faults import IllegalAct
from facedown_server.runtime.data_folder import PRIVATE_FILE_MODE

MAX_LINE_BYTES = 64 * 1024
MAX_FILE_BYTES = 64 * 1024 * 1024


class DamagedEventFile(Exception):
    """The file is no log of an event. `line` counts from 1."""

    def __init__(self, path: Path, line: int) -> None:
        super().__init__(f"{path}: line {line} is no act of an event")
        self.path, self.line = path, line


class EventFile:
    """The course of an event and the file that holds it. `lines`: of the file, as they were read."""

    def __init__(self, path: Path, course: EventCourse, lines: Sequence[str] = ()) -> None:
        self.path, self.course, self.lines = path, course, tuple(lines)

    def append(self, row: EventLogRow) -> None:
        """Check a row, store it, and only then add it.

        Raises IllegalAct if it cannot happen now, OSError if it cannot be stored.
        """
        self.course.check(row)
        write_lines(self.path, encode_row(row))
        self.course.append(row)


def create_event(path: Path, first: EventLogRow) -> EventFile:
    """Begin a new file.

    Raises IllegalAct, and FileExistsError if there is one.
    """
    course = EventCourse(first)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE_MODE))
    line = encode_row(first)
    write_lines(path, line)
    return EventFile(path, course, (line,))


def open_event(path: Path) -> EventFile:
    """Open a file and run its log.

    Raises DamagedEventFile, and OSError.
    """
    with path.open("rb") as file:
        data = file.read(MAX_FILE_BYTES + 1)
    whole, _, torn = data.rpartition(b"\n")
    if len(data) > MAX_FILE_BYTES or not whole:
        raise DamagedEventFile(path, 1)
    if torn:
        os.truncate(path, len(whole) + 1)
    lines = whole.split(b"\n")
    rows = list(_decode(path, lines))
    try:
        course = run_log(rows)
    except IllegalAct as error:
        raise DamagedEventFile(path, len(lines)) from error
    if not _is_moment(course.state.date):
        raise DamagedEventFile(path, 1)
    return EventFile(path, course, [line.decode() for line in lines])


def _is_moment(text: str) -> bool:
    """Return whether this is a date and time (ISO 8601) that says its distance from UTC."""
    with suppress(ValueError):
        return datetime.fromisoformat(text).tzinfo is not None
    return False


def _decode(path: Path, lines: list[bytes]) -> Iterator[EventLogRow]:
    for number, line in enumerate(lines, 1):
        try:
            if len(line) > MAX_LINE_BYTES:
                raise DamagedEventFile(path, number)
            yield decode_row(line)
        except (msgspec.MsgspecError, ValueError) as error:
            raise DamagedEventFile(path, number) from error


def write_lines(path: Path, *lines: str) -> None:
    """Append lines to a file; return when they are on disk.

    Raises OSError, and the file is unchanged then.
    """
    with path.open("ab") as file:
        end = file.tell()
        try:
            file.write("".join(f"{line}\n" for line in lines).encode())
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                os.truncate(path, end)  # the next line must not follow a part of this one
            raise
