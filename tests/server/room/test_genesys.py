"""Tables by Genesys: cards cost points, by the table or the list, and no other list counts."""

from __future__ import annotations

import pytest

from facedown_server.room.server_context import check_settings
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks import decks
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.decks import Deck, ready_decks, to_ydk
from facedown_shared.protocol.messages import ChangeMode, CreateTable, DeckReport, Refused, Settings, UseDeck
from facedown_shared.tables.formats import FORMATS
from facedown_shared.text.errors import Code
from tests.server.room.test_listed_tables import KnownCore
from tests.server.tables import Server, run_server

DECK = ready_decks()["synchro-xyz"].deck
CARD = DECK.main[0]
SIDED = Deck(DECK.main, DECK.extra, (DECK.main[-1],))
OLD = Limits("Genesys 2025.10", points={CARD: 1}, point_cap=100)
NEW = Limits("Genesys 2026.4", points={CARD: 60, DECK.extra[0]: 30, DECK.main[-1]: 7}, point_cap=90)
FORBIDS = Limits("TCG 2026.5", {CARD: 0})


async def report(server: Server, settings: Settings, deck: Deck = DECK) -> DeckReport:
    """Return a table's report on a deck."""
    anna = await server.host("Anna", settings)
    assert anna.table is not None, anna.refusal
    await anna.do(UseDeck(to_ydk(deck)))
    return anna.last(DeckReport)


def points_settings(**changes: object) -> Settings:
    return Settings("genesys", pace="off", **changes)  # type: ignore[arg-type]


async def test_without_a_list_every_card_costs_nothing() -> None:
    async with run_server() as server:
        told = await report(server, points_settings())
        assert (told.legal, told.points, told.point_cap) == (True, 0, 100)
        assert (await report(server, Settings(pace="off"))).point_cap is None


async def test_points_of_every_copy_in_every_part_are_summed_by_the_newest_list() -> None:
    core = KnownCore({row.name: row for row in (OLD, FORBIDS, NEW)})
    cost = (
        60 * DECK.main.count(CARD)
        + 30 * DECK.extra.count(DECK.extra[0])
        + 7 * SIDED.cards.count(DECK.main[-1])
    )
    assert DECK.main[-1] in SIDED.side
    async with run_server(core=core) as server:
        told = await report(server, points_settings(), SIDED)
        assert (told.points, told.point_cap, told.legal) == (cost, 90, False)
        assert [str(why) for why in told.reasons] == [
            f"The deck costs {cost} points; 90 are allowed over all parts together."
        ]


async def test_the_table_says_how_many_points_are_allowed() -> None:
    core = KnownCore({NEW.name: NEW})
    async with run_server(core=core) as server:
        told = await report(server, points_settings(point_cap=10_000), SIDED)
        assert (told.legal, told.point_cap) == (True, 10_000)
        none = await report(server, points_settings(point_cap=0), SIDED)
        assert (none.legal, none.point_cap) == (False, 0)
        anna = await server.host("Anna", points_settings(point_cap=55))
        assert anna.table is not None
        assert (anna.table.format, anna.table.point_cap) == ("genesys", 55)
        row = server.lobby.describe(anna.table.code)
        assert row is not None
        assert row.point_cap == 55


async def test_a_table_names_its_list_by_our_rules_and_by_the_core() -> None:
    core = KnownCore({row.name: row for row in (OLD, NEW)})
    async with run_server(core=core) as server:
        for mode in ("rules", "core"):
            told = await report(server, points_settings(mode=mode, banlist=OLD.name))
            assert (told.points, told.point_cap, told.legal) == (DECK.cards.count(CARD), 100, True)
        anna = await server.host("Anna", Settings(pace="off", mode="core", banlist=NEW.name))
        assert anna.table is not None
        assert (anna.table.format, anna.table.point_cap) == ("genesys", 90)
        await anna.do(ChangeMode("rules"))
        assert anna.table.mode == "rules", "its list is one of points"


async def test_a_forbidden_list_of_the_host_counts_for_nothing() -> None:
    async with run_server(core=KnownCore({FORBIDS.name: FORBIDS})) as server:
        assert (await report(server, points_settings())).legal
        eve = await server.connect("Eve")
        await eve.do(CreateTable(Settings(pace="off", mode="rules", banlist=FORBIDS.name)))
        assert eve.last(Refused).code == Code.BAD_SETTING
    held = decks.applied_limits(FORMATS["genesys"], FORBIDS)
    assert not held.counts


def test_link_and_pendulum_monsters_have_no_place() -> None:
    pool = bundled_pool()
    reasons = [str(why) for why in decks.check(ready_decks()["pendulum-link"].deck, FORMATS["genesys"], pool)]
    assert any("Yu-Gi-Oh! Genesys has no Pendulum Monsters: take out" in why for why in reasons)
    link = next(facts for facts in pool if facts.is_a("link"))
    only = decks.check(Deck(DECK.main, (link.code,)), FORMATS["genesys"], pool)
    (why,) = map(str, only)
    assert why == f"Yu-Gi-Oh! Genesys has no Link Monsters: take out {link.name}."
    four = decks.check(Deck((CARD,) * 4 + DECK.main[4:]), FORMATS["genesys"], pool)
    assert any("3 copies are allowed" in str(why) for why in four)


@pytest.mark.parametrize(
    "settings", [points_settings(), points_settings(mode="half"), points_settings(mode="free")]
)
def test_it_is_played_in_every_way(settings: Settings) -> None:
    check_settings(settings)


async def test_ready_decks_of_todays_rules_that_it_allows_are_offered() -> None:
    assert set(decks.ready_decks_for("genesys")) == {"ritual-fusion", "synchro-xyz"}
    async with run_server() as server:
        anna = await server.host("Anna", points_settings())
        assert anna.table is not None
        assert anna.table.seats[0].deck, "who sits down has one"
