"""What a table tells of itself, in sentences: how its match goes, and what holds it up."""

from __future__ import annotations

from server.match import Match, MatchStage
from server.referee import Result
from shared.endings import because

TOSS = "{} won the toss and says who begins."
RESTARTED = "The server was started again."
STANDING = f"{RESTARTED} The clocks stand still until both players are back."
STALLED = "The server cannot store the duel at the moment. The clocks stand still until it can."
GOES_ON = "The server can store the duel again."
SILENT = "The client of {} shows no share of the shuffle; the match waits for it as for somebody away."
STILL_SILENT = (
    "The client of {} still shows no share. {} may claim the win, end the match without a result, or wait."
)
OVERDUE = "{} has not come back. {} may claim the win, end the match without a result, or wait."


def news(match: Match, names: tuple[str, str], told: int) -> str:
    """What has happened since `told` duels were over; "" when nothing is worth saying."""
    if (result := match.result()) is not None:
        ended = "The match is drawn" if result.winner is None else f"{names[result.winner]} wins the match"
        return f"{ended}: {_why(result, names)}."
    if len(match.results) > told:
        last = match.results[-1]
        ended = "is drawn" if last.winner is None else f"goes to {names[last.winner]}"
        return f"Duel {len(match.results)} {ended}: {_why(last, names)}."
    if match.stage is not MatchStage.ORDER:
        return ""
    chooser = names[match.chooser]
    return f"{chooser} says who begins." if match.results else TOSS.format(chooser)


def _why(result: Result, names: tuple[str, str]) -> str:
    winner = result.winner or 0
    return because(result.reason, names[winner], names[1 - winner])
