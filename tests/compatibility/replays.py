"""What a replay file shows, as numbers and digests."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from facedown_client.replays.player import Player
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import Whole
from facedown_shared.replay import parse_replay
from tests.compatibility.journals import digest_of


def report_of_replay(data: bytes) -> dict[str, Any]:
    """Report its head, the digest of all frames from each side, and its other content."""
    replay = parse_replay(data)
    player = Player(replay)
    sides = {}
    for side in replay.head.sides:
        player.set_viewer(side)
        frames = hashlib.blake2b(digest_size=16)
        for frame in range(player.last + 1):
            player.seek(frame)
            frames.update(encode(Whole(1, player.view, player.events)))
        sides[str(side)] = [player.last + 1, frames.hexdigest()]
    return {
        "head": msgspec.json.decode(msgspec.json.encode(replay.head)),
        "frames": sides,
        "lines": [[number, digest_of(text.encode())] for number, text in sorted(replay.lines.items())],
        "throws": "" if replay.throws is None else digest_of(msgspec.msgpack.encode(replay.throws)),
    }
