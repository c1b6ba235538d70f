"""`python -m tests.replays.seen`: store a replay of this version of the format, when it is incremented."""

from __future__ import annotations

import os
import tempfile

import msgspec

from facedown_client.replays import replay_list
from facedown_client.replays.player import Player
from facedown_shared.replay import REPLAY_FORMAT_VERSION
from tests.client.replays.duels import play_duel
from tests.replays.seen.test_seen import FOLDER, board_at_each_turn

os.environ["FACEDOWN_HOME"] = tempfile.mkdtemp()
kept = play_duel(1)[0].recorder.kept
assert kept is not None, "a match of bots ends"
file = FOLDER / f"version-{REPLAY_FORMAT_VERSION}.replay"
file.write_bytes(kept.read_bytes())
boards = msgspec.json.format(
    msgspec.json.encode(board_at_each_turn(Player(replay_list.open_replay(file)))), indent=1
)
file.with_suffix(".json").write_bytes(boards + b"\n")
