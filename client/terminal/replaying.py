"""A replay in words: every line of its log, and the board at the beginning of each turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from client.replays import shelf
from client.replays.player import Player
from client.replays.screening import ReplayModel
from client.words import text
from client.words.phrases import result_words
from shared.formats import FORMATS
from shared.language import _
from shared.replay import Head


def lines(path: Path) -> Iterator[str]:
    """Everything in order. Raises BadInput."""
    screening = ReplayModel(Player(shelf.opened(path)), spoken=True)
    yield heading(screening.player.replay.head)
    logged = 0
    while True:
        fresh = screening.since(logged)
        logged = screening.logged
        view = screening.view
        assert view is not None, "a replay begins with a View"
        for is_turn, entries in groupby(fresh, key=lambda entry: entry.happening.kind == "turn"):
            if is_turn:
                yield from ("", *text.board(view, screening.names), "")
            yield from text.merged(entry.text for entry in entries)
        ends = bool(view.result)
        if not screening.go_on():
            break
        if ends:
            yield ""
    if view.result:
        yield from ("", _("{text}.", text=result_words(view.result, screening.names)))


def heading(head: Head) -> str:
    """What it is, in a line."""
    title = _(FORMATS[head.format].title) if head.format in FORMATS else head.format
    one, other = head.names
    return _("{one} against {other}, {title}, {day}", one=one, other=other, title=title, day=shelf.day(head))
