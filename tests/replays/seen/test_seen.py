"""A replay that an earlier version has stored shows what it showed then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from facedown_client.replays import replay_list
from facedown_client.replays.player import Player
from facedown_shared.replay import REPLAY_FORMAT_VERSION, parse_head
from tests.client.replays.duels import events_so_far

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.replay"))


def board_at_each_turn(player: Player) -> list[dict[str, Any]]:
    """Return the board at the beginning of every turn and at the end, in plain words of the game."""
    boards = []
    for frame in (*player.shown_course.turns, player.last):
        player.seek(frame)
        view = player.view
        open_cards = sorted(view.facts[seen.code].name for seen in view.cards.values() if seen.code)
        boards.append({
            "turn": view.turn, "whose": view.turn_player, "phase": view.phase, "result": view.result,
            "tallies": view.tallies, "piles": {key: pile.count for key, pile in sorted(view.piles.items())},
            "cards": open_cards, "events": len(events_so_far(player)),
        })  # fmt: skip
    return boards


@pytest.mark.parametrize("name", NAMES)
def test_a_replay_of_an_earlier_version_shows_what_it_showed(name: str) -> None:
    """Made once by `python -m tests.replays.seen`, and never again."""
    player = Player(replay_list.open_replay(FOLDER / f"{name}.replay"))
    assert board_at_each_turn(player) == msgspec.json.decode((FOLDER / f"{name}.json").read_bytes())


def test_there_is_one_of_every_version() -> None:
    kept = {parse_head((FOLDER / f"{name}.replay").read_bytes()).version for name in NAMES}
    assert kept == set(range(1, REPLAY_FORMAT_VERSION + 1))
