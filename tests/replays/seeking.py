"""What holds for every replay, whichever client stored it."""

from __future__ import annotations

import random

from facedown_client.replays.player import Player
from facedown_shared.replay import Replay, parse_replay
from facedown_shared.tables.view import View, VisibleEvent

POINTS_COUNT = 20


def sought(data: bytes, *, is_over: bool = True) -> Replay:
    """Check that a stored file plays to its end and shows at every position what a fresh play-through shows
    there; return what was read. `is_over`: its match has come to an end.
    """
    replay = parse_replay(data)
    shown, dice = play_views(data), random.Random(len(data))
    player = Player(replay)
    for frame in (dice.randrange(len(shown)) for _ in range(POINTS_COUNT)):
        player.seek(frame)
        assert (player.view, player.events) == shown[frame], f"frame {frame} of {len(shown)}"
    player.seek(player.last)
    assert player.view.result or not is_over
    return replay


def play_views(data: bytes) -> list[tuple[View, tuple[VisibleEvent, ...]]]:
    """Return the Views from the first frame to the last."""
    player = Player(parse_replay(data))
    shown = [(player.view, player.events)]
    while (step := player.step_forward()) is not None:
        shown.append((step.new, step.visible_events))
    return shown
