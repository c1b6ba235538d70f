"""The tables of a server by the IP address that opened them, and the quota of each address."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from facedown_server.network.wire.addresses import is_within
from facedown_server.network.wire.quotas import AddressCounts, quota_levels
from facedown_server.room.server_context import ServerContext
from facedown_shared.text import Code, TargetGone, words


class OpenedTables:
    """Who opened which table of this server."""

    def __init__(self, server: ServerContext) -> None:
        self._server = server
        self.openers: dict[str, str] = {}
        """The address that opened each table, by code; "" if it is not known, or was the operator's."""

    def counts(self) -> AddressCounts:
        """Return the number of tables that each address has opened on this server."""
        return AddressCounts.counts_of(filter(None, self.openers.values()))

    def check(self, address: str) -> None:
        """Raise TargetGone if an address, or a network that contains it, has reached its quota on all nodes
        together.
        """
        self._check(address, self.counts())

    @asynccontextmanager
    async def count(self, code: str, address: str) -> AsyncIterator[None]:
        """Count a table that an address is about to open, on all nodes together; not if the block raises.

        Raises TargetGone if it is one too many: others may have been opened at other nodes meanwhile.
        """
        self.openers[code] = address
        opened, service = self.counts(), self._server.service
        try:
            if service is not None:
                await service.count_opened(address, opened[address])
            self._check(address, opened, spare=1)
            yield
        except BaseException:
            del self.openers[code]
            raise

    def _check(self, address: str, opened: AddressCounts, spare: int = 0) -> None:
        bounds = self._server.bounds
        if is_within(address, bounds.trusted_networks):
            return
        if (service := self._server.service) is not None:
            opened.update({name: service.opened_count(name) for name, _ in quota_levels(address)})
        if opened.has_reached(address, bounds.tables_per_address, spare):
            raise TargetGone(Code.SERVER_FULL, words("too_many_tables_of_address"))
