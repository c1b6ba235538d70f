"""The data a game starts from: decks, format, mode and names."""

from __future__ import annotations

from dataclasses import dataclass

from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.decks import Deck
from facedown_shared.tables import Seat


@dataclass(frozen=True, slots=True)
class Setup:
    """The start of a duel except the streams: both decks, the format's name, who goes first."""

    format: str
    decks: tuple[Deck, Deck]
    first: Seat = 0
    names: tuple[str, str] = ("Player 1", "Player 2")
    best_of: int = 1
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Passcodes requested for each opening hand, as far as the Deck has them."""
    mode: str = "rules"
    alone: bool = False
    """True if one person plays both sides: there is no prompt for who goes first."""
    line: str = ""
    """The text of a file to begin from: a saved line of a solo table."""
    announces: bool = False
    """True if Tributes, costs and uses are confirmed even where there is no choice."""
    confirms: bool = False
    """True if costs by hand are one's own cards and materials no hidden ones of the opponent, objections are
    limited, and no player loses before an effect by hand is confirmed.
    """
    core: str = ""
    """Version of engine and scripts, for a duel by EDOPro's core."""
    life: int = 0
    """Life that both players start with at a table for cards on paper; 0: as the format says."""
    facts: tuple[tuple[Facts, ...], tuple[Facts, ...]] = ((), ())
    """Facts of cards in each deck that the server does not know, as sent by its player."""

    @property
    def provided_facts(self) -> tuple[Facts, ...]:
        """The card facts that both players sent, seat 0 first."""
        return (*self.facts[0], *self.facts[1])

    def known_pool(self, pool: Pool, seat: Seat) -> Pool:
        """Return the cards that a seat knows: the pool's, and those with facts from its own player.

        There is no pool of both: what a player writes would be looked up among the other's hidden cards.
        """
        return pool.joined_with(self.facts[seat]) if self.facts[seat] else pool

    @property
    def is_plain_duel(self) -> bool:
        """True if this is a duel by the rules between two players, with no special settings."""
        return self.mode == "rules" and not self.alone

    @property
    def can_undo(self) -> bool:
        """True if steps can be undone."""
        return self.alone or self.mode == "free"
