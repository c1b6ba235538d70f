"""The prompt for a tunnel host, for `host --tunnel` where none is known."""

from __future__ import annotations

import sys

import click

from facedown_shared.startup import typed_command
from facedown_shared.text import _, gettext_noop
from facedown_shared.text.terminal_output import print_lines, prompt

TUNNEL_HOSTS = (
    gettext_noop("A tunnel host is a computer on the Internet through which your friend reaches this one."),
    gettext_noop("A server of yours, with an ssh login and the port of the link: you@your.server/7777"),
    gettext_noop("A tunnel service of others: for example nokey@localhost.run"),
)
NO_TUNNEL = gettext_noop(
    "Without a tunnel host, try `{run}`, which asks your router, or another way of docs/host/home.md."
)
ASK_TUNNEL = gettext_noop("Tunnel host (remembered once it has worked; Enter for none)")


def ask_tunnel() -> str:
    """Prompt for the tunnel.

    Raises UsageError without a terminal, or without an answer.
    """
    tunnel, missing = "", [_(NO_TUNNEL, run=typed_command("host --text --open-port"))]
    hosts = [_(line) for line in TUNNEL_HOSTS]
    if sys.stdin.isatty():
        print_lines(hosts)
        tunnel = prompt(_(ASK_TUNNEL)).removeprefix("--tunnel").strip()
    else:
        missing = [*hosts, *missing]
    if not tunnel:
        raise click.UsageError("\n".join(missing))
    return tunnel
