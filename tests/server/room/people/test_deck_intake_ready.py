"""The effect of a new deck, and of facts of its cards, on a player who is ready."""

from __future__ import annotations

from trio.testing import MockClock

from facedown_shared.protocol.messages import Ready
from facedown_shared.protocol.provided_facts import ProvidedFacts, TellFacts
from tests.server.room.people.test_deck_intake import HALF, QUIET, bring, seat_two, send_facts
from tests.server.tables import Server, run_server


def is_ready(server: Server) -> bool:
    """Return whether the first player of the only table is ready."""
    return next(iter(server.lobby.rooms.values())).table.seats[0].ready


async def test_saying_what_cards_are_leaves_a_player_ready_while_the_deck_may_be_played(
    autojump_clock: MockClock,
) -> None:
    async with run_server() as server:
        anna, _ = await seat_two(server, HALF)
        report = await bring(anna, 0)
        await anna.do(Ready())
        assert (await send_facts(anna, report)).legal
        assert is_ready(server)
        await bring(anna, 1)
        assert not is_ready(server), "another deck is another thing to be ready with"
    async with run_server() as server:
        anna, _ = await seat_two(server, QUIET)
        report = await bring(anna, 0)
        await send_facts(anna, report)
        await anna.do(Ready())
        await anna.do(TellFacts((ProvidedFacts(code=report.unknown[0], name="Something"),)))
        assert not is_ready(server), "by the rules it may not"
