"""Limits by address hold over all servers of a service: real servers, whom one address asks in turn."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from shared.errors import Code
from shared.protocol.messages import CreateTable, FromClient, Settings, Watch
from tests import postgresql
from tests.reliability.processes import Somebody
from tests.reliability.test_nodes import nodes

pytestmark = [postgresql.needed, pytest.mark.slow]

LEARNT = 1.5
"""Seconds in which servers tell each other what was counted."""


async def refused(port: int, wish: FromClient) -> Code | None:
    """Ask for something once, by a new connection: the code of the refusal, None where there was none."""
    async with trio.open_nursery() as nursery:
        one = Somebody("Eve", port, wish)
        nursery.start_soon(one.run)
        await one.until(lambda: one.visit.model.refusal or one.visit.model.code)
        refusal = one.visit.model.refusal
        nursery.cancel_scope.cancel()
    return None if refusal is None else refusal.code


async def test_whoever_guessed_at_one_server_has_guessed_at_the_other(tmp_path: Path) -> None:
    """One server alone listens to five wrong secrets at once, and then to one in ten seconds."""
    guess = Watch("ZZZ-ZZZ", "s" * 20)
    async with nodes(tmp_path, 2) as ((_, port), (_, other)):
        assert [await refused(port, guess) for _ in range(5)] == [Code.NO_SUCH_TABLE] * 5
        told: list[Code | None] = []
        while Code.TOO_FAST not in told and len(told) < 4:
            await trio.sleep(LEARNT)
            told.append(await refused(other, guess))
        assert told[-1] is Code.TOO_FAST


async def test_tables_of_an_address_are_counted_over_all_servers(tmp_path: Path) -> None:
    limit = ("--tables-per-address", "4")
    async with nodes(tmp_path, 2, more=limit) as ((_, port), (_, other)):
        assert [await refused(port, CreateTable(Settings())) for _ in range(3)] == [None] * 3
        told: list[Code | None] = []
        while Code.SERVER_FULL not in told and len(told) < 3:
            await trio.sleep(LEARNT)
            told.append(await refused(other, CreateTable(Settings())))
        assert told[-1] is Code.SERVER_FULL, "alone it would have opened four"
