"""Events that visitors create on a server's page, as far as its operator allows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import datetime

import msgspec
import structlog
import trio

from facedown_server.events.event_access import NOT_STORED
from facedown_server.events.live.live_event import LiveEvent
from facedown_server.events.live.requests import (
    CheckConnection,
    CreateEvent,
    PageNews,
    decode_request,
)
from facedown_server.events.pages.create_page import create_parts, create_title
from facedown_server.events.rules.reducer import (
    BEST_OF,
    MAX_EVENT_NAME_LETTERS,
    MAX_FORMAT_LETTERS,
    MAX_MINUTES,
)
from facedown_server.events.rules.scoring import GAMES
from facedown_server.network.wire.addresses import limits_key
from facedown_server.network.wire.connection import Connection
from facedown_server.network.wire.frames import frame
from facedown_server.network.wire.token_buckets import Bucket, Buckets
from facedown_server.runtime.world import World
from facedown_server.storage.store import StoreFailed
from facedown_shared.tables.formats import DECK_FORMATS
from facedown_shared.text import BadInput, Code, _, use_language
from facedown_shared.text.plain_text import strip_controls

log = structlog.get_logger(__name__)

REQUESTS_PER_S, REQUEST_BURST_COUNT = 1.0, 20.0
"""Rate limit of one page's requests."""
CREATIONS_PER_S = 1 / 600
"""Rate limit of events from one address, after a burst that is a setting."""
IDLE_AFTER_S = 86_400.0
"""Seconds without an act after which an event does not count among those that run."""
MAX_WIFI_NAME_BYTES = 32
WIFI_PASSWORD_LETTERS = range(8, 64)
"""What WPA allows."""

MAX_VISITOR_PLAYERS = 64
"""Maximum number of players in a visitor's event, which has half as many tables on screen."""
MAX_ENDED_EVENTS = 50
"""Maximum number of ended events of visitors that a server shows until its next start."""

Store = Callable[[str, str, dict[str, int | str]], Awaitable[LiveEvent]]
"""Creates an event by its name, its game and changed settings."""


class EventCreation:
    """Creates events by a form. `max_events` may run at once; `per_address`: the burst of one address.

    `release` lets an event go, by its code.
    """

    def __init__(
        self, world: World, store: Store, max_events: int, per_address: int, release: Callable[[str], None]
    ) -> None:  # fmt: skip
        self._world, self._store, self._max_events, self._release = world, store, max_events, release
        self._created: list[LiveEvent] = []
        self._buckets = Buckets(CREATIONS_PER_S, float(per_address))
        self._creating = trio.Lock()

    async def create(self, form: CreateEvent, address: str, events: Iterable[LiveEvent]) -> LiveEvent:
        """Create an event. `events`: those there are.

        Raises BadInput with one sentence, StoreFailed, and OSError.
        """
        name, game, changes = checked_form(form)
        async with self._creating:
            if sum(self._runs(event) for event in events) >= self._max_events:
                raise BadInput(
                    Code.NOT_NOW, _("This server runs as many events as it may: wait until one has ended.")
                )
            if not self._buckets.take(address, self._world.now()):
                raise BadInput(
                    Code.TOO_FAST, _("Too many events were created from your address: try again later.")
                )
            self._release_ended()
            event = await self._store(name, game, {**changes, "max_players": MAX_VISITOR_PLAYERS})
            self._created.append(event)
            return event

    def _release_ended(self) -> None:
        """Show those no more that ended first. Their logs stay."""
        ended = [event for event in self._created if event.state.finished]
        for event in ended[:-MAX_ENDED_EVENTS]:
            self._created.remove(event)
            self._release(event.keys.code)

    def _runs(self, event: LiveEvent) -> bool:
        last_s = event.course.rows[-1].at_s
        age_s = (self._world.wall() - datetime.fromisoformat(event.state.date)).total_seconds()
        return not event.state.finished and age_s - last_s < IDLE_AFTER_S


