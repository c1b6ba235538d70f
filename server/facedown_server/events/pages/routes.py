"""The paths of events: `/e`, `/e/new`, `/e/CODE`, the organizer's and the projector's page, the
print-out, the slip of a table (`/e/7`), and the files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from http import HTTPStatus

from websockets.http11 import Request, Response

from facedown_server.events.export import event_json, standings_csv
from facedown_server.events.pages.create_page import create_title
from facedown_server.events.pages.frame import event_page, list_page, page_policy
from facedown_server.events.rules.standings import Standing
from facedown_server.events.rules.state import EventState
from facedown_server.network.pages.pages import POLICY
from facedown_server.network.wire.http_responses import reply
from facedown_shared.text import _

PATH = re.compile(
    r"/e(?:/([A-Za-z0-9]*-[A-Za-z0-9-]{1,16}))?(?:/(screen|organizer|print|standings\.csv|event\.json|\d{1,3}))?/?"
)
FILES: dict[str, tuple[Callable[[EventState, Sequence[Standing]], str], str]] = {
    "standings.csv": (standings_csv, "text/csv; charset=utf-8"),
    "event.json": (event_json, "application/json"),
}
"""How each file is made, and its kind, by its name."""
LIST_PATH = "/e"
NEW_PATH = "/e/new"
HTML = "text/html; charset=utf-8"


class EventRoutes:
    """The pages of the events of a server. `states` returns them by code. `is_open_to_new`: visitors may
    create events.

    `standings` returns those of an event here, by code. `remote` returns name and address of events at other
    servers, by code: their pages are the same here.
    """

    def __init__(
        self,
        states: Callable[[], Mapping[str, EventState]],
        remote: Callable[[], Mapping[str, tuple[str, str]]] = dict,
        standings: Callable[[str], Sequence[Standing]] = lambda code: (),
        *,
        is_open_to_new: bool = False,
    ) -> None:
        self._states, self._remote, self._is_open_to_new = states, remote, is_open_to_new
        self._standings = standings
        self._files: dict[str, tuple[EventState, bytes]] = {}
        """The files by code and name, and the state that they show: anyone may ask for them often."""

    def answer(self, path: str, request: Request) -> Response | None:
        """Return the response; None if no event has this path."""
        found = PATH.fullmatch(path)
        states = self._states()
        names = self._names()
        if self._is_open_to_new and path.rstrip("/") == NEW_PATH:
            return _page(create_title(), "", "create", request)
        if found is None or not (names or self._is_open_to_new):
            return None
        if found[1] is None and found[2] is None and len(names) != 1:
            return reply(HTTPStatus.OK, list_page(_("Events"), self.links()), HTML, policy=POLICY)
        code = (found[1] or next(iter(names), "")).upper()
        table = found[2] if found[2] and found[2].isdecimal() else ""
        if code not in names or (found[1] is None and found[2] and not (table and len(names) == 1)):
            return None
        if found[2] in FILES:
            return (
                self._file(states[code], code, found[2]) if code in states else self._redirect(code, found[2])
            )
        return _page(names[code], code, "slip" if table else found[2] or "player", request, table)

    def _names(self) -> dict[str, str]:
        """Return the names of the events, by code."""
        here = {code: state.name for code, state in self._states().items()}
        return here | {code: name for code, (name, _base) in self._remote().items() if code not in here}

    def _redirect(self, code: str, name: str) -> Response:
        """Return where a file of an event is that lives at another server."""
        base = self._remote()[code][1]
        if not base:
            return reply(HTTPStatus.SERVICE_UNAVAILABLE, "", extra=(("Retry-After", "2"),))
        place = (("Location", f"{base}{LIST_PATH}/{code}/{name}"),)
        return reply(HTTPStatus.TEMPORARY_REDIRECT, "", extra=place)

    def _file(self, state: EventState, code: str, name: str) -> Response:
        make, kind = FILES[name]
        place = f"{code}/{name}"
        if place not in self._files or self._files[place][0] is not state:
            self._files[place] = state, make(state, self._standings(code)).encode()
        saved = (("Content-Disposition", f'attachment; filename="{name}"'),)
        return reply(HTTPStatus.OK, self._files[place][1], kind, extra=saved)

    def links(self) -> str:
        """Return the events as links, for the front page."""
        events = "".join(
            f'<p><a class="button" href="/e/{code}">{_("Event: {name}", name=_isolate(state.name))}</a></p>'
            for code, state in self._states().items()
        )
        new = f'<p><a href="{NEW_PATH}">{_("New event")}</a></p>' if self._is_open_to_new else ""
        return events + new


def _page(name: str, code: str, role: str, request: Request, table: str = "") -> Response:
    host = ",".join(request.headers.get_all("host"))
    return reply(HTTPStatus.OK, event_page(name, code, role, table), HTML, policy=page_policy(host))


def _isolate(name: str) -> str:
    """Return a name as HTML, in its own direction."""
    return f"<bdi>{escape(name)}</bdi>"
