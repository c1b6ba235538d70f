"""Whom a table's host sends away does not come back under another name from the address they had there."""

from __future__ import annotations

import pytest
from trio.testing import MockClock

from facedown_server.network.crowd.quotas import Bounds
from facedown_shared.protocol.messages import Ended, JoinTable, Kick, Refused, Resume, Seated, Watch
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.server.network.relay.chains import Door, door_of, relay_at
from tests.server.network.relay.test_relayed_table import duel, wait
from tests.server.tables import Player, code_of, secret_of, serving

HOME, ELSEWHERE = "198.51.100.7", "198.51.100.8"
OUT = Refused(Code.NOT_ALLOWED, words("sent_away_by_host"))


async def test_another_name_from_the_same_address_does_not_come_in(autojump_clock: MockClock) -> None:
    async with serving() as server, door_of(server) as door:
        anna = await server.host("Anna")
        await door.spectator(anna, "Sid", peer=HOME)
        await anna.do(Kick("Sid"))
        assert (await door.spectator(anna, "Tom", peer=HOME)).last(Refused) == OUT
        joining = await door.connect("Tom", peer=HOME)
        await joining.do(JoinTable(code_of(anna), secret_of(anna, "opponent")))
        assert joining.last(Refused) == OUT
        relay = await door.connect("relay", peer=HOME)
        await relay.do(Watch(code_of(anna), secret_of(anna, "spectator"), relay=True))
        assert relay.last(Refused) == OUT, "a relay sees as much"
        assert (await door.spectator(anna, "Tom", peer=ELSEWHERE)).refusal is None
        other = await server.host("Bea")
        assert (await door.spectator(other, "Sid", peer=HOME)).refusal is None, "at that table alone"


@pytest.mark.parametrize(("address", "again"), [("2001:db8:1:2::1", "2001:db8:1:2::ffff")])
async def test_of_ipv6_a_home_has_a_network(address: str, again: str, autojump_clock: MockClock) -> None:
    async with serving() as server, door_of(server) as door:
        anna = await server.host("Anna")
        await door.spectator(anna, "Sid", peer=address)
        await anna.do(Kick("Sid"))
        assert (await door.spectator(anna, "Tom", peer=again)).refusal is Code.NOT_ALLOWED


async def test_who_shares_an_address_with_others_at_the_table_is_out_by_name_alone(
    autojump_clock: MockClock,
) -> None:
    async with serving() as server, door_of(server) as door:
        anna = await server.host("Anna")
        for name in ("Sid", "Tom"):
            await door.spectator(anna, name, peer=HOME)
        await anna.do(Kick("Sid"))
        assert (await door.spectator(anna, "Uma", peer=HOME)).refusal is None
        assert (await door.spectator(anna, "sid", peer=HOME)).refusal is Code.NOT_ALLOWED


async def test_a_player_comes_back_from_an_address_that_is_out(autojump_clock: MockClock) -> None:
    async with serving() as server, door_of(server) as door:
        host, _first, other = await duel(server)
        await door.spectator(host, "Sid", peer=HOME)
        await host.do(Kick("Sid"))
        again = await door.connect("Ben", peer=HOME)
        await again.do(Resume(other.last(Seated).token))
        assert again.refusal is None
        assert again.view is not None


async def test_of_addresses_sent_away_the_oldest_are_forgotten(autojump_clock: MockClock) -> None:
    async with serving(bounds=Bounds(barred=2)) as server, door_of(server) as door:
        anna = await server.host("Anna")
        peers = [f"198.51.100.{number}" for number in (1, 2, 3)]
        for number, peer in enumerate(peers):
            await door.spectator(anna, f"Sid {number}", peer=peer)
            await anna.do(Kick(f"Sid {number}"))
        refusals = [(await door.spectator(anna, f"Tom {peer}", peer=peer)).refusal for peer in peers]
        assert refusals == [None, Code.NOT_ALLOWED, Code.NOT_ALLOWED]


async def test_behind_a_relay_the_address_is_out_where_they_were(autojump_clock: MockClock) -> None:
    """Through two relays; at the others and at the server it is the name."""
    async with serving() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with relay_at(door, host) as near, relay_at(near, host) as far:
            eve = await far.spectator(host, "Eve", peer=HOME)
            fay = await far.spectator(host, "Fay", peer=ELSEWHERE)
            await wait()
            await host.do(Kick("Eve"))
            await wait()
            assert eve.last(Ended).reason == words("sent_you_away")
            assert fay.all(Ended) == []

            async def comes(where: Door, name: str, peer: str) -> Player:
                return await where.spectator(host, name, peer=peer)

            assert (await comes(far, "Gus", HOME)).last(Refused) == OUT
            assert (await comes(far, "Gus", ELSEWHERE)).refusal is None
            for other in (near, door):
                assert (await comes(other, "Hal", HOME)).refusal is None
                assert (await comes(other, "eve", ELSEWHERE)).last(Refused) == OUT


async def test_who_did_not_fit_behind_a_relay_may_try_again_from_there(autojump_clock: MockClock) -> None:
    """They are dismissed too, and nobody has sent them away."""
    async with serving(bounds=Bounds(crowd_per_relay=1)) as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with relay_at(door, host) as near:
            one = await near.spectator(host, "One", peer=ELSEWHERE)
            await wait()
            two = await near.spectator(host, "Two", peer=HOME)
            await wait()
            assert two.last(Ended).reason == words("no_room_for_spectators")
            assert one.all(Ended) == []
            assert (await near.spectator(host, "Two", peer=HOME)).refusal is None
