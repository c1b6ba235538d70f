"""The tables of a server by the IP address that opened them and by kind, and the quotas of both."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from facedown_server.network.wire.addresses import is_within
from facedown_server.network.wire.quotas import AddressCounts, quota_levels
from facedown_server.room.server_context import ServerContext
from facedown_shared.protocol.messages import Settings
from facedown_shared.text import Code, Illegal, TargetGone, words

OFF = {"practice": words("practice_off"), "solo": words("solo_off")}
FULL = {"practice": words("practice_full"), "solo": words("solo_full")}
"""The refusals of tables for one person, by kind."""


class OpenedTables:
    """Who opened which table of this server."""

    def __init__(self, server: ServerContext) -> None:
        self._server = server
        self.openers: dict[str, str] = {}
        """The address that opened each table, by code; "" if it is not known, or was the operator's."""
        self._kinds: dict[str, str] = {}
        """The kind of each table for one person, by code."""

    def register(self, code: str, address: str, settings: Settings) -> None:
        """Count a table for the address that opened it, and for its kind."""
        self.openers[code] = address
        if settings.alone_kind:
            self._kinds[code] = settings.alone_kind

    def remove(self, code: str) -> None:
        """Count a table no more."""
        del self.openers[code]
        self._kinds.pop(code, None)

    def counts(self) -> AddressCounts:
        """Return the number of tables that each address has opened on this server."""
        return AddressCounts.counts_of(filter(None, self.openers.values()))

    def check(self, address: str, settings: Settings) -> None:
        """Raise TargetGone if an address, or a network that contains it, has reached its quota on all nodes
        together, or if this server has no place for another table of this kind; Illegal if it offers none.
        """
        self._check(address, self.counts())
        self._check_kind(address, settings.alone_kind)

    def check_offered(self, kind: str) -> None:
        """Raise Illegal if this server offers no tables of this kind."""
        if kind and not self._quota(kind):
            raise Illegal(OFF[kind], Code.NOT_ALLOWED)

    @asynccontextmanager
    async def count(self, code: str, address: str, settings: Settings) -> AsyncIterator[None]:
        """Count a table that an address is about to open, on all nodes together; not if the block raises.

        Raises TargetGone if it is one too many: others may have been opened at other nodes meanwhile.
        """
        self.register(code, address, settings)
        opened, service = self.counts(), self._server.service
        try:
            if service is not None:
                await service.count_opened(address, opened[address])
            self._check(address, opened, spare=1)
            self._check_kind(address, settings.alone_kind, spare=1)
            yield
        except BaseException:
            self.remove(code)
            raise

    def _check(self, address: str, opened: AddressCounts, spare: int = 0) -> None:
        bounds = self._server.bounds
        if is_within(address, bounds.trusted_networks):
            return
        if (service := self._server.service) is not None:
            opened.update({name: service.opened_count(name) for name, _ in quota_levels(address)})
        if opened.has_reached(address, bounds.tables_per_address, spare):
            raise TargetGone(Code.SERVER_FULL, words("too_many_tables_of_address"))

    def _quota(self, kind: str) -> int:
        bounds = self._server.bounds
        return bounds.practice if kind == "practice" else bounds.solo

    def _check_kind(self, address: str, kind: str, spare: int = 0) -> None:
        """Check the quotas of tables for one person: of their kind, and of the address for both kinds."""
        if not kind:
            return
        self.check_offered(kind)
        if sum(one == kind for one in self._kinds.values()) >= self._quota(kind) + spare:
            raise TargetGone(Code.SERVER_FULL, FULL[kind])
        bounds = self._server.bounds
        opened = AddressCounts.counts_of(filter(None, (self.openers[code] for code in self._kinds)))
        is_trusted = is_within(address, bounds.trusted_networks)
        if not is_trusted and opened.has_reached(address, bounds.alone_per_address, spare):
            raise TargetGone(Code.SERVER_FULL, words("too_many_alone_of_address"))
