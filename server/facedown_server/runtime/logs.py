"""The server's log: one line an event, with table and seat, as JSON or for people.

Where servers share a database, a line also holds the node's name and the table's epoch. Control and format
characters from clients or files are escaped, so that a line stays one line.

A line never holds a hidden card: events carry names and numbers, `TOLD` lists every allowed key, and of an
exception only type and place are logged, never its text.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, TextIO, cast

import structlog

from facedown_shared.text.plain_text import escape_unprintable

TOLD = frozenset({
    # of every line
    "event", "level", "logger", "timestamp",
    # where it happened
    "node", "table", "epoch", "seat", "peer", "log", "path", "port", "address", "addresses", "folder",
    # Numbers and words that disclose nothing hidden.
    "acts", "after", "bytes", "code", "connections", "count", "duels", "error", "format", "found", "name",
    "number", "reason", "seconds", "seq", "stage", "tables", "version", "where",
})  # fmt: skip
"""Keys that a line may hold. Other keys are left out; the line names them."""

Event = MutableMapping[str, Any]


@contextmanager
def table_context(code: str) -> Iterator[None]:
    """Log in a connection's task like the task of this table: with its code, and without the peer."""
    tokens = structlog.contextvars.bind_contextvars(table=code, peer=...)  # ... is a value that is not logged
    try:
        yield
    finally:
        structlog.contextvars.reset_contextvars(**tokens)


def set_up_logging(
    level: str = "info", form: str = "auto", stream: TextIO | None = None, *, addresses: bool = True
) -> None:
    """Start logging: `form` is "json", "console", or "auto" (console on a terminal).

    `addresses`: log the IP addresses of clients.
    """
    out = sys.stderr if stream is None else stream
    as_json = form == "json" or (form == "auto" and not out.isatty())
    minimum = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            add_place,
            structlog.processors.add_log_level,
            drop_unlisted_keys,
            *([] if addresses else [drop_peer]),
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
"""The node's name and its epochs of tables; tasks inherit it."""


def bind_node(name: str, epoch: Callable[[str], int] = lambda _: 0) -> None:
    """Add this node's name to every line of this task and its children, and to lines of a table its epoch.

    The epoch is 0 for a table that is not on this node.
    """
    _place.set((name, epoch))


def add_place(_logger: object, _method: str, event: Event) -> Event:
    """Add the node's name and the table's epoch to a line."""
    name, epoch = _place.get()
    if name:
        event.setdefault("node", name)
        if code := event.get("table"):
            event.setdefault("epoch", epoch(str(code)))
    return event


def drop_unlisted_keys(_logger: object, _method: str, event: Event) -> Event:
    """Remove keys that are not in the list; of an exception type and place stay."""
    bug = event.pop("exc_info", None)
    if bug is True:
        bug = sys.exc_info()[1]
    if isinstance(bug, BaseException):
        event.update(error=type(bug).__name__, where=traceback_lines(bug))
    dropped = sorted(key for key in event if key not in TOLD)
    for key in dropped:
        del event[key]
    if dropped:
        event["event"] = f"{event['event']} (left out: {', '.join(dropped)})"
    return event


def drop_peer(_logger: object, _method: str, event: Event) -> Event:
    """Remove the client's IP address from a line."""
    event.pop("peer", None)
    return event


def escape_controls(_logger: object, _method: str, event: Event) -> Event:
    """Escape line ends and terminal control characters: names and reasons come from outside."""
    for key, value in event.items():
        event[key] = _escape(value)
    return event


def _escape(value: Any) -> Any:
    if isinstance(value, str):
        return escape_unprintable(value)
    if isinstance(value, Mapping):
        return {_escape(key): _escape(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_escape(one) for one in value]
    return value if value is None or isinstance(value, bool | int | float) else escape_unprintable(str(value))


class _OneLine(logging.Formatter):
    """Formats a library's log record, escaped like our own lines."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the whole record on one line, including its traceback."""
        return escape_unprintable(super().format(record))


def traceback_lines(bug: BaseException) -> list[str]:
    """Return the lines of an exception's traceback, without its text, which could name a hidden card."""
    while isinstance(bug, BaseExceptionGroup):
        bug = bug.exceptions[0]
    return [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(bug.__traceback__)]


class _LossyStream:
    """A stream that drops failed writes: a full disk under the log ends no table."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._out.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._out.flush()


def _quieten(out: TextIO) -> None:
    """Log only warnings of libraries, in our own line format."""
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
"""Libraries, and the lowest level of their log records that are written."""
