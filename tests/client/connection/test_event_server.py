"""A local server for events, as a real process: its page creates them, and no other server's does."""

from __future__ import annotations

import pytest
import trio

from facedown_client.connection import hosting
from tests.server.serving import ask


async def page(port: int, path: str) -> str:
    """Return what a browser gets."""
    stream = await trio.open_tcp_stream("127.0.0.1", port)
    answer = await ask(stream, f"GET {path} HTTP/1.1\nHost: 127.0.0.1")
    await stream.aclose()
    return answer.decode(errors="replace")


@pytest.mark.parametrize("events", [True, False])
async def test_only_a_server_for_events_has_their_page(monkeypatch: pytest.MonkeyPatch, events: bool) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    async with hosting.server(events=events) as server:
        address = await hosting.open_event_page(server)
        assert opened == [address]
        assert (
            'data-role="create"' in await page(server.port, address.partition(str(server.port))[2])
        ) is events
