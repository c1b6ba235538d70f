"""State of a table in a handover: the end of its log, and the data that no log holds.

Without that data nothing wrong is sent, but a player would notice the handover.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from facedown_server.room.people.proposals import Agreement
from facedown_server.storage.store import Pair
from facedown_shared.text import NOTHING, Words


class MatchProgress(NamedTuple):
    """Progress of a table's match: its log, the acts in it, and the digest after them. ("", 0, b"") without a
    match.
    """

    log: str = ""
    acts: int = 0
    digest: bytes = b""


class CarriedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's data in a handover.

    `away`: seconds since the connection was lost; negative while the player is connected. `absence`: the
    seconds they may still be away; None if the other node counted none.
    """

    ready: bool = False
    seal: bytes = b""
    held: str = ""
    away: float = -1.0
    overdue: bool = False
    absence: float | None = None


class TableHandover(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table's data in a handover.

    `clocks`: the seconds left; None without a match. `paused`: the seconds left of a pause; None without one.
    """

    seats: tuple[CarriedSeat, CarriedSeat] = (CarriedSeat(), CarriedSeat())
    note: Words = NOTHING
    clocks: Pair | None = None
    awaiting: bool = False
    paused: float | None = None
    proposal: Agreement | None = None


def pack(carried: TableHandover) -> bytes:
    """Encode the data of a handover for the other node."""
    return msgspec.json.encode(carried)


def unpack(packed: bytes) -> TableHandover | None:
    """Decode the data of a handover; None if this version cannot read it."""
    try:
        return msgspec.json.decode(packed, type=TableHandover) if packed else None
    except msgspec.MsgspecError:
        return None
