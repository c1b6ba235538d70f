"""A whole server over loopback: a table opened, its page read, health checked, the close received."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest
import trio
import trustme
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed
from websockets.trio.client import ClientConnection

from facedown_server.network.wire.addresses import INSIDE
from facedown_server.runtime.world import RealWorld
from facedown_server.service import app
from facedown_server.service.app import Parts, serve
from facedown_server.service.config import UNREACHABLE, Config
from facedown_server.service.lobby_setup import read_banlist
from facedown_server.service.operating import port_mapping, tunnel
from facedown_server.service.stopping import run_until_stopped
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.network.tunnel_labels import CHECKING
from facedown_shared.protocol.codec import decode_from_server, encode
from facedown_shared.protocol.messages import (  # fmt: skip
    AtTable,
    CreateTable,
    Hello,
    JoinTable,
    ListTables,
    Seated,
    Settings,
    Tables,
    ToClient,
    ToServer,
    Welcome,
)
from facedown_shared.text.errors import BadInput
from facedown_shared.text.words import words
from tests.server.service.operating.routers import FakeRouter, run_router
from tests.server.service.operating.test_tunnel import fake_program
from tests.server.serving import ask, player

Message = TypeVar("Message", bound=ToClient)


@asynccontextmanager
async def run_server(folder: Path, **settings: object) -> AsyncIterator[tuple[Parts, list[str], trio.Event]]:
    """Run a server in this process; yield its parts, its output, and its stop event."""
    usual = {"bind": ["127.0.0.1"], "port": 0, "data": str(folder), "admin_port": 0, "name": "Wren's"}
    config = msgspec.convert(usual | settings, Config)
    said: list[str] = []
    stop = trio.Event()

    async def begin(task_status: trio.TaskStatus[Parts]) -> None:
        await serve(config, RealWorld(), say=said.append, stop=stop, task_status=task_status)

    async with trio.open_nursery() as nursery:
        yield await nursery.start(begin), said, stop
        stop.set()


async def test_what_a_server_begins_with_is_gone_through_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Garbage collection stalls all clients: it skips cards and scripts."""
    usual = {"bind": ["127.0.0.1"], "port": 0, "data": str(tmp_path), "discovery": False}
    stop, started, freeze = trio.Event(), trio.Event(), gc.freeze
    known = len(gc.get_objects())
    monkeypatch.setattr(gc, "freeze", lambda: [freeze(), started.set()])
    try:
        async with trio.open_nursery() as nursery:
            config = msgspec.convert(usual, Config)
            nursery.start_soon(run_until_stopped, partial(serve, config, RealWorld()), stop)
            with trio.fail_after(60):
                await started.wait()
            assert len(gc.get_objects()) < known // 2 < gc.get_freeze_count()
            stop.set()
    finally:
        gc.unfreeze()


async def send_messages(client: ClientConnection, *messages: ToServer) -> None:
    """Send messages."""
    for message in messages:
        await client.send(encode(message))


async def receive(client: ClientConnection, kind: type[Message]) -> Message:
    """Return the next message of a kind."""
    with trio.fail_after(60):
        while True:
            data = await client.recv()
            assert isinstance(data, bytes)
            message = decode_from_server(data)
            if isinstance(message, kind):
                return message


async def page(port: int, path: str, method: str = "GET") -> str:
    """Return what a browser gets."""
    stream = await trio.open_tcp_stream("127.0.0.1", port)
    answer = await ask(stream, f"{method} {path} HTTP/1.1\nHost: 127.0.0.1")
    await stream.aclose()
    return answer.decode(errors="replace")


async def test_from_a_link_to_a_table(tmp_path: Path) -> None:
    async with run_server(tmp_path) as (parts, said, _), player(port=parts.port) as host:
        await send_messages(host, Hello("Wren"), CreateTable(Settings(best_of=3)))
        assert (await receive(host, Welcome)).server == "Wren's"
        links = (await receive(host, Seated)).links
        link = parse_link(links["opponent"][0][1])
        assert (link.host, link.port, link.role) == ("127.0.0.1", parts.port, "seat")
        assert f"listening on 127.0.0.1:{parts.port}" == said[0]
        told = await page(parts.port, f"/t/{link.code}")
        assert "Wren invites you to a duel" in told
        assert link.secret not in told
        async with player(port=parts.port) as guest:
            await send_messages(guest, Hello("Robin"), JoinTable(link.code, link.secret))
            assert (await receive(guest, Seated)).viewer == 1
            table = (await receive(guest, AtTable)).table
            assert [seat.name for seat in table.seats] == ["Wren", "Robin"]


