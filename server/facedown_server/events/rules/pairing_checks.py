"""Whether the pairs of a round may be played: everyone present exactly once, the cut among its winners."""

from __future__ import annotations

from collections import Counter

from facedown_server.events.rules.acts import RoundPaired
from facedown_server.events.rules.faults import Fault, IllegalAct
from facedown_server.events.rules.state import EventState, Round

MIN_PLAYERS = 2


def check_pairs(state: EventState, act: RoundPaired) -> None:
    """Raise IllegalAct if a round cannot begin with these pairs."""
    before = state.round
    if before is not None and not before.is_complete:
        raise IllegalAct(Fault.RESULTS_MISSING)
    if before is not None and act.pairing <= before.pairing:
        raise IllegalAct(Fault.BAD_PAIRS)
    present = {player.number for player in state.active_players}
    if len(present) < MIN_PLAYERS:
        raise IllegalAct(Fault.TOO_FEW_PLAYERS, MIN_PLAYERS)
    paired = [player for pair in act.pairs for player in pair] + [act.bye] * bool(act.bye)
    allowed = {*state.players} if act.cut else present
    if not act.pairs or max(Counter(paired).values()) > 1 or not allowed.issuperset(paired):
        raise IllegalAct(Fault.BAD_PAIRS)
    if act.cut:  # a player who left loses at the table
        _check_cut(before, act, paired)
    elif len(paired) != len(present) or (before is not None and before.cut):
        raise IllegalAct(Fault.BAD_PAIRS)


def _check_cut(before: Round | None, act: RoundPaired, paired: list[int]) -> None:
    if act.bye or before is None or len(paired) & (len(paired) - 1):
        raise IllegalAct(Fault.BAD_PAIRS)
    if before.cut and sorted(paired) != sorted(cut_winners(before)):
        raise IllegalAct(Fault.BAD_PAIRS)


def cut_winners(cut: Round) -> list[int]:
    """Return who won the matches of a complete round of the cut, in the order of its tables."""
    return [
        one.two if one.result is not None and one.result.outcome == "two" else one.one for one in cut.pairings
    ]
