"""A recorded match as a file: Views, the changes after each, the events (docs/reference/replay-files.md).

Law: a format of its own. No struct of the wire is written here, so that a file outlives every protocol; a row
gets new fields with usual values and loses none, and `VERSION` is counted up when that is not enough. It is
read record by record within hard bounds, since anybody may have made it. It holds what its viewers were shown
and never a token, a link or chat.
"""

from __future__ import annotations

from facedown_shared.replay.reading import Replay, as_seen_by, read, read_head
from facedown_shared.replay.rows import (
    ENDING,
    MAGIC,
    MAX_FILE_BYTES,
    MAX_HEAD_BYTES,
    REPLAY_FORMAT_VERSION,
    Head,
    Shot,
    ThrowsRow,
)
from facedown_shared.replay.writing import ReplayWriter

__all__ = (
    "ENDING",
    "MAGIC",
    "MAX_FILE_BYTES",
    "MAX_HEAD_BYTES",
    "REPLAY_FORMAT_VERSION",
    "Head",
    "Replay",
    "ReplayWriter",
    "Shot",
    "ThrowsRow",
    "as_seen_by",
    "read",
    "read_head",
)  # fmt: skip
