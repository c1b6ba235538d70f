"""Tables by a ban list of the host's EDOPro: which list, which rules, and which decks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import trio
from trio.testing import MockClock

from facedown_server.network.crowd.printed_cards import CardTexts, OneLanguage
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.decks import ready_decks, to_ydk
from facedown_shared.protocol.messages import (
    ChangeMode,
    CreateTable,
    DeckReport,
    ListTables,
    Propose,
    Ready,
    Refused,
    Settings,
    Tables,
    UseDeck,
    Welcome,
)
from facedown_shared.text.errors import Code
from tests.server.tables import Server, run_server

DECK = next(ready.deck for ready in ready_decks().values() if ready.format == "master")
CARD = DECK.main[0]
LISTS = {
    "TCG 2026.5": Limits("TCG 2026.5", {CARD: 0}),
    "GOAT 2005.4": Limits("GOAT 2005.4", {CARD: 1}, whitelist=True),
}


@dataclass
class KnownCore:
    """A core that plays every deck."""

    banlists: Mapping[str, Limits] = field(default_factory=lambda: dict(LISTS))
    digest: str = "core"
    source: str = "a core 1, its source"
    scriptless: frozenset[int] = frozenset()
    texts: CardTexts = field(default_factory=OneLanguage)
    unknown: frozenset[int] = frozenset()

    def plays(self, codes: Iterable[int], format_name: str) -> bool:
        return not (self.scriptless | self.unknown).intersection(codes)


def banlist_settings(banlist: str, mode: str = "core") -> Settings:
    return Settings(pace="off", mode=mode, banlist=banlist)


async def test_a_server_tells_its_lists_and_a_table_has_the_rules_of_one() -> None:
    async with run_server(core=KnownCore()) as server:
        eve = await server.connect("Eve")
        assert eve.last(Welcome).banlists == tuple(LISTS)
        anna = await server.host("Anna", banlist_settings("GOAT 2005.4"))
        assert anna.table is not None
        assert (anna.table.format, anna.table.banlist) == ("GOAT", "GOAT 2005.4")
        await eve.do(ListTables())
        assert eve.last(Tables).rows[0].banlist == "GOAT 2005.4"


async def test_a_list_that_is_not_there_or_not_for_the_core_is_refused_in_a_sentence() -> None:
    async with run_server(core=KnownCore()) as server:
        eve = await server.host("Eve", banlist_settings("No such list"))
        refused = eve.last(Refused)
        assert (refused.code, refused.sentence) == (
            Code.BAD_SETTING, "This server does not have the ban list No such list.",
        )  # fmt: skip
        await eve.do(CreateTable(banlist_settings("TCG 2026.5", "rules")))
        assert (
            eve.last(Refused).sentence
            == "A table with the ban list TCG 2026.5 must be played by EDOPro's core."
        )
        await eve.do(CreateTable(banlist_settings("TCG 2026.5")))
        await eve.do(ChangeMode("rules"))
        assert eve.refusal == Code.BAD_SETTING
        assert eve.table is not None
        assert eve.table.mode == "core"


async def report(server: Server, banlist: str) -> list[str]:
    """Return why a ready deck may not be played by a list."""
    anna = await server.host("Anna", banlist_settings(banlist))
    await anna.do(UseDeck(to_ydk(DECK)))
    return [str(why) for why in anna.last(DeckReport).reasons]


async def test_a_deck_goes_by_the_list_of_its_table() -> None:
    times = DECK.main.count(CARD)
    name = bundled_pool()[CARD].name
    async with run_server(core=KnownCore()) as server:
        often = "once" if times == 1 else f"{times} times"
        assert await report(server, "TCG 2026.5") == [
            f"{name} is there {often}; the list TCG 2026.5 forbids it."
        ]
        assert await report(server, "") == []
        listed = await report(server, "GOAT 2005.4")
        for code in {*DECK.main} - {CARD}:
            unlisted = bundled_pool()[code].name
            assert any(why.startswith(unlisted) and "the list GOAT 2005.4 forbids" in why for why in listed)


async def test_a_table_whose_list_is_gone_takes_no_deck_and_says_why() -> None:
    store = MemoryStore()
    async with run_server(core=KnownCore(), store=store) as server:
        anna = await server.host("Anna", banlist_settings("TCG 2026.5"))
    async with run_server(core=KnownCore({}), store=store) as server:
        anna = await server.back(anna)
        await anna.do(UseDeck(to_ydk(DECK)))
        told = anna.last(DeckReport)
        assert not told.legal
        assert str(told.reasons[0]) == "This server does not have the ban list TCG 2026.5."


async def test_a_card_without_a_script_and_one_without_a_row_are_named_each_in_a_sentence() -> None:
    name = bundled_pool()[CARD].name
    for core, why in (
        (KnownCore(scriptless=frozenset({CARD})), f"EDOPro's folder has no script for {name}."),
        (KnownCore(unknown=frozenset({CARD})), f"{name} is unknown to EDOPro's core."),
    ):
        async with run_server(core=core) as server:
            anna = await server.host("Anna", Settings(pace="off", mode="core"))
            await anna.do(UseDeck(to_ydk(DECK)))
            report = anna.last(DeckReport)
            assert not report.legal
            assert [str(reason) for reason in report.reasons] == [why]


async def test_starts_of_duels_in_the_core_have_a_price(autojump_clock: MockClock) -> None:
    """Seen to fail: one address started seven duels a second, each of 65 ms, beside a good one."""
    async with run_server(core=KnownCore()) as server:
        for settings, refusal in (
            (banlist_settings("", "core"), Code.TOO_FAST),
            (banlist_settings("", "free"), None),
        ):
            anna = await server.host("Anna", settings)
            await anna.do(UseDeck(to_ydk(DECK)), Ready(), Ready(ready=False))
            assert anna.refusal is None
            await anna.do(*[Ready(ready=bool(at % 2)) for at in range(40)])
            assert anna.refusal is refusal
            await trio.sleep(60)


async def test_so_have_rematches_in_the_core(autojump_clock: MockClock) -> None:
    """Seen to fail: they began without a charge."""
    async with run_server(core=KnownCore()) as server:
        for mode, refusal in (("core", Code.TOO_FAST), ("free", Code.NOT_NOW)):
            anna = await server.host("Anna", banlist_settings("", mode))
            await server.guest(anna)
            await anna.do(*[Propose("rematch") for _ in range(20)])
            assert anna.refusal is refusal
            await trio.sleep(60)
