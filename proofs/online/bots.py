"""Two bots of the client in a match on a real server."""

from __future__ import annotations

import trio

from facedown_client.bot.bot_player import Robot
from facedown_client.model.model import Model
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.messages import FromServer, Settings


async def play_match(server: TableLink, settings: Settings, bots: tuple[Robot, Robot]) -> None:
    """Let the first bot open a table and the other join it, until the match is over. Raises FacedownError."""
    host, guest = bots
    tell, opened, links = host.tell, trio.Event(), list[TableLink]()

    def hear(message: FromServer, model: Model) -> None:
        if tell is not None:
            tell(message, model)
        if model.links and not opened.is_set():
            links.append(parse_link(model.links["opponent"][0][1]))
            opened.set()

    host.tell = hear
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.host, server, settings)
        await opened.wait()
        (link,) = links
        seat = TableLink(server.host, server.port, server.secure, link.code, link.secret, link.role)
        nursery.start_soon(guest.play_at, seat)
