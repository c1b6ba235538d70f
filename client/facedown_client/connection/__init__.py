"""Client side of the network: reconnecting links, discovery and start of servers, credentials of a seat.

No pygame, no sentences except errors.
"""

from __future__ import annotations

from facedown_client.connection.link import ConnectionState, Dial, Link, LinkState, Status
from facedown_client.connection.return_places import Return, Returns
from facedown_client.connection.visit import Visit

__all__ = [
    "ConnectionState",
    "Dial",
    "Link",
    "LinkState",
    "Return",
    "Returns",
    "Status",
    "Visit",
]
