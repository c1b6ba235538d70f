"""What the event desk says: sentences for refusals, tables and standings in columns."""

from __future__ import annotations

from facedown_server.events.export import percent
from facedown_server.events.rules.course import UndoPreview
from facedown_server.events.rules.faults import Fault, IllegalAct
from facedown_server.events.rules.standings import standings
from facedown_server.events.rules.state import EventState, Pairing, Round
from facedown_shared.text import _, gettext_noop, ngettext

FAULTS = {
    Fault.ASK_THE_ORGANIZER: gettext_noop("Registration by phone is closed: see the organizer."),
    Fault.BANNED: gettext_noop("This server's operator has banned this address or name: see the organizer."),
    Fault.BAD_NAME: gettext_noop("This name is empty or too long."),
    Fault.BAD_PAIRS: gettext_noop("These pairs do not hold every player once."),
    Fault.BAD_SCORE: gettext_noop("No match ends {one} to {two} here."),
    Fault.BAD_SETTING: gettext_noop("This value is not possible."),
    Fault.CLOCK_RUNS: gettext_noop("The clock runs already."),
    Fault.CLOCK_STOPPED: gettext_noop("The clock does not run."),
    Fault.DROPPED: gettext_noop("{one} has dropped already."),
    Fault.FINISHED: gettext_noop("The event is over; only results can be corrected."),
    Fault.HAS_RESULT: gettext_noop("Table {one} has a result already."),
    Fault.NO_RESULT: gettext_noop("Table {one} has no result to correct."),
    Fault.NO_SUCH_PLAYER: gettext_noop("There is no player {one}."),
    Fault.NO_SUCH_ROUND: gettext_noop("There is no round {one}."),
    Fault.NO_SUCH_TABLE: gettext_noop("There is no table {one} in this round."),
    Fault.NOT_AT_TABLE: gettext_noop("This player is not at that table."),
    Fault.NOT_DROPPED: gettext_noop("{one} has not dropped."),
    Fault.NOT_UNDONE: gettext_noop("There is nothing to undo."),
    Fault.OLD_ROUND: gettext_noop("No round is being played; `next` begins one."),
    Fault.OLD_SLIP: gettext_noop("No slip of this round has this table and number."),
    Fault.RESULTS_MISSING: gettext_noop("Results are missing: {one}"),
    Fault.PLAYER_SHARE: gettext_noop("This phone has sent too much: let the organizer enter it."),
    Fault.ADDRESS_SHARE: gettext_noop("Many players have registered from this address: see the organizer."),
    Fault.TOO_FAST: gettext_noop("Too many at once: wait a moment, and try again."),
    Fault.TOO_FEW_PLAYERS: gettext_noop("That needs at least {one} players."),
    Fault.TOO_MANY_PLAYERS: gettext_noop("An event has at most {one} players."),
    Fault.WRONG_PIN: gettext_noop("No player has this name and this number."),
}

TIE_BREAKER_NAMES = {
    "opponents": gettext_noop("opponents"),
    "opponents-opponents": gettext_noop("opponents of opponents"),
    "cumulative": gettext_noop("cumulative"),
    "own-losses": gettext_noop("losses"),
    "opponents-losses": gettext_noop("opponents' losses"),
    "opponents-cumulative": gettext_noop("opponents' cumulative"),
}


def refusal_text(state: EventState, refusal: IllegalAct) -> str:
    """Return the sentence of a refusal."""
    values = dict(zip(("one", "two"), map(str, refusal.values), strict=False))
    if refusal.fault is Fault.RESULTS_MISSING:
        values["one"] = _("table {tables}", tables=", ".join(map(str, open_tables(state))))
    return _(FAULTS[refusal.fault], **{"one": "", "two": "", **values})


def open_tables(state: EventState) -> list[int]:
    """Return the tables of the present round without a result."""
    return [one.table for one in state.round.pairings if one.result is None] if state.round else []


def name_of(state: EventState, player: int) -> str:
    """Return a player's name."""
    return state.players[player].name


def table_line(state: EventState, pairing: Pairing) -> str:
    """Return the line of a table: number, players, result."""
    if pairing.is_bye:
        return "     " + _("{name} has no opponent (a bye)", name=name_of(state, pairing.one))
    result = "-" if pairing.result is None else f"{pairing.result.score.one}:{pairing.result.score.two}"
    if pairing.is_disputed:
        result = "?"
    added = _("+{minutes} min", minutes=pairing.added_minutes)
    more = f" {added}" if pairing.added_minutes else ""
    return f"{pairing.table:>3}  {name_of(state, pairing.one)}  {result}  {name_of(state, pairing.two)}{more}"


def round_lines(state: EventState, played: Round) -> list[str]:
    """Return a round: its title and tables."""
    title = (
        _("Cut, round {number}", number=played.number)
        if played.cut
        else _("Round {number}", number=played.number)
    )
    return [title, *(table_line(state, pairing) for pairing in played.pairings)]


def standings_lines(state: EventState) -> list[str]:
    """Return the standings after the complete rounds, one line for each player."""
    names = "  ".join(_(TIE_BREAKER_NAMES[name]) for name in state.settings.tie_breakers)
    lines = [
        _("Standings after round {number}  (points; {names})", number=state.complete_rounds, names=names)
    ]
    for row in standings(state):
        dropped = f" {_('(dropped)')}" if state.players[row.player].dropped else ""
        values = "  ".join(map(percent, row.tie_breakers))
        lines.append(f"{row.place:>3}  {name_of(state, row.player)}{dropped}  {row.points}  {values}")
    return lines


def players_lines(state: EventState) -> list[str]:
    """Return the players, by number."""
    count = len(state.active_players)
    title = ngettext("{count} player", "{count} players", count)
    return [
        title,
        *(
            f"#{player.number}  {player.name}" + (f" {_('(dropped)')}" if player.dropped else "")
            for player in state.players.values()
        ),
    ]


def undo_lines(state: EventState, preview: UndoPreview) -> list[str]:
    """Return what an undo changes, one line each."""
    lines = []
    if preview.unpaired_round:
        lines.append(_("Round {number} is no longer paired.", number=preview.unpaired_round))
    for change in preview.results:
        if change.after is None:
            lines.append(
                _(
                    "Round {number}, table {table}: the result is lost.",
                    number=change.round,
                    table=change.table,
                )
            )
        else:
            lines.append(
                _("Round {number}, table {table}: {one}:{two} again.",
                  number=change.round, table=change.table,
                  one=change.after.score.one, two=change.after.score.two)
            )  # fmt: skip
    for player in preview.players:
        known = state.players.get(player) or preview.state.players[player]
        lines.append(_("{name} is as before.", name=known.name))
    return lines or [_("Only the last act itself.")]
