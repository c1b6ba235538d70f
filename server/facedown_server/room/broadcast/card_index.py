"""The server's cards for searches of a deck editor: by name, text and facts, in the client's language.

Each language has one index, built on demand. The result depends on the search, the language and the server's
cards alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from facedown_server.network.crowd.printed_cards import CardTexts
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.card_search import CardSearch, searched_text
from facedown_shared.protocol.deck_building import MAX_CARDS_FOUND
from facedown_shared.text import ENGLISH, languages, use_language
from facedown_shared.text.translated_cards import translate_facts

INDEX_BATCH_CARDS = 64
"""Cards that are indexed before other tasks may run."""


class _Row(NamedTuple):
    """A card in an index: its facts, its name and its text without case."""

    facts: Facts
    name: str
    text: str


class CardIndex:
    """The searched texts of all cards of one server, by language. `said`: the host's texts."""

    def __init__(self, pool: Pool, said: CardTexts) -> None:
        self._pool, self._said = pool, said
        self._made: dict[str, list[_Row]] = {}

    async def find(
        self, search: CardSearch, language: str, time_slice: TimeSlice
    ) -> tuple[Sequence[Facts], int]:
        """Return the first matching cards, as `CardSearch.matching_cards` orders them, and how many match.

        Every criterion takes about a millisecond with all cards of the game; other tasks run in between.
        """
        rows = await self._index(language, time_slice)
        for word in search.wanted_words:
            rows = [row for row in rows if word in row.text]
            await time_slice.yield_if_used_up()
        for test in search.criteria():
            rows = [row for row in rows if test(row.facts)]
            await time_slice.yield_if_used_up()
        start = search.start
        first = [row for row in rows if row.name.startswith(start)] if start else rows
        if start and len(first) < MAX_CARDS_FOUND:
            first += [row for row in rows if not row.name.startswith(start)]
        return [row.facts for row in first[:MAX_CARDS_FOUND]], len(rows)

    async def _index(self, language: str, time_slice: TimeSlice) -> list[_Row]:
        """Return the cards in a language, sorted by name."""
        if language not in {*self._said.languages, *languages()}:
            language = ENGLISH
        if (found := self._made.get(language)) is None:
            rows = []
            for count, facts in enumerate(self._pool):
                if "token" not in facts.kinds:
                    rows.append(self._row(facts, language))
                if not count % INDEX_BATCH_CARDS:
                    await time_slice.yield_if_used_up()
            rows.sort(key=lambda row: row.name)
            found = self._made[language] = rows
        return found

    def _row(self, facts: Facts, language: str) -> _Row:
        with use_language([language]):
            shown = self._said.translated_facts(facts, language) or translate_facts(facts)
            text = searched_text(shown, facts.name)
        return _Row(facts, shown.name.casefold(), text)
