"""A trial hand from a deck: dealt, drawn on, cards marked in it, and the odds of opening with those.

Law: no pygame. The random generator is a parameter; a duel's shuffles are the server's.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from facedown_client.data import draw_odds
from facedown_client.data.deck_editor import DeckEditor
from facedown_shared.decks.decks import Deck
from facedown_shared.tables import Format


class TrialHand:
    """A trial hand from a Main Deck, and the rest of the deck in random order."""

    def __init__(self, main: Sequence[int], rules: Format, dice: random.Random) -> None:
        self.main, self.rules, self.dice = tuple(main), rules, dice
        self.second = False
        self.marked: set[int] = set()
        """Indexes of marked cards in the hand."""
        self.deal()

    def deal(self, *, second: bool = False) -> None:
        """Shuffle, and deal an opening hand. The second player has also drawn for the turn."""
        self.second = second
        self._order = draw_odds.shuffle(self.main, self.dice)
        self._count = min(self.drawn_count, len(self.main))
        self.marked.clear()

    @property
    def drawn_count(self) -> int:
        """Number of cards seen at the beginning of the player's own first turn."""
        draws = not self.rules.by_hand and (self.second or self.rules.first_turn_draw)
        return self.rules.opening_hand + draws

    @property
    def hand(self) -> tuple[int, ...]:
        """The cards in hand, in the order of drawing."""
        return tuple(self._order[: self._count])

    @property
    def left_count(self) -> int:
        """Number of cards left to draw."""
        return len(self.main) - self._count

    def draw(self) -> None:
        """Draw one more card, if there is one."""
        self._count = min(self._count + 1, len(self.main))

    def mark(self, place: int) -> None:
        """Mark the card at this index of the hand, or remove its mark."""
        self.marked ^= {place}

    @property
    def marked_codes(self) -> list[int]:
        """Passcodes of the marked cards, each once."""
        return list(dict.fromkeys(self.hand[place] for place in sorted(self.marked)))

    @property
    def odds(self) -> float:
        """Probability of opening with all marked cards together."""
        copies = [self.main.count(code) for code in self.marked_codes]
        return draw_odds.chance_of_each(len(self.main), copies, self.drawn_count)

    @property
    def averages(self) -> list[tuple[str, float]]:
        """Average number of cards of each kind in an opening hand."""
        counted = DeckEditor(Deck(self.main), self.rules.name).kind_counts
        return [
            (title, draw_odds.expected_draws(len(self.main), count, self.drawn_count))
            for title, count in counted
        ]
