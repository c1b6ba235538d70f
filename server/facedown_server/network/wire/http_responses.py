"""Plain HTTP responses, all built by one function with the required headers."""

from __future__ import annotations

from dataclasses import dataclass, field
from http import HTTPStatus

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

ALWAYS = (
    ("Connection", "close"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)

NO_CONTENT = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""The Content-Security-Policy of responses that are no page of ours."""

GZIP_HEADERS = (("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding"))


@dataclass
class Download(Response):
    """A response whose body is in a file; `body` is empty."""

    view: memoryview = field(default_factory=lambda: memoryview(b""))


def reply(
    status: HTTPStatus,
    body: bytes | memoryview | str,
    kind: str = "text/plain; charset=utf-8",
    *,
    policy: str = NO_CONTENT,
    caching: str = "no-store",
    extra: tuple[tuple[str, str], ...] = (),
) -> Response:
    """Return a response to an HTTP request; the connection ends with it."""
    data = body.encode() if isinstance(body, str) else body
    headers = Headers([
        ("Content-Type", kind),
        ("Content-Length", str(len(data))),
        ("Cache-Control", caching),
        ("Content-Security-Policy", policy),
        *ALWAYS,
        *extra,
    ])  # fmt: skip
    if isinstance(data, memoryview):
        return Download(status.value, status.phrase, headers, view=data)
    return Response(status.value, status.phrase, headers, data)


def accepts_gzip(request: Request) -> bool:
    """Return whether a client decodes gzip."""
    return "gzip" in ",".join(request.headers.get_all("accept-encoding"))


def sentence(status: HTTPStatus, text: str) -> Response:
    """Return a response of one sentence."""
    return reply(status, text + "\n")


def response_for_method(request: Request, response: Response) -> Response:
    """Return the response; without its body if only the headers were requested."""
    if request.method == "HEAD":
        return Response(response.status_code, response.reason_phrase, response.headers)
    return response
