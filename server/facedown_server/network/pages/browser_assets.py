"""The files of the browser client, compressed once, looked up by exact name.

They are built from `client/browser/` (docs/develop/browser-client.md). Each name contains a digest of the
file's content, so that a browser caches the file for good.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import cache
from http import HTTPStatus
from importlib.resources import files

from websockets.http11 import Request, Response

from facedown_server.network.wire.http_responses import GZIP_HEADERS, accepts_gzip, reply

KINDS = {"css": "text/css", "js": "text/javascript", "json": "application/json"}
BUNDLES = "files.json"
"""Which files each bundle loads at once, as the build has written it; it is not served."""
FOR_GOOD = "max-age=31536000,immutable"


@cache
def load_assets() -> dict[str, tuple[str, bytes, bytes]]:
    """Return the files by the names that they are served under: content type, bytes, compressed bytes."""
    return {
        served_name(name, data): (f"{kind}; charset=utf-8", data, gzip.compress(data, 9, mtime=0))
        for name, data in _read_files().items()
        if name != BUNDLES and (kind := KINDS.get(name.rpartition(".")[2]))
    }


@cache
def load_bundles() -> dict[str, list[str]]:
    """Return of each bundle the names of the files that it loads at once, its entry point first."""
    return dict(json.loads(_read_files()[BUNDLES]))


@cache
def text_names() -> str:
    """Return the served names of the files of texts by their plain names, as JSON."""
    rows = {
        name: served_name(name, data)
        for name, data in _read_files().items()
        if name.endswith(".json") and name != BUNDLES
    }
    return json.dumps(rows, separators=(",", ":"))


def served_name(name: str, data: bytes) -> str:
    """Return the name that a file is served under. Scripts and styles have a digest in their own names."""
    stem, _dot, ending = name.rpartition(".")
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:8]}.json" if ending == "json" else name


@cache
def _read_files() -> dict[str, bytes]:
    folder = files("facedown_server.network.pages") / "web" / "browser"
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir(), key=lambda file: file.name)}


def answer(name: str, request: Request) -> Response | None:
    """Return the response with a file of the client; None if there is no file of this name."""
    if name not in load_assets():
        return None
    kind, data, packed = load_assets()[name]
    if not accepts_gzip(request):
        return reply(HTTPStatus.OK, data, kind, caching=FOR_GOOD)
    return reply(HTTPStatus.OK, packed, kind, caching=FOR_GOOD, extra=GZIP_HEADERS)
