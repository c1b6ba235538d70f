"""Players of running matches whose connection is lost, by the address it came from."""

from __future__ import annotations

import trio
from trio.testing import MockClock

from facedown_server.room.absent_players import LOOKUP_INTERVAL_S, AbsentPlayers
from tests.server.tables import begin_duel, run_server


async def test_an_absent_player_is_known_by_address_until_the_return(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, _ = await begin_duel(server)
        absent = AbsentPlayers(server.lobby.rooms.values, server.world.now)
        here = anna.connection.peer
        assert not absent.may_return_from(here)
        await anna.hang_up()
        await trio.sleep(LOOKUP_INTERVAL_S)
        assert absent.may_return_from(here)
        assert not absent.may_return_from("198.51.100.9")
        await server.back(anna)
        await trio.sleep(LOOKUP_INTERVAL_S)
        assert not absent.may_return_from(here)
