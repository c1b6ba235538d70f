"""Searches of a deck editor take turns with everything else, and one is under way at a time."""

from __future__ import annotations

from collections import Counter

import trio
from trio.testing import MockClock

from facedown_server.network.crowd.printed_cards import OneLanguage
from facedown_server.room.broadcast.card_index import SEARCH_BATCH_CARDS, CardIndex
from facedown_server.room.broadcast.time_slice import LONG_WORK_PAUSE_S, TimeSlice
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.card_search import CardSearch
from tests.server.room.broadcast.test_time_slice import LaboriousWorld

CARD_COUNT = 3_000
CARDS = Pool(
    Facts(code=code, name=f"Wyvern {code}", kinds=("monster", "effect"), attack=code)
    for code in range(1, CARD_COUNT + 1)
)
SEARCHES_COUNT = 5


class CountedTexts(OneLanguage):
    """Texts of a server that count how often each card was read."""

    def __init__(self) -> None:
        self.reads = Counter[int]()

    def translated_facts(self, facts: Facts, language: str) -> Facts | None:
        """Count it, and return None."""
        self.reads[facts.code] += 1
        return super().translated_facts(facts, language)


async def search(index: CardIndex, text: str = "wyvern") -> None:
    """Search on a machine on which every step uses up a slice."""
    await index.find(CardSearch(text), "zh_CN", TimeSlice(LaboriousWorld(), rest=LONG_WORK_PAUSE_S))


async def test_an_index_is_built_once_for_all_who_wait_for_it(autojump_clock: MockClock) -> None:
    texts = CountedTexts()
    index = CardIndex(CARDS, texts)
    async with trio.open_nursery() as nursery:
        for _ in range(SEARCHES_COUNT):
            nursery.start_soon(search, index)
    assert {*texts.reads.values()} == {1}
    assert len(texts.reads) == CARD_COUNT


async def test_a_word_is_sought_in_slices_of_the_cards(autojump_clock: MockClock) -> None:
    index = CardIndex(CARDS, OneLanguage())
    await search(index)
    begun = trio.current_time()
    await search(index, "wyvern wyv")
    pauses = (trio.current_time() - begun) / LONG_WORK_PAUSE_S
    assert pauses >= 2 * CARD_COUNT / SEARCH_BATCH_CARDS, "others have their turn amid each of two words"


async def test_searches_take_turns(autojump_clock: MockClock) -> None:
    """Five at once pause five times as long as one: together they work no more of the time than one does."""
    index = CardIndex(CARDS, OneLanguage())
    await search(index)
    begun = trio.current_time()
    await search(index)
    alone = trio.current_time() - begun
    async with trio.open_nursery() as nursery:
        for _ in range(SEARCHES_COUNT):
            nursery.start_soon(search, index)
    assert trio.current_time() - begun - alone >= SEARCHES_COUNT * alone * 0.99


async def test_waiting_for_another_search_is_no_work(autojump_clock: MockClock) -> None:
    index = CardIndex(CARDS, OneLanguage())
    slices = [TimeSlice(LaboriousWorld(), rest=LONG_WORK_PAUSE_S) for _ in range(2)]
    async with trio.open_nursery() as nursery:
        for each in slices:
            nursery.start_soon(index.find, CardSearch("wyvern"), "en", each)
    second, first = sorted(each.worked_s for each in slices)
    assert second < first / 2, "only the first built the index"
