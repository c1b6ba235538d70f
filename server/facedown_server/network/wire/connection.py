"""One websocket connection: messages in, encoded frames out, and no sender ever waits for its reader.

The session layer sees `receive`, `push`, `close`, `peer`, `outbox_bytes` and `on_recover`; the rest is for
`acceptor.py`. A frame is built once (`frames.py`) and the same bytes go to every connection of a class.

Frames pushed in one turn of the loop are written at its end, in one system call (`flusher.py`).

A reader that falls behind fills a bounded outbox. When it overflows, unsent frames are dropped and `push` is
False until `on_recover` is called, where the owner pushes one whole View. Without one the connection is cut.
What is pushed in the same turn, however large, belongs to one batch, which the bound does not count: a View
larger than the outbox would else be dropped and sent again for ever.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

import structlog
import trio
from websockets.exceptions import InvalidMessage
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import CONNECTING, OPEN, State
from websockets.server import ServerProtocol

from facedown_server.network.wire.control_frames import ControlFrameQuota
from facedown_server.network.wire.flusher import Flusher
from facedown_server.network.wire.frames import BINARY_OPCODE, frame_size, open_protocol, payload
from facedown_server.network.wire.http_responses import Download
from facedown_server.network.wire.outbox import Outbox
from facedown_server.network.wire.streams import Transport
from facedown_server.network.wire.traffic_limits import Traffic, WireLimits
from facedown_server.runtime.world import World
from facedown_shared.protocol.messages import Refused

log = structlog.get_logger(__name__)

LOST = (trio.BrokenResourceError, trio.ClosedResourceError, OSError)
"""Exceptions of a stream that either end has closed."""

PAGE_TIMEOUT_S = 300.0
"""Seconds for a reader to receive a page or a download."""

MAX_PIECE_BYTES = 1_024
"""Bytes passed to the protocol at once: it answers every ping in them before any is counted."""

MAX_BATCH_BYTES = 8_388_608
"""Bytes of the frames pushed in one turn that the outbox does not count: two of the largest messages."""

FLOOD_LINGER_S = 1.0
"""Seconds for a flooding client to read the close reason; nothing more of its input is read."""

PING = b"\x89\x00"
"""The frame of a ping without a payload, the same for all."""


class ConnectionEnded(Exception):
    """The connection has ended. `code` and `reason` are those of its close frame, 1006 if there was none."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}".rstrip())
        self.code = code
        self.reason = reason


class Surroundings(Protocol):
    """The part of a Wire that its connections use."""

    world: World
    limits: WireLimits
    traffic: Traffic
    flusher: Flusher

    @property
    def nursery(self) -> trio.Nursery:
        """The nursery of writers."""


