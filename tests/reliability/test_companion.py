"""Cards on paper and a killed server: Life, throws and turn are as they were, and the match ends verified."""

from __future__ import annotations

from pathlib import Path

from facedown_shared.protocol.gestures import ChangeLife, EndTurn, RollDice
from facedown_shared.protocol.messages import Settings
from tests.reliability.processes import duel, server_process

PAPER = Settings(format="companion", pace="off", life=40)
TURNS_COUNT = 2


async def test_a_companion_continues_after_a_kill(tmp_path: Path) -> None:
    async with server_process(tmp_path) as (process, port), duel(port, PAPER) as players:
        first, other = players
        await first.wait_until(lambda: first.model.view)
        if first.model.view is not None and first.model.view.turn_player != first.model.seat:
            first, other = other, first
        first.visit.send(ChangeLife("-7"))
        first.visit.send(RollDice())
        first.visit.send(EndTurn())
        await first.wait_until(lambda: first.model.view and first.model.view.turn == TURNS_COUNT)
        before, counts = first.model.view, [player.message_counts for player in players]
        process.kill()
        async with server_process(tmp_path, port):
            for player, count in zip(players, counts, strict=True):
                await player.wait_for_return(count)
            await first.wait_until(lambda: first.model.view and first.model.prompt)
            assert before is not None
            assert first.model.view is not None
            assert first.model.view.tallies == before.tallies
            assert first.model.view.turn == TURNS_COUNT
            other.visit.send(ChangeLife("=0"))
            await first.wait_until(lambda: first.model.verdict)
            await other.wait_until(lambda: other.model.verdict)
            for player in players:
                assert player.model.verdict is not None
                assert player.model.verdict.summary_line.startswith("Shuffles verified")
