"""A response window of an absent player waits: what others receive discloses nothing of how it would end.

Two tables are alike for the opponent and for spectators when the same public acts were done. Each scene is
played by a player who cannot respond and by others who can, with each prompt setting; all must look the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import pytest
import trio
from trio.testing import MockClock

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.refereeing.referee import Frame, PromptKind, SeatPrompt
from facedown_server.room.match.pending_prompts import Pace
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import (  # fmt: skip
    Answer,
    AutoPass,
    Clock,
    Concede,
    Consent,
    Kick,
    Leave,
    Option,
    Prompt,
    PromptOver,
    Propose,
    Settings,
)
from facedown_shared.tables.zones import Seat
from tests.server.counting import CountingGame
from tests.server.tables import Player, Server, begin_duel, run_server

Heard = list[tuple[float, bytes]]
Scene = Sequence[tuple[float, str]]

QUICK, CAREFUL = Settings(pace="quick"), Settings(pace="careful")
TIMED = Settings(pace="quick", clock=Clock(600, 5))
OFF = Settings(pace="off")

SCENES: dict[str, Scene] = {
    "away before it opens": ((1, "lose other"), (2, "say"), (9, "back other")),
    "away while it is open": ((1, "say"), (1.01, "lose other"), (9, "back other")),
    "away twice": (
        (1, "say"), (1.01, "lose other"), (9, "back other"), (9.01, "lose other"), (20, "back other"),
    ),
    "both away, the owner back first": (
        (1, "say"), (1.01, "lose first"), (1.02, "lose other"), (5, "back other"), (8, "back first"),
    ),
    "both away, the owner back last": (
        (1, "say"), (1.01, "lose other"), (1.02, "lose first"), (5, "back first"), (8, "back other"),
    ),
    "the grace runs out": ((1, "lose other"), (2, "say"), (130, "claim")),
    "the grace runs out, and back all the same": ((1, "lose other"), (2, "say"), (130, "back other")),
    "the store is empty, and away once more": (
        (1, "lose other"), (2, "say"), (130, "back other"), (130.01, "lose other"), (160, "back other"),
    ),
    "the store is empty, and both are away": (
        (1, "say"), (1.01, "lose other"), (130, "lose first"), (150, "back first"), (160, "back other"),
    ),
    "the store is empty after a pause": (
        (1, "say"), (1.01, "pause"), (2, "lose other"), (1.01 + Bounds().pause, "nothing"),
        (1050, "back other"),
    ),
    "the opponent gives up": ((1, "lose other"), (2, "say"), (9, "give up")),
    "the opponent leaves": ((1, "lose other"), (2, "say"), (9, "leave")),
    "a spectator is sent away": ((1, "lose other"), (2, "say"), (3, "kick"), (9, "back other")),
    "a pause within the window": ((1, "say"), (1.02, "pause"), (5, "resume")),
    "a pause that ends by itself": ((1, "say"), (1.02, "pause"), (1.02 + Bounds().pause, "nothing")),
    "a pause while away": (
        (1, "say"), (1.01, "pause"), (2, "lose other"), (3, "back other"), (5, "resume"), (6, "nothing"),
    ),
    "a restart, the owner back first": ((1, "say"), (1.02, "restart"), (5, "back other"), (8, "back first")),
    "a restart, the owner back last": ((1, "say"), (1.02, "restart"), (5, "back first"), (8, "back other")),
    "a restart while away": (
        (1, "lose other"), (2, "say"), (3, "restart"), (5, "back first"), (8, "back other"),
    ),
    "a restart and another": (
        (1, "say"), (1.02, "restart"), (5, "back other"), (5.01, "restart"), (9, "back first"),
        (11, "back other"),
    ),
    "a restart, and only a spectator": ((1, "say"), (1.02, "restart"), (3, "watch"), (9, "back other")),
    "a restart in a pause": (
        (1, "say"), (1.01, "pause"), (2, "restart"), (4, "back other"), (5, "back first"), (7, "resume"),
    ),
}  # fmt: skip
"""Public acts and their times: the owner of the window is `other`."""


@dataclass(frozen=True)
class HiddenState:
    """What is hidden of the owner: charms to respond with, the prompt setting, the same while a key is held,
    and the delay before a pass by hand.
    """

    charms: int
    mode: str
    held: str = ""
    delay: float = 0.005


UNABLE = HiddenState(0, "able")
OTHERS = [
    HiddenState(9, "able"), HiddenState(9, "able", delay=0.025), HiddenState(9, "always"),
    HiddenState(0, "always"),
    HiddenState(9, "never"), HiddenState(0, "never"), HiddenState(0, "able", held="always"),
    HiddenState(9, "never", held="able"),
]  # fmt: skip


@dataclass
class Table:
    """Two players and a spectator, over any number of connections and servers."""

    server: Server
    hidden: HiddenState
    people: dict[str, Player]
    all: list[tuple[str, Player]] = field(default_factory=list)

    def receptions(self) -> Heard:
        """Return what the opponent and a spectator received, and when, since all were seated."""
        return [
            pair for who, player in self.all if who != "other"
            for pair in zip(player.times, player.raw, strict=True) if pair[0] >= 100
        ]  # fmt: skip

    async def do(self, event: str) -> None:
        """Perform a public act; the player prompted then waits for as long as set."""
        word, _, who = event.partition(" ")
        first, other = self.people["first"], self.people["other"]
        match word:
            case "lose":
                await self.people[who].hang_up()
                self.people[who].prompt = None
            case "back":
                self.people[who] = await self.server.back(self.people[who])
                self.all.append((who, self.people[who]))
            case "watch":
                host = first if first.seat == 0 else other
                self.people["sid"] = await self.server.spectator(host)
                self.all.append(("sid", self.people["sid"]))
            case "say":
                await first.pick("say", 3)
            case "claim":
                await first.do(Propose("win"))
            case "give up":
                await first.do(Concede())
            case "leave":
                await first.do(Leave())
            case "kick":
                await first.do(Kick("Sid"))
            case "pause":
                await first.do(Propose("pause"))
                await other.do(Consent(yes=True))
            case "resume":
                await other.do(Propose("resume"))
                await first.do(Consent(yes=True))
        self.server.nursery.start_soon(self.pass_by_hand)

    async def pass_by_hand(self) -> None:
        """Let the prompted player pass before the window could close; an answered prompt is not answered
        twice.
        """
        await trio.sleep(self.hidden.delay)
        other = self.people["other"]
        paused = other.table is not None and other.table.paused
        if other.prompt and other.prompt.kind == "response" and not paused:
            await other.pick("pass")


async def _receive_scene(hidden: HiddenState, settings: Settings, scene: Scene) -> Heard:
    store, table, lives = MemoryStore(), None, [list[tuple[float, str]]()]
    for at, event in scene:
        lives[-1].append((at, event))
        if event == "restart":
            lives.append([])
    for number, life in enumerate(lives):
        make = partial(CountingGame, goal=1_000, charms=[hidden.charms] * 2)
        async with run_server(store=store, seed=f"life {number}", make=make) as server:
            table = await _seat_table(server, hidden, settings) if table is None else table
            table.server = server
            for at, event in life:
                await trio.sleep_until(100 + at)
                await table.do(event)
            await trio.sleep(0 if life and life[-1][1] == "restart" else 20)
    assert table is not None, "there was a table"
    return table.receptions()


async def _seat_table(server: Server, hidden: HiddenState, settings: Settings) -> Table:
    first, other = await begin_duel(server, settings)
    host = first if first.seat == 0 else other
    sid = await server.spectator(host)
    await other.do(AutoPass(hidden.mode))
    if hidden.held:
        await other.do(AutoPass(hidden.held, held=True))
    table = Table(server, hidden, {"first": first, "other": other, "sid": sid})
    table.all = [*table.people.items()]
    return table


def received(hidden: HiddenState, settings: Settings, scene: str) -> Heard:
    """Return what the opponent and a spectator receive in a scene, and when, in a virtual time of its own."""
    return trio.run(_receive_scene, hidden, settings, SCENES[scene], clock=MockClock(autojump_threshold=0))


@pytest.mark.parametrize("settings", [QUICK, TIMED, CAREFUL], ids=["quick", "timed", "careful"])
@pytest.mark.parametrize("scene", SCENES)
def test_absence_tells_nothing(scene: str, settings: Settings) -> None:
    unable = received(UNABLE, settings, scene)
    assert len(unable) > 4
    for hidden in OTHERS:
        assert received(hidden, settings, scene) == unable, hidden


UNSEEN = ("a pause that ends by itself", "a restart, the owner back first")
"""Scenes in which even a window that does not wait would disclose nothing: it would close in time, or while
no other client is connected.
"""


def _as_it_was(pace: Pace, ask: SeatPrompt, now: float, *, unanswerable: bool = False) -> float:
    return _HONEST(pace, ask, now)


_HONEST = Pace.due_time


@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene not in UNSEEN])
def test_a_window_that_does_not_wait_is_noticed(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server as it once was: an absent player who could not respond anyway is passed by rule."""
    monkeypatch.setattr(Pace, "due_time", _as_it_was)
    unable = received(UNABLE, QUICK, scene)
    assert any(received(hidden, QUICK, scene) != unable for hidden in OTHERS)