async def test_the_list_the_front_page_and_the_metrics_agree(tmp_path: Path) -> None:
    async with run_server(tmp_path) as (parts, _, _), player(port=parts.port) as host:
        await send_messages(host, Hello("Wren"), CreateTable(Settings()))
        code = (await receive(host, Seated)).code
        async with player(port=parts.port) as other:
            await send_messages(other, Hello("Robin"), ListTables())
            assert [row.code for row in (await receive(other, Tables)).rows] == [code]
            assert f'href="/t/{code}"' in await page(parts.port, "/")
            metrics = await page(parts.admin_port, "/metrics")
            assert "\nfacedown_tables 1.0\n" in metrics
            assert "\nfacedown_connections 2.0\n" in metrics
        assert "200 OK" in await page(parts.admin_port, "/healthz")
        assert "404" in await page(parts.port, "/healthz")
        assert "404" in await page(parts.port, "/metrics")
        # Downloads are made once the tables are open.
        with trio.fail_after(60):
            while "200 OK" not in await page(parts.port, "/facedown.zip", "HEAD"):  # noqa: ASYNC110  # it sends no event
                await trio.sleep(0.1)


async def test_no_game_on_the_admin_port(tmp_path: Path) -> None:
    async with run_server(tmp_path) as (parts, _, _), player(port=parts.admin_port) as lost:
        with pytest.raises(ConnectionClosed, match="1008"):
            await lost.recv()


async def test_stopping_says_goodbye_to_everybody(tmp_path: Path) -> None:
    async with run_server(tmp_path) as (parts, _, stop), player(port=parts.port) as host:
        await send_messages(host, Hello("Wren"), CreateTable(Settings()))
        await receive(host, Seated)
        stop.set()
        with pytest.raises(ConnectionClosed, match="1012"):
            await receive(host, Tables)
    async with run_server(tmp_path) as (parts, _, _), player(port=parts.port) as host:
        await send_messages(host, Hello("Wren"))
        assert (await receive(host, Welcome)).name == "Wren"


async def test_a_stop_closes_no_table_and_the_log_says_none(tmp_path: Path) -> None:
    """Seen to fail: a table restored at the start had been logged as closed."""
    with capture_logs() as lines:
        async with run_server(tmp_path) as (parts, _, stop), player(port=parts.port) as host:
            await send_messages(host, Hello("Wren"), CreateTable(Settings()))
            code = (await receive(host, Seated)).code
            stop.set()
            with pytest.raises(ConnectionClosed):
                await receive(host, Tables)
        async with run_server(tmp_path) as (parts, _, _):
            while code not in parts.lobby.rooms:
                await trio.lowlevel.checkpoint()
            assert "table closed" not in [line["event"] for line in lines]
            await parts.lobby.rooms[code].close(words("operator_says", "We close at ten."))
        assert [line["table"] for line in lines if line["event"] == "table closed"] == [code]


async def test_a_server_with_tls_says_https(tmp_path: Path) -> None:
    issued = trustme.CA().issue_cert("127.0.0.1")
    issued.private_key_and_cert_chain_pem.write_to_path(str(tmp_path / "all.pem"))
    pem = str(tmp_path / "all.pem")
    async with run_server(tmp_path, tls_cert=pem, tls_key=pem) as (parts, said, _):
        assert said[0] == f"listening on https://127.0.0.1:{parts.port}"
        assert f"  {TableLink('127.0.0.1', parts.port, True).base}   this computer" in said


async def test_it_is_announced_and_the_public_address_comes_first(tmp_path: Path) -> None:
    wide = {"bind": ["0.0.0.0"], "public_url": "https://duels.example/", "discovery": True}
    async with run_server(tmp_path, **wide) as (parts, said, _):
        assert said[0] == f"listening on 0.0.0.0:{parts.port}"
        assert said[3].split()[0] == "https://duels.example"
        assert said[3].endswith("Internet, not checked")


