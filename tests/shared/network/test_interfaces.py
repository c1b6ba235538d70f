"""The interfaces that multicast DNS uses, as Linux, Windows and macOS list them."""

from __future__ import annotations

import ifaddr
import pytest
from zeroconf import Zeroconf

from facedown_shared.network import interfaces
from facedown_shared.network.interfaces import open_zeroconf, usable_interfaces

HERE = "127.0.0.1"
LOOPBACK_6 = ("::1", 0, 0)
ABSENT_6 = ("2001:db8::57", 0, 0)
"""An address that no machine has: like one that the system still checks, it cannot be bound."""


def adapter(name: str, nice_name: str, index: int | None, *ips: str | tuple[str, int, int]) -> ifaddr.Adapter:
    """Return an adapter as ifaddr describes it."""
    return ifaddr.Adapter(
        name, nice_name, [ifaddr.IP(ip, 24 if isinstance(ip, str) else 64, nice_name) for ip in ips], index
    )


LINUX = [
    adapter("lo", "lo", 1, "127.0.0.1", LOOPBACK_6),
    adapter("wlan0", "wlan0", 3, "192.168.1.20", ABSENT_6),
    adapter("ifb0", "ifb0", 2),
]
WINDOWS = [
    adapter("{4C5E}", "Intel(R) Wi-Fi 6 AX201", 14, ABSENT_6, "192.168.1.20"),
    adapter("{9A01}", "Software Loopback Interface 1", 1, LOOPBACK_6, "127.0.0.1"),
    adapter("{77F0}", "TAP adapter without an index", None, "10.8.0.2", LOOPBACK_6),
]
MACOS = [
    adapter("lo0", "lo0", 1, "127.0.0.1", LOOPBACK_6, ("fe80::1", 0, 1)),
    adapter("en0", "en0", 6, ("fe80::1c2b", 0, 6), "192.168.1.20"),
]


@pytest.mark.parametrize(
    ("adapters", "expected"),
    [
        (LINUX, ((1, ""), (1, HERE), (3, "192.168.1.20"))),
        (WINDOWS, ((0, "10.8.0.2"), (1, ""), (1, HERE), (14, "192.168.1.20"))),
        (MACOS, ((1, ""), (1, HERE), (6, ""), (6, "192.168.1.20"))),
        ([], ()),
    ],
    ids=["Linux", "Windows", "macOS", "no network"],
)
def test_interfaces_that_can_send(
    adapters: list[ifaddr.Adapter], expected: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(interfaces, "_is_bindable", lambda address: address != ABSENT_6)
    assert usable_interfaces() == expected


def test_an_address_that_this_machine_does_not_have_yet_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: LINUX)
    assert (3, "") not in usable_interfaces()


def test_ipv4_remains_where_the_system_refuses_ipv6(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[list[str | int]] = []

    def start(chosen: list[str | int]) -> Zeroconf:
        tries.append(chosen)
        if 1 in chosen:
            raise OSError(97, "Address family not supported by protocol")
        return Zeroconf(chosen)

    monkeypatch.setattr(interfaces, "Zeroconf", start)
    open_zeroconf([(1, ""), (1, HERE)]).close()
    assert tries == [[1, HERE], [HERE]]
