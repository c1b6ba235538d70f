"""Settings of a server: from a TOML file, then the environment, then flags; the later wins.

A wrong key or value is refused in one sentence that names it and says what would be right. Nothing here acts
on a setting.
"""

from __future__ import annotations

import difflib
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from server.room.people.names import LONGEST_LINE, LONGEST_NAME
from server.wire.addresses import EVERYWHERE, is_address
from shared import careful
from shared.errors import BadInput, Code
from shared.links import PORT, parse_link
from shared.protocol.codec import MAX_FROM_CLIENT, USUAL_FROM_CLIENT

PREFIX = "FACEDOWN_"
"""Environment variables that begin so are settings: FACEDOWN_PORT is `port`. Empty ones say nothing."""

JOURNAL = "facedown.sqlite3"
"""The journal's file in the folder."""

OTHERS = frozenset({"config", "domain", "home", "started_by", "upstream"})
"""What else begins so: names that run.py, the client, the command line and the proxy in deploy/ read."""

KUBERNETES = re.compile(r"service_(host|port\w*)|port_\d+_(tcp|udp)\w*")
"""Variables that Kubernetes makes by itself for a service called facedown."""

KINDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
"""What a value of a setting is called."""

PortNumber = Annotated[int, Meta(ge=0, le=65_535)]
Count = Annotated[int, Meta(ge=1, le=1_000_000)]


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every setting there is, with the value it has when nobody sets it."""

    name: Annotated[str, Meta(min_length=1, max_length=60)] = "facedown"
    """What the server calls itself."""
    bind: tuple[str, ...] = EVERYWHERE
    """Addresses to listen on."""
    port: PortNumber = PORT
    """0: any free one."""
    admin_port: PortNumber | None = None
    """Health and metrics, on this machine only; None: nowhere, 0: any free port."""
    open_port: bool = False
    """Whether a home's router is asked to let people in from the Internet."""
    public_url: str = ""
    """The address people on the Internet use, "https://duels.example"."""
    proxies: tuple[str, ...] = ()
    """Addresses of reverse proxies whose X-Forwarded-For is believed."""
    container: bool = False
    """Whether it runs in a container, whose own addresses lead nowhere for anybody outside."""
    tls_cert: str = ""
    tls_key: str = ""
    discovery: bool = True
    """Whether clients on the network can find the server by themselves."""
    data: str = ""
    """The folder where duels are kept; "": the usual one of this system."""
    database: str = ""
    """An SQLAlchemy address instead of the folder, "postgresql+psycopg://…"."""
    banlist: str = ""
    """A banlist (lflist.conf) that decks are held to."""
    cards: str = ""
    """EDOPro's folder, or one .cdb file: cards to play by hand besides those that play by rules."""
    connections: Count = 2_000
    connections_per_address: Count = 32
    tables: Count = 500
    tables_per_address: Count = 12
    idle_minutes: Count = 360
    """Minutes after which a table is closed at which nobody does anything, also in the middle of a match."""
    spectators: Count = 200
    """At one table."""
    messages_per_second: Annotated[float, Meta(ge=1, le=10_000)] = 40.0
    """From one connection."""
    address_share: Annotated[float, Meta(ge=1, le=1_000)] = 5.0
    """How many times that all connections of one address may send together."""
    message_bytes: Annotated[int, Meta(ge=4_096, le=MAX_FROM_CLIENT)] = USUAL_FROM_CLIENT
    """Of the largest message; a large deck takes some ten thousand, a line of play more."""
    name_letters: Annotated[int, Meta(ge=3, le=LONGEST_NAME)] = LONGEST_NAME
    chat_letters: Annotated[int, Meta(ge=1, le=LONGEST_LINE)] = LONGEST_LINE
    """Of one line."""
    chat_per_minute: Annotated[float, Meta(ge=1, le=100_000)] = 60.0
    """Lines from one connection."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["auto", "console", "json"] = "auto"

    @property
    def is_secure(self) -> bool:
        """Whether the server itself speaks TLS."""
        return bool(self.tls_cert)

    @property
    def is_unreachable(self) -> bool:
        """Whether nobody has said under which address people reach it, and it cannot know by itself."""
        return self.container and not self.public_url

    @property
    def folder(self) -> Path:
        """Where duels are kept."""
        return Path(self.data).expanduser() if self.data else usual_folder()

    @property
    def journal(self) -> str:
        """Where duels are kept, as an SQLAlchemy address."""
        return self.database or f"sqlite:///{self.folder / JOURNAL}"


def read_config(
    path: Path | None = None,
    environment: Mapping[str, str] | None = None,
    flags: Mapping[str, object] | None = None,
) -> Config:
    """The settings from all three sources. Raises BadInput."""
    config = Config()
    if path is not None:
        config = _merged(config, _read_file(path), f"in {path}")
    found = os.environ if environment is None else environment
    for key, value in _variables(found).items():
        config = _merged(config, {key: value}, f"{PREFIX}{key.upper()} in the environment")
    given = {key: value for key, value in (flags or {}).items() if value not in (None, ())}
    return _checked(_merged(config, given, "on the command line"))


def usual_folder(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> Path:
    """Where programs of this system keep what they must not lose."""
    home = Path.home()
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "facedown"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "facedown"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "facedown"


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return careful.toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadInput(Code.BAD_SETTING, f"The settings file {path} cannot be read: {reason}.") from None
    except UnicodeDecodeError:
        raise BadInput(
            Code.BAD_SETTING, f"The settings file {path} is not TOML: save it as text in UTF-8."
        ) from None
    except ValueError as error:
        raise BadInput(Code.BAD_SETTING, f"The settings file {path} is not TOML: {error}.") from None


def _variables(environment: Mapping[str, str]) -> dict[str, object]:
    """What the environment sets. A name that is nobody's is a mistake, like one in a file."""
    found = {
        name.removeprefix(PREFIX).lower(): value for name, value in environment.items() if _is_ours(name)
    }
    return {key: _from_text(value) for key, value in found.items() if value}


