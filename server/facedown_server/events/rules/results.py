"""Results: from phones, slips, the organizer and the referees; corrections; what a score means.

A result counts once for a pairing. Phones and slips give it only to a table without one; the organizer can
replace it; the referee of a match on screen may report any number of times.
"""

from __future__ import annotations

from msgspec.structs import replace

from facedown_server.events.rules import acts
from facedown_server.events.rules.acts import EventSettings, Outcome, Penalty, Score
from facedown_server.events.rules.faults import Fault, IllegalAct
from facedown_server.events.rules.state import EventState, MatchResult, Pairing, Round, Source

TYPED_OUTCOMES: dict[str, Outcome] = {"draw": "draw", "lost": "both lose"}
TYPED_PENALTIES: dict[str, Penalty] = {"warning": "warning", "game": "game loss", "match": "match loss"}
"""Words that the organizer types."""


def needed_wins(settings: EventSettings) -> int:
    """Return how many duels win a match."""
    return settings.best_of // 2 + 1


def bye_result(settings: EventSettings) -> MatchResult:
    """Return the result of a player without an opponent."""
    return MatchResult(Score(needed_wins(settings), 0), "one", "bye")


def outcome_of(settings: EventSettings, score: Score) -> Outcome:
    """Return what a score is worth; of an undecided match what the time procedure says.

    Raises IllegalAct for a score that no match has.
    """
    needed = needed_wins(settings)
    if (
        min(score.one, score.two) < 0
        or max(score.one, score.two) > needed
        or score.one == score.two == needed
    ):
        raise IllegalAct(Fault.BAD_SCORE, score.one, score.two)
    if needed in (score.one, score.two):
        return "one" if score.one == needed else "two"
    if settings.undecided == "more wins" and score.one != score.two:
        return "one" if score.one > score.two else "two"
    return "both lose" if settings.undecided == "both lose" else "draw"


def add_claim(state: EventState, act: acts.ResultClaimed) -> EventState:
    """Note what a phone claims; give the table its result when both claim the same."""
    now, pairing = _claimed_pairing(state, act)
    first = pairing.one == act.player
    score = act.score if first else act.score.reversed
    outcome_of(state.settings, score)
    claims = (score, pairing.claims[1]) if first else (pairing.claims[0], score)
    claimed = replace(pairing, claims=claims)
    if claims[0] == claims[1]:
        claimed = replace(claimed, result=_result(state, now, score, None, "phones"))
    return _with_pairing(state, now, claimed)


def _claimed_pairing(state: EventState, act: acts.ResultClaimed) -> tuple[Round, Pairing]:
    now = state.round
    if now is None or now.pairing != act.pairing:
        raise IllegalAct(Fault.OLD_ROUND, act.pairing)
    pairing = now.of_player(act.player)
    if pairing is None or pairing.is_bye:
        raise IllegalAct(Fault.NOT_AT_TABLE, act.player)
    if pairing.result is not None:
        raise IllegalAct(Fault.HAS_RESULT, pairing.table)
    return now, pairing


def submit_slip(state: EventState, act: acts.SlipSubmitted) -> EventState:
    """Give a table the result of its slip."""
    now = _present_round(state, act.round)
    pairing = _pairing(now, act.table)
    if pairing.result is not None:
        raise IllegalAct(Fault.HAS_RESULT, act.table)
    if {*act.players} != {pairing.one, pairing.two}:
        raise IllegalAct(Fault.NOT_AT_TABLE, act.table)
    score = act.score if act.players[0] == pairing.one else act.score.reversed
    return _with_pairing(state, now, replace(pairing, result=_result(state, now, score, None, "slip")))


def enter_result(state: EventState, act: acts.ResultEntered) -> EventState:
    """Give a table of the present round the organizer's result, in place of any other."""
    now = _present_round(state, act.round)
    result = _result(state, now, act.score, act.outcome, "organizer")
    return _with_pairing(state, now, replace(_pairing(now, act.table), result=result))


def correct_result(state: EventState, act: acts.ResultCorrected) -> EventState:
    """Replace a result of any round."""
    if not 0 < act.round <= len(state.rounds):
        raise IllegalAct(Fault.NO_SUCH_ROUND, act.round)
    then = state.rounds[act.round - 1]
    pairing = _pairing(then, act.table)
    if pairing.result is None:
        raise IllegalAct(Fault.NO_RESULT, act.table)
    result = _result(state, then, act.score, act.outcome, "organizer")
    return _with_pairing(state, then, replace(pairing, result=result))


def finish_match(state: EventState, act: acts.MatchFinished) -> EventState:
    """Give a table the result of its match on screen, unless it has one."""
    then = next((one for one in state.rounds if one.pairing == act.pairing), None)
    if then is None:
        raise IllegalAct(Fault.OLD_ROUND, act.pairing)
    pairing = _pairing(then, act.table)
    if pairing.result is not None:
        return state
    result = replace(_result(state, then, act.score, act.outcome, "referee"), replay=act.replay)
    return _with_pairing(state, then, replace(pairing, result=result))


def add_penalty(state: EventState, act: acts.PenaltyGiven) -> EventState:
    """Note the penalty of a player; a lost match is the table's result, and both lose if both get one."""
    now = _present_round(state, act.round)
    pairing = _pairing(now, act.table)
    if act.player not in (pairing.one, pairing.two):
        raise IllegalAct(Fault.NOT_AT_TABLE, act.player)
    penalties = (*pairing.penalties, (act.player, act.penalty))
    absent = {player for player, penalty in penalties if penalty == "match loss"}
    result = pairing.result
    if act.penalty == "match loss":
        needed = needed_wins(state.settings)
        score = Score(needed * (pairing.one not in absent), needed * (pairing.two not in absent))
        outcome: Outcome = "both lose" if len(absent) > 1 else "two" if pairing.one in absent else "one"
        result = MatchResult(score, outcome, "penalty")
    return _with_pairing(state, now, replace(pairing, penalties=penalties, result=result))


def _result(
    state: EventState, played: Round, score: Score, outcome: Outcome | None, source: Source
) -> MatchResult:
    decided = outcome_of(state.settings, score)
    final = outcome or decided
    if played.cut and final in ("draw", "both lose"):
        raise IllegalAct(Fault.BAD_SCORE, score.one, score.two)
    return MatchResult(score, final, source)


def _present_round(state: EventState, number: int) -> Round:
    if state.round is None or state.round.number != number:
        raise IllegalAct(Fault.OLD_ROUND, number)
    return state.round


def _pairing(played: Round, table: int) -> Pairing:
    for pairing in played.pairings:
        if pairing.table == table and not pairing.is_bye:
            return pairing
    raise IllegalAct(Fault.NO_SUCH_TABLE, table)


def _with_pairing(state: EventState, played: Round, new: Pairing) -> EventState:
    pairings = tuple(new if one.table == new.table else one for one in played.pairings)
    rounds = tuple(
        replace(one, pairings=pairings) if one.number == played.number else one for one in state.rounds
    )
    return replace(state, rounds=rounds)
