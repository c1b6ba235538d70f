"""Files of one scenario, and files of many, a line each."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest

from facedown_server.games.scenarios.files import MAX_SCENARIO_BYTES
from facedown_server.service.operating.run_files import run_scenarios
from facedown_shared.text.errors import BadInput

START = {"players": [{}, {"deck": ["Sangan"]}]}


def scenario(name: str, winner: int) -> str:
    """Return a scenario in which player 0, who has no Deck, cannot draw on turn 2 and loses; the file expects
    this winner.
    """
    end = {"player": 1, "do": "phase", "to": "end"}
    expect = {"winner": winner, "winReason": "deckout"}
    return json.dumps({"id": name, "first": 1, "start": START, "decisions": [end], "expect": expect})


GOOD, OTHERWISE = scenario("good", 1), scenario("otherwise", 0)


def check(path: Path, text: bytes) -> tuple[int | str, list[str]]:
    """Return the exit code (or why the file was rejected) and the lines that `scenario --check` prints
    for it.
    """
    path.write_bytes(text)
    out = io.StringIO()
    try:
        code: int | str = run_scenarios([path], check=True, out=out)
    except BadInput as reason:
        code = str(reason)
    return code, out.getvalue().splitlines()


@pytest.mark.parametrize("name", ["many.jsonl", "many.jsonl.gz", "MANY.JSONL.GZ"])
def test_every_line_is_a_scenario_and_the_last_line_counts(tmp_path: Path, name: str) -> None:
    text = f"{GOOD}\n{OTHERWISE}\n{GOOD}\n".encode()
    code, lines = check(tmp_path / name, gzip.compress(text) if name.lower().endswith("gz") else text)
    assert (code, lines) == (
        1, ["otherwise: winner: expected 0, found 1", "2 of 3 as expected, 1 different"]
    )  # fmt: skip


def test_a_line_that_is_no_scenario_stops_no_other(tmp_path: Path) -> None:
    code, lines = check(tmp_path / "many.jsonl", f"{GOOD}\n{{\n{GOOD}".encode())
    assert code == "1 of 3 is not a scenario."
    assert lines[0].startswith(f"many.jsonl:2: {tmp_path / 'many.jsonl'}, line 2, is not a scenario: ")
    assert lines[1:] == ["2 of 3 as expected, 1 unreadable"]


def test_a_line_without_an_end_is_skipped_in_pieces(tmp_path: Path) -> None:
    text = GOOD.encode() + b"\n" + b" " * (3 * MAX_SCENARIO_BYTES) + b"\n" + GOOD.encode()
    code, lines = check(tmp_path / "many.jsonl", text)
    assert code == "1 of 3 is not a scenario."
    assert "more than 1,048,576 bytes" in lines[0]
    assert lines[-1] == "2 of 3 as expected, 1 unreadable"


@pytest.mark.parametrize(
    "spoil", [lambda data: data[:-9], lambda data: b"no gzip", lambda data: data[:20] + bytes(9)]
)
def test_a_damaged_archive_is_one_sentence(tmp_path: Path, spoil: object) -> None:
    assert callable(spoil)
    code, lines = check(tmp_path / "many.jsonl.gz", spoil(gzip.compress(f"{GOOD}\n".encode() * 50)))
    assert isinstance(code, str)
    assert code.endswith("not a scenario.")
    assert sum("cannot be read: " in line for line in lines) == 1
    assert "unreadable" in lines[-1]


def test_a_long_run_says_how_far_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(tmp_path / "many.jsonl", f"{GOOD}\n".encode() * 450)
    assert capsys.readouterr().err == "200 scenarios run …\n400 scenarios run …\n"
