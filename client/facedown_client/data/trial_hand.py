"""A hand to try a deck with: dealt, drawn on, cards marked in it, and the odds of beginning with those.

Law: no pygame. The dice are given; a duel's shuffles are the server's.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from facedown_client.data import draw_odds
from facedown_client.data.deck_editor import DeckEditor
from facedown_shared.decks.decks import Deck
from facedown_shared.tables.formats import Format


class TrialHand:
    """Cards of a Main Deck in hand, the rest in a random order."""

    def __init__(self, main: Sequence[int], rules: Format, dice: random.Random) -> None:
        self.main, self.rules, self.dice = tuple(main), rules, dice
        self.second = False
        self.marked: set[int] = set()
        """Places in the hand."""
        self.begin()

    def begin(self, *, second: bool = False) -> None:
        """Shuffle, and deal an opening hand; the second player has drawn for the turn."""
        self.second = second
        self._order = draw_odds.shuffled(self.main, self.dice)
        self._count = min(self.drawn, len(self.main))
        self.marked.clear()

    @property
    def drawn(self) -> int:
        """Cards seen when one's own first turn begins to be played."""
        draws = not self.rules.by_hand and (self.second or self.rules.first_turn_draw)
        return self.rules.opening_hand + draws

    @property
    def hand(self) -> tuple[int, ...]:
        """The cards in hand, in the order in which they came."""
        return tuple(self._order[: self._count])

    @property
    def left(self) -> int:
        """How many cards are still to be drawn."""
        return len(self.main) - self._count

    def draw(self) -> None:
        """One more card, if there is one."""
        self._count = min(self._count + 1, len(self.main))

    def mark(self, place: int) -> None:
        """Mark the card at this place of the hand, or not after all."""
        self.marked ^= {place}

    @property
    def marked_codes(self) -> list[int]:
        """The cards marked, each once."""
        return list(dict.fromkeys(self.hand[place] for place in sorted(self.marked)))

    @property
    def odds(self) -> float:
        """The chance of beginning with all marked cards together."""
        copies = [self.main.count(code) for code in self.marked_codes]
        return draw_odds.together(len(self.main), copies, self.drawn)

    @property
    def averages(self) -> list[tuple[str, float]]:
        """How many cards of each kind one begins with on average."""
        counted = DeckEditor(Deck(self.main), self.rules.name).counted
        return [(title, draw_odds.expected(len(self.main), count, self.drawn)) for title, count in counted]
