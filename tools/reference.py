"""Write the tables of docs/reference/{settings,metrics,log-events}.md: `python -m tools.reference`.

A table stands between `<!-- table: NAME -->` and `<!-- end -->`. Settings come from the type of the server's
configuration, metrics from the meanings beside the code that counts, log events from the calls that write
them. A test requires the pages to be up to date.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from facedown_server.service.admin import GAUGES, MEANINGS
from facedown_server.service.config import Config, setting
from facedown_shared.text.language import ENGLISH, speaking
from tools.protocol import TABLE, table_text

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "reference"
PAGES = ("settings.md", "metrics.md", "log-events.md")
SOURCES = ("server/facedown_server", "shared/facedown_shared")

LEVELS = ("error", "warning", "info", "debug")
METHODS = {**{level: level for level in LEVELS}, "exception": "error"}
"""Methods of a log, and the level each writes."""


def page(text: str) -> str:
    """Return the page with every table as the code is now."""
    return TABLE.sub(lambda found: f"{found[1]}{_table(found[2])}{found[3]}", text)


def _table(name: str) -> str:
    match name:
        case "settings":
            return table_text([("setting", "default", "values", "what it does"), *_settings()])
        case "counters":
            rows = [(f"`facedown_{name}_total`", said) for name, said in MEANINGS.items()]
            return table_text([("counter", "meaning"), *rows])
        case "gauges":
            rows = [(f"`facedown_{name}`", said) for name, said in GAUGES.items()]
            return table_text([("gauge", "meaning"), *rows])
        case _:
            found = [event for event in log_events() if event.level == name]
            rows = [(f"`{event.text}`", ", ".join(f"`{key}`" for key in event.fields)) for event in found]
            return table_text([("event", "fields"), *rows])


def _settings() -> Iterator[tuple[str, ...]]:
    with speaking([ENGLISH]):
        for name, default in ((name, getattr(Config(), name)) for name in Config.__struct_fields__):
            row = setting(name)
            yield f"`{name}`", _written(default), row.allowed, row.meaning


def _written(default: object) -> str:
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, tuple):
        return ", ".join(f"`{one}`" for one in default)
    return "" if default in (None, "") else f"`{default}`"


class LogEvent(NamedTuple):
    """One event that the server logs: its level, its text, the fields it names."""

    level: str
    text: str
    fields: tuple[str, ...]


def log_events(root: Path = ROOT) -> list[LogEvent]:
    """Return every event once, by level and text, read from the calls `log.LEVEL("event", field=…)`."""
    found: dict[tuple[str, str], set[str]] = {}
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*.py")):
            for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if (event := _event(call)) is not None:
                    found.setdefault(event[:2], set()).update(event.fields)
    events = [LogEvent(level, text, tuple(sorted(fields))) for (level, text), fields in found.items()]
    return sorted(events, key=lambda event: (LEVELS.index(event.level), event.text))


def _event(call: ast.AST) -> LogEvent | None:
    match call:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="log"), attr=method),
            args=[ast.Constant(value=str(text))],
            keywords=keywords,
        ) if method in METHODS:
            named = (word.arg for word in keywords if word.arg not in (None, "exc_info"))
            return LogEvent(METHODS[method], text, tuple(filter(None, named)))
    return None


def main() -> None:
    """Write the tables of every page."""
    for name in PAGES:
        path = FOLDER / name
        path.write_text(page(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
