"""Connection errors, over real sockets and TLS, each in one sentence."""

from __future__ import annotations

import socket
import ssl
import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trio
import trustme

from facedown_client.connection.link import Link, Status
from facedown_shared.network import links
from facedown_shared.network.connection_errors import ConnectionLost, Fatal, explain
from facedown_shared.text.errors import Code, MalformedMessage
from tests.client.fakes import Inbox


async def last_words(port: int, *, secure: bool = False) -> str:
    """Return the sentence that a Link ends with when it connects to this port."""
    async with trio.open_nursery() as nursery:
        inbox = Inbox()
        link = Link(links.TableLink("127.0.0.1", port, secure), "Wren")
        nursery.start_soon(link.run, inbox.send)
        with trio.fail_after(60):
            last = await inbox.until(Status.CLOSED)
        nursery.cancel_scope.cancel()
        return last.sentence
    raise AssertionError("unreachable")


async def serve_bytes(nursery: trio.Nursery, words: bytes) -> int:
    """Serve these bytes to every client and disconnect; return the port."""

    async def handler(stream: trio.SocketStream) -> None:
        await stream.receive_some()
        await stream.send_all(words)
        await stream.aclose()

    served = await nursery.start(trio.serve_tcp, handler, 0)
    return int(served[0].socket.getsockname()[1])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", "not a facedown server"),
        (b"220 mail.example ESMTP\r\n", "not a facedown server"),
        (b"", "not a facedown server"),
        (b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", "not ready yet"),
        (b"HTTP/1.1 530 Origin\r\nContent-Length: 0\r\n\r\n", "not ready yet"),
        (b"HTTP/1.1 404 No tunnel\r\nContent-Length: 0\r\n\r\n", "not a facedown server"),
        (b"HTTP/1.1 429 Slow\r\nContent-Length: 0\r\n\r\n", "limits connections"),
        (b"HTTP/1.1 400 Bad\r\nContent-Length: 19\r\n\r\nmissing subprotocol", "another version"),
    ],
)
async def test_what_answers_there_is_told_apart(words: bytes, sentence: str) -> None:
    async with trio.open_nursery() as nursery:
        port = await serve_bytes(nursery, words)
        assert sentence in await last_words(port)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("status", [b"404 No tunnel", b"502 Bad", b"530 Origin"])
async def test_a_tunnel_without_its_server_is_tried_again(status: bytes) -> None:
    """Seen to fail: a friend's client gave up at a tunnel service's 404 or 530."""
    async with trio.open_nursery() as nursery:
        port = await serve_bytes(nursery, b"HTTP/1.1 " + status + b"\r\nContent-Length: 0\r\n\r\n")
        inbox = Inbox()
        link = Link(links.TableLink("127.0.0.1", port), "Wren", patient=True)
        nursery.start_soon(link.run, inbox.send)
        with trio.fail_after(60):
            await inbox.until(Status.WAITING)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("error", [trio.TooSlowError(), trio.BrokenResourceError(), OSError(), EOFError()])
def test_a_reason_is_never_the_name_of_an_exception(error: Exception) -> None:
    """Seen to fail: "The connection to localhost:8943 failed: TooSlowError." """
    found = explain(ExceptionGroup("", [error]), links.TableLink("table.test"))
    assert isinstance(found, ConnectionLost)
    assert "Error" not in str(found)


async def test_a_server_that_ends_in_the_middle_of_a_handshake_is_tried_again() -> None:
    """Seen to fail: a server killed at that moment was taken for no server, and its players did not
    reconnect.
    """
    async with trio.open_nursery() as nursery:
        port, inbox = await serve_bytes(nursery, b""), Inbox()
        link = Link(links.TableLink("127.0.0.1", port), "Wren", patient=True)
        nursery.start_soon(link.run, inbox.send)
        with trio.fail_after(60):
            await inbox.until(Status.WAITING)
        nursery.cancel_scope.cancel()


async def test_tls_where_none_is_spoken() -> None:
    async with trio.open_nursery() as nursery:
        port = await serve_bytes(nursery, b"HTTP/1.1 400 Bad\r\n\r\n")
        assert "does not speak TLS" in await last_words(port, secure=True)
        nursery.cancel_scope.cancel()


DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("platform", "name", "days", "trusted", "sentence"),
    [
        ("linux", "127.0.0.1", 1, False, "from an authority that this computer does not trust"),
        ("darwin", "127.0.0.1", 1, False, "from an authority that this computer does not trust"),
        ("linux", "duels.example", 1, True, "is for another name than 127.0.0.1"),
        ("linux", "127.0.0.1", -1, True, "is not valid today"),
        ("linux", "127.0.0.1", 1, True, "not a facedown server"),
        ("darwin", "127.0.0.1", 1, True, "not a facedown server"),
    ],
)
async def test_certificates(
    platform: str, name: str, days: int, trusted: bool, sentence: str,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Seen to fail: each of them "does not prove that it is 127.0.0.1"; on macOS no certificate was trusted.

    The authorities of macOS and Windows are asked through truststore, which on Linux asks OpenSSL's.
    """
    context, authority = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH), trustme.CA()
    authority.issue_cert(name, not_after=datetime.now(UTC) + days * DAY).configure_cert(context)
    for variable in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    if trusted:
        authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))

    async def handler(stream: trio.SSLStream[trio.SocketStream]) -> None:
        with suppress(trio.BrokenResourceError):
            await stream.do_handshake()
            await stream.send_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        await trio.aclose_forcefully(stream)

    async with trio.open_nursery() as nursery:
        serve = await nursery.start(trio.serve_ssl_over_tcp, handler, 0, context)
        port = serve[0].transport_listener.socket.getsockname()[1]
        assert sentence in await last_words(port, secure=True)
        assert "not a facedown server" in await last_words(port)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "authority.pem, which cannot be read: no such file or directory."),
        ("a note", "authority.pem, which holds no certificate."),
        ("of another", "is not from an authority in "),
    ],
)
async def test_a_wrong_file_of_authorities_is_named(
    content: str | None, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: each was "from an authority that this computer does not trust"."""
    path = tmp_path / "authority.pem"
    if content is not None:
        path.write_text(content)
    if content == "of another":
        trustme.CA().cert_pem.write_to_path(str(path))
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    told = explain(
        ssl.SSLCertVerificationError(1, "unable to get issuer"), links.TableLink("10.0.0.9", secure=True)
    )
    assert isinstance(told, Fatal)
    assert sentence in str(told)
    assert str(path) in str(told)


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (OSError(113, "No route to host"), ConnectionLost, "cannot be reached from here: no route to host."),
        (TimeoutError(), ConnectionLost, "does not answer"),
        (trio.BrokenResourceError(), ConnectionLost, "10.0.0.9:7777 failed."),
        (MalformedMessage("", Code.OLD_PROTOCOL), Fatal, "another version"),
        (MalformedMessage("Nonsense came."), Fatal, "Nonsense came."),
    ],
)
def test_other_failures_have_a_sentence_too(error: Exception, kind: type, words: str) -> None:
    told = explain(error, links.TableLink("10.0.0.9"))
    assert isinstance(told, kind)
    assert words in str(told)


@pytest.mark.parametrize("typed", ["XYZ-1O3", "R7K-42", "r7k4o2", "R7K-42QQ"])
def test_a_mistyped_code_is_not_only_a_computer_of_that_name(typed: str) -> None:
    """Seen to fail: No computer named "xyz-1o3" was found."""
    told = explain(socket.gaierror(), links.parse_link(typed))
    assert f'"{typed.upper()}" is not a table\'s code, which has 6 letters and digits' in str(told)


@pytest.mark.parametrize("typed", ["nas", "xyz-1o3:7000", "https://xyz-1o3", "duels.example", "office-pc-12"])
def test_another_name_is_no_code(typed: str) -> None:
    assert str(explain(socket.gaierror(), links.parse_link(typed))).startswith("No computer named")


async def test_a_name_nobody_knows() -> None:
    async with trio.open_nursery() as nursery:
        inbox = Inbox()
        nursery.start_soon(Link(links.TableLink("no-such-host.invalid"), "Wren").run, inbox.send)
        with trio.fail_after(60):
            last = await inbox.until(Status.CLOSED)
        assert last.sentence == 'No computer named "no-such-host.invalid" was found.'
        nursery.cancel_scope.cancel()
