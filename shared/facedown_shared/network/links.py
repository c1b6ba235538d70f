"""Links to a table, and the short codes people read to each other. Only this module makes and parses them.

    http://192.168.1.20:7777/t/R7K-42Q#seat=SECRET      a seat (https:// where the server speaks TLS)
    http://192.168.1.20:7777/t/R7K-42Q#watch=SECRET     a place among the spectators
    http://192.168.1.20:7777/t/R7K-42Q#relay=SECRET     the same, and a reserved place for a relay
    http://192.168.1.20:7777/t/R7K-42Q#back=KEY         back to a seat, for its player
    http://192.168.1.20:7777/t/R7K-42Q#once=SECRET      the same, valid once, from the server's operator
    http://192.168.1.20:7777/replay#replay=SECRET       the public replay of a match that was played there
    duels.example   192.168.1.20:7777/t/R7K-42Q   R7K-42Q   facedown://…   short forms that people type
    https://duels.example/n/two/                        one of several servers behind one public name

The part after # is never sent in a page request, so a preview of the link claims no seat.
"""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import unquote, urlsplit

import msgspec

from facedown_shared.text import BadInput, Code, _

DEFAULT_PORT = 7777
"""The default port of a server."""

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that cannot be confused with each other: no 0 O 1 I L."""

CODE_LETTERS = 6
MAX_LINK_LETTERS = 600
MAX_HOST_LETTERS = 253
ROLES = ("seat", "watch", "relay", "back", "once")
WATCHING = ("watch", "relay")
"""The link roles that admit spectators."""
NODE = "n"
"""First path segment of a node's address behind a public name: /n/NAME/."""
REPLAY = "replay"
"""Role of a link to a replay, which has no table; also the path of the replay page."""

_SCHEMES = {
    "http": 80,
    "ws": 80,
    "https": 443,
    "wss": 443,
    "facedown": DEFAULT_PORT,
    "facedowns": DEFAULT_PORT,
}
_SECURE = ("https", "wss", "facedowns")
_UNWRAPPED = re.compile(r"[^\s<>\"'`«»]*")
"""Pattern of an address up to its end within other text."""
_IN_SCHEMES = frozenset("abcdefghijklmnopqrstuvwxyz0123456789+.-")
_LITERAL = re.compile(r"\[[0-9a-f:.]+(%[\w.~-]+)?\](:\d+|/)[^\s<>\"'`«»]*", re.IGNORECASE)
"""Pattern of an IPv6 address in brackets with port or path, pasted without its scheme."""
_NUMBERED = re.compile(r"[0-9a-f:.]+(%[\w.~-]+)?", re.IGNORECASE)
"""Pattern of an IPv6 address with an optional zone. It limits the zone's letters, which the library does
not.
"""
_NODE = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,43}")
"""Pattern of a node's name in a path."""
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,128}")
_ALMOST_CODE = re.compile(r"[a-z0-9]{2,4}-[a-z0-9]{2,4}|(?=.*\d)[a-z0-9]{6}")
"""Pattern of a bare host name that may be meant as a code."""
_WRAPPING = " \t\r\n<>\"'`«»„“”‘’()[]{}*\u200b\u200e\u200f\u2060\ufeff"
_TRAILING = _WRAPPING + ".,;:!?…。，"


class TableLink(msgspec.Struct, frozen=True, omit_defaults=True):
    """A parsed link. Without `host` it is a bare code, to be searched on the network; without `code`, a
    server.

    `role` is one of ROLES, REPLAY without a code, or "" (an open table, joined by its code alone). `node`:
    the addressed node behind one public name; "" for any.
    """

    host: str = ""
    port: int = DEFAULT_PORT
    secure: bool = False
    code: str = ""
    secret: str = ""
    role: str = ""
    node: str = ""

    @property
    def netloc(self) -> str:
        """Host and port as written in an address; the scheme's default port is left out."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"

    @property
    def base(self) -> str:
        """The server's address, without a closing slash."""
        return f"http{'s' if self.secure else ''}://{self.netloc}{self._path}"

    @property
    def socket(self) -> str:
        """The websocket's address. It never contains a secret."""
        return f"ws{'s' if self.secure else ''}://{self.netloc}{self._path}/"

    @property
    def server(self) -> TableLink:
        """The same link without the table: only the server."""
        return TableLink(self.host, self.port, self.secure, node=self.node)

    @property
    def service(self) -> TableLink:
        """The link to the public name alone, which any of its nodes answers."""
        return TableLink(self.host, self.port, self.secure)

    @property
    def _path(self) -> str:
        return node_path(self.node) if self.node else ""

    def __str__(self) -> str:
        if not self.host:
            return self.code
        if self.role == REPLAY:
            return replay_link(self.base, self.secret)
        page = f"{self.base}/t/{self.code}" if self.code else f"{self.base}/"
        return f"{page}#{self.role}={self.secret}" if self.role else page


def parse_link(text: str) -> TableLink:
    """Parse a link, an address or a code as a person pastes it.

    Raises BadInput if the text is none of these.
    """
    if len(text) > MAX_LINK_LETTERS:
        raise BadInput(Code.WRONG_LINK, _("That is too long for a link or a code."))
    literal = _LITERAL.search(text)
    text = (_address(text) or (literal[0] if literal else text.lstrip(_WRAPPING))).rstrip(_TRAILING)
    if not text:
        raise BadInput(Code.WRONG_LINK, _("Paste the link your friend sent you, or type the table's code."))
    code = parse_code(text)
    return TableLink(code=code) if code else _parse_address(text)


