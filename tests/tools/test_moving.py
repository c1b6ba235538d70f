"""The film of the README: its turn is one with everything in it, its terminal is drawn as it is in the
file.
"""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from tests.arch.source import ROOT
from tools import moving
from tools.moving import TERMINAL_COLUMNS, TERMINAL_ROWS, Line

TEXT = "{http://www.w3.org/2000/svg}text"


def test_a_turn_with_everything_is_better_than_one_with_many_summons() -> None:
    everything = Counter(moving.WANTED)
    assert moving.rate_variety(everything) > moving.rate_variety(Counter(summoned=9, activate=9, attack=9))
    assert moving.rate_variety(everything + Counter(["summoned"])) > moving.rate_variety(everything)


def test_a_page_ends_with_something_typed_and_its_long_lines_go_on_below() -> None:
    lines = [
        Line("You draw " + "x" * TERMINAL_COLUMNS),
        Line("1", is_typed=True),
        *[Line("more")] * TERMINAL_ROWS,
    ]
    assert moving.page(lines) == [Line(lines[0].text[:TERMINAL_COLUMNS]), Line("x" * 9), lines[1]]
    assert len(moving.page([Line("1", is_typed=True)] * 99)) == TERMINAL_ROWS


def test_a_duel_of_one_seed_is_the_same_each_time_and_begins_with_its_board() -> None:
    one, again = (moving.PlayedDuel(2).told for _ in range(2))
    assert one == again
    assert one != moving.PlayedDuel(4).told
    kinds = [type(message).__name__ for message in one]
    assert kinds.count("Whole") == 1
    assert kinds.index("Whole") < kinds.index("Update")
    assert moving.score(one) > 0


def test_the_terminal_is_drawn_row_by_row() -> None:
    rows = [Line("Attack & Defense <1>"), Line(""), Line("2", is_typed=True)]
    found = ElementTree.fromstring(moving.draw_terminal(rows)).findall(TEXT)  # noqa: S314 - drawn here
    assert [(text.text, text.get("class")) for text in found] == [(rows[0].text, None), ("2", "typed")]
    assert int(found[1].get("y", "")) - int(found[0].get("y", "")) == 40, "an empty row has its place"


def test_without_imagemagick_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    told = CliRunner().invoke(moving.main, [str(tmp_path / "pictures")])
    assert told.exit_code == 1
    assert told.output.count("\n") == 1
    assert "install" in told.output
    assert not [*tmp_path.iterdir()]


def test_the_pictures_of_the_documents_are_small() -> None:
    pictures = [*(ROOT / "docs" / "pictures").iterdir()]
    assert {"moving.webp", "terminal.svg"} <= {picture.name for picture in pictures}
    assert not [picture.name for picture in pictures if picture.stat().st_size > 1_500_000]
