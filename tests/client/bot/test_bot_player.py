"""A bot at a table: what it does when the server refuses its answers."""

from __future__ import annotations

import trio
from trio.testing import MockClock

from facedown_client.bot import bot_player
from facedown_client.bot.bot import Bot
from facedown_client.bot.bot_player import Robot
from facedown_client.bot.normal_bot import NormalBot
from facedown_client.model.model import Model
from facedown_shared.network import links
from facedown_shared.protocol.messages import FromServer, Refused, Settings
from facedown_shared.text.errors import Code
from tests.client.house import ADDRESS, house
from tests.server.room.match.test_durable import FailingStore

OUTAGE_S = 60.0


async def test_bots_stay_while_the_servers_disk_is_full(autojump_clock: MockClock) -> None:
    """Seen to fail: after 20 refusals within a second the bot left, and the duel ended."""
    store, refusals, acts = FailingStore(), list[Code](), list[int]()
    table: trio.Event = trio.Event()
    opened: dict[str, str] = {}

    def note(message: FromServer, model: Model) -> None:
        if isinstance(message, Refused):
            refusals.append(message.code)
        if model.links and not table.is_set():
            opened["link"] = model.links["opponent"][0][1]
            table.set()
        acts.append(model.logged)

    async with house(store=store) as server, trio.open_nursery() as nursery:
        host = Robot("Halvard", pause=0.2, dial=server.dial, stays=True, tell=note)
        nursery.start_soon(host.host, ADDRESS, Settings(pace="off"))
        await table.wait()
        found = links.parse_link(opened["link"])
        seat = links.TableLink(ADDRESS.host, ADDRESS.port, code=found.code, secret=found.secret, role="seat")
        nursery.start_soon(Robot("Wren", pause=0.2, dial=server.dial, stays=True, tell=note).play_at, seat)
        await trio.sleep(5)
        store.full = True
        await trio.sleep(OUTAGE_S)
        store.full = False
        assert refusals.count(Code.BROKEN) > bot_player.MAX_REFUSALS
        before = max(acts)
        await trio.sleep(10)
        assert max(acts) > before, "the duel goes on"
        nursery.cancel_scope.cancel()


async def test_a_bot_plays_at_the_level_of_its_table(autojump_clock: MockClock) -> None:
    """The level is in the message that opens the table, so that every bot that is called there knows it."""
    opened: dict[str, str] = {}
    table: trio.Event = trio.Event()

    def note(message: FromServer, model: Model) -> None:
        if model.links and not table.is_set():
            opened["link"] = model.links["opponent"][0][1]
            table.set()

    async with house() as server, trio.open_nursery() as nursery:
        host = Robot("Halvard", dial=server.dial, stays=True, tell=note, level="normal")
        nursery.start_soon(host.host, ADDRESS, Settings(pace="off", level="easy"))
        await table.wait()
        found = links.parse_link(opened["link"])
        seat = links.TableLink(ADDRESS.host, ADDRESS.port, code=found.code, secret=found.secret, role="seat")
        wren = Robot("Wren", dial=server.dial, stays=True)
        nursery.start_soon(wren.play_at, seat)
        await trio.sleep(5)
        assert type(wren.mind) is Bot, "easy, as the table says"
        assert type(host.mind) is NormalBot, "a bot's own level comes first"
        nursery.cancel_scope.cancel()
