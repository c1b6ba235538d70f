"""Hostile scripts end only their own duel, within the limits of one answer; no script is copied from others.

Run on the engine that FACEDOWN_CORE names, otherwise from a recording of its messages.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown_server.games.edopro.core_referee import CoreReferee
from proofs.core.hostile import SCRIPT
from tests.server.games.edopro import mini

RECORDINGS = Path(__file__).parent
ENDING = {
    "loop": ("while true do end", "core_fuel"),
    "memory": ("local t = {} for i = 1, 1e9 do t = {t} end", "core_memory"),
    "recursion": ("local function f() return (string.gsub('x', 'x', f)) end f()", "core_fault"),
    "pattern": ("string.find(string.rep('a', 200000), '.-.-.-.-.-b')", "core_fuel"),
    "talk": ("while true do Debug.Message('x') end", "core_fuel"),
}
"""What a card does, and how its duel ends."""
GOING_ON = {
    "files": "io.open('/etc/passwd')",
    "missing": "Duel.LoadScript('none.lua') error('a fault of a script')",
}


def engines(name: str, body: str, folder: Path) -> mini.InProcessEngine | mini.RecordedEngine:
    """Return the engine with such a card, or its recording."""
    if not mini.find_engine():
        return mini.RecordedEngine(RECORDINGS / f"{name}.recording")
    script = (SCRIPT % body).encode()
    return mini.InProcessEngine(mini.find_engine(), folder, {f"c{mini.DRAWER_PASSCODE}.lua": script})


def play_duel(name: str, body: str, folder: Path) -> CoreReferee:
    """Play a duel with it, as far as a few answers lead."""
    referee = mini.begin(engines(name, body, folder), 7)
    mini.play_on(referee, 12)
    return referee


@pytest.mark.parametrize("name", ENDING)
def test_what_would_take_everything_ends_its_own_duel(name: str, tmp_path: Path) -> None:
    body, reason = ENDING[name]
    assert str(play_duel(name, body, tmp_path).result()) == f"draw {reason}"


@pytest.mark.parametrize("name", GOING_ON)
def test_what_only_fails_is_told_and_the_duel_goes_on(name: str, tmp_path: Path) -> None:
    referee = play_duel(name, GOING_ON[name], tmp_path)
    assert referee.result() is None
    assert any("c900002.lua" in error for error in referee.errors)
