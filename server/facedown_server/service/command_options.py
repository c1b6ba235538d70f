"""Options of the server's commands: a flag for each setting, and those that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from facedown_server.network.wire.addresses import EVERYWHERE
from facedown_server.service.config import Config, read_config, setting
from facedown_server.service.operating.operator_messages import MAX_RESTRICTION_S
from facedown_shared.text import _, gettext_noop
from facedown_shared.text.localized_help import LocalizedOption

FLAG_NAMES = {"proxies": "--proxy"}
"""Flags that are not called like their setting."""

Command = Callable[..., int | None]


def setting_flag(name: str) -> Callable[[Command], Command]:
    """Return the flag of a setting: its meaning, the words it may be, its usual value."""
    one, usual = setting(name), getattr(Config(), name)
    flag = FLAG_NAMES.get(name, f"--{name.replace('_', '-')}")
    about: dict[str, Any] = {"cls": LocalizedOption, "help": one.meaning, "words": one.words}
    if one.kind is bool:
        about["usual"] = gettext_noop("yes") if usual else gettext_noop("no")
        return click.option(f"{flag}/--no-{flag[2:]}", name, default=None, **about)
    if usual not in ("", (), EVERYWHERE):
        about["usual"] = f"{usual:g}" if isinstance(usual, float) else str(usual).lower()
    kind = "NUMBER" if one.kind in (int, float) else name.rpartition("_")[2].upper()
    return click.option(flag, name, metavar=kind, multiple=isinstance(usual, tuple), **about)


config_option = click.option(
    "--config",
    "path",
    type=click.Path(path_type=Path),
    envvar="FACEDOWN_CONFIG",
    help=gettext_noop("TOML file, or lines FACEDOWN_PORT=… in a file that ends in .env."),
)


def config_flags(*names: str) -> Callable[[Command], Command]:
    """Give a command --config and the flags of these settings, and hand it the Config they make."""

    def add_flags(command: Command) -> Command:
        @wraps(command)
        def call_with_config(path: Path | None, **values: Any) -> int | None:
            flags = {name: values.pop(name) for name in names}
            return command(read_config(path, flags=flags), **values)

        made: Command = call_with_config
        for name in reversed(names):
            made = setting_flag(name)(made)
        return config_option(made)

    return add_flags


every_setting = config_flags(*Config.__struct_fields__)
where_duels_are_kept = config_flags("data", "database", "accept_loss")
where_a_server_runs = config_flags("data", "database", "node")
json_option = click.option(
    "--json", "as_json", is_flag=True, help=gettext_noop("Print JSON, one object a line: for programs.")
)
RELAYED = (
    "name", "bind", "port", "admin_port", "public_url", "public_host", "proxies", "container",
    "tls_cert", "tls_key", "password_file", "connections", "connections_per_address",
    "trusted_network", "relays",
    "messages_per_second", "address_share", "message_bytes", "name_letters", "chat_letters",
    "chat_per_minute", "log_level", "log_format",
    "log_addresses",
)  # fmt: skip
"""The settings that a relay has."""
for_option = click.option(
    "--for", "seconds", default="", metavar="TIME", callback=lambda _context, _option, text: _seconds(text),
    help=gettext_noop("How long: 30m, 12h, 2d or 1w. [for good]"),
)  # fmt: skip


def _seconds(text: str) -> int:
    """Return the seconds of a time such as 2d; 0 without one.

    Raises BadParameter.
    """
    units = {"m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
    seconds = int(text[:-1]) * units[text[-1]] if text[:-1].isdecimal() and text[-1] in units else 0
    if text and not 0 < seconds <= MAX_RESTRICTION_S:
        raise click.BadParameter(_("{text} is no time such as 30m, 12h, 2d or 1w.", text=text))
    return seconds
