"""What is pledged before a match and opened after it, as the server tells it."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from server.table.fate import Fate
from shared import fairness
from shared.errors import Code
from shared.messages import (
    Concede,
    Consent,
    Leave,
    Opened,
    Pledge,
    Propose,
    Ready,
    Refused,
    Resume,
    Seal,
    Settings,
    Share,
    Shares,
)  # fmt: skip
from tests.server.tables import QUIET, Player, Server, serving, started

SHARES = (b"a" * 32, b"b" * 32)


async def sealed(server: Server, settings: Settings = QUIET) -> tuple[Player, Player]:
    """Two players at a table, their shares sealed."""
    anna = await server.host("Anna", settings)
    ben = await server.guest(anna, "Ben")
    for player, share in zip((anna, ben), SHARES, strict=True):
        await player.do(Seal(fairness.seal(share)))
    return anna, ben


async def pledged(server: Server) -> tuple[Player, Player]:
    """Both are ready, and the server has bound itself."""
    anna, ben = await sealed(server)
    await anna.do(Ready())
    await ben.do(Ready())
    return anna, ben


async def begun(server: Server) -> tuple[Player, Player]:
    """Both have shown their shares, and somebody has begun."""
    anna, ben = await pledged(server)
    for player, share in zip((anna, ben), SHARES, strict=True):
        await player.do(Share(share))
    await (anna if anna.prompt else ben).pick("first")
    return anna, ben


async def test_the_match_waits_for_both_shares(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna, ben = await pledged(server)
        pledge = anna.last(Pledge)
        assert pledge == ben.last(Pledge)
        assert set(pledge.commitments) == set(fairness.names(1))
        assert pledge.seals == (fairness.seal(SHARES[0]), fairness.seal(SHARES[1]))
        await anna.do(Share(SHARES[0]))
        assert (anna.stage, ben.all(Shares)) == ("gathering", [])
        await ben.do(Share(SHARES[1]))
        assert anna.stage == "order"
        assert anna.last(Shares) == ben.last(Shares) == Shares(SHARES)


async def test_shares_make_other_throws(autojump_clock: MockClock) -> None:
    secret = bytes(range(32))
    orders = [
        Fate(secret, shares, "1").order(40, "deck:0")
        for shares in ((), SHARES, SHARES[::-1], (SHARES[0], b""), (b"", SHARES[0]))
    ]
    assert len({tuple(order) for order in orders}) == len(orders)


async def test_another_share_than_the_sealed_one_is_refused(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna, ben = await pledged(server)
        for message in (Share(SHARES[1]), Seal(SHARES[1]), Share(SHARES[0]), Share(SHARES[0])):
            await anna.do(message)
        refusals = [refused.code for refused in anna.all(Refused)]
        assert refusals == [Code.NOT_ALLOWED, Code.NOT_NOW, Code.NOT_ALLOWED]
        assert ben.stage == "gathering"


async def test_a_share_nobody_waits_for_is_refused(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna, _ = await sealed(server)
        await anna.do(Share(SHARES[0]))
        assert anna.refusal is Code.NOT_NOW
        sid = await server.spectator(anna)
        await sid.do(Seal(fairness.seal(SHARES[0])))
        assert sid.refusal is Code.NOT_ALLOWED


async def test_who_shows_no_share_holds_nobody_up(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna, ben = await pledged(server)
        await ben.do(Share(SHARES[1]))
        await trio.sleep(server.lobby.bounds.share_within + 1)
        assert anna.table is not None
        assert [seat.ready for seat in anna.table.seats] == [False, False]
        assert "client of Anna" in ben.note
        first = anna.last(Pledge)
        for player in (anna, ben):
            await player.do(Ready())
        assert anna.last(Pledge) != first, "another try, other secrets"


@pytest.mark.parametrize("away", ["unready", "gone"])
async def test_a_pledge_is_called_off_with_a_player(autojump_clock: MockClock, away: str) -> None:
    async with serving() as server:
        anna, ben = await pledged(server)
        await (ben.do(Ready(False)) if away == "unready" else ben.hang_up())
        await anna.do(Share(SHARES[0]))
        assert anna.refusal is Code.NOT_NOW
        assert anna.stage == "gathering"


async def test_who_gives_no_share_plays_all_the_same(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        assert first.last(Shares) == other.last(Shares) == Shares((b"", b""))


async def test_after_the_match_each_is_given_their_own(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna, ben = await begun(server)
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


async def test_nothing_is_opened_between_the_duels_of_a_match(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server, Settings(pace="off", best_of=3))
        await first.do(Concede())
        assert first.stage == "siding"
        assert first.all(Opened) == other.all(Opened) == []


async def test_both_decks_are_opened_only_if_both_agree(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna, ben = await begun(server)
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
    async with serving() as server:
        anna, ben = await begun(server)
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


async def test_an_abandoned_match_is_opened_too(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna, ben = await begun(server)
        sid = await server.spectator(anna)
        await ben.hang_up()
        await trio.sleep(server.lobby.bounds.grace + 1)
        await anna.do(Leave())
        assert set(sid.last(Opened).secrets) == {"0/coin", "1/coin", "1/die"}


async def test_a_rematch_has_secrets_of_its_own(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna, ben = await begun(server)
        await ben.do(Concede())
        first = anna.last(Pledge)
        await anna.do(Propose("rematch"))
        await ben.do(Consent(yes=True))
        second = anna.last(Pledge)
        assert not set(first.commitments.values()) & set(second.commitments.values())
        assert anna.stage == "order"
        await begin_order(anna, ben)


async def begin_order(*players: Player) -> None:
    """Whoever is asked begins."""
    await next(player for player in players if player.prompt).pick("first")


def test_every_stream_has_a_secret_of_its_own() -> None:
    fate = Fate(bytes(range(32)))
    names = fairness.names(3)
    assert len({fate.secret(name) for name in names}) == len(names) == 1 + 3 * 12


def test_a_throw_that_was_not_pledged_breaks_the_table() -> None:
    fate = Fate(bytes(32), pledged=True).within("1")
    fate.order(3, "deck:1")
    with pytest.raises(RuntimeError, match="1/cards was not pledged"):
        fate.below(3, "cards")
