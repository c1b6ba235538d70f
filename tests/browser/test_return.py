"""A player who has lost everything returns to a seat in the page, by the link of the server's operator."""

from __future__ import annotations

import sys
from pathlib import Path

import trio

from facedown_shared.protocol.table_settings import TableInfo
from tests.browser.chromium import program
from tests.browser.playing import tables


async def test_the_operators_link_reopens_a_seat(tmp_path: Path) -> None:
    """Seen to fail: the page sent the secret without the table's code."""
    if not program():
        print("There is no Chromium here: no page returned.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery)
        ben = await made.seat(links["opponent"], "Ben")
        await ben.close()
        await host.wait_until(lambda: _is_gone(host.visit.model.table))
        code = links["opponent"].partition("/t/")[2].partition("#")[0]
        command = [sys.executable, "-m", "facedown_server", "return", code, "Ben", "--data", str(tmp_path)]
        done = await trio.run_process(command, capture_stdout=True)
        (link,) = [word for word in done.stdout.decode().split() if "127.0.0.1" in word and "#once=" in word]
        again = await made.browser.page(link)  # in a private context of its own: it has stored nothing
        await again.click("Return to your seat")
        await again.wait_for_text("I am ready")
        nursery.cancel_scope.cancel()


def _is_gone(table: TableInfo | None) -> bool:
    return table is not None and bool(table.seats[1].name) and not table.seats[1].present