def checked_form(form: CreateEvent) -> tuple[str, str, dict[str, int | str]]:
    """Return name, game and changed settings of a form.

    Raises BadInput with one sentence that names the field and what it may hold.
    """
    name, wifi = (strip_controls(text, lines=False).strip() for text in (form.name, form.wifi_name))
    minutes, best_of, tables = (text.strip() for text in (form.minutes, form.best_of, form.tables))
    title, password = strip_controls(form.format, lines=False).strip(), form.wifi_password.strip()
    sentence = ""
    if not name:
        sentence = _("Type the name of the event.")
    elif len(name) > MAX_EVENT_NAME_LETTERS:
        sentence = _("The name may have {count} letters.", count=MAX_EVENT_NAME_LETTERS)
    elif form.game not in GAMES:
        sentence = _("Choose whose points and times count.")
    elif best_of not in ("", *map(str, BEST_OF)):
        sentence = _("A match is best of 1, 3 or 5.")
    elif minutes and not (minutes.isdecimal() and len(minutes) < 4 and 0 < int(minutes) <= MAX_MINUTES):
        sentence = _("The minutes of a round are a number from 1 to {count}.", count=MAX_MINUTES)
    elif tables not in ("", *DECK_FORMATS):
        sentence = _("Choose cards on the table or a format on screen.")
    elif len(title) > MAX_FORMAT_LETTERS:
        sentence = _("Format or ban list may have {count} letters.", count=MAX_FORMAT_LETTERS)
    elif len(wifi.encode()) > MAX_WIFI_NAME_BYTES:
        sentence = _("The name of a Wi-Fi has at most {count} letters.", count=MAX_WIFI_NAME_BYTES)
    elif password and not wifi:
        sentence = _("Type the name of the Wi-Fi too, or leave out its password.")
    elif password and len(password.encode()) not in WIFI_PASSWORD_LETTERS:
        sentence = _("The password of a Wi-Fi has 8 to 63 letters.")
    if sentence:
        raise BadInput(Code.BAD_SETTING, sentence)
    changes: dict[str, int | str] = {
        "format": title, "screen_format": tables, "wifi_name": wifi, "wifi_password": password,
    }  # fmt: skip
    changes |= {"minutes": int(minutes)} if minutes else {}
    changes |= {"best_of": int(best_of)} if best_of else {}
    return name, form.game, changes


def organizer_path(event: LiveEvent) -> str:
    """Return the path of an event's organizer, with the secret behind its # sign."""
    return f"/e/{event.keys.code}/organizer#o={event.keys.organizer}"


async def run_creation(
    connection: Connection, create: Callable[[CreateEvent, str], Awaitable[LiveEvent]], world: World,
    language: str, names: Mapping[str, str],
) -> None:  # fmt: skip
    """Show a page the form of a new event, and answer it until the connection ends. `names`: of the events
    there are, by their codes.

    Raises ValueError for a request that is none.
    """

    def send(news: PageNews) -> None:
        connection.push(frame(msgspec.json.encode(news)))

    bucket = Bucket(REQUESTS_PER_S, REQUEST_BURST_COUNT, world.now())
    with use_language([language]):
        send(PageNews(create_parts(names), create_title()))
    while True:
        request = decode_request(await connection.receive())
        if not bucket.take(world.now()):
            await trio.sleep(1 / REQUESTS_PER_S)
        with use_language([language]):
            match request:
                case CheckConnection():
                    send(PageNews())
                case CreateEvent():
                    try:
                        event = await create(request, limits_key(connection.peer))
                    except BadInput as refused:
                        send(PageNews(say=str(refused)))
                    except (OSError, StoreFailed) as error:
                        log.error("an event's act was not stored", error=type(error).__name__)
                        send(PageNews(say=_(NOT_STORED)))
                    else:
                        send(PageNews(go=organizer_path(event)))
                case _:
                    raise ValueError("this is no request of this page")
