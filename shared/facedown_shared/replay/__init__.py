"""A recorded match as a file: Views, the changes after each, the events (docs/reference/replay-files.md).

Law: the format is independent of the protocol and writes none of its structs, so a file outlives every
protocol. A row gets new fields with defaults and loses none; if that is not enough, `REPLAY_FORMAT_VERSION`
is incremented. Files may be made by anyone, so they are read record by record within hard limits. A file
contains what its viewers were shown, and never a token, a link or chat.
"""

from __future__ import annotations

from facedown_shared.replay.reading import Replay, parse_head, parse_replay, reorder_sides, with_names
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
    "parse_head",
    "parse_replay",
    "reorder_sides",
    "with_names",
)  # fmt: skip
