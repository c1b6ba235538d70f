"""A practice game whose server is killed, and one that is left and resumed: real processes, real sockets."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
import trio

from facedown_client.bot import bot_player
from facedown_client.bot.bot import Bot
from facedown_client.bot.bot_player import seat_bot
from facedown_client.connection import hosting
from facedown_client.connection.network_search import NetworkSearch
from facedown_client.connection.sessions import Sessions
from facedown_shared.protocol.messages import AtTable, Concede, Ready
from facedown_shared.text.errors import BadInput

pytestmark = pytest.mark.slow

WAIT_TIMEOUT_S = 60.0


class NoSearch(NetworkSearch):
    """A search that finds nothing and sends nothing."""

    async def run(self) -> None:
        """Do nothing."""


class PracticeClient:
    """A player who practises with a window's sessions, without the window."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.sessions = Sessions(nursery, "Wren", seat_bot=seat_bot, search=NoSearch())
        self.answered = -1
        self.answers = 0
        self.lost = 0
        """How often the connection was lost."""
        self._up = False
        self._ready_for = 0
        """The terms of the table for which it has declared itself ready."""

    async def wait_until(self, seen: Callable[[], object]) -> None:
        """Step, and answer every prompt, until a condition holds."""
        with trio.fail_after(WAIT_TIMEOUT_S):
            while not seen():
                self.step()
                await trio.sleep(0.02)

    def step(self) -> None:
        """Run one frame."""
        heard = self.sessions.pump()
        visit = self.sessions.visit
        if visit is None:
            assert not (news := self.sessions.take_error()), news
            return
        up = self.sessions.connection.status == "up"
        self.lost += self._up and not up
        self._up = up
        model = visit.model
        if any(isinstance(message, AtTable) for message in heard) and not self.sessions.note_arrival(
            model.code
        ):
            self.sessions.store_deck("")
        table, prompt = model.table, model.prompt
        if table is not None and table.stage == "gathering" and table.seats[model.seat].deck:
            if not table.seats[model.seat].ready and self._ready_for != table.terms:
                self._ready_for = table.terms
                visit.send(Ready())
        elif prompt is not None and prompt.ask != self.answered and up:
            self.answered = prompt.ask
            self.answers += 1
            visit.send(Bot(model.seat, 1).answer(prompt, model.view))

    @property
    def stage(self) -> str:
        """Return the table's stage."""
        visit = self.sessions.visit
        return visit.model.table.stage if visit is not None and visit.model.table is not None else ""


def is_listening(port: int) -> bool:
    """Return whether a server listens at this port of the loopback."""
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


async def poll_until(seen: Callable[[], object]) -> None:
    """Wait until a condition of processes or files holds, which send no notification."""
    with trio.fail_after(WAIT_TIMEOUT_S):
        while not seen():  # noqa: ASYNC110 - no event comes from another process
            await trio.sleep(0.05)


def servers(folder: Path) -> list[int]:
    """Return the processes that have a journal of a folder open."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/fd/*"):
        with suppress(OSError):
            if str(path.readlink()).startswith(str(folder)):
                found.add(int(path.parts[2]))
    return sorted(found)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    monkeypatch.setattr(bot_player, "THINKING_PAUSE_S", 0.05)
    return tmp_path


async def test_a_practice_outlives_its_server_and_can_be_left_and_returned_to(own_folder: Path) -> None:
    async with trio.open_nursery() as nursery:
        wren = PracticeClient(nursery)
        wren.sessions.practise("master")
        await wren.wait_until(lambda: wren.answers >= 4 and wren.stage == "duel")
        (server,) = servers(own_folder / "practice")
        os.kill(server, signal.SIGKILL)
        before = wren.answers
        await wren.wait_until(lambda: wren.lost == 1)
        await wren.wait_until(lambda: wren.answers >= before + 4)
        (again,) = servers(own_folder / "practice")
        assert again != server
        visit = wren.sessions.visit
        assert visit is not None
        told, seat = visit.model.view, visit.model.seat
        assert told is not None
        wren.sessions.leave_server()
        await poll_until(lambda: not servers(own_folder / "practice"))
        (place,) = wren.sessions.returns
        assert (place.opponent, place.practice != "") == ("Bot", True)

        back = PracticeClient(nursery)
        back.sessions.resume_duel(place)
        await back.wait_until(lambda: back.answers >= 3)
        visit = back.sessions.visit
        assert visit is not None
        visit.send(Concede())
        await back.wait_until(lambda: back.stage == "over")
        assert visit.model.seat == seat
        assert visit.model.view is not None
        assert visit.model.view.turn >= told.turn
        back.sessions.leave_server()
        await poll_until(lambda: not list((own_folder / "practice").iterdir()))
        assert not back.sessions.returns, "what is over is not kept"
        nursery.cancel_scope.cancel()


async def test_a_server_that_cannot_live_is_not_started_for_ever(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "MAX_RESTARTS", 1)
    folder = own_folder / "served"

    async def serve_and_die() -> None:
        async with hosting.server(data=folder) as address:
            for _ in range(2):
                await poll_until(lambda: servers(folder) and is_listening(address.port))
                (found,) = servers(folder)
                os.kill(found, signal.SIGKILL)
                await poll_until(partial(has_ended, found))
            await trio.sleep_forever()

    def has_ended(process: int) -> bool:
        return process not in servers(folder)

    with pytest.raises(BaseExceptionGroup) as ended:
        await serve_and_die()
    assert ended.group_contains(BadInput, match="keeps crashing|No table was opened")
