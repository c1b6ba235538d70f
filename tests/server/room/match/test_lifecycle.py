"""Best of three with siding, proposals that both agree to, rematches, and tables restored after a restart."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
import trio
from trio.testing import MockClock

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks import decks
from facedown_shared.protocol.messages import (
    Clock,
    Concede,
    Consent,
    PromptOver,
    Propose,
    Settings,
    UseDeck,
    Whole,
)
from facedown_shared.text.errors import Code
from tests.server.tables import (
    Player,
    add_side_deck,
    answer_number,
    begin,
    begin_duel,
    ready_deck,
    run_server,
)

THREE = Settings(pace="off", best_of=3)
TIMED = Settings(pace="off", clock=Clock(60))


def is_paused(player: Player) -> bool:
    assert player.table is not None
    return player.table.paused


def win_counts(player: Player) -> tuple[int, int]:
    assert player.table is not None
    return player.table.seats[0].wins, player.table.seats[1].wins


def order_by_seat(*players: Player) -> tuple[Player, Player]:
    one, other = sorted(players, key=lambda player: player.seat)
    return one, other


# --- best of three ------------------------------------------------------------------------------------------


async def test_a_match_of_three_duels(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = order_by_seat(*await begin_duel(server, THREE))
        sid = await server.spectator(anna)
        for loser, other, score in ((anna, ben, (0, 1)), (ben, anna, (1, 1))):
            await loser.do(Concede())
            assert (sid.stage, win_counts(sid)) == ("siding", score)
            assert loser.asked.kind == other.asked.kind == "side"
            await loser.pick("keep")
            await other.pick("keep")
            assert sid.stage == "order"
            assert loser.asked.kind == "order"
            await loser.pick("second")
            assert sid.stage == "duel"
            assert other.asked.kind == "turn"
        await anna.do(Concede())
        assert (sid.stage, win_counts(sid)) == ("over", (1, 2))
        assert sid.note == "Ben wins the match: more duels won."


async def test_every_duel_begins_with_a_whole_view_and_an_empty_log(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = order_by_seat(*await begin_duel(server, THREE))
        sid = await server.spectator(anna)
        await answer_number(*((anna, ben) if anna.prompt else (ben, anna)), 3)
        await anna.do(Concede())
        for player in (anna, ben):
            await player.pick("keep")
        version = sid.version
        await anna.pick("first")
        for player in (anna, ben, sid):
            whole = player.last(Whole)
            assert [note.kind for note in whole.log] == ["turn"]
            assert player.count == 0
        assert sid.version == version + 1


async def test_siding_exchanges_cards_and_shows_who_is_done(autojump_clock: MockClock) -> None:
    deck = add_side_deck(ready_deck(0), bundled_pool())
    async with run_server() as server:
        anna = await server.host(settings=THREE)
        ben = await server.guest(anna)
        await anna.do(UseDeck(decks.to_ydk(deck)))
        await begin(anna, ben)
        await anna.do(Concede())
        short = replace(deck, main=deck.main[1:])
        await anna.do(UseDeck(decks.to_ydk(short)))
        assert anna.refusal is Code.BAD_DECK
        await anna.do(UseDeck("nonsense"))
        assert anna.refusal is Code.BAD_DECK
        ask = anna.asked.ask
        new = replace(deck, main=(deck.side[0], *deck.main[1:]), side=(deck.main[0], *deck.side[1:]))
        await anna.do(UseDeck(decks.to_ydke(new)))
        assert anna.last(PromptOver).ask == ask
        assert ben.table
        assert [seat.ready for seat in ben.table.seats] == [True, False]
        await ben.pick("keep")
        (room,) = server.lobby.rooms.values()
        assert room.lifecycle.runner
        assert room.lifecycle.runner.match.decks[0].parts == new.parts
        await anna.do(Concede(match=True))
        assert ben.table.seats[0].counts == deck.counts


async def test_decks_of_one_player_do_not_keep_the_other_from_siding(autojump_clock: MockClock) -> None:
    deck = add_side_deck(ready_deck(0), bundled_pool())
    async with run_server(bounds=Bounds(bring_rate=0.1, bring_burst=5)) as server:
        anna = await server.host(settings=THREE)
        ben = await server.guest(anna)
        await anna.do(UseDeck(decks.to_ydk(deck)))
        await begin(anna, ben)
        await anna.do(Concede())
        for _ in range(9):
            await ben.do(UseDeck("nonsense"))
        assert ben.refusal is Code.TOO_FAST
        new = replace(deck, main=(deck.side[0], *deck.main[1:]), side=(deck.main[0], *deck.side[1:]))
        await anna.do(UseDeck(decks.to_ydk(new)))
        assert anna.refusal is None


async def test_siding_at_a_table_with_clocks_has_its_time(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        settings = Settings(pace="off", best_of=3, clock=Clock(60))
        anna, ben = order_by_seat(*await begin_duel(server, settings))
        await anna.do(Concede())
        await ben.pick("keep")
        await trio.sleep(server.lobby.bounds.side_time + 1)
        assert anna.stage == "order"
        await anna.pick("first")
        assert anna.table
        assert [seat.clock for seat in anna.table.seats] == [60.0, 60.0]


async def test_conceding_the_match_ends_it(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = order_by_seat(*await begin_duel(server, THREE))
        await ben.do(Concede(match=True))
        assert (anna.stage, anna.note) == ("over", "Anna wins the match: Ben gave up.")


# --- by consent ---------------------------------------------------------------------------------------------


async def test_a_draw_needs_both(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await first.do(Propose("draw"))
        assert other.table
        assert other.table.proposal == f"draw {first.seat}"
        await first.do(Consent(yes=True))
        assert first.refusal is Code.NOT_NOW
        await other.do(Consent(yes=False))
        assert (first.stage, first.note) == (
            "duel",
            f"{other.table.seats[other.seat].name} declines the draw.",
        )
        await other.do(Propose("draw"))
        await first.do(Consent(yes=True))
        assert first.stage == "over"
        assert first.view
        assert first.view.result == "draw agreed"


async def test_a_pause_stops_the_clocks_and_refuses_answers(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, TIMED)
        await first.do(Propose("pause"))
        await other.do(Propose("pause"))
        assert is_paused(first)
        assert first.table
        assert first.table.ticking == -1
        await trio.sleep(500)
        await first.pick("say", 1)
        assert first.refusal is Code.NOT_NOW
        await other.do(Propose("resume"))
        await first.do(Consent(yes=True))
        assert not is_paused(first)
        assert first.table.ticking == first.seat
        await trio.sleep(10)
        await first.pick("say", 1)
        assert first.table.seats[first.seat].clock == 50.0


async def test_a_pause_ends_by_itself(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, TIMED)
        await first.do(Propose("pause"))
        await other.do(Consent(yes=True))
        await trio.sleep(server.lobby.bounds.pause + 1)
        assert first.table
        assert not is_paused(first)
        await first.pick("say", 1)
        assert first.refusal is None


async def test_a_pause_ends_with_its_duel(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, THREE)
        await first.do(Propose("pause"))
        await other.do(Consent(yes=True), Concede())
        assert first.stage == "siding"
        assert not is_paused(first)
        await first.pick("keep")
        assert first.refusal is None


@pytest.mark.parametrize(
    ("what", "code"),
    [("resume", Code.NOT_NOW), ("rematch", Code.NOT_NOW)],
)
async def test_what_cannot_be_proposed_now(autojump_clock: MockClock, what: str, code: Code) -> None:
    async with run_server() as server:
        first, _ = await begin_duel(server)
        await first.do(Propose(what))
        assert first.refusal is code


async def test_a_proposal_does_not_outlive_its_duel(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, THREE)
        await first.do(Propose("draw"))
        await other.do(Concede())
        assert other.table
        assert other.table.proposal == ""
        await other.do(Consent(yes=True))
        assert other.refusal is Code.NOT_NOW


async def test_a_rematch_begins_again_with_the_same_decks(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store) as server:
        first, other = await begin_duel(server)
        await other.do(Concede())
        await first.do(Propose("rematch"))
        await other.do(Consent(yes=True))
        assert first.stage == "order"
        assert win_counts(first) == (0, 0)
        chooser = next(player for player in (first, other) if player.prompt)
        await chooser.pick("first")
        assert first.count == other.count == 0
        await chooser.pick("say", 1)
        logs = [log.header for log in store.logs.values()]
        assert len(logs) == 2
        assert logs[0].decks == logs[1].decks
        assert logs[0].secret != logs[1].secret


async def test_after_siding_a_rematch_begins_with_the_decks_as_they_were_brought(
    autojump_clock: MockClock,
) -> None:
    deck = add_side_deck(ready_deck(0), bundled_pool())
    new = replace(deck, main=(deck.side[0], *deck.main[1:]), side=(deck.main[0], *deck.side[1:]))
    async with run_server() as server:
        anna = await server.host(settings=THREE)
        ben = await server.guest(anna)
        await anna.do(UseDeck(decks.to_ydk(deck)))
        await begin(anna, ben)
        await anna.do(Concede(), UseDeck(decks.to_ydk(new)))
        await ben.pick("keep")
        await anna.do(Concede(match=True), Propose("rematch"))
        await ben.do(Consent(yes=True))
        (room,) = server.lobby.rooms.values()
        assert room.lifecycle.runner
        assert room.lifecycle.runner.match.decks[0].parts == deck.parts


async def test_there_is_no_rematch_with_somebody_who_has_gone(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await other.do(Concede())
        await other.hang_up()
        await first.do(Propose("rematch"))
        assert first.refusal is Code.NOT_NOW


# --- after a restart ----------------------------------------------------------------------------------------


async def play_until_killed(store: MemoryStore, settings: Settings) -> tuple[Player, Player]:
    async with run_server(store=store, seed="before") as server:
        first, other = await begin_duel(server, settings)
        await trio.sleep(20)
        await answer_number(first, other, 2)
        await other.pick("say", 3)
    return first, other


async def test_a_table_comes_back_as_it_was(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    settings = Settings(pace="off", clock=Clock(60))
    first, other = await play_until_killed(store, settings)
    async with run_server(store=store, seed="after") as server:
        again = await server.back(first)
        assert (again.seat, again.view, again.asked) == (first.seat, first.view, first.asked)
        assert [note.kind for note in again.last(Whole).log] == ["turn", "said", "turn", "said"]
        assert again.table
        assert again.table.seats[first.seat].clock == 40.0
        assert again.table.ticking == -1
        await trio.sleep(100)
        assert again.stage == "duel"
        both = await server.back(other)
        assert both.table
        assert both.table.ticking == first.seat
        await again.pick("pass")
        assert both.count == 5


async def test_who_is_back_first_can_act_at_once(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    first, other = await play_until_killed(store, TIMED)
    async with run_server(store=store, seed="after") as server:
        again = await server.back(first)
        await again.pick("pass")
        assert again.count == 5
        both = await server.back(other)
        assert both.count == 5


async def test_a_log_that_comes_out_otherwise_is_left_alone(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    await play_until_killed(store, THREE)
    (name,) = store.logs
    row = store.rows[name][-1]
    store.rows[name][-1] = msgspec.structs.replace(row, digest=b"another")
    async with run_server(store=store) as server:
        assert server.lobby.rooms == {}
        assert await store.unfinished_logs() == [name]


async def test_what_was_over_does_not_come_back(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store) as server:
        first, _ = await begin_duel(server)
        await first.do(Concede())
    async with run_server(store=store) as server:
        assert server.lobby.rooms == {}
