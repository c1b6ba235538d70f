"""An attack is aimed before it is declared: what may be attacked, as a prompt of our own.

A target is chosen even where there is one, and until it is, everything can be taken back. Law: no pygame; the
prompt offers what the server's option says, and is answered in the server's.
"""

from __future__ import annotations

from typing import NamedTuple

from client.board.ahead import OPPONENT
from client.board.choices import MONSTERS
from shared.protocol.messages import Option, Prompt
from shared.view import View
from shared.words import words
from shared.zones import SHARED

AIM = -2
"""The number of our own prompt; no server's is negative, and what hands ask is lower."""


class Aim(NamedTuple):
    """An attack that is being aimed: the server's prompt, its option, and our own prompt with the targets."""

    asked: Prompt
    option: int
    own: Prompt

    @property
    def attacker(self) -> int:
        """The handle of the monster that attacks."""
        return self.asked.options[self.option].card

    def target(self, pick: int) -> int:
        """The handle that an option of our own prompt stands for."""
        return self.own.options[pick].card


def aim(asked: Prompt, option: int, view: View) -> Aim:
    """Begin to aim the attack that this option of the open prompt stands for."""
    attacker = view.cards.get(asked.options[option].card)
    targets = targets_of(asked.options[option], view)
    options = tuple(Option("attack", card) if card != OPPONENT else Option("direct") for card in targets)
    asks = words("what_does_it_attack", attacker.code if attacker is not None else 0)
    return Aim(asked, option, Prompt(AIM, "choice", asks, options, back=True))


def targets_of(option: Option, view: View) -> tuple[int, ...]:
    """What may be attacked, the opponent by OPPONENT; from a server that does not say, all that face it."""
    if option.targets:
        return option.targets
    piles = (view.pile(seat, zone) for seat in (1 - view.viewer, SHARED) for zone in MONSTERS)
    handles = [handle for pile in piles for handle in pile.handles if handle]
    found = tuple(handle for handle in handles if view.cards[handle].controller != view.viewer)
    return found or (OPPONENT,)
