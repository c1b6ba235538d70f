"""Tables for one person by EDOPro's core: a line is opened, undone, redone, saved, restored after a restart.

With FACEDOWN_CORE (an engine) the duels run in it, otherwise the recorded stream is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from trio.testing import MockClock

from facedown_server.games.edopro.core_referee import CorePuzzle, CoreReferee, Engines
from facedown_server.games.edopro.engine_protocol import Reply
from facedown_server.games.edopro.line_engines import LineEngines
from facedown_server.refereeing.referee import Referee
from facedown_server.table import Setup, StartingPosition
from facedown_shared.cards.facts import Pool
from facedown_shared.decks import decks
from facedown_shared.protocol.messages import (
    Answer,
    CreateTable,
    LineText,
    Ready,
    Refused,
    Restart,
    Rewind,
    SaveLine,
    Settings,
    UseDeck,
)
from facedown_shared.tables import FORMATS
from facedown_shared.text.errors import Code
from tests.server.games.edopro import mini
from tests.server.games.edopro.test_line_engines import CountedEngines, begin_line, needs_engine, play
from tests.server.room.test_listed_tables import KnownCore
from tests.server.tables import Player, run_server

ALONE = Settings(mode="core", opponent="nobody", listed=False, pace="off")
PUZZLE = (
    '{"ruleset":"master","first":0,"start":{"players":['
    f'{{"deck":[{mini.WALKER_PASSCODE},{mini.WALKER_PASSCODE}],"hand":[{mini.DRAWER_PASSCODE}]}},'
    f'{{"deck":[{mini.WALKER_PASSCODE}]}}]}},"decisions":[]}}'
)
STEP_COUNT = 13


@dataclass
class PlayedCore(KnownCore):
    """A core that plays our own cards, in the engine that is here or from the recorded stream."""

    engines: Callable[[], Engines] = mini.RecordedEngine
    counted: list[CountedEngines] = field(default_factory=list)
    """The engines of each line so far."""
    earlier: Mapping[str, object] = field(default_factory=dict)

    def referees(
        self, setup: Setup, pool: Pool, position: StartingPosition | None = None
    ) -> Callable[[], Referee]:
        self.counted.append(CountedEngines(self.engines()))
        rules, line = FORMATS[setup.format], LineEngines(self.counted[-1])
        if position is not None:
            return lambda: CorePuzzle(position, rules, pool, line)
        return lambda: CoreReferee(rules, pool, line)


@pytest.fixture
def core(tmp_path: Path) -> PlayedCore:
    engine = mini.find_engine()
    return PlayedCore(engines=lambda: mini.InProcessEngine(engine, tmp_path)) if engine else PlayedCore()


@pytest.fixture
def line(core: PlayedCore) -> str:
    """Return a line of some steps, as a file."""
    rewinder = begin_line(core.engines())
    play(rewinder, STEP_COUNT)
    return rewinder.file_text()


def step(player: Player) -> tuple[int, int]:
    assert player.table is not None
    return player.table.step, player.table.steps


async def test_a_line_by_the_core_is_opened_undone_redone_and_saved(
    core: PlayedCore, line: str, autojump_clock: MockClock
) -> None:
    async with run_server(core=core, pool=mini.pool()) as server:
        anna = await server.connect("Anna")
        await anna.do(CreateTable(ALONE, line=line))
        assert anna.table
        assert (anna.table.mode, anna.table.alone, step(anna)) == ("core", True, (STEP_COUNT, STEP_COUNT))
        latest = anna.view
        await anna.do(Rewind(5))
        assert step(anna) == (5, STEP_COUNT)
        assert anna.view != latest
        await anna.do(Rewind(STEP_COUNT))
        assert anna.view == latest
        await anna.do(Rewind(7), SaveLine())
        text = anna.last(LineText).text
        assert 'mode = "core"' in text
        assert "at = 7" in text
        await anna.do(Restart())
        assert step(anna)[0] == step(anna)[1] < 7, "only what passes by itself was done"


async def test_the_engine_carries_out_an_opened_line_once(
    core: PlayedCore, line: str, autojump_clock: MockClock
) -> None:
    """Seen to fail: the engine ran a line to check it, and again for the table."""
    async with run_server(core=core, pool=mini.pool()) as server:
        anna = await server.connect("Anna")
        await anna.do(CreateTable(ALONE, line=line))
        assert step(anna) == (STEP_COUNT, STEP_COUNT)
        (engines,) = core.counted
        answers = [one.answer for one in engines.requests if isinstance(one, Reply)]
        assert answers
        assert len(answers) == len(engines.requests) - 1 < STEP_COUNT, "the rest is its beginning"


async def test_a_line_by_the_core_comes_back_after_a_restart(
    core: PlayedCore, line: str, autojump_clock: MockClock
) -> None:
    async with run_server(core=core, pool=mini.pool()) as server:
        anna = await server.connect("Anna")
        await anna.do(CreateTable(ALONE, line=line), Rewind(6))
        view = anna.view
    async with run_server(store=server.store, seed="another", core=core, pool=mini.pool()) as again:
        back = await again.back(anna, "Anna")
        assert back.view == view
        assert step(back) == (6, STEP_COUNT)


async def test_a_line_by_the_core_is_refused_where_there_is_none(
    line: str, autojump_clock: MockClock
) -> None:
    async with run_server(pool=mini.pool()) as server:
        anna = await server.connect("Anna")
        await anna.do(CreateTable(ALONE, line=line))
        assert anna.last(Refused).code is Code.BAD_FILE
        assert "does not have EDOPro's core" in anna.last(Refused).sentence


async def test_a_line_with_unknown_cards_is_refused(
    core: PlayedCore, line: str, autojump_clock: MockClock
) -> None:
    lacking = PlayedCore(engines=core.engines, unknown=frozenset({mini.DRAWER_PASSCODE}))
    async with run_server(core=lacking, pool=mini.pool()) as server:
        anna = await server.connect("Anna")
        await anna.do(CreateTable(ALONE, line=line))
        assert "does not know every card of this line" in anna.last(Refused).sentence


@needs_engine
async def test_two_decks_are_played_alone_by_the_core(core: PlayedCore, autojump_clock: MockClock) -> None:
    async with run_server(core=core, pool=mini.pool()) as server:
        anna = await server.connect("Anna")
        deck = UseDeck(decks.to_ydk(mini.DECK))
        await anna.do(CreateTable(ALONE), deck, Ready())
        assert anna.stage == "duel"
        for _ in range(20):
            options = anna.asked.options
            await anna.do(Answer(anna.asked.ask, tuple(range(anna.asked.least)) or ((0,) if options else ())))
        played = step(anna)
        assert played[0] == played[1] >= 15
        await anna.do(Rewind(3))
        assert step(anna) == (3, played[1])


@needs_engine
async def test_a_puzzle_is_played_by_the_core(core: PlayedCore, autojump_clock: MockClock) -> None:
    async with run_server(core=core, pool=mini.pool()) as server:
        anna = await server.connect("Anna")
        await anna.do(CreateTable(ALONE, line=PUZZLE))
        assert anna.table
        assert anna.table.mode == "core"
        await anna.do(Answer(anna.asked.ask, (0,)), Rewind(0))
        assert step(anna)[0] == 0
        await anna.do(SaveLine())
        assert "scenario" in anna.last(LineText).text
