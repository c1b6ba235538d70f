"""The search process: started, asked, and ended where it fails, hangs or is not awaited any more."""

from __future__ import annotations

import sys

import pytest
import trio

from facedown_client.bot.bot_player import Robot
from facedown_client.bot.hard_bot import HardBot
from facedown_client.bot.search.process_link import MAX_STARTS, SearchProcess
from facedown_client.bot.search.search_calls import SearchRequest, SearchResult
from facedown_client.model.model import Model
from facedown_shared.network import links
from facedown_shared.protocol.messages import FromServer, Settings
from tests.client.bot.search.test_search import gather_requests
from tests.client.house import ADDRESS, house

LONG_TIMEOUT_S = 120.0
"""For a search that must succeed, on a computer under load."""
SHORT_TIMEOUT_S = 0.2


@pytest.fixture(scope="module")
def request_() -> SearchRequest:
    return gather_requests(60)[0]


def script(code: str) -> list[str]:
    return [sys.executable, "-c", code]


async def test_a_process_of_its_own_searches(request_: SearchRequest) -> None:
    process = SearchProcess(timeout_s=LONG_TIMEOUT_S)
    try:
        await process.start()
        pid = process.pid
        assert pid
        result = await process.search(request_)
        assert result is not None
        assert result.rollouts > 0
        assert process.pid == pid, "the same process answers again"
        assert await process.search(request_) is not None
    finally:
        await process.end()
    assert process.pid == 0


async def test_a_process_that_does_not_answer_is_ended(request_: SearchRequest) -> None:
    process = SearchProcess(script("import time; time.sleep(600)"), SHORT_TIMEOUT_S)
    assert await process.search(request_) is None
    assert process.pid == 0


@pytest.mark.parametrize("code", ["", "print('no result')", "raise SystemExit(3)"])
async def test_a_process_that_fails_gives_no_result(request_: SearchRequest, code: str) -> None:
    process = SearchProcess(script(code), LONG_TIMEOUT_S)
    for _ in range(MAX_STARTS + 2):
        assert await process.search(request_) is None
    assert process.pid == 0


async def test_a_search_that_is_cancelled_ends_its_process(request_: SearchRequest) -> None:
    process = SearchProcess(script("import time; time.sleep(600)"), LONG_TIMEOUT_S)
    await process.start()
    assert process.pid
    with trio.move_on_after(SHORT_TIMEOUT_S):
        await process.search(request_)
    assert process.pid == 0


class NotedSearch(SearchProcess):
    """A search process that notes its results."""

    def __init__(self) -> None:
        super().__init__(timeout_s=LONG_TIMEOUT_S)
        self.results: list[SearchResult | None] = []
        self.found = trio.Event()

    async def search(self, request: SearchRequest) -> SearchResult | None:
        result = await super().search(request)
        self.results.append(result)
        self.found.set()
        return result


async def test_a_hard_bot_plays_with_its_process_at_a_real_table() -> None:
    opened: dict[str, str] = {}
    table: trio.Event = trio.Event()

    def note(message: FromServer, model: Model) -> None:
        if model.links and not table.is_set():
            opened["link"] = model.links["opponent"][0][1]
            table.set()

    searcher = NotedSearch()
    try:
        async with house() as server, trio.open_nursery() as nursery:
            host = Robot("Halvard", dial=server.dial, stays=True, tell=note, searcher=searcher)
            nursery.start_soon(host.host, ADDRESS, Settings(pace="off", level="hard"))
            await table.wait()
            found = links.parse_link(opened["link"])
            seat = links.TableLink(
                ADDRESS.host, ADDRESS.port, code=found.code, secret=found.secret, role="seat"
            )
            other = Robot("Wren", dial=server.dial, stays=True, level="easy")
            nursery.start_soon(other.play_at, seat)
            await searcher.found.wait()
            assert isinstance(host.mind, HardBot)
            assert searcher.results[0] is not None
            assert searcher.results[0].rollouts
            nursery.cancel_scope.cancel()
    finally:
        await searcher.end()
