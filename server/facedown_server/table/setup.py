"""What a table is set up with before a game begins: decks, format, mode and names. Plain data."""

from __future__ import annotations

from dataclasses import dataclass

from facedown_shared.cards.facts import Facts
from facedown_shared.decks.decks import Deck
from facedown_shared.tables.zones import Seat


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a duel starts from, besides streams: both decks, the format's name, who goes first."""

    format: str
    decks: tuple[Deck, Deck]
    first: Seat = 0
    names: tuple[str, str] = ("Player 1", "Player 2")
    best_of: int = 1
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Passcodes that each opening hand is to hold, as far as the Deck has them."""
    mode: str = "rules"
    alone: bool = False
    """One person plays both sides: nobody is asked who begins."""
    line: str = ""
    """The text of a file to begin from: a saved line of a table played alone."""
    announces: bool = False
    """Whether nothing is Tributed, paid or used up unasked, also where there is no choice."""
    core: str = ""
    """Which engine and scripts a duel in the field's core is played with."""
    facts: tuple[tuple[Facts, ...], tuple[Facts, ...]] = ((), ())
    """Cards in each deck that the server does not know, as its player told of them."""

    @property
    def brought(self) -> tuple[Facts, ...]:
        """What both players told of cards, seat 0 first."""
        return (*self.facts[0], *self.facts[1])

    @property
    def is_plain(self) -> bool:
        """A duel by the rules between two, and nothing else."""
        return self.mode == "rules" and not self.alone

    @property
    def has_line(self) -> bool:
        """Whether steps can be taken back."""
        return self.alone or self.mode == "free"
