"""A companion for cards on paper in two windows, watched from a third: no deck, both totals, Life by menu."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from facedown_shared.tables.formats import PLAYED
from tests.window.display import display
from tests.window.gathering import gather
from tests.window.test_duel import CORNERS, begin, server, shots
from tests.window.windows import TEST_TIMEOUT_S, window

__all__ = ["shots"]

FORMAT_LINE_INDEX = 2 * PLAYED.index("companion")
"""Which line of the list of formats is the companion, as a single duel."""


@pytest.mark.window
async def test_a_duel_on_paper_is_counted_in_two_windows(tmp_path: Path, shots: Path) -> None:
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(server(tmp_path / "data"))
        screen = await stack.enter_async_context(display())
        wren, halvard, ilse = people = [
            await stack.enter_async_context(window(screen, name, tmp_path / name)) for name in CORNERS
        ]
        with trio.fail_after(TEST_TIMEOUT_S):
            for person in people:
                await person.appear(CORNERS[person.name])
            try:
                news = "Cardboard companion, with cards on paper, best of 1"
                await gather(people, address, FORMAT_LINE_INDEX, news)
                await wren.shot("companion-table", shots)
                assert not wren.last_match("^refused: "), "no deck was sent"
                await begin(wren, halvard, shots)
                for person in people:
                    await person.until("^screen: duel$")
                await halvard.press("Life…")
                await halvard.type("7000-2000")
                await halvard.key("Return")
                await ilse.until("^news: Halvard loses 3000 life")
                await wren.shot("companion-duel", shots)
                await halvard.press("Life…")
                await halvard.type("=0")
                await halvard.key("Return")
                for person in people:
                    await person.until("^news: Wren wins")
                await wren.shot("companion-result", shots)
            except BaseException:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                    for person in people:
                        await person.shot(f"failed-companion-{person.name}", shots)
                raise
