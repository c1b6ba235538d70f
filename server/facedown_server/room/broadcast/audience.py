"""The viewers of a table and what each viewer group was sent: Views, versions, logs (laws 1, 2, 7).

A `Draft` collects what a referee's frames show to each group; it is sent when the act is durable. Messages
are encoded once for a group, and the same bytes go to all its connections.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.printed_cards import PrintedCards
from facedown_server.network.crowd.viewer_group import EventLog, ViewerGroup, broadcast
from facedown_server.refereeing.referee import Frame, PromptKind
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_server.table import State, sight
from facedown_shared.cards.facts import Pool
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol.messages import Prompt, ToClient, Update, Whole
from facedown_shared.tables import CLASSES, PUBLIC_CLASS_INDEX, Seat, View, VisibleEvent
from facedown_shared.tables.diff import Patch

_NOTHING = Patch()


class ObservedReferee(Protocol):
    """The part of a referee that an audience reads."""

    @property
    def has_begun(self) -> bool: ...
    @property
    def state(self) -> State: ...


class Draft:
    """Views, events and updates of one act for every viewer group, collected but not sent yet."""

    def __init__(self, audience: Audience, watched: ObservedReferee) -> None:
        self._watched = watched
        self.seen = audience.seen
        """The state that the Views were taken from."""
        self._groups = audience.groups
        self.touches = audience.touches
        self.fresh = False
        """True if another duel has begun, so that earlier Views and logs do not count."""
        self.views, self.versions = audience.views.copy(), audience.versions.copy()
        self.messages: dict[Seat, list[Whole | Update]] = {0: [], 1: [], PUBLIC_CLASS_INDEX: []}
        self.line: tuple[int, int] | None = None
        """The step of the table's line, if the updates report one step more."""
        self.logs: dict[Seat, list[VisibleEvent]] = {0: [], 1: [], PUBLIC_CLASS_INDEX: []}

    def add_frame(self, frame: Frame) -> None:
        """Add one frame: for each group its View, its redacted events, and the update."""
        if self._watched.state is not self.seen:
            self.seen, self.fresh = self._watched.state, True
            self.views = dict.fromkeys(CLASSES)
            self.logs = {viewer: [] for viewer in CLASSES}
            self.touches = 0
        glance = sight.Glance(self.seen, self.touches)
        self.touches = self.seen.touches
        for viewer, group in self._groups.items():
            events: tuple[VisibleEvent, ...] = ()
            if frame.events:
                events = _cut(frame, viewer)
                self.logs[viewer] += events
            if group.members:
                self._note(viewer, glance, events)
            else:
                self.views[viewer] = None

    def _note(self, viewer: Seat, glance: sight.Glance, events: tuple[VisibleEvent, ...]) -> None:
        old, version = self.views[viewer], self.versions[viewer] + 1
        if old is None:
            new = sight.view(glance.state, viewer)
            earlier = () if self.fresh else self._groups[viewer].log
            message: Whole | Update = Whole(version, new, (*earlier, *self.logs[viewer]))
        else:
            new = sight.renew_view(glance, old)
            message = Update.between(version, old, new, events, changes=glance.changes.get(viewer))
            if not events and message.patch == _NOTHING:
                return
        self.views[viewer], self.versions[viewer] = new, version
        self.messages[viewer].append(message)

    def count_step(self, line: tuple[int, int]) -> None:
        """Mark in every group's last update that the table's line has one step more."""
        self.line = line
        for viewer, messages in self.messages.items():
            if messages and isinstance(messages[-1], Update):
                messages[-1] = msgspec.structs.replace(messages[-1], steps=1)
            elif self.views[viewer] is not None:
                self.versions[viewer] += 1
                messages.append(Update(self.versions[viewer] & 127, _NOTHING, steps=1))


