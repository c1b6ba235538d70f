"""The connections of an event's pages: each is sent the parts of its page that have changed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from typing import NamedTuple

import msgspec
import structlog
import trio

from facedown_server.events.desk.words import refusal_text
from facedown_server.events.event_access import NOT_STORED
from facedown_server.events.live.creation import EventCreation, organizer_path, run_creation
from facedown_server.events.live.live_event import LiveEvent
from facedown_server.events.live.requests import (
    AnyRequest,
    CallOrganizer,
    CheckConnection,
    ChooseScore,
    ClaimResult,
    ClockNews,
    CreateEvent,
    DropOut,
    JoinEvent,
    OpenSlip,
    PageNews,
    ReturnToEvent,
    RunLine,
    ShowEvent,
    TapName,
    decode_request,
)
from facedown_server.events.live.slips import Slip, open_slip
from facedown_server.events.pages.organizer_page import answer_html, organizer_parts
from facedown_server.events.pages.page_context import PageContext, without_wifi
from facedown_server.events.pages.player_page import join_parts, news_for_player, page_title, player_parts
from facedown_server.events.pages.print_page import print_parts
from facedown_server.events.pages.routes import NEW_PATH, EventRoutes
from facedown_server.events.pages.screen_page import screen_parts
from facedown_server.events.pages.slip_page import slip_parts
from facedown_server.events.rules import acts
from facedown_server.events.rules.acts import Score
from facedown_server.events.rules.faults import IllegalAct
from facedown_server.network.wire.acceptor import MISTAKEN
from facedown_server.network.wire.addresses import limits_key
from facedown_server.network.wire.connection import Connection
from facedown_server.network.wire.frames import frame
from facedown_server.network.wire.token_buckets import Bucket
from facedown_server.runtime.world import World
from facedown_server.storage.store import StoreFailed
from facedown_shared.text import _, gettext_noop, use_language

log = structlog.get_logger(__name__)

NO_EVENT = gettext_noop("There is no such event here.")
NO_REQUEST = "this is no request of an event's page"
WRONG_KEY = gettext_noop("This link is not valid, or it has ended. Ask the organizer for a new one.")
ORGANIZER_ROLES = ("organizer", "print")
"""Pages that need the organizer's key."""
NO_PHONE_DELAY_S = 120.0
"""Seconds without a phone on an event's page after which common reasons are shown."""
PHONES_INTERVAL_S = 0.5
"""Least time between two showings of the number of phones: anyone may open players' pages."""
REFRESH_INTERVAL_S = 0.05
"""Least time between two rounds of news to all pages."""
FULL_CLOSE_CODE = 1013
FAULT_CLOSE_CODE = 1011
RESTART_CLOSE_CODE = 1012
POLICY_CLOSE_CODE = 1008
"""The websocket close code for a request that breaks the rules of this protocol."""
REQUESTS_PER_S, REQUEST_BURST_COUNT = 4.0, 30.0


