"""Announce this server and its open tables on the local network, by multicast DNS.

zeroconf works in threads of its own; this module waits for it in trio's. A network without multicast is no
failure: people can always join by link or address.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import structlog
import trio
from zeroconf import Error as ZeroconfError
from zeroconf import ServiceInfo, Zeroconf

from facedown_shared.network.announcements import ANNOUNCEMENT_TTL_S, SERVICE, properties
from facedown_shared.network.interfaces import (
    INTERFACE_POLL_INTERVAL_S,
    Interface,
    open_zeroconf,
    usable_interfaces,
)
from facedown_shared.protocol.messages import LobbyRow

log = structlog.get_logger(__name__)

MAX_ANNOUNCED_TABLES = 40
"""Tables announced at once; more would flood the network, and the server itself is found anyway."""

RETRY_DELAY_S = 30.0
"""Seconds until the next attempt if the network refuses multicast."""

GOODBYE_TIMEOUT_S = 3.0
"""Seconds for withdrawing the announcements when the server stops."""

MAX_NETWORK_THREADS = 8
"""Threads that may wait for the network."""

FAILED = (OSError, ZeroconfError, RuntimeError, TimeoutError)


@dataclass(slots=True)
class Announcer:
    """Announcer of one server while `run` runs. Call `request_update` when the rows have changed.

    `tag` distinguishes this server's names on the network; `hosts` returns the server's addresses,
    `interfaces` the interfaces to announce on. Both may change, and may be empty until a network comes up.
    """

    title: str
    port: int
    tag: str
    hosts: Callable[[], Sequence[str]]
    rows: Callable[[], Sequence[LobbyRow]]
    secure: bool = False
    has_password: bool = False
    """True if the server has a password, which its tables need."""
    interfaces: Callable[[], tuple[Interface, ...]] = usable_interfaces
    _changed: trio.Event = field(default_factory=trio.Event)
    _told: dict[str, ServiceInfo] = field(default_factory=dict)

    def request_update(self) -> None:
        """Update the announcements soon: the rows have changed."""
        self._changed.set()

    async def run(self) -> None:
        """Announce until cancelled, then withdraw the announcements."""
        while True:
            hosts, interfaces = tuple(self.hosts()), self.interfaces()
            if not hosts or not interfaces:
                await trio.sleep(INTERFACE_POLL_INTERVAL_S)
                continue
            try:
                await self._announce(hosts, interfaces)
            except FAILED as error:
                log.warning("not announced on this network", error=str(error))
                await trio.sleep(RETRY_DELAY_S)

    async def _announce(self, hosts: tuple[str, ...], interfaces: tuple[Interface, ...]) -> None:
        """Announce these addresses on these interfaces until either changes."""
        zeroconf = await trio.to_thread.run_sync(open_zeroconf, interfaces)
        try:
            while (tuple(self.hosts()), self.interfaces()) == (hosts, interfaces):
                self._changed = trio.Event()
                await self._update_announcements(zeroconf, hosts)
                with trio.move_on_after(INTERFACE_POLL_INTERVAL_S):
                    await self._changed.wait()
        finally:
            self._told.clear()
            with trio.CancelScope(shield=True, deadline=trio.current_time() + GOODBYE_TIMEOUT_S):
                await trio.to_thread.run_sync(zeroconf.close, abandon_on_cancel=True)

    async def _update_announcements(self, zeroconf: Zeroconf, hosts: tuple[str, ...]) -> None:
        """Register, update and withdraw announcements that have changed since the last call."""
        wanted = self._wanted_services(hosts)
        limiter = trio.CapacityLimiter(MAX_NETWORK_THREADS)
        register = partial(zeroconf.register_service, cooperating_responders=True)
        async with trio.open_nursery() as nursery:
            for name, info in wanted.items():
                old = self._told.get(name)
                if old is None:
                    nursery.start_soon(self._change_announcement, register, name, info, limiter)
                elif old.text != info.text:
                    nursery.start_soon(
                        self._change_announcement, zeroconf.update_service, name, info, limiter
                    )
            for name in [name for name in self._told if name not in wanted]:
                nursery.start_soon(
                    self._change_announcement, zeroconf.unregister_service, name, None, limiter
                )

    async def _change_announcement(
        self,
        act: Callable[[ServiceInfo], object],
        name: str,
        info: ServiceInfo | None,
        limiter: trio.CapacityLimiter,
    ) -> None:
        """Make one change of an announcement; a failed one is retried at the next check."""
        try:
            await trio.to_thread.run_sync(act, info or self._told[name], limiter=limiter)
        except FAILED as error:
            log.warning("not announced on this network", name=name, error=type(error).__name__)
        else:
            self._told.pop(name, None)
            if info:
                self._told[name] = info

    def _wanted_services(self, hosts: tuple[str, ...]) -> dict[str, ServiceInfo]:
        """Return everything that should be announced now, by name."""
        rows = {row.code: row for row in self.rows()[:MAX_ANNOUNCED_TABLES]}
        return {
            name: ServiceInfo(
                SERVICE,
                f"{name} {self.tag}.{SERVICE}",
                port=self.port,
                properties=properties(self.title, row, secure=self.secure, has_password=self.has_password),
                server=f"facedown-{self.tag}.local.",
                host_ttl=ANNOUNCEMENT_TTL_S,
                other_ttl=ANNOUNCEMENT_TTL_S,
                parsed_addresses=list(hosts),
            )
            for name, row in {"server": None, **rows}.items()
        }
