"""Quotas of an IP address, and of a network of addresses."""

from __future__ import annotations

import pytest

from facedown_server.network.wire.addresses import crowd_key, forwarded_address
from facedown_server.network.wire.quotas import AddressCounts, ShortRequest, ShortRequests, quota_levels
from facedown_server.network.wire.token_buckets import Buckets

HOME = crowd_key("2001:db8:1:2::1")


def address(network: int, home: int = 0) -> str:
    """Return the key of a /64: one of 256 in each of 256 /56s of a /48."""
    return crowd_key(f"2001:db8:1:{network:02x}{home:02x}::1")


def test_an_address_has_one_level_and_a_network_three() -> None:
    assert quota_levels("198.51.100.7") == (("198.51.100.7", 1),)
    assert quota_levels(HOME) == (("2001:db8:1:2::/64", 1), ("2001:db8:1::/56", 4), ("2001:db8:1::/48", 16))
    assert crowd_key("::ffff:198.51.100.7") == "198.51.100.7"
    assert crowd_key("fe80::1%eth0") == "fe80::/64"


@pytest.mark.parametrize(("spread", "most"), [("/64", 5), ("/56", 20), ("/48", 80), ("wider", 400)])
def test_every_prefix_has_its_own_quota(spread: str, most: int) -> None:
    """Connections and tables by counts, messages and guesses by buckets: the same numbers."""

    def key(number: int) -> str:
        return {
            "/64": HOME, "/56": address(0, number % 256), "/48": address(number % 256, number // 256),
            "wider": crowd_key(f"2001:db8:{number:x}::1"),
        }[spread]  # fmt: skip

    counts, buckets, taken = AddressCounts(), Buckets(0.001, 5), 0
    for number in range(400):
        if not counts.has_reached(key(number), 5):
            counts.add(key(number))
        taken += buckets.take(key(number), 0.0)
    assert taken == most
    assert sum(count for name, count in counts.items() if name.endswith("/64")) == most


def test_counts_go_back_to_nothing() -> None:
    counts = AddressCounts.counts_of([HOME, HOME, "198.51.100.7"])
    for key in (HOME, "198.51.100.7", HOME):
        counts.remove(key)
    assert counts == {}


def test_a_network_that_guesses_is_known_to_other_servers() -> None:
    here, there = Buckets(0.001, 5), Buckets(0.001, 5)
    here.start_recording(lambda: None)
    for number in range(80):
        assert here.take(address(number % 16, number), 0.0)
    assert not here.take(address(99), 0.0)
    there.reduce(here.take_spent(), 0.0)
    assert there.is_empty(address(99), 0.0)
    assert not there.take(address(99), 0.0)
    assert there.take(crowd_key("2001:db8:2::1"), 0.0)


def test_a_refusal_takes_nothing_of_the_wider_network() -> None:
    buckets = Buckets(0.001, 5)
    for _ in range(100):
        buckets.take(HOME, 0.0)
    taken = sum(buckets.take(address(3, number), 0.0) for number in range(200))
    assert taken == 20, "of another /56 its whole quota is there"


@pytest.mark.parametrize(
    ("hop", "found"),
    [
        ("198.51.100.7:80", "198.51.100.7"), ("[2001:db8::1]:80", "2001:db8::1"),
        ("198.51.100.7:80:90", ""), ("_hidden", ""), ("", ""), (":80", ""),
    ],
)  # fmt: skip
def test_a_hop_is_an_address_with_or_without_a_port(hop: str, found: str) -> None:
    assert forwarded_address(hop) == found


def test_the_oldest_of_the_most_crowded_goes_first() -> None:
    cut: list[str] = []
    waiting = ShortRequests(4, 3)

    def come(name: str, peer: str) -> None:
        waiting.enter(ShortRequest(lambda: cut.append(name)), peer, crowd_key(peer))

    for name, peer in (("a1", "10.0.0.1"), ("b1", "10.0.0.2"), ("b2", "10.0.0.2"), ("p1", "127.0.0.1")):
        come(name, peer)
    come("c1", "10.0.0.3")
    assert cut == ["b1"], "the address with the most"
    for number in range(4):
        come(f"p{number + 2}", "127.0.0.1")
    assert cut[1:] == ["a1", "b2", "p1", "p2"] or len(waiting) == 4
    assert "c1" not in cut[:2]