@pytest.mark.parametrize("scene", ["away before it opens", "a restart while away"])
def test_with_pace_off_it_waits_all_the_same(scene: str) -> None:
    """Only once its owner is back it closes at once, as every window at such a table."""
    until = 100 + SCENES[scene][-1][0]
    unable = [pair for pair in received(UNABLE, OFF, scene) if pair[0] < until]
    for hidden in OTHERS:
        assert [pair for pair in received(hidden, OFF, scene) if pair[0] < until] == unable, hidden
    assert len(received(UNABLE, OFF, scene)) > len(unable), "it closes in the end"


# --- progress of a declaration ------------------------------------------------------------------------------


class PonderingGame(CountingGame):
    """A player who uses a charm gets a second prompt, and no other viewer can tell that anything has
    begun.
    """

    def _answer(self, seat: Seat, key: str) -> Iterator[Frame]:
        if key != "charm":
            yield from super()._answer(seat, key)
            return
        self._open(seat, PromptKind.CHOICE, [("pass", Option("pass"))], back=True, public=PromptKind.RESPONSE)
        yield self._frame()


async def _receive_after_pass(begins: bool) -> Heard:
    """Return what is received where a player waits, loses the connection, reconnects and passes in the end;
    or has begun to answer before, and passes all the same.
    """
    async with run_server(make=lambda: PonderingGame(goal=1_000)) as server:
        table = await _seat_table(server, HiddenState(1, "able", delay=math.inf), TIMED)
        await trio.sleep_until(100)
        await table.do("say")
        await trio.sleep_until(105)
        if begins:
            await table.people["other"].pick("charm")
        await trio.sleep_until(110)
        await table.do("lose other")
        await trio.sleep_until(115)
        await table.do("back other")
        await trio.sleep_until(120)
        await table.people["other"].pick("pass")
        await trio.sleep(5)
    return table.receptions()


