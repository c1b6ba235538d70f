"""Discover servers and tables on the local network. No pygame; the server half is `network/discovery.py`.

    search = Search()
    nursery.start_soon(search.run)      # until cancelled
    search.found                        # what is there now; `on_change` is called when that changes

zeroconf works in threads of its own; its news cross into trio by `run_sync_soon`.
"""

from __future__ import annotations

import ipaddress
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import ifaddr
import msgspec
import trio
from zeroconf import Error as ZeroconfError
from zeroconf import ServiceBrowser, ServiceStateChange, Zeroconf

from facedown_shared.network.announcements import SERVICE, Announcement, read_properties
from facedown_shared.network.interfaces import (
    INTERFACE_POLL_INTERVAL_S,
    Interface,
    open_zeroconf,
    usable_interfaces,
)
from facedown_shared.protocol.messages import PROTOCOL_VERSION
from facedown_shared.text import _, ngettext

QUERY_TIMEOUT_MS = 3_000
"""Milliseconds for a response about an announced service."""

RETRY_DELAY_S = 15.0
"""Seconds until the next attempt if the network does not permit a search."""

MAX_ANNOUNCEMENTS = 200
"""Limit of stored announcements, against abuse."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(slots=True)
class NetworkSearch:
    """Search of the local network. `interfaces` returns those to search on, which may change."""

    on_change: Callable[[], None] = lambda: None
    interfaces: Callable[[], tuple[Interface, ...]] = usable_interfaces
    trouble: str = ""
    """Sentence about why nothing can be found; empty without an error."""
    tables: tuple[Announcement, ...] = ()
    """Compatible tables as rows for scenes, open ones first."""
    _found: dict[str, Announcement] = field(default_factory=dict)
    _asked: dict[str, int] = field(default_factory=dict)
    """Number of the latest query for each name: answers to older queries are dropped."""
    _questions: Iterator[int] = field(default_factory=itertools.count)

    @property
    def announcements(self) -> tuple[Announcement, ...]:
        """Return the announcements on the network: tables first, then servers."""
        return tuple(sorted(self._found.values(), key=lambda near: (not near.link.code, str(near.link))))

    @property
    def state_text(self) -> str:
        """Return the state of the search in words."""
        if self.trouble:
            return _("this network cannot be searched")
        count = len(self.tables)
        if not count:
            return _("looking for tables")
        return ngettext("{count} table, still looking", "{count} tables, still looking", count)

    def _update_rows(self) -> None:
        """Update the rows after a change and call `on_change`."""
        found = [
            msgspec.structs.replace(near, host=near.host or near.link.netloc)
            for near in self.announcements
            if near.link.code and near.protocol == PROTOCOL_VERSION and near.stage != "over"
        ]
        self.tables = tuple(sorted(found, key=lambda near: (not near.is_open, near.host)))
        self.on_change()

    async def run(self) -> None:
        """Search until cancelled; begin again whenever the interfaces have changed."""
        while True:
            interfaces = self.interfaces()
            delay_s = INTERFACE_POLL_INTERVAL_S
            try:
                if interfaces:
                    await self._search(interfaces)
                    delay_s = 0.0
            except (OSError, RuntimeError, ZeroconfError) as error:
                self.trouble = _("This network cannot be searched: {error}.", error=error)
                delay_s = RETRY_DELAY_S
            self._found.clear()
            self._asked.clear()
            self._update_rows()
            await trio.sleep(delay_s)

    async def _search(self, interfaces: tuple[Interface, ...]) -> None:
        zeroconf = await trio.to_thread.run_sync(open_zeroconf, interfaces)
        try:
            self.trouble = ""
            await self._listen(zeroconf, interfaces)
        finally:
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(zeroconf.close)

    async def _listen(self, zeroconf: Zeroconf, interfaces: tuple[Interface, ...]) -> None:
        """Read the events of the browser and query each announced name, until the interfaces change."""
        token = trio.lowlevel.current_trio_token()
        found_in, found_out = trio.open_memory_channel[tuple[str, ServiceStateChange]](1_000)

        def handle_change(name: str, change: ServiceStateChange) -> None:
            with suppress(trio.WouldBlock, trio.BrokenResourceError):
                found_in.send_nowait((name, change))

        def note_change(
            zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
        ) -> None:
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(handle_change, name, state_change)

        await trio.to_thread.run_sync(partial(ServiceBrowser, zeroconf, SERVICE, handlers=[note_change]))
        limiter = trio.CapacityLimiter(4)
        async with trio.open_nursery() as nursery, found_out:
            while self.interfaces() == interfaces:
                with trio.move_on_after(INTERFACE_POLL_INTERVAL_S):
                    async for name, change in found_out:
                        if change is ServiceStateChange.Removed:
                            self._asked.pop(name, None)
                            self._forget(name)
                        elif name in self._asked or len(self._asked) < MAX_ANNOUNCEMENTS:
                            self._asked[name] = next(self._questions)
                            nursery.start_soon(self._query_announcement, zeroconf, name, limiter)
            nursery.cancel_scope.cancel()

    async def _query_announcement(self, zeroconf: Zeroconf, name: str, limiter: trio.CapacityLimiter) -> None:
        """Query an announced name; an invalid response is not listed."""
        question = self._asked[name]
        look = partial(zeroconf.get_service_info, SERVICE, name, QUERY_TIMEOUT_MS)
        info = None
        with suppress(OSError, ZeroconfError):
            info = await trio.to_thread.run_sync(look, limiter=limiter, abandon_on_cancel=True)
        if self._asked.get(name) != question:
            return
        host = nearest(info.parsed_addresses(), own_networks()) if info else ""
        found = read_properties(host, info.port or 0, info.properties) if info and host else None
        if found is None:
            self._forget(name)
        elif self._found.get(name) != found:
            self._found[name] = found
            self._update_rows()

    def _forget(self, name: str) -> None:
        if self._found.pop(name, None):
            self._update_rows()


def nearest(addresses: Sequence[str], networks: Sequence[Network]) -> str:
    """Return the server address to use from here: in the smallest shared network, else the first."""

    def size(address: str) -> float:
        ip = ipaddress.ip_address(address)
        return min((network.num_addresses for network in networks if ip in network), default=math.inf)

    return min(addresses, key=size, default="")


def own_networks() -> list[Network]:
    """Return the networks of this machine."""
    found: list[Network] = []
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            found.append(ipaddress.ip_network(f"{text}/{ip.network_prefix}", strict=False))
    return found
