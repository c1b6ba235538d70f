"""Every golden log still runs as it was played. If that was meant to change: `python -m tests.replays`."""

from __future__ import annotations

import msgspec
import pytest
import trio

from facedown_server.room.match.lifecycle import stored_setup
from facedown_server.room.match.match_log import Differs, replay_log
from facedown_server.room.server_context import ENGINE, UNANNOUNCED
from facedown_server.storage.store import StoredLog
from facedown_shared.text.errors import Illegal
from tests.replays import golden


def run(log: StoredLog) -> None:
    """Run a log. Raises Differs."""
    server = golden.server()
    setup = stored_setup(log.header, server.pool)
    trio.run(replay_log, server.match(setup), setup, log, server.world)


@pytest.mark.parametrize("name", golden.DUELS)
def test_a_kept_log_comes_out_as_it_was_played(name: str) -> None:
    run(golden.read(name))


@pytest.mark.parametrize("name", [*golden.log_names(golden.OLDER)])
def test_a_log_of_an_earlier_engine_comes_out_as_it_was_played(name: str) -> None:
    """Engine 2 Tributed an only candidate without a prompt: there is no act for it in the log."""
    log = golden.read(name, golden.OLDER)
    assert log.header.engine in UNANNOUNCED
    run(log)
    with pytest.raises((Differs, Illegal)):
        run(msgspec.structs.replace(log, header=msgspec.structs.replace(log.header, engine=ENGINE)))


def test_every_kept_log_is_one_that_can_be_played_again() -> None:
    assert set(golden.log_names()) == set(golden.DUELS)


def test_they_were_played_by_this_engine() -> None:
    assert {golden.read(name).header.engine for name in golden.log_names()} == {ENGINE}


def test_together_they_show_much_of_a_duel() -> None:
    bodies = [row.body for name in golden.log_names() for row in golden.read(name).rows]
    for word in ("summon", "activate", "attack", "set", "pass", "back", "keep", "concede"):
        assert any(word in body for body in bodies), word


def test_one_act_played_otherwise_is_noticed() -> None:
    log = golden.read("master-1")
    row = msgspec.structs.replace(log.rows[40], digest=b"of another engine")
    with pytest.raises(Differs, match=f"act {row.seq} "):
        run(msgspec.structs.replace(log, rows=(*log.rows[:40], row, *log.rows[41:])))
