"""The HTTP pages on the game's port: the front page, the page behind a link, and the client to download.

Only GET and HEAD, and a handful of fixed paths; no file is looked up by a requested name. Behind one public
name, paths may begin with the path of a node (/n/NAME), whichever node answers. The secret of a link is
behind its # sign, so no request carries it: opening a link claims nothing.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from urllib.parse import urlsplit

from websockets.http11 import Request, Response

from facedown_server.network.pages import browser_assets
from facedown_server.network.pages.link_previews import PICTURES, manifest
from facedown_server.network.pages.pages import (
    EMBLEM,
    HOME_POLICY,
    HOST,
    POLICY,
    TURN_EMBLEM,
    decks_page,
    game_page_policy,
    home_page,
    new_table_page,
    not_found_page,
    replay_page,
    table_list,
    table_page,
)
from facedown_server.network.wire.http_responses import GZIP_HEADERS, accepts_gzip, reply
from facedown_shared.network.links import parse_code, strip_node
from facedown_shared.protocol.messages import LobbyRow
from facedown_shared.text import _, gettext_noop, use_language

TABLE = re.compile(r"/t/([A-Za-z0-9-]{1,16})/?")
HTML = "text/html; charset=utf-8"
FOR_A_DAY = "max-age=86400"
DEFAULT_GZIP_LEVEL = 3
"""Of pages. Level 6, the default, would take twice the time for a tenth less."""
MAX_LANGUAGE_HEADER_LETTERS = 200
"""Letters of the Accept-Language header that are parsed."""

NO_TABLE = gettext_noop(
    "There is no such table code; copy the whole link again, or ask your friend for a new link."
)
NO_PAGE = gettext_noop("There is no such page here.")
NO_PACKAGE = gettext_noop(
    "This server does not offer facedown for download; get it from where its host got it."
)


PAGES_WITHOUT_TABLE = {"/replay": replay_page, "/new": new_table_page, "/decks": decks_page}
"""Functions that make the pages which the browser client fills, by path."""


@dataclass(slots=True)
class Gateway:
    """Handler of plain HTTP requests.

    `describe` returns the row of a public table by its code. `package` returns the client as a zip file,
    empty until it is built.
    """

    title: str
    describe: Callable[[str], LobbyRow | None]
    rows: Callable[[], Sequence[LobbyRow]] = tuple
    package: Callable[[], bytes | memoryview] = bytes
    core: str = ""
    """EDOPro's core, if duels are played by it, and the address of its source."""
    nodes: Callable[[], Sequence[str]] = tuple
    """Returns the addresses of this service's nodes, if there are several."""
    unreachable: bool = False
    """True if the front page warns that the server's public address is not set."""
    public_url: str = ""
    """The server's public address, if its host has set one."""
    secure: bool = False
    """Whether this server itself speaks TLS."""
    has_password: bool = False
    """True if the server has a password: then the pages name no tables, since they are the same for all."""
    alone: tuple[str, ...] = ()
    """Kinds of tables for one person that can be opened: "practice", "solo"."""
    note: Callable[[str], object] | None = None
    """Notes the path of each request."""
    event_page: Callable[[str, Request], Response | None] | None = None
    """Returns the page of an event by its path; None if this server has no events."""
    event_links: Callable[[], str] = str
    """Returns links to the events, as HTML for the front page."""

    def __call__(self, request: Request) -> Response:
        """Return the response to a request, in the reader's language; a "not found" page if there is no such
        page.
        """
        if self.note is not None:
            self.note(request.path)
        with use_language(_requested_languages(request)) as language:
            return self._answer(request, language)

    def _answer(self, request: Request, language: str) -> Response:
        path = strip_node(request.path.partition("?")[0])
        if found := TABLE.fullmatch(path):
            return self._table(found[1], request)
        if self.event_page is not None and (page := self.event_page(path, request)) is not None:
            return page
        if path == "/":
            rows = None if self.has_password else tuple(self.rows())
            policy = HOME_POLICY if rows is not None else self._game_policy(request)
            front = _front(
                self.title, rows, len(self.package()), self.unreachable, language, self.core,
                self._base(request), self.alone, self.event_links(),
            )  # fmt: skip
            return _html(request, front, policy)
        if path == "/tables" and not self.has_password:
            return reply(HTTPStatus.OK, _list(tuple(self.rows()), language), HTML)
        if (make := PAGES_WITHOUT_TABLE.get(path)) is not None:
            return _html(request, make(self.title).encode(), self._game_policy(request))
        if path == "/facedown.zip":
            return self._download()
        if (name := path.removeprefix("/browser/")) != path and (
            file := browser_assets.answer(name, request)
        ):
            return file
        if path == "/emblem.svg":
            picture = TURN_EMBLEM if request.path.endswith("?turn") else EMBLEM
            return reply(HTTPStatus.OK, picture, "image/svg+xml", caching=FOR_A_DAY)
        if drawn := PICTURES.get(path):
            return reply(HTTPStatus.OK, drawn, "image/png", caching=FOR_A_DAY)
        if path == "/manifest.webmanifest":
            return reply(HTTPStatus.OK, manifest(self.title), "application/manifest+json", caching=FOR_A_DAY)
        return self._not_found(NO_PAGE)

    def _not_found(self, why: str) -> Response:
        return reply(HTTPStatus.NOT_FOUND, not_found_page(self.title, _(why)), HTML, policy=POLICY)

    def _table(self, text: str, request: Request) -> Response:
        code = parse_code(text)
        if not code:
            return self._not_found(NO_TABLE)
        row, size = None if self.has_password else self.describe(code), len(self.package())
        page = table_page(self.title, row, size, self.core, self._base(request))
        return _html(request, page.encode(), self._game_policy(request))

    def _game_policy(self, request: Request) -> str:
        return game_page_policy(",".join(request.headers.get_all("host")), self.nodes())

    def _base(self, request: Request) -> str:
        """Return this server's address as the reader knows it; "" if it is not known."""
        host = ",".join(request.headers.get_all("host"))
        known = [address for address in (self.public_url.rstrip("/"), *self.nodes()) if address]
        named = next((address for address in known if urlsplit(address).netloc == host), "")
        if named or known or not HOST.fullmatch(host):
            return named or next(iter(known), "")
        return ("https://" if self.secure else "http://") + host

    def _download(self) -> Response:
        if not (package := self.package()):
            return self._not_found(NO_PACKAGE)
        name = (("Content-Disposition", 'attachment; filename="facedown.zip"'),)
        return reply(HTTPStatus.OK, package, "application/zip", caching="no-cache", extra=name)


