"""The events of a server: open their files, keep others off them, and know the address for phones."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import trio

from facedown_server.network.wire.addresses import Labelled
from facedown_server.runtime.world import World
from facedown_server.service.config import Config
from facedown_server.service.lobby_setup import cannot_store
from facedown_server.storage.journal import Journal
from facedown_server.storage.store import Store, StoreFailed
from facedown_shared.text import _

if TYPE_CHECKING:
    from facedown_server.events.live.event_pages import EventHub
    from facedown_server.events.live.live_event import LiveEvent
    from facedown_server.service.event_host import EventHost

EVENTS_FOLDER = "events"
"""Where events that visitors create are stored, in the server's folder."""
FILE_SUFFIX = ".jsonl"
SHOWN_FOR_S = 30 * 86_400.0
"""Seconds after the last act of such an event for which a server still shows it."""
ADDRESS_LIFETIME_S = 5.0
"""Seconds for which this machine's address is cached: each page shows it."""


@asynccontextmanager
async def open_events(
    config: Config, world: World, store: Store, addresses: Callable[[], tuple[Labelled, ...]]
) -> AsyncIterator[EventHost | None]:
    """Open the events of the settings within this context; None without any, and without other nodes whose
    events could come here.

    `addresses`: of this server for phones in the room, the best first.

    Raises BadInput if a file cannot be used.
    """
    if not isinstance(store, Journal) or not (config.event or config.events or store.ownership is not None):
        yield None
        return
    from facedown_server.events.event_access import create_file
    from facedown_server.events.live.creation import EventCreation
    from facedown_server.events.live.event_pages import EventHub
    from facedown_server.service.event_host import EventHost
    from facedown_server.storage.event_rows import EventRows

    folder = config.folder / EVENTS_FOLDER

    async def create(name: str, game: str, changes: dict[str, int | str]) -> LiveEvent:
        def make_file() -> Path:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = folder / f"{world.wall():%Y-%m-%d %H%M%S %f} {world.entropy(4).hex()}{FILE_SUFFIX}"
            create_file(world, path, name, game, changes)
            return path

        return await host.open_new(await trio.to_thread.run_sync(make_file))

    creation = None
    if config.events:
        creation = EventCreation(
            world, create, config.events, config.events_per_address, lambda code: host.release(code)
        )
    host = EventHost(world, EventRows(store), EventHub(world, _cached_base(world, addresses), creation))
    try:
        created = _created_files(folder, world) if config.events else []
        try:
            await host.open_all([*map(Path, config.event)], created)
        except StoreFailed as failed:
            raise cannot_store(config, failed) from failed
        yield host
    finally:
        host.end()


def _created_files(folder: Path, world: World) -> list[Path]:
    """Return the files of events that visitors created, without those that ended long ago."""
    since_s = world.wall().timestamp() - SHOWN_FOR_S
    return sorted(path for path in folder.glob(f"*{FILE_SUFFIX}") if path.stat().st_mtime >= since_s)


def _cached_base(world: World, addresses: Callable[[], tuple[Labelled, ...]]) -> Callable[[], str]:
    known, expires_s = "", 0.0

    def base() -> str:
        nonlocal known, expires_s
        if not known or world.now() >= expires_s:
            known, expires_s = addresses()[0][1], world.now() + ADDRESS_LIFETIME_S
        return known

    return base


def event_lines(hub: EventHub | None, *, shows_codes: bool = False) -> list[str]:
    """Return the start-up lines of the events: the link of each organizer, and the address for players.

    `shows_codes`: as QR codes too, for a terminal.
    """
    if hub is None:
        return []
    from facedown_server.events.pages.page_context import wifi_text

    lines = [
        _("Anyone who may reach this server creates an event at {link}", link=hub.new_link)
    ] * hub.is_open_to_new
    for event, link in zip(hub.events.values(), hub.organizer_links(), strict=True):
        state, address = event.state, hub.context(event).address
        lines += [
            _(
                "Event {name}. Its organizer opens this link, and keeps it secret: {link}",
                name=link[0],
                link=link[1],
            )
        ]
        if not shows_codes:
            continue
        if wifi := wifi_text(state.settings):
            lines += [_("Wi-Fi {name}", name=state.settings.wifi_name), *_code_lines(wifi)]
        lines += [_("Players open {address} or scan:", address=address), *_code_lines(address)]
    return lines


def _code_lines(text: str) -> list[str]:
    from facedown_shared.network.qr_codes import is_light_terminal, qr_lines  # for terminals alone

    return qr_lines(text, is_light=is_light_terminal(os.environ))


def warn_of_silence(hub: EventHub, say: Callable[[str], None]) -> None:
    """Print why phones may not load a page, when none has."""
    from facedown_server.events.pages.page_context import unreached_sentences

    def warn() -> None:
        for line in unreached_sentences(hub.base()):
            say(line)

    hub.on_silence.append(warn)
