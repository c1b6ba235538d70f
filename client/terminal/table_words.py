"""A table in words: how it stands for whoever comes, and afterwards only what has changed.

Law: lines from what everybody at a table is told; no View.
"""

from __future__ import annotations

from collections.abc import Iterator

from client.words.countdown import span
from client.words.phrases import Names, capital, is_you
from client.words.sentences import WAYS
from shared.protocol.messages import LobbyRow, SeatInfo, TableInfo

STAGES = {
    "gathering": "waiting for the players",
    "toss": "tossing the coin",
    "order": "choosing who goes first",
    "duel": "duel running",
    "siding": "siding",
    "over": "over",
}


def table_lines(table: TableInfo) -> list[str]:
    """Who is at the table, and how ready they are."""
    way = f", {WAYS[table.mode]}" if table.mode in ("half", "free") else ""
    clock = min(seat.clock for seat in table.seats) if table.stage == "gathering" else 0
    timed = f", {span(clock)} for each" if clock else ""
    stage = STAGES.get(table.stage, table.stage)
    lines = [f"Table {table.code}, {table.format}{way}, best of {table.best_of}{timed}, {stage}."]
    waits = table.stage == "gathering"
    lines += [f"  {_seat_words(seat, waits)}." if seat.name else "  An empty seat." for seat in table.seats]
    if table.spectators:
        lines.append(f"  Watching: {', '.join(table.spectators)}.")
    if table.note:
        lines.append(f"  {table.note}")
    return lines


def _seat_words(seat: SeatInfo, waits: bool) -> str:
    """One player; before a match, how ready they are."""
    words = [seat.name]
    words += ["ready" if seat.ready else "deck brought" if seat.deck else "no deck yet"] if waits else []
    words += [] if seat.present else ["away"]
    words += [f"{seat.wins} won"] if seat.wins else []
    return ", ".join(words)


def changes(old: TableInfo, new: TableInfo, names: Names) -> list[str]:
    """What is new at a table since it was told last, a sentence each."""
    lines = [] if old.note == new.note or not new.note else [str(new.note)]
    if old.stage != new.stage:
        lines += _stage(new, names)
    elif new.stage == "gathering":
        for seat in (0, 1):
            lines += _seat(old.seats[seat], new.seats[seat], names[seat], is_you(seat, names))
    if old.mode != new.mode and not new.note:
        lines.append(f"This table is played {WAYS[new.mode]}.")
    if old.spectators != new.spectators:
        lines.append(f"Watching: {', '.join(new.spectators) or 'nobody'}.")
    return lines


def _stage(table: TableInfo, names: Names) -> Iterator[str]:
    """A new part of the match."""
    if table.stage == "duel" and table.best_of > 1:
        yield f"Duel {table.duel} of up to {table.best_of} begins."
    if table.stage in ("siding", "over") and table.best_of > 1:
        won = [f"{names[seat]} won {table.seats[seat].wins}" for seat in (0, 1)]
        yield f"{capital(', '.join(won))}."


def _seat(old: SeatInfo, new: SeatInfo, name: str, you: bool) -> Iterator[str]:
    """What is new of a player before the match."""
    has, is_ = ("have", "are") if you else ("has", "is")
    if old.name != new.name:
        yield f"{capital(name)} {has} sat down." if new.name else f"{old.name}'s seat is empty."
    elif new.ready != old.ready:
        yield f"{capital(name)} {is_} {'' if new.ready else 'not '}ready."
    elif new.deck and old.counts != new.counts and not you:  # of the own one there is a report
        yield f"{capital(name)} has brought a deck."


def row_words(row: LobbyRow) -> str:
    """One open table of the lobby's list."""
    lock = ", password" if row.locked else ""
    clock = f", {span(row.clock.bank)} for each" if row.clock.bank else ""
    watching = f", {row.spectators} watching" if row.spectators else ""
    stage = STAGES.get(row.stage, row.stage)
    return f"{row.code}: {row.host}, {row.format}, best of {row.best_of}{clock}, {stage}{watching}{lock}"