class Audience:
    """The three viewer groups of one table: one for each seat, with one member at most, and one for
    spectators.
    """

    def __init__(self, printing: PrintedCards | None = None) -> None:
        self.printing = printing if printing is not None else PrintedCards(Pool(()))
        self.groups: dict[Seat, ViewerGroup] = {viewer: ViewerGroup() for viewer in CLASSES}
        self.views: dict[Seat, View | None] = dict.fromkeys(CLASSES)
        """The View each group was sent last; None for a group without members."""
        self.versions = dict.fromkeys(CLASSES, 0)
        self.seen: State | None = None
        """The state that the Views were taken from. Another duel has another state."""
        self.line: tuple[int, int] | None = None
        """The step of the table's line, if updates have reported it since the whole table was sent."""
        self.touches = 0
        """`State.touches` when the Views were taken, or earlier. Cards touched since then are read again."""

    # --- people -------------------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[Guest]:
        for group in self.groups.values():
            yield from group.members

    @property
    def spectators(self) -> list[Guest]:
        """The guests without a seat."""
        return self.groups[PUBLIC_CLASS_INDEX].members

    def admit(self, guest: Guest, viewer: Seat) -> None:
        """Add a guest to a viewer group. Sends nothing: call `send_view` to send the present state."""
        guest.viewer = viewer
        guest.behind = False
        self.groups[viewer].members.append(guest)

    def dismiss(self, guest: Guest) -> None:
        """Remove a guest from its group. A group without members gets no updates."""
        group = self.groups[guest.viewer]
        if guest in group.members:
            group.members.remove(guest)
        if not group.members:
            self.views[guest.viewer], group.whole = None, {}

    def send(self, message: ToClient | Update, guests: Iterable[Guest] | None = None) -> None:
        """Send one message to all guests, or to the given ones.

        It is encoded once, and once more for clients without the bundled card facts.
        """
        broadcast(message, tuple(self if guests is None else guests))

    def ask(self, prompt: Prompt, guests: Sequence[Guest], deck: Deck | None) -> None:
        """Send a prompt to a seat's guests, after the texts of the cards that it names.

        A prompt for siding is about every card of the seat's `deck`.
        """
        self.printing.send_prompt_texts(prompt, guests)
        if prompt.kind == PromptKind.SIDE and deck is not None:
            for guest in guests:
                self.printing.deck(deck.cards, guest)
        self.send(prompt, guests)

    # --- what is seen -------------------------------------------------------------------------------------

    async def draft(self, watched: ObservedReferee, frames: Iterable[Frame], time_slice: TimeSlice) -> Draft:
        """Run a referee's frames and collect what each group may see. Sends nothing and changes no group."""
        draft = Draft(self, watched)
        await time_slice.exhaust(frames, draft.add_frame)
        return draft

    def deliver(self, draft: Draft) -> None:
        """Send a draft whose act is durable, and remember what was sent."""
        self.seen, self.touches = draft.seen, draft.touches
        self.views, self.versions = draft.views, draft.versions
        self.line = draft.line or self.line
        for viewer, group in self.groups.items():
            if draft.fresh:
                group.log = EventLog()
            if draft.logs[viewer]:
                group.log.add(draft.logs[viewer])
            if group.whole:
                group.whole.clear()
            for message in draft.messages[viewer]:
                if isinstance(message, Whole) or message.patch.rare is not None:
                    self.printing.send_new_texts(message, group.members)
                broadcast(message, tuple(group.members))

    def send_view(self, guest: Guest, watched: ObservedReferee | None) -> None:
        """Send the whole View and the log so far to a guest who has arrived or fallen behind.

        The guest gets the View that its group was sent last. A group that was empty gets the present state: a
        room calls this between two acts, when everything is durable.
        """
        if watched is None or not watched.has_begun:
            return
        viewer, group = guest.viewer, self.groups[guest.viewer]
        if (view := self.views[viewer]) is None:
            view = self.views[viewer] = sight.view(watched.state, viewer)
            self.versions[viewer] += 1
            group.whole = {}
        self.printing.send_view_texts(view, guest)
        group.send_view(guest, self.versions[viewer], view)

    def observe_referee(self, watched: ObservedReferee) -> None:
        """Switch to the state of a referee whose log was run again.

        Its count of touches may differ, so the next Views read every card.
        """
        self.seen, self.touches = watched.state if watched.has_begun else None, 0

    def recall(self, watched: ObservedReferee, frame: Frame) -> None:
        """Add the events of a frame that was sent before a restart to the groups' logs."""
        if watched.state is not self.seen:
            self.observe_referee(watched)
            self.forget()
        for viewer, group in self.groups.items():
            group.log.add(_cut(frame, viewer))

    def forget(self) -> None:
        """Forget all Views and logs."""
        self.views = dict.fromkeys(CLASSES)
        for group in self.groups.values():
            group.log, group.whole = EventLog(), {}


def _cut(frame: Frame, viewer: Seat) -> tuple[VisibleEvent, ...]:
    return tuple([sight.redact(event, viewer) for event in frame.events])
