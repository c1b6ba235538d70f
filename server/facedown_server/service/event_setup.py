"""The events of a server: open their files, keep others off them, and know the address for phones."""

from __future__ import annotations

import os
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

EVENTS_FOLDER = "events"
"""Where events that visitors create are stored, in the server's folder."""
FILE_SUFFIX = ".jsonl"
SHOWN_FOR_S = 30 * 86_400.0
"""Seconds after the last act of such an event for which a server still shows it."""
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
    if not (config.event or config.events):
        yield None
        return
    from facedown_server.events.event_access import DEFAULT_GAME, create_file, hold_file, open_file
    from facedown_server.events.live.creation import EventCreation
    from facedown_server.events.live.event_keys import load_keys
    from facedown_server.events.live.event_pages import EventHub
    from facedown_server.events.live.live_event import LiveEvent

    folder = config.folder / EVENTS_FOLDER

    def open_event(path: Path) -> LiveEvent:
        stack.enter_context(hold_file(path))
        return LiveEvent(open_file(path), load_keys(path, world), world)

    def store_event(name: str, game: str, changes: dict[str, int | str]) -> LiveEvent:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / f"{world.wall():%Y-%m-%d %H%M%S %f} {world.entropy(4).hex()}{FILE_SUFFIX}"
        create_file(world, path, name, game, changes)
        return open_event(path)

    with ExitStack() as stack:
        for path in map(Path, config.event):
            if not path.exists():
                create_file(world, path, "", DEFAULT_GAME, {})
        created = _created_files(folder, world) if config.events else []
        events = [open_event(path) for path in (*map(Path, config.event), *created)]
        creation = (
            EventCreation(world, store_event, config.events, config.events_per_address)
            if config.events
            else None
        )
        yield EventHub(world, events, _cached_base(world, addresses), creation)


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
