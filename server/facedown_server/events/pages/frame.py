"""The frame of an event's pages: head, policy, the empty parts that the server fills over a websocket.

The secret of a link is behind its # sign, so no request carries it. A page loads nothing but its icons.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from importlib.resources import files

from facedown_server.events.pages import (
    create_page,
    organizer_page,
    player_page,
    print_page,
    screen_page,
    slip_page,
)
from facedown_server.network.pages.link_previews import HEAD
from facedown_server.network.pages.pages import HOST, STYLE
from facedown_shared.text import _, current_language

_WEB = files("facedown_server.events.pages") / "web"
SCRIPT = (_WEB / "event.js").read_text(encoding="utf-8")
EVENT_STYLE = (_WEB / "event.css").read_text(encoding="utf-8")

SECTIONS = {
    "create": create_page.SECTIONS,
    "player": player_page.SECTIONS,
    "organizer": organizer_page.SECTIONS,
    "print": print_page.SECTIONS,
    "screen": screen_page.SECTIONS,
    "slip": slip_page.SECTIONS,
}
"""The parts of each page, in their order."""


def _digest(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def page_policy(host: str) -> str:
    """Return the Content-Security-Policy of the pages. `host`: this server, as the browser names it."""
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return (
        f"default-src 'none'; style-src {_digest(STYLE)} {_digest(EVENT_STYLE)}; "
        f"script-src {_digest(SCRIPT)}; "
        f"img-src 'self'; manifest-src 'self'; connect-src 'self'{sockets}; frame-ancestors 'none'; "
        "base-uri 'none'; form-action 'none'"
    )


def event_page(name: str, code: str, role: str, table: str = "") -> str:
    """Return a page of an event, whose parts its script fills. `table`: of a slip."""
    parts = "".join(f'<section id="part-{part}"></section>' for part in SECTIONS[role])
    lost = escape(_("No connection to the server; it is tried again."))
    missing = _("This page needs JavaScript.")
    return f"""<!doctype html>
<html lang="{current_language().replace("_", "-")}"><head><meta charset="utf-8"><title>{escape(name)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<link rel="icon" href="/emblem.svg" type="image/svg+xml">{HEAD}
<style>{STYLE}</style><style>{EVENT_STYLE}</style></head>
<body class="{role}"><main data-event="{escape(code)}" data-role="{role}" data-table="{table}">
<p id="lost" class="warn" role="status" data-text="{lost}" hidden></p>
<noscript><p class="warn">{missing}</p></noscript>
<p id="say" role="status"></p>{parts}<div id="answer"></div></main>
<script>{SCRIPT}</script></body></html>
"""


def list_page(title: str, links: str) -> str:
    """Return the page with the links to several events, as HTML."""
    return f"""<!doctype html>
<html lang="{current_language().replace("_", "-")}"><head><meta charset="utf-8"><title>{escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<link rel="icon" href="/emblem.svg" type="image/svg+xml">{HEAD}
<style>{STYLE}</style></head><body><main><h1>{escape(title)}</h1>{links}</main></body></html>
"""
