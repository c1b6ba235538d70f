"""Sessions of the client: one visit to a server at a time, local servers, the bot, seats to resume.

The app polls for messages every frame and sends requests. Law: no pygame.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Protocol

import msgspec
import trio

from facedown_client.connection import hosting, practice
from facedown_client.connection.core_setup import CoreSetup
from facedown_client.connection.hosting import OwnServer, WaitingServer
from facedown_client.connection.link import ConnectionState, Dial, Link, Status
from facedown_client.connection.network_search import NetworkSearch
from facedown_client.connection.replay_download import download_replay
from facedown_client.connection.return_checks import OVER, ReturnChecks
from facedown_client.connection.return_places import (
    BACK,
    DuelState,
    PublicAccess,
    Return,
    Returns,
    link_at_last_server,
    place_of_link,
    request_for_link,
)
from facedown_client.connection.visit import Visit
from facedown_client.data import solo_table
from facedown_client.model.words.exit_texts import HOSTS_ON
from facedown_client.replays.recorder import Recorder
from facedown_shared.network import links
from facedown_shared.network.announcements import Announcement
from facedown_shared.protocol.messages import (
    AtTable,
    CreateTable,
    FromServer,
    JoinTable,
    ListTables,
    Refused,
    Settings,
    ToServer,
    Update,
    Watch,
    Whole,
)
from facedown_shared.protocol.table_settings import normalize
from facedown_shared.tables.formats import MASTER
from facedown_shared.text import FacedownError, _
from facedown_shared.text.errors import first_error

Serve = Callable[[], AbstractAsyncContextManager[links.TableLink]]


class FileOpening:
    """Text of one file, its remarks on steps, and its path (None: no file).

    Calls `opened` when the table exists, or `refused` with a sentence when opening failed.
    """

    def __init__(
        self, text: str, remarks: Mapping[int, str], file: Path | None,
        opened: Callable[[FileOpening], object], refused: Callable[[str], object], mode: str = "free",
    ) -> None:  # fmt: skip
        """`mode`: how a puzzle is played: "core", or any other for facedown's rules."""
        self.text, self.remarks, self.file = text, remarks, file
        self.opened, self.refused = opened, refused
        self.wish = CreateTable(solo_table.table(MASTER.name, mode), self.text)
        self.scope = trio.CancelScope()
        """Cancel scope of the server and of the link to it."""
        self.visit: Visit | None = None
        self.heard: list[FromServer] = []
        """All messages of the server so far."""
        self._trouble = ""

    async def open_file(self, serve: Serve, dial: Callable[[links.TableLink], Link]) -> None:
        """Start a server for the file, request the table and stay connected; a task."""
        with self.scope:
            try:
                async with serve() as server:
                    self.visit = Visit(dial(server))
                    await self.visit.run_link()
            except* FacedownError as group:
                self._trouble = str(first_error(group))

    def listen(self) -> None:
        """Handle the messages since the last call."""
        self.heard += self.visit.pump() if self.visit is not None else []

    @property
    def failure(self) -> str:
        """Return why opening failed; "" while it may still succeed."""
        answer = next((one.sentence for one in self.heard if isinstance(one, Refused)), "")
        return answer or self._trouble or (self.visit.state.sentence if self.visit is not None else "")


RETURNS_CHECK_INTERVAL_S = 2.0


class SeatBot(Protocol):
    """Function that seats a bot at a table of a local server; returns when the bot has left."""

    def __call__(
        self, server: links.TableLink, friend: str, dial: Dial | None = None, *, deck: str = "",
        returns: Returns | None = None,
    ) -> Awaitable[None]: ...  # fmt: skip


