"""Every rule that is named anywhere in the project has its text in docs/reference/rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch.source import hold
from tests.arch.test_imports import put
from tests.ledger.mentions import check_mentions
from tests.ledger.pages import PAGE
from tests.ledger.rows import Row, rows

LEDGER = {
    row.name: row
    for row in (
        Row("YGO-EMZ-04", "field", "A zone.", ("master",)),
        Row("GAP-53", "gaps", "The update: (a) one thing; (b) another.", ("master",)),
        Row("VIS-L02", "visibility", "A handle.", ("master",)),
        Row("FAB-3.0.4e-X", "flesh-and-blood", "A tome.", ("Flesh and Blood",)),
    )
}


def test_every_rule_named_anywhere_has_a_row() -> None:
    hold(check_mentions(rows()))


@pytest.mark.parametrize(
    "said",
    ["(YGO-EMZ-04).", "YGO-EMZ rows", "YGO-EMZ-04 to 06, GAP-53a", "GAP-53b;", "VIS-L", "FAB-3.0.4e-X."],
)
def test_rules_their_parts_and_series_may_be_named(tmp_path: Path, said: str) -> None:
    put(tmp_path, "server/facedown_server/games/duel/zones.py", f'"""Zones. Sources: {said}"""\n')
    assert check_mentions(LEDGER, tmp_path) == []


def test_the_page_that_is_made_may_be_older_than_the_rows(tmp_path: Path) -> None:
    put(tmp_path, PAGE, "- [GAP" + "-12](gaps.md): no test yet\n")
    assert check_mentions(LEDGER, tmp_path) == []


@pytest.mark.parametrize(
    "name",
    ["YGO" + "-EMZ-05", "YGO" + "-EMZ-4", "YGO" + "-EMS", "YGO" + "-EMZ-04a", "GAP" + "-53c", "GAP" + "-V99",
     "VIS" + "-02", "FAB" + "-3.0.4e", "CF" + "-01", "CLS" + "-RIT-02"],
)  # fmt: skip
@pytest.mark.parametrize(
    "file",
    [
        "server/facedown_server/games/duel/zones.py",
        "tests/test_x.py",
        "docs/reference/differences.md",
        "README.md",
    ],
)
def test_a_rule_without_a_row_is_seen(tmp_path: Path, name: str, file: str) -> None:
    put(tmp_path, file, f"Zones.\nSources: YGO-EMZ-04, {name}.\n")
    assert check_mentions(LEDGER, tmp_path) == [f"{file}:2: {name} has no row in docs/reference/rules"]
