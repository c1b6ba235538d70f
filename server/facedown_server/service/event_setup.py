"""The events of a server: open their files, keep others off them, and know the address for phones."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from facedown_server.network.wire.addresses import Labelled
from facedown_server.runtime.world import World
from facedown_server.service.config import Config
from facedown_shared.text import _

if TYPE_CHECKING:
    from facedown_server.events.live.event_pages import EventHub

ADDRESS_LIFETIME_S = 5.0
"""Seconds for which this machine's address is cached: each page shows it."""


@asynccontextmanager
async def open_events(
    config: Config, world: World, addresses: Callable[[], tuple[Labelled, ...]]
) -> AsyncIterator[EventHub | None]:
    """Open the events of the settings within this context; None without any.

    `addresses`: of this server for phones in the room, the best first.

    Raises BadInput if a file cannot be used.
    """
    if not config.event:
        yield None
        return
    from facedown_server.events.event_access import DEFAULT_GAME, create_file, hold_file, open_file
    from facedown_server.events.live.event_keys import load_keys
    from facedown_server.events.live.event_pages import EventHub
    from facedown_server.events.live.live_event import LiveEvent

    with ExitStack() as stack:
        events = []
        for path in map(Path, config.event):
            if not path.exists():
                create_file(world, path, "", DEFAULT_GAME, {})
            stack.enter_context(hold_file(path))
            events.append(LiveEvent(open_file(path), load_keys(path, world), world))
        yield EventHub(world, events, _cached_base(world, addresses))


def _cached_base(world: World, addresses: Callable[[], tuple[Labelled, ...]]) -> Callable[[], str]:
    known, expires_s = "", 0.0

    def base() -> str:
        nonlocal known, expires_s
        if not known or world.now() >= expires_s:
            known, expires_s = addresses()[0][1], world.now() + ADDRESS_LIFETIME_S
        return known

    return base


def event_lines(hub: EventHub | None) -> list[str]:
    """Return the start-up lines of the events: the link of each organizer."""
    if hub is None:
        return []
    return [
        _("Event {name}. Its organizer opens this link, and keeps it secret: {link}", name=name, link=link)
        for name, link in hub.organizer_links()
    ]
