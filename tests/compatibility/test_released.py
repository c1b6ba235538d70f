"""What a released version stored and sent is read as before, whatever names Python uses now.

The files of a version are written once (`python -m tests.compatibility.write`) and stay. A difference here
means that users would lose a duel, a seat, a setting or a replay with an update.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from facedown_server.room.people import handover_state
from tests.compatibility import kept_files, released, write
from tests.compatibility.released import FOLDER
from tools.release.artefacts import ROOT
from tools.release.notes import released_versions, version_of

MAX_BYTES = 400_000
"""Bytes of the files of one version."""


@pytest.fixture(scope="module", params=released.VERSIONS)
def folder(request: pytest.FixtureRequest) -> Path:
    """Return the files of a version."""
    return released.RELEASED / str(request.param)


@pytest.fixture
def old_report(folder: Path) -> dict[str, Any]:
    """Return the report made when the files were written."""
    return released.report(folder)


@pytest.fixture(scope="module")
def tables(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the report on the tables now."""
    return released.tables(folder, tmp_path_factory.mktemp("tables"))


def test_every_released_version_has_files() -> None:
    """And this one has: what it writes is read by all after it."""
    released_before = released_versions((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert {*released_before, version_of(ROOT)} == set(released.VERSIONS)
    assert version_of(ROOT) == released.VERSIONS[-1]


def test_a_table_is_as_it_was_to_everybody_at_it(
    folder: Path, tables: dict[str, Any], old_report: dict[str, Any]
) -> None:
    """The step, the digest, the Views with their handles, the prompts, the chat, and what opens a seat."""
    assert tables.keys() == released.secrets(folder).keys()
    for kind in tables:
        assert tables[kind] == old_report["tables"][kind], kind


def test_a_server_starts_on_the_very_file(folder: Path, tmp_path: Path, old_report: dict[str, Any]) -> None:
    assert released.report_matches(folder, tmp_path) == old_report["standings"]


def test_every_kind_of_table_is_among_them() -> None:
    tables = released.report(FOLDER)["tables"]
    playing = {kind for kind, table in tables.items() if table["stage"] == "duel" and table["acts"]}
    assert playing == {"master", "classic", "half", "free", "fab", "core", "alone"}
    assert (tables["gathering"]["stage"], tables["over"]["stage"]) == ("gathering", "over")
    assert all(all(table["tokens open"] + table["own keys open"]) for table in tables.values())
    assert tables["classic"]["paused"]
    assert any(left is not None for left in tables["master"]["absence"])
    assert tables["gathering"]["barred"] == ["eve"]
    for kind in sorted(playing):
        assert len({seen["digest"] for seen in tables[kind]["seen"].values()}) >= 2, kind


def test_what_a_node_tells_another_is_read(folder: Path) -> None:
    """The newest version's are written to the same bytes again."""
    for kind, data in released.read_handovers(folder).items():
        read = handover_state.unpack(data)
        assert read is not None, kind
        assert folder != FOLDER or handover_state.pack(read) == data, kind


def test_tables_come_from_another_node_as_they_were(
    folder: Path, tmp_path: Path, old_report: dict[str, Any]
) -> None:
    assert released.report_arrivals(folder, tmp_path) == old_report["arrivals"]


def test_arrivals_carry_a_proposal_and_a_pause() -> None:
    arrivals = released.report(FOLDER)["arrivals"]
    assert "proposal" in arrivals["master"]
    assert "paused" in arrivals["classic"]


def test_a_client_reads_what_it_has_kept(folder: Path, tmp_path: Path, old_report: dict[str, Any]) -> None:
    assert released.report_client_files(folder, tmp_path) == old_report["client files"]


def test_a_client_keeps_it_again_in_the_same_bytes(tmp_path: Path) -> None:
    copy = released.copy_of_client(FOLDER, tmp_path)
    kept_files.report_of_files(copy)
    assert released.contents(copy) == released.contents(FOLDER / released.CLIENT)


def test_replays_show_what_they_showed(folder: Path, tmp_path: Path, old_report: dict[str, Any]) -> None:
    found = released.report_replays(folder, tmp_path)
    assert found == old_report["replays"]
    for format_and_mode in ("master-rules", "classic-rules", "master-half", "master-free", "fab-free"):
        assert {f"{format_and_mode}-public", f"{format_and_mode}-opened"} <= found.keys()


def test_dashboards_find_the_numbers_that_they_ask_for(
    folder: Path, tmp_path: Path, old_report: dict[str, Any]
) -> None:
    """New ones may be added."""
    found = released.report_metrics(folder, tmp_path)
    assert [line for line in old_report["metrics"] if line not in found] == []


def test_the_files_are_not_written_again_by_mistake() -> None:
    before = released.contents(FOLDER)
    assert "--again" in write.main([])
    assert released.contents(FOLDER) == before
    assert sum(map(len, before.values())) < MAX_BYTES


def test_the_files_of_a_released_version_are_never_written_again(tmp_path: Path) -> None:
    """`--again` refuses a version that the changelog has a part for."""
    version = released.VERSIONS[-1]
    (tmp_path / "pyproject.toml").write_text(f'version = "{version}"\n', encoding="utf-8")
    text = f"# Changelog\n\n## [Unreleased]\n\n## [{version}] - 2026-12-01\n\n- A duel.\n"
    (tmp_path / "CHANGELOG.md").write_text(text, encoding="utf-8")
    before = released.contents(FOLDER)
    assert write.main(["--again"], tmp_path) == f"{version} is released: its files stay as they are"
    assert released.contents(FOLDER) == before


def test_this_version_still_writes_the_same(tmp_path: Path) -> None:
    """Where it writes more on purpose: `python -m tests.compatibility.write --report`."""
    assert released.digest_new_files(FOLDER, tmp_path) == released.report(FOLDER)["written"]
