"""A port mapped on a router of the test's own, renewed, and removed."""

from __future__ import annotations

import pytest
import trio

from facedown_server.service.operating import port_mapping
from facedown_server.service.operating.port_mapping import open_port
from tests.server.service.operating.routers import FakeRouter, run_router


@pytest.fixture(autouse=True)
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(port_mapping, "SEARCH_TIMEOUT_S", 1)


async def test_a_port_is_open_for_as_long_as_it_is_needed() -> None:
    with run_router(FakeRouter()) as fake:
        async with open_port(7777, target=fake.ssdp) as found:
            assert found.sentence == "The router opened the port: 203.0.114.5:7777."
            assert (found.host, found.port) == ("203.0.114.5", 7777)
            assert fake.mappings == {7777: (7777, "127.0.0.1", 3600)}
        assert fake.mappings == {}


async def test_the_port_is_closed_when_the_server_is_cancelled() -> None:
    with run_router(FakeRouter()) as fake:
        with trio.CancelScope() as scope:
            async with open_port(7777, target=fake.ssdp):
                scope.cancel()
                await trio.sleep_forever()
        assert scope.cancelled_caught
        assert fake.mappings == {}


async def test_it_is_asked_for_again_before_the_router_forgets() -> None:
    with run_router(FakeRouter()) as fake:
        async with open_port(7777, target=fake.ssdp, lease=2.0):
            assert await trio.to_thread.run_sync(fake.renewed.wait, 30)


async def test_a_port_that_another_computer_has_is_left_to_it() -> None:
    with run_router(FakeRouter(taken=frozenset({7777}))) as fake:
        async with open_port(7777, target=fake.ssdp) as found:
            assert found.port == 7778
            assert fake.mappings == {7778: (7777, "127.0.0.1", 3600)}


async def test_a_router_that_knows_no_leases_is_asked_without_one() -> None:
    with run_router(FakeRouter(only_for_ever=True)) as fake:
        async with open_port(7777, target=fake.ssdp) as found:
            assert found.port == 7777
            assert fake.mappings == {7777: (7777, "127.0.0.1", 0)}


@pytest.mark.parametrize("address", ["100.64.3.9", "192.168.1.7", "10.0.0.2"])
async def test_an_address_that_is_none_of_the_internet_is_named(address: str) -> None:
    with run_router(FakeRouter(external=address)) as fake:
        async with open_port(7777, target=fake.ssdp) as found:
            assert "carrier NAT" in found.sentence
            assert address in found.sentence
            assert found.host == ""


async def test_a_router_that_refuses_gets_a_sentence() -> None:
    with run_router(FakeRouter(taken=frozenset(range(7777, 7787)))) as fake:
        async with open_port(7777, target=fake.ssdp) as found:
            assert found.port == 0
            assert "the router refused" in found.sentence
            assert "Forward TCP port 7777" in found.sentence


async def test_no_router_gets_a_sentence() -> None:
    async with open_port(7777, target=("127.0.0.1", 9)) as found:
        assert found.sentence.startswith("The port was not opened: no router answered.")
