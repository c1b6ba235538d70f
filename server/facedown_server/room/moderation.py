"""The operator's bans and mutes on this server: of names, IP addresses and networks, until they end."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.names import ADDRESS_SHAPE, clean_name, skeleton
from facedown_server.network.wire.addresses import crowd_key, is_network, is_within
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


class Moderation:
    """The restrictions that hold on this server."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._all: tuple[Restriction, ...] = ()
        self._in_force: list[Restriction] = []
        """Those that had not ended when they were last replaced."""

    def replace(self, restrictions: Iterable[Restriction]) -> bool:
        """Replace all restrictions; return whether others are in force than before."""
        self._all, before = tuple(restrictions), self._in_force
        self._in_force = self.active
        return self._in_force != before

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
        targets = self._targets(kind)
        if not targets:
            return False
        networks = tuple(target for target in targets if is_network(target))
        looks = {skeleton(target) for target in targets if not is_network(target)}
        return is_within(address, networks) or not looks.isdisjoint(map(skeleton, names))

    def _targets(self, kind: Kind) -> list[str]:
        return [each.target for each in self.active if each.kind == kind]
