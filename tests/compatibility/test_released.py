"""What a released version stored and sent is read as before, whatever names Python uses now.

The files are written once (`python -m tests.compatibility.write`). A difference here means that users would
lose a duel, a seat, a setting or a replay with an update.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from facedown_server.room.people import handover_state
from tests.compatibility import kept_files, released, write
from tests.compatibility.released import FOLDER

MAX_BYTES = 400_000


@pytest.fixture
def old_report() -> dict[str, Any]:
    """Return the report made when the files were written."""
    return released.report(FOLDER)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the report on the tables now."""
    return released.tables(FOLDER, tmp_path_factory.mktemp("tables"))


@pytest.mark.parametrize("kind", sorted(released.secrets(FOLDER)))
def test_a_table_is_as_it_was_to_everybody_at_it(
    kind: str, tables: dict[str, Any], old_report: dict[str, Any]
) -> None:
    """The step, the digest, the Views with their handles, the prompts, the chat, and what opens a seat."""
    assert tables[kind] == old_report["tables"][kind]


def test_a_server_starts_on_the_very_file(tmp_path: Path, old_report: dict[str, Any]) -> None:
    assert released.report_matches(FOLDER, tmp_path) == old_report["standings"]


def test_every_kind_of_table_is_among_them(old_report: dict[str, Any]) -> None:
    tables = old_report["tables"]
    playing = {kind for kind, table in tables.items() if table["stage"] == "duel" and table["acts"]}
    assert playing == {"master", "classic", "half", "free", "fab", "core", "alone"}
    assert (tables["gathering"]["stage"], tables["over"]["stage"]) == ("gathering", "over")
    assert all(all(table["tokens open"] + table["own keys open"]) for table in tables.values())
    assert tables["classic"]["paused"]
    assert any(left is not None for left in tables["master"]["absence"])
    assert tables["gathering"]["barred"] == ["eve"]
    for kind in sorted(playing):
        assert len({seen["digest"] for seen in tables[kind]["seen"].values()}) >= 2, kind


@pytest.mark.parametrize("kind", sorted(released.read_handovers(FOLDER)))
def test_what_a_node_tells_another_is_read_and_written_to_the_same_bytes(kind: str) -> None:
    data = released.read_handovers(FOLDER)[kind]
    read = handover_state.unpack(data)
    assert read is not None
    assert handover_state.pack(read) == data


def test_tables_come_from_another_node_as_they_were(tmp_path: Path, old_report: dict[str, Any]) -> None:
    assert released.report_arrivals(FOLDER, tmp_path) == old_report["arrivals"]
    assert "proposal" in old_report["arrivals"]["master"]
    assert "paused" in old_report["arrivals"]["classic"]


def test_a_client_reads_what_it_has_kept(tmp_path: Path, old_report: dict[str, Any]) -> None:
    assert released.report_client_files(FOLDER, tmp_path) == old_report["client files"]


def test_a_client_keeps_it_again_in_the_same_bytes(tmp_path: Path) -> None:
    folder = released.copy_of_client(FOLDER, tmp_path)
    kept_files.report_of_files(folder)
    assert released.contents(folder) == released.contents(FOLDER / released.CLIENT)


def test_replays_show_what_they_showed(tmp_path: Path, old_report: dict[str, Any]) -> None:
    found = released.report_replays(FOLDER, tmp_path)
    assert found == old_report["replays"]
    for format_and_mode in ("master-rules", "classic-rules", "master-half", "master-free", "fab-free"):
        assert {f"{format_and_mode}-public", f"{format_and_mode}-opened"} <= found.keys()


def test_dashboards_find_the_numbers_that_they_ask_for(tmp_path: Path, old_report: dict[str, Any]) -> None:
    """New ones may be added."""
    found = released.report_metrics(FOLDER, tmp_path)
    assert [line for line in old_report["metrics"] if line not in found] == []


def test_the_files_are_not_written_again_by_mistake() -> None:
    before = released.contents(FOLDER)
    assert "--again" in write.main([])
    assert released.contents(FOLDER) == before
    assert sum(map(len, before.values())) < MAX_BYTES


def test_this_version_still_writes_the_same(tmp_path: Path, old_report: dict[str, Any]) -> None:
    """Where it writes more on purpose: `python -m tests.compatibility.write --report`."""
    assert released.digest_new_files(FOLDER, tmp_path) == old_report["written"]
