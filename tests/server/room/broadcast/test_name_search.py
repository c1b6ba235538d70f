"""Card search by name: the best match first, in the reader's language too, with bounded work."""

from __future__ import annotations

import msgspec
import pytest
import trio

from facedown_server.network.crowd.printed_cards import OneLanguage
from facedown_server.room.broadcast import name_search
from facedown_server.room.broadcast.name_search import (
    MAX_LOOKED_AT,
    MAX_SCANNED_CARDS,
    NameSearch,
    NameSearchIndex,
    fold_name,
)
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_server.runtime.world import SeededWorld
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.protocol.card_search import MAX_FOUND

NAMES = (
    "Blue-Eyes White Dragon", "Red-Eyes B. Dragon", "Dragon Master Knight", "Évilswarm Ophion",
    "Snake-Eye Ash", "Dark Magician", "DARK MAGICIAN GIRL", "Skilled Dark Magician", "ガガガマジシャン",
)  # fmt: skip
CODES = {name: number for number, name in enumerate(NAMES, 1)}
MANY = frozenset(range(1, 10_000))


def find_names(text: str, among: frozenset[int] | None = None) -> list[str]:
    """Return the names found for a text, with all of them admitted, by a scan and by the index."""
    index = NameSearchIndex((fold_name(name), code, name) for name, code in CODES.items())
    few, more = index.find(text, frozenset(CODES.values()) if among is None else among)
    many, _ = index.find(text, MANY if among is None else among)
    assert few == many
    assert not more
    return [card.name for card in few]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("dragon", ["Dragon Master Knight", "Blue-Eyes White Dragon", "Red-Eyes B. Dragon"]),
        ("dark magician", ["Dark Magician", "DARK MAGICIAN GIRL", "Skilled Dark Magician"]),
        ("blue eyes", ["Blue-Eyes White Dragon"]),
        ("EVIL", ["Évilswarm Ophion"]),
        ("eye", ["Blue-Eyes White Dragon", "Red-Eyes B. Dragon", "Snake-Eye Ash"]),
        ("マジシャン", ["ガガガマジシャン"]),
        ("b.  dragon", ["Red-Eyes B. Dragon"]),
        ("wyvern", []),
    ],
)
def test_names_that_begin_with_the_text_come_first(text: str, names: list[str]) -> None:
    assert find_names(text) == names


def test_without_a_text_all_are_found_in_order_and_only_those_admitted() -> None:
    assert len(find_names("")) == len(NAMES)
    assert find_names("", frozenset({1, 6})) == ["Blue-Eyes White Dragon", "Dark Magician"]
    assert find_names("dragon", frozenset({2, 6})) == ["Red-Eyes B. Dragon"]


def test_at_most_thirty_are_found_and_it_is_said_that_there_are_more() -> None:
    index = NameSearchIndex((f"dragon {number}", number, f"Dragon {number}") for number in range(5_000))
    for admitted in (range(MAX_SCANNED_CARDS), range(5_000)):
        cards, more = index.find("dragon", admitted)
        assert (len(cards), more) == (MAX_FOUND, True)


def test_a_search_looks_at_so_many_names_and_no_more() -> None:
    """However common the text and rare what the condition admits."""
    looked = 0

    class CountedCodes(frozenset[int]):
        def __contains__(self, code: object) -> bool:
            nonlocal looked
            looked += 1
            return super().__contains__(code)

    index = NameSearchIndex((f"dragon {number}", number, f"Dragon {number}") for number in range(20_000))
    cards, more = index.find("dragon", CountedCodes(range(19_000, 20_000)))
    assert (cards, more, looked) == ((), True, MAX_LOOKED_AT)


class ChineseTexts(OneLanguage):
    """One card in another language."""

    languages = ("zh_CN",)

    def translated_facts(self, facts: Facts, language: str) -> Facts | None:
        """Return the Chinese name of the first card."""
        is_said = language == "zh_CN" and facts.code == 1
        return msgspec.structs.replace(facts, name="青眼白龙") if is_said else None


POOL = Pool(Facts(code=code, name=name) for name, code in CODES.items())


def test_names_are_found_in_the_readers_language_and_in_the_servers_own() -> None:
    async def search() -> None:
        world = SeededWorld(clock=lambda: 0.0)
        names = NameSearch(POOL, ChineseTexts())
        for text, language, shown in (
            ("青眼", "zh_CN", "青眼白龙"),
            ("blue", "zh_CN", "青眼白龙"),
            ("blue", "de", "Blue-Eyes White Dragon"),
            ("blue", "", "Blue-Eyes White Dragon"),
        ):
            cards, _ = await names.find(text, language, MANY, TimeSlice(world))
            assert [card.name for card in cards] == [shown]
        assert await names.find("青眼", "de", MANY, TimeSlice(world)) == ((), False)

    trio.run(search)


def test_a_made_up_language_makes_no_index_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a client fills the memory with indexes."""
    made: list[int] = []
    whole = name_search.NameSearchIndex

    def count_index(rows: object) -> NameSearchIndex:
        made.append(1)
        return whole(rows)  # type: ignore[arg-type]

    monkeypatch.setattr(name_search, "NameSearchIndex", count_index)

    async def search() -> None:
        names = NameSearch(POOL, ChineseTexts())
        for number in range(20):
            await names.find("blue", f"x{number}", MANY, TimeSlice(SeededWorld(clock=lambda: 0.0)))

    trio.run(search)
    assert made == [1]
