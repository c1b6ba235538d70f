"""A replay with both hands in a real window: seen from either side, and played on alone from a turn, on a
real server of one's own.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_client.replays.player import Player
from facedown_shared.protocol.messages import GetOpened
from facedown_shared.replay import parse_replay
from tests.server.room.replays.test_opened import AGREED
from tests.server.room.replays.test_replay_desk import match
from tests.window.display import display
from tests.window.test_duel import shots
from tests.window.windows import TEST_TIMEOUT_S, window

__all__ = ["shots"]


@pytest.fixture
def opened_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the replay of a duel whose players have agreed to open their hands, as a client stores it."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "home"))
    return trio.run(_make_replay, tmp_path, clock=MockClock(autojump_threshold=0))


async def _make_replay(folder: Path) -> Path:
    async with match(folder / "kept", settings=AGREED) as played:
        played.robots[0].send_request(GetOpened())
        recorder = played.players[0].recorder
        await wait_all_tasks_blocked(0.01)
        assert recorder.is_opened
        assert recorder.kept is not None
        return recorder.kept


@pytest.mark.window
def test_a_replay_is_played_on_from_a_turn(opened_replay: Path, tmp_path: Path, shots: Path) -> None:
    trio.run(_play_on, opened_replay, tmp_path, shots)


async def _play_on(opened: Path, tmp_path: Path, shots: Path) -> None:
    player = Player(parse_replay(await trio.Path(opened).read_bytes()))
    async with display() as screen, window(screen, "Wren", tmp_path / "Wren", "replay", str(opened)) as wren:
        with trio.fail_after(TEST_TIMEOUT_S):
            await wren.appear((0, 0))
            await wren.until("^screen: replay, under home$")
            await wren.key("shift+Right", "shift+Right", "e")
            await wren.shot("replay-other-side", shots)
            await wren.key("p")
            await wren.until("^screen: duel$")
            steps = len(player.replay.lines[1].partition("steps = [")[2].splitlines()) - 2
            step = await wren.until(rf"^step: (\d+) of {steps}$")
            assert 0 < int(step[1]) < steps
            await wren.shot("replay-played-on", shots)
