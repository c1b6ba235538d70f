"""Why a duel or match ended, in words, by the one word a result gives."""

from __future__ import annotations

from facedown_shared.text.words import Words, english, words


def why(reason: str, winner: str, loser: str) -> Words:
    """The reason as a part of a sentence about these two; one nobody knows is said as it is."""
    return words(f"why_{reason}", winner, loser) if f"why_{reason}" in english() else words(reason)


def because(reason: str, winner: str, loser: str, you: str = "") -> str:
    """The same as text; `you` is what the one who reads it is called in it."""
    addressed = f"why_{reason}_you"
    if you and addressed in english() and you == (winner if reason == "exodia" else loser):
        return str(words(addressed))
    return str(why(reason, winner, loser))
