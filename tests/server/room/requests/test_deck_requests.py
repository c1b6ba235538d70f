"""Decks are built without a table: cards are found by text and facts, and a deck in any form is checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.runtime.world import SeededWorld
from facedown_shared.cards.facts import Facts, bundled_pool, every_game
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.card_search import MAX_SEARCH_WORDS, CardSearch
from facedown_shared.decks.decks import ready_decks, to_ydk, to_ydke
from facedown_shared.protocol.deck_building import MAX_ARCHETYPES_LISTED, MAX_CARDS_FOUND, Archetype
from facedown_shared.protocol.messages import (
    CardFilters,
    CardsListed,
    CheckDeck,
    DeckChecked,
    FindCards,
    Hello,
    Printed,
    Refused,
    ToServer,
)
from facedown_shared.text.errors import Code
from tests.server.tables import Player, Server, run_server

POOL = every_game()
FORBIDDEN_SET_CODE = 0x40
"""Set code of an archetype."""
KNOWN = ready_decks()["synchro-xyz"]
(DARK_MAGICIAN,) = (facts.code for facts in POOL if facts.name == "Dark Magician")


async def reader(server: Server, language: str = "en") -> Player:
    """Return a client that shows texts, as the browser's page does."""
    page = await server.connect()
    await page.do(Hello("Page", language=language))
    return page


async def found(player: Player, **wish: Any) -> CardsListed:
    """Return the response to a search."""
    await player.do(FindCards(7, **wish))
    return player.last(CardsListed)


def names(rows: CardsListed) -> list[str]:
    return [POOL[row.code].name for row in rows.cards]


async def test_cards_are_found_by_name_with_their_texts_once(autojump_clock: MockClock) -> None:
    async with run_server(pool=POOL) as server:
        page = await reader(server)
        rows = await found(page, text="dark magician")
        assert (rows.number, rows.total) == (7, len(rows.cards))
        assert names(rows)[0].startswith("Dark Magician")
        told = {facts.code for message in page.all(Printed) for facts in message.facts}
        assert {row.code for row in rows.cards} <= told
        sent = len(page.all(Printed))
        await found(page, text="dark magician")
        assert len(page.all(Printed)) == sent, "texts are sent once"


async def test_a_response_has_fifty_cards_and_says_how_many_match(autojump_clock: MockClock) -> None:
    async with run_server(pool=POOL) as server:
        rows = await found(await server.connect("Page"))
        assert len(rows.cards) == MAX_CARDS_FOUND
        assert MAX_CARDS_FOUND < rows.total < len(POOL), "cards of another game and Tokens do not match"


CRITERIA: Sequence[tuple[CardFilters, str, Callable[[Facts], bool]]] = (
    (CardFilters(kinds=("trap",)), "master", lambda facts: facts.is_trap),
    (CardFilters(marks=("fire",)), "master", lambda facts: facts.attribute == "fire"),
    (CardFilters(races=("dragon",)), "master", lambda facts: facts.race == "dragon"),
    (CardFilters(summons=("xyz",)), "master", lambda facts: "xyz" in facts.kinds),
    (CardFilters(summons=("ritual",)), "master", lambda facts: facts.is_a("monster", "ritual")),
    (CardFilters(properties=("ritual",)), "master", lambda facts: facts.is_a("spell", "ritual")),
    (CardFilters(properties=("counter",)), "master", lambda facts: facts.is_a("trap", "counter")),
    (CardFilters(archetypes=(221,)), "master", lambda facts: 221 in facts.archetypes),
    (CardFilters(levels=(7, 8)), "master", lambda facts: (facts.level or facts.rank or facts.link) in (7, 8)),
    (CardFilters(attack=2500), "master", lambda facts: (facts.attack or 0) >= 2500),
    (CardFilters(marks=("blue",)), "fab", lambda facts: facts.extra.get("color") == "blue"),
    (CardFilters(kinds=("hero",)), "fab", lambda facts: "hero" in facts.kinds),
)


@pytest.mark.parametrize(("filters", "game", "is_meant"), CRITERIA)
async def test_every_criterion_selects(
    autojump_clock: MockClock, filters: CardFilters, game: str, is_meant: Callable[[Facts], bool]
) -> None:
    async with run_server(pool=POOL) as server:
        rows = await found(await server.connect("Page"), filters=filters, format=game)
        assert rows.cards
        assert all(is_meant(POOL[row.code]) for row in rows.cards)


