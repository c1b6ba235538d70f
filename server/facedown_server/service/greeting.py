"""The start-up message for a host: the addresses under which friends reach the server."""

from __future__ import annotations

from collections.abc import Sequence

from facedown_server.network.wire.addresses import Labelled, reachable
from facedown_server.service.config import UNREACHABLE, Config
from facedown_server.service.operating import port_mapping
from facedown_server.service.operating.tunnel import Tunnel
from facedown_shared.decks.core_location import can_run_core, find_core_folder
from facedown_shared.network.links import TableLink
from facedown_shared.network.tunnel_labels import NOTES
from facedown_shared.text import _, gettext_noop

NOT_ASKED = port_mapping.OpenedPort("")

NO_WASMTIME = gettext_noop(
    "EDOPro's core is installed, but wasmtime, which it runs in, is missing: tables play by facedown's own "
    "rules until `python run.py core` has set it up."
)


def address_lines(
    config: Config, addresses: Sequence[Labelled], outside: port_mapping.OpenedPort = NOT_ASKED
) -> list[str]:
    """Return the lines with the addresses of a running server."""
    return [
        _("{name} is open. Friends reach it at:", name=config.name),
        *address_rows(addresses),
        *([outside.sentence] if outside.sentence else []),
        *tunnel_notes(addresses),
        *([_(UNREACHABLE)] if config.is_unreachable else []),
        *([_(NO_WASMTIME)] if find_core_folder(config.folder) is not None and not can_run_core() else []),
        _("They can open the address in a browser to get the game, or join a table by its link."),
        _("Stop with Ctrl+C."),
    ]


def tunnel_notes(addresses: Sequence[Labelled]) -> list[str]:
    """Return what the host needs to know of the tunnel's state; nothing without a tunnel."""
    return [_(NOTES[label]) for label, _base in addresses if label in NOTES]


def address_rows(addresses: Sequence[Labelled]) -> list[str]:
    """Return a line for each address, with its label."""
    width = max(len(base) for _, base in addresses)
    return [f"  {base.ljust(width)}   {label}" for label, base in addresses]


def labelled_addresses(
    config: Config, port: int, outside: port_mapping.OpenedPort = NOT_ASKED, tunnel: Tunnel | None = None
) -> tuple[Labelled, ...]:
    """Return the addresses of a server with their labels: first the tunnel's, then the one opened on the
    router.
    """
    through = ((tunnel.label, tunnel.url),) if tunnel is not None and tunnel.url else ()
    url = "" if through else config.public_url  # then it is the tunnel's
    near = reachable(config.bind, port, secure=config.is_secure, public_url=url, container=config.container)
    far = (
        ((_(port_mapping.LABEL), TableLink(outside.host, outside.port, config.is_secure).base),)
        if outside.host
        else ()
    )
    return (*through, *far, *near)
