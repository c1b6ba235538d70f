"""Search for cards to put into a deck: the search criteria, and each game's words for them.

The window searches its own cards with it, a server those that it knows for the browser's deck editor.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from facedown_shared.cards.database_bits import RACES
from facedown_shared.cards.facts import ARENA_KINDS, Facts, Pool, every_game
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.decks import applied_limits
from facedown_shared.tables import Format
from facedown_shared.text import gettext_noop
from facedown_shared.text.printed_words import printed_word

MAX_SEARCH_WORDS = 8
"""Words of a search that are compared; each may take a millisecond with all cards of the game."""


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
    races: tuple[str, ...] = ()
    """Types of monsters; empty in games without them."""
    summons: tuple[str, ...] = ()
    """Kinds of monsters by the way they are Summoned."""
    properties: tuple[str, ...] = ()
    """Kinds of Spells and Traps."""


def _level(facts: Facts) -> int | None:
    return facts.level or facts.rank or facts.link if facts.is_monster else None


def _cost(facts: Facts) -> int | None:
    cost = facts.extra.get("cost")
    return cost if isinstance(cost, int) else None


def _attribute(facts: Facts) -> str:
    return facts.attribute


def _colour(facts: Facts) -> str:
    return str(facts.extra.get("color", ""))


YUGIOH = SearchTerms(
    {gettext_noop("Monster"): "monster", gettext_noop("Spell"): "spell", gettext_noop("Trap"): "trap"},
    ("light", "dark", "earth", "water", "fire", "wind"), _attribute,
    gettext_noop("Level"), _level, gettext_noop("ATK"), gettext_noop("DEF"), races=tuple(sorted(RACES)),
    summons=("fusion", "ritual", "synchro", "xyz", "pendulum", "link"),
    properties=("quickplay", "continuous", "field", "equip", "ritual", "counter"),
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
class AllowedCopies:
    """The copies of each card that a format and its ban list allow."""

    copies: int = 3
    """Copies that the format allows."""
    listed: Mapping[int, int] = field(default_factory=dict)
    """Copies that the list allows, by the passcode of the original artwork."""
    otherwise: int = 3
    """Copies of a card that is not on the list."""

    @classmethod
    def by_list(cls, rules: Format, limits: Limits, pool: Pool) -> AllowedCopies:
        """Return the copies that a format allows by a ban list."""
        held = applied_limits(rules, limits)
        return cls(rules.copies, held.allowed_copies(pool), held.otherwise)

    def of(self, facts: Facts) -> int:
        """Return the allowed copies of a card, in all parts of a deck together."""
        return min(self.copies, self.listed.get(facts.original, self.otherwise))


@dataclass(frozen=True, slots=True)
class CardSearch:
    """A search. Unset fields fit every card of the game."""

    words: str = ""
    kinds: Collection[str] = ()
    """Kinds of which a card must have one; empty matches all."""
    marks: Collection[str] = ()
    """Attributes or colours of which a card must have one."""
    races: Collection[str] = ()
    """Types of which a monster must have one."""
    summons: Collection[str] = ()
    """Kinds of which a monster must have one."""
    properties: Collection[str] = ()
    """Kinds of which a Spell or Trap must have one."""
    archetypes: tuple[int, ...] = ()
    """Set codes of archetypes to one of which a card must belong."""
    limit: int | None = None
    """Copies that the ban list must allow; None matches any."""
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
    allowed: AllowedCopies = field(default_factory=AllowedCopies)
    """The copies that the format and its list allow, for `limit`."""

    @classmethod
    def for_format(cls, rules: Format) -> CardSearch:
        """Return a search that matches all cards of a format's game."""
        game = terms(rules)
        return cls(levels=(0, game.most), terms=game, card_kinds=rules.card_kinds)

    @property
    def wanted_words(self) -> tuple[str, ...]:
        """The words that a card's text must contain, each once."""
        return tuple(dict.fromkeys(self.words.casefold().split()))[:MAX_SEARCH_WORDS]

    @property
    def start(self) -> str:
        """The beginning of the names that come first."""
        return self.words.casefold().strip()

    def matching_cards(self, cards: Iterable[Facts]) -> list[Facts]:
        """Return every matching card, sorted by name. Names that begin with the search words come first."""
        wanted, tests, start = self.wanted_words, self.criteria(), self.start
        found = [
            facts
            for facts in cards
            if "token" not in facts.kinds and all(test(facts) for test in tests) and _contains(facts, wanted)
        ]
        return sorted(
            found, key=lambda facts: (not facts.name.casefold().startswith(start), facts.name.casefold())
        )

    def criteria(self) -> list[Callable[[Facts], bool]]:
        """Return the tests that a card must pass, besides its text: one for each criterion that is set."""
        ranged = self.levels != (0, self.terms.most)
        by_kinds, by_archetypes = attrgetter("kinds"), attrgetter("archetypes")
        rows = (
            (self.card_kinds, _remember_results(by_kinds, self._is_of_game)),
            (self.kinds, _remember_results(by_kinds, self._is_of_kind)),
            (self.marks, lambda facts: self.terms.mark_of(facts) in self.marks),
            (self.races, lambda facts: facts.race in self.races),
            (self.summons, _remember_results(by_kinds, self._is_summoned_so)),
            (self.properties, _remember_results(by_kinds, self._has_property)),
            (self.archetypes, _remember_results(by_archetypes, self._is_in_archetype)),
            (self.hero, _remember_results(by_kinds, self._suits_hero)), (ranged, self._has_number),
            (self.attack is not None, lambda facts: _is_least(facts.attack, self.attack)),
            (self.defense is not None, lambda facts: _is_least(facts.defense, self.defense)),
            (self.limit is not None, lambda facts: self.allowed.of(facts) == self.limit),
        )  # fmt: skip
        return [test for is_set, test in rows if is_set]

    def _is_of_game(self, facts: Facts) -> bool:
        """Return whether a card may be of this game. True for cards known only by name."""
        kinds = facts.kinds
        if not kinds or not self.card_kinds.isdisjoint(kinds):
            return True
        return bool(self.card_kinds & ARENA_KINDS) and not EQUIPMENT.isdisjoint(kinds)

    def _is_of_kind(self, facts: Facts) -> bool:
        return any(_has_kind(facts, kind) for kind in self.kinds)

    def _is_summoned_so(self, facts: Facts) -> bool:
        return facts.is_monster and any(kind in facts.kinds for kind in self.summons)

    def _has_property(self, facts: Facts) -> bool:
        return not facts.is_monster and any(kind in facts.kinds for kind in self.properties)

    def _is_in_archetype(self, facts: Facts) -> bool:
        """Return whether a card is in an archetype; the high four bits of a code name a part of one."""
        return any(
            own & 0xFFF == code & 0xFFF and own & code == code
            for own in facts.archetypes
            for code in self.archetypes
        )

    def _suits_hero(self, facts: Facts) -> bool:
        return self.terms.general in facts.kinds or not self.hero.isdisjoint(facts.kinds)

    def _has_number(self, facts: Facts) -> bool:
        (low, high), number = self.levels, self.terms.number_of(facts)
        return number is not None and low <= number <= high


