"""The route to a service of several nodes: the node in use now, and its timeouts. Clients and relays use it.
Knows no sockets.

A link leads to a service. Each node lists all nodes in its Welcome, and redirects a client to its table's
owner. A client follows no redirect to an address that is not listed, and none to a former owner. A node's
messages about a table count only after it has named its epoch. A silent node is given up for the next one.
Which listed addresses are dialled: `dialing.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from facedown_shared.network.connection_errors import ConnectionLost
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.messages import (
    AtTable,
    FromServer,
    Moved,
    Nodes,
    Opened,
    Pledge,
    Prompt,
    PromptOver,
    Seated,
    Shares,
    Update,
    Whole,
)
from facedown_shared.text import BadInput, Code, _

SILENCE_TIMEOUT_S = 1.2
"""Seconds without a message, despite pings, after which another node is tried."""

PING_INTERVAL_S = 0.4
"""Seconds between two pings if there is another node."""

CONNECT_TIMEOUT_S = 1.5
"""Seconds for a node to accept the connection if there is another one."""

FAILOVER_SPEEDUP_RATIO = 4.0
"""Divisor of retry delays if the next attempt goes to another node."""

MAX_REDIRECTS = 8
"""Redirects followed in a row without reaching a table; after that retry delays apply again."""

OF_A_TABLE = (AtTable, Whole, Update, Prompt, PromptOver, Pledge, Shares, Opened)
"""Message types that only clients at a table receive."""


class Redirected(Exception):
    """Redirect of the node to another one, which is tried at once."""


class ServiceRoute:
    """The nodes of a service and the one in use.

    `link`: where the service was first found. `hosts`: the other hosts on which nodes are followed; None:
    all.
    """

    def __init__(self, link: TableLink, hosts: Collection[str] | None = None) -> None:
        self.here = link
        """The node in use."""
        self._link = link
        self._hosts = None if hosts is None else frozenset((link.host, *hosts))
        self._nodes: tuple[TableLink, ...] = ()
        self._epochs: dict[str, int] = {}
        """The highest known epoch of each table."""
        self._at_table = False
        """True once this connection has reached a table, at a valid epoch."""
        self._in_a_row = 0

    @property
    def has_other_nodes(self) -> bool:
        """True if the service has another node."""
        return len(self._nodes) > 1

    @property
    def is_at_table(self) -> bool:
        """True once this connection has reached a table."""
        return self._at_table

    @property
    def delay_divisor(self) -> float:
        """Divisor of retry delays."""
        return FAILOVER_SPEEDUP_RATIO if self.has_other_nodes else 1.0

    def connect_timeout(self, usual: float) -> float:
        """Return the seconds for a server to accept a connection and complete the handshake."""
        return CONNECT_TIMEOUT_S if self.has_other_nodes else usual

    def ping_interval(self, usual: float) -> float:
        """Return the seconds between two pings; `usual` if there is no other node."""
        return PING_INTERVAL_S if self.has_other_nodes else usual

    def silence_timeout(self, usual: float) -> float:
        """Return the seconds of silence after which a node is given up; `usual` if there is no other node."""
        return SILENCE_TIMEOUT_S if self.has_other_nodes else usual

    def note_welcome(self, nodes: Sequence[str]) -> None:
        """Note a new connection and the list of nodes in its Welcome."""
        self._at_table = False
        self.store_nodes(nodes)

    def store_nodes(self, nodes: Sequence[str]) -> None:
        """Store the list of the service's nodes."""
        found = (_parse_server(address) for address in nodes)
        self._nodes = tuple(node for node in found if node is not None and self._is_followed(node))

    def _is_followed(self, node: TableLink) -> bool:
        return self._hosts is None or node.host in self._hosts

    def drop_node(self) -> None:
        """Remove the node in use, and switch to where the service was first found."""
        self._nodes = tuple(node for node in self._nodes if node != self.here)
        self.here = self._link

    def switch_node(self) -> None:
        """Switch to the next node of the service, if there is one."""
        if self.has_other_nodes:
            known = self._nodes if self._link in self._nodes else (*self._nodes, self._link)
            at = known.index(self.here) + 1 if self.here in known else 0
            self.here = known[at % len(known)]

    def check(self, message: FromServer) -> None:
        """Check a message for redirects and epochs.

        Raises Redirected if a node names another valid one. Raises ConnectionLost if the message is invalid;
        the next attempt then goes to another node if there is one.
        """
        match message:
            case Moved(address=address, code=code, epoch=epoch):
                self._go_to(address, code, epoch)
            case Nodes(nodes=nodes):
                self.store_nodes(nodes)
            case Seated(code=code, epoch=epoch):
                self._raise(code, epoch)
                self._at_table, self._in_a_row = True, 0
            case _ if not self._at_table and isinstance(message, OF_A_TABLE):
                raise _connection_lost(_("The server sent news of a table before we had joined one."))

    def _go_to(self, address: str, code: str, epoch: int) -> None:
        there = _parse_server(address)
        if there is not None and not self._is_followed(there):
            sentence = _("The server redirected to {host}, which is not followed.", host=there.host)
            raise _connection_lost(sentence)
        if there is None or there not in self._nodes:
            raise _connection_lost(_("The server redirected to one that does not belong to its service."))
        self._raise(code, epoch)
        self._in_a_row += 1
        if self._in_a_row > MAX_REDIRECTS:
            raise _connection_lost(_("The servers redirect in a circle."))
        self.here = there
        raise Redirected

    def _raise(self, code: str, epoch: int) -> None:
        if epoch < self._epochs.get(code, 0):
            raise _connection_lost(_("The table has moved from this server to another one."))
        self._epochs[code] = epoch


def _connection_lost(sentence: str) -> ConnectionLost:
    return ConnectionLost(Code.NOT_NOW, sentence)


def _parse_server(address: str) -> TableLink | None:
    """Return the server at an address; None if the address is invalid."""
    try:
        found = parse_link(address)
    except BadInput:
        return None
    return found.server
