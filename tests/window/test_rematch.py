"""The end of a match in two real windows: a rematch is proposed and accepted from the result, and from the
board that is shown after it.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from tests.window.decks import strength_deck
from tests.window.display import display
from tests.window.gathering import gather
from tests.window.test_duel import begin, server, shots
from tests.window.test_siding import give_up
from tests.window.windows import TEST_TIMEOUT_S, WindowPlayer, window

__all__ = ["shots"]

SINGLE_LINE_INDEX = 0
"""Which line of the list of formats is a single duel."""


@pytest.mark.window
async def test_two_players_play_again_from_the_result_and_from_the_board(tmp_path: Path, shots: Path) -> None:
    deck = tmp_path / "deck.ydk"
    deck.write_text(strength_deck(strong=True))
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(server(tmp_path / "data"))
        screen = await stack.enter_async_context(display())
        wren, halvard = people = [
            await stack.enter_async_context(window(screen, name, tmp_path / name, "--deck", str(deck)))
            for name in ("Wren", "Halvard")
        ]
        with trio.fail_after(TEST_TIMEOUT_S):
            await wren.appear((0, 0))
            await halvard.appear((1300, 0))
            try:
                await gather(people, address, SINGLE_LINE_INDEX, "best of 1")
                await begin(wren, halvard, shots)
                await lose(wren, halvard)
                await rematch_from_result(wren, halvard, shots)
                await toss(wren, halvard)
                await lose(wren, halvard)
                await rematch_from_board(wren, halvard, shots)
                await toss(wren, halvard)
                for person in people:
                    await person.until("^screen: duel$")
            except BaseException:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                    for person in people:
                        await person.shot(f"failed-rematch-{person.name}", shots)
                raise


async def lose(wren: WindowPlayer, halvard: WindowPlayer) -> None:
    """Let Wren concede the match; both see its result."""
    await halvard.until("^screen: duel$")
    await give_up(wren)
    for person in (wren, halvard):
        await person.until("^screen: result, under duel")


async def rematch_from_result(wren: WindowPlayer, halvard: WindowPlayer, shots: Path) -> None:
    """Wren proposes by the button; Halvard's window asks him, and he accepts by a key."""
    await wren.press("Rematch")
    await wren.now("press", "Asked. Withdraw @")
    await wren.shot("rematch-asked", shots)
    await halvard.until("^news: Wren asks for a rematch")
    await halvard.now("press", "Rematch @.*No @")
    await halvard.shot("rematch-seen", shots)
    await halvard.key("y")


async def rematch_from_board(wren: WindowPlayer, halvard: WindowPlayer, shots: Path) -> None:
    """Both view the board; Halvard proposes from there by keys, and Wren sees it and accepts by mouse."""
    await wren.press("See the board")
    await halvard.key("Escape")
    for person in (wren, halvard):
        await person.until("^screen: duel$")
    await halvard.shot("rematch-board", shots)
    await halvard.key("r")
    await halvard.until("^screen: result, under duel$")
    await halvard.key("r")
    await wren.until("^news: Halvard asks for a rematch")
    await wren.shot("rematch-seen-on-board", shots)
    await wren.press("Result")
    await wren.until("^screen: result, under duel$")
    await wren.press("Rematch")


async def toss(wren: WindowPlayer, halvard: WindowPlayer) -> None:
    """Let the winner of the next match's toss go first."""
    winner = (await halvard.until(r"^news: (\w+) won the toss"))[1]
    first = wren if winner == wren.name else halvard
    await first.until("^asked: You decide: who goes first")
    await first.key("1")
