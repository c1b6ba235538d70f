"""Siding in real windows: one player by drag, one by keys; a spectator sees that it goes on, and leaves."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from facedown_shared.decks import decks
from facedown_shared.decks.decks import Deck, ready_decks
from tests.window.display import display
from tests.window.gathering import gather
from tests.window.test_decks import carry, read
from tests.window.test_duel import CORNERS, begin, server, shots
from tests.window.windows import TEST_TIMEOUT_S, WindowPlayer, window

__all__ = ["shots"]

BEST_OF_3_LINE_INDEX = 1
"""Which line of the list of formats is a best of three."""

SIDE, MAIN = (330, 600), (330, 145)
"""The first card of each part."""


@pytest.mark.window
async def test_cards_are_exchanged_by_drag_and_by_keys_between_two_duels(tmp_path: Path, shots: Path) -> None:
    deck = tmp_path / "deck.ydk"
    deck.write_text(decks.to_ydk(Deck(*ready_decks()["synchro-xyz"].deck.parts)), encoding="utf-8")
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(server(tmp_path / "data"))
        screen = await stack.enter_async_context(display())
        wren, halvard, ilse = people = [
            await stack.enter_async_context(
                window(screen, name, tmp_path / name, *(() if name == "Ilse" else ("--deck", str(deck))))
            )
            for name in CORNERS
        ]
        with trio.fail_after(TEST_TIMEOUT_S):
            for person in people:
                await person.appear(CORNERS[person.name])
            try:
                await gather(people, address, BEST_OF_3_LINE_INDEX, "best of 3")
                await begin(wren, halvard, shots)
                await give_up(wren)
                await side_by_hand(wren, halvard, ilse, shots)
            except BaseException:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                    for person in people:
                        await person.shot(f"failed-siding-{person.name}", shots)
                raise


async def give_up(wren: WindowPlayer) -> None:
    """Concede the first duel by mouse."""
    await wren.until("^screen: duel")
    await wren.until("^(asked|waiting): ")  # a menu closes when the first prompt appears
    await wren.press("More")
    found = await wren.until(r"^menu: .*Give up this duel @(\d+),(\d+)")
    await wren.click(int(found[1]), int(found[2]))
    await wren.until("^screen: question")
    await wren.press("Give up")


async def side_by_hand(wren: WindowPlayer, halvard: WindowPlayer, ilse: WindowPlayer, shots: Path) -> None:
    """Side for Wren by drag, for Halvard by keys; Ilse watches and leaves."""
    for person in (wren, halvard, ilse):
        await person.until("^screen: siding")
    await ilse.shot("siding-watched", shots)
    await wren.now("press", "Main Deck, 40 .*Extra Deck, 8 .*Side Deck, 6 ")
    await read(wren, SIDE, "Dust Tornado")
    await carry(wren, SIDE, (900, 340), "siding-carried", shots)
    await wren.now("press", "Main Deck, 41 .*Side Deck, 5 ")
    await carry(wren, MAIN, (600, 460))
    await wren.until("^said: Junk Synchron does not belong in the Extra Deck")
    await carry(wren, MAIN, (900, 600))
    await wren.now("press", "Main Deck, 40 .*Side Deck, 6 .*Done")
    await wren.shot("siding-done", shots)
    await wren.press("Done")
    await wren.now("press", "^press: Say something|Leave")
    await wren.shot("siding-waits", shots)
    await halvard.tab_to("^focus: Side Deck, ")
    await halvard.key("Right", "Return")
    await halvard.now("press", "Main Deck, 41 .*Side Deck, 5 ")
    await halvard.key("ctrl+z")
    await halvard.now("press", "Main Deck, 40 .*Side Deck, 6 ")
    await ilse.press("Leave")
    await ilse.until("^screen: (home|lobby)")
    await halvard.key("r")
    for person in (wren, halvard):
        await person.until("^asked: You decide: who goes first|^news: .*goes first|^screen: (table|duel)")
