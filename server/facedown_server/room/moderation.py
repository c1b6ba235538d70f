"""The operator's bans and mutes on this server: of names, IP addresses and networks, until they end."""

from __future__ import annotations

import ipaddress
import math
from collections import defaultdict
from collections.abc import Iterable
from typing import get_args

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.names import ADDRESS_SHAPE, clean_name, skeleton
from facedown_server.network.wire.addresses import NETWORK_BITS, crowd_key, is_network
from facedown_server.runtime.world import World
from facedown_server.storage.restrictions import Kind, Restriction
from facedown_shared.text import BadInput, Code, Illegal, _, words


def restriction_target(text: str) -> str:
    """Return the name, IP address or network that an operator means: an IPv6 address is its /64 network.

    Raises Illegal if it is no name, BadInput if it looks like an address and is none.
    """
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        if ADDRESS_SHAPE.fullmatch(text.strip()):
            raise BadInput(
                Code.BAD_SETTING, _("{text} is no IP address and no network.", text=text.strip())
            ) from None
        return clean_name(text)
    alone = network.prefixlen == network.max_prefixlen
    return crowd_key(str(network.network_address)) or str(network.network_address) if alone else str(network)


class _Index:
    """The targets of one kind, found without a look at each: every message of a client asks."""

    def __init__(self, targets: Iterable[str] = ()) -> None:
        self.targets = tuple(targets)
        self._looks = {skeleton(target) for target in self.targets if not is_network(target)}
        self._networks: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        """IP version and length of a prefix -> the prefixes."""
        for network in map(ipaddress.ip_network, filter(is_network, self.targets)):
            length = network.prefixlen
            if network.version == 6:  # an address counts as its whole /64
                length = min(length, NETWORK_BITS)
            start = int(network.network_address) >> (network.max_prefixlen - length)
            self._networks[network.version, length].add(start)

    def has_address(self, address: str) -> bool:
        """Return whether an address, as limits count it, is in one of the networks."""
        if not self._networks or not is_network(address):
            return False
        here = ipaddress.ip_network(address)
        start, bits = int(here.network_address), here.max_prefixlen
        return any(
            version == here.version and start >> (bits - length) in starts
            for (version, length), starts in self._networks.items()
        )

    def has_name(self, names: Iterable[str]) -> bool:
        """Return whether one of the names looks like one of the targets."""
        return bool(self._looks) and not self._looks.isdisjoint(map(skeleton, names))


class Moderation:
    """The restrictions that hold on this server."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._all: tuple[Restriction, ...] = ()
        self._in_force: list[Restriction] = []
        """Those that had not ended when they were last replaced."""
        self._indexes: dict[Kind, _Index] = {kind: _Index() for kind in get_args(Kind)}
        self._valid_until = math.inf
        """The time at which the next restriction ends."""

    def replace(self, restrictions: Iterable[Restriction]) -> bool:
        """Replace all restrictions; return whether others are in force than before."""
        self._all, before = tuple(restrictions), self._in_force
        self._in_force = self.active
        self._build_indexes(self._in_force)
        return self._in_force != before

    def _build_indexes(self, active: list[Restriction]) -> None:
        self._valid_until = min((each.ends for each in active if each.ends), default=math.inf)
        for kind in self._indexes:
            self._indexes[kind] = _Index(each.target for each in active if each.kind == kind)

    @property
    def active(self) -> list[Restriction]:
        """The restrictions that have not ended."""
        if not self._all:
            return []
        now = self._world.wall().timestamp()
        return [each for each in self._all if not each.ends or now < each.ends]

    @property
    def banned_names(self) -> tuple[str, ...]:
        """The banned names, for relays."""
        return tuple(name for name in self._targets("ban") if not is_network(name))

    def addresses(self, kind: Kind) -> tuple[str, ...]:
        """Return the banned or muted addresses and networks, for relays."""
        return tuple(address for address in self._targets(kind) if is_network(address))

    def is_banned(self, guest: Guest) -> bool:
        """Return whether a guest is banned by name or address."""
        return self.applies("ban", guest.address, guest.name, guest.shown)

    def check_ban(self, guest: Guest, seat_name: str = "") -> None:
        """Raise Illegal if a guest, or the player whose seat they resume, is banned."""
        if self.is_banned(guest) or (seat_name and self.applies("ban", "", seat_name)):
            raise Illegal(words("banned_by_operator"), Code.NOT_ALLOWED)

    def check_mute(self, address: str, name: str) -> None:
        """Raise Illegal if a person may not chat. `address`: "" for a person behind a relay."""
        if self.applies("mute", address, name):
            raise Illegal(words("muted_by_operator"), Code.NOT_ALLOWED)

    def applies(self, kind: Kind, address: str, *names: str) -> bool:
        """Return whether a restriction of this kind holds for an address, or for a name that looks like one
        of these.
        """
        if not self._all:
            return False
        index = self._index(kind)
        return index.has_address(address) or index.has_name(names)

    def _targets(self, kind: Kind) -> tuple[str, ...]:
        return self._index(kind).targets

    def _index(self, kind: Kind) -> _Index:
        if self._world.wall().timestamp() >= self._valid_until:
            self._build_indexes(self.active)
        return self._indexes[kind]
