"""The reasons for the end of a duel or match, as sentences, by the reason's word in a result."""

from __future__ import annotations

from facedown_shared.text.words import Words, english, words


def reason_words(reason: str, winner: str, loser: str) -> Words:
    """Return the reason as part of a sentence about these two players. An unknown reason is returned as
    it is.
    """
    return words(f"why_{reason}", winner, loser) if f"why_{reason}" in english() else words(reason)


def because(reason: str, winner: str, loser: str, you: str = "") -> str:
    """Return the reason as text. `you` is the reader's name in it."""
    addressed = f"why_{reason}_you"
    if you and addressed in english() and you == (winner if reason == "exodia" else loser):
        return str(words(addressed))
    return str(reason_words(reason, winner, loser))
