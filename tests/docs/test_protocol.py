"""The client in docs/reference/protocol.md joins, plays and watches on a real server."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
import trio

from facedown_shared.protocol.messages import Concede, CreateTable, Ready, Settings
from tests.arch.source import ROOT
from tests.reliability.processes import WAIT_TIMEOUT_S, HeadlessClient, server_process

PAGE = ROOT / "docs" / "reference" / "protocol.md"
ANSWERS_COUNT = 8


def example() -> str:
    """Return the client of the page."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert "facedown_" not in code
    return str(code)


async def run_example(program: Path, link: str) -> subprocess.CompletedProcess[bytes]:
    """Run the example on a link until it ends by itself."""
    run = partial(trio.run_process, check=False, capture_stdout=True, stderr=subprocess.STDOUT)
    with trio.fail_after(2 * WAIT_TIMEOUT_S):
        return await run([sys.executable, "-P", str(program), link])


@pytest.mark.slow
async def test_the_example_plays_and_watches(tmp_path: Path) -> None:
    program = tmp_path / "example.py"
    program.write_text(example(), encoding="utf-8")
    told: dict[str, subprocess.CompletedProcess[bytes]] = {}

    async def follow(role: str, link: str) -> None:
        told[role] = await run_example(program, link)

    async with server_process(tmp_path / "duels") as (_, port), trio.open_nursery() as nursery:
        anna = HeadlessClient("Anna", port, CreateTable(Settings(pace="off")))
        async with trio.open_nursery() as examples:
            nursery.start_soon(anna.run)
            await anna.wait_until(lambda: anna.visit.model.links)
            for role, name in (("opponent", "seat"), ("spectator", "watch")):
                examples.start_soon(follow, name, anna.visit.model.links[role][0][1])
            await anna.wait_until(
                lambda: (table := anna.visit.model.table) and all(one.name for one in table.seats)
            )
            await anna.wait_until(lambda: (table := anna.visit.model.table) and table.spectators)
            anna.visit.send(Ready())
            for _ in range(ANSWERS_COUNT):
                await anna.wait_until(lambda: anna.prompt)
                await anna.pick()
            anna.visit.send(Concede(match=True))
        nursery.cancel_scope.cancel()
    for role, done in told.items():
        said = done.stdout.decode()
        assert done.returncode == 0, f"{role}: {said}"
        assert "turn 2" in said or "turn 1" in said, said
        assert "over:" in said, said
        assert set(re.findall("'code': '(.+?)'", said)) <= {"old_prompt"}, said
    assert "0:hand: 5" in told["watch"].stdout.decode()
