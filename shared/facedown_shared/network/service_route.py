"""The route to a service of several nodes: which node is in use now, and its timeouts. Used by clients and
relays. Knows no sockets.

A link leads to a service. Its nodes list all of them in their welcome; one of them redirects a client to its
table's owner, never to an address that the service does not list, and never back to a former owner. A node's
messages about a table count only after it has named its epoch. A silent node is left for the next one.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from facedown_shared.text.errors import BadInput, Code
from facedown_shared.text.language import _

SILENCE_TIMEOUT_S = 1.2
"""Seconds without a message, though an echo was requested, after which a node is left for another."""

PING_INTERVAL_S = 0.4
"""Seconds between two pings, where there is another node."""

CONNECT_TIMEOUT_S = 1.5
"""Seconds for such a node to accept the connection."""

FAILOVER_SPEEDUP_RATIO = 4.0
"""How many times shorter retry delays are where the next attempt goes to another node."""

MAX_REDIRECTS = 8
"""Redirects followed at once, without reaching a table; after that retry delays apply again."""

OF_A_TABLE = (AtTable, Whole, Update, Prompt, PromptOver, Pledge, Shares, Opened)
"""Messages about a table to those who are at it."""


class Redirected(Exception):
    """The node has named another one, which is tried at once."""


class ServiceRoute:
    """`link`: where the service was first found."""

    def __init__(self, link: TableLink) -> None:
        self.here = link
        """The node in use."""
        self._link = link
        self._nodes: tuple[TableLink, ...] = ()
        self._epochs: dict[str, int] = {}
        """The highest known epoch of each table."""
        self._at_table = False
        """Whether this connection has reached a table, at a valid epoch."""
        self._in_a_row = 0

    @property
    def has_others(self) -> bool:
        """Whether there is another server to go to."""
        return len(self._nodes) > 1

    @property
    def is_at_table(self) -> bool:
        """Whether this connection has reached a table."""
        return self._at_table

    @property
    def haste(self) -> float:
        """How many times shorter than usual attempts may be apart."""
        return FAILOVER_SPEEDUP_RATIO if self.has_others else 1.0

    def patience(self, usual: float) -> float:
        """Seconds a server has to answer the door."""
        return CONNECT_TIMEOUT_S if self.has_others else usual

    def between(self, usual: float) -> float:
        """Seconds between two echoes asked for."""
        return PING_INTERVAL_S if self.has_others else usual

    def silence(self, usual: float) -> float:
        """Seconds without a word, though it was asked for an echo, after which a server is given up."""
        return SILENCE_TIMEOUT_S if self.has_others else usual

    def is_silent(self, seconds: float) -> bool:
        """Return whether a server that has said nothing for so long is left for another."""
        return self.has_others and seconds > SILENCE_TIMEOUT_S

    def welcomed(self, nodes: Sequence[str]) -> None:
        """A connection is made, and its server has said which there are."""
        self._at_table = False
        self.learn(nodes)

    def learn(self, nodes: Sequence[str]) -> None:
        """Take the list of nodes."""
        self._nodes = tuple(node for address in nodes if (node := _read(address)) is not None)

    def try_another(self) -> None:
        """This server is not there: the next one may be."""
        if self.has_others:
            known = self._nodes if self._link in self._nodes else (*self._nodes, self._link)
            at = known.index(self.here) + 1 if self.here in known else 0
            self.here = known[at % len(known)]

    def check(self, message: FromServer) -> None:
        """Raise Redirected if a node names a valid other one, ConnectionLost if its message is invalid: it is
        left, for another one if there is one.
        """
        match message:
            case Moved(address=address, code=code, epoch=epoch):
                self._follow(address, code, epoch)
            case Nodes(nodes=nodes):
                self.learn(nodes)
            case Seated(code=code, epoch=epoch):
                self._raise(code, epoch)
                self._at_table, self._in_a_row = True, 0
            case _ if not self._at_table and isinstance(message, OF_A_TABLE):
                raise _lost(_("The server sent news of a table before we had joined one."))

    def _follow(self, address: str, code: str, epoch: int) -> None:
        there = _read(address)
        if there is None or there not in self._nodes:
            raise _lost(_("The server redirected to one that does not belong to its service."))
        self._raise(code, epoch)
        self._in_a_row += 1
        if self._in_a_row > MAX_REDIRECTS:
            raise _lost(_("The servers redirect in a circle."))
        self.here = there
        raise Redirected

    def _raise(self, code: str, epoch: int) -> None:
        if epoch < self._epochs.get(code, 0):
            raise _lost(_("The table has moved from this server to another one."))
        self._epochs[code] = epoch


def _lost(sentence: str) -> ConnectionLost:
    return ConnectionLost(Code.NOT_NOW, sentence)


def _read(address: str) -> TableLink | None:
    """Return where an address leads; None if it is none."""
    try:
        found = parse_link(address)
    except BadInput:
        return None
    return found.server
