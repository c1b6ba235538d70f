"""A real server with a password: who has not shown it sees, opens, joins and watches nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import trio
from websockets.trio.client import ClientConnection

from facedown_server.room.server_context import GUESS_DELAY_S
from facedown_shared.network.links import parse_link
from facedown_shared.protocol.codec import decode_from_server, encode
from facedown_shared.protocol.messages import (
    CheckDeck,
    CreateTable,
    DropReplay,
    FindCards,
    FromServer,
    GetReplay,
    GetTable,
    Hello,
    JoinTable,
    Leave,
    ListTables,
    Ping,
    Pong,
    Ready,
    Refused,
    Resume,
    Seated,
    Settings,
    Tables,
    ToServer,
    Watch,
    Welcome,
)
from facedown_shared.text import Code
from tests.reliability.processes import HeadlessClient, server_process
from tests.server.serving import ask, player

PASSWORD = "Kuriboh multiplies"


@dataclass
class LockedServer:
    """A server process with a password, and its log."""

    port: int
    file: Path
    log: Path


@asynccontextmanager
async def locked_server(folder: Path) -> AsyncIterator[LockedServer]:
    file, log = folder / "password", folder / "log"
    file.write_text(f"{PASSWORD}\n")
    async with server_process(
        folder / "data", 0, "--password-file", str(file), "--log-level", "debug", said=log
    ) as (_, port):
        yield LockedServer(port, file, log)


async def answer(client: ClientConnection, message: ToServer) -> FromServer:
    """Return the first answer to a message."""
    await client.send(encode(message))
    with trio.fail_after(60):
        data = await client.recv()
    assert isinstance(data, bytes)
    return decode_from_server(data)


async def received(client: ClientConnection) -> bytes:
    """Return the next message."""
    data = await client.recv()
    assert isinstance(data, bytes)
    return data


async def refusal(port: int, password: str, message: ToServer) -> Code | None:
    """Return the code that a new client with this password is refused with; None if it is not refused."""
    async with player(port=port) as client:
        assert isinstance(await answer(client, Hello("Max", password=password)), Welcome)
        answered = await answer(client, message)
        return answered.code if isinstance(answered, Refused) else None


async def open_table(server: LockedServer, nursery: trio.Nursery) -> HeadlessClient:
    """Open a listed table with the password; return its host."""
    host = HeadlessClient("Anna", server.port, CreateTable(Settings(pace="off")))
    host.visit.link.server_password = PASSWORD
    nursery.start_soon(host.run)
    await host.wait_until(lambda: host.visit.model.links)
    return host


async def test_every_request_without_the_password_is_refused_and_a_seat_is_resumed(tmp_path: Path) -> None:
    async with locked_server(tmp_path) as server, trio.open_nursery() as nursery:
        host = await open_table(server, nursery)
        links = {role: parse_link(rows[0][1]) for role, rows in host.visit.model.links.items()}
        code = links["opponent"].code
        requests = (
            ListTables(), CreateTable(Settings()), JoinTable(code), JoinTable(code, links["opponent"].secret),
            GetTable(code), GetTable(code, links["opponent"].secret), Watch(code),
            Watch(code, links["spectator"].secret),
            Watch(code, links["relay"].secret, relay=True), GetReplay("a" * 20), DropReplay("a" * 20),
            FindCards(1), CheckDeck(2, "1"),
            Ready(), Hello("Max", password=PASSWORD),
        )  # fmt: skip
        for password in ("", "kuriboh multiplies"):
            async with player(port=server.port) as client:
                assert isinstance(await answer(client, Hello("Max", password=password)), Welcome)
                for request in requests:
                    refused = await answer(client, request)
                    assert isinstance(refused, Refused), request
                    assert refused.code == Code.SERVER_PASSWORD, request
                assert isinstance(await answer(client, Ping(7)), Pong)
        async with player(port=server.port) as client:
            await answer(client, Hello("Ben", password=PASSWORD))
            listed = await answer(client, ListTables())
            assert isinstance(listed, Tables)
            assert [row.code for row in listed.rows] == [code]
        place = host.visit.link.return_place
        assert place is not None
        async with player(port=server.port) as client:
            await answer(client, Hello("Anna"))
            assert isinstance(await answer(client, Resume(place.token)), Seated)
            await client.send(encode(Leave()))
            await client.send(encode(ListTables()))
            with trio.fail_after(60):
                while not isinstance(refused := decode_from_server(await received(client)), Refused):
                    pass
            assert refused.code == Code.SERVER_PASSWORD, "the seat opened its table alone"
        nursery.cancel_scope.cancel()


async def test_guesses_of_one_address_are_slow_and_not_logged(tmp_path: Path) -> None:
    """Who shares an address with a stranger that guesses is not locked out; a seat is resumed at once."""
    async with locked_server(tmp_path) as server, trio.open_nursery() as nursery:
        host = await open_table(server, nursery)
        codes = [await refusal(server.port, f"guess {number}", ListTables()) for number in range(5)]
        assert codes == 5 * [Code.SERVER_PASSWORD]
        for password, code in (("guess 5", Code.SERVER_PASSWORD), (PASSWORD, None)):
            began = trio.current_time()
            assert await refusal(server.port, password, ListTables()) is code
            assert trio.current_time() - began >= GUESS_DELAY_S
        place = host.visit.link.return_place
        assert place is not None
        assert await refusal(server.port, "", Resume(place.token)) is None
        nursery.cancel_scope.cancel()
    log = server.log.read_text()
    assert "started" in log
    assert PASSWORD not in log
    assert "guess 0" not in log


async def test_pages_name_no_table_and_nobody(tmp_path: Path) -> None:
    async with locked_server(tmp_path) as server, trio.open_nursery() as nursery:
        host = await open_table(server, nursery)
        code = parse_link(host.visit.model.links["opponent"][0][1]).code
        for path in ("/", "/new", "/replay", f"/t/{code}"):
            async with await trio.open_tcp_stream("127.0.0.1", server.port) as stream:
                page = await ask(stream, f"GET {path} HTTP/1.1\nHost: 127.0.0.1\nConnection: close")
            assert b" 200 " in page.partition(b"\r\n")[0]
            assert b"Anna" not in page
            assert PASSWORD.encode() not in page
            assert code.encode() not in page.replace(f"/t/{code}".encode(), b"")
        nursery.cancel_scope.cancel()


async def test_a_client_asked_for_the_password_repeats_its_request(tmp_path: Path) -> None:
    async with locked_server(tmp_path) as server, trio.open_nursery() as nursery:
        host = await open_table(server, nursery)
        code = parse_link(host.visit.model.links["opponent"][0][1]).code
        guest = HeadlessClient("Ben", server.port, JoinTable(code))
        nursery.start_soon(guest.run)
        await guest.wait_until(lambda: guest.visit.model.refusal is not None)
        guest.visit.link.show_password(PASSWORD)
        await guest.wait_until(lambda: guest.visit.model.code)
        assert guest.visit.model.seat == 1
        nursery.cancel_scope.cancel()


async def test_a_relay_needs_the_password_of_the_server_above(tmp_path: Path) -> None:
    async with locked_server(tmp_path) as server, trio.open_nursery() as nursery:
        host = await open_table(server, nursery)
        link = host.visit.model.links["relay"][0][1]
        command = [
            sys.executable,
            "-m",
            "facedown_server",
            "relay",
            link,
            "--port",
            "0",
            "--bind",
            "127.0.0.1",
        ]
        refused = await trio.run_process(command, capture_stdout=True, capture_stderr=True, check=False)
        assert refused.returncode == 2
        assert b"This server has a password" in refused.stderr
        relay = await trio.lowlevel.open_process(
            [*command, "--password-file", str(server.file)], stdout=subprocess.PIPE, stdin=subprocess.PIPE
        )
        try:
            assert relay.stdout is not None
            with trio.fail_after(60):
                assert b"listening on" in await relay.stdout.receive_some()
            assert relay.poll() is None
        finally:
            relay.kill()
            await relay.wait()
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("content", [None, "", "x" * 65])
def test_a_server_without_its_password_does_not_start(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "password"
    if content is not None:
        file.write_text(content)
    command = [sys.executable, "-m", "facedown_server", "serve", "--port", "0", "--data", str(tmp_path / "d")]
    ended = subprocess.run(
        [*command, "--bind", "127.0.0.1", "--password-file", str(file)], capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert ended.returncode == 2
    assert ended.stderr.startswith("Error: The ")
    assert ended.stderr.count("\n") == 1
