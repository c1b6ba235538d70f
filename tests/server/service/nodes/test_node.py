"""A node among others: when it may send and when it takes over; clients that it sent nothing are caught
up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from facedown_server.runtime.world import RealWorld
from facedown_server.service.nodes.membership import (
    Membership,
    NodeRow,
    Renewal,
    TablePlace,
    distribute_tables,
)
from facedown_server.service.nodes.node import EXPIRED_NODE_LISTED_S, LEASE_MARGIN_RATIO, Node
from facedown_server.storage.ownership import Ownership
from facedown_server.storage.schema import SCHEMA_VERSION

LEASE_S = 2.0


class FakeMembership(Membership):
    """The database's answers: `others`, unless it is `away`."""

    def __init__(self) -> None:
        self.name, self.address = "mine", "http://mine.example"
        self.others: tuple[NodeRow, ...] = ()
        self.away = False
        self.taken: list[float] = []
        self.places: dict[str, TablePlace] = {}
        self.takers = {"AAA-222": "mine"}

    def fileno(self) -> int:
        return -1

    def renew(self, listed: bytes, **more: Any) -> Renewal:
        if self.away:
            raise OSError
        return Renewal(self.others)

    def locate_tables(self, codes: Collection[str]) -> dict[str, TablePlace]:
        return self.places

    def predict_owners(self, names: Collection[str]) -> dict[str, str]:
        return self.takers

    def take_over(self) -> int:
        self.taken.append(trio.current_time())
        self.others = ()
        return 1

    def resign(self) -> None:
        """There is no other node."""

    def close(self) -> None:
        """Do nothing."""


class NodeWithoutThreads(Node):
    """A node that queries in trio's own thread: the clock is virtual."""

    async def _in_thread(self, do: Callable[[], Any]) -> Any:
        return do()


class Tables:
    """Counts the calls."""

    def __init__(self) -> None:
        self.spoken: list[float] = []
        self.prepared: list[str] = []

    def open_tables(self) -> tuple[()]:
        return ()

    async def prepare(self, code: str) -> None:
        self.prepared.append(code)

    def resume_sending(self) -> None:
        self.spoken.append(trio.current_time())

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *given: None


def make_node() -> tuple[NodeWithoutThreads, FakeMembership]:
    member = FakeMembership()
    return NodeWithoutThreads(member, Ownership("mine"), RealWorld(), LEASE_S), member


async def test_one_who_was_told_nothing_is_shown_how_things_stand_every_time(
    autojump_clock: MockClock,
) -> None:
    """Seen to fail: once the lease had lapsed a second time, no client was ever sent anything again."""
    node, member = make_node()
    tables: Any = Tables()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(node.hold_lease, tables)
        await trio.sleep(LEASE_S)
        for times in (1, 2, 3):
            told = [node.can_send]
            assert len(tables.spoken) == times
            member.away = True
            await trio.sleep(LEASE_S)
            told.append(node.can_send)
            assert told == [True, False]
            member.away = False
            await trio.sleep(LEASE_S)
        nursery.cancel_scope.cancel()


async def test_a_table_that_is_being_handed_over_is_not_given_up(autojump_clock: MockClock) -> None:
    """Seen to fail: its own notice of the change came first, and players learned late where the table is."""
    node, _member = make_node()
    tables: Any = Tables()
    given_up: list[str] = []
    tables.release_table = given_up.append
    node._ownership.epochs["AAA-222"] = 1
    node._ownership.leaving.add("AAA-222")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(node.hold_lease, tables)
        await trio.sleep(LEASE_S)
        assert given_up == []
        node._ownership.leaving.clear()  # unanswered, and yet the table is another node's
        await trio.sleep(LEASE_S)
        assert given_up == ["AAA-222"]
        nursery.cancel_scope.cancel()


async def test_a_node_looks_as_soon_as_a_lease_may_have_run_out(autojump_clock: MockClock) -> None:
    """Not only when its own is due for renewal."""
    node, member = make_node()
    tables: Any = Tables()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(node.hold_lease, tables)
        await trio.sleep(2 * LEASE_S + 0.1)
        ends = trio.current_time() + LEASE_S / 2 + 0.05
        original = member.renew

        def renew(listed: bytes, **more: Any) -> Renewal:
            left = ends - trio.current_time()
            if not member.taken:
                member.others = (
                    NodeRow("other", "", "1", False, left > 0, b"", 1, max(left, -1.0), SCHEMA_VERSION),
                )
            return original(listed)

        member.renew = renew  # type: ignore[method-assign]
        await trio.sleep(2 * LEASE_S)
        nursery.cancel_scope.cancel()
    assert tables.prepared == ["AAA-222"]
    assert [round(taken - ends, 3) for taken in member.taken] == [0.01]
    assert 0 < LEASE_MARGIN_RATIO < 1


