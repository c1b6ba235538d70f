"""Search for cards by name, in the client's language. Each language has one index, built on demand.

Invariant: the result depends on the text, the language, the server's cards and the condition of the open
prompt alone, never on a duel. A search compares at most `MAX_LOOKED_AT` names.
"""

from __future__ import annotations

import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator

import trio

from facedown_server.network.crowd.printed_cards import CardTexts
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.protocol.card_search import MAX_FOUND, FoundCard
from facedown_shared.text import ENGLISH, languages, use_language
from facedown_shared.text.translated_cards import card_name

MAX_LOOKED_AT = 2_000
"""Names that one search compares."""
MAX_SCANNED_CARDS = 500
"""Up to this many admitted cards are compared one by one. For more, the index is searched."""
INDEX_BATCH_NAMES = 128
"""Names that are indexed before other tasks may run."""


def fold_name(text: str) -> str:
    """Return a name in the form used for comparison: no case, no accents, blanks for other characters than
    letters and digits.
    """
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", text)
        text = unicodedata.normalize(
            "NFC", "".join(each for each in apart if not "\u0300" <= each <= "\u036f")
        )
    spaced = "".join(each if each.isalnum() else " " for each in text.casefold())
    return " ".join(spaced.split())


class NameSearchIndex:
    """Index of the names of all cards in one language and in the server's own. Some cards have a row for
    each.
    """

    def __init__(self, rows: Iterable[tuple[str, int, str]]) -> None:
        """Build the index from `rows`: the folded name, the passcode and the name to display."""
        ordered = sorted(rows)
        self._codes = array("Q", (code for _, code, _ in ordered))
        self._shown = [shown for _, _, shown in ordered]
        self._text = "\n" + "".join(f"{name}\n" for name, _, _ in ordered)
        self._starts, at = array("Q"), 1
        for name, _, _ in ordered:
            self._starts.append(at)
            at += len(name) + 1
        self._rows: dict[int, list[int]] = {}
        for row, code in enumerate(self._codes):
            self._rows.setdefault(code, []).append(row)

    def find(self, text: str, among: Collection[int]) -> tuple[tuple[FoundCard, ...], bool]:
        """Return the cards of `among` whose name matches the text, best first, and whether more may match.

        Names that begin with the text come first, then names with a word that does, then names that contain
        it.
        """
        wanted = fold_name(text)
        rows = (
            self._rank_few(wanted, among)
            if len(among) <= MAX_SCANNED_CARDS
            else self._rank_many(wanted, among)
        )
        found: dict[int, FoundCard] = {}
        for row in rows:
            if row is None:
                return tuple(found.values()), True
            code = self._codes[row]
            if code not in found:
                if len(found) == MAX_FOUND:
                    return tuple(found.values()), True
                found[code] = FoundCard(code, self._shown[row])
        return tuple(found.values()), False

    def _name(self, row: int) -> str:
        start = self._starts[row]
        return self._text[start : self._text.index("\n", start)]

    def _rank_few(self, wanted: str, among: Collection[int]) -> Iterator[int | None]:
        ranked = []
        for row in (row for code in among for row in self._rows.get(code, ())):
            name = self._name(row)
            if wanted in name:
                rank = 0 if name.startswith(wanted) else 1 if f" {wanted}" in name else 2
                ranked.append((rank, row))
        yield from (row for _, row in sorted(ranked))

    def _rank_many(self, wanted: str, among: Collection[int]) -> Iterator[int | None]:
        """Yield matching rows by rank; yield None last if the limit of compared names was reached."""
        looked = 0
        for before in ("\n", " ", "") if wanted else ("\n",):
            at = self._text.find(before + wanted)
            while at >= 0:
                row = bisect_right(self._starts, at + len(before)) - 1
                if self._codes[row] in among:
                    yield row
                if (looked := looked + 1) >= MAX_LOOKED_AT:
                    yield None
                    return
                if row + 1 == len(self._starts):
                    break
                at = self._text.find(before + wanted, self._starts[row + 1] - 1)


class NameSearch:
    """The search indices of one server, by language."""

    def __init__(self, pool: Pool, said: CardTexts) -> None:
        self._pool, self._said = pool, said
        self._made: dict[str, NameSearchIndex] = {}
        self._building = trio.Lock()

    async def find(
        self, text: str, language: str, among: Collection[int], time_slice: TimeSlice
    ) -> tuple[tuple[FoundCard, ...], bool]:
        """Return the cards of `among` whose name matches the text, as `NameSearchIndex.find` does."""
        if language not in {*self._said.languages, *languages()} - {ENGLISH}:
            language = ENGLISH if ENGLISH in self._said.languages else ""
        async with time_slice.turn(self._building):
            if (index := self._made.get(language)) is None:
                index = self._made[language] = await self._build_index(language, time_slice)
        return index.find(text, among)

    async def _build_index(self, language: str, time_slice: TimeSlice) -> NameSearchIndex:
        rows = []
        for count, facts in enumerate(self._pool):
            shown = self._name(facts, language)
            names = dict.fromkeys((shown, facts.name))
            rows += [(fold_name(name), facts.code, shown) for name in names if name]
            if not count % INDEX_BATCH_NAMES:
                await time_slice.yield_if_used_up()
        return NameSearchIndex(rows)

    def _name(self, facts: Facts, language: str) -> str:
        """Return a card's name in this language: from the host's databases, else from our own catalogue."""
        if (said := self._said.translated_facts(facts, language)) is not None:
            return said.name
        if not language:
            return facts.name
        with use_language([language]):
            return card_name(facts.name)