class Sessions:
    """Network half of the app. Its tasks run in the given nursery.

    `seat_bot` seats a bot at a table; `dial` and `serve` replace the network and the local servers (tests).
    """

    def __init__(
        self, nursery: trio.Nursery, name: str, *, seat_bot: SeatBot,
        search: NetworkSearch | None = None,
        dial: Dial | None = None,
        serve: Callable[..., AbstractAsyncContextManager[links.TableLink]] | None = None,
    ) -> None:  # fmt: skip
        self.name = name
        self.access = PublicAccess()
        """How others reach a local server that is started next."""
        self._passwords: dict[str, str] = {}
        """Passwords of servers, by their addresses, until the program ends."""
        self._nursery = nursery
        self._seat_bot = seat_bot
        self._kept = Returns()
        self.return_checks: ReturnChecks = ReturnChecks(nursery, self._kept, self._passwords, dial)
        self._ahead = WaitingServer()
        self._dial, self._serve = dial, serve or partial(hosting.server, ahead=self._ahead)
        if serve is None:
            nursery.start_soon(self._ahead.keep_waiting)
        self._opening: FileOpening | None = None
        self.core_setup: CoreSetup = CoreSetup(nursery)
        self.own_server: OwnServer = OwnServer()
        """Local server that is open to others, at whose table we are or were."""
        self._news = ""
        self._returns: tuple[Return, ...] = ()
        self._clear()
        self._search = search or NetworkSearch()
        nursery.start_soon(self._search.run)

    def _clear(self) -> None:
        """Reset to the state at home. `wanted`: code of the table to join, for its password."""
        self.visit: Visit | None = None
        self._scope: trio.CancelScope | None = None
        """Cancel scope of the present visit: its link, its local server, its bot."""
        self.in_lobby = self.is_practice = self.is_host = self.wants_to_watch = False
        self._practice = ""
        """Name of the present practice."""
        self._access = PublicAccess()
        """How others reach our local server."""
        self.wanted = self._calling = self._carried = ""
        self._arrived: set[str] = set()
        self._replay: Path | None = None
        self.recorded_replay: Path | None = None
        """File of the replay of the last match at this table."""
        self._linked = trio.Event()
        """Set when our table has sent a link for an opponent."""
        self._noted: object = None
        """The opponent and the state of the duel, as last stored."""
        self._returns_read = -RETURNS_CHECK_INTERVAL_S
        self._ahead.set_wanted(True)

    # --- what is so -----------------------------------------------------------------------------------------

    @property
    def connection(self) -> ConnectionState:
        """Return the state of the connection, as plain values."""
        if self.visit is None:
            return ConnectionState("connecting", "", self._calling) if self._calling else ConnectionState()
        state = self.visit.state
        wait = max(0.0, self.visit.retry_at - trio.current_time())
        server = self.visit.link.address.netloc
        is_new = self.visit.change.is_recent(trio.current_time())
        return ConnectionState(state.status, state.sentence, server, wait, self.visit.link.latency, is_new)

    def try_now(self) -> None:
        """Retry a lost connection at once."""
        if self.visit is not None:
            self.visit.link.retry_now()

    @property
    def way_back(self) -> str:
        """Return the link that reopens our seat; "" on a private server."""
        return "" if self.visit is None or self.is_practice else self.visit.return_link

    @property
    def replay_link(self) -> str:
        """Return the link to the public replay of the last match; "" if there is none for others."""
        return "" if self.visit is None or self.is_practice else self.visit.replay_link

    @property
    def nearby(self) -> Sequence[Announcement]:
        """Return the tables on this network."""
        return self._search.tables

    @property
    def search_state(self) -> str:
        """Return the state of the network search in words."""
        return self._search.state_text

    @property
    def returns(self) -> Sequence[Return]:
        """Return the seats to resume, reread from disk at intervals; empty during a visit.

        At longer intervals their servers are asked whether the duels still wait.
        """
        now = trio.current_time()
        if now - self._returns_read >= RETURNS_CHECK_INTERVAL_S:
            self._returns_read = now
            self._returns = tuple(place for place in self._kept.valid_places() if not place.is_over)
            if self.visit is None:
                self.return_checks.start(self._returns, self.name)
        return self._returns if self.visit is None else ()

    @property
    def is_opening(self) -> bool:
        """Return whether a file is being opened."""
        return self._opening is not None

    async def wait_for_message(self) -> None:
        """Wait for a message of the present server; without a server, wait for ever."""
        if self.visit is None:
            await trio.sleep_forever()
        else:
            await self.visit.wait_for_message()

    def complaint(self) -> str:
        """Return, once, what the disk could not store, and what to do; else ""."""
        return "" if self.visit is None else self.visit.take_complaint()

    def take_error(self) -> str:
        """Return the sentence of the last error, once; "" for none."""
        news, self._news = self._news, ""
        return news

    def take_downloaded_replay(self) -> Path | None:
        """Return the file of a downloaded replay, once; None for none."""
        replay, self._replay = self._replay, None
        return replay

    def pump(self) -> list[FromServer]:
        """Return all messages of the server since the last call."""
        if self._opening is not None and (messages := self._check_opening(self._opening)):
            return messages
        if self.visit is None:
            return []
        messages = self.visit.pump()
        self.recorded_replay = self.visit.recorder.kept if self.visit.recorder is not None else None
        if any(isinstance(message, AtTable | Whole | Update) for message in messages):
            self._note_place()
        if "opponent" in self.visit.model.links:
            self._linked.set()
        if self.visit.state.status is Status.CLOSED and not self.visit.shows_result:
            self._news = self.visit.state.sentence
            if self.is_host and self._news and self.visit.model.code:
                self._news += f" {_(HOSTS_ON)}"
                self._leave_local_table()
            else:
                self.leave_server()
        return messages

    # --- going somewhere ------------------------------------------------------------------------------------

    def open_link(
        self, text: str, last: str, *, watch: bool = False, password: str = "",
        server_password: str = "",
    ) -> str:  # fmt: skip
        """Open a link, a code or an address; return the server's address to remember."""
        link = links.parse_link(text)
        if not link.host:
            link = self._find_table(link.code, last)
        if server_password:
            self._passwords[link.netloc] = server_password
        if link.role in BACK:
            self.resume_duel(place_of_link(link))
            return link.service.base
        if link.role == "replay":
            self._start_journey(self._download_replay, link)
            self._calling = link.netloc
            return link.service.base
        watch = watch or link.role in links.WATCHING
        self.wanted, self.wants_to_watch = link.code, watch
        wish = request_for_link(link, watch=watch, password=password)
        self._start_journey(self._visit, link, wish, None, lobby=not link.code)
        return link.service.base

    def _find_table(self, code: str, last: str) -> links.TableLink:
        """Return the link of a bare code: on this network, else at the last server."""
        found = next((table.link for table in self.nearby if table.link.code == code), None)
        return found or link_at_last_server(code, last)

    def enter(self, code: str, password: str, *, watch: bool) -> None:
        """Join or watch a table with a password at the present server; "": show the server's own password."""
        if self.visit is not None and not code:
            self._passwords[self.visit.link.address.netloc] = password
            self.visit.link.show_password(password)
        elif self.visit is not None:
            self.visit.send((Watch if watch else JoinTable)(code, password=password))

    def resume_duel(self, place: Return) -> None:
        """Resume a duel; a local server is restarted first."""
        if place.practice:
            self._start_journey(self._run_practice, None, place, place.practice)
        elif place.hosted:
            self._start_journey(self._run_hosting, place.address.port, None, place, place.access)
        else:
            self._start_journey(self._visit, place.address, None, place)
        self._arrived = {place.code}

    def host(
        self, table: Settings | None, port: int = links.DEFAULT_PORT, access: PublicAccess | None = None, *,
        or_any: bool = True,
    ) -> None:  # fmt: skip
        """Start a local server that is open to the network, and open a table, or without one the page of
        events in the browser. `access`: instead of the settings'. `or_any`: if the port is taken, use any.
        """
        if table is None:
            self._start_journey(self._run_events, access or self.access)
            return
        wish = CreateTable(table)
        self._start_journey(self._run_hosting, port, wish, None, access or self.access, or_any)

    def practise(
        self, format_name: str, deck: str = "", mode: str = "rules", banlist: str = "", level: str = ""
    ) -> None:  # fmt: skip
        """Start a private server and the bot with this deck (the text; "" for any).

        `banlist`: a list of EDOPro's, for its core. `level`: how well the bot plays; "" for its default.
        """
        table = normalize(
            Settings(
                format=format_name, mode=mode, banlist=banlist, listed=False, pace="off", open_hands=True,
                level=level,
            )
        )  # fmt: skip
        self._start_journey(self._run_practice, CreateTable(table), None, practice.new(), deck)

    def solo(self, table: Settings) -> None:
        """Start a private server with a solo table."""
        self._start_journey(self._run_private, CreateTable(table))

    def open_file(self, opening: FileOpening) -> None:
        """Open a solo table from a file. The present visit ends only when the table exists."""
        self._stop_opening()
        self._opening = opening
        if self.visit is None:
            self._calling = _("this computer")
        dial = partial(Link, name=self.name, wish=opening.wish, dial=self._dial)
        self._nursery.start_soon(opening.open_file, self._serve, dial)

    def _stop_opening(self) -> None:
        if self._opening is not None:
            self._opening.scope.cancel()
            self._opening = None

    def _check_opening(self, opening: FileOpening) -> list[FromServer]:
        """Check a file that is being opened; return all messages of its server once the table exists."""
        opening.listen()
        visit = opening.visit
        if visit is not None and visit.model.table is not None:
            self._opening = None
            self.leave_server()
            self.visit, self._scope, self.is_practice = visit, opening.scope, True
            opening.opened(opening)
            return opening.heard
        if trouble := opening.failure:
            self._stop_opening()
            self._calling = "" if self.visit is None else self._calling
            opening.refused(trouble)
        return []

    def leave_server(self) -> None:
        """Leave the server. A private server ends, and the token of a running duel is stored."""
        self._stop_opening()
        if self.is_host and self.own_server.event_page:
            self.own_server.goes_on = True  # an event outlives a table there
        elif self.is_host:
            self.own_server.stop()
        if self._scope is not None:
            self._scope.cancel()
        self._clear()

    def _leave_local_table(self) -> None:
        """Leave the table of our local server, which keeps running for others."""
        if self.visit is not None:
            self.visit.link.close()
        self.own_server.goes_on = True
        self._clear()

    def leave_ended_table(self) -> str:
        """Leave a table that has ended for us; return the reason, "" if it has not ended.

        Return to the lobby if we came from there, else home. A local server keeps running for others at the
        table.
        """
        visit = self.visit
        if visit is None or visit.model.ended is None:
            return ""
        reason, goes_on = visit.model.ended.reason, self.is_host and visit.model.has_continued_without_us
        visit.model.forget_table()
        if goes_on:
            self._leave_local_table()
            return f"{reason} {_(HOSTS_ON)}"
        if self.in_lobby:
            visit.send(ListTables())
        else:
            self.leave_server()
        return "" if reason.id == "you_have_left" else str(reason)

    # --- notes ----------------------------------------------------------------------------------------------

    def note_arrival(self, code: str) -> bool:
        """Record the arrival at a table; return whether we had been there before."""
        known = code in self._arrived
        self._arrived.add(code)
        if self.visit is not None and self.is_host:
            self.visit.link.note(hosted=True, access=self._access)
        if self.visit is not None and self._practice:
            self.visit.link.note(practice=self._practice)
        return known

    def store_deck(self, deck: str) -> None:
        """Store the deck beside the token, for siding after a restart."""
        self._carried = deck
        if self.visit is not None:
            self.visit.link.note(deck=deck)

    def _note_place(self) -> None:
        """Store the state of our duel beside its token, for the home screen; only when it changes.

        The first View of a duel comes before the table's message that it has begun, so it gets no state yet.
        """
        visit = self.visit
        if visit is None or visit.model.is_alone or not visit.model.is_player:
            return
        model, view, table = visit.model, visit.model.view, visit.model.table
        if table is not None and table.stage == "over" and self._noted != OVER:
            self._noted = OVER
            visit.link.note(is_over=True)
        if view is None or table is None or table.stage != "duel":
            return
        own, other = (view.tallies.get(f"{seat}:life", 0) for seat in (model.seat, 1 - model.seat))
        state = DuelState(
            table.format, table.banlist, table.mode, table.best_of, table.duel, view.turn,
            view.turn_player == model.seat, (own, other), view.table,
        )  # fmt: skip
        if (model.opponent, state) != self._noted:
            self._noted = (model.opponent, state)
            visit.link.note(opponent=model.opponent, state=state, is_over=False, deck=self._carried)

    def forget(self, place: Return) -> None:
        """Delete a stored place."""
        self._kept.delete_place(place)
        practice.delete_practice(place.practice)
        self._returns_read = -RETURNS_CHECK_INTERVAL_S

    # --- tasks ----------------------------------------------------------------------------------------------

    def _start_journey(
        self, journey: Callable[..., Awaitable[None]], *arguments: object, lobby: bool = False
    ) -> None:
        self.leave_server()
        self.in_lobby = lobby
        self._scope = trio.CancelScope()
        self._nursery.start_soon(self._travel, self._scope, journey, arguments)

    async def _travel(
        self, scope: trio.CancelScope, journey: Callable[..., Awaitable[None]], arguments: tuple[object, ...]
    ) -> None:
        """Run one journey to its end; an error becomes a sentence."""
        with scope:
            try:
                await journey(*arguments)
            except* FacedownError as group:
                is_own = self.own_server.is_in_scope(scope)
                if is_own:
                    self.own_server.forget()
                if is_own or self._scope is scope:
                    self._news = str(first_error(group))
        if self._scope is scope and self._news:
            self._clear()

    async def _visit(
        self, server: links.TableLink, wish: ToServer | None, place: Return | None, *, is_stored: bool = True
    ) -> None:
        await self._make_visit(server, wish, place, is_stored=is_stored).run_link()

    async def _download_replay(self, link: links.TableLink) -> None:
        """Download a replay by its link, without joining a table."""
        replay = await download_replay(link, self.name, self._dial, self._passwords.get(link.netloc, ""))
        self._clear()
        self._replay = replay

    def _make_visit(
        self, server: links.TableLink, wish: ToServer | None, place: Return | None, *, is_stored: bool = True
    ) -> Visit:
        """Create the present visit, without running it."""
        self._ahead.set_wanted(False)
        link = Link(
            server,
            self.name,
            wish=wish,
            place=place,
            returns=self._kept if is_stored else None,
            dial=self._dial,
        )
        link.server_password = self._passwords.get(server.netloc, "")
        self.visit = visit = Visit(link, recorder=Recorder())
        self._calling = ""
        return visit

    async def _run_hosting(
        self, port: int, wish: ToServer | None, place: Return | None, access: PublicAccess,
        or_any: bool = False,
    ) -> None:  # fmt: skip
        """Run a local server for a new table, or for a seat to resume: that needs the old port."""
        self._calling, self.is_host = _("this computer"), True
        self._access = access
        if (there := self.own_server.address) is not None:
            self.own_server.goes_on = False
            await self._visit(there, wish, place)
            return
        ours = self._serve(
            hosting.EVERYWHERE, port, data=hosting.stored_duels_folder(), or_any=or_any, found=True,
            access=access, resumes=place is not None,
        )  # fmt: skip
        async with ours as server:
            assert self._scope is not None, "a journey has a scope"
            self.own_server.register(server, self._scope)
            self._news = hosting.port_change_text(port, server)
            await self._visit(server, wish, place)
            if self.own_server.goes_on:
                await trio.sleep_forever()

    async def _run_events(self, access: PublicAccess) -> None:
        """Run a local server for events until it is ended."""
        self._calling, self.is_host = _("this computer"), True
        ours = self._serve(
            hosting.EVERYWHERE, links.DEFAULT_PORT, data=hosting.stored_duels_folder(), or_any=True,
            found=True, access=access, events=True,
        )  # fmt: skip
        async with ours as server:
            assert self._scope is not None, "a journey has a scope"
            self.own_server.register(server, self._scope)
            self.own_server.event_page = await hosting.open_event_page(server)
            self.own_server.goes_on = True
            self._clear()
            await trio.sleep_forever()

    async def _run_practice(
        self, wish: ToServer | None, place: Return | None, name: str, deck: str = ""
    ) -> None:  # fmt: skip
        """Run a new practice, or resume one: its server restarts, on the old port if that is free."""
        self._calling, self.is_practice, self._practice = _("this computer"), True, name
        visit: Visit | None = None
        port = 0 if place is None else place.address.port
        try:
            ours = self._serve(port=port, data=practice.data(name), or_any=True)
            async with ours as server, trio.open_nursery() as nursery:
                if place is not None:
                    place = msgspec.structs.replace(place, address=server)
                visit = self._make_visit(server, wish, place)
                nursery.start_soon(self._invite_bot, server, name, deck)
                await visit.run_link()
                nursery.cancel_scope.cancel()
        finally:
            if visit is not None:
                self._tidy(name, visit)

    def _tidy(self, name: str, visit: Visit) -> None:
        """Delete a practice that was left before its start or after its end."""
        table, place = visit.model.table, visit.link.return_place
        if place is not None and table is not None and table.stage not in ("gathering", "over"):
            return
        if place is not None:
            self._kept.delete_place(place)
        practice.delete_practice(name)

    async def _run_private(self, wish: CreateTable) -> None:
        self._calling, self.is_practice = _("this computer"), True
        async with self._serve() as server:
            await self._visit(server, wish, None, is_stored=False)

    async def _invite_bot(self, server: links.TableLink, name: str, deck: str) -> None:
        """Seat the bot as soon as our table has sent a link for an opponent."""
        await self._linked.wait()
        rows = self.visit.model.links.get("opponent") if self.visit is not None else None
        if not rows:  # the table was left just now
            return
        friend = rows[0][1]
        await self._seat_bot(server, friend, self._dial, deck=deck, returns=practice.bot_seats(name))
