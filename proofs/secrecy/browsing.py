"""How a browser joins a table: what it loads before it connects, and the headers it sends.

It is sent what every client is sent, and more: the page behind the link, the files of the browser's client,
and what is printed on every card it sees, since it has no cards of its own.
"""

from __future__ import annotations

from websockets.datastructures import Headers

from facedown_server.network.pages.browser_assets import load_assets
from facedown_shared.protocol.messages import PROTOCOL_VERSION, Hello
from facedown_shared.tables import WAYS_OF_PLAY

CLIENT = "facedown browser"

ORIGIN = "http://server.example:7777"
"""The address of the page that is open in it, as it sends it to a server that it connects to."""

HEADERS = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36",
    "Accept-Language": "en-US,en;q=0.9",
    "Accept-Encoding": "gzip, deflate",
}

PAGE = "/t/{}"
FILES = "/browser/"


def loaded_paths() -> tuple[str, ...]:
    """Return the paths that are loaded for a table, in order; "{}" is the table's code."""
    return (PAGE, *(f"{FILES}{name}" for name in sorted(load_assets())), "/emblem.svg")


def request(path: str) -> bytes:
    """Return a request for a page or a file, as a browser makes it."""
    headers = Headers({"Host": ORIGIN.rpartition("/")[2], **HEADERS})
    return f"GET {path} HTTP/1.1\r\n{headers}".encode()


def hello(name: str, language: str = "") -> Hello:
    """Return a browser's Hello: without the edition of any cards."""
    return Hello(name, PROTOCOL_VERSION, CLIENT, language=language, plays=WAYS_OF_PLAY)
