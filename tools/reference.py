"""Write the lists of docs/reference/{settings,metrics,log-events}.md: `python -m tools.reference`.

A list stands between `<!-- table: NAME -->` and `<!-- end -->`. Settings come from the type of the
server's configuration, metrics from the meanings beside the code that counts, log events from the calls that
write them. A test requires the pages to be up to date.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from facedown_server.service.admin import GAUGES, HISTOGRAMS, MEANINGS
from facedown_server.service.config import Config, SettingType, setting
from facedown_shared.text import ENGLISH, use_language
from tools.protocol import TABLE, list_text

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "reference"
PAGES = ("settings.md", "metrics.md", "log-events.md")
SOURCES = ("server/facedown_server", "shared/facedown_shared")

LEVELS = ("error", "warning", "info", "debug")
METHODS = {**{level: level for level in LEVELS}, "exception": "error"}
"""Methods of a log, and the level each writes."""


def page(text: str) -> str:
    """Return the page with every list as the code is now."""
    return TABLE.sub(lambda found: f"{found[1]}{_list(found[2])}{found[3]}", text)


def _list(name: str) -> str:
    match name:
        case "settings":
            return list_text(dict(_settings()))
        case "counters":
            return list_text({f"facedown_{name}_total": said for name, said in MEANINGS.items()})
        case "gauges":
            return list_text({f"facedown_{name}": said for name, said in GAUGES.items()})
        case "histograms":
            return list_text({f"facedown_{name}": said for name, said in HISTOGRAMS.items()})
        case _:
            found = [event for event in log_events() if event.level == name]
            return "".join(f"- `{event.text}`{_name_list(event.fields)}\n" for event in found)


def _name_list(fields: tuple[str, ...]) -> str:
    return f" ({', '.join(f'`{name}`' for name in fields)})" if fields else ""


def _settings() -> Iterator[tuple[str, str]]:
    with use_language([ENGLISH]):
        for name, default in ((name, getattr(Config(), name)) for name in Config.__struct_fields__):
            row = setting(name)
            values, meaning = _values(row, default), row.meaning.replace("; may be given more than once", "")
            written = "" if default in (None, "", ()) else f" = {_toml(default)}"
            yield f"{name}{written}", f"{meaning.removesuffix('.')}{values and f' ({values})'}"


def _toml(default: object) -> str:
    if isinstance(default, tuple):
        return f"[{', '.join(map(_toml, default))}]"
    return json.dumps(default)


def _values(row: SettingType, default: object) -> str:
    """Return the allowed values of a setting in a few words; "" if the default shows them."""
    if row.words:
        return ", ".join(f"`{word}`" for word in row.words)
    if row.limits.le:
        return f"{row.limits.ge:,} to {row.limits.le:,}"
    if row.limits.max_length:
        return f"{row.limits.min_length}–{row.limits.max_length} letters"
    return "a list" if default == () else ""


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
    """Write the lists of every page."""
    for name in PAGES:
        path = FOLDER / name
        path.write_text(page(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
