"""One event on a server: acts go in, one at a time, and are on disk before any page shows them.

Slow work (the disk, undo, standings) runs in a thread, pairing in a process: duels on the server go on.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

import trio
from msgspec.structs import replace

from facedown_server.events.desk.desk import EventDesk
from facedown_server.events.event_file import EventFile
from facedown_server.events.live.event_keys import EventKeys
from facedown_server.events.pairing.process import pair_round
from facedown_server.events.rules.acts import AnyAct, EventLogRow, Origin, PlayerRegistered
from facedown_server.events.rules.faults import Fault, IllegalAct
from facedown_server.events.rules.standings import Standing, standings
from facedown_server.events.rules.state import EventState
from facedown_server.network.crowd.names import person_name, skeleton, unlike
from facedown_server.network.wire.token_buckets import Buckets
from facedown_server.runtime.world import World
from facedown_shared.text import FacedownError

MAX_PLAYER_ROWS = 40_000
"""Rows of the log after which only the organizer adds more: what phones send fills no disk."""
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
    """An event, its file and its keys. `changed` is set after every act; who waits for it replaces it."""

    def __init__(self, file: EventFile, keys: EventKeys, world: World) -> None:
        self.keys, self.file = keys, file
        self.changed = trio.Event()
        self.state: EventState = file.course.state
        """The event as pages show it. It changes together with `standings`, once both are known."""
        self.standings: tuple[Standing, ...] = standings(self.state)
        self.open_tables: dict[tuple[int, int], str] = {}
        """The codes of open tables on screen, by pairing and table."""
        self.table_trouble = ""
        """Why tables on screen cannot be opened; "" if they can."""
        self.on_change: list[Callable[[], object]] = []
        """Called after every act."""
        self._ranked: object = _ranked_values(self.state)
        self._world = world
        self._created = datetime.fromisoformat(file.course.state.date)
        self._storing, self._organizing = trio.Lock(), trio.Lock()
        self._roster = trio.Lock()
        """Held while players come or go, and while a round is paired again because of that."""
        self._acts = Buckets(ACTS_PER_S, ACT_BURST_COUNT)
        self._joins = Buckets(JOINS_PER_S, JOIN_BURST_COUNT)
        self._guesses = Buckets(GUESSES_PER_S, GUESS_BURST_COUNT)
        self._player_guesses = Buckets(PLAYER_GUESSES_PER_S, PLAYER_GUESS_BURST_COUNT)
        self._slip_guesses = Buckets(GUESSES_PER_S, GUESS_BURST_COUNT)
        self.desk = EventDesk(
            lambda: file.course, partial(self.add, by="organizer"), self.now_s, pair_round, self._roster,
            has_files=False,
        )  # fmt: skip

    def now_s(self) -> float:
        """Return the seconds since the event was created."""
        return max(0.0, (self._world.wall() - self._created).total_seconds())

    async def add(self, act: AnyAct, by: Origin) -> None:
        """Store an act and make it count.

        Raises IllegalAct, and OSError if it cannot be stored.
        """
        async with self._storing:
            await self._store(act, by)

    async def _store(self, act: AnyAct, by: Origin) -> None:
        if isinstance(act, PlayerRegistered):
            act = replace(act, player=self.file.course.next_player)
        row = EventLogRow(self.now_s(), by, act)
        # Cancelled in the middle, a row would be in the file and not in the course.
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(self.file.append, row)
            state, found = self.file.course.state, self.standings
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
        """Return the path of a player's seat at the present table on screen; "" if there is none."""
        now = self.state.round
        own = now.of_player(player) if now is not None else None
        if now is None or own is None or own.result is not None:
            return ""
        code = self.open_tables.get((now.pairing, own.table), "")
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

        Raises IllegalAct, also if there were too many, and OSError.
        """
        if len(self.file.course.rows) >= MAX_PLAYER_ROWS:
            raise IllegalAct(Fault.ASK_THE_ORGANIZER)
        if not self._acts.take(player, self._world.now()):
            raise IllegalAct(Fault.TOO_FAST)
        async with self._roster:
            await self.add(act, "player")

    async def add_of_slip(self, act: AnyAct) -> None:
        """Store the result of a slip.

        Raises IllegalAct, and OSError.
        """
        if len(self.file.course.rows) >= MAX_PLAYER_ROWS:
            raise IllegalAct(Fault.ASK_THE_ORGANIZER)
        await self.add(act, "slip")

    def expect_slip_guess(self, address: str) -> None:
        """Let an address try the number of a slip. Raises IllegalAct after too many wrong ones."""
        if self._slip_guesses.is_empty(address, self._world.now()):
            raise IllegalAct(Fault.TOO_FAST)

    def note_slip_guess(self, address: str) -> None:
        """Count a wrong number of a slip."""
        self._slip_guesses.take(address, self._world.now())

    async def register(self, name: str, address: str) -> int:
        """Register a player who typed a name, and return the player's number.

        Raises IllegalAct, and OSError.
        """
        if not self.state.settings.registration or len(self.file.course.rows) >= MAX_PLAYER_ROWS:
            raise IllegalAct(Fault.ASK_THE_ORGANIZER)
        if not self._joins.take(address, self._world.now()):
            raise IllegalAct(Fault.TOO_FAST)
        pin = f"{int.from_bytes(self._world.entropy(4)) % 10**PIN_DIGIT_COUNT:0{PIN_DIGIT_COUNT}}"
        async with self._roster, self._storing:
            number = self.file.course.next_player
            await self._store(PlayerRegistered(number, self._newcomer_name(name), pin), "player")
        return number

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