def _html(request: Request, page: bytes, policy: str) -> Response:
    """Return the response with a page, compressed if the browser decodes that."""
    if not accepts_gzip(request):
        return reply(HTTPStatus.OK, page, HTML, policy=policy)
    return reply(HTTPStatus.OK, _compress(page), HTML, policy=policy, extra=GZIP_HEADERS)


@lru_cache(maxsize=16)
def _compress(page: bytes) -> bytes:
    return gzip.compress(page, DEFAULT_GZIP_LEVEL, mtime=0)


def _requested_languages(request: Request) -> list[str]:
    """Return the languages that a browser requests, the most preferred first."""
    header = ",".join(request.headers.get_all("Accept-Language"))[:MAX_LANGUAGE_HEADER_LETTERS]
    return [tag.partition(";")[0].strip() for tag in header.split(",")]


@lru_cache(maxsize=4)
def _front(
    title: str, rows: tuple[LobbyRow, ...] | None, size: int, unreachable: bool, language: str, core: str,
    base: str, alone: tuple[str, ...], events: str,
) -> bytes:  # fmt: skip
    """Return the front page; the same bytes are reused until its content changes. The list of tables is most
    of the work, so another `base` (any Host header) reuses it.
    """
    listed = "" if rows is None else _list(rows, language).decode()
    return home_page(
        title,
        rows,
        size,
        unreachable=unreachable,
        core=core,
        base=base,
        alone=alone,
        listed=listed,
        events=events,
    ).encode()


@lru_cache(maxsize=4)
def _list(rows: tuple[LobbyRow, ...], language: str) -> bytes:
    """Return the list of tables alone, with which the front page replaces the one it has."""
    return table_list(rows).encode()
