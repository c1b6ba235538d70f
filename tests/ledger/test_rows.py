"""The rows of the ledger: each rule has one, with a text, in the form that programs parse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch.source import hold
from tests.arch.test_imports import put
from tests.ledger.rows import FORMATS, HEAD, check_rows, reasons, reasons_by_hand, rows

FLD = '| <a id="YGO-FLD-01"></a>YGO-FLD-01 | A card is in one place. | master, classic |'
CTR = '| <a id="YGO-CTR-01"></a>YGO-CTR-01 | A counter is no card (unlike a Token.) | master |'


def table(root: Path, page: str, *lines: str) -> None:
    put(root, f"docs/reference/rules/{page}.md", "\n".join(["# A page", "", *HEAD, *lines, ""]))


def test_every_rule_has_one_row_with_a_text() -> None:
    hold(check_rows())


def test_the_ledger_holds_every_rule() -> None:
    pages = [row.page for row in rows().values()]
    assert {page: pages.count(page) for page in pages} == {
        "classic": 221, "conflicts": 46, "field": 84, "flesh-and-blood": 116, "gaps": 76, "mechanics": 51,
        "moves": 80, "places": 47, "visibility": 88,
    }  # fmt: skip


def test_a_row_is_read_with_its_text_and_formats(tmp_path: Path) -> None:
    table(tmp_path, "field", FLD)
    table(tmp_path, "counters", CTR)
    table(tmp_path, "README", FLD.replace("01", "02"))
    assert check_rows(tmp_path) == []
    assert list(rows(tmp_path)) == ["YGO-CTR-01", "YGO-FLD-01"]
    row = rows(tmp_path)["YGO-FLD-01"]
    assert (row.page, row.text, row.formats) == ("field", "A card is in one place.", FORMATS[:2])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (FLD, "field.md: YGO-FLD-01 has a row already, on counters.md"),
        (FLD.replace('"YGO-FLD-01"', '"YGO-FLD-02"'), "field.md:5: neither the head"),
        (FLD.replace("A card is in one place.", ""), "field.md:5: neither the head"),
        (FLD.replace(" | master, classic", ""), "field.md:5: neither the head"),
        (FLD.replace("01", "02").replace("place.", "place"), "text of YGO-FLD-02 is no sentence"),
        (FLD.replace("01", "02").replace("master, classic", "classic, master"), "has formats other than"),
        (FLD.replace("01", "02").replace("classic", "fab"), "has formats other than"),
    ],
)
def test_a_wrong_row_is_seen(tmp_path: Path, line: str, said: str) -> None:
    table(tmp_path, "counters", FLD)
    table(tmp_path, "field", line)
    (wrong,) = check_rows(tmp_path)
    assert said in wrong


def test_reasons_are_given_for_rows_there_are() -> None:
    for why in (reasons(), reasons_by_hand()):
        assert set(why) <= set(rows())
        assert all(len(reason) > 15 for reason in why.values())
