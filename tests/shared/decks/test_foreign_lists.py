"""Foreign lists of cards are parsed by a child process, with limits on time and memory."""

from __future__ import annotations

import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from facedown_shared.decks import foreign_lists
from facedown_shared.text.errors import BadInput, Code
from tests.shared.cards.databases import TABLES, DatabaseCard, make

limited = pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no process's CPU")

ENDLESS = (
    "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id % 7 FROM n) SELECT count(*) AS id, 0 AS alias,"
    " 0 AS setcode, 1 AS type, 0 AS atk, 0 AS def, 0 AS level, 0 AS race, 0 AS attribute FROM n"
)
"""Rows of cards that never end."""


def write_hostile_database(path: Path, view: str) -> Path:
    """Write a database whose cards are a view."""
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(f"{TABLES} DROP TABLE datas; CREATE VIEW datas AS {view};")
    return path


def test_a_child_reads_what_this_process_would(tmp_path: Path) -> None:
    path = make(
        tmp_path / "cards.cdb", [DatabaseCard(5, "Sky Wyrm", text="Words."), DatabaseCard(6, "Other")]
    )
    assert foreign_lists.read_files(path) == foreign_lists.read_in_process(path) != []
    json = tmp_path / "cards.json"
    json.write_text('[{"name":"Head Jab","color":"Red","types":["Ninja"],"power":"3","cost":0}]')
    (card,) = foreign_lists.read_files(json)
    assert (card.name, card.attack, card.extra) == (
        "Head Jab (red)",
        3,
        {"color": "red", "pitch": 1, "cost": 0},
    )
    assert {facts.name for facts in foreign_lists.read_files(path, json)} == {
        "Sky Wyrm",
        "Other",
        "Head Jab (red)",
    }


def test_what_is_wrong_is_said_as_ever(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="There is no card database"):
        foreign_lists.read_files(tmp_path / "none.cdb")
    broken = tmp_path / "broken.json"
    broken.write_text("[" * 50_000)
    with pytest.raises(BadInput, match="not a JSON file of cards: it is nested too deeply"):
        foreign_lists.read_files(broken)


@limited
def test_a_database_that_never_ends_is_given_up(tmp_path: Path) -> None:
    endless = write_hostile_database(tmp_path / "cards.cdb", ENDLESS)
    begun, own = time.monotonic(), time.process_time()
    with pytest.raises(BadInput, match=r"Reading cards from cards\.cdb takes more time or memory") as refused:
        foreign_lists.read_files(endless, seconds=1)
    assert refused.value.code is Code.BAD_FILE
    assert time.process_time() - own < 1, "the child works, not we"
    assert time.monotonic() - begun < 60


@limited
def test_a_database_that_takes_all_memory_is_given_up(tmp_path: Path) -> None:
    huge = write_hostile_database(
        tmp_path / "cards.cdb",
        "SELECT length(replace(hex(zeroblob(400000000)), '0', 'aaaaaa')) AS id, 0 AS alias, 0 AS setcode,"
        " 1 AS type, 0 AS atk, 0 AS def, 0 AS level, 0 AS race, 0 AS attribute",
    )
    with pytest.raises(BadInput, match=r"more time or memory|damaged"):
        foreign_lists.read_files(huge, seconds=5)


@pytest.mark.parametrize(
    "row",
    [
        '{"name":[[["a"]]]}', '{"name":7}', '{"name":" "}', "7", '{"name":null}',
    ],
)  # fmt: skip
def test_a_card_without_a_name_is_none(tmp_path: Path, row: str) -> None:
    path = tmp_path / "cards.json"
    path.write_text(f"[{row}]")
    with pytest.raises(BadInput, match="each with a name"):
        foreign_lists.read_in_process(path)


def test_numbers_nobody_prints_are_none(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text('[{"name":"A","power":99999,"cost":[1],"defense":-1,"pitch":true,"health":"12"}]')
    (card,) = foreign_lists.read_in_process(path)
    assert (card.attack, card.defense, card.extra) == (None, None, {"color": "red", "pitch": 1, "health": 12})


@limited
@pytest.mark.parametrize("kind", ["garbled", "endless"])
def test_a_damaged_database_beside_the_main_one_is_left_out_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    make(tmp_path / "cards.cdb", [DatabaseCard(5, "Sky Wyrm")])
    (tmp_path / "expansions").mkdir()
    damaged = tmp_path / "expansions" / "a.cdb"
    if kind == "garbled":
        damaged.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 20)
    else:
        monkeypatch.setattr(foreign_lists, "MAX_CPU_S", 1)
        write_hostile_database(damaged, ENDLESS)
    make(tmp_path / "expansions" / "b.cdb", [DatabaseCard(6, "Other")])
    found = foreign_lists.read_folder_with_texts(tmp_path)
    assert {facts.name for facts in found.cards} == {"Sky Wyrm", "Other"}
    (fault,) = found.faults
    assert "a.cdb" in fault
    assert foreign_lists.read_folder_lines(tmp_path, found.language) == {}


def test_a_damaged_main_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cards.cdb").write_bytes(b"garbled")
    (tmp_path / "expansions").mkdir()
    make(tmp_path / "expansions" / "b.cdb", [DatabaseCard(6, "Other")])
    with pytest.raises(BadInput, match=r"cards\.cdb is not a card database of EDOPro"):
        foreign_lists.read_folder_with_texts(tmp_path)
