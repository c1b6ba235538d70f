"""Read the rows of the rules ledger, the lists in docs/reference/rules, its only source.

Beside them, why nothing can test some of the rows (reasons.toml, reasons_by_hand.toml).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULES = "docs/reference/rules"
NOT_THE_LEDGER = ("README.md", "tests.md")
"""Pages about the rows: how to use them, and the one that `tests.ledger.pages` makes."""

FORMATS = ("master", "classic", "Flesh and Blood")
ROW = re.compile(r'- <a id="(?P<name>[^"]+)"></a>(?P=name)(?: \((?P<formats>[^)]+)\))?: (?P<text>.+)')
"""A rule as its page has it: name, its formats if they are not those of the section, text."""
SECTION = re.compile(r"Formats: (.+)\.")
"""The formats of the rows after this line."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the ledger; `page` is the name of its page, without its ending."""

    name: str
    page: str
    text: str
    formats: tuple[str, ...]


def rows(root: Path = ROOT) -> dict[str, Row]:
    """Return the whole ledger by name: pages in the order of their names, rows as they are written."""
    return {row.name: row for row in _read(root)}


def _read(root: Path) -> Iterator[Row]:
    for page, _, line, formats in _items(root):
        if found := ROW.fullmatch(line):
            of_row = found["formats"] or formats
            yield Row(found["name"], page, found["text"], tuple(of_row.split(", ")))


def _items(root: Path) -> Iterator[tuple[str, int, str, str]]:
    """Yield page, line number, line and the section's formats, of all items of lists and tables."""
    for path in sorted((root / RULES).glob("*.md")):
        formats = ""
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if section := SECTION.fullmatch(line):
                formats = section[1]
            elif line.startswith(("- ", "|", "<a ")) and path.name not in NOT_THE_LEDGER:
                yield path.stem, number, line, formats


def check_rows(root: Path = ROOT) -> list[str]:
    """Return what is wrong with the lists: items that are no row, duplicate names, texts, formats."""
    wrong = [
        f"{page}.md:{number}: not - <a id=ID></a>ID: text"
        for page, number, line, _ in _items(root)
        if not ROW.fullmatch(line)
    ]
    seen: dict[str, str] = {}
    for row in _read(root):
        if row.name in seen:
            wrong.append(f"{row.page}.md: {row.name} has a row already, on {seen[row.name]}.md")
        if row.text != row.text.strip() or not row.text.endswith((".", ".)")):
            wrong.append(f"{row.page}.md: the text of {row.name} is no sentence")
        if row.formats != tuple(word for word in FORMATS if word in row.formats):
            wrong.append(f"{row.page}.md: {row.name} has formats other than {', '.join(FORMATS)}")
        seen[row.name] = row.page
    return wrong


def reasons() -> dict[str, str]:
    """Return name -> why nothing can test that row."""
    return _toml("reasons.toml")


def reasons_by_hand() -> dict[str, str]:
    """Return name -> why the free table has nothing to hold it by."""
    return _toml("reasons_by_hand.toml")


def _toml(name: str) -> dict[str, str]:
    return tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
