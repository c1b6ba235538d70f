"""Requests at a relay cost the relay, and those upstream, no more than the limits."""

from __future__ import annotations

import trio
from trio.testing import MockClock

from facedown_server.network.relay.reception import MAX_REQUESTS_PER_ADDRESS
from facedown_shared.protocol.messages import GetReplay, Refused, ReplayFile, Said, Watch
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.server.network.relay.chains import door_of, relay_at
from tests.server.network.relay.test_relayed_table import duel
from tests.server.tables import code_of, run_server, secret_of

LOST = Said("", words=words("relay_lost"))


async def test_replays_that_a_stranger_requests_do_not_keep_the_others_from_theirs(
    autojump_clock: MockClock,
) -> None:
    """They counted for the upstream relay, which stopped answering: each request waited for its timeout."""
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with relay_at(door, host) as near:
            sid = await near.spectator(host, "Sid")
            strangers = [await near.connect(f"Eve {number}", peer="198.51.100.9") for number in range(3)]
            for number in range(400):
                await strangers[number % 3].do(GetReplay(f"no such replay {number}"))
                await trio.sleep(0.02)
            assert LOST not in sid.heard
            codes = [each.code for eve in strangers for each in eve.all(Refused)]
            assert codes.count(Code.NO_SUCH_TABLE) <= MAX_REQUESTS_PER_ADDRESS + 3
            with trio.fail_after(1):
                await sid.do(GetReplay("no such replay"))
            assert sid.last(Refused).code is Code.NO_SUCH_TABLE, "others still get theirs"


async def test_a_strangers_relay_requests_no_more_replays_than_any_spectator(
    autojump_clock: MockClock,
) -> None:
    """Seen to fail: a client that claimed to be a relay used up all requests that the relay has upstream."""
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with relay_at(door, host) as near:
            sid = await near.spectator(host, "Sid")
            eve = await near.connect("Eve", peer="198.51.100.9")
            await eve.do(Watch(code_of(host), secret_of(host, "spectator"), relay=True))
            for number in range(100):
                await eve.do(GetReplay(f"no such replay {number}"))
                await trio.sleep(0.05)
            await sid.do(GetReplay("no such replay"))
            assert sid.last(Refused).code is Code.NO_SUCH_TABLE, "others still get theirs"


async def test_a_neighbour_that_requests_all_the_time_leaves_everyone_their_share(
    autojump_clock: MockClock,
) -> None:
    """Seen to fail: connections from one address used up the heavy requests of all others there."""
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with relay_at(door, host) as near:
            assert near.relay is not None
            near.relay._reception._replays._kept = "known", ReplayFile(b"replay")
            sid = await near.spectator(host, "Sid", peer="198.51.100.9")
            neighbours = [await near.connect(f"Eve {at}", peer="198.51.100.9") for at in range(6)]
            for number in range(700):
                await neighbours[number % 6].do(GetReplay("known"))
                await trio.sleep(0.01)
            assert any(eve.all(Refused) for eve in neighbours), "the address has used up its requests"
            await sid.do(GetReplay("known"))
            assert sid.all(ReplayFile)
