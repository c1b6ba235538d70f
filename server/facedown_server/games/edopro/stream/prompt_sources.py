"""Source of the core's next prompt: the card that is being activated, resolves, attacks or is Summoned.

The core names it in several ways: by the passcode in a card's own text, by a place, or by earlier messages. A
seat is sent a card only if it may read it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.table import Card, State, sight
from facedown_shared.decks.edopro_database import MAX_LINES
from facedown_shared.tables import Seat

CARD_TEXT_BITS = 1 << 20
"""Multiplier of the passcode in the number of a card's own text. The number of the line is added."""
LEAST_PASSCODE = 10_000
"""Smallest passcode. Smaller numbers are texts of the core in places where it sends either."""
SHOWN_CARD_HINT_CODE = 10
"""Kind of hint that shows a card by its passcode. The card's effect is carried out without a Chain Link."""


class PromptSources:
    """Tracker of the card that prompts come from. `card`: returns the card at a place of the core."""

    def __init__(self, state: State, card: Callable[[CoreSpot], Card | None]) -> None:
        self._state, self._card = state, card
        self.card: Card | None = None
        self.code = 0
        """Passcode, if the core named only that; else 0."""
        self.attacker: Card | None = None
        """The monster whose attack was declared, until its Damage Step ends."""

    def note_choice(self, card: Card | None) -> None:
        """Note the card that a player chose to act with, or None if the player chose another phase."""
        self.card, self.code = card, 0

    def update(self, message: Any) -> None:
        """Update the source after a message of the core was carried out."""
        if isinstance(message, said.Chaining):
            self.note_choice(self._card(message.spot))
        elif isinstance(message, said.ChainSolving):
            links = self._state.chain
            self.note_choice(links[message.link - 1].card if message.link <= len(links) else None)
        elif isinstance(message, said.AttackDeclared):
            self.attacker = self._card(message.attacker)
            self.note_choice(self.attacker)
        elif isinstance(message, said.ChainEnd) and self.attacker is not None:
            self.note_choice(self.attacker)  # the attack goes on, or is aimed again
        elif isinstance(message, said.AttackDisabled | said.DamageStepEnd):
            self.attacker = None
        elif isinstance(message, said.Hint) and message.kind == SHOWN_CARD_HINT_CODE:
            self.card, self.code = None, message.value
        elif isinstance(message, said.NewPhase | said.NewTurn):
            self.attacker = None
            self.note_choice(None)

    def source_of_text(self, text: int, seat: Seat) -> Card | int:
        """Return the source of a prompt with this text: the card whose own text it is, or that card's
        passcode.

        For any other text, return the present source as far as the seat may know it, or 0.
        """
        code = own_text(text)[0]
        return self.source_of_passcode(code or (text if text >= LEAST_PASSCODE else 0), seat)

    def source_of_passcode(self, code: int, seat: Seat) -> Card | int:
        """Return the source card if it has this passcode, or the passcode if the seat may read such a card.

        Otherwise return the present source as far as the seat may know it, or 0.
        """
        if code and self.card is not None and code in (self.card.code, self.card.facts.alias):
            return self.card
        if code and can_read_passcode(self._state, seat, code):
            return code
        if self.card is not None:
            return self.card
        return self.code if can_read_passcode(self._state, seat, self.code) else 0


def own_text(text: int) -> tuple[int, int]:
    """Return the passcode of the card whose own text this number is, and the number of the line.

    Returns (0, 0) for a text of the core and for a passcode. Size alone does not tell them apart: the texts
    of a card with a short passcode are smaller than other cards' passcodes. But hardly any passcode has the
    low bits of a text.
    """
    code, index = divmod(text, CARD_TEXT_BITS)
    return (code, index) if index < MAX_LINES else (0, 0)


def can_read_passcode(state: State, seat: Seat, code: int) -> bool:
    """Return whether this seat may now read a card of this passcode, or a card treated as it. Cards on the
    Chain are public.
    """
    return code > 0 and (
        any(link.card.code == code or link.card.facts.alias == code for link in state.chain)
        or any(
            sight.readers(state, card) >> seat & 1
            for card in state.cards
            if code in (card.code, card.facts.alias)
        )
    )
