"""Local server that hosts a table for others: it keeps running after we leave the table, until ended."""

from __future__ import annotations

import trio

from facedown_shared.network import links


class OwnServer:
    """Holder of at most one local server that is open to others."""

    def __init__(self) -> None:
        self.address: links.TableLink | None = None
        """Address of the server; None without one."""
        self.goes_on = False
        """True if the server runs on although we have left its table."""
        self._scope: trio.CancelScope | None = None

    def register(self, address: links.TableLink, scope: trio.CancelScope) -> None:
        """Register a started server; cancelling the scope ends it."""
        self.address, self._scope, self.goes_on = address, scope, False

    def is_in_scope(self, scope: trio.CancelScope) -> bool:
        """Return whether cancelling this scope ends the server."""
        return self._scope is scope

    def stop(self) -> None:
        """End the server; its duels are stored."""
        if self._scope is not None:
            self._scope.cancel()
        self.forget()

    def forget(self) -> None:
        """Unregister a server that has ended by itself."""
        self.address = self._scope = None
        self.goes_on = False
