"""One websocket connection: messages in, encoded frames out, and no sender ever waits for its reader.

The session layer sees `receive`, `push`, `close`, `peer`, `outbox_bytes` and `on_recover`; the rest is for
`acceptor.py`. A frame is built once (`frames.py`) and the same bytes go to every connection of a class.

Frames pushed in one turn of the loop are written at its end, in one system call (`flusher.py`).

A reader that falls behind fills a bounded outbox. When it overflows, unsent frames are dropped and `push` is
False until `on_recover` is called, where the owner pushes one whole View. Without one the connection is cut.
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

log = structlog.get_logger(__name__)

LOST = (trio.BrokenResourceError, trio.ClosedResourceError, OSError)
"""What a stream raises when the other end, or we ourselves, ended it."""

PAGE_TIMEOUT_S = 300.0
"""Seconds a reader has for a page or a download."""

MAX_PIECE_BYTES = 1_024
"""Bytes that the protocol judges at once: it answers each ping among them before any is counted."""

FLOOD_LINGER_S = 1.0
"""Seconds for a flooding client to read the close reason; nothing more of it is read."""

PING = b"\x89\x00"
"""The frame of a ping without a payload, the same for all."""


class ConnectionEnded(Exception):
    """The connection is over. `code` and `reason` are those of its close frame, 1006 when there was none."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}".rstrip())
        self.code = code
        self.reason = reason


class Surroundings(Protocol):
    """What a connection uses of the wire it belongs to."""

    world: World
    limits: WireLimits
    traffic: Traffic
    flusher: Flusher

    @property
    def nursery(self) -> trio.Nursery:
        """Where writers live."""


