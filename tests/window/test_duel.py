"""One duel from the home screen to the result: two players and a spectator at three windows, one server.

Wren uses the mouse alone, dragging at first, Halvard keys alone; Ilse watches.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import trio

from tests.window.decks import strength_deck
from tests.window.display import display
from tests.window.hands import Dragger, Typist
from tests.window.windows import TEST_TIMEOUT_S, WindowPlayer, window

CORNERS = {"Wren": (0, 0), "Halvard": (1300, 0), "Ilse": (0, 740)}


@asynccontextmanager
async def server(data: Path) -> AsyncIterator[str]:
    """Run a server process of its own on the loopback; yield its address."""
    command = [sys.executable, "-P", "-m", "facedown_server", "serve", "--port", "0", "--bind", "127.0.0.1"]
    own = {name: value for name, value in os.environ.items() if name != "FACEDOWN_SHOTS"}
    process = await trio.lowlevel.open_process(
        [*command, "--data", str(data), "--no-discovery"], stdout=subprocess.PIPE, env=own,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        said = b""
        with trio.fail_after(TEST_TIMEOUT_S):
            while b"\n" not in said:
                said += await process.stdout.receive_some()
        yield said.decode().split("listening on ")[1].split()[0]
    finally:
        process.terminate()
        with trio.CancelScope(shield=True):
            await process.wait()
            await process.stdout.aclose()


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """Return the folder for pictures: the one FACEDOWN_SHOTS names, or one of pytest's."""
    folder = Path(os.environ.get("FACEDOWN_SHOTS") or tmp_path / "shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.mark.window
async def test_a_duel_is_played_to_its_end_in_two_windows_and_watched_in_a_third(
    tmp_path: Path, shots: Path
) -> None:
    weak, strong = tmp_path / "weak.ydk", tmp_path / "strong.ydk"
    weak.write_text(strength_deck(strong=False))
    strong.write_text(strength_deck(strong=True))
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(server(tmp_path / "data"))
        screen = await stack.enter_async_context(display())
        flags = {"Halvard": ("--deck", str(strong))}
        wren, halvard, ilse = people = [
            await stack.enter_async_context(window(screen, name, tmp_path / name, *flags.get(name, ())))
            for name in CORNERS
        ]
        with trio.fail_after(TEST_TIMEOUT_S):
            for person in people:
                await person.appear(CORNERS[person.name])
            try:
                await gather(wren, halvard, ilse, address, weak, shots)
                await begin(wren, halvard, shots)
                await play(wren, halvard, ilse, shots)
                await end(wren, halvard, ilse, shots)
            except BaseException:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                    for person in people:
                        await person.shot(f"failed-{person.name}", shots)
                raise


async def gather(
    wren: WindowPlayer, halvard: WindowPlayer, ilse: WindowPlayer, address: str, weak: Path, shots: Path
) -> None:
    """Go from three home screens to one table: an address typed, two links copied and pasted."""
    await wren.until("^screen: home")
    await wren.press("Link or code")
    await wren.type(address)
    await wren.shot("home", shots)
    await wren.press("Join")
    await wren.until("^screen: lobby")
    await wren.shot("lobby", shots)
    await wren.press("Open a table here")
    await wren.until("^screen: table")

    await wren.press("Copy")
    await wren.now("press", "Copied @.*Copy @")
    await halvard.key("ctrl+v", "Return")
    await halvard.until("^news: You are at table")
    await wren.now("press", "Send away @")

    await wren.press("Copy")
    await wren.now("press", "Copy @.*Copied @")
    await ilse.key("ctrl+v", "Return")
    await ilse.until("^news: You are at table .*, watching")
    await wren.until("^news: Watching: Ilse")

    await wren.press("Path of a .ydk file")
    await wren.type(str(weak))
    await wren.key("Return")
    await wren.until("^news: All 42 cards play by rules")
    await wren.shot("table", shots)


async def begin(wren: WindowPlayer, halvard: WindowPlayer, shots: Path) -> None:
    """Make both ready, with a click and with a key; the winner of the toss goes first."""
    await wren.get_ready()
    await halvard.get_ready(by_key=True)
    winner = (await halvard.until(r"^news: (\w+) won the toss"))[1]
    first = wren if winner == wren.name else halvard
    await first.until("^asked: You decide: who goes first")
    await first.shot("toss", shots)
    if first is wren:
        await wren.press("I go first")
    else:
        await halvard.key("1")


async def play(wren: WindowPlayer, halvard: WindowPlayer, ilse: WindowPlayer, shots: Path) -> None:
    """Play the whole duel, with some chat on the way; it ends by Life Points."""
    for person in (wren, halvard, ilse):
        await person.until("^screen: duel$")
    await halvard.key("t")
    await halvard.type("Good luck!")
    await halvard.key("Return", "Escape")
    await wren.until("^news: Halvard: Good luck!")
    await ilse.until("^news: Halvard: Good luck!")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(Typist(halvard).play)
        dragger = Dragger(wren, 0)
        nursery.start_soon(dragger.play)
        await ilse.until("^news: .* attacks Wren directly", 240)
        await ilse.shot("watching", shots)
    assert "Summon" in dragger.dragged, "a monster was dragged to its zone"


async def end(wren: WindowPlayer, halvard: WindowPlayer, ilse: WindowPlayer, shots: Path) -> None:
    """Expect the same result three times; then all are where they came from."""
    await ilse.until("^screen: result, under duel")
    for person in (wren, halvard, ilse):
        assert person.last_match("^news: Halvard wins: Wren has no Life Points left"), person.lines[-20:]
        await person.shot(f"result-{person.name}", shots)
    await wren.press("Leave")
    await wren.until("^screen: lobby")
    await halvard.key("l")
    await ilse.press("Leave")
    for person in (halvard, ilse):
        await person.until("^screen: home")
