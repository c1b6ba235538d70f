"""The state of a table in a handover: the end of its log, and what no log holds.

Without the latter nothing wrong is sent, but a player would notice the handover.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from facedown_server.room.people.proposals import Agreement
from facedown_server.storage.store import Pair
from facedown_shared.text.words import NOTHING, Words


class MatchProgress(NamedTuple):
    """How far the match of a table has come: its log, the acts in it, and the digest after them. ("", 0, b"")
    where there is no match."""

    log: str = ""
    acts: int = 0
    digest: bytes = b""


class CarriedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat. `away`: seconds since its connection was lost; negative while its player is there.
    `absence`: the seconds they may still be away; None where the server it comes from counted none."""

    ready: bool = False
    seal: bytes = b""
    held: str = ""
    away: float = -1.0
    overdue: bool = False
    absence: float | None = None


class TableHandover(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table takes along to another server. `clocks`: the seconds left; None where no match is on.
    `paused`: the seconds of a pause that are left; None where there is none."""

    seats: tuple[CarriedSeat, CarriedSeat] = (CarriedSeat(), CarriedSeat())
    note: Words = NOTHING
    clocks: Pair | None = None
    awaiting: bool = False
    paused: float | None = None
    proposal: Agreement | None = None


def pack(carried: TableHandover) -> bytes:
    """As it is written for the other server."""
    return msgspec.json.encode(carried)


def unpack(packed: bytes) -> TableHandover | None:
    """As another server has written it; None where that is none of what this version knows."""
    try:
        return msgspec.json.decode(packed, type=TableHandover) if packed else None
    except msgspec.MsgspecError:
        return None