class Connection:
    """One client's connection: written to from anywhere without waiting, read by one task."""

    __slots__ = (
        "_ahead", "_allowance", "_begun", "_close_by", "_closing", "_eof", "_has_flooded", "_heard", "_idle",
        "_messages", "_outbox", "_over", "_parts", "_ping_due", "_protocol", "_told", "_told_bytes",
        "_transport", "_unread", "_verdict", "_wire", "_write_by", "_writing", "accepted", "control_frames",
        "is_lagging", "number", "on_recover", "peer", "subprotocol",
    )  # fmt: skip

    def __init__(self, transport: Transport, wire: Surroundings, state: State = CONNECTING) -> None:
        self.peer = transport.peer
        """The address at the other end; behind a trusted proxy, the one it speaks for."""
        self.accepted = wire.world.now()
        """When it was accepted, by the world's clock."""
        self.number = wire.traffic.accepted
        """Which of all connections it is."""
        self.on_recover: Callable[[], None] | None = None
        """Called when a reader that had fallen behind can be sent to again; everything in between is lost."""
        self.subprotocol = ""
        """The subprotocol both ends agreed on, or none."""
        self.control_frames: ControlFrameQuota | None = None
        """What it draws on for frames that are no whole message; None where its address has no quota."""
        self._transport = transport
        self._protocol: ServerProtocol | None = open_protocol(state, wire.limits.message_bytes)
        """Who judges what is more than a message in one frame; None while there is nothing of the kind."""
        self._ahead = state is CONNECTING
        """Whether the protocol is handed everything: it has read a part of what is to come."""
        self._unread: bytes | bytearray = b""
        """What came with the request and behind it."""
        self._begun: bytearray | None = None
        """A frame of which a part is there."""
        self._wire = wire
        self._messages: list[bytes] = []
        self._parts: list[bytes] | None = None
        self._outbox = Outbox()
        self._told: list[bytes | memoryview] = []
        """What was pushed in this turn of the loop and is not written yet; empty while a task writes."""
        self._told_bytes = 0
        self._writing = False
        self.is_lagging = False
        """Whether the reader has fallen behind, so that everything is dropped until `on_recover`."""
        self._closing = False
        """Nothing more is pushed."""
        self._over = False
        """No further message will come."""
        self._eof = False
        """Nothing at all will come."""
        self._has_flooded = False
        """Whether its address has sent too many frames, so that nothing more is read."""
        self._verdict: ConnectionEnded | None = None
        self._idle: trio.Event | None = None
        self._heard = wire.world.now()
        self._allowance = wire.limits.frame_burst
        self._ping_due = math.inf
        self._write_by = math.inf
        self._close_by = self._heard + wire.limits.handshake_timeout

    def __repr__(self) -> str:
        return f"<Connection {self.peer}>"

    # --- for the session layer -----------------------------------------------------------------------------

    @property
    def outbox_bytes(self) -> int:
        """Bytes that wait for the reader, beyond what the system has taken."""
        return self._outbox.size

    @property
    def is_open(self) -> bool:
        """Whether what is pushed has any chance to arrive."""
        return not (self._closing or self._over)

    def push(self, frame: bytes) -> bool:
        """Send a ready-made frame when this turn of the loop is over; False if it was dropped."""
        if self.is_lagging or self._closing or self._over:
            return False
        if self._writing:
            if self._is_full:
                self._overflow()
                return False
            self._outbox.put(frame, 0)
        else:
            if not self._told:
                self._wire.flusher.add(self)
            self._told.append(frame)
            self._told_bytes += len(frame)
            limits = self._wire.limits
            if self._told_bytes >= limits.outbox_bytes or len(self._told) >= limits.outbox_frames:
                self.flush()
        self._wire.traffic.pushed += 1
        return not self._over

    def flush(self) -> None:
        """Write what was pushed in this turn of the loop."""
        if told := self._told:
            self._told_bytes = 0
            data = told[0] if len(told) == 1 else b"".join(told)
            try:
                sent = self._transport.push(data)
            except LOST:
                self.abort(1006, "the connection was lost")
            else:
                if sent < len(data):
                    self._queue(told, sent)
                told.clear()

    async def receive(self) -> bytes:
        """Return the next message.

        Raises Closed when there will be none.
        """
        if self._messages:
            await trio.lowlevel.checkpoint()
        while not self._messages:
            if self._over:
                raise self._why()
            self._feed(await self._read())
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
        judge = self._judge
        heard = judge.close_rcvd  # read before there was anything to close, if with the handshake
        if judge.state is OPEN and heard is None and not self._eof:
            judge.send_close(code, cut(reason))
            self._flush_protocol()

    def abort(self, code: int = 1006, reason: str = "the connection was cut") -> None:
        """Cut it now, unsent bytes and all."""
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
        """The HTTP request it begins with; None when what came was none."""
        while not self._over:
            data = await self._read()
            for at in range(0, len(data), MAX_PIECE_BYTES):
                piece = data[at : at + MAX_PIECE_BYTES]
                for event in self._judged(piece):
                    if isinstance(event, Request):
                        self._ahead = not piece.endswith(b"\r\n\r\n")
                        self._unread = data[at + len(piece) :]
                        return event
            self._flush_protocol()
        return None

    def accept(self, request: Request) -> bool:
        """Answer a websocket handshake; whether it is open now."""
        if self._judge.eof_sent:  # it went on with what is no frame
            self.abort(1002, "that is not the protocol")
            return False
        response = self._judge.accept(request)
        response.headers.pop("Date", None)
        self.subprotocol = self._judge.subprotocol or ""
        self.respond(response)
        return self.is_open

    def apologise(self, response: Response) -> None:
        """Answer an invalid request, if its sender still listens."""
        if not self._eof and isinstance(self._judge.handshake_exc, InvalidMessage):
            self._put(response.serialize())

    def respond(self, response: Response) -> None:
        """Answer the request: 101 opens the websocket, anything else is the last word.

        The body is never copied: however many download the same bytes, they are there once.
        """
        head = Response(response.status_code, response.reason_phrase, response.headers)
        if not self._judge.eof_sent:
            self._judge.send_response(head)
        else:  # what came behind the request was no frame; the page is sent anyway
            self._put(head.serialize())
        self._flush_protocol()
        if self._judge.state is OPEN:
            self.opened()
            return
        self._closing = True
        self._close_by = self._wire.world.now() + PAGE_TIMEOUT_S
        body = response.view if isinstance(response, Download) else bytes(response.body)
        if body:
            self._put(body)

    def opened(self) -> None:
        """The handshake is over: from now on it is pinged instead of timed."""
        if not self._ahead:
            self._protocol = None
        self._close_by = math.inf
        self._ping_due = self._wire.world.now() + self._wire.limits.ping_interval

    async def finish(self) -> None:
        """End it in order: flush, wait for the other end's close frame, close. `tick` keeps the deadlines."""
        self.close()
        while self._writing:
            self._idle = trio.Event()
            await self._idle.wait()
        try:
            judge = self._judge
            if self._has_flooded:
                await trio.sleep(FLOOD_LINGER_S)
                self._eof = True
            elif judge.eof_sent and judge.close_rcvd is None:
                await self._transport.send_eof()
            while not self._eof and judge.close_rcvd is None:
                self._feed(await self._read())
            await self._transport.aclose()
        except LOST:
            self._transport.abort()

    def tick(self, now: float) -> None:
        """Keep the deadlines, and ping. One task calls this for every connection, about once a second."""
        limits = self._wire.limits
        if now >= self._write_by:
            self._wire.traffic.cut += 1
            self.abort(1008, "it did not read")
        elif now >= self._close_by or now - self._heard > limits.silence:
            self.abort(1006, "it did not answer")
        elif now >= self._ping_due and not self._closing:
            self._ping_due = now + limits.ping_interval
            if not self._writing:
                self._put(PING)

    # --- inside: writing -----------------------------------------------------------------------------------

    @property
    def _is_full(self) -> bool:
        """Whether so much waits already that nothing more may. (The last one may be of any size.)"""
        limits = self._wire.limits
        return self._writing and (
            self.outbox_bytes >= limits.outbox_bytes or len(self._outbox) >= limits.outbox_frames
        )

    def _put(self, data: bytes | memoryview) -> None:
        """Write after earlier frames, without waiting for the end of the turn."""
        if self._writing:
            self._outbox.put(data, 0)
        else:
            self._told.append(data)
            self.flush()

    def _queue(self, pieces: Sequence[bytes | memoryview], sent: int) -> None:
        """Let a task write these when the reader can take more, but for the first `sent` bytes of them."""
        for piece in pieces:
            if sent < len(piece):
                self._outbox.put(piece, sent)
            sent = max(0, sent - len(piece))
        self._writing = True
        self._wire.nursery.start_soon(self._write)

    async def _write(self) -> None:
        """Write the queue until it is empty: a task that lives only while a reader is slow."""
        limits = self._wire.limits
        try:
            while self._outbox:
                self._write_by = self._wire.world.now() + limits.write_timeout
                await self._transport.send_all(self._outbox.take())
                self._outbox.taken()
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
        """The reader is too slow: drop what it has not begun to receive, or drop the reader."""
        self._wire.traffic.overflows += 1
        if self.on_recover is None:
            self._wire.traffic.cut += 1
            self.abort(1008, "it read too slowly")
        else:
            self.is_lagging = True
            self._outbox.drop()

    def _recover(self) -> None:
        """The reader has caught up: let the owner bring it up to date."""
        self.is_lagging = False
        try:
            if self.on_recover:
                self.on_recover()
        except Exception:
            log.exception("could not resynchronize a slow reader", peer=self.peer)
            self.close(1011, "Internal server error; please reconnect.")

    def _flush_protocol(self) -> None:
        """Send what the protocol wants to send; an empty piece means that it accepts no more input."""
        for piece in self._protocol.data_to_send() if self._protocol else ():
            if not piece:
                self._over = True
            elif not self._is_full:
                self._put(bytes(piece))

    # --- inside: reading -----------------------------------------------------------------------------------

    async def _read(self) -> bytes | bytearray:
        """Return what comes next; nothing at the end of the stream."""
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

    def _feed(self, data: bytes | bytearray) -> None:
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
                self._hand_over(bytes(data[at : at + size]))
            elif self._charge() and not self._closing:
                self._messages.append(payload(data, at, size))
            at += max(0, size)
        if at < end and not self._over:
            self._hand_over(bytes(data[at:]))

    def _hand_over(self, data: bytes) -> None:
        """Let the protocol judge bytes and see to what it finds; at rest again, it is let go."""
        for at in range(0, len(data), MAX_PIECE_BYTES):
            for event in self._judged(data[at : at + MAX_PIECE_BYTES]):
                if isinstance(event, Frame) and self._charge_judged(event) and not self._closing:
                    self._take(event)
            self._flush_protocol()
            if self._over:
                break
        if not self._ahead and self._parts is None and self._judge.state is OPEN:
            self._protocol = None

    def _judged(self, data: bytes | bytearray) -> Sequence[object]:
        self._judge.receive_data(data)
        return self._judge.events_received()

    @property
    def _judge(self) -> ServerProtocol:
        """Return the protocol, created on demand."""
        if self._protocol is None:
            self._protocol = open_protocol(OPEN, self._wire.limits.message_bytes)
        return self._protocol

    def _charge(self) -> bool:
        """Charge a frame to the allowance, which refills with time; a client that overdraws it is cut off."""
        self._allowance -= 1
        if self._allowance < 0:
            self._fail(1008, "too many frames")
        return not self._over

    def _charge_judged(self, event: Frame) -> bool:
        """Charge a frame that the protocol has judged; for the address too, if it is no whole message."""
        is_whole = event.opcode is Opcode.BINARY and event.fin
        quota = self.control_frames
        if self._charge() and not is_whole and quota and not quota.take(self._wire.world.now()):
            self._has_flooded = True
            self._fail(1008, "too many frames")
        return not self._over

    def _take(self, event: Frame) -> None:
        """One frame: a message or a part of one. The protocol has seen to control frames."""
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
        """Close because of its input; the rest of that is skipped."""
        if not self._over and self._judge.state is OPEN:
            self._judge.fail(code, reason)
            self._flush_protocol()
        self._over = True
        self._messages.clear()

    def _why(self) -> ConnectionEnded:
        """Return why no message will come."""
        close = self._protocol.close_sent if self._protocol else None
        told = (
            ConnectionEnded(close.code, close.reason)
            if close
            else ConnectionEnded(1006, "the connection was lost")
        )
        return self._verdict or told


def cut(reason: str) -> str:
    """Return a close reason of at most 123 bytes, the most a close frame can carry."""
    return reason.encode()[:123].decode(errors="ignore")
