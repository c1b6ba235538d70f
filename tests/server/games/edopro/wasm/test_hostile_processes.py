"""A hostile script in a real engine process: its duel alone is ended, other duels are not affected."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from facedown_server.games.edopro import edition
from facedown_server.games.edopro.core_referee import CoreReferee
from facedown_server.games.edopro.engine_processes import EngineProcesses, command, run_processes
from facedown_server.refereeing.referee import Act, Choice, ExternalWork, Frame
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.tables.formats import MASTER
from proofs.core import hostile
from tests.server.games.edopro import mini

pytestmark = pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine")


async def exhaust(frames: object) -> None:
    """Run through frames, waiting where another process works."""
    for frame in frames:  # type: ignore[attr-defined]
        assert isinstance(frame, Frame)
        if isinstance(frame, ExternalWork):
            await frame.done()


async def play(referee: CoreReferee, answers: int, without: str = "") -> None:
    """Give some answers by a simple rule; options that begin with `without` are not picked."""
    for _ in range(answers):
        if referee.result() is not None:
            return
        (prompt,) = referee.prompts()
        keys = sorted((key for key, _ in prompt.options), key=lambda key: (mini.order(key), key))
        picked = next(key for key in keys if not without or not key.startswith(without))
        await exhaust(referee.apply(Act(prompt.seat, Choice((picked,)))))


@pytest.mark.parametrize("name", hostile.KINDS)
async def test_it_ends_its_own_duel_and_the_one_beside_it_goes_on(name: str, tmp_path: Path) -> None:
    kept = edition.store_edition(tmp_path, (mini.SCRIPTS | hostile.scripts(name)).items(), mini.CARDS)
    start = command(mini.find_engine(), str(kept), str(tmp_path / "cache"))
    setup = Setup("master", (mini.DECK, mini.DECK))
    with trio.fail_after(300):
        async with run_processes(EngineProcesses(start, 1)) as processes:
            good, bad = (CoreReferee(MASTER, mini.pool(), processes) for _ in range(2))
            for referee in (good, bad):
                await exhaust(referee.start(setup, RandomStreams((7).to_bytes(32, "big"))))
            await play(good, 4, without="activate")
            process = processes.children[0].pid
            await play(bad, hostile.ANSWERS_COUNT)
            ends = hostile.KINDS[name].ends
            if not ends or ends == "deckout":
                assert (bad.cut, bool(bad.result())) == ("", bool(ends))
            else:
                assert bad.cut in (ends, "time")
                assert str(bad.result()) == f"draw core_{bad.cut}"
            await play(good, 4, without="activate")
            assert good.result() is None
            assert processes.children[0].pid == process, "the process lives on"
