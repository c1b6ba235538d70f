"""The server's cards for searches of a deck editor: by name, text and facts, in the client's language.

Each language has one index, built on demand. The result depends on the search, the language and the server's
cards alone. One search is under way at a time, so many of them take no more of the server than one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import trio

from facedown_server.network.crowd.printed_cards import CardTexts
from facedown_server.room.broadcast.archetypes import archetype_names, archetypes_of_cards
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.card_search import CardSearch, searched_text
from facedown_shared.protocol.deck_building import MAX_ARCHETYPES_LISTED, MAX_CARDS_FOUND, Archetype
from facedown_shared.text import ENGLISH, languages, use_language
from facedown_shared.text.translated_cards import translate_facts

INDEX_BATCH_CARDS = 64
"""Cards that are indexed before other tasks may run."""
SEARCH_BATCH_CARDS = 500
"""Cards that one criterion of a search is tried on before other tasks may run."""


class FoundCards(NamedTuple):
    """The first matching cards, how many match, and their archetypes."""

    cards: Sequence[Facts]
    total: int
    archetypes: tuple[Archetype, ...] = ()


class _Row(NamedTuple):
    """A card in an index: its facts, its name and its text without case, and its archetypes."""

    facts: Facts
    name: str
    text: str
    archetypes: tuple[int, ...]


class _Index(NamedTuple):
    """The cards in one language, sorted by name, and the names of archetypes by set code."""

    rows: list[_Row]
    archetypes: Mapping[int, str]


class CardIndex:
    """The searched texts of all cards of one server, by language. `said`: the host's texts."""

    def __init__(self, pool: Pool, said: CardTexts) -> None:
        self._pool, self._said = pool, said
        self._made: dict[str, _Index] = {}
        self._turn = trio.Lock()

    async def find(
        self, search: CardSearch, language: str, time_slice: TimeSlice, *, with_archetypes: bool = False
    ) -> FoundCards:
        """Return the first matching cards, as `CardSearch.matching_cards` orders them, and how many match.

        Every criterion takes about a millisecond with all cards of the game; other tasks run in between.
        """
        async with time_slice.turn(self._turn):
            rows, named = await self._index(language, time_slice)
            for word in search.wanted_words:
                rows = await _select(rows, partial(_contains, word), time_slice)
            for test in replace(search, archetypes=()).criteria():
                rows = await _select(rows, partial(_fits, test), time_slice)
            archetypes = _largest(rows, named, search.archetypes) if with_archetypes else ()
            for test in CardSearch(archetypes=search.archetypes).criteria():
                rows = await _select(rows, partial(_fits, test), time_slice)
        start = search.start
        first = [row for row in rows if row.name.startswith(start)] if start else rows
        if start and len(first) < MAX_CARDS_FOUND:
            first += [row for row in rows if not row.name.startswith(start)]
        return FoundCards([row.facts for row in first[:MAX_CARDS_FOUND]], len(rows), archetypes)

    async def _index(self, language: str, time_slice: TimeSlice) -> _Index:
        """Return the cards in a language, sorted by name."""
        if language not in {*self._said.languages, *languages()}:
            language = ENGLISH
        if (found := self._made.get(language)) is None:
            rows, names = [], defaultdict[int, list[str]](list)
            archetypes = archetypes_of_cards(self._pool)
            for count, facts in enumerate(self._pool):
                if "token" not in facts.kinds:
                    shown, row = self._row(facts, language, archetypes.get(facts.archetypes, ()))
                    rows.append(row)
                    for code in row.archetypes if not facts.alias else ():
                        names[code].append(shown)
                if not count % INDEX_BATCH_CARDS:
                    await time_slice.yield_if_used_up()
            rows.sort(key=lambda row: row.name)
            found = self._made[language] = _Index(rows, await time_slice.run(archetype_names(names)))
        return found

    def _row(self, facts: Facts, language: str, archetypes: tuple[int, ...]) -> tuple[str, _Row]:
        """Return a card's name in a language, and its row."""
        with use_language([language]):
            shown = self._said.translated_facts(facts, language) or translate_facts(facts)
            text = searched_text(shown, facts.name)
        return shown.name, _Row(facts, shown.name.casefold(), text, archetypes)


async def _select(rows: list[_Row], test: Callable[[_Row], bool], time_slice: TimeSlice) -> list[_Row]:
    """Return the rows that pass a test; other tasks run in between."""
    found: list[_Row] = []
    for start in range(0, len(rows), SEARCH_BATCH_CARDS):
        found += filter(test, rows[start : start + SEARCH_BATCH_CARDS])
        await time_slice.yield_if_used_up()
    return found


def _contains(word: str, row: _Row) -> bool:
    return word in row.text


def _fits(test: Callable[[Facts], bool], row: _Row) -> bool:
    return test(row.facts)


def _largest(rows: Iterable[_Row], named: Mapping[int, str], chosen: Iterable[int]) -> tuple[Archetype, ...]:
    """Return the largest archetypes of these cards by name, with the chosen ones."""
    counts = Counter(code for row in rows for code in row.archetypes if code in named)
    codes = {code for code, _ in sorted(counts.items(), key=_by_size)[:MAX_ARCHETYPES_LISTED]}
    codes.update(code for code in chosen if code in named)
    found = [Archetype(code, named[code], counts[code]) for code in codes]
    return tuple(sorted(found, key=lambda one: (one.name.casefold(), one.code)))


def _by_size(row: tuple[int, int]) -> tuple[int, int]:
    code, cards = row
    return -cards, code
