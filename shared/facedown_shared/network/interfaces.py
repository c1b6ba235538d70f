"""The network interfaces that multicast DNS uses. Server and client follow them while they run."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import suppress

import ifaddr
from zeroconf import Zeroconf

INTERFACE_POLL_INTERVAL_S = 5.0
"""Seconds between two checks of the interfaces, which change when a network connects or disconnects."""

Interface = tuple[int, str]
"""Index of an interface and one of its IPv4 addresses, or "" for all its IPv6 addresses."""


def usable_interfaces() -> tuple[Interface, ...]:
    """Return the interfaces that can send multicast now, in order.

    An IPv6 address is left out while the system checks that it is unique.
    """
    found: set[Interface] = set()
    for adapter in ifaddr.get_adapters():
        own = [ip.ip for ip in adapter.ips]
        found |= {(adapter.index or 0, ip) for ip in own if isinstance(ip, str)}
        first = next((ip for ip in own if not isinstance(ip, str)), None)
        if adapter.index and first is not None and _is_bindable(first):
            found.add((adapter.index, ""))
    return tuple(sorted(found))


def open_zeroconf(interfaces: Sequence[Interface]) -> Zeroconf:
    """Return multicast DNS on these interfaces; on IPv4 alone if the system refuses IPv6. Blocks.

    Raises OSError, RuntimeError or zeroconf.Error.
    """
    if any(not address for _index, address in interfaces):
        with suppress(OSError, RuntimeError):
            return Zeroconf([address or index for index, address in interfaces])
    return Zeroconf([address for _index, address in interfaces if address])


def _is_bindable(address: tuple[str, int, int]) -> bool:
    with suppress(OSError), socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as sock:
        host, flow, scope = address
        sock.bind((host, 0, flow, scope))
        return True
    return False
