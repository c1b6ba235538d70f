"""A deck between two duels: cards are exchanged with the Side Deck, and the sizes must stay the same.

Law: no pygame, no files. `facedown_shared.decks.decks` checks the exchange.
"""

from __future__ import annotations

from collections import Counter

from facedown_client.data.deck_editor import Part, with_moved_card
from facedown_client.model import card_catalogue
from facedown_shared.decks import decks
from facedown_shared.decks.decks import Deck
from facedown_shared.tables import FORMATS
from facedown_shared.tables.formats import MASTER
from facedown_shared.text import _, words


class SidingState:
    """The deck before and after siding."""

    def __init__(self, before: Deck, format_name: str) -> None:
        self.before = self.after = before
        self.rules = FORMATS.get(format_name, MASTER)
        self._steps: list[Deck] = []

    def cards(self, part: Part) -> tuple[int, ...]:
        """Return the cards of a part."""
        return self.after.parts[part.number]

    def size(self, part: Part) -> int:
        """Return the number of cards that a part must have."""
        return len(self.before.parts[part.number])

    def title(self, part: Part) -> str:
        """Return the game's name of a part."""
        return _(self.rules.parts[part.number])

    def refuse_move(self, code: int, start: Part | None, goal: Part | None) -> str:
        """Return the reason why a card cannot move between these parts; "" if it can."""
        if goal is None or start is None:
            return _("Every card stays in the deck or in the Side Deck.")
        facts = card_catalogue.find_facts(code)
        if (
            goal is not start
            and facts
            and (reason := decks.misplacement_reason(goal.number, facts, self.rules))
        ):
            return str(words("card_misplaced", facts.name, reason))
        return ""

    def move_card(
        self, code: int, start: Part | None, goal: Part | None, *, at: int = -1, place: int = -1
    ) -> None:
        """Move a card from one part to another, as in `DeckInParts.move_card`."""
        self._replace_deck(with_moved_card(self.after, code, start, goal, at=at, place=place))

    def other_part(self, code: int, start: Part) -> Part:
        """Return the part to which one press moves a card: the Side Deck, or from there the part where it
        belongs.
        """
        if start is not Part.SIDE:
            return Part.SIDE
        facts = card_catalogue.find_facts(code)
        return Part.EXTRA if facts is not None and facts.belongs_in_extra_deck else Part.MAIN

    def reset(self) -> None:
        """Restore the deck as it was before siding."""
        self._replace_deck(self.before)

    def undo(self) -> None:
        """Undo the last exchange."""
        if self._steps:
            self.after = self._steps.pop()

    @property
    def can_undo(self) -> bool:
        """True if there is an exchange to undo."""
        return bool(self._steps)

    @property
    def reasons(self) -> list[str]:
        """Reasons why the exchange is not valid yet."""
        return [str(why) for why in decks.check_siding(self.before, self.after)]

    def new_indices(self, part: Part) -> frozenset[int]:
        """Return the indexes in a part of cards that were not there before."""
        left, found = Counter(self.before.parts[part.number]), set()
        for place, code in enumerate(self.cards(part)):
            if left[code] > 0:
                left[code] -= 1
            else:
                found.add(place)
        return frozenset(found)

    def _replace_deck(self, deck: Deck) -> None:
        if deck.parts != self.after.parts:
            self._steps.append(self.after)
            self.after = deck
