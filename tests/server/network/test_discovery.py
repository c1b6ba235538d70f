"""Servers and tables are discovered by clients of the same network, and disappear when they end."""

from __future__ import annotations

import ipaddress
import os
import subprocess
from collections.abc import Callable
from functools import partial

import msgspec
import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from zeroconf import Zeroconf

import facedown_client.connection.network_search
import facedown_server.network.discovery
from facedown_client.connection.network_search import NetworkSearch, nearest, own_networks
from facedown_server.network.discovery import Announcer
from facedown_shared.network.announcements import Announcement, properties, read_properties
from facedown_shared.network.interfaces import Interface
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import PROTOCOL_VERSION, LobbyRow
from tests.server.near import ROW, child, two_machines

HERE = "127.0.0.1"
SERVER = f"Wren's server {os.getpid()}"
"""A name unique to this run: other servers of this network may be found as well, and are ignored."""


class ObservedSearch:
    """A search on loopback whose state can be waited for."""

    def __init__(self) -> None:
        self.changed = trio.Event()
        self.search = NetworkSearch(self.note, on_loopback)

    def note(self) -> None:
        self.changed.set()

    async def until(self, wanted: Callable[[tuple[Announcement, ...]], bool]) -> tuple[Announcement, ...]:
        """Wait until a condition of the search's results holds."""
        with trio.fail_after(60):
            while not wanted(self.own_announcements):
                self.changed = trio.Event()
                await self.changed.wait()
        return self.own_announcements

    @property
    def own_announcements(self) -> tuple[Announcement, ...]:
        """Return the results that are this test's servers."""
        return tuple(found for found in self.search.announcements if found.server == SERVER)


def announcer(rows: list[LobbyRow], tag: str) -> Announcer:
    """Return an announcer on loopback."""
    return Announcer(SERVER, 7777, tag, lambda: (HERE,), lambda: tuple(rows), interfaces=on_loopback)


def on_loopback() -> tuple[Interface, ...]:
    """Return the only interface of these tests, so that they disturb no network."""
    return ((1, HERE),)


async def test_tables_are_found_change_and_go() -> None:
    rows, watched = [ROW], ObservedSearch()
    ours = announcer(rows, "t001")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(watched.search.run)
        async with trio.open_nursery() as server:
            server.start_soon(ours.run)
            table, itself = await watched.until(lambda found: len(found) == 2)
            assert table == Announcement(
                TableLink(HERE, 7777, code="R7K-42Q"), SERVER, "Wren", "master", 3, "gathering", 2, True
            )
            assert itself == Announcement(TableLink(HERE, 7777), SERVER)
            assert table.protocol == PROTOCOL_VERSION
            rows[0] = LobbyRow("R7K-42Q", "Wren", "master", 3, "duel")
            ours.request_update()
            await watched.until(lambda found: found[0].stage == "duel" and not found[0].locked)
            rows.clear()
            ours.request_update()
            await watched.until(lambda found: found == (itself,))
            server.cancel_scope.cancel()
        await watched.until(lambda found: not found)
        nursery.cancel_scope.cancel()


async def test_two_servers_with_the_same_code_are_two() -> None:
    watched = ObservedSearch()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(announcer([ROW], "t002").run)
        nursery.start_soon(announcer([ROW], "t003").run)
        nursery.start_soon(watched.search.run)
        await watched.until(lambda found: len(found) == 4)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("version", [4, 6])
