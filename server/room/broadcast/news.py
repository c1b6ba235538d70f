"""The news a table shows of how its match goes."""

from __future__ import annotations

from server.match import Match, MatchStage
from server.referee import Result
from shared.endings import why
from shared.words import NOTHING, Words, words


def news(match: Match, names: tuple[str, str], told: int) -> Words:
    """What has happened since the end of `told` duels; NOTHING when that is not worth saying."""
    if (result := match.result()) is not None:
        if result.winner is None:
            return words("match_drawn", _why(result, names))
        return words("match_won", names[result.winner], _why(result, names))
    if len(match.results) > told:
        last, number = match.results[-1], len(match.results)
        if last.winner is None:
            return words("duel_drawn", number, _why(last, names))
        return words("duel_won", number, names[last.winner], _why(last, names))
    if match.stage is not MatchStage.ORDER:
        return NOTHING
    return words("says_who_begins" if match.results else "won_the_toss", names[match.chooser])


def _why(result: Result, names: tuple[str, str]) -> Words:
    winner = result.winner or 0
    return why(result.reason, names[winner], names[1 - winner])
