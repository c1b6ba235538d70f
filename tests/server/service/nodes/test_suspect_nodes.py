"""Tables of a suspect node are run ahead; no more of them once it is alive again."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import trio
from trio.testing import wait_all_tasks_blocked

from facedown_server.service.nodes.membership import NodeRow
from facedown_server.service.nodes.suspect_nodes import Suspects
from facedown_server.storage.schema import SCHEMA_VERSION

LEASE_S = 2.0


def other_node(left: float, *, connected: bool = True) -> NodeRow:
    """Return a node with tables, with so many seconds of its lease left."""
    return NodeRow("other", "", "1", False, left > 0, b"", 3, left, SCHEMA_VERSION, connected)


async def test_a_node_that_renews_its_lease_is_not_suspected() -> None:
    suspects = Suspects(LEASE_S, "mine", _dial_all, _do_nothing)
    for left, tables in ((1.9, ()), (1.1, ()), (0.9, ("a", "b", "c")), (-1.0, ("a", "b", "c")), (1.2, ())):
        assert await suspects.update_suspects([other_node(left)]) is bool(tables)
        assert tuple(suspects.tables) == tables
    assert not await suspects.update_suspects([])


async def test_a_node_without_connections_is_suspected_at_once() -> None:
    suspects = Suspects(LEASE_S, "mine", _dial_all, _do_nothing)
    assert await suspects.update_suspects([other_node(1.9, connected=False)])
    assert (suspects.names, suspects.tables) == (["other"], ("a", "b", "c"))
    assert not await suspects.update_suspects([other_node(1.9)])
    assert (suspects.names, suspects.tables) == ([], ())


async def test_tables_are_run_ahead_a_few_at_a_time_until_their_node_is_there_again() -> None:
    prepared: list[str] = []
    go_on = trio.Event()

    async def prepare(code: str) -> None:
        prepared.append(code)
        await go_on.wait()

    suspects = Suspects(LEASE_S, "mine", _dial_all, prepare)
    assert await suspects.update_suspects([other_node(0.9)])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(suspects.prepare_tables)
        await wait_all_tasks_blocked()
        assert prepared == ["a", "b"]
        assert not await suspects.update_suspects([other_node(0.8)])
        assert not await suspects.update_suspects([other_node(2.0)])
        go_on.set()
    assert prepared == ["a", "b"]


async def _dial_all(names: Collection[str]) -> Mapping[str, str]:
    assert list(names) == ["other"]
    return {"a": "mine", "x": "third", "b": "mine", "c": "mine"}


async def _do_nothing(code: str) -> None:
    """Do nothing."""
