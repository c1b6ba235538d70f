"""One stay at one server: a Link and a Model with an inbox between them, drained once a frame.

Law: no pygame. A window, the terminal and tests use it the same way.
"""

from __future__ import annotations

import math
from collections import deque
from contextlib import suppress
from pathlib import Path

import msgspec
import trio

from facedown_client.connection.link import Incoming, Link, LinkState, Status
from facedown_client.data.recent_change import RecentChange
from facedown_client.model.model import Model
from facedown_client.model.verify.fairness import Record
from facedown_client.replays import shared_replays
from facedown_client.replays.recorder import Recorder
from facedown_shared.network.links import parse_link
from facedown_shared.network.tunnel_labels import WORKING
from facedown_shared.protocol.messages import (
    Ended,
    FromServer,
    LineText,
    Opened,
    Pledge,
    ReplayGone,
    ReplayKept,
    SaveLine,
    Shares,
    ToServer,
)
from facedown_shared.protocol.terms import fill_terms
from facedown_shared.text import current_language


class Visit:
    """Connection to a server with the model of everything received."""

    def __init__(self, link: Link, *, spoken: bool = False, recorder: Recorder | None = None) -> None:
        """Create a visit. `recorder` records our duels as replays; a bot has none."""
        self.link = link
        self.recorder = recorder
        if spoken or recorder is not None:
            link.reads = current_language
        if recorder is not None:
            recorder.is_back = link.return_place is not None
        self.model = Model(spoken=spoken)
        self.state = LinkState(Status.CONNECTING)
        self.retry_at = 0.0
        self.record: Path | None = None
        """File of the last match's record, once the match is over."""
        if link.return_place is not None and link.return_place.record:
            with suppress(msgspec.MsgspecError):
                self.model.witness.restore(msgspec.json.decode(link.return_place.record, type=Record))
        if link.return_place is not None and link.return_place.deck:
            self.model.witness.deck = link.return_place.deck
        self.change = RecentChange()
        """Terms of an agreement, and whether they changed a moment ago."""
        self._lines_asked = 0
        """Requests for the line of play that the server has not answered."""
        self.is_told_again = False
        """True if the last message repeats known state after the table moved to another server."""
        self._send, self._inbox = trio.open_memory_channel[Incoming](math.inf)
        self._first: deque[Incoming] = deque()
        """Messages that were waited for and not yet handled; they precede the inbox."""

    async def run_link(self) -> None:
        """Run the link; a task."""
        await self.link.run(self._send)

    def send(self, message: ToServer) -> bool:
        """Send a message without waiting; return False without a connection.

        Agreements carry the table's state of the last message.
        """
        message = fill_terms(message, self.model.table)
        self._lines_asked += isinstance(message, SaveLine)
        self.model.witness.note_sent(message)
        if self.recorder is not None:
            self.recorder.note_sent(message)
        return self.link.send(message)

    def pump(self) -> list[FromServer]:
        """Handle all messages since the last call; return them in order, already in the model."""
        taken: list[FromServer] = []
        while self.has_more:
            item = self._first.popleft() if self._first else self._inbox.receive_nowait()
            if not self._is_unrequested(item) and (message := self._filter_message(item)):
                taken.append(message)
        return taken

    async def wait_for_message(self) -> None:
        """Wait for a message."""
        if not self._first:
            self._first.append(await self._inbox.receive())

    async def next(self) -> FromServer | LinkState:
        """Wait for the next message and handle it; `is_repeated` says whether it is a repetition."""
        await self.wait_for_message()
        while self._is_unrequested(item := self._first.popleft()):
            await self.wait_for_message()
        self._filter_message(item)
        return item

    @property
    def shows_result(self) -> bool:
        """Return whether the result of a match is shown, which neither a lost connection nor the end of the
        table covers. Only this player's own departure does.
        """
        table, ended = self.model.table, self.model.ended
        is_left = ended is not None and (ended.keeps_seat or ended.reason.id == "you_have_left")
        return table is not None and table.stage == "over" and not table.alone and not is_left

    @property
    def is_at_table(self) -> bool:
        """Return whether the table is open and can be reached."""
        return self.model.ended is None and self.link.is_up

    @property
    def replay_link(self) -> str:
        """Return the link to the public replay of the last finished match; "" without one."""
        return self.model.replay_link(self.link.address.base)

    @property
    def return_link(self) -> str:
        """Return the link that reopens our seat from any computer; "" without one. For us alone."""
        place = self.link.return_place
        if place is None:
            return ""
        server = parse_link(self.model.public_address(place.address.base))
        return msgspec.structs.replace(place, address=server).link

    @property
    def working_tunnel(self) -> str:
        """Return the tunnel of our own server if its link works; else ""."""
        place = self.link.return_place
        return place.access.tunnel if place is not None and self.model.tunnel_label in WORKING else ""

    @property
    def has_more(self) -> bool:
        """Return whether a message is waiting."""
        return bool(self._first) or self._inbox.statistics().current_buffer_used > 0

    @property
    def is_closed(self) -> bool:
        """Return whether the link is closed for good."""
        return self.state.status is Status.CLOSED

    def _is_unrequested(self, item: Incoming) -> bool:
        """Return whether this is a line of play that was not requested. A client writes each into a file."""
        if not isinstance(item, LineText):
            return False
        asked, self._lines_asked = self._lines_asked, max(0, self._lines_asked - 1)
        return not asked

    def _filter_message(self, item: Incoming) -> FromServer | None:
        if isinstance(item, LinkState):
            self.state = item
            if item.status is Status.CONNECTING:
                self.model.reset_connection()
            self.retry_at = trio.current_time() + item.wait
            return None
        self.is_told_again = self.model.is_repeated(item)
        replies = self.model.handle_message(item)
        self.change.compare(self.model.table, trio.current_time())
        if self.recorder is not None:
            replies = (*replies, *self.recorder.record_message(item, self.model))
            self._note_replay(self.recorder, item)
        self._store_verification(item)
        for reply in replies:
            self.link.send(reply)
        return None if self.is_told_again else item

    def take_complaint(self) -> str:
        """Return, once, what the disk could not store, a seat or a replay, and what to do; else ""."""
        return self.link.complaint() or (self.recorder.take_complaint() if self.recorder is not None else "")

    def _note_replay(self, recorder: Recorder, message: FromServer) -> None:
        """Store the link of the match's public replay beside its own replay."""
        if recorder.kept is None:
            return
        if isinstance(message, ReplayKept):
            shared_replays.store_link(recorder.kept, self.replay_link, message.days)
        elif isinstance(message, ReplayGone):
            shared_replays.delete_link(recorder.kept)

    def _store_verification(self, message: FromServer) -> None:
        """Store the data that verify a match's throws; after the match, write them to a file."""
        if isinstance(message, Pledge | Shares | Opened):
            self.link.note(record=msgspec.json.encode(self.model.witness.record).decode())
        if isinstance(message, Opened) or (
            isinstance(message, Ended) and self.model.is_unopened and not message.keeps_seat
        ):
            self.record = self.link.store_record(self.model.witness.record)
