"""Why a duel or match ended, in words, by the one word a result gives. Rows, and who they are about."""

from __future__ import annotations

REASONS = {
    "lp": "{loser} {has} no Life Points left",
    "deckout": "{loser} had to draw from an empty Deck",
    "exodia": "{winner} {holds} all five pieces of Exodia",
    "loop": "effects would have gone on for ever",
    "time": "{loser} ran out of time",
    "conceded": "{loser} gave up",
    "concede": "{loser} gave up",
    "left": "{loser} left",
    "agreed": "both agreed to it",
    "abandoned": "nobody came back",
    "match": "more duels won",
}


def because(reason: str, winner: str, loser: str, you: str = "") -> str:
    """The reason as a part of a sentence; `you` is what the one who reads it is called in it."""
    words = REASONS.get(reason, reason.replace("_", " "))
    return words.format(
        winner=winner, loser=loser, has="have" if you and loser == you else "has",
        holds="hold" if you and winner == you else "holds",
    )  # fmt: skip
