"""What a player has given up one by one while the same is asked: it stays marked, and numbers stay.

Law: plain values and no pygame; nothing is answered here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import Place
from facedown_shared.text.words import NOTHING, Words

GIVEN = frozenset({"tribute", "pay", "discard", "material"})
"""Verbs with which cards are given up, one prompt after the other until that is enough."""

SO_FAR = "so_far"
"""The words of a prompt for the sum of picked cards: the text, the sum, and the goal."""

ROWS = ("hand", "spell_trap", "monster")
"""The rows of a player, the outermost first."""


@dataclass(frozen=True)
class PickedSoFar:
    """The cards chosen so far, where each lies, and the number key that each card has."""

    words: Words = NOTHING
    cards: dict[int, Place | None] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)

    def follow(self, prompt: Prompt, view: View) -> PickedSoFar:
        """Follow this prompt: a card offered again was unpicked, and one that has left its place was given.

        Another prompt starts again, its cards numbered from left to right.
        """
        before = self if asks_alike(self.words, prompt.words) else PickedSoFar(prompt.words)
        offered = {option.card for option in prompt.options if option.card}
        cards = {
            card: place for card, place in before.cards.items()
            if card not in offered and view.where(card) == place
        }  # fmt: skip
        numbers = dict(before.numbers)
        for card in sorted(offered - {*numbers}, key=lambda card: _from_left(card, view)):
            numbers[card] = len(numbers) + 1
        return PickedSoFar(prompt.words, cards, numbers)

    def chose(self, option: Option, view: View | None) -> PickedSoFar:
        """With this option chosen too."""
        if option.verb not in GIVEN or not option.card or view is None:
            return self
        return PickedSoFar(self.words, {**self.cards, option.card: view.where(option.card)}, self.numbers)


def asks_alike(one: Words, other: Words) -> bool:
    """Return whether two prompts ask for the same, however much of it there is by now."""
    if one.id != SO_FAR or other.id != SO_FAR:
        return one == other
    return (one.values[:1], one.values[2:]) == (other.values[:1], other.values[2:])


def _from_left(card: int, view: View) -> tuple[int, int, int]:
    """Return a card's sort key: the opponent's first, each row from the viewer's left."""
    place = view.where(card)
    if place is None:
        return (2, 0, 0)
    near = place.seat == max(0, view.viewer)
    zone = ROWS.index(place.zone) if place.zone in ROWS else len(ROWS)
    handles = view.pile(place.seat, place.zone).handles
    slot = handles.index(card) if card in handles else 0
    mirrored = not near and place.zone != "hand"
    return (int(near), -zone if near else zone, -slot if mirrored else slot)
