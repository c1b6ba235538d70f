"""The paths of events: which pages there are, what they may load, and the files."""

from __future__ import annotations

import base64
import hashlib
import json
import re

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request

from facedown_server.events.pages.routes import EventRoutes
from tests.server.events.evening import Evening

ONE = Evening(4)


def body(path: str, *codes: str) -> str:
    """Return the body of the response to a path, where events have these codes; "" for no page."""
    routes = EventRoutes(lambda: dict.fromkeys(codes or ("ABC-234",), ONE.state))
    response = routes.answer(path, Request(path, Headers({"Host": "shop.lan:7777"})))
    return "" if response is None else bytes(response.body).decode()


@pytest.mark.parametrize("path", ["/e", "/e/", "/e/ABC-234", "/e/abc-234/screen", "/e/ABC-234/organizer"])
def test_each_page_loads_nothing_but_its_own(path: str) -> None:
    """Its style and script are named by their digests in its policy; no request carries a secret."""
    routes = EventRoutes(lambda: {"ABC-234": ONE.state})
    response = routes.answer(path, Request(path, Headers({"Host": "shop.lan:7777"})))
    assert response is not None
    page, policy = bytes(response.body).decode(), response.headers["Content-Security-Policy"]
    for text in re.findall(r"<(?:style|script)>(.*?)</(?:style|script)>", page, re.DOTALL):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert "connect-src 'self' ws://shop.lan:7777 wss://shop.lan:7777;" in policy
    assert "Goat Night" in page
    assert "ABC-234" in page


@pytest.mark.parametrize("path", ["/e/ABC-999", "/e/screen", "/e/ABC-234/other", "/e/ABC-234/screen/x"])
def test_other_paths_have_no_page(path: str) -> None:
    assert body(path) == ""


def test_with_several_events_the_address_needs_a_code() -> None:
    listed = body("/e", "ABC-234", "DEF-234")
    assert 'href="/e/ABC-234"' in listed
    assert 'href="/e/DEF-234"' in listed
    assert "DEF-234" in body("/e/DEF-234", "ABC-234", "DEF-234")


def test_the_files_hold_the_event() -> None:
    assert body("/e/ABC-234/standings.csv").startswith("place,player,points")
    written = json.loads(body("/e/ABC-234/event.json"))
    assert written["event"] == "Goat Night"
    assert written["lots"]["secret"] == ""


def test_the_front_page_leads_to_the_events() -> None:
    links = EventRoutes(lambda: {"ABC-234": ONE.state}).links()
    assert '<a class="button" href="/e/ABC-234">' in links
    assert "Goat Night" in links
