"""From home screens to one table: opened in the lobby, a friend and perhaps a spectator at it by links."""

from __future__ import annotations

from collections.abc import Sequence

from tests.window.windows import WindowPlayer


async def gather(people: Sequence[WindowPlayer], address: str, choice: int, news: str) -> None:
    """Bring Wren and Halvard to a table, with the spectators there are. `choice`: which line of the list of
    formats; `news`: a pattern of how the table is announced.
    """
    wren, halvard, *watchers = people
    await wren.until("^screen: home")
    await wren.press("Link or code")
    await wren.type(address)
    await wren.press("Join")
    await wren.until("^screen: lobby")
    await wren.now("press", "Open a table here")
    await wren.press("Format")
    await wren.key(*["Down"] * choice, "Return")
    await wren.press("Open a table here")
    await wren.until(f"^news: Table .*, {news}")
    await wren.until("^screen: table")
    await wren.press("Copy")
    await wren.now("press", "Copied @.*Copy @")
    await halvard.until("^screen: home")
    await halvard.key("ctrl+v", "Return")
    await halvard.until("^news: You are at table")
    await wren.now("press", "Send away @")
    for watcher in watchers:
        await wren.press("Copy")
        await wren.now("press", "Copy @.*Copied @")
        await watcher.until("^screen: home")
        await watcher.key("ctrl+v", "Return")
        await wren.until(f"^news: Watching: {watcher.name}")
