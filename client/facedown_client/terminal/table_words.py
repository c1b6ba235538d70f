"""A table as text: its whole state for a newcomer, afterwards only the changes.

Law: lines from a table's public messages; no View.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from facedown_client.model.words.countdown import absence_left, absence_words, span
from facedown_client.model.words.phrases import Names, capital, is_you
from facedown_client.model.words.sentences import WAYS, client_words, unable_words, way_words
from facedown_client.model.words.verbs import Verb
from facedown_shared.protocol.messages import LobbyRow, SeatInfo, TableInfo
from facedown_shared.tables import FORMATS
from facedown_shared.text import Words, _, gettext_noop

MAX_NAMED_SPECTATORS = 16
"""Maximum number of spectators up to which each is named."""

STAGES = {
    "gathering": gettext_noop("waiting for the players"),
    "toss": gettext_noop("tossing the coin"),
    "order": gettext_noop("choosing who goes first"),
    "duel": gettext_noop("duel running"),
    "siding": gettext_noop("siding"),
    "over": gettext_noop("over"),
}


def table_lines(table: TableInfo) -> list[str]:
    """Return lines about the players and spectators at the table, and the players' readiness."""
    way = "" if table.mode == "rules" else _(", {way}", way=way_words(table.mode, table.format))
    stage = _(STAGES.get(table.stage, table.stage))
    lines = [
        _(
            "Table {code}, {format}{way}, best of {best_of}, {stage}.",
            code=table.code,
            format=table.banlist or _format(table.format),
            way=way,
            best_of=table.best_of,
            stage=stage,
        )
    ]
    lines += [
        _("  {text}.", text=_seat_words(seat, table)) if seat.name else _("  An empty seat.")
        for seat in table.seats
    ]
    if table.spectators:
        lines.append(f"  {_spectators_line(table)}")
    if table.note:
        lines.append(f"  {table.note}")
    return lines


def _seat_words(seat: SeatInfo, table: TableInfo) -> str:
    """Return a line about one player, with their readiness before a match and between its duels."""
    words = [seat.name]
    if table.stage == "gathering" and (seat.ready or table.life is not None):
        words.append(_("ready") if seat.ready else _("not ready yet"))
    elif table.stage == "gathering":
        words.append(_("deck brought") if seat.deck else _("no deck yet"))
    elif table.stage == "siding":
        words.append(_("done") if seat.ready else _("still siding"))
    if not seat.present:
        left = absence_left(seat, 0.0)
        words.append(_("away") if left is None else _("away, {span} left to reconnect", span=span(left)))
    words += [_("{wins} won", wins=seat.wins)] if seat.wins else []
    words += [_("their client does not play this table")] if seat.cannot_play else []
    return _(", ").join(words)


def changes(
    old: TableInfo, new: TableInfo, names: Names, *, is_told: bool = False, said: Callable[[Words], str] = str
) -> list[str]:  # fmt: skip
    """Return the changes at a table since its last message, as sentences.

    `is_told`: its news were printed already; `said` puts news into words, with the names of cards.
    """
    lines = [] if old.note == new.note or not new.note or is_told else [said(new.note)]
    if old.stage != new.stage:
        lines += _stage(new, names)
    elif new.stage in ("gathering", "siding"):
        describe = _seat if new.stage == "gathering" else _siding_changes
        for seat in (0, 1):
            lines += describe(old.seats[seat], new.seats[seat], names[seat], is_you(seat, names))
    lines += [
        unable_words(names[seat], is_you(seat, names))
        for seat in (0, 1)
        if new.seats[seat].cannot_play and not old.seats[seat].cannot_play
    ]
    lines += _absences(old, new, names)
    if old.mode != new.mode and not new.note:
        lines.append(_("This table is played {ways}.", ways=_(WAYS[new.mode])))
    if old.spectators != new.spectators:
        lines.append(_spectators_line(new))
    return lines


def _absences(old: TableInfo, new: TableInfo, names: Names) -> Iterator[str]:
    """Return sentences about players who are now away: the time they have, and the clock that runs
    meanwhile.
    """
    for seat in (0, 1):
        before, left = absence_left(old.seats[seat], 0.0), absence_left(new.seats[seat], 0.0)
        runs = new.ticking == seat != old.ticking
        if left is not None and (before is None or runs):
            words = absence_words(capital(names[seat]), left)
            yield _("{text} The clock runs.", text=words) if runs else words


def _spectators_line(table: TableInfo) -> str:
    """Return the spectators: their names, or their number if there are many."""
    if table.crowd > MAX_NAMED_SPECTATORS:
        return _("{count} are watching.", count=table.crowd)
    return _("Watching: {names}.", names=_(", ").join(table.spectators) or _("nobody"))


def _stage(table: TableInfo, names: Names) -> Iterator[str]:
    """Return a sentence about a new stage of the match."""
    if table.stage == "duel" and table.best_of > 1:
        yield _("Duel {duel} of up to {best_of} begins.", duel=table.duel, best_of=table.best_of)
    if table.stage in ("siding", "over") and table.best_of > 1:
        won = [_("{names} won {wins}", names=names[seat], wins=table.seats[seat].wins) for seat in (0, 1)]
        yield _("{text}.", text=capital(_(", ").join(won)))


def _seat(old: SeatInfo, new: SeatInfo, name: str, you: bool) -> Iterator[str]:
    """Return the changes of a player before the match."""
    has = Verb(you)
    if old.name != new.name:
        yield (
            capital(_("{name} {does:has} sat down.", name=name, does=has))
            if new.name
            else _("{name}'s seat is empty.", name=old.name)
        )
    elif new.ready != old.ready:
        ready = _("{name} {does:is} ready.") if new.ready else _("{name} {does:is} not ready.")
        yield capital(ready.format(name=name, does=has))
    elif new.deck and old.counts != new.counts and not you:  # the player's own deck has a report
        yield _("{name} has brought a deck.", name=capital(name))


def _siding_changes(old: SeatInfo, new: SeatInfo, name: str, you: bool) -> Iterator[str]:
    """Return the changes of a player between two duels."""
    if new.ready and not old.ready:
        yield capital(_("{name} {does:is} done with siding.", name=name, does=Verb(you)))


def row_words(row: LobbyRow) -> str:
    """Return one open table of the lobby's list as a line."""
    lock = _(", password") if row.locked else ""
    unable = _(", {text}", text=client_words(row)) if client_words(row) else ""
    clock = _(", {span} for each", span=span(row.clock.bank)) if row.clock.bank else ""
    watching = _(", {spectators} watching", spectators=row.spectators) if row.spectators else ""
    stage = _(STAGES.get(row.stage, row.stage))
    way = "" if row.mode == "rules" else _(", {way}", way=way_words(row.mode, row.format))
    if row.point_cap is not None:
        way = _(", {way}", way=_("decks of up to {cap} points", cap=row.point_cap)) + way
    return _(
        "{code}: {host}, {format}{way}, best of {best_of}{clock}, {stage}{watching}{lock}",
        code=row.code,
        host=_(", ").join(filter(None, (row.host, row.opponent))) or _("no player yet"),
        format=row.banlist or _format(row.format),
        way=way,
        best_of=row.best_of,
        clock=clock,
        stage=stage,
        watching=watching,
        lock=lock + unable,
    )


def _format(name: str) -> str:
    """Return a format's title; the name of a format that only the server knows."""
    return _(FORMATS[name].title) if name in FORMATS else name
