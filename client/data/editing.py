"""A deck being changed, and the search that finds cards for it: plain values, every change can be undone.

Law: no pygame, no files. What a format says of the deck is asked of `shared.cards.decks`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import comb
from typing import Any

from client.data import known
from shared.cards.decks import Deck, check
from shared.cards.facts import Facts
from shared.formats import FORMATS


class Part(StrEnum):
    """The three parts of a deck."""

    MAIN = "main"
    EXTRA = "extra"
    SIDE = "side"


class Editing:
    """The deck as it stands, and how it came to be."""

    def __init__(self, deck: Deck, format_name: str = "master") -> None:
        self.deck = deck
        self.format_name = format_name
        self._before: list[Deck] = []
        self._saved = deck

    # --- what is so -----------------------------------------------------------------------------------------

    def cards(self, part: Part) -> tuple[int, ...]:
        """The cards of a part."""
        return {Part.MAIN: self.deck.main, Part.EXTRA: self.deck.extra, Part.SIDE: self.deck.side}[part]

    def copies(self, code: int, part: Part) -> int:
        """How often a card is in a part."""
        return self.cards(part).count(code)

    def home(self, code: int) -> Part:
        """Where a card belongs outside the Side Deck."""
        facts = known.cards().get(code)
        return Part.EXTRA if facts is not None and facts.belongs_in_extra_deck else Part.MAIN

    @property
    def kinds(self) -> tuple[int, int, int]:
        """Monsters, Spells and Traps of the Main Deck."""
        read = [facts for code in self.deck.main if (facts := known.cards().get(code)) is not None]
        return (
            sum(facts.is_monster for facts in read),
            sum(facts.is_spell for facts in read),
            sum(facts.is_trap for facts in read),
        )

    @property
    def problems(self) -> list[str]:
        """Why the format does not allow it, one sentence each."""
        return [str(why) for why in check(self.deck, FORMATS[self.format_name], known.cards())]

    @property
    def excess(self) -> dict[int, int]:
        """Cards of which there are too many, and by how many."""
        allowed = FORMATS[self.format_name].copies
        return {code: count - allowed for code, count in Counter(self.deck.cards).items() if count > allowed}

    @property
    def is_changed(self) -> bool:
        """Whether it differs from what was last saved."""
        return self.deck.parts != self._saved.parts

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._before)

    # --- changes --------------------------------------------------------------------------------------------

    def add(self, code: int, part: Part | None = None) -> None:
        """One more copy, where the card belongs or into the Side Deck."""
        part = part or self.home(code)
        self._take(_with(self.deck, part, (*self.cards(part), code)))

    def remove(self, code: int, part: Part) -> None:
        """One copy less, if there is one."""
        cards = self.cards(part)
        if code in cards:
            last = len(cards) - 1 - cards[::-1].index(code)
            self._take(_with(self.deck, part, cards[:last] + cards[last + 1 :]))

    def set_copies(self, code: int, part: Part, count: int) -> None:
        """Exactly so many copies."""
        while self.copies(code, part) < count:
            self.add(code, part)
        while self.copies(code, part) > count:
            self.remove(code, part)

    def sort(self) -> None:
        """Monsters by level, then Spells, then Traps, each by name."""
        main, extra, side = (tuple(sorted(self.cards(part), key=_place)) for part in Part)
        self._take(replace(self.deck, main=main, extra=extra, side=side))

    def undo(self) -> None:
        """Take the last change back."""
        if self._before:
            self.deck = self._before.pop()

    def saved(self) -> None:
        """What stands now has been kept."""
        self._saved = self.deck

    def _take(self, deck: Deck) -> None:
        if deck.parts != self.deck.parts:
            self._before.append(self.deck)
            self.deck = deck

    # --- chances --------------------------------------------------------------------------------------------

    def hand(self, dice: random.Random) -> list[int]:
        """An opening hand as the shuffle might give it."""
        count = min(FORMATS[self.format_name].opening_hand, len(self.deck.main))
        return dice.sample(self.deck.main, count)

    def odds(self, code: int, draws: int) -> float:
        """The chance of holding at least one copy after so many draws."""
        size, copies = len(self.deck.main), self.copies(code, Part.MAIN)
        if not copies or not size:
            return 0.0
        draws = min(draws, size)
        return 1 - comb(size - copies, draws) / comb(size, draws)

    def opening_draws(self, turn: int) -> int:
        """Cards seen by one's own turn of this number, going first."""
        rules = FORMATS[self.format_name]
        drawn = turn if rules.first_turn_draw else turn - 1
        return rules.opening_hand + max(0, drawn)


@dataclass(frozen=True, slots=True)
class CardSearch:
    """What is looked for. Everything left as it is fits every card."""

    words: str = ""
    kinds: frozenset[str] = field(default_factory=frozenset)
    """ "monster", "spell", "trap": any of these; none is all."""
    attributes: frozenset[str] = field(default_factory=frozenset)
    levels: tuple[int, int] = (0, 12)
    attack: int | None = None
    """At least this ATK."""
    defense: int | None = None

    def find(self, cards: Iterable[Facts] | None = None) -> list[Facts]:
        """Every card that fits, by name; a name that begins with the words comes first."""
        wanted = self.words.casefold().split()
        pool = known.cards() if cards is None else cards
        found = [facts for facts in pool if "token" not in facts.kinds and self._fits(facts, wanted)]
        start = self.words.casefold().strip()
        return sorted(found, key=lambda facts: (not facts.name.casefold().startswith(start), facts.name))

    def _fits(self, facts: Facts, wanted: list[str]) -> bool:
        if self.kinds and self.kinds.isdisjoint(facts.kinds):
            return False
        if not all(word in self._told(facts) for word in wanted):
            return False
        return not self._asks_for_monsters or (facts.is_monster and self._fits_monster(facts))

    @property
    def _asks_for_monsters(self) -> bool:
        return (
            bool(self.attributes)
            or self.levels != (0, 12)
            or self.attack is not None
            or self.defense is not None
        )

    def _fits_monster(self, facts: Facts) -> bool:
        low, high = self.levels
        return (
            (not self.attributes or facts.attribute in self.attributes)
            and low <= (facts.level or facts.rank or facts.link) <= high
            and (self.attack is None or (facts.attack or 0) >= self.attack)
            and (self.defense is None or (facts.defense if facts.defense is not None else -1) >= self.defense)
        )

    @staticmethod
    def _told(facts: Facts) -> str:
        return f"{facts.name} {facts.race} {' '.join(facts.kinds)} {facts.text} {facts.code}".casefold()


def _with(deck: Deck, part: Part, cards: tuple[int, ...]) -> Deck:
    """The deck with other cards in one part."""
    changed: dict[str, Any] = {part.value: cards}
    return replace(deck, **changed)


def _place(code: int) -> tuple[int, int, str]:
    facts = known.cards().get(code)
    if facts is None:
        return (3, 0, str(code))
    group = 0 if facts.is_monster else 1 if facts.is_spell else 2
    return (group, -(facts.level or facts.rank or facts.link), facts.name)
