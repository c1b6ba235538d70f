"""Draws of lots, from the event's secret: the same event always draws the same.

The commitment to the secret is public from the start, the secret when the event is over: then anyone can
check every draw (`facedown_shared.protocol.fairness`).
"""

from __future__ import annotations

from facedown_server.events.rules.state import EventState
from facedown_shared.protocol import fairness
from facedown_shared.protocol.fairness import Stream

STREAM = "event"


def commitment(state: EventState) -> str:
    """Return the public commitment to the event's secret, hexadecimal."""
    return fairness.commitment(STREAM, bytes.fromhex(state.secret)).hex()


def lots(secret: str, purpose: str) -> Stream:
    """Return the lots of a purpose ("round 3", "standings")."""
    return Stream(fairness.key(f"{STREAM}/{purpose}", bytes.fromhex(secret), ()))


def lot_order(state: EventState, purpose: str) -> list[int]:
    """Return the players in an order by lot. A later player does not change the order of the others."""
    drawn = {
        player: lots(state.secret, f"{purpose}/{player}").draw_below(1 << 32)
        for player in sorted(state.players)
    }
    return sorted(drawn, key=lambda player: (drawn[player], player))