class Connection:
    """One client's connection. Any task can write to it without waiting; one task reads it."""

    __slots__ = (
        "_ahead", "_allowance", "_batch_bytes", "_begun", "_close_by", "_closing", "_eof", "_has_flooded",
        "_heard", "_idle", "_is_in_batch",
        "_messages", "_outbox", "_over", "_parts", "_ping_due", "_protocol", "_told", "_told_bytes",
        "_transport", "_unread", "_verdict", "_wire", "_write_by", "_writing", "accepted", "control_frames",
        "idle_since", "is_lagging", "number", "on_recover", "peer", "refusal", "subprotocol",
    )  # fmt: skip

    def __init__(self, transport: Transport, wire: Surroundings, state: State = CONNECTING) -> None:
        self.peer = transport.peer
        """The address at the other end; behind a trusted proxy, the forwarded address."""
        self.accepted = self._heard = wire.world.now()
        """When the connection was accepted, by the world's clock."""
        self.number = wire.traffic.accepted
        """The serial number of the connection at this server."""
        self.on_recover: Callable[[], None] | None = None
        """Called when a slow reader has caught up; everything dropped in between is lost."""
        self.idle_since = self.accepted
        """The time since which the client is at no table; infinity while it is at one."""
        self.refusal: Refused | None = None
        """The answer to all requests but the return to a seat, if the server or the address is full."""
        self.subprotocol = ""
        """The agreed subprotocol; "" for none."""
        self.control_frames: ControlFrameQuota | None = None
        """Quota for frames that are no whole message; None if the address has no quota."""
        self._transport = transport
        self._protocol: ServerProtocol | None = open_protocol(state, wire.limits.message_bytes)
        """The protocol, which handles everything but messages in one frame; None while it is not needed."""
        self._ahead = state is CONNECTING
        """True if the protocol must get all input, since it has read a part of a frame."""
        self._unread: bytes | bytearray = b""
        """Bytes that arrived behind the request."""
        self._begun: bytearray | None = None
        """An incomplete frame."""
        self._wire = wire
        self._messages: list[bytes] = []
        self._parts: list[bytes] | None = None
        self._outbox = Outbox()
        self._told: list[bytes | memoryview] = []
        """Frames pushed in this turn of the loop and not written yet; empty while a task writes."""
        self._told_bytes, self._writing = 0, False
        self._is_in_batch, self._batch_bytes = False, 0
        """Whether the turn lasts in which an idle connection got its first frame; its unwritten bytes."""
        self.is_lagging = False
        """True if the reader is too slow, so that everything is dropped until `on_recover`."""
        self._closing = False
        """True if nothing more may be pushed."""
        self._over = False
        """True if no further message will arrive."""
        self._eof = False
        """True if no further bytes will arrive."""
        self._has_flooded = False
        """True if the address has sent too many frames, so that nothing more is read."""
        self._verdict: ConnectionEnded | None = None
        self._idle: trio.Event | None = None
        self._allowance = wire.limits.frame_burst
        self._ping_due = self._write_by = math.inf
        self._close_by = self._heard + wire.limits.handshake_timeout

    def __repr__(self) -> str:
        return f"<Connection {self.peer}>"

    # --- for the session layer -----------------------------------------------------------------------------

    @property
    def outbox_bytes(self) -> int:
        """Bytes that wait for the reader, without those in the system's buffer."""
        return self._outbox.size

    @property
    def is_open(self) -> bool:
        """True if a pushed frame can still arrive."""
        return not (self._closing or self._over)

    def push(self, frame: bytes) -> bool:
        """Send a ready-made frame at the end of this turn of the loop; return False if it was dropped."""
        if self.is_lagging or self._closing or self._over:
            return False
        if self._writing:
            if self._is_full:
                self._overflow()
                return False
            self._outbox.append(frame, 0)
            self._batch_bytes += len(frame) * self._is_in_batch
        else:
            frames = self._told
            if not frames:
                self._wire.flusher.add(self)
                self._is_in_batch = True
            frames.append(frame)
            self._told_bytes += len(frame)
            limits = self._wire.limits
            if self._told_bytes >= limits.outbox_bytes or len(frames) >= limits.outbox_frames:
                self.flush(ends_turn=False)
        self._wire.traffic.pushed += 1
        return not self._over

    def flush(self, *, ends_turn: bool = True) -> None:
        """Write the frames pushed in this turn of the loop, which ends unless `ends_turn` is False."""
        if ends_turn:
            self._is_in_batch = False
        if frames := self._told:
            self._told_bytes = 0
            data = frames[0] if len(frames) == 1 else b"".join(frames)
            try:
                sent = self._transport.push(data)
            except LOST:
                self.abort(1006, "the connection was lost")
            else:
                if sent < len(data):
                    self._queue(frames, sent)
                frames.clear()

    async def receive(self) -> bytes:
        """Return the next message.

        Raises Closed when the connection has ended.
        """
        if self._messages:
            await trio.lowlevel.checkpoint()
        while not self._messages:
            if self._over:
                raise self._closing_error()
            self._parse_bytes(await self._read_bytes())
        self._wire.traffic.received += 1
        return self._messages.pop(0)

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Close with a reason; earlier frames still go out. `receive` raises Closed soon after."""
        if self._closing:
            return
        self.flush()
        self._closing = True
        self._messages.clear()
        self._close_by = self._wire.world.now() + self._wire.limits.close_timeout
        judge = self._server_protocol
        close_received = judge.close_rcvd  # read with the handshake, before there was anything to close
        if judge.state is OPEN and close_received is None and not self._eof:
            judge.send_close(code, cut(reason))
            self._flush_protocol()

    def abort(self, code: int = 1006, reason: str = "the connection was cut") -> None:
        """Close the connection now and drop unsent bytes."""
        if not (self._verdict or self._over or self._closing):
            self._verdict = ConnectionEnded(code, reason)
        self._closing = self._over = self._eof = True
        self._messages.clear()
        self._told.clear()
        self._begun = None
        self._outbox.clear()
        self._transport.abort()

    # --- for the wire --------------------------------------------------------------------------------------

    async def request(self) -> Request | None:
        """Return the HTTP request that opens the connection; None if the input is no request."""
        while not self._over:
            data = await self._read_bytes()
            for at in range(0, len(data), MAX_PIECE_BYTES):
                piece = data[at : at + MAX_PIECE_BYTES]
                for event in self._run_protocol(piece):
                    if isinstance(event, Request):
                        self._ahead = not piece.endswith(b"\r\n\r\n")
                        self._unread = data[at + len(piece) :]
                        return event
            self._flush_protocol()
        return None

    def accept(self, request: Request) -> bool:
        """Answer a websocket handshake; return whether the websocket is open."""
        if self._server_protocol.eof_sent:  # invalid bytes followed the request
            self.abort(1002, "that is not the protocol")
            return False
        response = self._server_protocol.accept(request)
        response.headers.pop("Date", None)
        self.subprotocol = self._server_protocol.subprotocol or ""
        self.respond(response)
        return self.is_open

    def apologise(self, response: Response) -> None:
        """Answer an invalid request, if its sender still reads."""
        if not self._eof and isinstance(self._server_protocol.handshake_exc, InvalidMessage):
            self._send_immediately(response.serialize())

    def respond(self, response: Response) -> None:
        """Answer the request: 101 opens the websocket; any other response is the last.

        The body is never copied, however many clients download the same bytes.
        """
        head = Response(response.status_code, response.reason_phrase, response.headers)
        if not self._server_protocol.eof_sent:
            self._server_protocol.send_response(head)
        else:  # invalid bytes followed the request; the page is sent anyway
            self._send_immediately(head.serialize())
        self._flush_protocol()
        if self._server_protocol.state is OPEN:
            self.start_pings()
            return
        self._closing = True
        self._close_by = self._wire.world.now() + PAGE_TIMEOUT_S
        body = response.view if isinstance(response, Download) else bytes(response.body)
        if body:
            self._send_immediately(body)

    def start_pings(self) -> None:
        """Start pinging the connection: the handshake is over."""
        if not self._ahead:
            self._protocol = None
        self._close_by = math.inf
        self._ping_due = self._wire.world.now() + self._wire.limits.ping_interval

    async def close_gracefully(self) -> None:
        """Close in order: flush, wait for the other end's close frame, close. `tick` enforces the
        deadlines.
        """
        self.close()
        while self._writing:
            self._idle = trio.Event()
            await self._idle.wait()
        try:
            judge = self._server_protocol
            if self._has_flooded:
                await trio.sleep(FLOOD_LINGER_S)
                self._eof = True
            elif judge.eof_sent and judge.close_rcvd is None:
                await self._transport.send_eof()
            while not self._eof and judge.close_rcvd is None:
                self._parse_bytes(await self._read_bytes())
            await self._transport.aclose()
        except LOST:
            self._transport.abort()

    def tick(self, now: float) -> None:
        """Enforce the deadlines, and ping. One task calls this for every connection, about once a second."""
        limits = self._wire.limits
        if now >= self._write_by:
            self._wire.traffic.cut += 1
            self.abort(1008, "it did not read")
        elif now >= self._close_by or now - self._heard > limits.silence:
            self.abort(1006, "it did not answer")
        elif now >= self._ping_due and not self._closing:
            self._ping_due = now + limits.ping_interval
            if not self._writing:
                self._send_immediately(PING)

    # --- inside: writing -----------------------------------------------------------------------------------

    @property
    def _is_full(self) -> bool:
        """True if the outbox is full. (The last frame in it may be of any size.)"""
        limits, batch = self._wire.limits, min(self._batch_bytes, MAX_BATCH_BYTES)
        return self._writing and (
            self.outbox_bytes >= limits.outbox_bytes + batch or len(self._outbox) >= limits.outbox_frames
        )

    def _send_immediately(self, data: bytes | memoryview) -> None:
        """Write data after earlier frames, without waiting for the end of the turn."""
        if self._writing:
            self._outbox.append(data, 0)
        else:
            self._told.append(data)
            self.flush()

    def _queue(self, pieces: Sequence[bytes | memoryview], sent: int) -> None:
        """Queue pieces for a writer task, without the first `sent` bytes, which are written already."""
        for piece in pieces:
            if sent < len(piece):
                self._outbox.append(piece, sent)
            sent = max(0, sent - len(piece))
        self._writing, self._batch_bytes = True, self._outbox.size
        self._wire.nursery.start_soon(self._write_queue)

    async def _write_queue(self) -> None:
        """Write the queue until it is empty. The task lives only while a reader is slow."""
        limits = self._wire.limits
        try:
            while self._outbox:
                self._write_by = self._wire.world.now() + limits.write_timeout
                piece = self._outbox.next_bytes()
                await self._transport.send_all(piece)
                self._outbox.mark_written()
                self._batch_bytes = max(0, self._batch_bytes - len(piece))
        except LOST:
            self.abort(1006, "the connection was lost")
        except Exception:
            log.exception("could not write", peer=self.peer)
            self.abort(1006, "the connection was lost")
        finally:
            self._write_by, self._writing = math.inf, False
            if self._idle is not None:
                self._idle.set()
        if self.is_lagging and self.is_open:
            self._recover()

    def _overflow(self) -> None:
        """Handle a slow reader: drop the frames not begun yet, or cut the connection."""
        self._wire.traffic.overflows += 1
        if self.on_recover is None:
            self._wire.traffic.cut += 1
            self.abort(1008, "it read too slowly")
        else:
            self.is_lagging = True
            self._outbox.drop_frames()

    def _recover(self) -> None:
        """Call `on_recover`, since the reader has caught up."""
        self.is_lagging = False
        try:
            if self.on_recover:
                self.on_recover()
        except Exception:
            log.exception("could not resynchronize a slow reader", peer=self.peer)
            self.close(1011, "Internal server error; please reconnect.")

    def _flush_protocol(self) -> None:
        """Send the protocol's output; an empty piece means that it accepts no more input."""
        for piece in self._protocol.data_to_send() if self._protocol else ():
            if not piece:
                self._over = True
            elif not self._is_full:
                self._send_immediately(bytes(piece))

    # --- inside: reading -----------------------------------------------------------------------------------

    async def _read_bytes(self) -> bytes | bytearray:
        """Return the next bytes; none at the end of the stream."""
        if self._unread:
            await trio.lowlevel.checkpoint()
            data, self._unread = self._unread, b""
            return data
        try:
            data = await self._transport.receive_some()
        except LOST:
            data = b""
        if not data:
            self._over = self._eof = True
            return b""
        limits, now = self._wire.limits, self._wire.world.now()
        refill = (now - self._heard) * limits.frames_per_second
        self._allowance = min(limits.frame_burst, self._allowance + refill)
        self._heard = now
        return data

    def _parse_bytes(self, data: bytes | bytearray) -> None:
        """Parse bytes: a message in one frame directly, all else through the protocol."""
        if self._begun is not None:
            self._begun += data
            data, self._begun = self._begun, None
        at, end, longest = 0, len(data), self._wire.limits.message_bytes
        while at < end and not self._ahead and not self._over:
            size = frame_size(data, at, longest)
            if size == 0:
                self._begun = data if at == 0 and isinstance(data, bytearray) else bytearray(data[at:])
                return
            if size < 0:
                self._ahead = True
            elif data[at] != BINARY_OPCODE or self._parts is not None:
                self._feed_protocol(bytes(data[at : at + size]))
            elif self._charge() and not self._closing:
                self._messages.append(payload(data, at, size))
            at += max(0, size)
        if at < end and not self._over:
            self._feed_protocol(bytes(data[at:]))

    def _feed_protocol(self, data: bytes) -> None:
        """Pass bytes to the protocol and handle its events; drop the protocol when it is no longer needed."""
        for at in range(0, len(data), MAX_PIECE_BYTES):
            for event in self._run_protocol(data[at : at + MAX_PIECE_BYTES]):
                if isinstance(event, Frame) and self._charge_parsed(event) and not self._closing:
                    self._handle_frame(event)
            self._flush_protocol()
            if self._over:
                break
        if not self._ahead and self._parts is None and self._server_protocol.state is OPEN:
            self._protocol = None

    def _run_protocol(self, data: bytes | bytearray) -> Sequence[object]:
        self._server_protocol.receive_data(data)
        return self._server_protocol.events_received()

    @property
    def _server_protocol(self) -> ServerProtocol:
        """Return the protocol, created on demand."""
        if self._protocol is None:
            self._protocol = open_protocol(OPEN, self._wire.limits.message_bytes)
        return self._protocol

    def _charge(self) -> bool:
        """Charge a frame to the allowance, which refills with time; close the connection if nothing is
        left.
        """
        self._allowance -= 1
        if self._allowance < 0:
            self._fail(1008, "too many frames")
        return not self._over

    def _charge_parsed(self, event: Frame) -> bool:
        """Charge a frame that the protocol has parsed; charge it to the address too if it is no whole
        message.
        """
        is_whole = event.opcode is Opcode.BINARY and event.fin
        quota = self.control_frames
        if self._charge() and not is_whole and quota and not quota.take(self._wire.world.now()):
            self._has_flooded = True
            self._fail(1008, "too many frames")
        return not self._over

    def _handle_frame(self, event: Frame) -> None:
        """Handle a frame: a message or a part of one. The protocol handles control frames by itself."""
        if event.opcode is Opcode.TEXT:
            self._fail(1003, "messages are MessagePack, in binary frames")
        elif event.opcode is Opcode.BINARY and event.fin:
            self._messages.append(bytes(event.data))
        elif event.opcode is Opcode.BINARY:
            self._parts = [bytes(event.data)]
        elif event.opcode is Opcode.CONT and self._parts is not None:
            self._parts.append(bytes(event.data))
            if event.fin:
                self._messages.append(b"".join(self._parts))
                self._parts = None

    def _fail(self, code: int, reason: str) -> None:
        """Close the connection because of invalid input, and skip the rest of the input."""
        if not self._over and self._server_protocol.state is OPEN:
            self._server_protocol.fail(code, reason)
            self._flush_protocol()
        self._over = True
        self._messages.clear()

    def _closing_error(self) -> ConnectionEnded:
        """Return the exception for `receive` to raise, with the reason why the connection ended."""
        close = self._protocol.close_sent if self._protocol else None
        error = (
            ConnectionEnded(close.code, close.reason)
            if close
            else ConnectionEnded(1006, "the connection was lost")
        )
        return self._verdict or error


def cut(reason: str) -> str:
    """Return a close reason of at most 123 bytes, the maximum of a close frame."""
    return reason.encode()[:123].decode(errors="ignore")
