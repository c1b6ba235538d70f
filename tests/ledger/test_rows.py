"""The rows of the ledger: each rule has one, with a text, in the form that programs parse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch.source import hold
from tests.arch.test_imports import put
from tests.ledger.rows import FORMATS, check_rows, reasons, reasons_by_hand, rows

FLD = '- <a id="YGO-FLD-01"></a>YGO-FLD-01: A card is in one place.'
CTR = '- <a id="YGO-CTR-01"></a>YGO-CTR-01 (master): A counter is no card (unlike a Token.)'
HEAD = ("Formats: master, classic.", "")


def items(root: Path, page: str, *lines: str, head: tuple[str, ...] = HEAD) -> None:
    put(root, f"docs/reference/rules/{page}.md", "\n".join(["# A page", "", *head, *lines, ""]))


def test_every_rule_has_one_row_with_a_text() -> None:
    hold(check_rows())


def test_the_ledger_holds_every_rule() -> None:
    pages = [row.page for row in rows().values()]
    assert {page: pages.count(page) for page in pages} == {
        "classic": 221, "conflicts": 46, "field": 84, "flesh-and-blood": 116, "gaps": 76, "mechanics": 51,
        "moves": 80, "places": 47, "visibility": 88,
    }  # fmt: skip


def test_a_row_is_read_with_its_text_and_formats(tmp_path: Path) -> None:
    items(tmp_path, "field", FLD)
    items(tmp_path, "counters", CTR)
    items(tmp_path, "README", FLD.replace("01", "02"))
    assert check_rows(tmp_path) == []
    assert list(rows(tmp_path)) == ["YGO-CTR-01", "YGO-FLD-01"]
    row = rows(tmp_path)["YGO-FLD-01"]
    assert (row.page, row.text, row.formats) == ("field", "A card is in one place.", FORMATS[:2])
    assert rows(tmp_path)["YGO-CTR-01"].formats == FORMATS[:1]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (FLD, "field.md: YGO-FLD-01 has a row already, on counters.md"),
        (FLD.replace('"YGO-FLD-01"', '"YGO-FLD-02"'), "field.md:5: not - <a id"),
        (FLD.replace("A card is in one place.", ""), "field.md:5: not - <a id"),
        (FLD.replace('<a id="YGO-FLD-01"></a>', ""), "field.md:5: not - <a id"),
        (FLD.removeprefix("- "), "field.md:5: not - <a id"),
        (FLD.replace("01", "02").replace("place.", "place"), "text of YGO-FLD-02 is no sentence"),
        (CTR.replace("01", "02").replace("master", "classic, master"), "has formats other than"),
        (CTR.replace("01", "02").replace("master", "fab"), "has formats other than"),
    ],
)
def test_a_wrong_row_is_seen(tmp_path: Path, line: str, said: str) -> None:
    items(tmp_path, "counters", FLD)
    items(tmp_path, "field", line)
    (wrong,) = check_rows(tmp_path)
    assert said in wrong


def test_a_row_in_a_section_without_formats_is_seen(tmp_path: Path) -> None:
    items(tmp_path, "field", FLD, head=())
    (wrong,) = check_rows(tmp_path)
    assert "YGO-FLD-01 has formats other than" in wrong


def test_reasons_are_given_for_rows_there_are() -> None:
    for why in (reasons(), reasons_by_hand()):
        assert set(why) <= set(rows())
        assert all(len(reason) > 15 for reason in why.values())
