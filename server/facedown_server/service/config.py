"""The settings of a server: from a TOML file, then the environment, then flags; later sources win.

A wrong key or value is rejected in one sentence that names it and says what would be right. This module acts
on no setting.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta
from platformdirs import user_data_path

from facedown_server.network.crowd.names import MAX_CHAT_LETTERS, MAX_NAME_LETTERS
from facedown_server.network.wire.addresses import EVERYWHERE, is_address, is_network
from facedown_server.network.wire.host_names import configured_names, is_host_name
from facedown_shared.network.links import DEFAULT_PORT, node_in_path, parse_link
from facedown_shared.protocol.codec import DEFAULT_CLIENT_MESSAGE_BYTES, MAX_CLIENT_MESSAGE_BYTES
from facedown_shared.text import BadInput, Code, _, bounded_parsing, gettext_noop

PREFIX = "FACEDOWN_"
"""The prefix of environment variables that are settings: FACEDOWN_PORT is `port`. Empty ones are ignored."""

JOURNAL = "facedown.sqlite3"
"""The name of the journal's file in the folder."""

OTHERS = frozenset({
    "alone", "config", "database_password", "domain", "home", "node_a", "node_b", "node_c", "started_by",
    "upstream",
})  # fmt: skip
"""Other names with this prefix, used by run.py, the client, the command line and the proxy in deploy/."""

KUBERNETES = re.compile(r"service_(host|port\w*)|port_\d+_(tcp|udp)\w*")
"""Variables that Kubernetes sets by itself for a service named facedown."""

KINDS = {
    int: gettext_noop("a whole number"),
    float: gettext_noop("a number"),
    bool: gettext_noop("true or false"),
    str: gettext_noop("a text"),
}
"""The words for types of settings."""

UNREACHABLE = gettext_noop(
    "A container's own address cannot be reached from outside: set FACEDOWN_PUBLIC_URL to the public one, "
    "such as http://192.168.1.20:7777 (with Docker Compose in a file .env beside docker-compose.yml), and "
    "restart."
)
"""Message for the host of a container whose public address is not set."""

PortNumber = Annotated[int, Meta(ge=0, le=65_535)]
Count = Annotated[int, Meta(ge=1, le=1_000_000)]