def test_who_comes_back_in_the_middle_of_a_declaration_is_told_from_nobody_else() -> None:
    """Otherwise a clock that ran at once would disclose that something had begun."""
    plain, begun = (
        trio.run(_receive_after_pass, begins, clock=MockClock(autojump_threshold=0))
        for begins in (False, True)
    )
    assert plain == begun


async def _receive_after_restart(thinks: bool) -> Heard:
    """Return what is received after a restart; before it a player began something and took it back, or
    did not.
    """
    store, make = MemoryStore(), partial(CountingGame, goal=1_000)
    async with run_server(store=store, seed="before", make=make) as server:
        first, other = await begin_duel(server, TIMED)
        await first.pick("say", 1)
        await trio.sleep_until(100)
        await other.pick("pass")
        await trio.sleep_until(101)
        if thinks:
            await other.pick("think")
            await trio.sleep_until(103.5)
            await other.do(Answer(other.asked.ask, back=True))
        await trio.sleep_until(104)
    async with run_server(store=store, seed="after", make=make) as server:
        again = await server.back(first)
        await server.back(other)
        await trio.sleep(1)
        return [*zip(again.times, again.raw, strict=True)]


def test_the_clocks_after_a_restart_tell_nothing_of_what_was_taken_back() -> None:
    """They were stored with every act, also with those that no other viewer can detect."""
    plain, thought = (
        trio.run(_receive_after_restart, thinks, clock=MockClock(autojump_threshold=0))
        for thinks in (False, True)
    )
    assert plain == thought


# --- what its owner notices ---------------------------------------------------------------------------------


async def test_an_answer_that_waits_is_not_asked_for_again(autojump_clock: MockClock) -> None:
    async with run_server(make=lambda: CountingGame(goal=1_000)) as server:
        first, other = await begin_duel(server, QUICK)
        await first.pick("say", 3)
        ask = other.asked.ask
        await other.pick("pass")
        await other.hang_up()
        await trio.sleep(5)
        assert first.count == 0, "it waits for its owner"
        again = await server.back(other)
        assert again.prompt is None
        await trio.sleep(1)
        assert (first.count, again.asked.kind) == (3, "turn")
        assert PromptOver(ask) in again.all(PromptOver)


async def test_an_answer_after_due_does_not_wait(autojump_clock: MockClock) -> None:
    async with run_server(make=lambda: CountingGame(goal=1_000)) as server:
        first, other = await begin_duel(server, QUICK)
        await first.pick("say", 3)
        await trio.sleep(1)
        await other.client.send(encode(Answer(other.asked.ask, (0,))))
        await other.hang_up()
        assert first.count == 3


async def test_who_cannot_respond_is_not_asked_for_having_been_away(autojump_clock: MockClock) -> None:
    async with run_server(make=lambda: CountingGame(goal=1_000, charms=[0, 0])) as server:
        first, other = await begin_duel(server, QUICK)
        await other.hang_up()
        await first.pick("say", 3)
        await trio.sleep(60)
        assert first.count == 0
        again = await server.back(other)
        await trio.sleep(1)
        assert first.count == 3
        assert [prompt.kind for prompt in again.all(Prompt)] == ["turn"]


async def test_what_public_facts_close_waits_for_nobody(autojump_clock: MockClock) -> None:
    async with run_server(make=lambda: CountingGame(goal=1_000, possible=False)) as server:
        first, other = await begin_duel(server, QUICK)
        await other.hang_up()
        await first.pick("say", 3)
        assert first.count == 3
