"""A replay as text: every line of its log, and the board at the beginning of each turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from facedown_client.model.words import text
from facedown_client.model.words.phrases import result_words
from facedown_client.replays import replay_list
from facedown_client.replays.player import Player
from facedown_client.replays.replay_model import ReplayModel
from facedown_shared.replay import Head
from facedown_shared.tables import FORMATS
from facedown_shared.text import _


def replay_lines(path: Path) -> Iterator[str]:
    """Return the text of a whole replay, line by line.

    Raises BadInput if the file is no valid replay.
    """
    screening = ReplayModel(Player(replay_list.open_replay(path)), spoken=True)
    yield replay_heading(screening.player.replay.head)
    logged = 0
    while True:
        fresh = screening.since(logged)
        logged = screening.logged
        view = screening.view
        assert view is not None, "a replay begins with a View"
        for is_turn, entries in groupby(fresh, key=lambda entry: entry.happening.kind == "turn"):
            if is_turn:
                yield from ("", *text.board(view, screening.names), "")
            yield from text.merge_repeated(entry.text for entry in entries)
        ends = bool(view.result)
        if not screening.show_next():
            break
        if ends:
            yield ""
    if view.result:
        yield from ("", _("{text}.", text=result_words(view.result, screening.names)))


def replay_heading(head: Head) -> str:
    """Return a heading that describes a replay in one line."""
    title = _(FORMATS[head.format].title) if head.format in FORMATS else head.format
    one, other = head.names
    return _(
        "{one} against {other}, {title}, {day}",
        one=one,
        other=other,
        title=title,
        day=replay_list.local_time(head),
    )
