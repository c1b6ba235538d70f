"""The first board in a browser: from a spectator's link to a painted board, in Chromium on loopback.

It runs only when it is named: it needs Chromium, and a machine with little else to do.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

import trio

from benchmarks.baseline import Figure
from tests.browser.chromium import program
from tests.browser.playing import begin_match, tables

VISITS_COUNT = 7
MARKS = """new MutationObserver((_, watched) => {
    if (!document.querySelector('.mat')) return;
    watched.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('board')));
}).observe(document, {childList: true, subtree: true})"""
"""Marks when the frame after the first board is there."""

TIMES = """Promise.resolve([performance.getEntriesByName('board')[0].startTime,
    Math.max(...performance.getEntriesByType('resource').filter(one => /app\\.(js|css)/.test(one.name))
        .map(one => one.responseEnd))])"""


def figures() -> Iterator[Figure]:
    """Return the figures; none without Chromium."""
    if not program():
        print("There is no Chromium here.")
        return
    boards, files = zip(*trio.run(_visits), strict=True)
    yield Figure("the browser's client is there, milliseconds, median", statistics.median(files), "ms")
    yield Figure("the first board is painted, milliseconds, median", statistics.median(boards), "ms")
    yield Figure("the first board is painted, milliseconds, slowest", max(boards), "ms")


async def _visits() -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        async with tables(Path(folder)) as made, trio.open_nursery() as nursery:
            host, links = await made.table(nursery)
            one = await made.reopen(host.visit.return_link)
            await begin_match(one, await made.seat(links["opponent"], "Ben"))
            for _ in range(VISITS_COUNT):
                page = await made.browser.page("about:blank#")
                await page.send_command("Page.addScriptToEvaluateOnNewDocument", source=MARKS)
                await page.send_command("Page.navigate", url=links["spectator"])
                await page.until("performance.getEntriesByName('board').length")
                board, file = await page.value(TIMES)
                found.append((board, file))
                await page.close()
            nursery.cancel_scope.cancel()
    return found
