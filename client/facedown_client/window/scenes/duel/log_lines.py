"""The lines of the log pane, from the entries of the model's log."""

from __future__ import annotations

from collections.abc import Iterable

from facedown_client.board import LogLine
from facedown_client.model.model import LogEntry
from facedown_client.model.play_schedule import SUMMONS


def log_lines(log: Iterable[LogEntry], quiet: frozenset[str], first: int, language: str) -> list[LogLine]:
    """Return the lines of the log for the pane: turns are headings, and repeated events are one line.

    `quiet` kinds have no line: a solo player knows the phase. `first` is the number of the first entry.
    """
    lines: list[LogLine] = []
    times = 1
    for index, entry in enumerate(log, first):
        happening, text = entry.happening, entry.said.texts.get(language, entry.text)
        if happening.kind == "turn" or happening.kind in quiet:
            continue
        last = lines[-1] if lines else None
        again = last is not None and (last.turn, last.text.partition(" \u00d7")[0]) == (
            entry.turn,
            text,
        )
        times = times + 1 if again else 1
        number = happening.amount if happening.kind == "activate" else 0
        if again:
            text = f"{text} \u00d7{times}"
            lines.pop()
        play = happening.kind == "attack" or (
            happening.kind in ("move", "flip") and happening.word in SUMMONS
        )
        lines.append(
            LogLine(
                text,
                entry.turn,
                happening.kind,
                happening.seat,
                number,
                happening.card,
                happening.code,
                index,
                play,
            )
        )
    return lines
