"""Query results of the core: flags and their values, card after card."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Any

from facedown_server.games.edopro.stream.decoding import CoreSpot, Unread

(
    CODE_FLAG,
    POSITION_FLAG,
    ALIAS_FLAG,
    TYPE_FLAG,
    LEVEL_FLAG,
    RANK_FLAG,
    ATTRIBUTE_FLAG,
    RACE_FLAG,
    ATTACK_FLAG,
    DEFENSE_FLAG,
) = (1 << bit for bit in range(10))
(
    EQUIP_FLAG,
    TARGETS_FLAG,
    MATERIALS_FLAG,
    COUNTERS_FLAG,
    OWNER_FLAG,
    STATUS_FLAG,
    PUBLIC_FLAG,
    LEFT_SCALE_FLAG,
) = (1 << bit for bit in range(14, 22))
LINK_FLAG, LAST_FLAG = 1 << 23, 1 << 31

COMPUTED_FLAGS = (
    CODE_FLAG
    | POSITION_FLAG
    | ALIAS_FLAG
    | TYPE_FLAG
    | LEVEL_FLAG
    | RANK_FLAG
    | ATTRIBUTE_FLAG
    | RACE_FLAG
    | ATTACK_FLAG
    | DEFENSE_FLAG
    | COUNTERS_FLAG
    | STATUS_FLAG
    | LEFT_SCALE_FLAG
    | LINK_FLAG
)
"""Flags to query for cards on the field: current values."""
HELD_FLAGS = CODE_FLAG | POSITION_FLAG
"""Flags to query for a hand, and for a pile in an unknown order."""

DISABLED_STATUS_FLAG = 0x1
"""Status flag of a card whose effects are negated."""


class CardQuery:
    """Queried values of one card by flag. A list is a tuple."""

    __slots__ = ("values",)

    def __init__(self, values: dict[int, Any]) -> None:
        self.values = values

    def __getitem__(self, flag: int) -> Any:
        return self.values[flag]

    def get(self, flag: int, default: int = 0) -> Any:
        """Return one value, or the default if it was not queried."""
        return self.values.get(flag, default)


_FLAG_BYTES = 4
_INT, _SIGNED, _LONG = struct.Struct("<I"), struct.Struct("<i"), struct.Struct("<Q")
_SPOT = struct.Struct("<BBII")


def _decoder(packed: struct.Struct) -> Callable[[bytes], Any]:
    return lambda data: packed.unpack(data)[0]


def _spots(data: bytes) -> tuple[CoreSpot, ...]:
    return tuple(CoreSpot(*_SPOT.unpack_from(data, start)) for start in range(4, len(data), _SPOT.size))


def _numbers(data: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(data) // 4 - 1}I", data[4:])


_READERS: dict[int, Callable[[bytes], Any]] = {
    **dict.fromkeys(
        (
            CODE_FLAG,
            POSITION_FLAG,
            ALIAS_FLAG,
            TYPE_FLAG,
            LEVEL_FLAG,
            RANK_FLAG,
            ATTRIBUTE_FLAG,
            STATUS_FLAG,
            LEFT_SCALE_FLAG,
        ),
        _decoder(_INT),
    ),
    RACE_FLAG: _decoder(_LONG),
    ATTACK_FLAG: _decoder(_SIGNED),
    DEFENSE_FLAG: _decoder(_SIGNED),
    EQUIP_FLAG: lambda data: CoreSpot(*_SPOT.unpack(data)),
    TARGETS_FLAG: _spots,
    MATERIALS_FLAG: _numbers,
    COUNTERS_FLAG: _numbers,
    OWNER_FLAG: lambda data: data[0],
    PUBLIC_FLAG: lambda data: data[0],
    LINK_FLAG: lambda data: struct.unpack("<II", data),
}


def decode_queries(data: bytes) -> Iterator[CardQuery | None]:
    """Yield the queried cards of a place in order, None for an empty slot. Raises Unread."""
    at, end = 0, len(data)
    values: dict[int, Any] = {}
    while at < end:
        size = data[at] | data[at + 1] << 8 if at + 2 <= end else end
        at += 2
        if not size:
            yield None
            continue
        if size < _FLAG_BYTES or at + size > end:
            raise Unread("a query's result ends too early")
        flag = int.from_bytes(data[at : at + _FLAG_BYTES], "little")
        if flag == LAST_FLAG:
            yield CardQuery(values)
            values = {}
        elif flag in _READERS:
            values[flag] = _READERS[flag](data[at + _FLAG_BYTES : at + size])
        else:
            raise Unread(f"a query gave {flag:#x}, which was not asked for")
        at += size
    if values:
        raise Unread("a query's last card ends too early")
