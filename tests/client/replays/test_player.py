"""Seeking in a replay leads to the Views that were shown, at every position."""

from __future__ import annotations

import random
import statistics
from pathlib import Path

import pytest
from msgspec.structs import replace

from facedown_client.model.model import Model
from facedown_client.replays import recorder as recorder_module
from facedown_client.replays import replay_list
from facedown_client.replays.player import Player
from facedown_client.replays.recorder import Recorder
from facedown_client.replays.replay_model import LATE, ReplayModel
from facedown_shared.protocol.messages import AtTable, FromServer, Pledge, Seated, Update, Whole
from facedown_shared.replay import Head, ReplayWriter, parse_replay
from facedown_shared.tables.view import View
from facedown_shared.text.errors import BadInput
from tests.client.replays.duels import RecordingClient, events_so_far, play_duel


@pytest.fixture(scope="module")
def recorded_duel(tmp_path_factory: pytest.TempPathFactory) -> tuple[RecordingClient, RecordingClient]:
    """Play a duel of two bots, each of which has stored it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FACEDOWN_HOME", str(tmp_path_factory.mktemp("home")))
        return play_duel(1)


def player(one: RecordingClient) -> Player:
    """Return the stored replay of one of them."""
    assert one.recorder.kept is not None
    return Player(replay_list.open_replay(one.recorder.kept))


def test_it_is_played_to_the_end_as_it_was_shown(
    recorded_duel: tuple[RecordingClient, RecordingClient],
) -> None:
    for one in recorded_duel:
        shown = player(one)
        views: list[View] = [shown.view]
        happened = [shown.events]
        while (step := shown.step_forward()) is not None:
            views.append(step.new)
            happened.append(step.visible_events)
        assert views == one.views
        assert happened == one.told
        assert views[-1].result


def test_wherever_one_goes_it_is_as_it_was_there(
    recorded_duel: tuple[RecordingClient, RecordingClient],
) -> None:
    dice = random.Random(20)
    for one in recorded_duel:
        shown = player(one)
        for _ in range(20):
            frame = dice.randrange(len(one.views))
            shown.seek(frame)
            assert shown.view == one.views[frame]
            assert shown.events == one.told[frame]


def test_every_turn_has_a_whole_view(recorded_duel: tuple[RecordingClient, RecordingClient]) -> None:
    course = player(recorded_duel[0]).shown_course
    assert len(course.turns) == recorded_duel[0].model.view.turn if recorded_duel[0].model.view else 0
    assert set(course.turns) <= set(course.whole)


def test_one_goes_by_turns_and_by_actions(recorded_duel: tuple[RecordingClient, RecordingClient]) -> None:
    shown = player(recorded_duel[0])
    turns = [shown.view.turn]
    while shown.at < shown.last:
        shown.seek(shown.frame_of_turn(1))
        turns.append(shown.view.turn)
    assert turns[:-1] == [*range(1, len(turns))]
    shown.seek(shown.frame_of_turn(-1))
    # A duel may end on the first frame of a turn, with an empty Deck: then that turn is where we were.
    assert shown.at == max(frame for frame in shown.shown_course.turns if frame < shown.last)
    before = shown.at
    shown.seek(shown.find_act(1))
    assert shown.at in {mark.at for mark in shown.shown_course.marks} | {shown.last}
    shown.seek(shown.find_act(-1))
    assert shown.at == before


def test_summons_chains_and_damage_are_marked(recorded_duel: tuple[RecordingClient, RecordingClient]) -> None:
    one = recorded_duel[0]
    marks = player(one).shown_course.marks
    lost = [(at, -told.amount) for at, frame in enumerate(one.told) for told in frame
            if told.kind == "life" and told.amount < 0]  # fmt: skip
    assert lost
    assert [(mark.at, mark.amount) for mark in marks if mark.kind == "damage"] == lost
    assert {"summon", "chain", "turn", "result"} <= {mark.kind for mark in marks}


def test_what_happened_so_far_is_all_of_the_duel_up_to_there(
    recorded_duel: tuple[RecordingClient, RecordingClient],
) -> None:
    one = recorded_duel[0]
    shown = player(one)
    shown.seek(40)
    assert events_so_far(shown) == tuple(event for frame in one.told[:41] for event in frame)


def test_a_median_duel_takes_little_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    kept = [one.recorder.kept for number in range(3) for one in play_duel(number)]
    # Which duels they play varies with the order of tasks; the figure is measured (`bench replays`).
    assert statistics.median(file.stat().st_size for file in kept if file is not None) <= 16_384


def test_the_list_says_what_it_is(recorded_duel: tuple[RecordingClient, RecordingClient]) -> None:
    kept = recorded_duel[1].recorder.kept
    assert kept is not None
    (row,) = [row for row in replay_list.list_replays(kept.parent) if row.path == kept]
    assert row.head.names == ("Wren", "Halvard")
    assert row.seat == 1
    assert row.head.results == (recorded_duel[1].views[-1].result,)
    assert row.head.turns == (recorded_duel[1].views[-1].turn,)
    assert "halvard" in row.searched_text
    assert replay_list.local_time(row.head)


def test_a_file_that_is_none_is_not_in_the_list(tmp_path: Path) -> None:
    (tmp_path / "a.replay").write_bytes(b"facedown replay\nno")
    (tmp_path / "b.replay").write_bytes(b"")
    (tmp_path / "c.txt").write_bytes(b"")
    assert replay_list.list_replays(tmp_path) == []


def test_a_board_of_no_game_is_refused_in_a_sentence() -> None:
    writer = ReplayWriter()
    writer.add(View(0, "no such game"))
    with pytest.raises(BadInput, match="damaged"):
        ReplayModel(Player(parse_replay(writer.file_bytes(Head(sides=(0,))))))


def test_what_was_not_seen_from_its_beginning_says_so(
    recorded_duel: tuple[RecordingClient, RecordingClient], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restarted client is sent the log so far, and the current board."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    one = recorded_duel[0]
    assert one.model.table is not None
    model, recorder, half = Model(), Recorder(), len(one.views) // 2
    recorder.is_back = True
    log = tuple(event for frame in one.told[:half] for event in frame)
    duel = replace(one.model.table, stage="duel")
    messages: list[FromServer] = [
        Seated("R7K-42Q", 0), AtTable(duel), Whole(7, one.views[half - 1], log),
        *(Update.between(8 + at, one.views[half - 1 + at], one.views[half + at], one.told[half + at])
          for at in range(len(one.views) - half)),
        AtTable(one.model.table),
    ]  # fmt: skip
    for message in messages:
        model.handle_message(message)
        recorder.record_message(message, model)
    assert recorder.kept is not None
    (row,) = replay_list.list_replays(recorder.kept.parent)
    assert row.head.is_late
    shown = ReplayModel(Player(replay_list.open_replay(row.path)))
    late = [entry for entry in shown.entries if entry.happening.kind == "late"]
    assert [entry.text for entry in late] == [str(LATE)]
    assert shown.entries.index(late[0]) == shown._counts[0] - 1 > 10
    shown.player.seek(shown.player.last)
    assert events_so_far(shown.player) == tuple(event for frame in one.told for event in frame)


def test_a_server_that_ends_matches_without_end_does_not_fill_the_disk(
    recorded_duel: tuple[RecordingClient, RecordingClient], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    monkeypatch.setattr(recorder_module, "MAX_STORED_BYTES", 5_000)
    table, view = recorded_duel[0].model.table, recorded_duel[0].views[-1]
    assert table is not None
    model, recorder = Model(), Recorder()
    complaints = []
    for number in range(20):
        for message in (
            Seated(f"R7K-42{'ABCDEFGHJKMNPQRSTUVW'[number]}", 0), AtTable(table),
            Pledge({"deck": bytes([number]) * 32}), Whole(7, view),
        ):  # fmt: skip
            model.handle_message(message)
            recorder.record_message(message, model)
        complaints += [complaint] if (complaint := recorder.take_complaint()) else []
    stored = list(replay_list.own_folder().iterdir())
    assert 0 < len(stored) < 20
    assert sum(path.stat().st_size for path in stored) <= 5_000
    assert "too large" in complaints[0]
