"""When a load balancer may send players to one of several servers."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql
import trio
from trio.testing import MockClock

from facedown_server.runtime.world import SeededWorld
from facedown_server.service.admin import GAUGES
from facedown_server.service.nodes.membership import Membership, Renewal
from facedown_server.service.nodes.node import Node
from facedown_server.storage.ownership import Ownership


async def test_a_server_is_ready_while_its_lease_holds_and_it_keeps_its_tables(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    engine = sql.create_engine(f"sqlite:///{tmp_path / 'unused'}")
    world = SeededWorld()
    node = Node(Membership(engine, "a", "https://a.example", "1", 2.0), Ownership("a"), world, 2.0)
    assert "lease" in node.unready, "it has none yet"
    node._note(world.now(), Renewal())
    assert node.unready == ""
    assert node.gauges() == {"lease_seconds": 1.7, "nodes": 1}
    assert node.gauges().keys() <= GAUGES.keys()
    node.is_draining = True
    assert node.unready == "Its tables are handed over to other servers."
    node.is_draining = False
    await trio.sleep(1.8)
    assert "lease" in node.unready
    assert node.gauges()["lease_seconds"] == 0
