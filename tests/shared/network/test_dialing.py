"""An address that only a server named is never more private than the one that a person gave; trusted
authorities.
"""

from __future__ import annotations

import socket
import ssl
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import trio
import truststore

from facedown_shared.network.connection_errors import ConnectionLost, Fatal
from facedown_shared.network.dialing import Dialer, Reach, reach_of, trusted_authorities
from facedown_shared.network.links import TableLink
from facedown_shared.network.reconnect import ReconnectingConnection
from facedown_shared.protocol.messages import Hello

PUBLIC, OTHER_PUBLIC = "93.184.215.14", "1.1.1.1"
GIVEN = TableLink("given.test", 7777)
HOSTS = {
    "given.test": (PUBLIC,), "other.test": (OTHER_PUBLIC,), "inside.test": ("10.0.0.1",),
    "mixed.test": ("127.0.0.1", OTHER_PUBLIC), "cloud.test": ("169.254.169.254",),
    "home.test": ("192.168.1.20",), "here.test": ("127.0.0.1",),
}  # fmt: skip


class Network(trio.abc.HostnameResolver, trio.abc.SocketFactory):
    """The names of `HOSTS`, and sockets that note where they connect to."""

    def __init__(self) -> None:
        self.dialled: list[str] = []

    async def getaddrinfo(self, host: Any, port: Any, *_rest: Any, **_more: Any) -> Any:
        """Resolve a name, or a numeric address as itself."""
        name = host.decode() if isinstance(host, bytes) else host
        addresses = HOSTS.get(name, (name,))
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    async def getnameinfo(self, *_given: Any) -> Any:
        raise NotImplementedError

    def socket(self, *_given: Any) -> Any:
        """Return a socket that connects to nothing."""
        return _Socket(self)


class _Socket(trio.socket.SocketType):
    type = socket.SOCK_STREAM

    def __new__(cls, *_given: Any) -> _Socket:
        return object.__new__(cls)

    def __init__(self, network: Network) -> None:
        self._network = network
        self._peer: Any = None

    def setsockopt(self, *_given: Any) -> None:
        """Accept any option."""

    def close(self) -> None:
        """Close nothing."""

    def getpeername(self) -> Any:
        return self._peer

    async def connect(self, address: Any) -> None:
        await trio.lowlevel.checkpoint()
        self._peer = address
        self._network.dialled.append(address[0])


@contextmanager
def network() -> Iterator[Network]:
    """Replace the network for the running test."""
    made = Network()
    trio.socket.set_custom_hostname_resolver(made)
    trio.socket.set_custom_socket_factory(made)
    try:
        yield made
    finally:
        trio.socket.set_custom_hostname_resolver(None)
        trio.socket.set_custom_socket_factory(None)


@pytest.mark.parametrize(
    ("address", "reach"),
    [
        ("127.0.0.1", Reach.COMPUTER), ("0.0.0.0", Reach.COMPUTER), ("::1", Reach.COMPUTER),
        ("224.0.0.1", Reach.COMPUTER), ("::ffff:127.0.0.1", Reach.COMPUTER),
        ("64:ff9b::7f00:1", Reach.COMPUTER),
        ("169.254.169.254", Reach.LINK), ("fe80::1%eth0", Reach.LINK), ("2002:a9fe:a9fe::1", Reach.LINK),
        ("10.1.2.3", Reach.SITE), ("100.64.0.1", Reach.SITE), ("fd00::1", Reach.SITE),
        (PUBLIC, Reach.INTERNET), ("2606:4700::1111", Reach.INTERNET),
    ],
)  # fmt: skip
def test_from_where_an_address_can_be_reached(address: str, reach: Reach) -> None:
    assert reach_of(address) is reach


@pytest.mark.parametrize("host", ["inside.test", "cloud.test", "here.test", "127.0.0.1", "192.168.1.20"])
async def test_a_server_on_the_internet_leads_to_no_private_address(host: str) -> None:
    """Seen to fail: a relay connected to any address that its server listed."""
    with network() as there:
        dialer = Dialer(GIVEN)
        await dialer.open(GIVEN)
        with pytest.raises(ConnectionLost, match="not on its network"):
            await dialer.open(TableLink(host, 80))
        assert there.dialled == [PUBLIC]


async def test_of_a_name_with_several_addresses_only_the_public_ones_are_dialled() -> None:
    with network() as there:
        dialer = Dialer(GIVEN)
        await dialer.open(GIVEN)
        await dialer.open(TableLink("mixed.test", 80))
        await dialer.open(TableLink("other.test", 80))
        assert there.dialled == [PUBLIC, OTHER_PUBLIC, OTHER_PUBLIC]


@pytest.mark.parametrize(
    ("given", "host", "is_allowed"),
    [
        ("home.test", "10.0.0.1", True), ("home.test", PUBLIC, True), ("home.test", "127.0.0.1", False),
        ("home.test", "cloud.test", False), ("here.test", "192.168.1.20", True), ("here.test", "::1", True),
    ],
)  # fmt: skip
async def test_a_server_of_a_home_leads_to_others_there(given: str, host: str, is_allowed: bool) -> None:
    with network() as there:
        dialer = Dialer(TableLink(given, 7777))
        await dialer.open(TableLink(given, 7777))
        with suppress(ConnectionLost):
            await dialer.open(TableLink(host, 80))
        assert (len(there.dialled) == 2) is is_allowed


async def test_the_given_name_at_another_port_is_held_to_the_rule_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its owner decides what it resolves to, at each look-up."""
    with network() as there:
        dialer = Dialer(GIVEN)
        await dialer.open(GIVEN)
        monkeypatch.setitem(HOSTS, "given.test", ("127.0.0.1",))
        with pytest.raises(ConnectionLost):
            await dialer.open(TableLink("given.test", 22))
        assert there.dialled == [PUBLIC]


class _Caller(ReconnectingConnection):
    def _hello(self) -> Hello:
        return Hello("Anna")


async def test_no_http_redirect_is_followed() -> None:
    """Seen to fail: `Location: ws://…` in a server's answer made clients connect to that address."""
    async with trio.open_nursery() as nursery:
        dialled = []

        async def redirect(stream: trio.SocketStream) -> None:
            await stream.receive_some()
            location = f"ws://127.0.0.1:{trap[0].socket.getsockname()[1]}/"
            await stream.send_all(
                f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()
            )
            await stream.aclose()

        async def spring(stream: trio.SocketStream) -> None:
            dialled.append(stream)
            await stream.aclose()

        trap = await trio.open_tcp_listeners(0, host="127.0.0.1")
        doors = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, spring, trap)
        nursery.start_soon(trio.serve_listeners, redirect, doors)
        port = doors[0].socket.getsockname()[1]
        with pytest.raises(Fatal, match="not a facedown server"):
            await _Caller(TableLink("127.0.0.1", port), None, lambda: 0.0).stay_connected()
        assert not dialled
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("platform", "variable", "asks_system"),
    [
        ("linux", "", False),
        ("darwin", "", True),
        ("win32", "", True),
        ("darwin", "SSL_CERT_FILE", False),
        ("darwin", "SSL_CERT_DIR", False),
    ],
)
def test_where_python_does_not_read_the_systems_authorities_the_system_is_asked(
    platform: str, variable: str, asks_system: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: with python.org's build for macOS no link with https worked."""
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    if variable:
        monkeypatch.setenv(variable, str(tmp_path))
    context = trusted_authorities()
    assert (type(context) is truststore.SSLContext) == asks_system
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, True)
