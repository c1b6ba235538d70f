"""From rules to tests: citations are read from the sources, and the page of them leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

from tests.arch.test_imports import put
from tests.ledger.pages import PAGE, citations, page
from tests.ledger.rows import ROOT, Row, reasons, rows

SUITE = """
@rule("YGO-FLD-01", "YGO-FLD-02")
def test_one(): ...

@rule("YGO-FLD-01")
@slow
async def test_two(): ...

def test_three(): ...
"""


def test_citations_are_read_from_the_sources(tmp_path: Path) -> None:
    put(tmp_path, "tests/duel/test_zones.py", SUITE)
    put(tmp_path, "tests/duel/zones.py", SUITE)
    one, two = "tests/duel/test_zones.py::test_one", "tests/duel/test_zones.py::test_two"
    assert citations(tmp_path) == {"YGO-FLD-01": [one, two], "YGO-FLD-02": [one]}


def test_a_rule_has_one_line_with_the_files_of_its_tests_or_why_there_are_none() -> None:
    names = ("VIS-01", "VIS-02", "YGO-FLD-01", "YGO-FLD-02")
    pages = ("visibility", "visibility", "field", "field")
    ledger = {name: Row(name, at, "A rule.", ("master",)) for name, at in zip(names, pages, strict=True)}
    cited = {
        "VIS-01": ["tests/a/test_b.py::test_one", "tests/a/test_b.py::test_two", "tests/test_c.py::test"]
    }
    said = page(ledger, cited, {"VIS-02": "a courtesy"})
    assert "Of 4 rules 1 are cited." in said
    assert said.split("\n## ", 1)[1].splitlines() == [
        "visibility",
        "",
        "- [VIS-01](visibility.md#VIS-01): [b](../../../tests/a/test_b.py), [c](../../../tests/test_c.py)",
        "- [VIS-02](visibility.md#VIS-02): a courtesy",
        "",
        "## field",
        "",
        "- [YGO-FLD-01](field.md#YGO-FLD-01): no test yet",
        "- [YGO-FLD-02](field.md#YGO-FLD-02): no test yet",
    ]


def test_the_page_made_now_leads_to_files_and_rows_there_are() -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#([^)]+))?\)", page(rows(), citations(), reasons()))
    assert {name for _, name in links if name} == set(rows())
    folder = (ROOT / PAGE).parent
    for target, name in links:
        text = (folder / target).read_text(encoding="utf-8")
        assert f'<a id="{name}"></a>' in text if name else "@rule(" in text
