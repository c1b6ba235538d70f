"""Connection errors as one clear sentence, and whether a retry makes sense."""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Iterator

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, NegotiationError

from facedown_shared.network.links import TableLink, is_mistyped_code
from facedown_shared.protocol.messages import SUBPROTOCOL
from facedown_shared.text import Code, FacedownError, MalformedMessage, _


class ConnectionLost(FacedownError):
    """Error for a connection that failed or was lost; a retry may help."""


class PortClosed(ConnectionLost):
    """Error for a port at which no server listens yet, so that frequent attempts are cheap."""


class Fatal(FacedownError):
    """Error that retrying cannot fix."""


def explain(error: BaseException, address: TableLink) -> FacedownError:
    """Return the ConnectionLost or Fatal that explains an exception of the network."""
    if isinstance(error, ConnectionClosed):
        return _closed_error(error, address)
    for cause in _causes(error):
        if found := _known_error(cause, address):
            return found
    return ConnectionLost(Code.UNREACHABLE, _("The connection to {netloc} failed.", netloc=address.netloc))


def _known_error(error: BaseException, address: TableLink) -> FacedownError | None:
    match error:
        case MalformedMessage():
            return _misunderstood(error, address)
        case socket.gaierror():
            return ConnectionLost(Code.UNREACHABLE, _unknown_name(address))
        case ssl.SSLError():
            return _tls_error(error, address)
        case ConnectionRefusedError():
            return PortClosed(
                Code.UNREACHABLE,
                _("No server is listening at {netloc}. Is it still running?", netloc=address.netloc),
            )
        case TimeoutError():
            return ConnectionLost(
                Code.UNREACHABLE,
                _(
                    "{netloc} does not answer; a firewall or a wrong address looks like this.",
                    netloc=address.netloc,
                ),
            )
        case InvalidStatus() | NegotiationError():
            return _upgrade_error(error, address)
        case InvalidHandshake():
            hung_up = isinstance(error.__cause__, EOFError)  # a server may have ended at that moment
            return (ConnectionLost if hung_up else Fatal)(Code.UNREACHABLE, _no_server(address))
        case OSError():
            return ConnectionLost(
                Code.UNREACHABLE,
                _(
                    "{netloc} cannot be reached from here: {plain}.",
                    netloc=address.netloc,
                    plain=_plain_text(error),
                ),
            )
    return None


def _misunderstood(error: MalformedMessage, address: TableLink) -> FacedownError:
    if error.code == Code.OLD_PROTOCOL:
        return Fatal(
            Code.OLD_PROTOCOL,
            _(
                "The server at {netloc} speaks another version than this client; update the older one.",
                netloc=address.netloc,
            ),
        )
    return Fatal(Code.BROKEN, str(error))


def _unknown_name(address: TableLink) -> str:
    if not is_mistyped_code(address):
        return _('No computer named "{host}" was found.', host=address.host)
    return _(
        '"{code}" is not a table\'s code, which has 6 letters and digits, without 0, O, 1, I and L. No '
        "computer has that name either.",
        code=address.host.upper(),
    )


def _tls_error(error: ssl.SSLError, address: TableLink) -> FacedownError:
    if isinstance(error, ssl.SSLCertVerificationError):
        return Fatal(Code.UNREACHABLE, _certificate_error(error, address))
    hint = _("try the link with http:// instead of https://") if address.secure else _("check the link")
    return Fatal(
        Code.UNREACHABLE, _("{netloc} does not speak TLS; {hint}.", netloc=address.netloc, hint=hint)
    )


def _certificate_error(error: ssl.SSLCertVerificationError, address: TableLink) -> str:
    match getattr(error, "verify_code", 0):
        case 9 | 10:  # X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED
            return _(
                "The certificate of {netloc} is not valid today. Check the date of this computer.",
                netloc=address.netloc,
            )
        case 62 | 64:  # X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH
            return _(
                "The certificate of {netloc} is for another name than {host}.",
                netloc=address.netloc,
                host=address.host,
            )
        case _ if path := os.environ.get("SSL_CERT_FILE"):
            return _authority_file_error(path, address)
        case _:
            return _(
                "The certificate of {netloc} is from an authority that this computer does not trust. The "
                "environment variable SSL_CERT_FILE can name a file of trusted ones.",
                netloc=address.netloc,
            )


def _authority_file_error(path: str, address: TableLink) -> str:
    """Return why the authorities in the file that SSL_CERT_FILE names do not vouch for a certificate."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(path)
    except ssl.SSLError:
        return _(
            "The environment variable SSL_CERT_FILE names {path}, which holds no certificate.", path=path
        )
    except OSError as error:
        return _(
            "The environment variable SSL_CERT_FILE names {path}, which cannot be read: {reason}.",
            path=path, reason=(error.strerror or type(error).__name__).lower(),
        )  # fmt: skip
    return _(
        "The certificate of {netloc} is not from an authority in {path}, which the environment variable "
        "SSL_CERT_FILE names.",
        netloc=address.netloc, path=path,
    )  # fmt: skip


def _upgrade_error(error: InvalidStatus | NegotiationError, address: TableLink) -> FacedownError:
    status = error.response.status_code if isinstance(error, InvalidStatus) else 400
    if status >= 500:  # a proxy or a tunnel without its server; services have numbers of their own
        return ConnectionLost(
            Code.UNREACHABLE, _("The server at {netloc} is not ready yet.", netloc=address.netloc)
        )
    body = error.response.body.decode(errors="replace") if isinstance(error, InvalidStatus) else ""
    if "subprotocol" in (body + str(error)).lower() or SUBPROTOCOL.split(".v")[0] in body.lower():
        return _misunderstood(MalformedMessage("", Code.OLD_PROTOCOL), address)
    if status == 429:
        return ConnectionLost(
            Code.TOO_FAST,
            _("The server at {netloc} limits connections; wait before you reconnect.", netloc=address.netloc),
        )
    is_passing = status == 404  # some tunnel services answer so while the tunnel is closed
    return (ConnectionLost if is_passing else Fatal)(Code.UNREACHABLE, _no_server(address))


def _closed_error(error: ConnectionClosed, address: TableLink) -> FacedownError:
    close = error.rcvd
    if close is not None and close.reason:
        why = _(close.reason).rstrip(".。")
        return ConnectionLost(Code.UNREACHABLE, _("The server closed the connection: {why}.", why=why))
    return ConnectionLost(Code.UNREACHABLE, _("The connection to {netloc} was lost.", netloc=address.netloc))


def _no_server(address: TableLink) -> str:
    secure = _("; if the server uses TLS, the link starts with https://") if not address.secure else ""
    return _(
        "Something answers at {netloc}, but it is not a facedown server{secure}.",
        netloc=address.netloc,
        secure=secure,
    )


def _plain_text(error: OSError) -> str:
    return (error.strerror or str(error) or _("the network failed")).lower().rstrip(".")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Return an exception and all its causes, the deepest first: outer ones say less."""
    if error is None:
        return
    yield from _causes(error.__cause__)
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from _causes(part)
    yield error
