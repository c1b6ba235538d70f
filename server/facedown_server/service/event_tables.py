"""Tables on screen for the pairings of events: each opens by itself, and its referee's result is entered.

A table's code and the keys of its seats follow from the event's keys, the pairing and the table's number. So
a server that was killed in between opens the missing tables at its next start, and none twice; and it looks
at all tables of rounds without a result again. An event's log takes only the first result of a table.
"""

from __future__ import annotations

import math
from contextlib import suppress
from functools import partial

import structlog
import trio

from facedown_server.events.live.event_pages import EventHub
from facedown_server.events.live.live_event import LiveEvent
from facedown_server.events.rules.acts import MatchFinished, Outcome, RoundPaired, Score
from facedown_server.events.rules.faults import IllegalAct
from facedown_server.events.rules.results import needed_wins
from facedown_server.events.rules.state import EventState, Pairing, Round
from facedown_server.room.lobby import Lobby
from facedown_server.room.match.lifecycle import stored_setup
from facedown_server.room.match.match_log import replay_log
from facedown_server.room.people.seats import digest
from facedown_server.room.room import Room
from facedown_server.room.server_context import ServerContext
from facedown_server.storage.event_rows import EventRows, FinishedMatch
from facedown_server.storage.store import EventKey, SeatKeys, StoredSeat, StoreFailed
from facedown_shared.decks import decks
from facedown_shared.protocol.asking import DEFAULT
from facedown_shared.protocol.messages import Clock, Settings
from facedown_shared.tables import FORMATS
from facedown_shared.text import FacedownError, words

log = structlog.get_logger(__name__)

MIN_BANK_S = 60
RETRY_DELAY_S = 5.0
REMOTE_POLL_INTERVAL_S = 1.0
"""Seconds between two looks for results of tables at other nodes."""
PAUSE_BETWEEN_SLICES_S = 0.01
"""Seconds that other tasks have the CPU, after each few milliseconds of running a match again."""

MatchScore = tuple[Score, Outcome]


