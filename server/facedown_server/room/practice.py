"""Tables for practice: has the server's bot take its seat, and return to it. Knows no rules.

The bot is called again for as long as it is missing: its process may have died, or the server was restarted.
"""

from __future__ import annotations

from collections.abc import Mapping

import structlog
import trio

from facedown_server.room.people.bot_seat import call_bot
from facedown_server.room.people.table_context import BOT_SEAT_INDEX
from facedown_server.room.room import Room
from facedown_server.room.server_context import ServerContext
from facedown_server.storage.store import StoreFailed
from facedown_shared.protocol.messages import ToServer
from facedown_shared.text import FacedownError

log = structlog.get_logger(__name__)

CALL_INTERVAL_S = 0.25
"""Seconds between two looks for tables without their bot."""
RETRY_DELAY_S = 10.0
"""Seconds until a bot that has not come is called again."""


async def seat_bots(server: ServerContext, rooms: Mapping[str, Room]) -> None:
    """Call the bot to every table for practice that lacks it; a task. Returns at once without bots."""
    bots = server.bots
    if bots is None:
        return
    called: dict[str, float] = {}
    while True:
        practice = [room for room in rooms.values() if room.table.is_practice and not room.closed]
        called = {room.code: called[room.code] for room in practice if room.code in called}
        now = server.world.now()
        for room in practice:
            if now >= called.get(room.code, now) and room.table.seats[BOT_SEAT_INDEX].guest is None:
                called[room.code] = now + RETRY_DELAY_S
                await _call_bot(server, room)
        await bots.set_needed(needed=bool(practice))
        await trio.sleep(CALL_INTERVAL_S)


async def _call_bot(server: ServerContext, room: Room) -> None:
    assert server.bots is not None, "only where there are bots they are called"
    requests: list[ToServer] = []

    async def prepare() -> None:
        requests.extend(await call_bot(room.table, is_running=room.lifecycle.is_running))

    try:
        await room.order(prepare)
        host = room.table.seats[room.table.host].guest
        for request in requests:
            await server.bots.call(request, "" if host is None else host.reads)
    except (FacedownError, StoreFailed, OSError) as failed:
        log.warning("the bot was not called", table=room.code, reason=str(failed))
