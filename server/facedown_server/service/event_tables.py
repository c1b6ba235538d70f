"""Tables on screen for the pairings of events: each opens by itself, and its referee's result is entered.

A table's code and the keys of its seats follow from the event's keys, the pairing and the table's number. So
a server that was killed in between opens the missing tables at its next start, and none twice; and it looks
at all tables of rounds without a result again. An event's log takes only the first result of a table.
"""

from __future__ import annotations

from functools import partial

import structlog
import trio

from facedown_server.events.live.event_pages import EventHub
from facedown_server.events.live.live_event import LiveEvent
from facedown_server.events.rules.acts import MatchFinished, Outcome, Score
from facedown_server.events.rules.faults import IllegalAct
from facedown_server.events.rules.results import needed_wins
from facedown_server.events.rules.state import EventState, Pairing, Round
from facedown_server.room.lobby import Lobby
from facedown_server.room.people.seats import digest
from facedown_server.room.room import Room
from facedown_server.storage.store import SeatKeys, StoredSeat, StoreFailed
from facedown_shared.decks import decks
from facedown_shared.protocol.asking import DEFAULT
from facedown_shared.protocol.messages import Clock, Settings
from facedown_shared.tables import FORMATS
from facedown_shared.text import FacedownError, words

log = structlog.get_logger(__name__)

MIN_BANK_S = 60
RETRY_DELAY_S = 5.0


class EventTables:
    """The tables on screen of a server's events. `run` must be running in a task."""

    def __init__(self, hub: EventHub, lobby: Lobby) -> None:
        self._hub, self._lobby = hub, lobby
        self._due = trio.Event()

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
            delay_s = 0.0
            for event in tuple(self._hub.events.values()):
                try:
                    await self._update(event)
                except (OSError, StoreFailed) as error:
                    log.error("an event's act was not stored", error=type(error).__name__)
                    delay_s = RETRY_DELAY_S
                except Exception:
                    log.exception("an event's tables were not opened")
            with trio.move_on_after(delay_s or float("inf")):
                await self._due.wait()

    async def _update(self, event: LiveEvent) -> None:
        state = event.state
        await self._close_undone(event, state)
        for place, code in tuple(event.open_tables.items()):
            if code not in self._lobby.rooms:  # the operator closed it, so it opens again
                del event.open_tables[place]
        now = state.round
        if state.settings.screen_format and now is not None and not state.finished:
            await self._open_round(event, state, now)
        for (pairing, table), code in tuple(event.open_tables.items()):
            played = next((one for one in event.state.rounds if one.pairing == pairing), None)
            own = None if played is None else next(one for one in played.pairings if one.table == table)
            room = self._lobby.rooms.get(code)
            if own is not None and own.result is None and room is not None:
                await self._enter_result(event, pairing, own, room)

    async def _open_round(self, event: LiveEvent, state: EventState, now: Round) -> None:
        """Open the tables of a round that have no result and are not open."""
        missing = [
            one for one in now.pairings
            if one.result is None and (now.pairing, one.table) not in event.open_tables
        ]  # fmt: skip
        trouble = ""
        for pairing in missing:
            code = event.keys.table_code(now.pairing, pairing.table)
            if code not in self._lobby.rooms:
                try:
                    await self._open(event, state, now, pairing, code)
                except FacedownError as refused:
                    trouble = str(refused)
                    break
            event.open_tables[now.pairing, pairing.table] = code
        if missing or trouble != event.table_trouble:
            event.table_trouble = trouble
            event.changed.set()

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
        await self._lobby.reserve(chosen, code=code, seats=tuple(seats), assigned=True)

    async def _close_undone(self, event: LiveEvent, state: EventState) -> None:
        """Close the tables of a pairing that was undone."""
        known = {played.pairing for played in state.rounds}
        for place, code in tuple(event.open_tables.items()):
            if place[0] not in known:
                del event.open_tables[place]
                if (room := self._lobby.rooms.get(code)) is not None and not room.closed:
                    await room.close(words("closed_by_operator"))

    async def _enter_result(self, event: LiveEvent, pairing: int, own: Pairing, room: Room) -> None:
        found = match_result(event.state, room)
        if found is None:
            return
        score, outcome = found
        try:
            await event.add(MatchFinished(pairing, own.table, score, outcome), "referee")
        except IllegalAct:  # undone meanwhile, or a draw in a cut: the organizer decides
            return


def match_result(state: EventState, room: Room) -> tuple[Score, Outcome] | None:
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
