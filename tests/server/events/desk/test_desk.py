"""An evening typed at the keyboard: registration, pairings, results, undo, standings, files."""

from __future__ import annotations

import csv
import json
import threading
from pathlib import Path

import pytest
import trio

from facedown_server.events.desk.desk import EventDesk
from facedown_server.events.event_file import create_event, open_event
from facedown_server.events.pairing.costs import PairingReply, PairingRequest
from facedown_server.events.pairing.matching import best_pairs
from facedown_server.events.pairing.process import PairingFailed
from facedown_server.events.rules.acts import AnyAct, EventLogRow
from facedown_server.events.rules.course import EventCourse, UndoPreview
from tests.server.events.evening import first_row


class Keyboard:
    """A desk, its clock in seconds, and what it answered last."""

    def __init__(self, folder: Path) -> None:
        self.path, self.now_s = folder / "e.jsonl", 0.0
        self.file = create_event(self.path, first_row())
        self.desk = EventDesk(lambda: self.file.course, self.add, lambda: self.now_s, self.pair)

    async def add(self, act: AnyAct) -> None:
        """Store an act of the organizer."""
        self.file.append(EventLogRow(self.now_s, "organizer", act))

    async def pair(self, request: PairingRequest) -> PairingReply:
        """Pair a round in this process."""
        return best_pairs(request)

    def type(self, *lines: str) -> str:
        """Type lines and return the answer to the last."""
        answers = [trio.run(self.desk.handle, line) for line in lines]
        return "\n".join(answers[-1])


@pytest.fixture
def keyboard(tmp_path: Path) -> Keyboard:
    """Return a desk with four players."""
    keyboard = Keyboard(tmp_path)
    assert keyboard.type("add Anna, Ben,Chiara", "add Dominik") == "4 players. 3 Swiss rounds are suggested."
    return keyboard


def test_a_result_is_four_keys_and_enter(keyboard: Keyboard) -> None:
    assert keyboard.type("next").startswith("Round 1\n  1  ")
    answer = keyboard.type("1 2 1")
    assert "2:1" in answer
    assert answer.endswith("1 of 2 tables done")
    assert keyboard.type("2 0:2").endswith("All tables are done.")
    assert keyboard.desk.state.complete_rounds == 1


def test_a_whole_evening(keyboard: Keyboard, tmp_path: Path) -> None:
    for _ in range(3):
        keyboard.type("next", "1 2 0", "2 2 1")
    assert keyboard.type("standings").startswith(
        "Standings after round 3  (points; opponents  opponents of opponents)\n  1  "
    )
    keyboard.type("cut 2")
    assert keyboard.type("1 2 0").endswith("All tables are done.")
    keyboard.type("finish")
    assert keyboard.desk.state.finished
    assert keyboard.type(f"csv {tmp_path}/e.csv") == f"{tmp_path}/e.csv is written."
    assert keyboard.type(f"json {tmp_path}/e.json") == f"{tmp_path}/e.json is written."
    rows = list(csv.DictReader((tmp_path / "e.csv").read_text(encoding="utf-8").splitlines()))
    assert {row["player"] for row in rows} == {"Anna", "Ben", "Chiara", "Dominik"}
    assert len(json.loads((tmp_path / "e.json").read_text(encoding="utf-8"))["rounds"]) == 4
    assert "cannot be written" in keyboard.type(f"csv {tmp_path}/e.csv"), "it replaces no file"
    assert open_event(keyboard.path).course.state == keyboard.desk.state