def setting_meaning(text: str) -> Meta:
    """Return the metadata of a setting with its meaning, for `serve --help`, where the default is
    appended.
    """
    return Meta(description=text)


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All settings, with their meanings and defaults."""

    name: Annotated[str, Meta(min_length=1, max_length=60), setting_meaning("Name of the server.")] = (
        "facedown"
    )
    bind: Annotated[
        tuple[str, ...], setting_meaning("Address to listen on; may be given more than once. [every network]")
    ] = EVERYWHERE
    port: Annotated[PortNumber, setting_meaning("Port to listen on, 0 for any free one.")] = DEFAULT_PORT
    admin_port: Annotated[
        PortNumber | None,
        setting_meaning("Port for /healthz and /metrics, on this machine only; 0 for any free one."),
    ] = None
    open_port: Annotated[
        bool, setting_meaning("Open the port on the router, for players on the Internet.")
    ] = False
    tunnel: Annotated[
        str,
        setting_meaning(
            "Tunnel for players on the Internet: cloudflared, or an ssh host such as user@tunnel.example; "
            "with /7777 after it, that host itself listens on this port."
        ),
    ] = ""
    password_file: Annotated[
        str,
        setting_meaning(
            "File whose first line is the server's password, needed to see, join or watch any table."
        ),
    ] = ""
    tunnel_required: Annotated[
        bool, setting_meaning("Start only with the tunnel; otherwise it may be opened later.")
    ] = True
    public_url: Annotated[str, setting_meaning("Public address, such as https://duels.example.")] = ""
    public_host: Annotated[
        tuple[str, ...],
        setting_meaning(
            "Host name accepted on the local network, such as nas.home.example; may be given more than once."
        ),
    ] = ()
    proxies: Annotated[
        tuple[str, ...],
        setting_meaning(
            "Address of a reverse proxy whose X-Forwarded-For is trusted; may be given more than once."
        ),
    ] = ()
    container: Annotated[
        bool,
        setting_meaning(
            "The server runs in a container, whose own addresses cannot be reached from outside."
        ),
    ] = False
    tls_cert: Annotated[str, setting_meaning("Certificate file (PEM), to speak TLS.")] = ""
    tls_key: Annotated[str, setting_meaning("Key file (PEM) of the certificate.")] = ""
    discovery: Annotated[bool, setting_meaning("Announce the server on the local network.")] = True
    data: Annotated[str, setting_meaning("Folder to store duels in. [the system's default]")] = ""
    database: Annotated[
        str,
        setting_meaning(
            "Database to store duels in instead, as an SQLAlchemy address (postgresql+psycopg://…)."
        ),
    ] = ""
    accept_loss: Annotated[
        Literal["no", "told acts may be lost"],
        setting_meaning("Accept a PostgreSQL that may lose acts that were already sent to players."),
    ] = "no"
    node: Annotated[
        str,
        Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-][A-Za-z0-9._-]*$"),
        setting_meaning("This node's name among those that share a database."),
    ] = "facedown"
    workers: Annotated[
        int,
        Meta(ge=1, le=64),
        setting_meaning("Worker processes behind one port; more than one needs PostgreSQL."),
    ] = 1
    lease_seconds: Annotated[
        float,
        Meta(ge=0.5, le=60),
        setting_meaning(
            "Lease: seconds after a server's last renewal until other nodes take over its tables."
        ),
    ] = 1.5
    event: Annotated[
        tuple[str, ...],
        setting_meaning("File of an event to run, created if it is missing; may be given more than once."),
    ] = ()
    events: Annotated[
        int,
        Meta(ge=0, le=100),
        setting_meaning("Maximum events that visitors run on this server's page; 0 lets them create none."),
    ] = 0
    events_per_address: Annotated[Count, setting_meaning("Maximum of these from one IP address.")] = 3
    banlist: Annotated[str, setting_meaning("Ban list (lflist.conf) that decks are checked against.")] = ""
    cards: Annotated[
        str, setting_meaning("EDOPro's folder (or a .cdb file): more cards, to play by hand.")
    ] = ""
    core_source: Annotated[
        str, setting_meaning("Where players find the source of the EDOPro core that this server runs.")
    ] = "https://github.com/edo9300/ygopro-core"
    connections: Annotated[Count, setting_meaning("Maximum connections.")] = 2_000
    connections_per_address: Annotated[Count, setting_meaning("Maximum connections from one IP address.")] = (
        32
    )
    connections_per_second: Annotated[
        float,
        Meta(ge=0.1, le=100_000),
        setting_meaning(
            "Maximum new connections per second from one IP address, page requests included; in a burst "
            "20 times that."
        ),
    ] = 10.0
    trusted_network: Annotated[
        tuple[str, ...],
        setting_meaning(
            "Network whose addresses have no limit of connections and tables, such as 192.168.0.0/16; may be "
            "given more than once."
        ),
    ] = ()
    tables: Annotated[Count, setting_meaning("Most tables.")] = 500
    tables_per_address: Annotated[Count, setting_meaning("Maximum tables opened from one IP address.")] = 12
    practice: Annotated[
        int,
        Meta(ge=0, le=1_000),
        setting_meaning("Maximum tables for practice against a bot of this server; 0 offers none."),
    ] = 0
    solo: Annotated[
        int,
        Meta(ge=0, le=10_000),
        setting_meaning("Maximum tables at which one person plays both sides; 0 offers none."),
    ] = 0
    alone_per_address: Annotated[
        Count, setting_meaning("Maximum of these tables opened from one IP address.")
    ] = 3
    alone_idle_minutes: Annotated[
        Count, setting_meaning("Minutes without an act of its player until such a table is closed.")
    ] = 30
    idle_minutes: Annotated[
        Count,
        setting_meaning("Minutes without activity until a table is closed, also during a match."),
    ] = 360
    journal_megabytes_per_day: Annotated[
        float,
        Meta(ge=1, le=1_000_000),
        setting_meaning("Maximum megabytes per day written to the journal for one IP address."),
    ] = 200.0
    replay_days: Annotated[
        int,
        Meta(ge=0, le=3_650),
        setting_meaning("Days until the public replay of a match is deleted; 0 stores none."),
    ] = 30
    match_days: Annotated[
        int,
        Meta(ge=0, le=36_500),
        setting_meaning("Days until a finished match is deleted, with its replay; 0 keeps it for ever."),
    ] = 0
    spectators: Annotated[Count, setting_meaning("Maximum spectators at one table.")] = 200
    relays: Annotated[
        int,
        Meta(ge=0, le=1_000),
        setting_meaning("Maximum relays at one table with its link for relays; half as many without."),
    ] = 16
    messages_per_second: Annotated[
        float, Meta(ge=1, le=10_000), setting_meaning("Maximum messages per second from one connection.")
    ] = 40.0
    undo_per_second: Annotated[
        float,
        Meta(ge=1, le=10_000),
        setting_meaning("Undone steps per second of one player, by their price; a long line costs more."),
    ] = 4.0
    address_share: Annotated[
        float,
        Meta(ge=1, le=1_000),
        setting_meaning("The same limit for all connections of one IP address, as a multiple of that."),
    ] = 5.0
    message_bytes: Annotated[
        int,
        Meta(ge=4_096, le=MAX_CLIENT_MESSAGE_BYTES),
        setting_meaning("Maximum bytes of a message from a client."),
    ] = DEFAULT_CLIENT_MESSAGE_BYTES
    """A large deck takes some ten thousand bytes, a saved line of play more."""
    name_letters: Annotated[
        int, Meta(ge=3, le=MAX_NAME_LETTERS), setting_meaning("Maximum letters of a name.")
    ] = MAX_NAME_LETTERS
    chat_letters: Annotated[
        int, Meta(ge=1, le=MAX_CHAT_LETTERS), setting_meaning("Maximum letters of a line of chat.")
    ] = MAX_CHAT_LETTERS
    chat_per_minute: Annotated[
        float,
        Meta(ge=1, le=100_000),
        setting_meaning("Maximum lines of chat per minute from one connection."),
    ] = 60.0
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], setting_meaning("Minimum log level.")
    ] = "info"
    log_format: Annotated[Literal["auto", "console", "json"], setting_meaning("Log format.")] = "auto"
    log_addresses: Annotated[bool, setting_meaning("Log the IP addresses of clients.")] = True

    @property
    def is_secure(self) -> bool:
        """True if the server itself speaks TLS."""
        return bool(self.tls_cert)

    @property
    def own_names(self) -> frozenset[str]:
        """The host names of the server, from the settings."""
        return configured_names(self.public_url, self.public_host, self.bind)

    @property
    def tunnel_target(self) -> str:
        """The address on this computer to which a tunnel leads."""
        return "127.0.0.1" if set(self.bind) & set(EVERYWHERE) else self.bind[0]

    @property
    def trusted_proxies(self) -> frozenset[str]:
        """The addresses whose X-Forwarded-For is trusted. A tunnel that is a bare port passes on what clients
        send.
        """
        ends_tls = self.tunnel and "/" not in self.tunnel
        return frozenset((*self.proxies, self.tunnel_target) if ends_tls else self.proxies)

    @property
    def is_shared(self) -> bool:
        """True if other nodes may use the same database."""
        return self.database.startswith("postgres")

    @property
    def is_unreachable(self) -> bool:
        """True if the public address is neither configured nor known."""
        return self.container and not self.public_url

    @property
    def accepts_loss(self) -> bool:
        """True if the host accepts a database that may lose committed data."""
        return self.accept_loss != "no"

    @property
    def folder(self) -> Path:
        """The folder of the duels."""
        return Path(self.data).expanduser() if self.data else user_data_path("facedown", False)

    @property
    def journal(self) -> str:
        """The SQLAlchemy URL of the journal."""
        return self.database or f"sqlite:///{self.folder / JOURNAL}"


def read_config(
    path: Path | None = None,
    environment: Mapping[str, str] | None = None,
    flags: Mapping[str, object] | None = None,
) -> Config:
    """Return the settings merged from all three sources.

    Raises BadInput if a key or a value is wrong.
    """
    config = Config()
    if path is not None:
        config = _merge(config, _read_file(path), _("in {path}", path=path))
    for key, value in _variables(os.environ if environment is None else environment).items():
        config = _merge(config, {key: value}, _("{name} in the environment", name=f"{PREFIX}{key.upper()}"))
    settings = {key: value for key, value in (flags or {}).items() if value not in (None, ())}
    return _check_config(_merge(config, settings, _("on the command line")))


def _read_file(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
        return _variables(_environment_file(text)) if path.suffix == ".env" else bounded_parsing.toml(text)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadInput(
            Code.BAD_SETTING,
            _("The settings file {path} cannot be read: {reason}.", path=path, reason=reason),
        ) from None
    except UnicodeDecodeError:
        raise BadInput(
            Code.BAD_SETTING, _("The settings file {path} is not TOML: save it as text in UTF-8.", path=path)
        ) from None
    except ValueError as error:
        raise BadInput(
            Code.BAD_SETTING, _("The settings file {path} is not TOML: {error}.", path=path, error=error)
        ) from None


def _environment_file(text: str) -> dict[str, str]:
    """Return the variables in a file for systemd or Docker: lines NAME=VALUE, quoted or not."""
    lines = [line.strip().partition("=") for line in text.splitlines()]
    pairs = [(name.strip(), value.strip()) for name, __, value in lines if not name.startswith(("#", ";"))]
    return {
        name: value[1:-1] if value[:1] in ("'", '"') and value[-1:] == value[:1] != value else value
        for name, value in pairs
    }


def _variables(environment: Mapping[str, str]) -> dict[str, object]:
    """Return the settings in the environment; lists are separated by commas. An unknown name is an error, as
    in a file.
    """
    found = {
        name.removeprefix(PREFIX).lower(): value
        for name, value in environment.items()
        if name.startswith(PREFIX)
    }
    return {
        key: value.split(",") if "," in value else value
        for key, value in found.items()
        if value and key not in OTHERS and not KUBERNETES.fullmatch(key)
    }


def _merge(config: Config, settings: Mapping[str, object], where: str) -> Config:
    """Return the settings with those of `settings` replaced. `where`: their source, for messages."""
    for key, value in settings.items():
        if key not in Config.__struct_fields__:
            raise BadInput(
                Code.BAD_SETTING,
                _(
                    "There is no setting {key!r} ({where}); {suggestion}",
                    key=key,
                    where=where,
                    suggestion=_suggestion(key),
                ),
            )
        config = _replace_setting(config, key, value, where)
    return config


def _replace_setting(config: Config, key: str, value: object, where: str) -> Config:
    if isinstance(getattr(config, key), tuple) and isinstance(value, str):
        value = (value,)
    try:
        return msgspec.convert({**msgspec.structs.asdict(config), key: value}, Config, strict=False)
    except msgspec.ValidationError:
        raise BadInput(
            Code.BAD_SETTING,
            _(
                "The setting {key} cannot be {value!r} ({where}); it is {allowed}.",
                key=key,
                value=value,
                where=where,
                allowed=setting(key).allowed_values,
            ),
        ) from None


@dataclass(frozen=True, slots=True)
class SettingType:
    """The type of a setting: the kind of its value, its limits, its meaning."""

    kind: Any
    limits: Meta
    meaning: str

    @property
    def words(self) -> tuple[str, ...]:
        """The allowed words; () if the setting is no choice of words."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    @property
    def allowed_values(self) -> str:
        """The allowed values, in words."""
        if self.words:
            return _("one of {words}", words=", ".join(self.words))
        limits = self.limits
        if limits.max_length:
            return _(
                "a text of {least} to {most} letters",
                least=limits.min_length,
                most=limits.max_length,
            )
        kind = _(KINDS.get(self.kind, gettext_noop("a list of texts")))
        return (
            _("{kind} from {least} to {most}", kind=kind, least=limits.ge, most=limits.le)
            if limits.le
            else kind
        )


