"""How the server logs: one line an event, with its table and seat, as JSON or for people. Where several
servers share a database, a line has its server's name, and the epoch of the table it speaks of.

A line is one line, whatever a client or a file says: control and format characters stand escaped.

A line never holds a hidden card: events carry names and numbers, `MAX_MUTANTS_PER_ROW` is the list of what
may stand on a line, and of a mistake there are its type and its place, never its text.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, TextIO, cast

import structlog

from facedown_shared.text.plain_text import escaped

TOLD = frozenset({
    # of every line
    "event", "level", "logger", "timestamp",
    # where it happened
    "node", "table", "epoch", "seat", "peer", "log", "path", "port", "address", "addresses", "folder",
    # numbers and words that tell nothing hidden
    "acts", "after", "bytes", "code", "connections", "count", "duels", "error", "format", "found", "name",
    "number", "reason", "seconds", "seq", "stage", "tables", "version", "where",
})  # fmt: skip
"""Every key a line may carry. Any other is left out, and the line names what was left out."""

Event = MutableMapping[str, Any]


def set_up(level: str = "info", form: str = "auto", stream: TextIO | None = None) -> None:
    """Log from here on: `form` is "json", "console", or "auto" (console on a terminal)."""
    out = sys.stderr if stream is None else stream
    as_json = form == "json" or (form == "auto" and not out.isatty())
    minimum = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            tell_place,
            structlog.processors.add_log_level,
            allow_told,
            escape_controls,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(sort_keys=True)
            if as_json
            else structlog.dev.ConsoleRenderer(colors=out.isatty(), pad_event_to=0),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(minimum),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, _LossyStream(out))),
        cache_logger_on_first_use=False,
    )
    _quieten(out)


_place: ContextVar[tuple[str, Callable[[str], int]]] = ContextVar("place", default=("", lambda _: 0))
"""The name of this server among several, and its epochs of tables; tasks have it of who starts them."""


def at_node(name: str, epoch: Callable[[str], int] = lambda _: 0) -> None:
    """From here on, in this task and those it starts: put the name of this server on every line, and on those
    of a table its epoch, 0 where that is not here."""
    _place.set((name, epoch))


def tell_place(_logger: object, _method: str, event: Event) -> Event:
    """Say which of several servers speaks, and at which epoch it has the table that it speaks of."""
    name, epoch = _place.get()
    if name:
        event.setdefault("node", name)
        if code := event.get("table"):
            event.setdefault("epoch", epoch(str(code)))
    return event


def bind(**told: object) -> None:
    """Put these on every line of the task from here on: `table`, `seat`."""
    structlog.contextvars.bind_contextvars(**told)


def allow_told(_logger: object, _method: str, event: Event) -> Event:
    """Leave out what is not on the list; of an exception its type and place stay."""
    bug = event.pop("exc_info", None)
    if bug is True:
        bug = sys.exc_info()[1]
    if isinstance(bug, BaseException):
        event.update(error=type(bug).__name__, where=where(bug))
    dropped = sorted(key for key in event if key not in TOLD)
    for key in dropped:
        del event[key]
    if dropped:
        event["event"] = f"{event['event']} (left out: {', '.join(dropped)})"
    return event


def escape_controls(_logger: object, _method: str, event: Event) -> Event:
    """Write what acts on a terminal, or ends a line, as an escape: names and reasons come from outside."""
    for key, value in event.items():
        event[key] = _escaped(value)
    return event


def _escaped(value: Any) -> Any:
    if isinstance(value, str):
        return escaped(value)
    if isinstance(value, Mapping):
        return {_escaped(key): _escaped(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_escaped(one) for one in value]
    return value if value is None or isinstance(value, bool | int | float) else escaped(str(value))


class _OneLine(logging.Formatter):
    """What a library logs, escaped like a line of ours."""

    def format(self, record: logging.LogRecord) -> str:
        """The whole record, its traceback too, on one line."""
        return escaped(super().format(record))


def where(bug: BaseException) -> list[str]:
    """The places of an exception's traceback, without its text: that could name a hidden card."""
    while isinstance(bug, BaseExceptionGroup):
        bug = bug.exceptions[0]
    return [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(bug.__traceback__)]


class _LossyStream:
    """A stream that drops what it cannot write: a full disk under the log ends no table."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._out.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._out.flush()


def _quieten(out: TextIO) -> None:
    """Libraries log by themselves: only their warnings are heard, as lines of ours."""
    handler = logging.StreamHandler(out)
    handler.setFormatter(_OneLine("%(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    for name, level in QUIET.items():
        logging.getLogger(name).setLevel(level)


QUIET: Mapping[str, int] = {
    "websockets": logging.CRITICAL,
    "websockets.server": logging.ERROR,
    "zeroconf": logging.ERROR,
    "sqlalchemy": logging.ERROR,
    "psycopg": logging.ERROR,
}
"""Libraries, and the lowest level at which their logs are kept."""
