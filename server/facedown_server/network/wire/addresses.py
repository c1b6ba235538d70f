"""The addresses under which a listening server can be reached, each with a label.

No address is tested: a router or firewall may still block an Internet address. Loopback is named only if the
server listens on nothing else.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import ifaddr

from facedown_server.network.wire.streams import own_address, standard_address
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.text import gettext_noop

HERE = gettext_noop("this computer")
NEAR = gettext_noop("this network")
FAR = gettext_noop("Internet, not checked")
INSIDE = "inside the container alone"

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 -- the default of a server people are meant to reach
"""Bind addresses that mean every network there is."""

THIS_MACHINE = ("127.0.0.1", "::1")
"""Addresses of programs on this computer: they are exempt from limits by address."""

_VIRTUAL = re.compile(
    r"(?i)(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxdbr|cni|podman)|.*(hyper-v|virtualbox|vmware)"
)
"""Adapters of virtual machines inside this one, by the prefix of their name or by their maker."""

SHARED_SPACE = ipaddress.IPv4Network("100.64.0.0/10")
"""Addresses behind a provider's or a private network's gateway: they count as near."""

NETWORK_BITS = 64
"""Length of the IPv6 prefix that every home has; addresses with the same prefix count as one."""

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Adapters = Callable[[], Iterable[tuple[str, str]]]
Labelled = tuple[str, str]


def reachable(
    bind: Sequence[str],
    port: int,
    *,
    secure: bool = False,
    public_url: str = "",
    container: bool = False,
    adapters: Adapters | None = None,
) -> tuple[Labelled, ...]:
    """Return (label, base address) of this server, best first: the configured ones, then IPv4, then IPv6.

    A node behind one public name is reached by that name alone, so that links stay valid after a takeover. A
    container's own addresses are unreachable from outside, so they are used only if there is no other.
    """
    service = parse_link(public_url).service if public_url else None
    addresses = [(_label_of_host(service.host), service.base)] if service is not None else []
    hosts = _hosts(bind, adapters or _adapters)
    if container:
        hosts = [] if addresses else [(INSIDE, host) for _, host in hosts]
    labels = {base: label for label, base in addresses}
    for label, host in hosts:
        labels.setdefault(TableLink(host, port, secure).base, label)
    return tuple((label, base) for base, label in labels.items())


def _label_of_host(host: str) -> str:
    """Return the label of a host that the settings name: a name may lead here from the Internet."""
    return label(ipaddress.ip_address(host)) if is_address(host) else FAR


def announceable(bind: Sequence[str], adapters: Adapters | None = None) -> tuple[str, ...]:
    """Return the numeric addresses that machines of this network can use; () for a server that only this one
    reaches.
    """
    hosts = _hosts(bind, adapters or _adapters)
    return tuple(host for name, host in hosts if name != HERE and is_address(host))


def may_be_announced(bind: Sequence[str]) -> bool:
    """Return whether machines of a network can use a server, now or once a network comes up."""
    return not set(EVERYWHERE).isdisjoint(bind) or bool(announceable(bind))


def _hosts(bind: Sequence[str], adapters: Adapters) -> list[Labelled]:
    """Return (label, address) of every listening address."""
    found: dict[str, str] = {}
    for address in bind:
        if address in EVERYWHERE:
            version = 4 if address == EVERYWHERE[0] else 6
            for host in _every(version, adapters):
                found.setdefault(str(host), label(host))
        elif is_address(address):
            found.setdefault(address, label(ipaddress.ip_address(address)))
        else:
            found.setdefault(address, HERE if address == "localhost" else NEAR)
    others = {host: name for host, name in found.items() if name != HERE}
    return [(name, host) for host, name in (others or found).items()]


def _every(version: int, adapters: Adapters) -> list[IpAddress]:
    """Return this machine's addresses that others could use: first that of the default route, at most one of
    a kind for each adapter.
    """
    way_out = own_address(version)
    found: dict[tuple[str, str], IpAddress] = {}
    for adapter, text in adapters():
        address = ipaddress.ip_address(text)
        if address.version != version or _VIRTUAL.match(adapter) or not _is_usable(address):
            continue
        key = (adapter, label(address) if version == 6 else text)
        if key not in found or text == way_out:
            found[key] = address
    usable = sorted(found.values(), key=lambda address: (str(address) != way_out, label(address) == FAR))
    return usable or [ipaddress.ip_address("127.0.0.1" if version == 4 else "::1")]


def _is_usable(address: IpAddress) -> bool:
    """Return whether others on a network can use the address: not loopback, link-local or reserved."""
    return not (
        address.is_loopback
        or address.is_link_local
        or address.is_multicast
        or address.is_unspecified
        or address.is_reserved
    )


def label(address: IpAddress) -> str:
    """Return a label of an address, derived from the address alone."""
    if address.is_loopback:
        return HERE
    if address.is_private or (address.version == 4 and address in SHARED_SPACE):
        return NEAR
    return FAR


def is_address(text: str) -> bool:
    """Return whether a text is the numeric address of one machine."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _adapters() -> list[tuple[str, str]]:
    """Return (adapter name, address) of every address of this machine."""
    return [
        (adapter.nice_name, ip.ip if isinstance(ip.ip, str) else ip.ip[0])
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]


def is_network(text: str) -> bool:
    """Return whether a text is a network, such as 192.168.0.0/16, or a numeric address."""
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4_096)
def is_within(address: str, networks: tuple[str, ...]) -> bool:
    """Return whether an address, or the network that it is counted as, is in one of these networks."""
    if not is_network(address):
        return False
    here = ipaddress.ip_network(address)
    return any(
        here.version == there.version and here.overlaps(there)
        for there in map(ipaddress.ip_network, networks)
    )


def crowd_key(peer: str, exempt: frozenset[str] = frozenset()) -> str:
    """Return the key that all limits count an address under: an IPv4 address, or an IPv6 /64.

    "" for this machine and for proxies, which have no limit. Limits of wider networks are in `quotas.py`.
    """
    try:
        address = ipaddress.ip_address(standard_address(peer))
    except ValueError:
        return ""
    if str(address) in THIS_MACHINE or str(address) in exempt:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, NETWORK_BITS), strict=False))
    return str(address)


def limits_key(peer: str) -> str:
    """Return the key of an address for limits that hold for this machine and proxies too."""
    return crowd_key(peer) or peer


def forwarded_address(hop: str) -> str:
    """Return the address in one part of X-Forwarded-For, without a port; "" if it is no address."""
    text = hop.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    address = standard_address(text)
    return address if is_address(address) else ""
