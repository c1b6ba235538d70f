"""`facedown-server line FILE…`: saved lines and puzzles run from the command line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from facedown_server.refereeing.undo import saved_lines
from facedown_server.refereeing.undo.saved_lines import SavedLine
from facedown_server.service.operating.run_files import run_lines
from facedown_shared.decks.decks import ready_decks, to_ydk

DECKS = [to_ydk(ready.deck) for ready in ready_decks().values() if ready.format == "master"][:2]
HALF = '{"deck":["Sangan"]}'
PUZZLE = f'{{"ruleset":"GOAT","first":0,"start":{{"players":[{HALF},{HALF}]}},"decisions":[]}}'


def run_files(tmp_path: Path, **files: str) -> tuple[int, list[str]]:
    """Return the exit code and the output for these files."""
    paths = [tmp_path / name for name in files]
    for path in paths:
        path.write_text(files[path.name], encoding="utf-8")
    out = io.StringIO()
    return run_lines(paths, out=out), out.getvalue().splitlines()


def test_a_line_and_a_puzzle_are_run(tmp_path: Path) -> None:
    steps = ('0 hand {"do":"draw"}', '1 hand {"do":"life","text":"-500"}')
    line = saved_lines.format_line(SavedLine(mode="free", decks=(DECKS[0], DECKS[1]), steps=steps, at=1))
    code, printed = run_files(tmp_path, line=line, puzzle=PUZZLE)
    assert code == 0
    assert printed == [
        "line: master, by hand, from two decks, 2 steps, stands after 1",
        "puzzle: GOAT, by the rules, from a scenario, 0 steps, stands after 0",
    ]


def test_a_line_of_another_game_is_run_with_its_cards(tmp_path: Path) -> None:
    decks = [to_ydk(ready.deck) for ready in ready_decks().values() if ready.format == "fab"]
    steps = ('0 pick ["1","3"]', '1 pick ["1"]', '0 hand {"do":"life","text":"-2"}')
    line = saved_lines.format_line(
        SavedLine(mode="free", format="fab", decks=(decks[0], decks[1]), steps=steps, at=3)
    )
    assert run_files(tmp_path, line=line) == (
        0,
        ["line: fab, by hand, from two decks, 3 steps, stands after 3"],
    )


def test_what_cannot_be_run_says_why_and_the_others_are_run_all_the_same(tmp_path: Path) -> None:
    steps = ('0 hand {"do":"draw","amount":50}',)
    line = saved_lines.format_line(SavedLine(mode="free", decks=(DECKS[0], DECKS[1]), steps=steps))
    code, printed = run_files(tmp_path, bad=line, none="nothing", puzzle=PUZZLE)
    assert code == 1
    assert printed[0].startswith("bad: Step 1 of this line cannot be taken: There are 35 cards left there.")
    assert printed[1].startswith("none: This is not a line of a duel")
    assert printed[2].startswith("puzzle: GOAT")


def test_a_file_that_cannot_be_read_has_its_line_and_stops_no_other(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\xfd")
    (tmp_path / "puzzle").write_text(PUZZLE)
    out = io.StringIO()
    assert run_lines([tmp_path / name for name in ("nothing", "bytes", "", "puzzle")], out=out) == 1
    printed = out.getvalue().splitlines()
    assert printed[0] == f"nothing: There is no file {tmp_path / 'nothing'}."
    assert printed[1].startswith("bytes: ")
    assert printed[2].endswith("cannot be read.")
    assert printed[3].startswith("puzzle: GOAT")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("facedown = 99\nmode = 7\n", "it was made by a newer version of facedown"),
        ("facedown = 1\nscenario = '''\n{", "it is cut short"),
        ("#created by me\n#main\n89631139\n", "line 3 is not written as in such a file"),
        ('{"a": x}', "it is not written as in such a file"),
        ("{", "it is cut short"),
        ('facedown = 1\nmode = "fast"\n', "mode is 'fast', which it cannot be"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_without_the_words_of_programs(
    tmp_path: Path, text: str, words: str
) -> None:
    (line,) = run_files(tmp_path, file=text)[1]
    assert line.endswith(f": {words}.")
