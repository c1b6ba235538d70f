"""The reducer: the state of an event after one more row of its log. It checks first, then changes.

Raises IllegalAct for what cannot happen now. `Undone` is the course's (`course.py`): it needs the whole log.
"""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from facedown_server.events.rules import acts
from facedown_server.events.rules.acts import EventLogRow, EventSettings
from facedown_server.events.rules.faults import Fault, IllegalAct
from facedown_server.events.rules.pairing_checks import check_pairs
from facedown_server.events.rules.results import (
    add_claim,
    add_penalty,
    bye_result,
    correct_result,
    enter_result,
    finish_match,
    submit_slip,
)
from facedown_server.events.rules.standings import TIE_BREAKERS
from facedown_server.events.rules.state import EventPlayer, EventState, Pairing, Round, RoundClock
from facedown_shared.tables.formats import DECK_FORMATS
from facedown_shared.text.plain_text import strip_controls

MAX_NAME_LETTERS = 24
MAX_EVENT_NAME_LETTERS = 60
MAX_ANNOUNCEMENT_LETTERS = 120
MAX_FORMAT_LETTERS = 40
MAX_WIFI_BYTES = 63
"""Of a network's name (which may have 32) and of its password."""
MAX_ROUNDS = 20
MAX_MINUTES = 240
BEST_OF = (1, 3, 5)
CUTS = (0, 2, 4, 8, 16, 32)
LATE_ACTS = (acts.ResultCorrected, acts.PlayerRenamed, acts.LinkRenewed, acts.Announced)
"""Acts that stay possible when the event is over."""


def create(row: EventLogRow) -> EventState:
    """Return the state after the first row of a log."""
    act = row.act
    if not isinstance(act, acts.EventCreated):
        raise IllegalAct(Fault.BAD_SETTING)
    _check_settings(act.settings)
    if not _is_hexadecimal(act.secret):
        raise IllegalAct(Fault.BAD_SETTING)
    name = strip_controls(act.name, lines=False)
    if not 0 < len(name) <= MAX_EVENT_NAME_LETTERS:
        raise IllegalAct(Fault.BAD_NAME, act.name)
    return EventState(name, act.date, act.secret, act.settings)


def _is_hexadecimal(text: str) -> bool:
    with suppress(ValueError):
        return bool(bytes.fromhex(text))
    return False


def apply(state: EventState, row: EventLogRow) -> EventState:
    """Return the state after another row."""
    if state.finished and not isinstance(row.act, LATE_ACTS):
        raise IllegalAct(Fault.FINISHED)
    after = _apply_to_players(state, row.act)
    if after is None:
        after = _apply_to_rounds(state, row)
    if after is None:
        after = _apply_to_results(state, row.act)
    if after is None:
        raise IllegalAct(Fault.NOT_UNDONE)
    return after


# --- players ---------------------------------------------------------------------------------------------


def _apply_to_players(state: EventState, act: acts.AnyAct) -> EventState | None:
    match act:
        case acts.PlayerRegistered():
            return _register(state, act)
        case acts.PlayerRenamed(player=number, name=name):
            player = _player(state, number)
            free = replace(state, players={**state.players, number: replace(player, name="")})
            return _with_player(state, replace(player, name=_unused_name(free, name)))
        case acts.PlayerDropped(player=number):
            player = _player(state, number)
            if player.dropped:
                raise IllegalAct(Fault.DROPPED, player.name)
            return _with_player(state, replace(player, dropped=True))
        case acts.PlayerReturned(player=number):
            player = _player(state, number)
            if not player.dropped:
                raise IllegalAct(Fault.NOT_DROPPED, player.name)
            return _with_player(state, replace(player, dropped=False))
        case acts.LinkRenewed(player=number):
            player = _player(state, number)
            return _with_player(state, replace(player, link=player.link + 1))
        case acts.OrganizerCalled(player=number) | acts.CallAnswered(player=number):
            calls = isinstance(act, acts.OrganizerCalled)
            return _with_player(state, replace(_player(state, number), calls=calls))
    return None


def _register(state: EventState, act: acts.PlayerRegistered) -> EventState:
    if len(state.players) >= state.settings.max_players:
        raise IllegalAct(Fault.TOO_MANY_PLAYERS, state.settings.max_players)
    if act.player <= max(state.players, default=0):
        raise IllegalAct(Fault.NO_SUCH_PLAYER, act.player)
    player = EventPlayer(act.player, _unused_name(state, act.name), act.pin, missed=len(state.rounds))
    return _with_player(state, player)


def _unused_name(state: EventState, name: str) -> str:
    """Return the name, with a number behind it if a player has it already."""
    plain = strip_controls(name, lines=False)
    if not 0 < len(plain) <= MAX_NAME_LETTERS:
        raise IllegalAct(Fault.BAD_NAME, name)
    taken = {player.name.casefold() for player in state.players.values()}
    number, unused = 1, plain
    while unused.casefold() in taken:
        number += 1
        unused = f"{plain} ({number})"
    return unused