class EventTables:
    """The tables on screen of a server's events. `run` must be running in a task."""

    def __init__(self, hub: EventHub, lobby: Lobby, rows: EventRows) -> None:
        self._hub, self._lobby, self._rows = hub, lobby, rows
        self._due = trio.Event()
        self._replays: dict[str, str] = {}
        """The secrets of public replays, by the matches' logs."""
        self._checked: set[LiveEvent] = set()
        """Events whose stored matches and undone tables were looked at since they were opened."""

    def note_change(self) -> None:
        """Look at all events and tables again."""
        self._due.set()

    async def run(self) -> None:
        """Open tables and enter their results, after every change of an event or a table."""
        await self._lobby.recovery.over.wait()
        self._lobby.on_change.append(self.note_change)
        self._hub.on_change.append(self.note_change)
        while True:
            self._due = trio.Event()
            delay_s = math.inf
            for event in tuple(self._hub.events.values()):
                try:
                    await self._update(event)
                    if self._has_remote_tables(event):
                        delay_s = min(delay_s, REMOTE_POLL_INTERVAL_S)
                except (OSError, StoreFailed) as error:
                    self._checked.discard(event)
                    log.error("an event's act was not stored", error=type(error).__name__)
                    delay_s = min(delay_s, RETRY_DELAY_S)
                except Exception:
                    log.exception("an event's tables were not opened")
            with trio.move_on_after(delay_s):
                await self._due.wait()

    def _is_seated(self, code: str, seat: int) -> bool:
        room = self._lobby.rooms.get(code)
        return room is not None and room.table.seats[seat].guest is not None

    async def _update(self, event: LiveEvent) -> None:
        event.is_seated = self._is_seated
        if event not in self._checked:
            self._reopen_undone(event)
        await self._close_undone(event, event.state)
        now = event.state.round
        if now is not None and not now.is_complete and self._needs_stored_results(event):
            await self._enter_stored_results(event, now)
        self._checked.add(event)
        for place, code in tuple(event.open_tables.items()):
            if (
                code not in self._lobby.rooms and not self._is_shared
            ):  # the operator closed it: it opens again
                del event.open_tables[place]
        state = event.state
        now = state.round
        if state.settings.screen_format and now is not None and not state.finished:
            await self._open_round(event, state, now)
        for (pairing, table), code in tuple(event.open_tables.items()):
            played = next((one for one in event.state.rounds if one.pairing == pairing), None)
            own = None if played is None else next(one for one in played.pairings if one.table == table)
            room = self._lobby.rooms.get(code)
            if own is not None and own.result is None and room is not None:
                found = match_result(event.state, room)
                if found is not None:
                    await self._enter_result(event, pairing, table, found, room.table.kept.log)

    # --- results ------------------------------------------------------------------------------------------

    @property
    def _is_shared(self) -> bool:
        return self._lobby.server.service is not None

    def _has_remote_tables(self, event: LiveEvent) -> bool:
        """Return whether results of the present round may come from other nodes."""
        now = event.state.round
        if not self._is_shared or now is None or now.is_complete:
            return False
        missing = (one.table for one in now.pairings if one.result is None)
        codes = (event.open_tables.get((now.pairing, table)) for table in missing)
        return any(code is not None and code not in self._lobby.rooms for code in codes)

    def _needs_stored_results(self, event: LiveEvent) -> bool:
        """Return whether the journal may hold a result that no room here reports: once after each start, for
        tables that were closed here, and for tables of other nodes.
        """
        gone = (code not in self._lobby.rooms for code in event.open_tables.values())
        return event not in self._checked or any(gone)

    async def _enter_stored_results(self, event: LiveEvent, now: Round) -> None:
        """Enter the results of finished matches of this round in the journal that the event's log lacks.

        Raises StoreFailed.
        """
        open_tables = {one.table for one in now.pairings if one.result is None}
        for match in await self._rows.finished_matches(event.keys.code):
            if match.pairing == now.pairing and match.table in open_tables:
                found = await stored_result(self._lobby.server, event.state, match)
                await self._enter_result(event, match.pairing, match.table, found, match.log)

    async def _enter_result(
        self, event: LiveEvent, pairing: int, table: int, found: MatchScore, log_name: str
    ) -> None:
        """Enter the result of a match, with its public replay. The event takes only the first one."""
        if log_name not in self._replays:
            self._replays[log_name] = await self._lobby.replays.promise_link(log_name)
        score, outcome = found
        act = MatchFinished(pairing, table, score, outcome, self._replays[log_name])
        with suppress(IllegalAct):  # undone meanwhile, or a draw in a cut: the organizer decides
            await event.add(act, "referee")

    # --- tables -------------------------------------------------------------------------------------------

    async def _open_round(self, event: LiveEvent, state: EventState, now: Round) -> None:
        """Open the tables of a round that have no result and are not open."""
        missing = [
            one for one in now.pairings
            if one.result is None and (now.pairing, one.table) not in event.open_tables
        ]  # fmt: skip
        trouble = ""
        for pairing in missing:
            code = event.keys.table_code(now.pairing, pairing.table)
            if code not in self._lobby.rooms and not await self._is_elsewhere(code):
                try:
                    await self._open(event, state, now, pairing, code)
                except FacedownError as refused:
                    trouble = str(refused)
                    break
            event.open_tables[now.pairing, pairing.table] = code
        if missing or trouble != event.table_trouble:
            event.table_trouble = trouble
            event.changed.set()

    async def _is_elsewhere(self, code: str) -> bool:
        """Return whether another node has this table, or it is on its way here.

        Raises StoreFailed.
        """
        return self._is_shared and await self._lobby.server.store.find_table(code) is not None

    async def _open(
        self, event: LiveEvent, state: EventState, now: Round, pairing: Pairing, code: str
    ) -> None:
        settings = state.settings
        bank_s = max(MIN_BANK_S, settings.minutes * 30 // settings.best_of)
        key = partial(event.keys.seat_key, now.pairing, pairing.table)
        has_clock = not now.cut and not FORMATS[settings.screen_format].by_hand
        chosen = Settings(settings.screen_format, min(settings.best_of, 3), Clock(bank_s if has_clock else 0))
        seats = []
        for number, player in enumerate((pairing.one, pairing.two)):
            deck = self._lobby.server.starting_deck(FORMATS[chosen.format], number, chosen)
            text = decks.to_ydk(deck) if deck is not None else ""
            keys = SeatKeys(own=digest(key(player)))
            seats.append(StoredSeat(state.players[player].name, keys, text, DEFAULT))
        place = EventKey(event.keys.code, now.pairing, pairing.table)
        await self._lobby.reserve(chosen, code=code, seats=tuple(seats), assigned=True, event=place)

    def _reopen_undone(self, event: LiveEvent) -> None:
        """Note the tables that are open here although their pairing was undone: the server had ended."""
        standing = {played.pairing for played in event.state.rounds}
        for row in event.course.rows:
            if isinstance(row.act, RoundPaired) and row.act.pairing not in standing:
                for table in range(1, len(row.act.pairs) + 1):
                    code = event.keys.table_code(row.act.pairing, table)
                    if code in self._lobby.rooms:
                        event.open_tables[row.act.pairing, table] = code

    async def _close_undone(self, event: LiveEvent, state: EventState) -> None:
        """Close the tables of a pairing that was undone, and those of an event that the operator ended."""
        known = {played.pairing for played in state.rounds}
        if state.finished and state.round is not None and not state.round.is_complete:
            known.discard(state.round.pairing)
        for place, code in tuple(event.open_tables.items()):
            if place[0] not in known:
                del event.open_tables[place]
                if (room := self._lobby.rooms.get(code)) is not None and not room.closed:
                    await room.close(words("closed_by_operator"))


async def stored_result(server: ServerContext, state: EventState, match: FinishedMatch) -> MatchScore:
    """Return the result of a finished match in the journal, seat 0 first.

    The duels that each player won come from the match's log. If this version cannot run it, only the match's
    winner counts.

    Raises StoreFailed.
    """
    winner, needed = match.result.split(" ")[0], needed_wins(state.settings)
    wins = [0, 0]
    if needed > 1:
        stored = await server.store.read_match(match.log)
        setup = stored_setup(stored.header, server.pool)
        run = server.match(setup)
        try:
            await replay_log(run, setup, stored, server.world, pause_s=PAUSE_BETWEEN_SLICES_S)
            wins = [min(count, needed - 1) for count in run.wins]
        except Exception:
            log.exception("a match of an event could not be run again", table=stored.header.code)
    if winner == "draw":
        return Score(*wins), "draw"
    wins[int(winner)] = needed
    return Score(*wins), "two" if winner == "1" else "one"


def match_result(state: EventState, room: Room) -> MatchScore | None:
    """Return the result of a table's match, seat 0 first; None while there is none."""
    runner = room.lifecycle.runner
    result = runner.match.result() if runner is not None and runner.is_over else None
    if runner is None or result is None:
        return None
    needed = needed_wins(state.settings)
    wins = [min(count, needed - 1) for count in runner.match.wins]
    if result.winner is None:
        return Score(*wins), "draw"
    wins[result.winner] = needed
    return Score(*wins), "two" if result.winner else "one"