class EventSession:
    """One connection of a page."""

    def __init__(self, connection: Connection, hub: EventHub, event: LiveEvent, show: ShowEvent) -> None:
        self._connection, self._hub, self._event = connection, hub, event
        self._address = limits_key(connection.peer)
        self._is_near = is_near(connection.peer)
        self.role, self._language = show.role, show.language
        self.player: int | None = None
        self._slip: Slip | None = None
        self._slip_table = show.table
        self._link = 0
        """The number of the player's link."""
        self._sent: dict[str, str] = {}
        self._title = ""
        self._clock: object = None
        self._table: tuple[int, int] = (0, 0)
        """The pairing and the table that the player was last sent."""
        self._bucket = Bucket(REQUESTS_PER_S, REQUEST_BURST_COUNT, hub.world.now())
        if show.role == "player" and show.key:
            self.player = event.keys.player_of(event.state, show.key)
            if self.player is None:
                self.send(PageNews(ended=True))
            else:
                self._link = event.state.players[self.player].link
        if show.role == "slip" and show.key:
            self._open_slip(show.key)
        if self.is_registered:
            connection.idle_since = math.inf

    @property
    def is_registered(self) -> bool:
        """Whether the page belongs to the organizer or to a registered player."""
        return self.role in ORGANIZER_ROLES or self.player is not None

    def _open_slip(self, number: str) -> None:
        """Open a slip by its number; say why that cannot be."""
        try:
            self._slip = open_slip(self._event, f"{self._slip_table}-{number}", self._address)
        except IllegalAct as refusal:
            with use_language([self._language]):
                self.send(PageNews(say=refusal_text(self._event.state, refusal)))

    def send(self, news: PageNews) -> None:
        """Send news to the page."""
        self._connection.push(frame(msgspec.json.encode(news)))

    def close(self, code: int, why: str) -> None:
        """End the connection."""
        self._connection.close(code, why)

    def refresh(self) -> None:
        """Send the parts of the page that have changed."""
        with use_language([self._language]):
            state, context = self._event.state, self._hub.context(self._event)
            say = self._end_old_link()
            if self.role == "organizer":
                parts, title = organizer_parts(context), state.name
            elif self.role == "screen":
                parts, title = screen_parts(context if self._is_near else without_wifi(context)), state.name
            elif self.role == "print":
                parts, title = print_parts(context), state.name
            elif self.role == "slip":
                parts, title = self._slip_parts(context), state.name
            elif self.player is None:
                parts, title = join_parts(context), state.name
            else:
                parts, title = player_parts(context, self.player), page_title(context, self.player)
                say, self._table = news_for_player(state, self.player, self._table)
        changed = {name: html for name, html in parts.items() if self._sent.get(name) != html}
        self._sent = parts
        news = PageNews(changed, title if title != self._title else "", self._clock_news(), say)
        self._title = title
        if news != PageNews():
            self.send(news)

    def _slip_parts(self, context: PageContext) -> dict[str, str]:
        slip = self._slip
        if slip is None:
            return slip_parts(context, None, None, frozenset(), is_open=False)
        return slip_parts(context, slip.own, slip.score, frozenset(slip.tapped), is_open=True)

    def refresh_or_end(self) -> None:
        """Send what has changed. A fault ends this connection alone; the page connects again by itself."""
        try:
            self.refresh()
        except Exception:
            log.exception("a session failed", peer=self._connection.peer)
            self._connection.close(FAULT_CLOSE_CODE, MISTAKEN)

    def _end_old_link(self) -> str:
        """Make this the page of no player if the organizer has given out a new link, or undone the
        registration; return what to say then.
        """
        known = self._event.state.players.get(self.player or 0)
        if self.player is None or (known is not None and known.link == self._link):
            return ""
        self.player = None
        self.send(PageNews(ended=True))
        return _(WRONG_KEY)

    def _clock_news(self) -> ClockNews | None:
        state = self._event.state
        clock = state.round.clock if state.round is not None else None
        known = (len(state.rounds), clock, state.settings.minutes)
        if known == self._clock:
            return None
        self._clock = known
        if clock is None or clock.started_at_s is None:
            return ClockNews(state.settings.minutes * 60.0, runs=False)
        left_s = state.settings.minutes * 60 - clock.elapsed_s(self._event.now_s())
        return ClockNews(round(left_s, 1), clock.paused_at_s is None)

    async def draw_codes(self) -> None:
        """Draw the QR codes of a print-out in a thread: hundreds take a second."""
        if self.role == "print":
            await trio.to_thread.run_sync(print_parts, self._hub.context(self._event))

    async def run(self) -> None:
        """Answer the page's requests until its connection ends."""
        await self.draw_codes()
        self.refresh()
        while True:
            request = decode_request(await self._connection.receive())
            with use_language([self._language]):
                if not self._bucket.take(self._hub.world.now()):
                    await trio.sleep(1 / REQUESTS_PER_S)
                try:
                    await self._handle(request)
                except IllegalAct as refusal:
                    self.send(PageNews(say=refusal_text(self._event.state, refusal)))
                except StoreFailed as error:
                    log.error("an event's act was not stored", error=type(error).__name__)
                    self.send(PageNews(say=_(NOT_STORED)))

    async def _handle(self, request: AnyRequest) -> None:
        match request:
            case CheckConnection():
                self.send(PageNews())
            case RunLine(text=text) if self.role == "organizer":
                await self._run_line(text)
            case OpenSlip(text=text) if self.role == "slip":
                self._open_slip(text)
                self.refresh()
            case ChooseScore(own=own, other=other) if self._slip is not None:
                self._slip.choose(Score(own, other))
                self.refresh()
            case TapName(player=player) if self._slip is not None:
                await self._slip.tap(player)
                self.refresh()
            case JoinEvent(name=name) if self.role == "player" and self.player is None:
                self._accept(await self._event.register(name, self._address))
            case ReturnToEvent(name=name, pin=pin) if self.role == "player" and self.player is None:
                self._accept(self._event.find_returning(name, pin, self._address))
            case _ if self.player is not None:
                await self._handle_player(self.player, request)
            case _:
                raise ValueError(NO_REQUEST)

    def _accept(self, player: int) -> None:
        """Make this the page of a player."""
        self.player, self._sent = player, {}
        self._link = self._event.state.players[player].link
        self._connection.idle_since = math.inf
        self.send(PageNews(key=self._event.keys.player_key(self._event.state, player)))
        self.refresh()

    async def _handle_player(self, player: int, request: AnyRequest) -> None:
        state = self._event.state
        match request:
            case ClaimResult(pairing=pairing, own=own, other=other):
                score = Score(own, other)
                if not _is_claimed(self._event, player, pairing, score):
                    await self._event.add_of_player(player, acts.ResultClaimed(pairing, player, score))
            case DropOut():
                await self._event.add_of_player(player, acts.PlayerDropped(player))
            case CallOrganizer():
                if not state.players[player].calls:
                    await self._event.add_of_player(player, acts.OrganizerCalled(player))
                self.send(PageNews(say=_("The organizer is on the way.")))
            case _:
                raise ValueError(NO_REQUEST)

    async def _run_line(self, text: str) -> None:
        row = self._event.course.undoable
        lines = await self._event.run_line(text)
        context = self._hub.context(self._event)
        self.send(PageNews(answer=answer_html(context, text, lines, row), say=" ".join(lines[:2])))


