"""Streams and listeners without a network. Buffers are bounded, so that slow readers can be tested too."""

from __future__ import annotations

import math

import trio

from facedown_server.network.wire.streams import RECEIVE_BUFFER_BYTES, Transport


class _Pipe:
    """One direction of a pair of streams in memory."""

    __slots__ = ("capacity", "data", "ended", "lot", "refused")

    def __init__(self, capacity: float) -> None:
        self.data = bytearray()
        self.capacity = capacity
        self.ended = False
        """True if the writer has finished."""
        self.refused = False
        """True if the reader has stopped."""
        self.lot = trio.lowlevel.ParkingLot()

    def room(self, wanted: int) -> int:
        return int(min(wanted, max(0, self.capacity - len(self.data))))


class MemoryStream(Transport):
    """One end of a pair of streams in memory, with a bounded buffer."""

    __slots__ = ("_in", "_out", "_shut")

    def __init__(self, incoming: _Pipe, outgoing: _Pipe, peer: str) -> None:
        self._in = incoming
        self._out = outgoing
        self._shut = False
        self.peer = peer

    def push(self, data: bytes | memoryview) -> int:
        """Write as much as fits into the buffer now."""
        if self._shut or self._out.ended or self._out.refused:
            raise trio.BrokenResourceError("the other end is gone")
        size = self._out.room(len(data))
        self._out.data += data[:size]
        self._out.lot.unpark_all()
        return size

    def abort(self) -> None:
        """End both directions; unread bytes are lost."""
        if not self._shut:
            self._out.data.clear()
            self._close()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Write all data, as fast as the other end reads."""
        rest = bytes(data)
        await trio.lowlevel.checkpoint()
        while True:
            if self._shut:
                raise trio.ClosedResourceError("this end was closed")
            rest = rest[self.push(rest) :]
            if not rest:
                return
            await self._out.lot.park()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Return some bytes; none at the end."""
        await trio.lowlevel.checkpoint()
        while not self._in.data:
            if self._shut:
                raise trio.ClosedResourceError("this end was closed")
            if self._in.ended:
                return b""
            await self._in.lot.park()
        chunk = bytes(self._in.data[: max_bytes or RECEIVE_BUFFER_BYTES])
        del self._in.data[: len(chunk)]
        self._in.lot.unpark_all()
        return chunk

    async def send_eof(self) -> None:
        """Shut the writing half."""
        await trio.lowlevel.checkpoint()
        self._out.ended = True
        self._out.lot.unpark_all()

    async def aclose(self) -> None:
        """Close both directions; written bytes can still be read."""
        self._close()
        await trio.lowlevel.checkpoint()

    def _close(self) -> None:
        self._shut = True
        self._in.data.clear()
        self._in.refused = self._out.ended = True
        self._in.lot.unpark_all()
        self._out.lot.unpark_all()


def memory_pair(peer: str = "192.0.2.1", capacity: float = math.inf) -> tuple[MemoryStream, MemoryStream]:
    """Return two connected streams, the client's and the server's end.

    `capacity`: bytes that a client can leave unread.
    """
    up, down = _Pipe(math.inf), _Pipe(capacity)
    return MemoryStream(down, up, "server"), MemoryStream(up, down, peer)


class MemoryListener(trio.abc.Listener[Transport]):
    """A listener without a network; clients call `connect`."""

    def __init__(self, capacity: float = math.inf) -> None:
        self._capacity = capacity
        self._send, self._receive = trio.open_memory_channel[MemoryStream](math.inf)

    def connect(self, peer: str = "192.0.2.1") -> MemoryStream:
        """Return the client's end of a new connection."""
        client, server = memory_pair(peer, self._capacity)
        try:
            self._send.send_nowait(server)
        except trio.ClosedResourceError:
            raise ConnectionRefusedError("nobody listens here any more") from None
        return client

    async def accept(self) -> Transport:
        """Return the server's end of the next connection."""
        try:
            return await self._receive.receive()
        except trio.EndOfChannel:
            raise trio.ClosedResourceError("this listener was closed") from None

    async def aclose(self) -> None:
        """Stop accepting."""
        self._send.close()
        await trio.lowlevel.checkpoint()
