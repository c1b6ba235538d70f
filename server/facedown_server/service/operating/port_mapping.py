"""Open a port on a home router for players on the Internet, and close it at the end (UPnP IGD).

The library uses asyncio, so each exchange runs in a thread of its own. The caller decides whether to open a
port. Without the library (extra "router"), or without a router that answers, the result is one sentence on
what to do.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import trio

from facedown_server.network.wire.addresses import SHARED_SPACE
from facedown_shared.text import _, gettext_noop

if TYPE_CHECKING:
    from async_upnp_client.profiles.igd import IgdDevice

Found = TypeVar("Found")

LABEL = gettext_noop("Internet, opened on the router")

MAPPING_LEASE_S = 3600.0
"""Seconds after which the router deletes the mapping by itself, should the server crash."""

SEARCH_TIMEOUT_S = 3
"""Timeout in seconds of the search for routers."""

REQUEST_TIMEOUT_S = 15.0
"""Timeout in seconds of one exchange."""

MAX_PORTS_TRIED = 5
"""Maximum number of ports to try if another device uses the first."""

ANYBODY = ipaddress.IPv4Address(0)
"""The remote address of a mapping that is open to all."""

PORT_TAKEN_CODE, ONLY_PERMANENT_CODE = 718, 725
"""UPnP error codes (WANIPConnection:1, 2.4.16): the port is mapped already; leases are not supported."""

NO_LIBRARY = gettext_noop(
    "The port was not opened: the package that talks to routers is not installed here (python run.py "
    "setup, or pip install 'facedown[router]')."
)
NO_ROUTER = gettext_noop(
    "The port was not opened: no router answered. Turn on UPnP in the router, or forward TCP port {port} "
    "to this computer there."
)
REFUSED = gettext_noop(
    "The port was not opened: the router refused ({why}). Forward TCP port {port} to this computer there."
)
CARRIER = gettext_noop(
    "The router opened port {port}, but its own address {address} is not public: the provider shares one "
    "address among many homes (carrier NAT), so it cannot be reached from outside. Use a tunnel or a mesh "
    "VPN (docs/host/home.md)."
)
OPENED = gettext_noop("The router opened the port: {address}:{port}.")


@dataclass(frozen=True, slots=True)
class OpenedPort:
    """The result: a sentence for the host, and the public address if there is one."""

    sentence: str
    host: str = ""
    port: int = 0


@asynccontextmanager
async def open_port(
    port: int, *, target: tuple[str, int] | None = None, lease: float = MAPPING_LEASE_S
) -> AsyncIterator[OpenedPort]:
    """Open the port on the router within this context, and renew it before it expires.

    `target`: the router's address, instead of a search on this network.
    """
    location, found = await _find_and_map(port, target, lease)
    if not found.port:
        yield found
        return
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_renew_mapping, location, found.port, port, lease)
        try:
            yield found
        finally:
            nursery.cancel_scope.cancel()
            with (
                trio.CancelScope(shield=True),
                suppress(Exception),
            ):  # a mapping on a router that is gone expires
                await _in_thread(_close(location, found.port))


async def _find_and_map(port: int, target: tuple[str, int] | None, lease: float) -> tuple[str, OpenedPort]:
    """Find a router and open the port; return the router's location and the result."""
    if find_spec("async_upnp_client") is None:
        return "", OpenedPort(_(NO_LIBRARY))
    try:
        location = await _in_thread(_find_router(target))
        if not location:
            return "", OpenedPort(_(NO_ROUTER, port=port))
        return location, await _in_thread(_open(location, port, lease))
    except Exception as error:  # any error of a router: the server runs without it
        return "", OpenedPort(_(REFUSED, why=_error_text(error), port=port))


async def _renew_mapping(location: str, outside: int, inside: int, lease: float) -> None:
    while True:
        await trio.sleep(lease / 2)
        with suppress(Exception):  # a router that is restarting may answer the next time
            await _in_thread(_map(location, outside, inside, lease))


async def _in_thread(conversation: Coroutine[Any, Any, Found]) -> Found:
    """Run a coroutine of the library in a thread, with an asyncio loop of its own."""
    return await trio.to_thread.run_sync(asyncio.run, asyncio.wait_for(conversation, REQUEST_TIMEOUT_S))


# --- asyncio ------------------------------------------------------------------------------------------------


async def _find_router(target: tuple[str, int] | None) -> str:
    """Return the address of the first router's description; "" if none answers."""
    from async_upnp_client.profiles.igd import IgdDevice
    from async_upnp_client.search import async_search

    answers: list[str] = []

    async def note_response(headers: Mapping[str, str]) -> None:
        answers.append(headers["location"])

    searches = [
        async_search(note_response, timeout=SEARCH_TIMEOUT_S, search_target=kind, target=target)
        for kind in IgdDevice.DEVICE_TYPES
    ]
    await asyncio.gather(*searches)
    return answers[0] if answers else ""


@asynccontextmanager
async def _router(location: str) -> AsyncIterator[IgdDevice]:
    """Connect to the router with this description."""
    from aiohttp import ClientSession
    from async_upnp_client.aiohttp import AiohttpSessionRequester
    from async_upnp_client.client_factory import UpnpFactory
    from async_upnp_client.profiles.igd import IgdDevice

    async with ClientSession() as session:
        device = await UpnpFactory(AiohttpSessionRequester(session)).async_create_device(location)
        yield IgdDevice(device, None)


async def _open(location: str, port: int, lease: float) -> OpenedPort:
    """Map the port, or one of the next that are free; return the result with the public address."""
    outside = await _free_mapping(location, port, lease)
    async with _router(location) as router:
        external = await router.async_get_external_ip_address()
    address = ipaddress.ip_address(external or "0.0.0.0")  # noqa: S104 -- "none", not bound to
    if not address.is_global or address in SHARED_SPACE:
        return OpenedPort(_(CARRIER, port=outside, address=address), "", outside)
    return OpenedPort(_(OPENED, address=address, port=outside), str(address), outside)


async def _free_mapping(location: str, port: int, lease: float) -> int:
    from async_upnp_client.exceptions import UpnpActionError

    for outside in range(port, port + MAX_PORTS_TRIED):
        try:
            await _map(location, outside, port, lease)
        except UpnpActionError as refused:
            if refused.error_code != PORT_TAKEN_CODE or outside == port + MAX_PORTS_TRIED - 1:
                raise
        else:
            return outside
    raise AssertionError("the loop returns or raises")


async def _map(location: str, outside: int, inside: int, lease: float) -> None:
    from async_upnp_client.exceptions import UpnpActionError

    async with _router(location) as router:
        add = partial(
            router.async_add_port_mapping, ANYBODY, outside, "TCP", inside, _own_address(location), True,
            "facedown",
        )  # fmt: skip
        try:
            await add(timedelta(seconds=lease))
        except UpnpActionError as refused:
            if refused.error_code != ONLY_PERMANENT_CODE:
                raise
            await add(timedelta())


async def _close(location: str, outside: int) -> None:
    async with _router(location) as router:
        await router.async_delete_port_mapping(ANYBODY, outside, "TCP")


def _own_address(location: str) -> ipaddress.IPv4Address:
    """Return this computer's address on the router's network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((urlsplit(location).hostname, 9))
        return ipaddress.IPv4Address(probe.getsockname()[0])


def _error_text(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return _("it did not answer in time")
    return str(error).splitlines()[0][:120].rstrip(".") or type(error).__name__