async def test_archetypes_are_listed_where_they_are_asked_for(autojump_clock: MockClock) -> None:
    async with run_server(pool=POOL) as server:
        page = await server.connect("Page")
        assert (await found(page)).archetypes == ()
        rows = {one.code: one for one in (await found(page, archetypes=True)).archetypes}
        members = [facts for facts in POOL if FORBIDDEN_SET_CODE in facts.archetypes]
        assert rows[FORBIDDEN_SET_CODE] == Archetype(FORBIDDEN_SET_CODE, "Forbidden One", len(members))
        assert len(rows) <= MAX_ARCHETYPES_LISTED
        shown = [one.name.casefold() for one in rows.values()]
        assert shown == sorted(shown)


async def test_listed_archetypes_are_those_of_the_other_criteria(autojump_clock: MockClock) -> None:
    async with run_server(pool=POOL) as server:
        page = await server.connect("Page")
        every = await found(page, archetypes=True)
        chosen = CardFilters(archetypes=(FORBIDDEN_SET_CODE,))
        narrow = await found(page, archetypes=True, filters=chosen)
        assert narrow.archetypes == every.archetypes
        assert narrow.total == len([facts for facts in POOL if FORBIDDEN_SET_CODE in facts.archetypes])
        spells = CardFilters(archetypes=(FORBIDDEN_SET_CODE,), kinds=("spell",))
        (row,) = [one for one in (await found(page, archetypes=True, filters=spells)).archetypes
                  if one.code == FORBIDDEN_SET_CODE]  # fmt: skip
        assert row.cards == 0, "the chosen one stays in the list"


async def test_archetypes_are_named_in_the_readers_language(autojump_clock: MockClock) -> None:
    async with run_server(pool=POOL) as server:
        page = await reader(server, "zh_CN")
        names = [one.name for one in (await found(page, archetypes=True)).archetypes]
        assert "青眼" in names
        assert "Blue-Eyes" not in names


async def test_listing_archetypes_costs_more(autojump_clock: MockClock) -> None:
    bounds = Bounds(search_burst=6.0, search_rate=0.1, work_fair_share_burst=2.0, work_fair_share_rate=0.1)
    answered = []
    for archetypes in (False, True):
        async with run_server(pool=POOL, bounds=bounds) as server:
            page = await server.connect("Page")
            for number in range(12):
                await page.do(FindCards(number, archetypes=archetypes))
            answered.append(len(page.all(CardsListed)))
    assert answered[0] > answered[1] > 0


async def test_cards_for_a_hero(autojump_clock: MockClock) -> None:
    hero = next(facts for facts in POOL if "hero" in facts.kinds)
    async with run_server(pool=POOL) as server:
        page = await server.connect("Page")
        every = await found(page, format="fab")
        mine = await found(page, format="fab", filters=CardFilters(hero=hero.code))
        assert 0 < mine.total < every.total


async def test_copies_are_those_of_the_list(autojump_clock: MockClock) -> None:
    banlist = Limits("Ours", {DARK_MAGICIAN: 1})
    async with run_server(pool=POOL, banlist=banlist) as server:
        page = await server.connect("Page")
        (row,) = (await found(page, filters=CardFilters(limit=1))).cards
        assert (row.code, row.copies) == (DARK_MAGICIAN, 1)
        await page.do(CheckDeck(8, f"3 x {DARK_MAGICIAN}"))
        checked = page.last(DeckChecked)
        assert checked.cards[0].copies == 1
        assert "limited" in [reason.id for reason in checked.reasons]


async def test_a_search_in_the_readers_language_finds_english_names_too(autojump_clock: MockClock) -> None:
    async with run_server(pool=POOL) as server:
        page = await reader(server, "zh_CN")
        english = await found(page, text="Dark Magician")
        assert DARK_MAGICIAN in [row.code for row in english.cards]
        chinese = await found(page, text="龙")
        assert chinese.total > 5