def _is_claimed(event: LiveEvent, player: int, pairing: int, score: Score) -> bool:
    """Return whether this is what the player's phone claims already."""
    now = event.state.round
    own = now.of_player(player) if now is not None and now.pairing == pairing else None
    if own is None:
        return False
    return own.claims[own.one != player] == (score if own.one == player else score.reversed)


class RemoteEvent(NamedTuple):
    """An event that lives at another server of this service. `base`: the address of that server, or its path
    if it is behind the same port; "" while no server has it.
    """

    name: str
    base: str


class EventHub:
    """The events of a server, and the connections of their pages. `run` must be running in a task.

    `base` returns the address of this server for phones in the room.
    """

    def __init__(self, world: World, base: Callable[[], str], creation: EventCreation | None = None) -> None:
        self.world, self._base, self._creation = world, base, creation
        self.events: dict[str, LiveEvent] = {}
        self.remote: Mapping[str, RemoteEvent] = {}
        """Events at other servers, by code."""
        self.is_banned: Callable[[str, str], bool] = lambda address, name: False
        """Returns whether the server's operator has banned an address or a name."""
        self.on_change: list[Callable[[], object]] = []
        """Called after every act of every event, and when there is a new one."""
        self._sessions: dict[EventSession, LiveEvent] = {}
        self._counting: set[LiveEvent] = set()
        """Events whose number of phones has changed and is shown soon."""
        self._reached: set[str] = set()
        """Codes of events whose page was loaded on another machine."""
        self._since_s: dict[str, float] = {}
        self.on_silence: list[Callable[[], object]] = []
        """Called when no phone has loaded an event's page after NO_PHONE_DELAY_S."""
        self._nursery: trio.Nursery | None = None
        self.routes = EventRoutes(
            lambda: {code: event.state for code, event in self.events.items()},
            lambda: {code: (event.name, event.base) for code, event in self.remote.items()},
            lambda code: self.events[code].standings,
            is_open_to_new=creation is not None,
        )

    def add(self, event: LiveEvent) -> None:
        """Show an event here from now on."""
        self.events[event.keys.code] = event
        self._since_s[event.keys.code] = self.world.now()
        event.on_change.append(self._note_change)
        event.is_banned = lambda address, name: self.is_banned(address, name)
        if self._nursery is not None:
            self._nursery.start_soon(self._broadcast, event)
        self._note_change()

    def remove(self, code: str) -> None:
        """Show an event no more: another server has it, and its pages connect there."""
        event = self.events.pop(code, None)
        for session in [one for one, its in self._sessions.items() if its is event]:
            session.close(RESTART_CLOSE_CODE, "")

    def _note_change(self) -> None:
        for call in self.on_change:
            call()

    def context(self, event: LiveEvent) -> PageContext:
        """Return what the pages of an event show now."""
        phones = sum(session.role == "player" and one is event for session, one in self._sessions.items())
        return PageContext(
            event.state, event.standings, event.keys.code, self._base(), phones, event.state.announcement,
            partial(event.keys.player_key, event.state), event.seat_path,
            len(self.events) + len(self.remote) == 1, event.table_trouble, event.keys.slip_number,
            self._is_unreached(event, phones),
        )  # fmt: skip

    def _is_unreached(self, event: LiveEvent, phones: int) -> bool:
        """Return whether no phone has loaded the page of an event that waits for players."""
        code = event.keys.code
        return (
            event.state.round is None
            and not phones
            and code not in self._reached
            and self.world.now() - self._since_s[code] >= NO_PHONE_DELAY_S
        )

    def base(self) -> str:
        """Return the address of this server for phones in the room."""
        return self._base()

    @property
    def is_open_to_new(self) -> bool:
        """Whether visitors may create events."""
        return self._creation is not None

    @property
    def new_link(self) -> str:
        """The address of the form of a new event."""
        return self._base() + NEW_PATH

    def organizer_links(self) -> list[tuple[str, str]]:
        """Return the name of each event and the link of its organizer."""
        return [(event.state.name, self._base() + organizer_path(event)) for event in self.events.values()]

    def event_lines(self) -> list[str]:
        """Return a line for each event, for the server's operator."""
        return [
            f"{code}  {_('Event: {name}', name=event.state.name)}"
            + (f"  {_('(over)')}" if event.state.finished else "")
            for code, event in self.events.items()
        ]

    async def end_event(self, code: str) -> str:
        """End an event for the server's operator; return its name, "" if there is none with this code.

        Raises StoreFailed if that cannot be stored.
        """
        event = self.events.get(code.upper())
        if event is None:
            return ""
        if not event.state.finished:
            await event.add(acts.EventFinished(forced=True), "organizer")
        return event.state.name

    async def run(self) -> None:
        """Send the news of each event to its pages."""
        async with trio.open_nursery() as self._nursery:
            for event in self.events.values():
                self._nursery.start_soon(self._broadcast, event)
            await trio.sleep_forever()

    async def create(self, form: CreateEvent, address: str) -> LiveEvent:
        """Create an event for a visitor.

        Raises BadInput with one sentence, StoreFailed, and OSError.
        """
        if self._creation is None:
            raise ValueError(NO_REQUEST)
        return await self._creation.create(form, address, self.events.values())

    def _count_phones(self, event: LiveEvent) -> None:
        """Let pages show the number of phones soon, however many come at once."""
        if event not in self._counting and self._nursery is not None:
            self._counting.add(event)
            self._nursery.start_soon(self._show_phones, event)

    async def _show_phones(self, event: LiveEvent) -> None:
        await trio.sleep(PHONES_INTERVAL_S)
        self._counting.discard(event)
        event.changed.set()

    async def _remind(self, event: LiveEvent) -> None:
        """Say why phones may not load the page, if none has."""
        await trio.sleep(NO_PHONE_DELAY_S)
        if self.events.get(event.keys.code) is event and self.context(event).is_unreached:
            event.changed.set()
            for call in self.on_silence:
                call()

    async def _broadcast(self, event: LiveEvent) -> None:
        assert self._nursery is not None, "it runs in it"
        self._nursery.start_soon(self._remind, event)
        while self.events.get(event.keys.code) is event:
            await event.changed.wait()
            await trio.sleep(REFRESH_INTERVAL_S)
            event.changed = trio.Event()
            for session in [one for one, its in self._sessions.items() if its is event]:
                await session.draw_codes()
                if session in self._sessions:
                    session.refresh_or_end()
                await trio.lowlevel.checkpoint()  # duels come between two pages

    async def attend(self, connection: Connection) -> None:
        """Handle the connection of a page."""
        if connection.refusal is not None:
            connection.close(FULL_CLOSE_CODE, connection.refusal.sentence)
            return
        try:
            first = decode_request(await connection.receive())
            if not isinstance(first, ShowEvent):
                raise ValueError(NO_REQUEST)
            await self._attend(connection, first)
        except (msgspec.MsgspecError, ValueError):
            connection.close(POLICY_CLOSE_CODE, NO_REQUEST)

    async def _attend(self, connection: Connection, show: ShowEvent) -> None:
        if show.role == "create" and self._creation is not None:
            names = {code: one.state.name for code, one in self.events.items()}
            await run_creation(connection, self.create, self.world, show.language, names)
            return
        event = self.events.get(show.event)
        with use_language([show.language]):
            if event is None:
                self._redirect(connection, self.remote.get(show.event))
                return
            if show.role in ORGANIZER_ROLES and not event.keys.is_organizer(show.key):
                connection.push(frame(msgspec.json.encode(PageNews(say=_(WRONG_KEY), ended=True))))
                connection.close(POLICY_CLOSE_CODE, _(WRONG_KEY))
                return
        session = EventSession(connection, self, event, show)
        self._sessions[session] = event
        if show.role == "player" and not _is_this_machine(connection.peer):
            self._reached.add(event.keys.code)
        if show.role == "player":
            self._count_phones(event)
        try:
            await session.run()
        finally:
            del self._sessions[session]

    def _redirect(self, connection: Connection, remote: RemoteEvent | None) -> None:
        """Send a page to the server that has its event; while none has it, the page retries."""
        if remote is None:
            connection.close(POLICY_CLOSE_CODE, _(NO_EVENT))
            return
        if remote.base:
            connection.push(frame(msgspec.json.encode(PageNews(moved=remote.base))))
        connection.close(RESTART_CLOSE_CODE, "")


def is_near(peer: str) -> bool:
    """Return whether an address is in the network of this machine, or in another private one."""
    with suppress(ValueError):
        return not ip_address(peer).is_global
    return True


def _is_this_machine(peer: str) -> bool:
    with suppress(ValueError):
        return ip_address(peer).is_loopback
    return False
