"""A recorded match as a file: Views, the changes after each, the events (docs/reference/replay-files.md).

Law: a format of its own. It writes no struct of the protocol, so that a file outlives every protocol; a row
gets new fields with defaults and loses none, and `REPLAY_FORMAT_VERSION` is incremented when that is not
enough. It is read record by record within hard limits, since any person may have made it. It holds what its
viewers were shown and never a token, a link or chat.
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
