"""Rows of the fault matrix: faults of networks and players' machines, over real sockets."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import trio

from facedown_client.connection.link import Link, Status
from facedown_client.connection.return_places import Returns
from facedown_client.connection.visit import Visit
from proofs.online.fault_proxy import FaultProxy
from tests.reliability.processes import TOP, WAIT_TIMEOUT_S, duel, find_prompted_client, server_process

pytestmark = pytest.mark.slow


async def test_a_cut_wire_is_mended_and_the_same_prompt_is_open(tmp_path: Path) -> None:
    """Seen to fail without the Link's loop: the first lost connection ended the client."""
    async with server_process(tmp_path) as (_, port), trio.open_nursery() as nursery:
        wire = FaultProxy(port)
        await nursery.start(wire.run)
        async with duel(wire.port) as (first, _other):
            before = first.prompt
            for _ in range(3):
                heard = first.message_counts
                await wire.break_connections()
                await first.wait_for_return(heard, asked=True)
                assert first.prompt == before
            await first.pick()
        nursery.cancel_scope.cancel()


async def test_a_slow_wire_only_delays(tmp_path: Path) -> None:
    async with server_process(tmp_path) as (_, port), trio.open_nursery() as nursery:
        wire = FaultProxy(port, delay=0.15)
        await nursery.start(wire.run)
        async with duel(wire.port) as people:
            for _ in range(3):
                await (await find_prompted_client(*people)).pick()
            assert [len({prompt.ask for prompt in one.prompts}) for one in people] == [
                len(one.prompts) for one in people
            ], "nothing is asked twice"
        nursery.cancel_scope.cancel()


async def test_a_token_whose_successor_was_lost_on_the_way_still_opens(tmp_path: Path) -> None:
    """Without the previous token in Keys the player is locked out: the renewal was durable, its message was
    lost.
    """
    async with server_process(tmp_path) as (_, port), trio.open_nursery() as nursery:
        wire = FaultProxy(port)
        await nursery.start(wire.run)
        async with duel(wire.port) as (first, _other):
            before, heard = first.prompt, first.message_counts
            wire.answers = 2  # the handshake and the greeting arrive; the new token does not
            await wire.break_connections()
            wire.withheld = trio.Event()
            with trio.fail_after(WAIT_TIMEOUT_S):
                await wire.withheld.wait()
            wire.answers = None
            assert first.message_counts.seated == heard.seated
            await wire.break_connections()
            await first.wait_for_return(heard, asked=True)
            assert first.prompt == before
        nursery.cancel_scope.cancel()


async def test_a_wire_that_goes_silent_does_not_keep_the_seat(tmp_path: Path) -> None:
    """Half-open: the server takes the old connection for alive. Unless the newer one has precedence, the
    player is locked out.
    """
    async with server_process(tmp_path) as (_, port), trio.open_nursery() as nursery:
        wire = FaultProxy(port)
        await nursery.start(wire.run)
        async with duel(wire.port) as (first, other):
            wire.up = wire.down = False
            place = first.link.return_place
            assert place is not None
            direct = msgspec.structs.replace(place, address=type(place.address)("127.0.0.1", port))
            again = Visit(Link(direct.address, "Anna", place=direct))
            nursery.start_soon(again.run_link)
            with trio.fail_after(WAIT_TIMEOUT_S):
                while again.model.prompt is None:
                    await again.next()
            assert again.model.prompt == first.prompt
            del other
            nursery.cancel_scope.cancel()


CHILD = """
import sys, trio
from facedown_client.connection.link import Link, LinkState
from facedown_client.connection.return_places import Returns
from facedown_client.connection.visit import Visit
from facedown_shared.protocol.messages import Prompt
async def main():
    (place,) = Returns().valid_places()
    visit = Visit(Link(place.address, "Anna", place=place, returns=Returns()))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(visit.run_link)
        while True:
            message = await visit.next()
            if isinstance(message, Prompt):
                print(message.ask, len(message.options), flush=True)
trio.run(main)
"""


async def test_a_killed_client_finds_its_seat_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen to fail while only the first token was written to disk: it had been replaced by then."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "home"))
    async with server_process(tmp_path / "data") as (_, port), trio.open_nursery() as nursery:
        wire = FaultProxy(port)
        await nursery.start(wire.run)
        async with duel(wire.port) as (first, _other):
            place, prompt = first.link.return_place, first.prompt
            assert place is not None
            assert prompt is not None
            Returns().store_place(place)
            for _ in range(3):
                child = await trio.lowlevel.open_process(
                    [sys.executable, "-P", "-c", CHILD], stdout=subprocess.PIPE, cwd=TOP
                )
                assert child.stdout is not None
                for _ in range(2):  # while it runs the connection is lost once, so that it uses a new token
                    line = b""
                    with trio.fail_after(WAIT_TIMEOUT_S):
                        while not line.endswith(b"\n"):
                            data = await child.stdout.receive_some(100)
                            assert data, "it ended"
                            line += data
                    assert line.decode().split() == [str(prompt.ask), str(len(prompt.options))]
                    await wire.break_connections()
                child.kill()
                await child.wait()
                await child.stdout.aclose()
        nursery.cancel_scope.cancel()


async def test_a_server_told_to_stop_says_so_and_clients_come_back(tmp_path: Path) -> None:
    """SIGTERM: every client gets 1012, no client loses anything, and the same port serves the same duel."""
    async with server_process(tmp_path) as (process, port), duel(port) as (first, other):
        before, heard = (first.prompt, first.visit.model.view), (first.message_counts, other.message_counts)
        process.send_signal(signal.SIGTERM)
        with trio.fail_after(WAIT_TIMEOUT_S):
            assert await process.wait() == 0
        await first.wait_until(lambda: first.states[-1].status is Status.WAITING)
        told = [state.sentence for state in first.states[heard[0].states :]]
        assert any("The server is stopping" in sentence for sentence in told)
        async with server_process(tmp_path, port):
            await first.wait_for_return(heard[0], asked=True)
            await other.wait_for_return(heard[1])
            assert (first.prompt, first.visit.model.view) == before
            await first.pick()
