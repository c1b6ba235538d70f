"""A deck does not change how a table plays: its host is asked, and it switches back when that deck goes."""

from __future__ import annotations

from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.cards.facts import Facts, bundled_pool
from facedown_shared.decks.decks import Deck, ready_decks, to_ydk
from facedown_shared.protocol.messages import (
    ChangeMode,
    Consent,
    DeckReport,
    Kick,
    Leave,
    Propose,
    Settings,
    UseDeck,
)
from facedown_shared.text.errors import Code
from tests.server.room.test_listed_tables import KnownCore
from tests.server.tables import Player, Server, run_server

STRANGER_PASSCODE = 12_345_678
POOL = bundled_pool().joined_with(
    [Facts(code=STRANGER_PASSCODE, name="Ember Page", kinds=("monster", "effect"), level=4)]
)
OURS = next(ready.deck for ready in ready_decks().values() if ready.format == "master")
MIXED = Deck((STRANGER_PASSCODE, *OURS.main[1:]), OURS.extra, OURS.side)


async def bring(player: Player, deck: Deck) -> None:
    await player.do(UseDeck(to_ydk(deck)))


def state(player: Player) -> tuple[str, str]:
    """Return the table's mode and its open question."""
    assert player.table is not None
    return player.table.mode, player.table.proposal


async def seat_both(server: Server) -> tuple[Player, Player]:
    anna = await server.host("Anna")
    return anna, await server.guest(anna, "Ben")


async def test_the_host_is_asked_and_the_table_stays_as_it_is_until_then() -> None:
    async with run_server(core=KnownCore(), pool=POOL, scripted=bundled_pool()) as server:
        anna, ben = await seat_both(server)
        await bring(ben, MIXED)
        assert state(anna) == ("rules", "core 1")
        assert anna.table is not None
        assert str(anna.table.note).startswith("Ben's deck has cards that only EDOPro's core plays")
        await ben.do(Consent(yes=True))
        assert (ben.refusal, state(anna)) == (Code.NOT_NOW, ("rules", "core 1")), "the host alone decides"
        await anna.do(Consent(yes=True))
        assert state(anna) == ("core", "")


async def test_a_host_is_asked_about_an_own_deck_too() -> None:
    async with run_server(core=KnownCore(), pool=POOL, scripted=bundled_pool()) as server:
        anna = await server.host("Anna")
        await bring(anna, MIXED)
        assert state(anna) == ("rules", "core 0")
        await anna.do(Consent(yes=True))
        assert state(anna) == ("core", "")
        await bring(anna, OURS)
        assert state(anna) == ("rules", "")


async def test_a_no_is_kept_for_that_deck() -> None:
    async with run_server(core=KnownCore(), pool=POOL, scripted=bundled_pool()) as server:
        anna, ben = await seat_both(server)
        await bring(ben, MIXED)
        await anna.do(Consent(yes=False))
        assert state(ben) == ("rules", "")
        await bring(ben, MIXED)
        assert state(ben) == ("rules", "")
        assert ben.last(DeckReport).legal, "it may be played, and some cards do nothing"


async def test_the_question_goes_with_its_deck() -> None:
    async with run_server(core=KnownCore(), pool=POOL, scripted=bundled_pool()) as server:
        anna, ben = await seat_both(server)
        await bring(ben, MIXED)
        await bring(ben, OURS)
        assert state(anna) == ("rules", "")
        await bring(ben, MIXED)
        assert state(anna) == ("rules", "core 1")
        await ben.do(Propose(""))
        assert state(anna) == ("rules", "")


async def test_the_table_turns_back_when_the_last_deck_that_needed_it_goes() -> None:
    for go in ("leave", "kick", "other"):
        async with run_server(core=KnownCore(), pool=POOL, scripted=bundled_pool()) as server:
            anna, ben = await seat_both(server)
            await bring(ben, MIXED)
            await anna.do(Consent(yes=True))
            await bring(anna, MIXED)
            assert state(anna) == ("core", ""), "there it needs no question"
            await bring(anna, OURS)
            assert state(anna) == ("core", ""), "the other deck needs it still"
            if go == "leave":
                await ben.do(Leave())
            elif go == "kick":
                await anna.do(Kick("Ben"))
            else:
                await bring(ben, OURS)
            assert state(anna) == ("rules", ""), go


async def test_a_table_that_its_host_turned_stays() -> None:
    async with run_server(core=KnownCore(), pool=POOL, scripted=bundled_pool()) as server:
        anna, ben = await seat_both(server)
        await anna.do(ChangeMode("core"))
        await bring(ben, MIXED)
        await bring(ben, OURS)
        assert state(anna) == ("core", "")


async def test_a_restarted_server_turns_the_table_back_too() -> None:
    store = MemoryStore()
    async with run_server(core=KnownCore(), pool=POOL, scripted=bundled_pool(), store=store) as server:
        anna, ben = await seat_both(server)
        await bring(ben, MIXED)
        await anna.do(Consent(yes=True))
    async with run_server(core=KnownCore(), pool=POOL, scripted=bundled_pool(), store=store) as server:
        anna, ben = await server.back(anna), await server.back(ben)
        assert state(anna) == ("core", "")
        await ben.do(Leave())
        assert state(anna) == ("rules", "")


async def test_nothing_is_asked_where_the_core_does_not_play_the_deck() -> None:
    async with run_server(
        core=KnownCore(unknown=frozenset({STRANGER_PASSCODE})), pool=POOL, scripted=bundled_pool()
    ) as server:
        anna = await server.host("Anna", Settings(pace="off"))
        await bring(anna, MIXED)
        assert state(anna) == ("rules", "")
