"""A table's host sees and controls its relays; foreign relays take no place from those with a link."""

from __future__ import annotations

from typing import Any, cast

import pytest
import trio
from trio.testing import MockClock

from facedown_server.network.crowd.bans import BarredAddresses, SharedBars
from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.crowd.relay_quotas import MAX_REPEATS, REPEAT_GRACE_S
from facedown_shared.protocol.messages import (
    Chat,
    ControlRelay,
    Crowd,
    Dismissed,
    Ended,
    Kick,
    Refused,
    RelayRow,
    Relays,
    Said,
    Watch,
)
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.server.network.relay.chains import Door, door_of, relay_at
from tests.server.network.relay.test_relayed_table import duel, names, wait
from tests.server.tables import Player, code_of, run_server, secret_of

HOME, AWAY, THIRD = "198.51.100.7", "198.51.100.8", "198.51.100.9"
MUTED = Refused(Code.NOT_ALLOWED, words("relay_is_muted"), 1)


class Line:
    """A connection of which only the address matters."""

    on_recover = None
    accepted = 0.0

    def __init__(self, peer: str) -> None:
        self.peer = peer


def guest_from(peer: str) -> Guest:
    return Guest(cast(Any, Line(peer)), "relay")


async def relay(door: Door, host: Player, *, by_link: bool = False, peer: str = HOME) -> Player:
    """Connect a relay."""
    one = await door.connect("relay", peer=peer)
    await one.do(Watch(code_of(host), secret_of(host, "relay" if by_link else "spectator"), relay=True))
    return one


def crowd(*people: str, first: int = 1) -> Crowd:
    return Crowd(tuple(enumerate(people, first)))


def rows(host: Player) -> tuple[RelayRow, ...]:
    """Return the relays as the host was last informed."""
    return host.last(Relays).rows


# --- the host's list ----------------------------------------------------------------------------------------


