"""Open a server's listening sockets, and explain to the host why one cannot be opened."""

from __future__ import annotations

import errno
import socket
import ssl
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import structlog
import trio

from facedown_server.network.wire.addresses import EVERYWHERE
from facedown_server.network.wire.streams import TcpListener
from facedown_shared.text import BadInput, Code

log = structlog.get_logger(__name__)

BACKLOG_CONNECTIONS = 512
CERTIFICATE_POLL_INTERVAL_S = 30.0
"""Seconds between two checks of the certificate's files."""

MAX_PORT_ATTEMPTS = 5
"""Attempts to find a port that is free on every address."""

_NO_IPV6 = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT)


def open_listeners(
    bind: Sequence[str], port: int, context: ssl.SSLContext | None = None, flag: str = "--port"
) -> list[TcpListener]:
    """Listen on all of these addresses with the same port. `flag`: the option that sets the port, for
    messages.

    Raises BadInput if a socket cannot be opened.
    """
    for _ in range(MAX_PORT_ATTEMPTS - 1 if port == 0 else 0):
        with suppress(BadInput):
            return [TcpListener(sock, context) for sock in _sockets(bind, port, flag)]
    return [TcpListener(sock, context) for sock in _sockets(bind, port, flag)]


def check_listenable(bind: Sequence[str], port: int, flag: str) -> None:
    """Check that all of these sockets could be opened now.

    Raises BadInput if not.
    """
    for sock in _sockets(bind, port, flag):
        sock.close()


def tls_context(certificate: str, key: str) -> ssl.SSLContext | None:
    """Return a TLS context for a certificate; None without a certificate.

    Raises BadInput.
    """
    if not certificate:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(certificate, key)
    except ssl.SSLError as error:
        reason = f"{certificate} and {key} are no certificate and key that belong together"
        raise BadInput(Code.BAD_SETTING, f"TLS cannot be used: {reason}.") from error
    except OSError as error:
        names = "tls_cert or tls_key" if error.filename is None else str(error.filename)
        reason = f"{error.strerror} ({names}; {certificate} and {key} were given)"
        raise BadInput(Code.BAD_SETTING, f"TLS cannot be used: {reason}.") from error
    return context


@asynccontextmanager
async def renew_certificate(
    context: ssl.SSLContext | None, certificate: str, key: str
) -> AsyncIterator[None]:
    """Reload a renewed certificate without a restart, within this context.

    Later handshakes use the new one. Files that do not match (yet) change nothing.
    """
    async with trio.open_nursery() as nursery:
        if context is not None:
            nursery.start_soon(_renew, context, certificate, key)
        yield
        nursery.cancel_scope.cancel()


async def _renew(context: ssl.SSLContext, certificate: str, key: str) -> None:
    seen = _modification_times(certificate, key)
    while True:
        await trio.sleep(CERTIFICATE_POLL_INTERVAL_S)
        if (now := _modification_times(certificate, key)) == seen:
            continue
        try:
            tls_context(certificate, key)  # a half-written pair must not replace the one in use
            context.load_cert_chain(certificate, key)
        except (BadInput, OSError):
            continue
        seen = now
        log.info("certificate renewed")


def _modification_times(*paths: str) -> tuple[int, ...]:
    """Return the modification time of each file, 0 for a missing one."""
    return tuple(Path(path).stat().st_mtime_ns if Path(path).exists() else 0 for path in paths)


def allow_files(wanted: int) -> None:
    """Raise this process's limit of open files to `wanted`, as far as the system allows."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _sockets(bind: Sequence[str], port: int, flag: str) -> list[socket.socket]:
    found: list[socket.socket] = []
    try:
        for address in bind:
            with_port = found[0].getsockname()[1] if found else port
            try:
                found.append(_socket(address, with_port))
            except OSError as error:
                if not (address == EVERYWHERE[1] and found and error.errno in _NO_IPV6):
                    raise BadInput(
                        Code.BAD_SETTING, _explain_failure(address, with_port, flag, error)
                    ) from error
    except BaseException:
        for sock in found:
            sock.close()
        raise
    return found


def _socket(address: str, port: int) -> socket.socket:
    family, _, _, _, where = socket.getaddrinfo(
        address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    return socket.create_server(where[:2], family=family, backlog=BACKLOG_CONNECTIONS)


def _explain_failure(address: str, port: int, flag: str, error: OSError) -> str:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"This computer has no address {address}; bind to one of its own, or to 0.0.0.0 for all."
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use already; stop what uses it, or choose another with {flag}."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used without more rights; choose one above 1023 with {flag}."
    return f"Nothing can listen on {address}, port {port}: {error.strerror}."
