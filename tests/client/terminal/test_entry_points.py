"""Hosting in the terminal through a tunnel: the link to send is first, and a resumed table has it again."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
import trio

from facedown_client.connection import Link, Returns, Visit
from facedown_client.connection.return_places import Return
from facedown_client.terminal.entry_points import waiting_duel_lines
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


def test_a_host_hears_of_duels_that_its_server_opens_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: the friend's time ran, while the host sat at a new table."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    place = Return(TableLink("127.0.0.1", 7777), "ABC-DEF", 0, "token", "Lou", hosted=True)
    Returns().store_place(place)
    Returns().store_place(msgspec.structs.replace(place, code="GHJ-KLM", hosted=False))
    (line,) = waiting_duel_lines()
    assert "ABC-DEF with Lou" in line
    assert line.endswith("join ABC-DEF --text")


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


SENT = r"^Send this to your friend.*?^(http\S+)\n\n█"


def saved_tunnel(home: Path) -> str:
    """Return the tunnel that the client has remembered in its data folder."""
    return "".join(
        json.loads(settings.read_text()).get("tunnel", "") for settings in home.glob("data/**/settings.json")
    )


def fake_tunnel(home: Path, port: int) -> str:
    """Write an ssh whose "tunnel" is the server's own port, so that its link works; return the setting."""
    fake_program(home, "ssh", "debug1: remote forward success")
    return f"127.0.0.1/{port}"


async def test_a_resumed_table_has_its_tunnel_again(tmp_path: Path) -> None:
    """Seen to fail: the tunnel was lost while the friend's absence ran; and the same link was new. A friend's
    client recognises its seat at a new address by the link's secret.
    """
    port = free_port()
    setting = fake_tunnel(tmp_path, port)
    async with run_client(tmp_path, "host", "--text", "--tunnel", setting, "--port", str(port)) as host:
        link = (await host.read_until(SENT))[1]
        sent = parse_link(link)
        assert (sent.host, sent.port) == ("127.0.0.1", port)
        assert host.printed.startswith(f"Opening a tunnel through {setting} …\n")
        await host.read_until("Your deck is Pendulum and Link: type ready")
        assert "this network: http" not in host.printed
        assert saved_tunnel(tmp_path) == setting
        returns = Returns(tmp_path / "friend")
        wish, here = JoinTable(sent.code, sent.secret), TableLink("127.0.0.1", port)
        await _sit_down(Visit(Link(here, "Lou", wish=wish, returns=returns)))
    async with run_client(tmp_path, sent.code, "--text") as host:
        await host.read_until("The tunnel is open again, and the link is the same")
        assert "█" not in host.printed
        there = TableLink("localhost", port)  # the same server under another name
        await _sit_down(Visit(Link(there, "Lou", wish=wish, returns=returns)))
        assert [place.address for place in returns.valid_places()] == [there]
    fake_program(tmp_path, "ssh", "debug1: remote forward success")
    async with run_client(tmp_path, sent.code, "--text", "--tunnel", f"localhost/{port}") as host:
        again = parse_link((await host.read_until(r"has a new link. Send this.*?^(http\S+)\n\n█"))[1])
        assert (again.host, again.secret) == ("localhost", sent.secret)


async def test_a_tunnel_that_failed_is_not_remembered(tmp_path: Path) -> None:
    """Seen to fail: a mistyped host was used again at the next start, without a prompt."""
    fake_program(tmp_path, "ssh", "Could not resolve hostname", then="")
    async with run_client(tmp_path, "host", "--text", "--tunnel", "me@mistyped.example/7777") as host:
        await host.read_until("Is the name spelled correctly")
    assert saved_tunnel(tmp_path) == ""


async def test_a_link_at_which_nothing_answers_is_not_sent_or_remembered(tmp_path: Path) -> None:
    fake_program(tmp_path, "ssh", "debug1: remote forward success")
    setting = f"127.0.0.1/{free_port()}"
    async with run_client(tmp_path, "host", "--text", "--tunnel", setting, "--port", "0") as host:
        await host.read_until("The link does not answer from here")
    assert "Send this" not in host.printed
    assert saved_tunnel(tmp_path) == ""


async def _sit_down(visit: Visit) -> None:
    """Join, until the seat is ours."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(visit.run_link)
        with trio.fail_after(60):
            while not isinstance(message := await visit.next(), Seated):
                assert "refused" not in str(message), message
        nursery.cancel_scope.cancel()