def test_undo_is_worked_out_beside_the_servers_loop(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before: in an event of 512 players each `undo` stopped all duels of the server for seconds."""
    threads: list[int] = []
    preview = EventCourse.preview_undo

    def note_thread(course: EventCourse) -> UndoPreview:
        threads.append(threading.get_ident())
        return preview(course)

    monkeypatch.setattr(EventCourse, "preview_undo", note_thread)
    keyboard.type("next", "undo")
    assert threads
    assert threading.get_ident() not in threads


def test_many_of_one_name_get_numbers(keyboard: Keyboard) -> None:
    keyboard.type("add " + ",".join(["anna"] * 3 + ["Eva (2)", "Eva", "Eva"]))
    assert [one.name for one in keyboard.desk.state.players.values()][4:] == [
        "anna (2)", "anna (3)", "anna (4)", "Eva (2)", "Eva", "Eva (3)",
    ]  # fmt: skip


def test_undo_shows_first_what_changes(keyboard: Keyboard) -> None:
    keyboard.type("next", "1 2 0", "2 0 2", "next")
    assert keyboard.type("undo") == "To be undone:\nRound 2 is no longer paired.\n`undo yes` does it."
    assert keyboard.type("tables").startswith("Round 2"), "nothing is undone yet"
    assert keyboard.type("undo yes").startswith("Undone.")
    assert keyboard.type("tables").startswith("Round 1")
    assert keyboard.type("undo yes").startswith("Undone.\nRound 1, table 2: the result is lost.")


def test_a_correction_of_an_earlier_round(keyboard: Keyboard) -> None:
    keyboard.type("next", "1 2 0", "2 2 0", "next")
    assert "0:2" in keyboard.type("1/1 0 2")
    result = keyboard.desk.state.rounds[0].pairings[0].result
    assert result is not None
    assert result.outcome == "two"


def test_players_come_and_go(keyboard: Keyboard) -> None:
    assert keyboard.type("drop ben") == "Ben leaves the event."
    assert keyboard.type("back #2") == "Ben takes part again."
    assert keyboard.type("rename Ben = Benny") == "Ben is now Benny."
    assert keyboard.type("drop Ben") == "There is no player Ben."
    assert "#2  Benny" in keyboard.type("players")


def test_one_who_does_not_come(keyboard: Keyboard) -> None:
    keyboard.type("next")
    assert "-" in keyboard.type("absent Anna")
    answer = keyboard.type("absent Anna match")
    assert "0:2" in answer or "2:0" in answer


def test_the_clock(keyboard: Keyboard) -> None:
    assert keyboard.type("clock") == "No round is being played; `next` begins one."
    assert keyboard.type("next", "clock") == "50:00 left"
    keyboard.now_s = 65
    assert keyboard.type("pause") == "48:55 left"
    keyboard.now_s = 1000
    assert keyboard.type("resume") == "48:55 left"
    assert keyboard.type("more 1 3").endswith("+3 min")
    keyboard.now_s = 10_000
    assert keyboard.type("tables").endswith("Time is over.")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("dance", "“dance” is no command; `help` lists them."),
        ("1 2 1", "No round is being played; `next` begins one."),
        ("csvx", "“csvx” is no command; `help` lists them."),
        ("more 7", "“more 7” is no command; `help` lists them."),
        ("add", "“add” is no command; `help` lists them."),
        ("tables", "No round has been paired yet."),
        ("cut 8", "That needs at least 8 players."),
        ("cut 3", "This value is not possible."),
        ("", ""),
    ],
)
def test_what_cannot_be_done_is_a_sentence(keyboard: Keyboard, line: str, answer: str) -> None:
    assert keyboard.type(line) == answer


def test_missing_results_are_named(keyboard: Keyboard) -> None:
    assert keyboard.type("next", "1 2 0", "next") == "Results are missing: table 2"


def test_help_lists_every_command(keyboard: Keyboard) -> None:
    words = (
        "add next tables standings players drop back rename absent clock pause resume more undo cut csv json"
    )
    for word in words.split():
        assert word in keyboard.type("help")
    keyboard.type("quit")
    assert keyboard.desk.ended


@pytest.mark.parametrize(
    ("missing", "said"), [(True, "Pairing needs networkx"), (False, "The pairing process failed")]
)
def test_a_pairing_that_fails_changes_nothing(keyboard: Keyboard, missing: bool, said: str) -> None:
    async def fail(request: PairingRequest) -> PairingReply:
        raise PairingFailed(library_missing=missing)

    desk = EventDesk(lambda: keyboard.file.course, keyboard.add, lambda: 0.0, fail)
    assert trio.run(desk.handle, "next")[0].startswith(said)
    assert not desk.state.rounds
