"""What pace costs: how long a turn of two bots that answer at once takes with it and without.

Real time over a real server, since it is people who wait; tables side by side, and for a bounded time.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import trio

from benchmarks.load.servers import game_server
from benchmarks.yardstick import Figure
from facedown_client.bot.bot_player import Robot
from facedown_client.data import deck_entries
from facedown_client.model.model import Model
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.messages import FromServer, Settings, Update, Whole

TABLES_COUNT = 4
SECONDS = {"off": 20, "quick": 45, "careful": 60}
"""How long the tables of a pace play."""


def figures() -> Iterator[Figure]:
    """The median turn at every pace, and what it is longer than without."""
    medians = {pace: trio.run(_median, pace) for pace in SECONDS}
    for pace, seconds in medians.items():
        yield Figure(f"a median turn of two bots, pace {pace}", 1000 * seconds, "ms")
    for pace in ("quick", "careful"):
        yield Figure(f"a median turn is longer at pace {pace}", 1000 * (medians[pace] - medians["off"]), "ms")


async def _median(pace: str) -> float:
    """Seconds of a median turn."""
    turns: list[float] = []
    with game_server() as (_, address), trio.move_on_after(SECONDS[pace]):
        async with trio.open_nursery() as nursery:
            for table in range(TABLES_COUNT):
                nursery.start_soon(_duels, TableLink(*address), pace, table, turns)
    return statistics.median(turns)


async def _duels(at: TableLink, pace: str, number: int, turns: list[float]) -> None:
    while True:
        await _duel(at, pace, number, turns)
        number += TABLES_COUNT


async def _duel(at: TableLink, pace: str, number: int, turns: list[float]) -> None:
    """One duel; the times between its turns are added."""
    decks = [deck for deck in deck_entries.ready("master") if not deck.reasons("master")]
    opened, links = trio.Event(), []
    begun: list[float] = []

    def tell(message: FromServer, model: Model) -> None:
        if model.links and not opened.is_set():
            links.append(parse_link(model.links["opponent"][0][1]))
            opened.set()
        happened = model.told if isinstance(message, Update) else ()
        happened = message.log if isinstance(message, Whole) else happened
        if any(told.kind == "turn" for told in happened):
            begun.append(trio.current_time())
            turns.extend(later - earlier for earlier, later in pairwise(begun[-2:]))

    async with trio.open_nursery() as nursery:
        first = Robot("Wren", decks[number % len(decks)].text, number, 0.0, tell=tell)
        nursery.start_soon(partial(first.host, at, Settings(listed=False, pace=pace)))
        await opened.wait()
        found = links[0]
        second = Robot("Halvard", decks[(number + 1) % len(decks)].text, number + 99, 0.0)
        nursery.start_soon(
            second.join, TableLink(at.host, at.port, False, found.code, found.secret, found.role)
        )
