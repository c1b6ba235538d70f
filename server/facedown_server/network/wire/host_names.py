"""The names under which a server answers on its own network.

A foreign page can make its name point at an address of this network (DNS rebinding). The browser then takes
this server for a part of that page, and lets the page read it. The name in the request discloses the attack:
so a client from a private address must use a name that no stranger can own, or a configured one.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from facedown_server.network.wire.addresses import FAR, is_address, label

LOCAL_ENDINGS = (".local", ".localhost", ".internal")
"""Suffixes that no Internet domain has."""

MAX_NAME_LETTERS, MAX_LABEL_LETTERS = 253, 63
_LABEL = re.compile(r"[A-Za-z0-9_-]+")


def is_host_name(text: str) -> bool:
    """Return whether the text can be the name of a computer: labels separated by dots."""
    labels = text.split(".")
    return len(text) <= MAX_NAME_LETTERS and all(
        len(label) <= MAX_LABEL_LETTERS and _LABEL.fullmatch(label) for label in labels
    )


def host_name(header: str) -> str:
    """Return the name or address in a Host header, without its port."""
    text = header.strip().lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0].removesuffix(".")


def configured_names(public_url: str, hosts: Iterable[str] = (), bind: Iterable[str] = ()) -> frozenset[str]:
    """Return the server's own names, from its settings."""
    url = urlsplit(public_url).hostname or ""
    return frozenset(filter(None, (url, *map(host_name, hosts), *map(str.lower, bind))))


def is_known_name(name: str, own: frozenset[str]) -> bool:
    """Return whether the name is one of the server's own, or one that no stranger can own.

    A name without a dot belongs to the local network: no top-level domain of the Internet has an address.
    """
    return "." not in name or is_address(name) or name.endswith(LOCAL_ENDINGS) or name in own


def is_local(peer: str) -> bool:
    """Return whether an address belongs to this computer or a private network."""
    return is_address(peer) and label(ipaddress.ip_address(peer)) != FAR


def unknown_name(peer: str, hosts: Sequence[str], own: frozenset[str], nodes: Iterable[str] = ()) -> str:
    """Return the host name of a nearby client's request if it is none of the server's; "" if it is fine.

    `hosts`: the Host headers, none from a program without one. `nodes`: addresses of the service's nodes.
    """
    if not is_local(peer):
        return ""
    own |= {host_name(urlsplit(node).netloc) for node in nodes}
    return next((name for name in map(host_name, hosts) if not is_known_name(name, own)), "")
