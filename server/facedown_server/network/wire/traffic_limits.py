"""Limits of connections and bytes, for one socket, one address and all together, and counts of the traffic.

`connection.py` and `acceptor.py` enforce the limits; the counts are only for metrics. Limits of the game are
in `server/facedown_server/network/crowd/quotas.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from facedown_shared.protocol.codec import DEFAULT_CLIENT_MESSAGE_BYTES

MAX_HALF_OPEN = 512
"""Connections with an incomplete request."""

MAX_DOWNLOADS = 512
"""Connections that download a page."""


@dataclass(frozen=True, slots=True)
class WireLimits:
    """Limits of connections and bytes. Times are in seconds."""

    connections: int = 2_000
    per_address: int = 32
    """Connections of one address, and as many half-open ones besides."""
    idle_yields: float = 300.0
    """Time at no table after which a connection gives its place to a newcomer, if there is none left."""
    half_open: int = MAX_HALF_OPEN
    """Connections with an incomplete request; no other limit counts them."""
    downloads: int = MAX_DOWNLOADS
    """Connections that download a page; no other limit counts them."""
    downloads_per_address: int = 256
    """The same for one address: about forty browsers that open a table's link at once."""
    trusted_networks: tuple[str, ...] = ()
    """Networks whose addresses have no quota of connections."""
    connection_rate: float = 10.0
    """New connections a second from one address, including those for pages."""
    connection_burst: float = 200.0
    return_rate: float = 100.0
    """New connections a second besides, from an address to which a player of a running match may return: a
    neighbour who floods the address must not keep the player out."""
    message_bytes: int = DEFAULT_CLIENT_MESSAGE_BYTES
    """Size of the largest message; the protocol's own maximum applies in any case."""
    outbox_bytes: int = 262_144
    outbox_frames: int = 512
    frames_per_second: float = 100.0
    frame_burst: float = 400.0
    control_frames_per_second: float = 100.0
    """Pings, pongs and message fragments from one address; each takes up to 0.16 ms of CPU."""
    control_frame_burst: float = 150.0
    handshake_timeout: float = 10.0
    write_timeout: float = 15.0
    close_timeout: float = 4.0
    farewell: float = 10.0
    """Time for sessions to end when the server stops."""
    ping_interval: float = 20.0
    silence: float = 80.0
    """Timeout without any input. Dragging a window stops a client on Windows, so this is long."""
    tick: float = 1.0
    """Time between two checks of all deadlines."""


@dataclass(slots=True)
class Traffic:
    """Counts for the metrics page."""

    accepted: int = 0
    turned_away: int = 0
    pages: int = 0
    received: int = 0
    pushed: int = 0
    overflows: int = 0
    cut: int = 0
    failures: int = 0
