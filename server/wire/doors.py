"""Opening what a server listens on, and the sentence a host gets when that cannot be done."""

from __future__ import annotations

import errno
import socket
import ssl
import sys
from collections.abc import Sequence
from contextlib import suppress

from server.wire.addresses import EVERYWHERE
from server.wire.streams import TcpListener
from shared.errors import BadInput, Code

BACKLOG = 512
TRIES = 5
"""How often a free port is looked for that is free on every address."""

_NO_IPV6 = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT)


def open_doors(bind: Sequence[str], port: int, context: ssl.SSLContext | None = None) -> list[TcpListener]:
    """Listen on every one of these addresses, on the same port. Raises BadInput."""
    for _ in range(TRIES - 1 if port == 0 else 0):
        with suppress(BadInput):
            return [TcpListener(sock, context) for sock in _sockets(bind, port)]
    return [TcpListener(sock, context) for sock in _sockets(bind, port)]


def try_doors(bind: Sequence[str], port: int) -> None:
    """Whether all of them could be opened now. Raises BadInput."""
    for sock in _sockets(bind, port):
        sock.close()


def tls_context(certificate: str, key: str) -> ssl.SSLContext | None:
    """What is needed to speak TLS; None without a certificate. Raises BadInput."""
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


def allow_files(wanted: int) -> None:
    """Let this process hold as many sockets as it is set to, as far as the system lets it."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _sockets(bind: Sequence[str], port: int) -> list[socket.socket]:
    found: list[socket.socket] = []
    try:
        for address in bind:
            with_port = found[0].getsockname()[1] if found else port
            try:
                found.append(_socket(address, with_port))
            except OSError as error:
                if not (address == EVERYWHERE[1] and found and error.errno in _NO_IPV6):
                    raise BadInput(Code.BAD_SETTING, _why_not(address, with_port, error)) from error
    except BaseException:
        for sock in found:
            sock.close()
        raise
    return found


def _socket(address: str, port: int) -> socket.socket:
    family, _, _, _, where = socket.getaddrinfo(
        address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    return socket.create_server(where[:2], family=family, backlog=BACKLOG)


def _why_not(address: str, port: int, error: OSError) -> str:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"This computer has no address {address}; bind to one of its own, or to 0.0.0.0 for all."
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use already; stop what uses it, or choose another with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used without more rights; choose one above 1023 with --port."
    return f"Nothing can listen on {address}, port {port}: {error.strerror}."