@cache
def _declared_types() -> Mapping[str, Any]:
    """Return the declared types of all settings; cached, since this is slow."""
    return get_type_hints(Config, include_extras=True)


def setting(name: str) -> SettingType:
    """Return the type of the setting with this name."""
    kind, *said = get_args(_declared_types()[name])
    if type(None) in get_args(kind):
        kind, *limits = get_args(get_args(kind)[0])
        said = [*limits, *said]
    return SettingType(kind, said[0], said[-1].description)


def _suggestion(key: str) -> str:
    import difflib  # used for a typing error alone

    close = difflib.get_close_matches(key, Config.__struct_fields__, 1)
    return (
        _("did you mean {close!r}?", close=close[0])
        if close
        else _("there are {names}.", names=", ".join(Config.__struct_fields__))
    )


EXAMPLE = "postgresql+psycopg://name:password@host/duels"


def _without_password(address: str) -> str:
    """Return an invalid URL for a message, without anything before its @."""
    *before, place = address.split("@")
    return f"…@{place}" if before else address


def _check_config(config: Config) -> Config:
    """Return the settings after checks beyond their types: single values, and settings that must fit
    together.
    """
    url, database = config.public_url, config.database
    lacking = "tls_key" if config.tls_cert else "tls_cert"
    conditions = (
        (
            bool(config.tls_cert) == bool(config.tls_key),
            _("TLS needs both tls_cert and tls_key; set {lacking} as well.", lacking=lacking),
        ),
        (
            not url or re.fullmatch(r"https?://[^/?#]+(/n/[A-Za-z0-9_-][A-Za-z0-9._-]{0,43})?/?", url),
            _("The setting public_url is an address such as https://duels.example, not {url!r}.", url=url),
        ),
        (
            not database or re.match(r"\w+(\+\w+)?://", database),
            _(
                "The setting database is an address such as {example}, not {database!r}.",
                example=EXAMPLE,
                database=_without_password(database),
            ),
        ),
        *_wrong_addresses(config),
        *_wrong_node_settings(config),
        (config.bind, _("The setting bind needs at least one address to listen on.")),
    )
    for holds, otherwise in conditions:
        if not holds:
            raise BadInput(Code.BAD_SETTING, otherwise)
    if url:
        parse_link(url)
    return config


