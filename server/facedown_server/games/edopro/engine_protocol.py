"""The protocol of server and engine process: plain values, each a frame with a length prefix."""

from __future__ import annotations

import msgspec

FRAME_HEADER_BYTES = 4
"""Bytes of a frame's length, little-endian."""
MAX_FRAME_BYTES = 16 * 1024 * 1024


class LaidCard(msgspec.Struct, frozen=True, array_like=True):
    """A card of the starting position, in the core's numbers."""

    code: int
    owner: int
    player: int
    location: int
    sequence: int
    position: int


class Begin(msgspec.Struct, frozen=True, array_like=True, tag=0):
    """Begin a duel: the core's own throws come from `seed`. Decks are topmost first, of the core's first
    player first."""

    duel: int
    seed: tuple[int, int, int, int]
    flags: int
    life: tuple[int, int]
    hand: int
    decks: tuple[tuple[int, ...], tuple[int, ...]]
    extras: tuple[tuple[int, ...], tuple[int, ...]]
    laid: tuple[LaidCard, ...] = ()
    """What else lies where, in the order in which it is put there; a Deck's lowest first."""


class Reply(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """Answer what a duel awaits."""

    duel: int
    answer: bytes


class DropDuel(msgspec.Struct, frozen=True, array_like=True, tag=2):
    """A duel is over for us."""

    duel: int


Request = Begin | Reply | DropDuel


class QueryResult(msgspec.Struct, frozen=True, array_like=True):
    """What the core said of a place when it was asked."""

    player: int
    location: int
    cards: bytes


class CoreStep(msgspec.Struct, frozen=True, array_like=True):
    """What one call wrote, and what was asked behind it."""

    messages: bytes
    asked: tuple[QueryResult, ...] = ()


class CoreSteps(msgspec.Struct, frozen=True, array_like=True):
    """All until the next answer is awaited, or the end. `stopped`: why the duel cannot go on, or ""."""

    duel: int
    steps: tuple[CoreStep, ...] = ()
    stopped: str = ""
    logs: tuple[str, ...] = ()
    """Errors of scripts."""


_encoder = msgspec.msgpack.Encoder()
_requests = msgspec.msgpack.Decoder(Request)
_steps = msgspec.msgpack.Decoder(CoreSteps)


def frame(value: Request | CoreSteps) -> bytes:
    """A value as it goes through the pipe."""
    data = _encoder.encode(value)
    return len(data).to_bytes(FRAME_HEADER_BYTES, "little") + data


def size(head: bytes) -> int:
    """The length of what follows. Raises ValueError for more than there can be."""
    length = int.from_bytes(head, "little")
    if length > MAX_FRAME_BYTES:
        raise ValueError("a frame is longer than any can be")
    return length


def request(data: bytes) -> Request:
    """Return what a server asks.

    Raises msgspec.MsgspecError.
    """
    found: Request = _requests.decode(data)
    return found


def steps(data: bytes) -> CoreSteps:
    """Decode an engine process's response.

    Raises msgspec.MsgspecError.
    """
    return _steps.decode(data)
