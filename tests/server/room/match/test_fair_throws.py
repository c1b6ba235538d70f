"""Commitments before a match and what is opened after it, as the server sends them."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from facedown_server.room.match.match_log import RETRY_DELAY_S
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import Header, Pair, StoreFailed
from facedown_server.table.random_streams import RandomStreams
from facedown_shared.decks import decks
from facedown_shared.protocol import fairness
from facedown_shared.protocol.gestures import Draw
from facedown_shared.protocol.messages import (  # fmt: skip
    Answer,
    AutoPass,
    ChangeMode,
    Chat,
    Concede,
    Consent,
    GetView,
    Kick,
    Leave,
    Opened,
    Pledge,
    Propose,
    Ready,
    Refused,
    Restart,
    Rewind,
    SaveLine,
    Seal,
    Settings,
    Share,
    Shares,
    TakeSide,
    ToServer,
    UseDeck,
)
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.server.tables import QUIET, Player, Server, begin_duel, code_of, ready_deck, run_server

SHARES = (b"a" * 32, b"b" * 32)


async def seat_with_seals(server: Server, settings: Settings = QUIET) -> tuple[Player, Player]:
    """Return two players at a table, their shares sealed."""
    anna = await server.host("Anna", settings)
    ben = await server.guest(anna, "Ben")
    for player, share in zip((anna, ben), SHARES, strict=True):
        await player.do(Seal(fairness.seal(share)))
    return anna, ben


async def pledge_shares(server: Server) -> tuple[Player, Player]:
    """Let both be ready, so that the server pledges its own."""
    anna, ben = await seat_with_seals(server)
    await anna.do(Ready())
    await ben.do(Ready())
    return anna, ben


async def begin_match(server: Server) -> tuple[Player, Player]:
    """Let both send their shares and one player begin; return both."""
    anna, ben = await pledge_shares(server)
    for player, share in zip((anna, ben), SHARES, strict=True):
        await player.do(Share(share))
    await (anna if anna.prompt else ben).pick("first")
    return anna, ben


async def test_the_match_waits_for_both_shares(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await pledge_shares(server)
        pledge = anna.last(Pledge)
        assert pledge == ben.last(Pledge)
        assert set(pledge.commitments) == set(fairness.names(1))
        assert pledge.seals == (fairness.seal(SHARES[0]), fairness.seal(SHARES[1]))
        await anna.do(Share(SHARES[0]))
        assert (anna.stage, ben.all(Shares)) == ("toss", [])
        await ben.do(Share(SHARES[1]))
        assert anna.stage == "order"
        assert anna.last(Shares) == ben.last(Shares) == Shares(SHARES)


async def test_shares_make_other_throws(autojump_clock: MockClock) -> None:
    secret = bytes(range(32))
    orders = [
        RandomStreams(secret, shares, "1").order(40, "deck:0")
        for shares in ((), SHARES, SHARES[::-1], (SHARES[0], b""), (b"", SHARES[0]))
    ]
    assert len({tuple(order) for order in orders}) == len(orders)


async def test_another_share_than_the_sealed_one_is_refused(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await pledge_shares(server)
        await anna.do(Share(SHARES[1]))
        assert anna.refusal is Code.NOT_ALLOWED
        for _ in range(2):  # the second time by a client that cannot know whether the first has arrived
            await anna.do(Share(SHARES[0]))
        assert len(anna.all(Refused)) == 1
        await ben.do(Share(SHARES[1]))
        await anna.do(Share(SHARES[0]))
        assert len(anna.all(Refused)) == 1
        assert anna.stage == "order"


async def test_a_seal_is_good_for_one_match(autojump_clock: MockClock) -> None:
    """Its share is known by then; a seal for the next match may be sent as soon as this one is pledged."""
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna, ben = await pledge_shares(server)
        await anna.do(Seal(fairness.seal(SHARES[0])))
        assert anna.all(Refused) == [], "a client that was not told of the pledge says the same"
        await anna.do(Share(SHARES[0]))
        await ben.do(Share(SHARES[1]))
        for share in SHARES:
            await anna.do(Seal(fairness.seal(share)))
            assert anna.refusal is Code.NOT_ALLOWED
        await anna.do(Seal(fairness.seal(b"c" * 32)))
        await ben.do(Concede(match=True))
        await anna.do(Propose("rematch"))
        await ben.do(Consent(yes=True))
        assert anna.last(Pledge).seals == (fairness.seal(b"c" * 32), b"")
    async with run_server(store=store, seed="after") as server:
        again = await server.back(anna)
        await again.do(Seal(fairness.seal(SHARES[0])))
        assert again.refusal is Code.NOT_ALLOWED


async def test_a_share_nobody_waits_for_is_refused(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, _ = await seat_with_seals(server)
        await anna.do(Share(SHARES[0]))
        assert anna.refusal is Code.NOT_NOW
        sid = await server.spectator(anna)
        await sid.do(Seal(fairness.seal(SHARES[0])))
        assert sid.refusal is Code.NOT_ALLOWED


async def test_nothing_calls_a_start_off_once_its_throws_are_pledged(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await pledge_shares(server)
        await ben.do(Share(SHARES[1]))
        pledge = anna.last(Pledge)
        for message in (Ready(False), UseDeck(decks.to_ydk(ready_deck(1))), Kick("Ben"), ChangeMode("half")):
            await anna.do(message)
            assert anna.refusal is Code.NOT_NOW
        await ben.hang_up()
        await anna.do(Share(SHARES[0]))
        assert anna.last(Shares) == Shares(SHARES)
        assert anna.all(Pledge) == [pledge]
        assert anna.stage == "order"


EARLY: list[ToServer] = [
    Answer(1, (0,)), AutoPass("never"), Concede(), Propose("pause"), Propose("draw"), Propose("resume"),
    Propose("rematch"), Propose("open"), Propose("win"), Propose("void"), Consent(yes=True), Draw(),
    Rewind(0), Restart(), TakeSide(0), SaveLine(), GetView(), ChangeMode("free"), Ready(), Chat("Well?"),
]  # fmt: skip


@pytest.mark.parametrize("mode", ["rules", "free"])
async def test_nothing_else_is_done_before_the_shares_are_there(autojump_clock: MockClock, mode: str) -> None:
    async with run_server() as server:
        anna, ben = await seat_with_seals(server, Settings(mode=mode, pace="off"))
        await anna.do(Ready())
        await ben.do(Ready())
        for wish in EARLY:
            await anna.do(wish)
            assert anna.stage == ben.stage == "toss", wish
        for player, share in zip((anna, ben), SHARES, strict=True):
            await player.do(Share(share))
        assert anna.stage == "order"


@pytest.mark.parametrize(
    ("claim", "note"), [("win", "Ben wins the match"), ("void", "no result")], ids=["win", "void"]
)
async def test_who_shows_no_share_is_absent(autojump_clock: MockClock, claim: str, note: str) -> None:
    async with run_server() as server:
        anna, ben = await pledge_shares(server)
        sid = await server.spectator(anna)
        await ben.do(Share(SHARES[1]))
        await trio.sleep(server.lobby.bounds.share_within + 1)
        assert "client of Anna has not revealed its share" in ben.note
        await ben.do(Propose(claim))
        assert ben.refusal is Code.NOT_NOW, "there is a grace"
        await trio.sleep(server.lobby.bounds.grace)
        assert ben.table is not None
        assert [seat.overdue for seat in ben.table.seats] == [True, False]
        assert "client of Anna has still not revealed its share. Ben may claim the win" in ben.note
        await ben.do(Propose(claim))
        assert ben.stage == "over"
        assert note in ben.note
        for player in (anna, ben, sid):
            assert player.all(Shares) == [], "nothing was thrown"
            assert player.last(Opened).throws == {}
        first = anna.last(Pledge)
        await ben.do(Propose("rematch"))
        await anna.do(Consent(yes=True))
        assert anna.last(Pledge) != first, "another match, other secrets"


async def test_coming_back_does_not_renew_the_time_for_a_share(autojump_clock: MockClock) -> None:
    """Seen to fail: a player who reconnected every nine seconds kept the other from ever beginning."""
    async with run_server() as server:
        anna, ben = await pledge_shares(server)
        await ben.do(Share(SHARES[1]))
        bounds, begun = server.lobby.bounds, trio.current_time()
        while trio.current_time() < begun + bounds.share_within + bounds.grace + 1:
            await trio.sleep(bounds.share_within - 1)
            await anna.hang_up()
            anna = await server.back(anna)
        await ben.do(Propose("void"))
        assert ben.stage == "over"


async def test_who_comes_back_shows_the_share_and_is_there(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await pledge_shares(server)
        await ben.do(Share(SHARES[1]))
        await anna.hang_up()
        await trio.sleep(server.lobby.bounds.share_within + 20)
        anna = await server.back(anna)
        await anna.do(Share(SHARES[0]))
        assert anna.stage == "order"
        assert anna.table is not None
        assert anna.table.seats[0].absence == -1.0


async def test_a_share_may_come_late(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await pledge_shares(server)
        await anna.do(Share(SHARES[0]))
        await trio.sleep(server.lobby.bounds.share_within + server.lobby.bounds.grace + 2)
        await ben.do(Share(SHARES[1]))
        assert anna.stage == "order"
        assert anna.table is not None
        assert [seat.overdue for seat in anna.table.seats] == [False, False]
        await anna.do(Propose("win"))
        assert anna.refusal is Code.NOT_NOW


@pytest.mark.parametrize("leaver", [0, 1])
async def test_leaving_before_the_shares_are_there_is_giving_up(
    autojump_clock: MockClock, leaver: int
) -> None:
    """A player who knows the shares may know the throws: leaving costs the match, as it does later."""
    async with run_server() as server:
        players = await pledge_shares(server)
        await players[0].do(Share(SHARES[0]))
        await players[leaver].do(Leave())
        stays = players[1 - leaver]
        assert stays.stage == "over"
        assert f"{('Anna', 'Ben')[1 - leaver]} wins the match" in stays.note
        assert stays.last(Opened).trails == ()


@pytest.mark.parametrize("before", ["the shares", "the last share", "the first act"])
async def test_a_restart_changes_nothing_of_what_was_pledged(autojump_clock: MockClock, before: str) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna, ben = await pledge_shares(server)
        if before != "the shares":
            await anna.do(Share(SHARES[0]))
        if before == "the first act":
            await ben.do(Share(SHARES[1]))
    async with run_server(store=store, seed="after") as server:
        again, other = await server.back(anna), await server.back(ben)
        assert again.last(Pledge) == other.last(Pledge) == anna.last(Pledge)
        if before != "the first act":
            assert again.stage == other.stage == "toss"
            assert again.all(Shares) == [], "a share is told when both are there"
            await again.do(Share(SHARES[0]))
            await other.do(Share(SHARES[1]))
        assert again.last(Shares) == other.last(Shares) == Shares(SHARES)
        chooser = again if again.prompt else other
        await chooser.pick("first")
        assert again.stage == "duel"
        log = await store.read_match((await store.history(code_of(anna)))[-1])
        assert again.seated is not None
        streams = RandomStreams(log.header.secret, SHARES, fairness.MATCH)
        assert chooser.seat == streams.draw_below(2, "coin")


async def test_shares_that_cannot_be_stored_are_told_to_nobody_until_they_can(
    autojump_clock: MockClock,
) -> None:
    class FullStore(MemoryStore):
        full = False

        async def update_header(self, header: Header) -> None:
            self.check()
            await super().update_header(header)

        async def store_clocks(self, log: str, seq: int, clocks: Pair) -> None:
            self.check()
            await super().store_clocks(log, seq, clocks)

        def check(self) -> None:
            if self.full:
                raise StoreFailed("the disk is full")

    store = FullStore()
    async with run_server(store=store) as server:
        anna, ben = await pledge_shares(server)
        await anna.do(Share(SHARES[0]))
        store.full = True
        await ben.do(Share(SHARES[1]))
        assert (anna.stage, anna.all(Shares), anna.note) == ("toss", [], str(words("stalled")))
        store.full = False
        await trio.sleep(3 * RETRY_DELAY_S)
        assert (anna.stage, anna.last(Shares)) == ("order", Shares(SHARES))


async def test_who_gives_no_share_plays_all_the_same(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        assert first.last(Shares) == other.last(Shares) == Shares((b"", b""))


async def test_a_rematch_has_secrets_of_its_own(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await begin_match(server)
        await ben.do(Concede())
        first = anna.last(Pledge)
        await anna.do(Propose("rematch"))
        await ben.do(Consent(yes=True))
        second = anna.last(Pledge)
        assert not set(first.commitments.values()) & set(second.commitments.values())
        assert anna.stage == "order"
        await begin_order(anna, ben)


async def begin_order(*players: Player) -> None:
    """Let the prompted player choose to begin."""
    await next(player for player in players if player.prompt).pick("first")


def test_every_stream_has_a_secret_of_its_own() -> None:
    streams = RandomStreams(bytes(range(32)))
    names = fairness.names(3)
    assert len({streams.secret(name) for name in names}) == len(names) == 1 + 3 * 12


def test_a_throw_that_was_not_pledged_breaks_the_table() -> None:
    streams = RandomStreams(bytes(32), pledged=True).for_duel("1")
    streams.order(3, "deck:1")
    with pytest.raises(RuntimeError, match="1/cards was not pledged"):
        streams.draw_below(3, "cards")