async def test_nobody_is_sent_to_a_node_without_connections_as_long_as_its_lease_may_hold(
    autojump_clock: MockClock,
) -> None:
    node, member = make_node()
    gone, taken = TablePlace(1, "dead", "http://dead.example", alive=True, connected=False), LEASE_S * 0.8
    found: list[tuple[TablePlace | None, float]] = []

    async def ask(code: str) -> None:
        found.append((await node.locate_table(code), trio.current_time() - began))

    async with trio.open_nursery() as nursery:
        tables: Any = Tables()
        nursery.start_soon(node.hold_lease, tables)
        await trio.sleep(LEASE_S)
        began = trio.current_time()
        member.places = {"AAA-222": gone, "BBB-222": gone}
        nursery.start_soon(ask, "AAA-222")
        nursery.start_soon(ask, "BBB-222")
        await trio.sleep(taken)
        assert found == []
        member.places["AAA-222"] = there = TablePlace(2, "living", "http://living.example", alive=True)
        await trio.sleep(LEASE_S)
        nursery.cancel_scope.cancel()
    (first, soon), (other, late) = found
    assert (first, other) == (there, gone), (
        "the other one is there after all: only its connections are not seen"
    )
    assert taken < soon <= LEASE_S < late < 1.5 * LEASE_S


@pytest.mark.parametrize(
    ("heir", "is_sent_on"), [("other", True), ("ahead", True), ("elder", False), ("mine", False)]
)
async def test_one_who_comes_from_a_dead_node_is_sent_to_where_the_table_will_be(
    autojump_clock: MockClock, heir: str, is_sent_on: bool
) -> None:
    """Always onward in the order of addresses from the dead node: mine comes first, then the other one, and
    last one before the dead one; an older node comes before mine.
    """
    node, member = make_node()
    tables: Any = Tables()
    gone = TablePlace(3, "dead", "http://dead.example", alive=True, connected=False)
    member.takers, member.places = {"AAA-222": heir}, {"AAA-222": gone}
    member.others = (
        NodeRow("dead", gone.address, "1", False, True, b"", 1, LEASE_S, SCHEMA_VERSION, connected=False),
        NodeRow(heir, f"http://{heir}.example", "1", False, True, b"", 0, LEASE_S, SCHEMA_VERSION),
    )
    async with trio.open_nursery() as nursery:
        nursery.start_soon(node.hold_lease, tables)
        await trio.sleep(LEASE_S / 2)
        found: list[TablePlace | None] = []
        with trio.move_on_after(LEASE_S / 2):
            found.append(await node.locate_table("AAA-222"))
        assert found == ([TablePlace(3, heir, f"http://{heir}.example", alive=True)] if is_sent_on else [])
        nursery.cancel_scope.cancel()


async def test_a_node_that_is_gone_is_still_named_for_a_while(autojump_clock: MockClock) -> None:
    """Otherwise clients at the last one, which freezes, would know of no node to go to."""
    node, member = make_node()
    tables: Any = Tables()
    here = NodeRow("mine", "http://a", "1", False, True, b"", 0, LEASE_S, SCHEMA_VERSION)
    other = NodeRow("other", "http://b", "1", False, True, b"", 0, LEASE_S, SCHEMA_VERSION)
    async with trio.open_nursery() as nursery:
        member.others = (here, other)
        nursery.start_soon(node.hold_lease, tables)
        await trio.sleep(1)
        member.others = (here,)
        await trio.sleep(EXPIRED_NODE_LISTED_S / 2)
        named = [node.addresses]
        await trio.sleep(EXPIRED_NODE_LISTED_S)
        named.append(node.addresses)
        nursery.cancel_scope.cancel()
    assert named == [("http://a", "http://b"), ("http://a",)]


def test_tables_are_spread_so_that_all_nodes_have_about_as_many() -> None:
    assert distribute_tables(["a", "b", "c"], {"one": 2, "two": 0}) == {"a": "two", "b": "two", "c": "one"}
    assert distribute_tables(["a"], {}) == {}
