"""Law 7 with a real process, real sockets and a real disk: what a client was told survives `kill -9`."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
import trio
from websockets.trio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from client.model import Model
from shared.codec import decode_from_server, encode
from shared.messages import (
    SUBPROTOCOL,
    Answer,
    CreateTable,
    Hello,
    JoinTable,
    Ready,
    Resume,
    Settings,
    ToServer,
)

TOP = Path(__file__).parents[3]


@contextmanager
def server_process(folder: Path, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server of its own, killed in the end."""
    command = [sys.executable, "-P", "-m", "server", "serve", "--bind", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(
        [*command, "--data", str(folder), "--no-discovery"], stdout=subprocess.PIPE, text=True, cwd=TOP
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("listening on "), line
            yield process, int(line.rpartition(":")[2])
        finally:
            process.kill()


class Seat:
    """A client on a real socket that keeps its model up to date."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.model = Model()
        self.token = ""

    async def send(self, *messages: ToServer) -> None:
        for message in messages:
            await self.socket.send(encode(message))

    async def hear(self) -> None:
        """Take in messages until the server has nothing more to say."""
        while True:
            with trio.move_on_after(0.2) as silence:
                data = await self.socket.recv()
            if silence.cancelled_caught:
                return
            assert isinstance(data, bytes)
            message = decode_from_server(data)
            self.token = getattr(message, "token", "") or self.token
            for reply in self.model.feed(message):
                await self.send(reply)

    async def act(self, die: random.Random) -> None:
        """Answer the open prompt, if there is one, by the fall of a die."""
        if (prompt := self.model.prompt) is not None:
            count = die.randint(prompt.least, min(prompt.most, len(prompt.options)))
            self.model.prompt = None
            await self.send(Answer(prompt.ask, tuple(die.sample(range(len(prompt.options)), count))))


@asynccontextmanager
async def two_seats(port: int, *greetings: ToServer) -> AsyncIterator[tuple[Seat, Seat]]:
    """Two connections that have said hello, and then each its own greeting."""

    def socket() -> connect:
        return connect(
            f"ws://127.0.0.1:{port}/", subprotocols=[Subprotocol(SUBPROTOCOL)], compression=None, proxy=None
        )

    async with socket() as one, socket() as other:
        seats = (Seat(one), Seat(other))
        for seat, name, greeting in zip(seats, ("Anna", "Ben"), (*greetings, None, None), strict=False):
            await seat.send(Hello(name), *([greeting] if greeting else []))
            await seat.hear()
        yield seats


async def play(seats: tuple[Seat, Seat], answers: int) -> None:
    die = random.Random(5)
    for _ in range(answers):
        for seat in seats:
            await seat.act(die)
        async with trio.open_nursery() as nursery:
            for seat in seats:
                nursery.start_soon(seat.hear)


@pytest.mark.slow
def test_what_was_told_survives_a_killed_server(tmp_path: Path) -> None:
    async def before(port: int) -> tuple[Seat, Seat]:
        async with two_seats(port, CreateTable(Settings(pace="off"))) as (anna, ben):
            await ben.send(JoinTable(anna.model.code))
            await ben.hear()
            for seat in (anna, ben):
                await seat.send(Ready())
            await play((anna, ben), 12)
            process.kill()
        return anna, ben

    async def after(port: int, anna: Seat, ben: Seat) -> None:
        async with two_seats(port, Resume(anna.token), Resume(ben.token)) as again:
            for old, new in zip((anna, ben), again, strict=True):
                assert new.model.view == old.model.view
                assert new.model.prompt == old.model.prompt
            assert any(seat.model.prompt for seat in again)
            turn = again[0].model.version
            await play(again, 2)
            assert again[0].model.version > turn

    with server_process(tmp_path) as (process, port):
        told = trio.run(before, port)
    with server_process(tmp_path, port) as (_, port):
        trio.run(after, port, *told)
