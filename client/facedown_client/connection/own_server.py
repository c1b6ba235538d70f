"""The server of our own at whose table we are, or were: it goes on for others until it is ended."""

from __future__ import annotations

import trio

from facedown_shared.network import links


class OwnServer:
    """At most one server that is open to others."""

    def __init__(self) -> None:
        self.address: links.TableLink | None = None
        """Where it is; None while there is none."""
        self.goes_on = False
        """Whether it goes on though we are not at its table."""
        self._scope: trio.CancelScope | None = None

    def begin(self, address: links.TableLink, scope: trio.CancelScope) -> None:
        """It is there now; cancelling the scope ends it."""
        self.address, self._scope, self.goes_on = address, scope, False

    def runs_in(self, scope: trio.CancelScope) -> bool:
        """Return whether this is the scope that ends it."""
        return self._scope is scope

    def end(self) -> None:
        """End it; its duels are stored."""
        if self._scope is not None:
            self._scope.cancel()
        self.forget()

    def forget(self) -> None:
        """It has ended by itself."""
        self.address = self._scope = None
        self.goes_on = False