def _address(text: str) -> str:
    """Return the first address with a scheme in a text, "" if there is none."""
    before = 0
    while (colon := text.find("://", before)) >= 0:
        start = colon
        while start > before and text[start - 1].lower() in _IN_SCHEMES:
            start -= 1
        while start < colon and not text[start].isalpha():
            start += 1
        rest = _UNWRAPPED.match(text, colon + 3)
        if start < colon and rest and rest[0]:
            return text[start : rest.end()]
        before = colon + 3
    return ""


def parse_code(text: str) -> str:
    """Return a table's code in its standard form "R7K-42Q", from any way of typing it; "" if it is
    invalid.
    """
    plain = re.sub(r"[\s–—-]", "", text).upper()
    if len(plain) != CODE_LETTERS or any(letter not in ALPHABET for letter in plain):
        return ""
    return f"{plain[:3]}-{plain[3:]}"


def is_mistyped_code(link: TableLink) -> bool:
    """Return whether a link is probably a code with a typing error. A computer may have that name."""
    bare = TableLink(link.host)
    return link == bare and bool(_ALMOST_CODE.fullmatch(link.host))


def make_code(entropy: bytes) -> str:
    """Return a table's code from at least eight unpredictable bytes."""
    number = int.from_bytes(entropy, "big")
    letters = ""
    for __ in range(CODE_LETTERS):
        number, index = divmod(number, len(ALPHABET))
        letters += ALPHABET[index]
    return f"{letters[:3]}-{letters[3:]}"


def node_path(node: str) -> str:
    """Return the path of one of several servers behind one public name."""
    return f"/{NODE}/{node}"


def strip_node(path: str) -> str:
    """Return a request's path without its node prefix; unchanged if it has none."""
    node = node_in_path(path)
    return f"/{path.removeprefix(node_path(node)).removeprefix('/')}" if node else path


def node_in_path(path: str) -> str:
    """Return the node that a request's path names; "" if it names none."""
    steps = path.partition("?")[0].split("/", 3)
    return steps[2] if len(steps) > 2 and steps[1] == NODE and _NODE.fullmatch(steps[2]) else ""


def make_link(base: str, code: str, role: str, secret: str) -> str:
    """Return a link to a table on the server at `base`. `role` is one of ROLES."""
    return f"{base.rstrip('/')}/t/{code}#{role}={secret}"


def replay_link(base: str, secret: str) -> str:
    """Return the link to a public replay on the server at `base`."""
    return f"{base.rstrip('/')}/{REPLAY}#{REPLAY}={secret}"


def _parse_address(text: str) -> TableLink:
    if "#" not in text:
        text = text.replace("%23", "#", 1)
    try:
        bare = "://" not in text
        parts = urlsplit(f"facedown://{_add_brackets(text)}" if bare else text)
        port = parts.port
    except ValueError:
        raise _no_link(text) from None
    scheme = parts.scheme.lower()
    if scheme not in _SCHEMES:
        raise BadInput(
            Code.WRONG_LINK,
            _("A link to a table starts with http:// or https://, not {scheme}://.", scheme=scheme),
        )
    if parts.username is not None or not _is_host(parts.hostname or "") or port == 0:
        raise _no_link(text)
    node, path = node_in_path(parts.path), strip_node(parts.path)
    is_replay = path.strip("/") == REPLAY
    code = "" if is_replay else _parse_path(path)
    if is_replay:
        role, secret = _parse_fragment(parts.fragment or "-", (REPLAY,))
    else:
        role, secret = _parse_fragment(parts.fragment, ROLES) if code else ("", "")
    host = str(parts.hostname)
    return TableLink(host, port or _SCHEMES[scheme], scheme in _SECURE, code, secret, role, node)


def _parse_path(path: str) -> str:
    """Return the code in an address's path."""
    steps = [unquote(step) for step in path.split("/") if step]
    if steps and steps[0] == "t":
        del steps[0]
    code = parse_code(steps[0]) if steps else ""
    if len(steps) > 1 or (steps and not code):
        raise BadInput(
            Code.WRONG_LINK, _("The link is damaged after the address; copy the whole link again.")
        )
    return code


def _parse_fragment(fragment: str, roles: tuple[str, ...]) -> tuple[str, str]:
    """Return (role, secret) from the part of an address after #."""
    if not fragment:
        return "", ""
    role, __, secret = unquote(fragment).partition("=")
    if role not in roles or not _SECRET.fullmatch(secret):
        raise BadInput(Code.WRONG_LINK, _("The link is damaged after the # sign; copy the whole link again."))
    return role, secret


def _add_brackets(text: str) -> str:
    """Return a typed IPv6 address, with brackets added if they are missing."""
    try:
        return f"[{ipaddress.IPv6Address(text)}]"
    except ValueError:
        return text


def _is_host(host: str) -> bool:
    """Return whether a text is a valid host name or IP address."""
    if ":" in host:
        return bool(_NUMBERED.fullmatch(host)) and _add_brackets(host) != host
    if re.fullmatch(r"[\d.]+", host):
        try:
            return bool(ipaddress.IPv4Address(host))
        except ValueError:
            return False
    labels = host.removesuffix(".").split(".")
    return len(host) <= MAX_HOST_LETTERS and all(map(_is_label, labels))


def _is_label(label: str) -> bool:
    """Return whether a text is a valid label of a host name."""
    letters = label.replace("-", "").replace("_", "")
    return letters.isalnum() and label[0].isalnum() and label[-1].isalnum()


def _no_link(text: str) -> BadInput:
    shown = " ".join("".join(c if c.isprintable() else " " for c in text.partition("#")[0]).split())[:60]
    return BadInput(
        Code.WRONG_LINK,
        _('"{shown}" is neither a link, nor the address of a server, nor a code.', shown=shown),
    )
