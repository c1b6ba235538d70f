"""Protocol between server and engine process: plain values, each in a frame with a length prefix."""

from __future__ import annotations

import msgspec

FRAME_HEADER_BYTES = 4
"""Size of a frame's length prefix in bytes, little-endian."""
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
    """Request to begin a duel. `seed` seeds the core's own generator. Each Deck is listed topmost first, and
    the core's first player comes first.
    """

    duel: int
    seed: tuple[int, int, int, int]
    flags: int
    life: tuple[int, int]
    hand: int
    decks: tuple[tuple[int, ...], tuple[int, ...]]
    extras: tuple[tuple[int, ...], tuple[int, ...]]
    laid: tuple[LaidCard, ...] = ()
    """Further cards to place, in this order; a Deck's lowest card first."""
    rewinds: bool = False
    """Whether the duel may go back to earlier answers, so that snapshots are taken of it."""


class Reply(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """Answer to the open prompt of a duel."""

    duel: int
    answer: bytes
    ahead: bool = False
    """Whether to pass the windows after it in which nothing can be done; see `CoreSteps.ahead`."""


class GoBack(msgspec.Struct, frozen=True, array_like=True, tag=3):
    """Request to go back to an earlier moment of a duel that rewinds: after these answers, or as near before
    it as there is a snapshot.
    """

    duel: int
    begin: Begin
    answers: tuple[bytes, ...]


class DropDuel(msgspec.Struct, frozen=True, array_like=True, tag=2):
    """Request to drop a duel that is no longer needed."""

    duel: int


PlayRequest = Begin | Reply | GoBack
"""Requests of a referee: they are responded to."""
Request = PlayRequest | DropDuel


class QueryResult(msgspec.Struct, frozen=True, array_like=True):
    """The core's response to a query about one location of a player."""

    player: int
    location: int
    cards: bytes


class CoreStep(msgspec.Struct, frozen=True, array_like=True):
    """Messages that one call wrote, and the results of the queries after that call."""

    messages: bytes
    asked: tuple[QueryResult, ...] = ()


class CoreSteps(msgspec.Struct, frozen=True, array_like=True):
    """All steps up to the next prompt or the end of the duel. `stopped`: why the duel cannot continue, or
    "".
    """

    duel: int
    steps: tuple[CoreStep, ...] = ()
    stopped: str = ""
    logs: tuple[str, ...] = ()
    """Error messages of scripts."""
    resumed: int = -1
    """After a request to resume, the number of answers that the duel has carried out again; -1: there is no
    snapshot, the duel has to begin again.
    """
    ahead: tuple[CoreSteps, ...] = ()
    """The responses to the passes that can only follow: each prompt before one of them is a window in which
    no effect can be activated.
    """
    worked_s: float = 0.0
    """CPU seconds of the engine process for this request."""


PASS_ANSWER = b"\xff\xff\xff\xff"
"""The answer that activates nothing in a response window."""


_encoder = msgspec.msgpack.Encoder()
_requests = msgspec.msgpack.Decoder(Request)
_steps = msgspec.msgpack.Decoder(CoreSteps)


def frame(value: Request | CoreSteps) -> bytes:
    """Encode a value as a frame for the pipe."""
    data = _encoder.encode(value)
    return len(data).to_bytes(FRAME_HEADER_BYTES, "little") + data


def size(head: bytes) -> int:
    """Return the length of the frame's data. Raises ValueError if it exceeds MAX_FRAME_BYTES."""
    length = int.from_bytes(head, "little")
    if length > MAX_FRAME_BYTES:
        raise ValueError("a frame is longer than any can be")
    return length


def missing_bytes(data: bytes) -> int:
    """Return how many bytes of a frame are missing; negative if there are more. Raises ValueError if the
    frame is too long.
    """
    if len(data) < FRAME_HEADER_BYTES:
        return FRAME_HEADER_BYTES - len(data)
    return FRAME_HEADER_BYTES + size(data[:FRAME_HEADER_BYTES]) - len(data)


def request(data: bytes) -> Request:
    """Decode a server's request.

    Raises msgspec.MsgspecError.
    """
    found: Request = _requests.decode(data)
    return found


def steps(data: bytes) -> CoreSteps:
    """Decode an engine process's response.

    Raises msgspec.MsgspecError.
    """
    return _steps.decode(data)
