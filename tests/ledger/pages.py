"""`python -m tests.ledger.pages`: write docs/reference/rules/tests.md, which links each rule to its tests.

The page is not committed. A test shows a rule if it is marked `@rule` with its name; no test is run.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from tests.ledger.rows import ROOT, RULES, Row, reasons, rows

PAGE = f"{RULES}/tests.md"
NO_TEST = "no test yet"


def citations(root: Path = ROOT) -> dict[str, list[str]]:
    """Return rows of the ledger -> the tests that cite them, as pytest names them, read from the sources."""
    cited: dict[str, list[str]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for row in _rules(node):
                    cited.setdefault(row, []).append(f"{path.relative_to(root).as_posix()}::{node.name}")
    return cited


def _rules(test: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule":
            yield from (str(name.value) for name in mark.args if isinstance(name, ast.Constant))


def page(ledger: Mapping[str, Row], cited: Mapping[str, Sequence[str]], why: Mapping[str, str]) -> str:
    """Return the page: one line a rule, with links to the files of its tests, or why it has none."""
    count = sum(name in cited for name in ledger)
    lines = [
        "# Rules and their tests",
        "",
        "Written by `python -m tests.ledger.pages`; not committed. The files after a rule hold tests",
        f"that cite it (`@rule`). Of {len(ledger)} rules {count} are cited.",
    ]
    for name, here in groupby(ledger.values(), lambda row: row.page):
        lines += ["", f"## {name}", ""]
        lines += [f"- [{row.name}]({name}.md#{row.name}): {_tests(row.name, cited, why)}" for row in here]
    return "\n".join(lines) + "\n"


def _tests(name: str, cited: Mapping[str, Sequence[str]], why: Mapping[str, str]) -> str:
    files = dict.fromkeys(test.partition("::")[0] for test in cited.get(name, ()))
    return ", ".join(map(_link, files)) or why.get(name, NO_TEST)


def _link(file: str) -> str:
    """Return a link from the page to a file, which is named from the root."""
    target = Path(os.path.relpath(file, RULES)).as_posix()
    return f"[{Path(file).stem.removeprefix('test_')}]({target})"


if __name__ == "__main__":
    (ROOT / PAGE).write_text(page(rows(), citations(), reasons()), encoding="utf-8", newline="\n")
    print(PAGE)
