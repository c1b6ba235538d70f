"""Card searches by name, for players who declare a card (`facedown_server.room.broadcast.name_search`)."""

from __future__ import annotations

from facedown_server.network.crowd.guest import Guest
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_server.room.match.lifecycle import MatchLifecycle
from facedown_server.room.people.table_context import TableContext
from facedown_shared.protocol.messages import CardsFound, SearchCards
from facedown_shared.text import Code, Illegal, words


async def search_cards(
    guest: Guest, message: SearchCards, table: TableContext, lifecycle: MatchLifecycle
) -> None:  # fmt: skip
    """Answer a player's search with the cards that their open prompt allows.

    Raises Illegal if the search is refused.
    """
    server, seat = table.server, table.seat_of(guest)
    names = lifecycle.running.declarable(seat.number, message.ask)
    if not guest.pay_for_work(server.searches, server.bounds, table.now, 1):
        raise Illegal(words("too_much_at_once"), Code.TOO_FAST)
    found, more = await server.names.find(message.text, guest.reads, names, TimeSlice(server.world))
    table.audience.printing.send_found_texts([card.code for card in found], guest)
    guest.send(CardsFound(message.ask, message.text, found, more))
