"""What one socket, one address and all of them together may take of the wire, and counts of what they took.

Numbers only: `connection.py` and `acceptor.py` decide by the first kind, nothing decides by the second. What
a player may take of the game is in `quotas.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from facedown_shared.protocol.codec import DEFAULT_CLIENT_MESSAGE_BYTES

MAX_HALF_OPEN = 512
"""Connections whose request is waited for."""


@dataclass(frozen=True, slots=True)
class WireLimits:
    """Bounds of the wire. Times are in seconds."""

    connections: int = 2_000
    per_address: int = 32
    """Of connections, and as many half-open ones besides."""
    half_open: int = MAX_HALF_OPEN
    """Connections whose request has not come whole yet; they count for no other limit."""
    connection_rate: float = 10.0
    """Connections that come from one address in a second, those for pages among them."""
    connection_burst: float = 200.0
    message_bytes: int = DEFAULT_CLIENT_MESSAGE_BYTES
    """Of the largest message; more than the protocol knows of is never let in."""
    outbox_bytes: int = 262_144
    outbox_frames: int = 512
    frames_per_second: float = 100.0
    frame_burst: float = 400.0
    control_frames_per_second: float = 100.0
    """Pings, pongs and parts of messages from one address; each takes up to 0.16 ms of the processor."""
    control_frame_burst: float = 150.0
    handshake_timeout: float = 10.0
    write_timeout: float = 15.0
    close_timeout: float = 4.0
    farewell: float = 10.0
    """Time for sessions to end when the server stops."""
    ping_interval: float = 20.0
    silence: float = 80.0
    """Longest time without a sign of life. Dragging a window stops a client on Windows, so this is long."""
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
