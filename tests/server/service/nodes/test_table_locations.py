"""The locations of tables: simultaneous requests are answered by one query."""

from __future__ import annotations

from collections.abc import Collection

import pytest
import trio

from facedown_server.service.nodes.membership import TablePlace
from facedown_server.service.nodes.table_locations import WhereTablesLive
from facedown_server.storage.store import StoreFailed

HERE = TablePlace(1, "a", "http://a.example", alive=True)


async def test_who_asks_while_a_question_is_open_is_answered_by_the_next_one() -> None:
    questions: list[set[str]] = []
    go_on = trio.Event()
    found: dict[str, TablePlace | None] = {}

    async def ask(codes: Collection[str]) -> dict[str, TablePlace]:
        questions.append(set(codes))
        await go_on.wait()
        return dict.fromkeys(set(codes) - {"none"}, HERE)

    places = WhereTablesLive(ask)

    async def look(code: str) -> None:
        found[code] = await places.locate_table(code)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(places.run_queries)
        async with trio.open_nursery() as asking:
            asking.start_soon(look, "one")
            await trio.testing.wait_all_tasks_blocked()
            for code in ("two", "three", "none"):
                asking.start_soon(look, code)
            await trio.testing.wait_all_tasks_blocked()
            go_on.set()
        nursery.cancel_scope.cancel()
    assert questions == [{"one"}, {"two", "three", "none"}]
    assert found == {"one": HERE, "two": HERE, "three": HERE, "none": None}


async def test_a_question_that_fails_is_told_to_all_who_asked_it_and_the_next_one_is_put() -> None:
    failing = True

    async def ask(codes: Collection[str]) -> dict[str, TablePlace]:
        if failing:
            raise OSError
        return dict.fromkeys(codes, HERE)

    places = WhereTablesLive(ask)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(places.run_queries)
        with pytest.raises(StoreFailed, match="cannot be asked"):
            await places.locate_table("one")
        failing = False
        assert await places.locate_table("one") == HERE
        nursery.cancel_scope.cancel()
