"""A whole duel by EDOPro's core, between real decks, at three terminals: two play by numbers, one watches.

Server and core are killed in the middle and restarted. Needs what `tests/core_data.py` names.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import pytest
import trio

from facedown_client.data.recent_change import GUARD_S
from facedown_shared.decks.core_location import FOLDER
from facedown_shared.protocol.messages import CreateTable
from tests import core_data
from tests.client.ptys import Terminal, terminal
from tests.reliability.processes import QUIET, HeadlessClient, server_process

ASKED = re.compile(
    r"(?P<rows>(?:^ +\d+\. .*\n)+)^ +Type (?:(?P<least>\d+)[^\n]*numbers|a number)", re.MULTILINE
)
ROW = re.compile(r"^ +(\d+)\. (.*)$", re.MULTILINE)
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
WORTH = (
    "Attack", "Special Summon", "Normal Summon", "Activate", "Set", "Battle Phase", "Main Phase 2",
    "End Phase",
)  # fmt: skip
"""Options that are picked first, by their words."""
MAX_DECISIONS_PER_TURN = 30
"""Decisions after which a player ends the turn."""
MAX_STEPS = 3_000
CORE_KILLED_TURN, SERVER_KILLED_TURN = 2, 3


class Player:
    """A player who reads what is printed and types numbers."""

    def __init__(self, screen: Terminal) -> None:
        self.screen = screen
        self._turn, self._picked = "", Counter[str]()

    def read(self) -> str:
        """All that was printed, as it is read."""
        return CONTROL.sub("", self.screen.seen)

    def step(self) -> bool:
        """Answer the open prompt, if there is one; return whether there was."""
        self.screen.look()
        new = CONTROL.sub("", self.screen.seen[self.screen.read :])
        found = [*ASKED.finditer(new)]
        if not found or not new.endswith("\n"):
            return False
        self.screen.read = len(self.screen.seen)
        self.screen.type(" ".join(self._choose_options(found[-1])) + "\r")
        return True

    def _choose_options(self, asked: re.Match[str]) -> Iterator[str]:
        turn = (re.findall(r"^Turn \d+", self.read(), re.MULTILINE) or [""])[-1]
        if turn != self._turn:
            self._turn, self._picked = turn, Counter()
        rows = sorted(ROW.findall(asked["rows"]), key=lambda row: (self._worth(row[1]), int(row[0])))
        for number, words in rows[: int(asked["least"] or 1)]:
            self._picked[words] += 1
            yield number

    def _worth(self, words: str) -> tuple[int, int]:
        """Return how late an option is picked: one picked before comes later, and enough is enough."""
        kind = next((at for at, word in enumerate(WORTH) if word in words), len(WORTH))
        is_late = (
            self._picked.total() > MAX_DECISIONS_PER_TURN and "Phase" not in words and "Pass" not in words
        )
        return self._picked[words] + is_late * MAX_STEPS, kind


async def open_table(port: int) -> tuple[str, str, str]:
    """Return links of a new table: back to its first seat, to the other one, to watch."""
    async with trio.open_nursery() as nursery:
        host = HeadlessClient("Wren", port, CreateTable(QUIET))
        nursery.start_soon(host.run)
        await host.wait_until(lambda: host.visit.model.links)
        links = {role: rows[0][1] for role, rows in host.visit.model.links.items()}
        found = (host.visit.return_link, links["opponent"], links["spectator"])
        nursery.cancel_scope.cancel()
    return found


def play(players: list[Player], until: str) -> None:
    """Take turns at answering until the first has read this."""
    for _ in range(MAX_STEPS):
        if re.search(until, players[0].read()):
            return
        for player in players:
            player.step()
    raise AssertionError(f"no {until!r}: {players[0].read()[-2_000:]}")


def take_the_core_away(server: int, data: Path) -> None:
    """Remove the engine that the server has, and kill the processes that it runs in."""
    for kept in (data / FOLDER).glob("*.tgz"):
        kept.unlink()
    core_data.kill_core(server)


@core_data.needs_all
@pytest.mark.skipif(
    sys.platform != "linux", reason="pseudo-terminals and the list of child processes are not there"
)
async def test_two_play_by_numbers_and_one_watches_while_the_server_is_killed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    core_data.install(data)
    async with AsyncExitStack() as running:
        server = await running.enter_async_context(AsyncExitStack())
        process, port = await server.enter_async_context(server_process(data))
        doors = await open_table(port)
        with ExitStack() as screens:
            seats = [
                ("join", "Wren", "AI_BlueEyes"),
                ("join", "Halvard", "AI_ChainBurn"),
                ("watch", "Ilse", ""),
            ]
            people = [
                screens.enter_context(terminal(
                    verb, door, "--text", "--name", name,
                    *(("--deck", str(core_data.deck(deck))) if deck else ()),
                    env={"FACEDOWN_HOME": str(tmp_path / name)},
                ))
                for (verb, name, deck), door in zip(seats, doors, strict=True)
            ]  # fmt: skip
            wren, halvard, ilse = people
            for person in people:
                person.until("You are at table")
            try:
                wren.until("EDOPro's core.*Type yes or no")
                await trio.sleep(2 * GUARD_S)  # a prompt that has only just appeared is not answered
                wren.type("yes\r")
                wren.until("by EDOPro's core")
                for person in (wren, halvard):
                    person.type("ready\r")
                players = [Player(wren), Player(halvard)]
                play(players, rf"(?m)^Turn {CORE_KILLED_TURN}\b")
                take_the_core_away(process.pid, data)
                play(players, rf"(?m)^Turn {SERVER_KILLED_TURN}\b")
                process.kill()
                await server.aclose()
                for person in people:
                    person.until("Trying again")
                await server.enter_async_context(server_process(data, port))
                play(players, r"(?m)^(You win|\w+ wins|The duel ends)")
                ilse.until("wins|ends without")
            finally:
                if folder := os.environ.get("FACEDOWN_SHOTS"):
                    for (_, name, _), person in zip(seats, people, strict=True):
                        person.look()
                        (Path(folder) / f"core-{name}.txt").write_text(CONTROL.sub("", person.seen))
            for person in people:
                assert "Traceback" not in person.seen
                assert "Refused" not in person.seen