def _player(state: EventState, number: int) -> EventPlayer:
    if number not in state.players:
        raise IllegalAct(Fault.NO_SUCH_PLAYER, number)
    return state.players[number]


def _with_player(state: EventState, player: EventPlayer) -> EventState:
    return replace(state, players={**state.players, player.number: player})


# --- settings, rounds, clocks ----------------------------------------------------------------------------


def _apply_to_rounds(state: EventState, row: EventLogRow) -> EventState | None:
    match row.act:
        case acts.SettingsChanged(settings=settings):
            _check_settings(settings)
            return replace(state, settings=settings)
        case acts.Announced(text=text):
            return replace(state, announcement=strip_controls(text, lines=False)[:MAX_ANNOUNCEMENT_LETTERS])
        case acts.RoundPaired():
            return _pair(state, row.act)
        case acts.ClockStarted(round=number):
            clock = _present_round(state, number).clock
            if clock.started_at_s is not None:
                raise IllegalAct(Fault.CLOCK_RUNS)
            return _with_clock(state, RoundClock(row.at_s))
        case acts.ClockPaused(round=number):
            clock = _present_round(state, number).clock
            if clock.started_at_s is None or clock.paused_at_s is not None:
                raise IllegalAct(Fault.CLOCK_STOPPED)
            return _with_clock(state, replace(clock, paused_at_s=row.at_s))
        case acts.ClockResumed(round=number):
            clock = _present_round(state, number).clock
            if clock.paused_at_s is None:
                raise IllegalAct(Fault.CLOCK_RUNS)
            paused_s = clock.paused_s + row.at_s - clock.paused_at_s
            return _with_clock(state, replace(clock, paused_at_s=None, paused_s=paused_s))
        case acts.EventFinished(forced=forced):
            if not forced and state.round is not None and not state.round.is_complete:
                raise IllegalAct(Fault.RESULTS_MISSING)
            return replace(state, finished=True)
    return None


def _pair(state: EventState, act: acts.RoundPaired) -> EventState:
    if len(state.rounds) >= MAX_ROUNDS:
        raise IllegalAct(Fault.NO_SUCH_ROUND, len(state.rounds) + 1)
    check_pairs(state, act)
    pairings = [Pairing(table, one, two) for table, (one, two) in enumerate(act.pairs, 1)]
    if act.bye:
        pairings.append(Pairing(0, act.bye, 0, bye_result(state.settings)))
    new = Round(len(state.rounds) + 1, act.pairing, tuple(pairings), act.cut)
    return replace(state, rounds=(*state.rounds, new))


def _present_round(state: EventState, number: int) -> Round:
    if state.round is None or state.round.number != number:
        raise IllegalAct(Fault.OLD_ROUND, number)
    return state.round


def _with_clock(state: EventState, clock: RoundClock) -> EventState:
    return replace(state, rounds=(*state.rounds[:-1], replace(state.rounds[-1], clock=clock)))


def _check_settings(settings: EventSettings) -> None:
    points = settings.points
    if (
        settings.best_of not in BEST_OF
        or settings.cut not in CUTS
        or not 0 <= settings.rounds <= MAX_ROUNDS
        or not 0 < settings.minutes <= MAX_MINUTES
        or not 0 <= points.draw <= points.win
        or not points.win
        or not 0 <= points.floor_permille <= 1000
        or not TIE_BREAKERS.keys() >= {*settings.tie_breakers}
        or settings.screen_format not in ("", *DECK_FORMATS)
        or len(settings.format) > MAX_FORMAT_LETTERS
        or max(len(settings.wifi_name.encode()), len(settings.wifi_password.encode())) > MAX_WIFI_BYTES
    ):
        raise IllegalAct(Fault.BAD_SETTING)


# --- results ---------------------------------------------------------------------------------------------


def _apply_to_results(state: EventState, act: acts.AnyAct) -> EventState | None:
    match act:
        case acts.MinutesAdded():
            if not 0 < act.minutes <= MAX_MINUTES:
                raise IllegalAct(Fault.BAD_SETTING)
            return _add_minutes(state, act)
        case acts.ResultClaimed():
            return add_claim(state, act)
        case acts.SlipSubmitted():
            return submit_slip(state, act)
        case acts.ResultEntered():
            return enter_result(state, act)
        case acts.ResultCorrected():
            return correct_result(state, act)
        case acts.MatchFinished():
            return finish_match(state, act)
        case acts.PenaltyGiven():
            return add_penalty(state, act)
    return None


def _add_minutes(state: EventState, act: acts.MinutesAdded) -> EventState:
    now = _present_round(state, act.round)
    if not any(pairing.table == act.table for pairing in now.pairings if not pairing.is_bye):
        raise IllegalAct(Fault.NO_SUCH_TABLE, act.table)
    pairings = tuple(
        replace(pairing, added_minutes=pairing.added_minutes + act.minutes)
        if pairing.table == act.table
        else pairing
        for pairing in now.pairings
    )
    return replace(state, rounds=(*state.rounds[:-1], replace(now, pairings=pairings)))
