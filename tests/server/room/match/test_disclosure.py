"""What clients are sent of a match's throws, on arrival and after it: each their own, and once."""

from __future__ import annotations

import trio.testing
from trio.testing import MockClock

from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.protocol import fairness
from facedown_shared.protocol.messages import (  # fmt: skip
    Concede,
    Consent,
    Ended,
    JoinTable,
    Leave,
    Opened,
    Pledge,
    Propose,
    Resume,
    Settings,
    Shares,
)
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.rules import rule
from tests.server.room.match.test_fair_throws import begin_match, pledge_shares
from tests.server.tables import begin_duel, code_of, run_server, secret_of


async def test_a_match_given_up_before_its_shares_comes_back_as_it_ended(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna, ben = await pledge_shares(server)
        await ben.do(Concede(match=True))
        assert anna.stage == "over"
    async with run_server(store=store, seed="after") as server:
        again = await server.back(anna)
        assert again.stage == "over"
        assert again.last(Opened) == anna.last(Opened)
        assert again.all(Shares) == []


async def test_one_who_was_away_when_another_took_the_seat_is_told_of_the_match(
    autojump_clock: MockClock,
) -> None:
    """Otherwise a client would think that its match was cancelled, and blame an honest server."""
    async with run_server() as server:
        anna, ben = await begin_match(server)
        await anna.hang_up()
        await trio.sleep(server.lobby.bounds.grace + 1)
        await ben.do(Propose("win"))
        await ben.do(Leave())
        cleo = await server.connect("Cleo")
        await cleo.do(JoinTable(code_of(anna), secret_of(anna, "opponent")))
        assert (cleo.all(Pledge), cleo.all(Opened)) == ([], [])
        again = await server.back(anna)
        assert again.stage == "gathering"
        assert again.last(Pledge) == anna.last(Pledge)
        assert {trail.seat for trail in again.last(Opened).trails} == {anna.seat}
        await again.hang_up()
        third = await server.back(again)
        assert third.all(Opened) == [], "once"


@rule("GAP-26", "GAP-V12")
async def test_after_the_match_each_is_given_their_own(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await begin_match(server)
        sid = await server.spectator(anna)
        for player in (anna, ben, sid):
            assert player.all(Opened) == [], "nothing while the match runs"
        await ben.do(Concede())
        public = {"0/coin", "1/coin", "1/die"}
        assert set(sid.last(Opened).secrets) == public
        assert sid.last(Opened).trails == ()
        for player in (anna, ben):
            opened = player.last(Opened)
            assert {name for name in opened.secrets if name not in public} == {
                f"1/{purpose}:{player.seat}" for purpose in fairness.SEAT_PURPOSES
            }
            assert {trail.seat for trail in opened.trails} == {player.seat}
            pledge = player.last(Pledge)
            for name, secret in opened.secrets.items():
                assert pledge.commitments[name] == fairness.commitment(name, secret)
            assert {"0/coin": (2,), "1/die": (100,)}.items() <= opened.throws.items()


@rule("GAP-26", "GAP-V12")
async def test_nothing_is_opened_between_the_duels_of_a_match(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, Settings(pace="off", best_of=3))
        await first.do(Concede())
        assert first.stage == "siding"
        assert first.all(Opened) == other.all(Opened) == []


@rule("GAP-V10", "GAP-V12")
async def test_both_decks_are_opened_only_if_both_agree(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await begin_match(server)
        sid = await server.spectator(anna)
        await anna.do(Propose("open"))
        assert anna.refusal is Code.NOT_NOW
        await ben.do(Concede())
        await anna.do(Propose("open"))
        assert {trail.seat for trail in anna.last(Opened).trails} == {0}
        await ben.do(Consent(yes=False))
        assert {trail.seat for trail in anna.last(Opened).trails} == {0}
        await ben.do(Propose("open"))
        await anna.do(Consent(yes=True))
        for player in (anna, ben):
            assert {trail.seat for trail in player.last(Opened).trails} == {0, 1}
        assert sid.last(Opened).trails == ()


async def test_who_comes_back_is_told_what_was_pledged_and_what_is_opened(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await begin_match(server)
        await anna.hang_up()
        again = await server.back(anna)
        assert again.last(Pledge) == anna.last(Pledge)
        assert again.last(Shares) == anna.last(Shares)
        await ben.do(Concede())
        await again.hang_up()
        third = await server.connect("Again")
        assert again.seated
        await third.do(Resume(again.seated.token))
        assert third.last(Opened) == again.last(Opened)


async def test_a_table_that_is_closed_opens_its_match_first(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await begin_match(server)
        (room,) = server.lobby.rooms.values()
        await room.close(words("operator_says", "The server is needed elsewhere."))
        await trio.testing.wait_all_tasks_blocked()
        for player in (anna, ben):
            told = [type(message) for message in player.heard]
            assert told.index(Opened) < told.index(Ended)


async def test_an_abandoned_match_is_opened_too(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await begin_match(server)
        sid = await server.spectator(anna)
        await ben.hang_up()
        await trio.sleep(server.lobby.bounds.grace + 1)
        await anna.do(Leave())
        assert set(sid.last(Opened).secrets) == {"0/coin", "1/coin", "1/die"}
