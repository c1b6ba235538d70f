"""Cards that a player has picked one by one in a repeated prompt: they stay marked and keep their numbers.

Law: plain values, no pygame; nothing is answered here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.tables import Place, View
from facedown_shared.text import NOTHING, Words

GIVEN = frozenset({"tribute", "pay", "discard", "material"})
"""Verbs that take cards one prompt after the other until there are enough."""

SO_FAR = "so_far"
"""Words of a prompt with the sum of the picked cards: the text, the sum, and the goal."""

ROWS = ("hand", "spell_trap", "monster")
"""Rows of a player, the outermost first."""


@dataclass(frozen=True)
class PickedSoFar:
    """Cards picked so far, the place of each, and the number key of each card."""

    words: Words = NOTHING
    cards: dict[int, Place | None] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)

    def for_prompt(self, prompt: Prompt, view: View) -> PickedSoFar:
        """Update the picks for this prompt.

        A card that is offered again was unpicked. A card that has left its place was paid or given up.
        Another prompt starts over and numbers its cards from left to right.
        """
        before = self if is_same_request(self.words, prompt.words) else PickedSoFar(prompt.words)
        offered = {option.card for option in prompt.options if option.card}
        cards = {
            card: place for card, place in before.cards.items()
            if card not in offered and view.place_of(card) == place
        }  # fmt: skip
        numbers = dict(before.numbers)
        for card in sorted(offered - {*numbers}, key=lambda card: _from_left(card, view)):
            numbers[card] = len(numbers) + 1
        return PickedSoFar(prompt.words, cards, numbers)

    def with_pick(self, option: Option, view: View | None) -> PickedSoFar:
        """Return the picks with this option added."""
        if option.verb not in GIVEN or not option.card or view is None:
            return self
        return PickedSoFar(self.words, {**self.cards, option.card: view.place_of(option.card)}, self.numbers)


def is_same_request(one: Words, other: Words) -> bool:
    """Return whether two prompts ask for the same, apart from the count or sum so far."""
    if one.id != SO_FAR or other.id != SO_FAR:
        return one == other
    return (one.values[:1], one.values[2:]) == (other.values[:1], other.values[2:])


def _from_left(card: int, view: View) -> tuple[int, int, int]:
    """Return the sort key of a card: the opponent's first, each row from the viewer's left."""
    place = view.place_of(card)
    if place is None:
        return (2, 0, 0)
    near = place.seat == max(0, view.viewer)
    zone = ROWS.index(place.zone) if place.zone in ROWS else len(ROWS)
    handles = view.pile(place.seat, place.zone).handles
    slot = handles.index(card) if card in handles else 0
    mirrored = not near and place.zone != "hand"
    return (int(near), -zone if near else zone, -slot if mirrored else slot)