async def test_only_the_host_is_told_of_relays(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, other = await duel(server)
        sid = await door.spectator(host)
        one = await relay(door, host)
        await one.do(crowd("Fay", "Lou"))
        await relay(door, host, by_link=True, peer=AWAY)
        await wait()
        assert rows(host) == (RelayRow(1, "relay", 2), RelayRow(2, "relay", by_link=True))
        for guest in (first if first is not host else other, sid, one):
            assert guest.all(Relays) == []
        await one.hang_up()
        await wait()
        assert rows(host) == (RelayRow(2, "relay", by_link=True),)


async def test_the_host_hears_of_relays_once_a_second_and_again_after_coming_back(
    autojump_clock: MockClock,
) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        one = await relay(door, host)
        for number in range(20):
            await one.do(crowd(f"Fay {number}", first=number))
        assert len(host.all(Relays)) <= 2
        await wait()
        assert rows(host) == (RelayRow(1, "relay", 20),)
        again = await server.back(host)
        assert rows(again) == (RelayRow(1, "relay", 20),)


async def test_only_the_host_controls_relays(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, other = await duel(server)
        one, sid = await relay(door, host), await door.spectator(host)
        for guest in (first if first is not host else other, sid, one):
            await guest.do(ControlRelay(1, "ban"))
            assert guest.refusal is Code.NOT_ALLOWED
        await host.do(ControlRelay(7, "ban"))
        assert host.last(Refused) == Refused(Code.NOT_OFFERED, words("no_such_relay"))
        assert one.all(Ended) == []


# --- disconnect, mute, ban ----------------------------------------------------------------------------------


async def test_a_relay_is_disconnected_with_all_behind_it(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, _other = await duel(server)
        async with relay_at(door, host) as near:
            fay = await near.spectator(host, "Fay")
            await wait()
            await host.do(ControlRelay(1, "disconnect"))
            await wait()
            assert fay.last(Ended).reason == words("relay_sent_away")
            assert near.relay is not None
            assert near.relay.over == words("relay_sent_away")
            assert names(first) == ()
        assert rows(host) == ()
        assert (await relay(door, host, peer="192.0.2.77")).refusal is None, "it may come back"


async def test_nobody_behind_a_muted_relay_says_anything(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        one, two = await relay(door, host), await relay(door, host, peer=AWAY)
        sid = await door.spectator(host)
        for speaker in (one, two):
            await speaker.do(crowd("Fay"))
        await host.do(ControlRelay(1, "mute"))
        await one.do(Chat("hear me", 1))
        assert one.last(Refused) == MUTED
        await one.hang_up()
        await wait()
        again = await relay(door, host)
        await again.do(crowd("Fay"), Chat("hear me", 1))
        assert again.last(Refused) == MUTED, "it is muted when it comes back"
        await wait()
        assert [row.muted for row in rows(host)] == [False, True]
        await two.do(Chat("from elsewhere", 1))
        await host.do(ControlRelay(3, "unmute"))
        await again.do(Chat("at last", 1))
        assert [said.text for said in sid.all(Said)] == ["from elsewhere", "at last"]


async def test_a_banned_relay_does_not_come_back_from_its_address(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        rogue, twin = await relay(door, host), await relay(door, host)
        honest = await relay(door, host, by_link=True)
        await host.do(ControlRelay(1, "ban"))
        for one in (rogue, twin):
            assert one.last(Ended).reason == words("relay_sent_away")
            await one.do(Watch(code_of(host), secret_of(host, "spectator"), relay=True))
            assert one.last(Refused) == Refused(Code.NOT_ALLOWED, words("sent_away_by_host"))
        assert honest.all(Ended) == [], "it shares the address, and the host has invited it"
        assert (await relay(door, host, by_link=True)).refusal is None
        assert (await relay(door, host, peer=AWAY)).refusal is None
        assert (await door.spectator(host, peer=HOME)).refusal is None, "a spectator is no relay"
        await host.do(ControlRelay(3, "ban"))
        assert honest.last(Ended).reason == words("relay_sent_away")
        assert (await relay(door, host, by_link=True)).refusal is Code.NOT_ALLOWED


@pytest.mark.parametrize("again", ["2001:db8:1:2::ffff", "2001:db8:1:2:3::1"])
async def test_of_ipv6_a_network_is_banned(again: str, autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        await relay(door, host, peer="2001:db8:1:2::1")
        await host.do(ControlRelay(1, "ban"))
        assert (await relay(door, host, peer=again)).refusal is Code.NOT_ALLOWED


# --- kicked names -------------------------------------------------------------------------------------------


async def test_a_relay_that_goes_on_announcing_a_kicked_name_is_banned(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, _other = await duel(server)
        rogue = await relay(door, host)
        await rogue.do(crowd("Eve"))
        await wait()
        await host.do(Kick("Eve"))
        assert rogue.last(Dismissed) == Dismissed((1,), words("sent_you_away"), ("eve",))
        for number in range(2, 3 + MAX_REPEATS):
            assert rogue.all(Ended) == []
            await rogue.do(crowd("Еve", first=number))
            assert rogue.last(Dismissed).numbers == (number,)
            await trio.sleep(REPEAT_GRACE_S + 1)
        assert names(first) == ()
        assert rogue.last(Ended).reason == words("relay_repeats_barred")
        assert host.note == str(words("relay_repeats_barred"))
        assert (await relay(door, host)).refusal is Code.NOT_ALLOWED


async def test_a_relay_that_announces_a_kicked_name_while_it_learns_of_it_stays(
    autojump_clock: MockClock,
) -> None:
    """After a lost connection a relay announces all its spectators at once, before it learns which names are
    banned.
    """
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        await relay(door, host)
        one = await relay(door, host, peer=AWAY)
        await one.do(crowd("Eve"))
        await wait()
        await host.do(Kick("Eve"))
        for number in range(2, 2 + 3 * MAX_REPEATS):
            await one.do(crowd("Eve", first=number))
        assert one.all(Ended) == []


async def test_an_honest_relay_answers_for_no_rogue_below_it(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with relay_at(door, host) as near:
            rogue = await relay(near, host)
            await rogue.do(crowd("Eve"))
            await wait()
            await host.do(Kick("Eve"))
            await wait()
            for number in range(2, 3 + MAX_REPEATS):
                await rogue.do(crowd("Eve", first=number))
                await trio.sleep(REPEAT_GRACE_S + 1)
            assert rogue.last(Ended).reason == words("relay_repeats_barred")
            assert (await relay(near, host)).refusal is Code.NOT_ALLOWED
            assert near.relay is not None
            assert near.relay.over is None
            assert near.relay.upstream.is_up


# --- places -------------------------------------------------------------------------------------------------


async def test_relays_of_strangers_take_no_place_of_those_with_a_link(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, _other = await duel(server)
        refusals = [(await relay(door, host)).refusal for _ in range(16)]
        assert refusals == [None] * 4 + [Code.TABLE_FULL] * 12
        assert (await relay(door, host, peer=AWAY)).refusal is None, "one of another address comes in"
        for number in range(8):
            await relay(door, host, peer=f"203.0.113.{number}")
        assert (await relay(door, host, peer=THIRD)).refusal is Code.TABLE_FULL
        linked = [await relay(door, host, by_link=True, peer=THIRD) for _ in range(17)]
        assert [one.refusal for one in linked] == [None] * 16 + [Code.TABLE_FULL]
        await wait()
        assert sum(row.by_link for row in rows(host)) == 16
        assert sum(not row.by_link for row in rows(host)) == 8
        assert names(first) == ()


async def test_a_full_crowd_of_strangers_takes_no_place_of_those_with_a_link(
    autojump_clock: MockClock,
) -> None:
    bounds = Bounds(crowd=300, crowd_per_relay=200)
    async with run_server(bounds=bounds) as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        rogue = await relay(door, host)
        for first in (1, 201):
            await rogue.do(crowd(*(f"Bot {number}" for number in range(first, first + 200)), first=first))
        full = Dismissed(tuple(range(201, 401)), words("no_room_for_spectators"))
        assert rogue.last(Dismissed) == full
        honest = await relay(door, host, by_link=True)
        for first in (1, 201):
            await honest.do(crowd(*(f"Fan {number}" for number in range(first, first + 200)), first=first))
        assert honest.last(Dismissed).numbers == tuple(range(301, 401))
        await wait()
        assert [row.watching for row in rows(host)] == [200, 300]


# --- the link -----------------------------------------------------------------------------------------------


async def test_a_relay_with_the_link_passes_on_the_link_for_spectators(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, _other = await duel(server)
        async with relay_at(door, host, by_link=True) as near, relay_at(near, host, by_link=True) as far:
            for there in (near, far):
                assert there.relay is not None
                assert there.relay.table.secret == secret_of(host, "spectator")
            fay = await far.spectator(host, "Fay")
            wrong = await far.connect("Eve")
            await wrong.do(Watch(code_of(host), "x" * 20))
            assert wrong.refusal is Code.WRONG_LINK
            await wait()
            assert names(first) == ("Fay",)
            assert fay.seated is not None
            assert fay.seated.watch == "", "for relays alone"
            assert rows(host) == (RelayRow(1, "relay", 1, by_link=True),)


async def test_who_opens_the_link_for_relays_in_a_client_watches(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, _other = await duel(server)
        sid = await door.connect("Sid")
        await sid.do(Watch(code_of(host), secret_of(host, "relay")))
        assert sid.refusal is None
        assert sid.seated is not None
        assert sid.seated.watch == ""
        assert names(first) == ("Sid",)
        lou = await door.connect("Lou")
        await lou.do(Watch(code_of(host), "x" * 20, relay=True))
        assert lou.refusal is Code.WRONG_LINK


async def test_the_link_for_relays_outlives_the_server(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        host, _first, _other = await duel(server)
        link, store = secret_of(host, "relay"), server.store
    async with run_server(store=store) as server, door_of(server) as door:
        one = await door.connect("relay")
        await one.do(Watch(code_of(host), link, relay=True))
        assert one.refusal is None
        assert one.seated is not None
        assert one.seated.watch == secret_of(host, "spectator")


def test_a_ban_holds_at_every_server_of_a_service() -> None:
    here, there = SharedBars(), SharedBars()
    here.start_sharing(lambda: None)
    bars, others = BarredAddresses(9, float, "AAA-222", here), BarredAddresses(9, float, "AAA-222", there)
    other_table = BarredAddresses(9, float, "BBB-222", there)
    rogue, far = guest_from(HOME), guest_from(AWAY)
    assert not others.is_relay_banned(rogue, by_link=False)
    bars.ban_relays_at(rogue)
    there.replace_known(here.take_new_bans())
    assert others.is_relay_banned(rogue, by_link=False)
    assert not others.is_relay_banned(rogue, by_link=True)
    assert not others.is_relay_banned(far, by_link=False)
    assert not other_table.is_relay_banned(rogue, by_link=False)
    assert rogue not in others, "as a spectator it may come"
