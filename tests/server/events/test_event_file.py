"""An event in a file: what was shown is stored, and a kill at any line of a whole evening changes nothing."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from facedown_server.events.event_file import DamagedEventFile, create_event, open_event
from facedown_server.events.rules import acts
from facedown_server.events.rules.acts import EventLogRow, encode_row
from facedown_server.events.rules.course import run_log
from facedown_server.events.rules.faults import IllegalAct
from facedown_server.events.rules.standings import standings
from tests.server.events.evening import first_row
from tests.server.events.recorded import LOG, recorded_rows
from tests.server.events.rules.test_standings import Formulas


def test_a_row_is_stored_before_it_counts(tmp_path: Path) -> None:
    file = create_event(tmp_path / "e.jsonl", first_row())
    file.append(EventLogRow(1, "player", acts.PlayerRegistered(1, "Anna")))
    again = open_event(tmp_path / "e.jsonl")
    assert again.course.rows == file.course.rows
    assert again.course.state == file.course.state


def test_a_refused_row_is_not_stored(tmp_path: Path) -> None:
    file = create_event(tmp_path / "e.jsonl", first_row())
    before = (tmp_path / "e.jsonl").read_bytes()
    with pytest.raises(IllegalAct):
        file.append(EventLogRow(1, "player", acts.PlayerDropped(1)))
    assert (tmp_path / "e.jsonl").read_bytes() == before
    assert len(file.course.rows) == 1


@pytest.mark.skipif(os.name == "nt", reason="files have no such rights there")
def test_only_its_owner_reads_an_event(tmp_path: Path) -> None:
    """Seen to fail: all users of the computer read the players' numbers and the secret of the lots."""
    create_event(tmp_path / "e.jsonl", first_row())
    assert not (tmp_path / "e.jsonl").stat().st_mode & 0o077


def test_a_row_that_cannot_be_stored_does_not_count(tmp_path: Path) -> None:
    file = create_event(tmp_path / "e.jsonl", first_row())
    file.path = tmp_path / "gone" / "e.jsonl"
    with pytest.raises(OSError, match="No such file"):
        file.append(EventLogRow(1, "player", acts.PlayerRegistered(1, "Anna")))
    assert not file.course.state.players


def test_an_event_replaces_no_other(tmp_path: Path) -> None:
    create_event(tmp_path / "e.jsonl", first_row())
    with pytest.raises(FileExistsError):
        create_event(tmp_path / "e.jsonl", first_row())


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1), ("half of a", 1), ("{}\n", 1), (encode_row(first_row()) + "\nnonsense\n", 2),
        (encode_row(first_row()) + "\n" + '{"at_s":1,"by":"player","act":{"do":"drop","player":1}}\n', 2),
        ("x" * 70_000 + "\n", 1),
    ],
)  # fmt: skip
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str, line: int) -> None:
    (tmp_path / "e.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(DamagedEventFile) as refusal:
        open_event(tmp_path / "e.jsonl")
    assert refusal.value.line == line


@pytest.mark.parametrize(
    "change",
    [
        {"date": "tomorrow"}, {"date": "2026-11-29T19:00:00"}, {"secret": "no number"}, {"secret": ""},
        {"settings": {"tie_breakers": ["luck"]}}, {"settings": {"screen_format": "xyz"}},
    ],
    ids=str,
)  # fmt: skip
def test_an_event_with_an_impossible_beginning_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    """Seen to fail: each of them ended in a traceback."""
    row = json.loads(encode_row(first_row()))
    for key, value in change.items():
        row["act"][key] = {**row["act"][key], **value} if isinstance(value, dict) else value
    (tmp_path / "e.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    with pytest.raises(DamagedEventFile):
        open_event(tmp_path / "e.jsonl")


def test_the_recorded_evening_is_what_it_says() -> None:
    rows = recorded_rows()
    state = run_log(rows).state
    kinds = [type(row.act) for row in rows]
    assert (len(state.players), len(state.rounds), state.finished) == (32, 5, True)
    assert sum(player.missed > 0 for player in state.players.values()) == 2
    assert sum(player.dropped for player in state.players.values()) == 3
    assert sum(player.link > 1 for player in state.players.values()) == 1
    assert (kinds.count(acts.Undone), kinds.count(acts.ResultCorrected), kinds.count(acts.RoundPaired)) == (
        1,
        1,
        6,
    )
    undo = kinds.index(acts.Undone)
    assert kinds[undo - 4 : undo] == [acts.ResultClaimed] * 4
    sources = {one.result.source for played in state.rounds for one in played.pairings if one.result}
    assert sources >= {"phones", "slip", "organizer", "referee"}


def test_no_two_players_of_the_recorded_evening_met_twice() -> None:
    met = [
        frozenset((one.one, one.two))
        for played in run_log(recorded_rows()).state.rounds
        for one in played.pairings
    ]
    assert len(met) == len(set(met))


def test_its_standings_are_those_of_the_formulas() -> None:
    state = run_log(recorded_rows()).state
    formulas = Formulas(state)
    keys = {player: formulas.key("konami", player) for player in state.players}
    for row in standings(state):
        assert row.place == 1 + sum(key < keys[row.player] for key in keys.values())


def test_a_kill_at_any_line_changes_nothing(tmp_path: Path) -> None:
    """The file ends after each line in turn and in the middle of the next; then a restart, and the rest."""
    lines, rows = LOG.read_bytes().splitlines(keepends=True), recorded_rows()
    whole = run_log(rows)
    path = tmp_path / "e.jsonl"
    for cut in range(1, len(lines) + 1):
        torn = lines[cut][: len(lines[cut]) // 2] if cut < len(lines) else b""
        path.write_bytes(b"".join(lines[:cut]) + torn)
        file = open_event(path)
        assert path.read_bytes() == b"".join(lines[:cut])
        assert file.course.rows == rows[:cut]
        for row in rows[cut:]:
            file.course.append(row)
        assert file.course.state == whole.state, cut
        assert standings(file.course.state) == standings(whole.state), cut
