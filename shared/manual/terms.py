"""GameTerms of tables: quick words that belong to no game, and what a game calls what every table has."""

from __future__ import annotations

from dataclasses import dataclass

from shared.protocol.gestures import QuickWord

YDKE, TEXT = "ydke://", "text"
"""What a deck can be copied as."""


@dataclass(frozen=True, slots=True)
class GameTerms:
    """What a game calls what every table has: in a sentence, and where there is little room."""

    life: str = "life"
    points: str = "Life"
    attack: str = "Attack"
    defense: str = "Defense"
    token: tuple[tuple[str, str], ...] = ()
    """What is asked of a token besides its name: fields of `TokenPrint`, and their titles."""
    deck_file: str = ".ydk file"
    """What a deck may lie in."""
    copied: str = YDKE
    """What a deck is copied as, for another program or a friend."""


SIGNALS: dict[QuickWord, str] = {
    "ok": "OK",
    "no_response": "No response",
    "thinking": "Thinking",
    "wait": "Wait, please",
    "your_move": "Your move",
}
"""Quick words, as everybody is told them; they change nothing and are no step."""
