"""The files of the browser client: a few, compressed once, looked up by exact name.

They are built from `client/browser/` (docs/develop/browser-client.md). A request for a file contains a digest
of the client's content, so that a browser caches the file for good.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from http import HTTPStatus
from importlib.resources import files

from websockets.http11 import Request, Response

from facedown_server.network.wire.http_responses import GZIP_HEADERS, accepts_gzip, reply

KINDS = {"css": "text/css", "js": "text/javascript", "json": "application/json"}
FOR_GOOD = "max-age=31536000,immutable"


@cache
def load_assets() -> dict[str, tuple[str, bytes, bytes]]:
    """Return the files by name: content type, bytes, and compressed bytes."""
    folder = files("facedown_server.network.pages") / "web" / "browser"
    return {
        file.name: (f"{kind}; charset=utf-8", data, gzip.compress(data, 9, mtime=0))
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if (kind := KINDS.get(file.name.rpartition(".")[2]))
        for data in [file.read_bytes()]
    }


@cache
def version() -> str:
    """Return a version that changes whenever a file changes."""
    digest = hashlib.sha256()
    for name, (_, data, _packed) in load_assets().items():
        digest.update(f"{name} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:12]


def answer(name: str, request: Request) -> Response | None:
    """Return the response with a file of the client; None if there is no file of this name."""
    if name not in load_assets():
        return None
    kind, data, packed = load_assets()[name]
    is_current = request.path.endswith(f"?{version()}")
    caching = FOR_GOOD if is_current else "no-cache"
    if not accepts_gzip(request):
        return reply(HTTPStatus.OK, data, kind, caching=caching)
    return reply(HTTPStatus.OK, packed, kind, caching=caching, extra=GZIP_HEADERS)
