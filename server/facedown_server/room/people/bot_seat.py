"""The seat of the server's bot at a table for practice: the requests with which the bot takes it and returns.

The bot is a client like any other, in a process of its own. A fresh key or token goes to that process alone:
no link opens its seat.
"""

from __future__ import annotations

from facedown_server.room.people.seats import new_token, with_return_token
from facedown_server.room.people.table_context import BOT_SEAT_INDEX, TableContext
from facedown_server.runtime.random_secrets import new_secret
from facedown_shared.protocol.messages import JoinTable, Resume, ToServer

KEY_BYTES = 24


async def call_bot(table: TableContext, *, is_running: bool) -> tuple[ToServer, ...]:
    """Return the request with which the bot takes its seat; () while it is there, or cannot come.

    Raises StoreFailed.
    """
    seat = table.seats[BOT_SEAT_INDEX]
    if seat.guest is not None or (seat.is_free and is_running):
        return ()
    if seat.is_free:
        table.bot_key = new_secret(table.server.world, KEY_BYTES)
        return (JoinTable(table.code, table.kept.opponents, key=table.bot_key),)
    token = new_token(table.server.world, table.code)
    keys = with_return_token(seat.keys, token)
    await table.store_table(seat.with_changes(keys=keys))
    seat.keys = keys
    return (Resume(token),)