def _remember_results(
    key: Callable[[Facts], object], test: Callable[[Facts], bool]
) -> Callable[[Facts], bool]:
    """Return a test that runs once for all cards with one value, such as the same kinds."""
    known: dict[object, bool] = {}

    def check(facts: Facts) -> bool:
        value = key(facts)
        found = known.get(value)
        if found is None:
            found = known[value] = test(facts)
        return found

    return check


def hero_of(cards: Iterable[int], pool: Pool) -> Facts | None:
    """Return the hero among these cards, if there is one."""
    read = map(pool.get, cards)
    return next((facts for facts in read if facts is not None and "hero" in facts.kinds), None)


def classes(hero: Facts) -> frozenset[str]:
    """Return the classes and talents of a hero: the kinds printed besides "hero"."""
    return frozenset(hero.kinds) - ARENA_KINDS - {"young"}


def searched_text(facts: Facts, *names: str) -> str:
    """Return the searched text of a card, in the current language. It includes the English name, which
    players of every language know, and these names.
    """
    english = (every_game().get(facts.code) or facts).name
    kinds = " ".join(map(printed_word, (facts.race, *facts.kinds)))
    words = (
        facts.name, *names, english, facts.race, *facts.kinds, kinds, facts.text, facts.pendulum_text,
        str(facts.code),
    )  # fmt: skip
    return " ".join(words).casefold()


def _has_kind(facts: Facts, kind: str) -> bool:
    """Return whether a card is of a kind or a finer one. An attack reaction is a reaction, but not an
    attack.
    """
    return any(own == kind or own.endswith(f" {kind}") for own in facts.kinds)


def _is_least(value: int | None, least: int | None) -> bool:
    return value is not None and least is not None and value >= least


def _contains(facts: Facts, wanted: Sequence[str]) -> bool:
    text = searched_text(facts) if wanted else ""
    return all(word in text for word in wanted)