async def test_a_server_is_found_on_a_network_that_comes_up_later(version: int) -> None:
    async with two_machines() as machines, trio.open_nursery() as nursery:
        host, own = machines.addresses(version)
        start = partial(trio.run_process, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        start_with = partial(nursery.start, partial(start, check=False))
        searching: trio.Process = await start_with(child(machines.right, "search", own))
        announcing: trio.Process = await start_with(child(machines.left, "announce", host))
        try:
            said = b""
            base = TableLink(host, 7777).base
            with trio.fail_after(60):
                await trio.sleep(2.0)  # both have begun without a network
                await machines.connect(version)
                assert searching.stdout
                while f"{base}/t/R7K-42Q {base}/".encode() not in said:
                    said += await searching.stdout.receive_some()
                assert announcing.stdin
                await announcing.stdin.aclose()
                while not said.endswith(b"\n\n"):
                    said += await searching.stdout.receive_some()
        finally:
            searching.terminate()
            announcing.terminate()


async def test_a_network_that_cannot_be_used_is_told_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[str] = []
    token, enough = trio.lowlevel.current_trio_token(), trio.Event()

    def refuse(who: str) -> Callable[..., Zeroconf]:
        def start(_: tuple[Interface, ...]) -> Zeroconf:
            tries.append(who)
            if min(tries.count("client"), tries.count("server")) == 3:
                token.run_sync_soon(enough.set)
            raise OSError(19, "No such device")

        return start

    monkeypatch.setattr(facedown_client.connection.network_search, "open_zeroconf", refuse("client"))
    monkeypatch.setattr(facedown_server.network.discovery, "open_zeroconf", refuse("server"))
    monkeypatch.setattr(facedown_client.connection.network_search, "RETRY_DELAY_S", 0.01)
    monkeypatch.setattr(facedown_server.network.discovery, "RETRY_DELAY_S", 0.01)
    search = NetworkSearch()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(search.run)
        nursery.start_soon(announcer([ROW], "t004").run)
        with trio.fail_after(60):
            await enough.wait()
        nursery.cancel_scope.cancel()
    assert search.trouble == "This network cannot be searched: [Errno 19] No such device."
    assert search.announcements == ()


def test_by_which_list_and_referee_a_table_plays_is_announced() -> None:
    row = msgspec.structs.replace(ROW, mode="core", banlist="TCG 2026.5 " + "x" * 80)
    told = {key.encode(): value.encode() for key, value in properties("Wren", row, secure=False).items()}
    found = read_properties("10.0.0.5", 7777, told)
    assert found
    assert (found.mode, found.banlist) == ("core", row.banlist[:60])


def test_what_is_announced_is_read_back() -> None:
    told = {key.encode(): value.encode() for key, value in properties("Wren", ROW, secure=True).items()}
    found = read_properties("10.0.0.5", 7777, told)
    assert found
    assert str(found.link) == "https://10.0.0.5:7777/t/R7K-42Q"
    assert (found.host, found.stage, found.locked, found.protocol) == (
        "Wren",
        "gathering",
        True,
        PROTOCOL_VERSION,
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {b"protocol": b"many"},
        {b"protocol": b"1", b"code": b"../.."},
        {b"protocol": b"1", b"host": b"\xff"},
        {b"protocol": b"1", b"best_of": b"99"},
        {b"protocol": b"1", b"server": b"x" * 200},
        {b"protocol": None},
    ],
)
def test_nonsense_is_not_listed(wrong: dict[bytes, bytes | None]) -> None:
    assert read_properties("10.0.0.5", 7777, wrong) is None


@given(st.dictionaries(st.binary(max_size=20), st.none() | st.binary(max_size=100)), st.integers(0, 70_000))
def test_no_announcement_can_make_it_stumble(told: dict[bytes, bytes | None], port: int) -> None:
    found = read_properties("10.0.0.5", port, {b"protocol": b"1", **told})
    assert found is None or found.link.host == "10.0.0.5"


def test_names_that_turn_lines_around_are_mended() -> None:
    told = {b"protocol": b"7", b"host": "\u202eWren\n".encode(), b"new": b"unknown"}
    found = read_properties("10.0.0.5", 7777, told)
    assert found
    assert found.host == "Wren"
    assert found.protocol != PROTOCOL_VERSION


def test_the_nearest_of_many_addresses_is_used() -> None:
    networks = [*map(ipaddress.ip_network, ("192.168.1.0/24", "10.0.0.0/8", "fd00:7::/64"))]
    assert nearest(["172.17.0.1", "10.1.2.3", "192.168.1.20"], networks) == "192.168.1.20"
    assert nearest(["172.17.0.1", "203.0.113.5"], networks) == "172.17.0.1"
    assert nearest(["fd00:7::1", "192.168.1.20"], networks) == "192.168.1.20"
    assert nearest(["203.0.113.5", "fd00:7::1"], networks) == "fd00:7::1"
    assert nearest([], networks) == ""
    assert ipaddress.ip_network("127.0.0.0/8") in own_networks()
