"""Which addresses a host gets to share, on machines of many kinds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from facedown_server.network.wire.addresses import (
    EVERYWHERE,
    FAR,
    HERE,
    INSIDE,
    NEAR,
    announceable,
    may_be_announced,
    reachable,
)

LOOPBACK = [("lo", "127.0.0.1"), ("lo", "::1")]
HOME = [*LOOPBACK, ("eth0", "192.168.1.20"), ("eth0", "fe80::1"), ("docker0", "172.17.0.1")]


def machine(*adapters: tuple[str, str]) -> Callable[[], list[tuple[str, str]]]:
    """Return a machine with these addresses."""
    return lambda: list(adapters)


def test_a_machine_at_home_gives_its_network_address() -> None:
    assert reachable(EVERYWHERE, 7777, adapters=machine(*HOME)) == ((NEAR, "http://192.168.1.20:7777"),)


def test_internet_addresses_come_last_and_say_they_are_unchecked() -> None:
    adapters = machine(*HOME, ("eth0", "2a01:4f8::7"), ("eth0", "fd12::7"), ("wan", "93.184.216.34"))
    assert reachable(EVERYWHERE, 7777, adapters=adapters) == (
        (NEAR, "http://192.168.1.20:7777"),
        (FAR, "http://93.184.216.34:7777"),
        (NEAR, "http://[fd12::7]:7777"),
        (FAR, "http://[2a01:4f8::7]:7777"),
    )


def test_many_addresses_of_one_adapter_are_one() -> None:
    adapters = machine(*[("eth0", f"2a01:4f8::{n}") for n in range(1, 6)])
    assert len(reachable(["::"], 7777, adapters=adapters)) == 1


def test_loopback_is_named_only_where_nothing_else_listens() -> None:
    assert reachable(["127.0.0.1"], 80, adapters=machine(*HOME)) == ((HERE, "http://127.0.0.1"),)


def test_an_address_is_named_once() -> None:
    alike = "http://127.0.0.1:7777"
    assert reachable(["127.0.0.1"], 7777, public_url=alike, adapters=machine(*HOME)) == ((HERE, alike),)
    assert reachable(["localhost"], 8000) == ((HERE, "http://localhost:8000"),)
    assert reachable(["127.0.0.1", "192.168.1.20"], 7777) == ((NEAR, "http://192.168.1.20:7777"),)
    assert reachable(["0.0.0.0"], 7777, adapters=machine(*LOOPBACK)) == ((HERE, "http://127.0.0.1:7777"),)


def test_the_public_address_wins() -> None:
    told = reachable(["0.0.0.0"], 7777, public_url="https://duels.example", adapters=machine(*HOME))
    assert told == ((FAR, "https://duels.example"), (NEAR, "http://192.168.1.20:7777"))


def test_a_private_address_in_the_settings_is_not_called_internet() -> None:
    """Seen to fail: a server on the local network with a certificate printed "Internet, not checked"."""
    for public, label in (
        ("https://192.168.1.20:7777", NEAR),
        ("https://93.184.216.34", FAR),
        ("https://nas.home.example", FAR),
    ):
        assert reachable(["127.0.0.1"], 7777, public_url=public)[0] == (label, public)


def test_links_carry_the_public_name_without_the_path_of_a_server() -> None:
    told = reachable(["0.0.0.0"], 7777, public_url="https://duels.example/n/b", container=True)
    assert told == ((FAR, "https://duels.example"),)


def test_the_addresses_of_a_container_are_nobodys_outside() -> None:
    """Seen to fail: a host behind Docker got the container's address as one of this network."""
    inside = machine(*LOOPBACK, ("eth0", "172.30.77.128"))
    told = reachable(["0.0.0.0"], 7777, container=True, adapters=inside)
    assert told == ((INSIDE, "http://172.30.77.128:7777"),)
    public = reachable(["0.0.0.0"], 7777, public_url="https://duels.example", container=True, adapters=inside)
    assert public == ((FAR, "https://duels.example"),)


def test_tls_gives_https() -> None:
    assert reachable(["10.0.0.5"], 443, secure=True) == ((NEAR, "https://10.0.0.5"),)


@pytest.mark.parametrize("address", ["100.64.3.2", "10.9.8.7", "172.20.0.4"])
def test_private_networks_are_near(address: str) -> None:
    assert reachable(["0.0.0.0"], 7777, adapters=machine(("tun0", address)))[0][0] == NEAR


def test_only_what_others_can_use_is_announced() -> None:
    assert announceable(EVERYWHERE, machine(*HOME)) == ("192.168.1.20",)
    assert announceable(["127.0.0.1"]) == announceable(["0.0.0.0"], machine(*LOOPBACK)) == ()
    assert announceable(["duels.example", "10.0.0.5"]) == ("10.0.0.5",)


def test_a_server_for_everyone_is_announced_once_there_is_a_network() -> None:
    assert may_be_announced(EVERYWHERE)
    assert may_be_announced(["10.0.0.5"])
    assert not may_be_announced(["127.0.0.1", "localhost"])


def test_this_machine_has_an_address() -> None:
    addresses = reachable(EVERYWHERE, 7777)
    assert addresses
    assert not any("0.0.0.0" in base or "[::]" in base for _, base in addresses)
