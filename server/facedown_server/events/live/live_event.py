"""One event on a server: acts go in, one at a time, and are stored before any page shows them.

Slow work (undo, standings) runs in a thread, pairing in a process: duels on the server go on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from functools import partial

import trio
from msgspec.structs import replace

from facedown_server.events.desk.desk import EventDesk
from facedown_server.events.live.event_keys import EventKeys
from facedown_server.events.pairing.process import pair_round
from facedown_server.events.rules.acts import MAX_PLAYERS, AnyAct, EventLogRow, Origin, PlayerRegistered
from facedown_server.events.rules.faults import Fault, IllegalAct
from facedown_server.events.rules.standings import Standing, standings
from facedown_server.events.rules.state import EventState
from facedown_server.events.stored_course import StoredCourse
from facedown_server.network.crowd.names import person_name, skeleton, unlike
from facedown_server.network.wire.addresses import crowd_key
from facedown_server.network.wire.token_buckets import Buckets
from facedown_server.runtime.world import World
from facedown_shared.text import FacedownError

MAX_ROWS_PER_PLAYER = 200
"""Rows of one player's phone, after which the organizer enters all: with the number of players it bounds the
log, and no phone takes another's share.
"""
MAX_SLIP_ROWS = 10_000
"""Results by slips: more than all tables of all rounds have."""
MAX_PLAYERS_PER_ADDRESS = MAX_PLAYERS // 2
"""Registrations from one address since the start of the server; the organizer may add more."""
ACTS_PER_S, ACT_BURST_COUNT = 0.1, 12.0
"""Rate limit of stored acts of one player."""
JOINS_PER_S, JOIN_BURST_COUNT = 0.2, 64.0
"""Rate limit of registrations from one address."""
GUESSES_PER_S, GUESS_BURST_COUNT = 1 / 60, 5.0
"""Rate limit of wrong four-digit numbers from one address, for all players together."""
PLAYER_GUESSES_PER_S, PLAYER_GUESS_BURST_COUNT = 1 / 10, 30.0
"""Rate limit of wrong four-digit numbers for one player from all addresses: a few do not reach it."""
PIN_DIGIT_COUNT = 4


class LiveEvent:
    """An event, its log and its keys. `changed` is set after every act; who waits for it replaces it."""

    def __init__(self, log: StoredCourse, keys: EventKeys, world: World) -> None:
        self.keys, self._log, self.course = keys, log, log.course
        self.changed = trio.Event()
        self.state: EventState = log.course.state
        """The event as pages show it. It changes together with `standings`, once both are known."""
        self.standings: tuple[Standing, ...] = standings(self.state)
        self.open_tables: dict[tuple[int, int], str] = {}
        """The codes of open tables on screen, by pairing and table."""
        self.table_trouble = ""
        """Why tables on screen cannot be opened; "" if they can."""
        self.on_change: list[Callable[[], object]] = []
        """Called after every act."""
        self.is_seated: Callable[[str, int], bool] = lambda code, seat: False
        """Returns whether a player is connected to a seat of a table on screen."""
        self.is_banned: Callable[[str, str], bool] = lambda address, name: False
        """Returns whether the server's operator has banned an address or a name."""
        rows = self.course.rows
        self._player_rows = Counter(getattr(row.act, "player", 0) for row in rows if row.by == "player")
        """Rows of each player's phone."""
        self._slip_rows = sum(row.by == "slip" for row in rows)
        self._registrations: Counter[str] = Counter()
        """Registrations from each address since the server's start."""
        self._ranked: object = _ranked_values(self.state)
        self._world = world
        self._created = datetime.fromisoformat(self.state.date)
        self._storing, self._organizing = trio.Lock(), trio.Lock()
        self._roster = trio.Lock()
        """Held while players come or go, and while a round is paired again because of that."""
        self._acts = Buckets(ACTS_PER_S, ACT_BURST_COUNT)
        self._joins = Buckets(JOINS_PER_S, JOIN_BURST_COUNT)
        self._guesses = Buckets(GUESSES_PER_S, GUESS_BURST_COUNT)
        self._player_guesses = Buckets(PLAYER_GUESSES_PER_S, PLAYER_GUESS_BURST_COUNT)
        self._slip_guesses = Buckets(GUESSES_PER_S, GUESS_BURST_COUNT)
        self.desk = EventDesk(
            lambda: self.course, partial(self.add, by="organizer"), self.now_s, pair_round, self._roster,
            has_files=False,
        )  # fmt: skip

    def now_s(self) -> float:
        """Return the seconds since the event was created."""
        return max(0.0, (self._world.wall() - self._created).total_seconds())

    async def add(self, act: AnyAct, by: Origin) -> None:
        """Store an act and make it count.

        Raises IllegalAct, and StoreFailed if it cannot be stored.
        """
        async with self._storing:
            await self._store(act, by)

    async def _store(self, act: AnyAct, by: Origin) -> None:
        try:
            await self._log.catch_up()
            if isinstance(act, PlayerRegistered):
                act = replace(act, player=self.course.next_player)
            await self._log.append(EventLogRow(self.now_s(), by, act))
        finally:  # a row whose write had failed may have been stored all the same
            if self.course.state is not self.state:
                with trio.CancelScope(shield=True):
                    await self._show_course()

    async def _show_course(self) -> None:
        """Let pages show the event as it is now."""
        state, found = self.course.state, self.standings
        ranked = _ranked_values(state)
        if ranked != self._ranked:
            found = await trio.to_thread.run_sync(standings, state)
        self.state, self.standings, self._ranked = state, found, ranked
        self.notify()

    def notify(self) -> None:
        """Let every page look at the event again."""
        self.changed.set()
        for call in self.on_change:
            call()

    def seat_path(self, player: int) -> str:
        """Return the path of a player's seat at the present table on screen; "" if there is none.

        A link that replaced another one opens no seat that is in use: the organizer, who makes such links,
        may play too.
        """
        now = self.state.round
        own = now.of_player(player) if now is not None else None
        if now is None or own is None or own.result is not None:
            return ""
        code = self.open_tables.get((now.pairing, own.table), "")
        is_renewed = self.state.players[player].link > 1
        if is_renewed and self.is_seated(code, int(own.two == player)):
            return ""
        return f"/t/{code}#back={self.keys.seat_key(now.pairing, own.table, player)}" if code else ""

    async def run_line(self, line: str) -> list[str]:
        """Carry out a line of the organizer and return the answer. Lines never overlap."""
        async with self._organizing:
            answer = await self.desk.handle(line)
        self.notify()
        return answer

    # --- players ------------------------------------------------------------------------------------------

    async def add_of_player(self, player: int, act: AnyAct) -> None:
        """Store an act of a player's phone.

        Raises IllegalAct, also if there were too many, and StoreFailed.
        """
        if self._player_rows[player] >= MAX_ROWS_PER_PLAYER:
            raise IllegalAct(Fault.PLAYER_SHARE)
        if not self._acts.take(player, self._world.now()):
            raise IllegalAct(Fault.TOO_FAST)
        async with self._roster:
            await self.add(act, "player")
        self._player_rows[player] += 1

    async def add_of_slip(self, act: AnyAct) -> None:
        """Store the result of a slip.

        Raises IllegalAct, and OSError.
        """
        if self._slip_rows >= MAX_SLIP_ROWS:
            raise IllegalAct(Fault.ASK_THE_ORGANIZER)
        await self.add(act, "slip")
        self._slip_rows += 1

    def expect_slip_guess(self, address: str) -> None:
        """Let an address try the number of a slip. Raises IllegalAct after too many wrong ones."""
        if self._slip_guesses.is_empty(address, self._world.now()):
            raise IllegalAct(Fault.TOO_FAST)

    def note_slip_guess(self, address: str) -> None:
        """Count a wrong number of a slip."""
        self._slip_guesses.take(address, self._world.now())

    async def register(self, name: str, address: str) -> int:
        """Register a player who typed a name, and return the player's number.

        Raises IllegalAct, and StoreFailed.
        """
        if not self.state.settings.registration:
            raise IllegalAct(Fault.ASK_THE_ORGANIZER)
        self._check_ban(address, name)
        if self._registrations[address] >= MAX_PLAYERS_PER_ADDRESS:
            raise IllegalAct(Fault.ADDRESS_SHARE)
        if not self._joins.take(address, self._world.now()):
            raise IllegalAct(Fault.TOO_FAST)
        pin = f"{int.from_bytes(self._world.entropy(4)) % 10**PIN_DIGIT_COUNT:0{PIN_DIGIT_COUNT}}"
        async with self._roster, self._storing:
            await self._log.catch_up()
            number = self.course.next_player
            await self._store(PlayerRegistered(number, self._newcomer_name(name), pin), "player")
        self._registrations[address] += 1
        return number

    def _check_ban(self, address: str, name: str) -> None:
        """Raise IllegalAct if the server's operator has banned an address or a name."""
        if self.is_banned(crowd_key(address) or address, name):
            raise IllegalAct(Fault.BANNED)

    def _newcomer_name(self, name: str) -> str:
        """Return a typed name, with a number if it looks like another player's. Raises IllegalAct."""
        taken = {skeleton(player.name) for player in self.state.players.values()}
        try:
            return unlike(person_name(name), taken.__contains__)[0]
        except FacedownError as refused:
            raise IllegalAct(Fault.BAD_NAME, name) from refused

    def find_returning(self, name: str, pin: str, address: str) -> int:
        """Return the number of the player with this name and four-digit number.

        Raises IllegalAct, with the same fault for an unknown name and a wrong number, and after too many
        wrong numbers.
        """
        self._check_ban(address, name)
        player, now = self.state.player_named(name.strip()), self._world.now()
        key = 0 if player is None else player.number
        if self._guesses.is_empty(address, now) or self._player_guesses.is_empty(key, now):
            raise IllegalAct(Fault.TOO_FAST)
        if player is None or not player.pin or player.pin != pin.strip():
            self._guesses.take(address, now)
            self._player_guesses.take(key, now)
            raise IllegalAct(Fault.WRONG_PIN)
        return player.number


def _ranked_values(state: EventState) -> object:
    """Return what the standings depend on."""
    return state.settings, state.rounds[: state.complete_rounds], tuple(state.players)
