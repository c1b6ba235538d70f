"""Opening the TCP stream to a server, and whose certificates are trusted there: the same for all clients.

One rule says which addresses a server may name.

The address that a person gave is dialled as it is. Any other address, which only a server named, is dialled
if its network is no more private than that of the given one: a server on the Internet cannot make its clients
connect to their own computer, to their local network, or to a cloud's metadata service.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import ssl
import sys
from enum import IntEnum

import trio

from facedown_shared.network.connection_errors import ConnectionLost
from facedown_shared.network.links import TableLink
from facedown_shared.text import Code, _

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def trusted_authorities() -> ssl.SSLContext:
    """Return the TLS context of a client: it trusts the certificate authorities that the system trusts.

    `SSL_CERT_FILE` and `SSL_CERT_DIR` name others. Python reads no keychain on macOS, where the build of
    python.org trusts none at all, and misses those that Windows fetches on demand.
    """
    names_own = os.environ.get("SSL_CERT_FILE") or os.environ.get("SSL_CERT_DIR")
    if (sys.platform == "darwin" or sys.platform == "win32") and not names_own:
        import truststore

        return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return ssl.create_default_context()


class Reach(IntEnum):
    """From where an IP address can be reached, the most private first."""

    COMPUTER = 0
    LINK = 1
    SITE = 2
    INTERNET = 3


def reach_of(address: str) -> Reach:
    """Return from where a numeric IP address can be reached."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        in_nat64 = ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF) if ip in _NAT64 else None
        ip = ip.ipv4_mapped or ip.sixtofour or in_nat64 or ip
    if ip.is_loopback or ip.is_unspecified or ip.is_multicast:
        return Reach.COMPUTER
    if ip.is_link_local:
        return Reach.LINK
    return Reach.INTERNET if ip.is_global else Reach.SITE


class Dialer:
    """Opens streams to the nodes of the service that was found at `given`."""

    def __init__(self, link: TableLink) -> None:
        self._given = link.host, link.port
        self._reach = Reach.INTERNET
        """The reach of the given address, once it was dialled."""

    async def open(self, there: TableLink) -> trio.abc.Stream:
        """Open a TCP stream.

        Raises ConnectionLost if the address is more private than the given one, OSError if it cannot be
        reached.
        """
        if (there.host, there.port) == self._given:
            stream = await trio.open_tcp_stream(there.host, there.port)
            self._reach = reach_of(stream.socket.getpeername()[0])
            return stream
        # The name is resolved once: a second answer could be another address.
        rows = await trio.socket.getaddrinfo(there.host, there.port, type=socket.SOCK_STREAM)
        allowed = [str(row[4][0]) for row in rows if reach_of(str(row[4][0])) >= self._reach]
        if not allowed:
            raise ConnectionLost(
                Code.NOT_ALLOWED,
                _("{netloc} was named by the server, but is not on its network.", netloc=there.netloc),
            )
        for address in allowed[:-1]:
            try:
                return await trio.open_tcp_stream(address, there.port)
            except OSError:
                continue
        return await trio.open_tcp_stream(allowed[-1], there.port)
