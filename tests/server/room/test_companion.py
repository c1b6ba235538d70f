"""Two people with cards on paper, over a server: no decks, a whole match, undo, a restart, and one alone."""

from __future__ import annotations

import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock

from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.protocol.gestures import ChangeLife, Draw, EndTurn, RollDice, TossCoins
from facedown_shared.protocol.messages import (
    AtTable,
    ChangeMode,
    Clock,
    Consent,
    GetMenu,
    HandMenu,
    LineText,
    Propose,
    Ready,
    Refused,
    Restart,
    Rewind,
    SaveLine,
    Settings,
    UseDeck,
    Whole,
)
from facedown_shared.text.errors import Code
from tests.server.tables import Player, begin_duel, run_server

PAPER = Settings(format="companion", pace="off")
ALONE = replace(PAPER, opponent="nobody", listed=False)


def life(player: Player) -> tuple[int, int]:
    """Return the Life of both seats, as this viewer sees it."""
    assert player.view is not None
    return player.view.tallies["0:life"], player.view.tallies["1:life"]


async def test_a_match_of_three_is_played_without_decks(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        winner, loser = await begin_duel(server, replace(PAPER, best_of=3, life=20))
        watcher = await server.spectator(winner if winner.seated and winner.seated.links else loser)
        assert winner.table
        assert winner.table.mode == "free"
        assert (winner.table.life, winner.table.best_of) == (20, 3)
        assert life(watcher) == (20, 20)
        await loser.do(ChangeLife("-19"))
        await winner.do(TossCoins(), RollDice(), EndTurn())
        assert (life(watcher), life(winner)) == (life(loser), life(loser))
        assert sorted(life(watcher)) == [1, 20]
        await loser.do(ChangeLife("-1"))
        assert winner.stage == "order", "nothing is sided between two duels"
        await loser.pick("second")
        assert winner.stage == "duel"
        assert life(winner) == life(watcher) == (20, 20)
        assert winner.table.seats[winner.seat].wins == 1
        await loser.do(ChangeLife("=0"))
        assert winner.stage == watcher.stage == "over"
        assert watcher.table
        assert str(watcher.table.note).endswith("wins the match: more duels won.")


async def test_steps_are_undone_by_consent_but_no_throw_and_no_end(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, replace(PAPER, best_of=3))
        await first.do(ChangeLife("-1000"), Rewind(0))
        await other.do(Consent(yes=True))
        assert life(first) == life(other) == (8000, 8000)
        await first.do(TossCoins(), Rewind(0))
        assert first.refusal is Code.NOT_TAKEN_BACK
        await other.do(ChangeLife("=0"), Rewind(1))
        assert other.refusal is Code.NOT_NOW


async def test_a_deck_is_refused_and_seats_are_ready_without_one(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna", PAPER)
        await anna.do(UseDeck("", "Mine"))
        assert (
            anna.last(Refused).sentence == "No deck is needed here: both players have their cards on paper."
        )
        assert anna.table
        assert anna.table.seats[0].deck
        await anna.do(ChangeMode("rules"))
        assert anna.last(Refused).sentence == "Cardboard companion is played by hand only."
        await anna.do(Ready(terms=anna.table.terms))
        assert anna.table.seats[0].ready


@pytest.mark.parametrize(
    "settings",
    [replace(PAPER, clock=Clock(60)), replace(PAPER, opponent="bot"), Settings(mode="free", life=20)],
)
async def test_impossible_settings_are_refused(settings: Settings, autojump_clock: MockClock) -> None:
    async with run_server() as server:
        assert (await server.host("Anna", settings)).refusal is Code.BAD_SETTING


async def test_only_its_own_gestures_are_offered_and_accepted(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, _ = await begin_duel(server, PAPER)
        await first.do(GetMenu())
        titles = [row.title for row in first.last(HandMenu).rows]
        assert titles[:4] == ["Life…", "End the turn", "Toss a coin", "Roll a die"]
        await first.do(Draw())
        assert first.last(Refused).sentence == "There is no such gesture at this table."


async def test_life_history_and_time_are_as_before_after_a_restart(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        first, other = await begin_duel(server, replace(PAPER, life=40, best_of=3))
        await first.do(ChangeLife("-7"), RollDice())
        await other.do(ChangeLife("+3"))
        before = life(first)
    async with run_server(store=store, seed="after") as server:
        await server.lobby.recovery.over.wait()
        back, opposite = await server.back(first), await server.back(other)
        assert life(back) == life(opposite) == before
        assert [event.kind for event in back.last(Whole).log].count("life") == 2
        assert back.table
        assert back.table.elapsed is not None
        await opposite.do(ChangeLife("=0"))
        assert back.stage == "order", "the seat still plays without a deck"


async def test_a_table_is_restored_before_its_match_too(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna = await server.host("Anna", PAPER)
        ben = await server.guest(anna)
    async with run_server(store=store, seed="after") as server:
        await server.lobby.recovery.over.wait()
        for player in (await server.back(anna), await server.back(ben)):
            await player.do(Ready())
            assert player.refusal is None


async def test_the_time_of_the_match_is_sent_with_news_and_is_no_news(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, PAPER)
        await trio.sleep(90)
        messages = len(other.all(AtTable))
        await first.do(ChangeLife("-500"))
        assert len(other.all(AtTable)) == messages
        await first.do(Propose("pause"))
        assert other.table
        assert other.table.elapsed is not None
        assert other.table.elapsed >= 90


async def test_one_phone_between_two_has_both_totals_and_undoes_alone(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna", replace(ALONE, life=20))
        await anna.do(Ready())
        assert anna.stage == "duel"
        await anna.do(ChangeLife("-2", seat=1), ChangeLife("-1", seat=0), EndTurn(), EndTurn())
        assert life(anna) == (19, 18)
        assert anna.view
        assert anna.view.turn == 3
        await anna.do(SaveLine())
        saved = anna.last(LineText).text
        assert "life = 20" in saved
        await anna.do(Rewind(0))
        assert life(anna) == (20, 20)
        await anna.do(ChangeLife("=0", seat=1))
        assert anna.view.result == "0 lp"
        await anna.do(Rewind(0))
        assert (anna.view.result, life(anna)) == ("", (20, 20)), "alone, the end can be undone too"
        await anna.do(ChangeLife("=0", seat=1), Restart())
        assert (anna.view.result, life(anna)) == ("", (20, 20))