@pytest.mark.parametrize("form", ["ydk", "ydke", "names"])
async def test_a_deck_in_every_form_is_checked_and_sorted(autojump_clock: MockClock, form: str) -> None:
    deck = KNOWN.deck
    texts = {
        "ydk": to_ydk(deck), "ydke": to_ydke(deck),
        "names": "\n".join(f"1 {POOL[code].name}" for code in deck.main + deck.extra),
    }  # fmt: skip
    async with run_server(pool=POOL) as server:
        page = await reader(server)
        await page.do(CheckDeck(3, texts[form], format=KNOWN.format))
        checked = page.last(DeckChecked)
        assert checked.number == 3
        assert checked.legal, [str(reason) for reason in checked.reasons]
        assert sorted(checked.main) == sorted(deck.main)
        assert sorted(checked.extra) == sorted(deck.extra)
        assert {row.code for row in checked.cards} == {*checked.main, *checked.extra, *checked.side}


async def test_a_deck_is_refused_with_reasons_and_points(autojump_clock: MockClock) -> None:
    banlist = Limits("Points", points={DARK_MAGICIAN: 60}, point_cap=100)
    async with run_server(pool=POOL, banlist=banlist) as server:
        page = await server.connect("Page")
        await page.do(CheckDeck(1, f"2 x {DARK_MAGICIAN}", format="genesys"))
        checked = page.last(DeckChecked)
        assert not checked.legal
        assert {"part_too_small", "too_many_points"} <= {reason.id for reason in checked.reasons}
        assert (checked.points, checked.point_cap) == (120, 100)
        assert checked.cards[0].points == 60


async def test_a_text_without_cards_says_why(autojump_clock: MockClock) -> None:
    async with run_server(pool=POOL) as server:
        page = await server.connect("Page")
        await page.do(CheckDeck(1, "Nothing of the kind\n"))
        checked = page.last(DeckChecked)
        assert (checked.legal, checked.main, len(checked.reasons)) == (False, (), 1)


async def test_cards_that_a_list_describes_are_printed(autojump_clock: MockClock) -> None:
    text = "Hero: Somebody New\n3 Never Printed Strike (red)\n"
    async with run_server(pool=POOL) as server:
        page = await reader(server)
        await page.do(CheckDeck(1, text, format="fab"))
        told = [facts for message in page.all(Printed) for facts in message.facts]
        assert "Never Printed Strike (red)" in [facts.name for facts in told]
        assert len(page.last(DeckChecked).main) == 3


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (FindCards(5, "no_such"), Code.BAD_SETTING),
        (FindCards(5, banlist="no such list"), Code.BAD_SETTING),
        (CheckDeck(5, "1", "companion"), Code.BAD_SETTING),
    ],
)
async def test_what_is_not_here_is_refused(autojump_clock: MockClock, wish: ToServer, code: Code) -> None:
    async with run_server(pool=POOL) as server:
        page = await server.connect("Page")
        await page.do(wish)
        refused = page.last(Refused)
        assert (refused.code, refused.ask) == (code, 5)


async def test_decks_are_built_away_from_tables(autojump_clock: MockClock) -> None:
    async with run_server(pool=POOL) as server:
        anna = await server.host("Anna")
        for wish in (FindCards(1), CheckDeck(2, "1")):
            await anna.do(wish)
            assert anna.refusal is Code.NOT_NOW


async def test_many_searches_and_decks_are_refused(autojump_clock: MockClock) -> None:
    bounds = Bounds(search_burst=4.0, search_rate=0.1, work_fair_share_burst=2.0, work_fair_share_rate=0.1)
    async with run_server(pool=POOL, bounds=bounds) as server:
        page = await server.connect("Page")
        for number in range(8):
            await page.do(FindCards(number, text="a b c"))
        assert page.refusal is Code.TOO_FAST
        assert 0 < len(page.all(CardsListed)) < 8


def test_a_search_compares_few_words() -> None:
    assert len(CardSearch(" ".join("abcdefghijklmnop")).wanted_words) == MAX_SEARCH_WORDS
    assert Facts(code=1, name="x") not in CardSearch("y").matching_cards(bundled_pool())


async def test_a_search_costs_the_time_that_it_took(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a slow machine, or with many cards, it costs more than its words: 50 ms of work a second."""
    async with run_server(pool=POOL, bounds=Bounds(work_fair_share_burst=30.0)) as server:
        page = await reader(server)
        for _ in range(6):
            await found(page, text="dark")
        assert not page.all(Refused), "six searches of one word are within the rate"
        looks = count()
        monkeypatch.setattr(SeededWorld, "now", lambda _: autojump_clock.current_time() + 0.03 * next(looks))
        for _ in range(6):
            await page.do(FindCards(8, text="dark"))
            await trio.sleep(0.2)
        assert page.last(Refused).code == Code.TOO_FAST