def _wrong_addresses(config: Config) -> Iterator[tuple[object, str]]:
    """Check the proxies, networks and host names; yield each wrong value and the reason."""
    for proxy in config.proxies:
        yield (
            is_address(proxy),
            _(
                "The setting proxies names proxies by their addresses, such as 127.0.0.1, not {proxy!r}.",
                proxy=proxy,
            ),
        )
    for network in config.trusted_network:
        yield (
            is_network(network),
            _(
                "The setting trusted_network names networks such as 192.168.0.0/16 or 203.0.113.7, not "
                "{network!r}.",
                network=network,
            ),
        )
    for host in config.public_host:
        yield (
            is_host_name(host),
            _(
                "The setting public_host names hosts without port and path, such as duels.example, not "
                "{host!r}.",
                host=host,
            ),
        )


def _wrong_node_settings(config: Config) -> tuple[tuple[object, str], ...]:
    """Check the settings of nodes that share a database; return each wrong value and the reason."""
    named = node_in_path(urlsplit(config.public_url).path.rstrip("/"))
    many = config.workers > 1
    return (
        (
            not many or config.is_shared,
            _(
                "Several workers share a PostgreSQL: set database to an address such as {example}.",
                example=EXAMPLE,
            ),
        ),
        (
            not many or not config.tls_cert,
            _("Workers do not speak TLS themselves: put Caddy in front of them, as deploy/Caddyfile does."),
        ),
        (
            not many or not config.open_port,
            _("Workers cannot open a port on the router: set public_url to their public address."),
        ),
        (
            not many or not config.tunnel,
            _("Workers cannot open a tunnel: set public_url to their public address."),
        ),
        (
            not config.tls_cert or not config.tunnel,
            _("A tunnel ends TLS itself: leave out tls_cert and tls_key, or the tunnel."),
        ),
        (
            not many or hasattr(socket, "send_fds"),
            _(
                "This system cannot pass sockets to other processes, as workers need: start servers with a "
                "port each."
            ),
        ),
        (
            not named or (named == config.node and not many),
            _(
                "The setting public_url names the server {named}, but this one is named {node} (setting "
                "node).",
                named=named,
                node=config.node if not many else _("{node}-1 and so on", node=config.node),
            ),
        ),
    )