async def test_a_container_says_what_to_set(tmp_path: Path) -> None:
    async with run_server(tmp_path, bind=["0.0.0.0"], container=True) as (parts, said, _):
        assert UNREACHABLE in said
        assert said[3].endswith(INSIDE)
        assert "FACEDOWN_PUBLIC_URL=" in await page(parts.port, "/")
    public = {"bind": ["0.0.0.0"], "container": True, "public_url": "https://duels.example"}
    async with run_server(tmp_path, **public) as (_, said, _):
        assert UNREACHABLE not in said
        assert said[3:5] == [
            "  https://duels.example   Internet, not checked",
            "They can open the address in a browser to get the game, or join a table by its link.",
        ]


async def test_a_port_opened_on_the_router_is_the_first_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with run_router(FakeRouter()) as fake:
        monkeypatch.setattr(port_mapping, "open_port", partial(port_mapping.open_port, target=fake.ssdp))
        async with run_server(tmp_path, open_port=True) as (parts, said, _):
            assert said[3].split()[0] == f"http://203.0.114.5:{parts.port}"
            assert "The router opened the port" in "".join(said)
            assert parts.port in fake.mappings
        assert fake.mappings == {}


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"database": "nonsense"}, "cannot be stored in the database"),
        ({"database": "sqlite:////nowhere/at/all.sqlite3"}, "No such file or directory"),
        ({"banlist": "/no/such/list.conf"}, "banlist /no/such/list.conf cannot be read"),
        ({"tls_cert": "/no/cert.pem", "tls_key": "/no/key.pem"}, "TLS cannot be used"),
    ],
)
async def test_what_cannot_be_started_says_why(
    tmp_path: Path, settings: dict[str, object], words: str
) -> None:
    with pytest.RaisesGroup(pytest.RaisesExc(BadInput, match=words), flatten_subgroups=True):
        async with run_server(tmp_path, **settings):
            pass


def test_a_banlist_is_read(tmp_path: Path) -> None:
    path = tmp_path / "lflist.conf"
    path.write_text("#[2026]\n!Ours\n55144522 0 --Pot of Greed\n", encoding="utf-8")
    assert read_banlist(str(path)).name == "Ours"
    path.write_text("", encoding="utf-8")
    with pytest.raises(BadInput, match="holds no list"):
        read_banlist(str(path))


async def test_a_server_answers_browsers_near_under_its_own_names_alone(tmp_path: Path) -> None:
    async with run_server(tmp_path, public_host=["nas.lan"], public_url="https://duels.example") as (
        parts,
        _,
        _,
    ):
        for name, status in (
            ("rebound.example", 421),
            ("nas.lan", 200),
            ("duels.example", 200),
            ("nas", 200),
        ):
            stream = await trio.open_tcp_stream("127.0.0.1", parts.port)
            async with stream:
                answer = await ask(stream, f"GET / HTTP/1.1\nHost: {name}:{parts.port}")
            assert answer.startswith(f"HTTP/1.1 {status} ".encode()), name


async def test_links_lead_through_the_tunnel_and_are_sent_again_when_its_address_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what a friend's browser sends there is accepted: the tunnel's name, and the page's origin."""
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(tunnel, "RETRY_DELAYS_S", (0.05,))
    monkeypatch.setattr(app, "ADDRESS_POLL_INTERVAL_S", 0.05)
    prints = "print(f'https://a{os.getpid()}.example', flush=True)"
    log = fake_program(tmp_path, "cloudflared", then=f"{prints}; time.sleep(600)")
    async with run_server(tmp_path / "data", tunnel="cloudflared") as (parts, said, _):
        async with player(port=parts.port) as host:
            await send_messages(host, Hello("Wren"), CreateTable(Settings()))
            first = log.read_text().split()[0]
            (label, link), *_near = (await receive(host, Seated)).links["opponent"]
            assert (label, parse_link(link).base) == (CHECKING, f"https://a{first}.example")
            assert said[3].split(maxsplit=1) == [f"https://a{first}.example", CHECKING]
            os.kill(int(first), signal.SIGKILL)
            links = [link]
            while f"a{first}." in links[0] or ".example" not in links[0]:
                links = [link for _, link in (await receive(host, Seated)).links["opponent"]]
            second = log.read_text().splitlines()[1].split()[0]
            assert parse_link(links[0]).base == f"https://a{second}.example"
        stream = await trio.open_tcp_stream("127.0.0.1", parts.port)
        name = f"a{second}.example"
        answer = await ask(stream, f"GET / HTTP/1.1\nHost: {name}\nX-Forwarded-For: 192.168.7.7")
        assert b"200 OK" in answer
        await stream.aclose()
    assert "The addresses have changed" in "".join(said)
