"""Download of public replays by their links, over a separate connection to their server.

No pygame.
"""

from __future__ import annotations

from pathlib import Path

import trio

from facedown_client.connection.link import Dial, Link, Status
from facedown_client.connection.visit import Visit
from facedown_client.replays import replay_list, shared_replays
from facedown_shared.network import links
from facedown_shared.protocol.messages import GetReplay, Refused, ReplayFile
from facedown_shared.replay import parse_replay
from facedown_shared.text import BadInput, Code, _

FETCH_TIMEOUT_S = 30.0
"""Timeout of the whole download, in seconds."""


async def download_replay(
    link: links.TableLink, name: str, dial: Dial | None = None, server_password: str = ""
) -> Path:  # fmt: skip
    """Download the replay of a link into the player's own folder. `server_password`: of its server.

    Raises FacedownError with a sentence if the download fails.
    """
    if not link.host or link.role != "replay":
        raise BadInput(Code.WRONG_LINK, _("That is not a link to a replay; copy the whole link again."))
    data = b""
    with trio.move_on_after(FETCH_TIMEOUT_S):
        data = await _data(link, name, dial, server_password)
    if not data:
        raise BadInput(
            Code.UNREACHABLE, _("The replay could not be downloaded from {server}.", server=link.netloc)
        )
    parse_replay(data)  # a file that cannot be played is not stored
    path = replay_list.save_replay(data)
    shared_replays.store_link(path, str(link))
    return path


async def _data(
    link: links.TableLink, name: str, dial: Dial | None, server_password: str
) -> bytes:  # fmt: skip
    visit = Visit(Link(link, name, wish=GetReplay(link.secret), dial=dial))
    visit.link.server_password = server_password
    data, sentence = b"", ""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(visit.run_link)
        while not (data or sentence):
            message = await visit.next()
            if isinstance(message, ReplayFile):
                data = message.data
            elif isinstance(message, Refused):
                sentence = message.sentence
            elif visit.state.status is Status.CLOSED:
                sentence = visit.state.sentence or _("The server did not complete the handshake.")
        nursery.cancel_scope.cancel()
    if sentence:
        raise BadInput(Code.UNREACHABLE, sentence)
    return data
