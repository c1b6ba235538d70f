"""Decoder of bytes into typed values. A class's annotations are its layout in the core's stream,
little-endian.

A message must be read to its last byte. Leftover bytes raise Unread, so that no layout is guessed.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")

U8 = Annotated[int, "B"]
U16 = Annotated[int, "H"]
U32 = Annotated[int, "I"]
U64 = Annotated[int, "Q"]


class Unread(Exception):
    """The core's stream does not have the known layout. The engine is a version that was never tested."""


class CoreSpot(NamedTuple):
    """A place in the core's numbers: player, location bit, index, and the card's position if it is known."""

    player: int
    location: int
    sequence: int
    position: int = 0


Whole = Annotated[CoreSpot, "BBII"]
"""A place with its position."""
Wide = Annotated[CoreSpot, "BBI"]
Near = Annotated[CoreSpot, "BBB"]
Sorted = Annotated[CoreSpot, "BII"]


class Cursor:
    """Reader of bytes that keeps its position."""

    __slots__ = ("at", "data")

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    @property
    def unread_count(self) -> int:
        """Number of bytes not read yet."""
        return len(self.data) - self.at

    def read(self, size: int) -> bytes:
        """Read the next `size` bytes.

        Raises Unread if fewer are left.
        """
        self.at += size
        if self.at > len(self.data):
            raise Unread(f"{self.at - len(self.data)} bytes are missing")
        return self.data[self.at - size : self.at]

    def unpack(self, packed: struct.Struct) -> tuple[Any, ...]:
        """Read and unpack the next values.

        Raises Unread if too few bytes are left.
        """
        self.at += packed.size
        if self.at > len(self.data):
            raise Unread(f"{self.at - len(self.data)} bytes are missing")
        return packed.unpack_from(self.data, self.at - packed.size)


Read = Callable[[Cursor], Any]


def reader(kind: type[T]) -> Callable[[Cursor], T]:
    """Return a function that reads an instance of a NamedTuple class from a cursor."""
    made: Any = kind
    return _row(made)


@cache
def _row(kind: Any) -> Read:
    fields = get_type_hints(kind, include_extras=True)
    if all(get_origin(field) is Annotated and get_args(field)[0] is int for field in fields.values()):
        packed = struct.Struct("<" + "".join(get_args(field)[1] for field in fields.values()))
        return lambda cursor: kind(*cursor.unpack(packed))
    steps = [_field(field) for field in fields.values()]
    return lambda cursor: kind(*[step(cursor) for step in steps])


def _field(kind: Any) -> Read:
    layout = "I"
    if get_origin(kind) is Annotated:
        kind, layout = get_args(kind)
    if kind is bytes:
        return lambda cursor: cursor.read(cursor.unread_count)
    packed = struct.Struct(f"<{layout}")
    if kind is int:
        return lambda cursor: cursor.unpack(packed)[0]
    if kind is CoreSpot:
        return lambda cursor: CoreSpot(*cursor.unpack(packed))
    (item, *_) = get_args(kind)
    step = _field(item) if get_origin(item) is Annotated else _row(item)
    return lambda cursor: tuple([step(cursor) for _ in range(cursor.unpack(packed)[0])])
