"""The client with a window, from its first frame to its last."""

from __future__ import annotations

from collections.abc import Callable

import trio

from client.connection.sessions import Sessions
from client.data import Boxed, Preferences
from client.window.app import App
from client.window.display import MainWindow
from client.window.narrator import Narrator


async def run_window(
    window: MainWindow, own: Preferences, deck: Boxed | None, begin: Callable[[App], object] | None, *,
    narrator: Narrator | None = None,
) -> None:  # fmt: skip
    """The client with a window, until it is closed; `begin` is its first wish."""
    async with trio.open_nursery() as nursery:
        app = App(own, window, Sessions(nursery, own.name), deck=deck, narrator=narrator)
        if begin is not None:
            begin(app)
        await app.run()
        nursery.cancel_scope.cancel()
