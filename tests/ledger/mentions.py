"""Finds names of rules wherever they are written, in code, tests and pages, and those without a rule.

A name stands for one rule (YGO-EMZ-04), for a part of one that its text sets off (GAP-53a), or for a series:
the names of rules without their numbers (YGO-EMZ).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.ledger.pages import PAGE
from tests.ledger.rows import ROOT, Row

FOLDERS = (".ci", "benchmarks", "client", "deploy", "docs", "locks", "server", "shared", "tests")
KINDS = frozenset({".css", ".html", ".js", ".json", ".md", ".py", ".sql", ".toml", ".txt", ".yml"})

NAME = re.compile(r"\b(?:YGO|CLS|FAB|GAP|CF|VIS)-\w+(?:[.-]\w+)*")
NUMBER = re.compile(r"-?[\d.]+[a-z]?(?:-[NX]\d?)?$")
"""The part of a rule's name after its series."""
PART = re.compile(r"(?P<rule>\S+\d)(?P<part>[a-z])")


def check_mentions(ledger: Mapping[str, Row], root: Path = ROOT) -> list[str]:
    """Return every mention of a rule that has no row: file, line, name."""
    known = {*ledger, *(NUMBER.sub("", name) for name in ledger)}
    return [
        f"{path.relative_to(root).as_posix()}:{number}: {name} has no row in docs/reference/rules"
        for path in _text_files(root)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for name in NAME.findall(line)
        if name not in known and not _is_part(name, ledger)
    ]


def _text_files(root: Path) -> Iterator[Path]:
    """Yield the project's files of text that people write: the page that is made of the rows may be
    older.
    """
    inside = (path for folder in FOLDERS for path in (root / folder).rglob("*"))
    for path in sorted([*root.glob("*"), *inside]):
        if path.suffix in KINDS and path.is_file() and path != root / PAGE:
            yield path


def _is_part(name: str, ledger: Mapping[str, Row]) -> bool:
    found = PART.fullmatch(name)
    row = ledger.get(found["rule"]) if found else None
    return found is not None and row is not None and f"({found['part']})" in row.text
