"""Hosting in the terminal through a tunnel: the link to send is first, and a resumed table has it again."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from facedown_client.connection import Link, Returns, Visit
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.messages import JoinTable, Seated
from tests.server.service.operating.test_tunnel import fake_program

pytestmark = pytest.mark.skipif(os.name == "nt", reason="fake programs are scripts with a first line")


class Terminal:
    """The program in a terminal, and what it has printed."""

    def __init__(self, process: trio.Process) -> None:
        self.process = process
        self.printed = ""

    async def read_until(self, pattern: str) -> re.Match[str]:
        """Read until the output matches; return the match."""
        assert self.process.stdout is not None
        with trio.fail_after(60):
            while not (found := re.search(pattern, self.printed, re.MULTILINE | re.DOTALL)):
                data = await self.process.stdout.receive_some()
                assert data, self.printed
                self.printed += data.decode()
        return found


@asynccontextmanager
async def run_client(home: Path, *words: str) -> AsyncIterator[Terminal]:
    """Run the client with a data folder of its own, and kill it in the end."""
    environment = {
        **os.environ, "PATH": f"{home}:{os.environ['PATH']}", "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"), "LC_ALL": "C.UTF-8",
    }  # fmt: skip
    process = await trio.lowlevel.open_process(
        [sys.executable, "-P", "-m", "facedown_client", *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment,
    )  # fmt: skip
    try:
        yield Terminal(process)
    finally:
        process.kill()
        await process.wait()


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


async def test_a_resumed_table_has_its_tunnel_again(tmp_path: Path) -> None:
    """Seen to fail: the tunnel was lost while the friend's absence ran. A friend's client recognises its seat
    at the new address by the link's secret.
    """
    fake_program(tmp_path, "cloudflared", "https://first.example")
    port = free_port()
    async with run_client(tmp_path, "host", "--text", "--tunnel", "cloudflared", "--port", str(port)) as host:
        sent = parse_link((await host.read_until(r"^Send this to your friend:\n(\S+)\n█"))[1])
        assert sent.base == "https://first.example"
        before = host.printed.partition("Send this")[0]
        assert before == "Opening a tunnel through cloudflared …\n"
        await host.read_until("To begin with the deck")
        returns = Returns(tmp_path / "friend")
        wish, here = JoinTable(sent.code, sent.secret), TableLink("127.0.0.1", port)
        await _sit_down(Visit(Link(here, "Lou", wish=wish, returns=returns)))
    fake_program(tmp_path, "cloudflared", "https://second.example")
    async with run_client(tmp_path, sent.code, "--text") as host:
        again = parse_link((await host.read_until(r"^Send this to your friend:\n(\S+)\n█"))[1])
        assert (again.base, again.secret) == ("https://second.example", sent.secret)
        there = TableLink("localhost", port)  # the same server under another name
        await _sit_down(Visit(Link(there, "Lou", wish=wish, returns=returns)))
        assert [place.address for place in returns.valid_places()] == [there]


async def _sit_down(visit: Visit) -> None:
    """Join, until the seat is ours."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(visit.run_link)
        with trio.fail_after(30):
            while not isinstance(message := await visit.next(), Seated):
                assert "refused" not in str(message), message
        nursery.cancel_scope.cancel()
