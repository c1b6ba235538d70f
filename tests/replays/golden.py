"""How the golden logs are written, read, and played again (`python -m tests.replays`).

A file is a header and one act a line, each with the digest after it: a difference shows where it begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import trio
from trio.testing import MockClock

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.room.server_context import ServerContext
from facedown_server.runtime.world import RealWorld
from facedown_server.service.config import Config
from facedown_server.service.lobby_setup import build_lobby
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import Header, LogRow, StoredLog
from facedown_server.table.random_streams import RandomStreams
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import ready_decks, to_ydk
from facedown_shared.protocol.messages import Answer, Concede, Ready, Settings, UseDeck
from facedown_shared.tables.formats import FORMATS
from tests.server.tables import Player, run_server

FOLDER = Path(__file__).parent
OLDER = FOLDER / "older"
"""Logs that earlier engines played; none of them is ever recorded again."""
DUELS: dict[str, Settings] = {
    **{f"master-{number}": Settings(pace="off") for number in (1, 2, 3)},
    **{f"classic-{number}": Settings(format="classic", pace="off") for number in (1, 2)},
    "match-1": Settings(best_of=3, pace="off"),
}
"""The golden logs: the name of each, and its table. Decks and moves follow from the name alone."""

MAX_ACTS = 50
"""Acts of persons after which a player concedes."""


def log_names(folder: Path = FOLDER) -> Iterator[str]:
    """Return the names of the golden logs."""
    yield from sorted(path.stem for path in folder.glob("*.jsonl"))


def read(name: str, folder: Path = FOLDER) -> StoredLog:
    """Return a golden log."""
    header, *rows = (folder / f"{name}.jsonl").read_bytes().splitlines()
    return StoredLog(
        msgspec.json.decode(header, type=Header), tuple(msgspec.json.decode(row, type=LogRow) for row in rows)
    )


def write(name: str, log: StoredLog) -> None:
    """Write a log."""
    lines = [msgspec.json.encode(part) for part in (log.header, *log.rows)]
    (FOLDER / f"{name}.jsonl").write_bytes(b"\n".join(lines) + b"\n")


def server() -> ServerContext:
    """Run a server whose referees are the real ones."""
    return build_lobby(Config(), RealWorld(), MemoryStore(), tuple).server


def play_log(name: str, settings: Settings) -> StoredLog:
    """Play one of them again: a whole table in virtual time, random moves."""
    return trio.run(_play_log, name, settings, clock=MockClock(autojump_threshold=0))


async def _play_log(name: str, settings: Settings) -> StoredLog:
    store, dice, pool = MemoryStore(), RandomStreams(name.encode().ljust(32, b".")), bundled_pool()
    ready = [deck.deck for deck in ready_decks().values() if deck.format == settings.format]
    async with run_server(
        store=store, pool=pool, seed=name, make=lambda: DuelReferee(FORMATS[settings.format], pool)
    ) as server:
        anna = await server.host("Anna", settings)
        ben = await server.guest(anna, "Ben")
        for player in (anna, ben):
            await player.do(UseDeck(to_ydk(ready[dice.draw_below(len(ready), "deck")])), Ready())
        for number in range(MAX_ACTS * settings.best_of):
            asked = [player for player in (anna, ben) if player.prompt]
            if not asked:
                break
            await _move(asked[0], dice, number)
            await trio.sleep(0.1)  # neither player may be faster for ever
        (log,) = store.logs.values()
        return await store.read_match(log.header.log)


async def _move(player: Player, dice: RandomStreams, number: int) -> None:
    """Answer; now and then take back; concede when the duel has been long enough."""
    prompt = player.asked
    if number % MAX_ACTS == MAX_ACTS - 1:
        await player.do(Concede())
    elif prompt.back and dice.draw_below(12, "back") == 0:
        await player.do(Answer(prompt.ask, back=True))
    else:
        most = min(prompt.most, len(prompt.options))
        count = prompt.least + dice.draw_below(most - prompt.least + 1, "count")
        await player.do(Answer(prompt.ask, tuple(dice.order(len(prompt.options), "pick")[:count])))
