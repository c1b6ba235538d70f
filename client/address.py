"""Links and codes as a person pastes them, read into an address, a table's code and a secret.

    facedown://192.168.1.20:7373/R7K42Q#secret          a seat
    facedown://192.168.1.20:7373/R7K42Q/watch#secret    a place among the spectators
    facedowns://duels.example/R7K42Q                    the same over TLS
    192.168.1.20:7373   duels.example/R7K42Q   R7K-42Q  what people type instead

Law: nothing here opens a connection.
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

import msgspec

from shared.errors import BadInput, Code

PORT = 7373
"""The port of a server nobody gave another."""

_PLAIN = ("facedown", "ws", "http")
_SECURE = ("facedowns", "wss", "https")
_CODE = re.compile(r"[A-Za-z0-9]{2,}(?:-[A-Za-z0-9]{2,})*")
_LONGEST = 512


class Address(msgspec.Struct, frozen=True, omit_defaults=True):
    """A server: host, port, and whether it speaks TLS."""

    host: str
    port: int = PORT
    secure: bool = False

    @property
    def uri(self) -> str:
        """The websocket address."""
        return f"{'wss' if self.secure else 'ws'}://{self}/"

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


class Target(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a link leads to. `address` None: a bare code, to be looked for on the network."""

    address: Address | None = None
    code: str = ""
    secret: str = ""
    watch: bool = False


def parse(text: str) -> Target:
    """Read a link, an address or a code. Raises BadInput with a sentence that says what to mend."""
    text = "".join(text.split())
    if not text:
        raise BadInput(Code.WRONG_LINK, "Paste the link your friend sent you, or type the code.")
    if len(text) > _LONGEST:
        raise BadInput(Code.WRONG_LINK, "That is too long for a link or a code.")
    if "://" not in text and _CODE.fullmatch(text) and not text.isdigit() and text != "localhost":
        return Target(code=text.upper())
    return _link(text)


def _link(text: str) -> Target:
    try:
        parts = urlsplit(text if "://" in text else f"facedown://{text}")
        port = parts.port
    except ValueError:
        raise _broken(text) from None
    if parts.scheme not in (*_PLAIN, *_SECURE):
        raise BadInput(Code.WRONG_LINK, f"A link starts with facedown://, not with {parts.scheme}://.")
    if not parts.hostname:
        raise _broken(text)
    secure = parts.scheme in _SECURE
    usual = {"https": 443, "wss": 443, "http": 80, "ws": 80}.get(parts.scheme, PORT)
    code, watch = _path(parts)
    return Target(Address(parts.hostname, port or usual, secure), code, parts.fragment, watch)


def _path(parts: SplitResult) -> tuple[str, bool]:
    """(code, whether to watch) from a link's path."""
    steps = [step for step in parts.path.split("/") if step]
    watch = len(steps) == 2 and steps[1] == "watch"
    if len(steps) > 1 + watch or (steps and not _CODE.fullmatch(steps[0])):
        raise BadInput(Code.WRONG_LINK, "The link is damaged after the address; ask for it again.")
    return (steps[0].upper() if steps else "", watch)


def _broken(text: str) -> BadInput:
    return BadInput(Code.WRONG_LINK, f'"{text[:60]}" is neither a link, nor an address, nor a code.')