def _is_ours(name: str) -> bool:
    key = name.removeprefix(PREFIX).lower()
    return name.startswith(PREFIX) and key not in OTHERS and not KUBERNETES.fullmatch(key)


def _from_text(text: str) -> object:
    """A variable's text; a list is written with commas between."""
    return text.split(",") if "," in text else text


def _merged(config: Config, given: Mapping[str, object], where: str) -> Config:
    """The settings with these instead of theirs."""
    for key, value in given.items():
        if key not in Config.__struct_fields__:
            raise BadInput(Code.BAD_SETTING, f"There is no setting {key!r} ({where}); {_suggestion(key)}")
        config = _set(config, key, value, where)
    return config


def _set(config: Config, key: str, value: object, where: str) -> Config:
    if key in ("bind", "proxies") and isinstance(value, str):
        value = (value,)
    try:
        return msgspec.convert({**msgspec.structs.asdict(config), key: value}, Config, strict=False)
    except msgspec.ValidationError:
        raise BadInput(
            Code.BAD_SETTING, f"The setting {key} cannot be {value!r} ({where}); it is {_allowed(key)}."
        ) from None


def _allowed(key: str) -> str:
    """What a setting can be, in words."""
    hint = get_type_hints(Config, include_extras=True)[key]
    if words := [word for word in get_args(hint) if isinstance(word, str)]:
        return f"one of {', '.join(words)}"
    if type(None) in get_args(hint):
        hint = get_args(hint)[0]
    kind, limits = get_args(hint) if get_origin(hint) is Annotated else (hint, Meta())
    if kind is str and limits.max_length:
        return f"a text of {limits.min_length} to {limits.max_length} letters"
    return KINDS.get(kind, "a list of texts") + (f" from {limits.ge} to {limits.le}" if limits.le else "")


def _suggestion(key: str) -> str:
    close = difflib.get_close_matches(key, Config.__struct_fields__, 1)
    return f"did you mean {close[0]!r}?" if close else f"there are {', '.join(Config.__struct_fields__)}."


def _checked(config: Config) -> Config:
    """What must hold between settings."""
    if bool(config.tls_cert) != bool(config.tls_key):
        lacking = "tls_key" if config.tls_cert else "tls_cert"
        raise BadInput(Code.BAD_SETTING, f"TLS needs both tls_cert and tls_key; set {lacking} as well.")
    if config.public_url and not re.fullmatch(r"https?://[^/?#]+/?", config.public_url):
        raise BadInput(
            Code.BAD_SETTING,
            f"The setting public_url is an address such as https://duels.example, not {config.public_url!r}.",
        )
    if config.database and not re.match(r"\w+(\+\w+)?://", config.database):
        example = "postgresql+psycopg://name:password@host/duels"
        raise BadInput(
            Code.BAD_SETTING,
            f"The setting database is an address such as {example}, not {config.database!r}.",
        )
    if config.public_url:
        parse_link(config.public_url)
    for proxy in config.proxies:
        if not is_address(proxy):
            raise BadInput(
                Code.BAD_SETTING,
                f"The setting proxies names proxies by their addresses, such as 127.0.0.1, not {proxy!r}.",
            )
    if not config.bind:
        raise BadInput(Code.BAD_SETTING, "The setting bind needs at least one address to listen on.")
    return config
