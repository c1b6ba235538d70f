"""Finding cards for a deck: what a search asks of a card, and the words each game has for that.

Law: no pygame, no files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from facedown_client.model import card_catalogue
from facedown_client.model.words.card_words import said
from facedown_shared.cards.facts import ARENA_KINDS, Facts, every_game
from facedown_shared.tables.formats import Format
from facedown_shared.text.language import later


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """What can be asked of a game's cards. Rows alone; a third game is a third value."""

    kinds: Mapping[str, str]
    """A title for each kind to choose."""
    marks: tuple[str, ...]
    """What colours a card: attributes, or the colours of its pitch."""
    mark_of: Callable[[Facts], str]
    number: str
    """The name of its most searched number, such as its Level."""
    number_of: Callable[[Facts], int | None]
    """That number; None where the card has none."""
    attack: str
    defense: str
    most: int = 12
    """The largest number that can be asked for."""
    general: str = ""
    """A kind that decks of every hero may hold; "" in games without heroes."""


def _level(facts: Facts) -> int | None:
    return facts.level or facts.rank or facts.link if facts.is_monster else None


def _cost(facts: Facts) -> int | None:
    cost = facts.extra.get("cost")
    return cost if isinstance(cost, int) else None


def _colour(facts: Facts) -> str:
    return str(facts.extra.get("color", ""))


YUGIOH = SearchTerms(
    {later("Monster"): "monster", later("Spell"): "spell", later("Trap"): "trap"},
    ("light", "dark", "earth", "water", "fire", "wind"), lambda facts: facts.attribute,
    later("Level"), _level, later("ATK"), later("DEF"),
)  # fmt: skip
FLESH_AND_BLOOD = SearchTerms(
    {
        later("Attack"): "attack", later("Action"): "action", later("Reaction"): "reaction",
        later("Instant"): "instant", later("Equipment"): "equipment", later("Weapon"): "weapon",
        later("Hero"): "hero",
    },
    ("red", "yellow", "blue"), _colour, later("Cost"), _cost, later("Power"), later("Defense"), 6, "generic",
)  # fmt: skip

EQUIPMENT = frozenset({"head", "chest", "arms", "legs"})
"""Kinds of what a hero wears."""


def terms(rules: Format) -> SearchTerms:
    """Return what can be asked of the cards of a format."""
    return FLESH_AND_BLOOD if rules.card_kinds & ARENA_KINDS else YUGIOH


@dataclass(frozen=True, slots=True)
class CardSearch:
    """A search. Unset fields fit every card of the game."""

    words: str = ""
    kinds: frozenset[str] = field(default_factory=frozenset)
    """Any of these; none is all."""
    marks: frozenset[str] = field(default_factory=frozenset)
    """Any of these attributes or colours."""
    levels: tuple[int, int] = (0, 12)
    """The game's number (Level, cost), from and to."""
    attack: int | None = None
    """At least this ATK or power."""
    defense: int | None = None
    terms: SearchTerms = YUGIOH
    card_kinds: frozenset[str] = frozenset()
    """Kinds of which every card of the game has one; empty is any game."""
    hero: frozenset[str] = frozenset()
    """The kinds of a hero whose deck may hold the card; empty is any."""

    @classmethod
    def of(cls, rules: Format) -> CardSearch:
        """Return a search for cards of a format's game, that fits all of them."""
        game = terms(rules)
        return cls(levels=(0, game.most), terms=game, card_kinds=rules.card_kinds)

    def find(self, cards: Iterable[Facts] | None = None) -> list[Facts]:
        """Return every card that fits, by name; a name that begins with the words comes first."""
        wanted = self.words.casefold().split()
        pool = card_catalogue.cards() if cards is None else cards
        found = [facts for facts in pool if "token" not in facts.kinds and self._fits(facts, wanted)]
        start = self.words.casefold().strip()
        return sorted(found, key=lambda facts: (not facts.name.casefold().startswith(start), facts.name))

    def _fits(self, facts: Facts, wanted: list[str]) -> bool:
        return (
            self._is_of_game(facts)
            and (not self.kinds or any(_is(facts, kind) for kind in self.kinds))
            and (not self.marks or self.terms.mark_of(facts) in self.marks)
            and (not self.hero or self._suits_hero(facts))
            and self._fits_numbers(facts)
            and _holds(facts, wanted)
        )

    def _is_of_game(self, facts: Facts) -> bool:
        """Return whether a card may be of this game; one known by name alone may be of any."""
        kinds = set(facts.kinds)
        worn = bool(kinds & EQUIPMENT and self.card_kinds & ARENA_KINDS)
        return not self.card_kinds or not kinds or worn or not self.card_kinds.isdisjoint(kinds)

    def _suits_hero(self, facts: Facts) -> bool:
        return self.terms.general in facts.kinds or not self.hero.isdisjoint(facts.kinds)

    def _fits_numbers(self, facts: Facts) -> bool:
        low, high = self.levels
        number = self.terms.number_of(facts)
        if self.levels != (0, self.terms.most) and (number is None or not low <= number <= high):
            return False
        asked = ((self.attack, facts.attack), (self.defense, facts.defense))
        return all(least is None or (value is not None and value >= least) for least, value in asked)


def hero_of(cards: Iterable[int]) -> Facts | None:
    """Return the hero among these cards."""
    read = (card_catalogue.cards().get(code) for code in cards)
    return next((facts for facts in read if facts is not None and "hero" in facts.kinds), None)


def classes(hero: Facts) -> frozenset[str]:
    """Return what the cards of a hero's deck are: the kinds printed beside that it is one."""
    return frozenset(hero.kinds) - ARENA_KINDS - {"young"}


def _is(facts: Facts, kind: str) -> bool:
    """Return whether a card is of a kind, or of a finer one: an attack reaction is a reaction, and no
    attack.
    """
    return any(own == kind or own.endswith(f" {kind}") for own in facts.kinds)


def _holds(facts: Facts, wanted: Sequence[str]) -> bool:
    told = _told(facts) if wanted else ""
    return all(word in told for word in wanted)


def _told(facts: Facts) -> str:
    """All that is searched in it: its English name too, which players of every language know."""
    english = (every_game().get(facts.code) or facts).name
    kinds = " ".join(map(said, (facts.race, *facts.kinds)))
    words = (facts.name, english, facts.race, *facts.kinds, kinds, facts.text, str(facts.code))
    return " ".join(words).casefold()
