"""Whoever has nothing of a table that is not open to all is told what they are told where there is none."""

from __future__ import annotations

import pytest
from trio.testing import MockClock

from server.room.bounds import Bounds
from server.store.memory import MemoryStore
from shared.errors import Code
from shared.protocol.messages import JoinTable, Kick, Resume, Settings, ToServer, Watch
from tests.server.tables import Player, Server, begin, code_of, secret_of, serving

UNLISTED = Settings(pace="off", listed=False)
LOCKED = Settings(pace="off", listed=False, password="sesame")
ALONE = Settings(pace="off", opponent="nobody", mode="free")
NOWHERE = "ZZZ-ZZZ"


def tries(code: str) -> list[ToServer]:
    """What somebody says who has nothing of a table but its code."""
    return [
        JoinTable(code), Watch(code), JoinTable(code, "guessed"), Watch(code, "guessed"),
        JoinTable(code, password="sesame"), JoinTable(code, key="k" * 32), Resume(f"{code}.guessed"),
        JoinTable(code, "-" * 20), Watch(code, "-" * 20),
    ]  # fmt: skip


async def answers(server: Server, code: str, peer: str, *, name: str = "Thief") -> list[bytes]:
    """The bytes of every answer; a guess too many is answered otherwise, too."""
    heard = []
    for _ in range(2):
        for wish in tries(code):
            thief = await server.connect(name, peer)
            await thief.do(wish)
            heard.append(thief.raw[-1])
            assert thief.refusal in (Code.NO_SUCH_TABLE, Code.TOO_FAST)
    return heard


@pytest.mark.parametrize("settings", [UNLISTED, LOCKED, ALONE], ids=["unlisted", "locked", "alone"])
@pytest.mark.parametrize("running", [False, True], ids=["gathering", "running"])
async def test_a_hidden_table_answers_like_one_that_is_not_there(
    autojump_clock: MockClock, settings: Settings, *, running: bool
) -> None:
    async with serving(bounds=Bounds(guess_burst=8)) as server:
        anna = await server.host("Anna", settings)
        if running and settings is not ALONE:
            await begin(anna, await server.guest(anna, "Ben"))
        there = await answers(server, code_of(anna), "198.51.100.1")
        nowhere = await answers(server, NOWHERE, "198.51.100.2")
        assert there == nowhere
        assert len(set(there)) == 3, "two sentences, and one for who guesses too often"


async def test_nor_is_whoever_was_sent_away_told_of_it(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna = await server.host("Anna", UNLISTED)
        await server.guest(anna, "Ben")
        await anna.do(Kick("Ben"))
        there = await answers(server, code_of(anna), "198.51.100.1", name="Ben")
        assert there == await answers(server, NOWHERE, "198.51.100.2", name="Ben")
        again = await server.guest(anna, "Ben")
        assert again.refusal is Code.NOT_ALLOWED, "with the link he is told"


async def test_who_has_something_of_it_is_let_in(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with serving(store=store, seed="before") as server:
        anna = await server.host("Anna", LOCKED)
        ben = await server.guest(anna, "Ben")
        sid = await server.spectator(anna)
        assert (ben.seat, sid.seat) == (1, -1)
    async with serving(store=store, seed="after") as server:
        assert [(await server.back(player)).seat for player in (anna, ben)] == [0, 1]


async def test_after_a_restart_too_and_no_sooner_or_later(autojump_clock: MockClock) -> None:
    """While tables come back one by one, a wrong word about one that waits is answered when all are back."""
    store = MemoryStore()
    async with serving(store=store, seed="before") as server:
        anna = await server.host("Anna", UNLISTED)
    async with serving(store=store, seed="after") as server:
        there = await answers(server, code_of(anna), "198.51.100.1")
        assert there == await answers(server, NOWHERE, "198.51.100.2")
        assert server.lobby.recovery.over.is_set()


async def test_a_spent_token_is_known_as_one(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna = await server.host("Anna", UNLISTED)
        assert anna.seated is not None
        old = anna.seated.token
        again: Player = await server.back(await server.back(anna))
        late = await server.connect("Late")
        await late.do(Resume(old))
        assert late.refusal is Code.WRONG_TOKEN
        assert "tried to come back" in again.lines[-1]
        assert secret_of(anna, "opponent") == secret_of(again, "opponent")
