"""Search for cards to put into a deck: the search criteria, and each game's words for them.

Law: no pygame, no files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from facedown_client.model import card_catalogue
from facedown_client.model.words.sentences import printed_word
from facedown_shared.cards.facts import ARENA_KINDS, Facts, every_game
from facedown_shared.tables import Format
from facedown_shared.text import gettext_noop


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """Search criteria of a game's cards. Only rows of data: a new game needs only another value."""

    kinds: Mapping[str, str]
    """Titles of the kinds to choose from."""
    marks: tuple[str, ...]
    """Marks that colour a card: attributes, or the colours of its pitch."""
    mark_of: Callable[[Facts], str]
    number: str
    """Name of the number that is searched most, such as the Level."""
    number_of: Callable[[Facts], int | None]
    """Function that returns the searched number of a card (see `number`); None if the card has none."""
    attack: str
    defense: str
    most: int = 12
    """Maximum of this number in a search."""
    general: str = ""
    """Kind of the cards that every hero's deck may contain; "" in games without heroes."""


def _level(facts: Facts) -> int | None:
    return facts.level or facts.rank or facts.link if facts.is_monster else None


def _cost(facts: Facts) -> int | None:
    cost = facts.extra.get("cost")
    return cost if isinstance(cost, int) else None


def _colour(facts: Facts) -> str:
    return str(facts.extra.get("color", ""))


YUGIOH = SearchTerms(
    {gettext_noop("Monster"): "monster", gettext_noop("Spell"): "spell", gettext_noop("Trap"): "trap"},
    ("light", "dark", "earth", "water", "fire", "wind"), lambda facts: facts.attribute,
    gettext_noop("Level"), _level, gettext_noop("ATK"), gettext_noop("DEF"),
)  # fmt: skip
FLESH_AND_BLOOD = SearchTerms(
    {
        gettext_noop("Attack"): "attack", gettext_noop("Action"): "action",
            gettext_noop("Reaction"): "reaction",
        gettext_noop("Instant"): "instant", gettext_noop("Equipment"): "equipment",
            gettext_noop("Weapon"): "weapon",
        gettext_noop("Hero"): "hero",
    },
    ("red", "yellow", "blue"), _colour, gettext_noop("Cost"), _cost, gettext_noop("Power"),
    gettext_noop("Defense"), 6, "generic",
)  # fmt: skip

EQUIPMENT = frozenset({"head", "chest", "arms", "legs"})
"""Kinds of equipment that a hero wears."""


def terms(rules: Format) -> SearchTerms:
    """Return the search criteria for the cards of a format."""
    return FLESH_AND_BLOOD if rules.card_kinds & ARENA_KINDS else YUGIOH


@dataclass(frozen=True, slots=True)
class CardSearch:
    """A search. Unset fields fit every card of the game."""

    words: str = ""
    kinds: frozenset[str] = field(default_factory=frozenset)
    """Kinds of which a card must have one; empty matches all."""
    marks: frozenset[str] = field(default_factory=frozenset)
    """Attributes or colours of which a card must have one."""
    levels: tuple[int, int] = (0, 12)
    """Minimum and maximum of the game's number (Level, cost)."""
    attack: int | None = None
    """Minimum ATK or power."""
    defense: int | None = None
    terms: SearchTerms = YUGIOH
    card_kinds: frozenset[str] = frozenset()
    """Kinds of which every card of the game has one; empty matches any game."""
    hero: frozenset[str] = frozenset()
    """Kinds of a hero whose deck may contain the card; empty matches any."""

    @classmethod
    def for_format(cls, rules: Format) -> CardSearch:
        """Return a search that matches all cards of a format's game."""
        game = terms(rules)
        return cls(levels=(0, game.most), terms=game, card_kinds=rules.card_kinds)

    def matching_cards(self, cards: Iterable[Facts] | None = None) -> list[Facts]:
        """Return every matching card, sorted by name. Names that begin with the search words come first."""
        wanted = self.words.casefold().split()
        pool = card_catalogue.cards() if cards is None else cards
        found = [facts for facts in pool if "token" not in facts.kinds and self._matches(facts, wanted)]
        start = self.words.casefold().strip()
        return sorted(found, key=lambda facts: (not facts.name.casefold().startswith(start), facts.name))

    def _matches(self, facts: Facts, wanted: list[str]) -> bool:
        return (
            self._is_of_game(facts)
            and (not self.kinds or any(_has_kind(facts, kind) for kind in self.kinds))
            and (not self.marks or self.terms.mark_of(facts) in self.marks)
            and (not self.hero or self._suits_hero(facts))
            and self._matches_numbers(facts)
            and _contains(facts, wanted)
        )

    def _is_of_game(self, facts: Facts) -> bool:
        """Return whether a card may be of this game. True for cards known only by name."""
        kinds = set(facts.kinds)
        worn = bool(kinds & EQUIPMENT and self.card_kinds & ARENA_KINDS)
        return not self.card_kinds or not kinds or worn or not self.card_kinds.isdisjoint(kinds)

    def _suits_hero(self, facts: Facts) -> bool:
        return self.terms.general in facts.kinds or not self.hero.isdisjoint(facts.kinds)

    def _matches_numbers(self, facts: Facts) -> bool:
        low, high = self.levels
        number = self.terms.number_of(facts)
        if self.levels != (0, self.terms.most) and (number is None or not low <= number <= high):
            return False
        asked = ((self.attack, facts.attack), (self.defense, facts.defense))
        return all(least is None or (value is not None and value >= least) for least, value in asked)


def hero_of(cards: Iterable[int]) -> Facts | None:
    """Return the hero among these cards, if there is one."""
    read = (card_catalogue.cards().get(code) for code in cards)
    return next((facts for facts in read if facts is not None and "hero" in facts.kinds), None)


def classes(hero: Facts) -> frozenset[str]:
    """Return the classes and talents of a hero: the kinds printed besides "hero"."""
    return frozenset(hero.kinds) - ARENA_KINDS - {"young"}


def _has_kind(facts: Facts, kind: str) -> bool:
    """Return whether a card is of a kind or a finer one. An attack reaction is a reaction, but not an
    attack.
    """
    return any(own == kind or own.endswith(f" {kind}") for own in facts.kinds)


def _contains(facts: Facts, wanted: Sequence[str]) -> bool:
    text = _searched_text(facts) if wanted else ""
    return all(word in text for word in wanted)


def _searched_text(facts: Facts) -> str:
    """Return the searched text of a card. It includes the English name, which players of every language
    know.
    """
    english = (every_game().get(facts.code) or facts).name
    kinds = " ".join(map(printed_word, (facts.race, *facts.kinds)))
    words = (facts.name, english, facts.race, *facts.kinds, kinds, facts.text, str(facts.code))
    return " ".join(words).casefold()
