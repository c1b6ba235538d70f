"""A client without a secret of an unlisted table gets the same answer as where there is no table."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
import trio
from trio.testing import MockClock

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.room.lobby import REFUSAL_DELAY_S
from facedown_server.room.server_context import GUESS_DELAY_S
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import ChatLine, StoredTable
from facedown_shared.protocol.messages import (
    CreateTable,
    GetTable,
    JoinTable,
    Kick,
    LobbyRow,
    Moved,
    Resume,
    Settings,
    Tables,
    ToServer,
    Watch,
)
from facedown_shared.text.errors import Code
from tests.server.tables import Player, Server, begin, code_of, run_server, secret_of

UNLISTED = Settings(pace="off", listed=False)
LOCKED = Settings(pace="off", listed=False, password="sesame")
ALONE = Settings(pace="off", opponent="nobody", mode="free")
NOWHERE = "ZZZ-ZZZ"


def possible_requests(code: str) -> list[ToServer]:
    """Return the requests of a client that has nothing of a table but its code."""
    return [
        JoinTable(code), Watch(code), JoinTable(code, "guessed"), Watch(code, "guessed"),
        JoinTable(code, password="sesame"), JoinTable(code, key="k" * 32), Resume(f"{code}.guessed"),
        JoinTable(code, "-" * 20), Watch(code, "-" * 20),
        GetTable(code), GetTable(code, "guessed"), GetTable(code, "-" * 20), GetTable(code, key="k" * 32),
    ]  # fmt: skip


async def collect_answers(server: Server, code: str, peer: str, *, name: str = "Thief") -> list[bytes]:
    """Return the bytes of every answer; one guess too many also gets another answer."""
    heard = []
    for _ in range(2):
        for wish in possible_requests(code):
            thief = await server.connect(name, peer)
            await thief.do(wish)
            if thief.refusal is None:  # a password of who has guessed often is answered late
                await trio.sleep(GUESS_DELAY_S + 0.1)
            heard.append(thief.raw[-1])
            assert thief.refusal in (Code.NO_SUCH_TABLE, Code.TOO_FAST)
    return heard


@pytest.mark.parametrize("settings", [UNLISTED, LOCKED, ALONE], ids=["unlisted", "locked", "alone"])
@pytest.mark.parametrize("running", [False, True], ids=["gathering", "running"])
async def test_a_hidden_table_answers_like_one_that_is_not_there(
    autojump_clock: MockClock, settings: Settings, *, running: bool
) -> None:
    async with run_server(bounds=Bounds(guess_burst=8)) as server:
        anna = await server.host("Anna", settings)
        if running and settings is not ALONE:
            await begin(anna, await server.guest(anna, "Ben"))
        there = await collect_answers(server, code_of(anna), "198.51.100.1")
        nowhere = await collect_answers(server, NOWHERE, "198.51.100.2")
        assert there == nowhere
        assert len(set(there)) == 3, "two sentences, and one for who guesses too often"


@pytest.mark.parametrize("role", ["opponent", "spectator", "relay"])
async def test_a_link_shows_the_row_of_a_hidden_table_before_a_seat_is_taken(
    autojump_clock: MockClock, role: str
) -> None:
    async with run_server() as server:
        anna = await server.host("Anna", LOCKED)
        heard = len(anna.raw)
        ben = await server.connect("Ben")
        await ben.do(GetTable(code_of(anna), secret_of(anna, role)))
        (row,) = ben.last(Tables).rows
        assert (row.code, row.host, row.opponent) == (code_of(anna), "Anna", "")
        assert (row.mode, row.locked, row.clock) == (LOCKED.mode, True, LOCKED.clock)
        assert len(anna.raw) == heard
        await ben.do(JoinTable(code_of(anna), secret_of(anna, "opponent")))
        assert ben.seat == 1, "the seat was still free"
        await ben.do(GetTable(code_of(anna), secret_of(anna, role)))
        assert ben.refusal is Code.NOT_NOW


async def test_the_key_to_a_seat_shows_the_row_of_its_table_and_takes_nothing(
    autojump_clock: MockClock,
) -> None:
    async with run_server() as server:
        key = "k" * 32
        anna = await server.connect("Anna")
        await anna.do(CreateTable(LOCKED, key=key))
        code, heard = code_of(anna), len(anna.raw)
        again = await server.connect("Anna")
        await again.do(GetTable(code, key=key))
        (row,) = again.last(Tables).rows
        assert (row.code, row.host) == (code, "Anna")
        await again.do(GetTable(code, key="n" * 32))
        assert (again.refusal, len(anna.raw)) == (Code.NO_SUCH_TABLE, heard)


async def test_a_listed_table_shows_its_row_to_all(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna", Settings(pace="off", password="sesame"))
        ben = await server.connect("Ben")
        await ben.do(GetTable(code_of(anna)))
        assert ben.last(Tables).rows == server.lobby.open_tables()


async def test_nor_is_those_who_was_sent_away_told_of_it(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna", UNLISTED)
        await server.guest(anna, "Ben")
        await anna.do(Kick("Ben"))
        there = await collect_answers(server, code_of(anna), "198.51.100.1", name="Ben")
        assert there == await collect_answers(server, NOWHERE, "198.51.100.2", name="Ben")
        again = await server.guest(anna, "Ben")
        assert again.refusal is Code.NOT_ALLOWED, "with the link he is told"


async def test_who_has_something_of_it_is_let_in(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna = await server.host("Anna", LOCKED)
        ben = await server.guest(anna, "Ben")
        sid = await server.spectator(anna)
        assert (ben.seat, sid.seat) == (1, -1)
    async with run_server(store=store, seed="after") as server:
        assert [(await server.back(player)).seat for player in (anna, ben)] == [0, 1]


async def test_after_a_restart_too_and_no_sooner_or_later(autojump_clock: MockClock) -> None:
    """While tables are restored one by one, a wrong secret of one that waits is answered when all are
    restored.
    """
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna = await server.host("Anna", UNLISTED)
    async with run_server(store=store, seed="after") as server:
        there = await collect_answers(server, code_of(anna), "198.51.100.1")
        assert there == await collect_answers(server, NOWHERE, "198.51.100.2")
        assert server.lobby.recovery.over.is_set()


async def test_a_spent_token_is_known_as_one(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna", UNLISTED)
        assert anna.seated is not None
        old = anna.seated.token
        again: Player = await server.back(await server.back(anna))
        late = await server.connect("Late")
        await late.do(Resume(old))
        assert late.refusal is Code.WRONG_TOKEN
        assert "tried to resume" in again.lines[-1]
        assert secret_of(anna, "opponent") == secret_of(again, "opponent")


@dataclass
class Place:
    """The location of a table."""

    node: str
    address: str = "http://b.example"
    epoch: int = 3


@dataclass
class Questions:
    """The queries to the database and to the other servers, with their times."""

    asked: list[tuple[str, float]] = field(default_factory=list)

    def note(self, what: str) -> None:
        self.asked.append((what, trio.current_time()))


class AskedStore(MemoryStore):
    """A store that records what is asked of it during a request."""

    def __init__(self, questions: Questions) -> None:
        super().__init__()
        self._questions = questions

    async def find_table(self, code: str) -> StoredTable | None:
        self._questions.note("find")
        await trio.sleep(0.003 if code in self.kept else 0.001)  # reading a row is slower than finding none
        return await super().find_table(code)

    async def table(self, code: str) -> tuple[StoredTable, tuple[ChatLine, ...]]:
        self._questions.note("table")
        await trio.sleep(0.003)
        return await super().table(code)


class SharedDatabase:
    """Several servers: this one, another, and a dead one whose tables have no known owner yet."""

    name, addresses, known, is_draining, can_send, other_nodes = "one", (), (), False, True, ()

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self.places: dict[str, Place] = {}

    def epoch(self, code: str) -> int:
        return 1

    def opened_count(self, address: str) -> int:
        return 0

    async def count_opened(self, address: str, here: int) -> None:
        await trio.lowlevel.checkpoint()

    def rows(self) -> tuple[LobbyRow, ...]:
        return ()

    async def locate_table(self, code: str) -> Place | None:
        self._questions.note("where")
        place = self.places.get(code)
        await trio.sleep(2.0 if place is not None and place.node == "dead" else 0.001)
        return place


async def test_where_servers_share_a_database_a_hidden_table_takes_as_long_as_none(
    autojump_clock: MockClock,
) -> None:
    """Seen to fail: the database was asked for the place of a code without a table, but not of a table here;
    it was asked twice for one at another node, and the answer took seconds for one whose server was dead.
    """
    questions = Questions()
    store, service = AskedStore(questions), SharedDatabase(questions)
    async with run_server(store=store, bounds=Bounds(guess_burst=100)) as server:
        anna = await server.host("Anna", UNLISTED)
        object.__setattr__(server.lobby.server, "service", service)
        codes = {"here": code_of(anna), "elsewhere": "AAA-222", "dead": "AAA-333", "none": NOWHERE}
        for code, node in ((codes["here"], "one"), ("AAA-222", "two"), ("AAA-333", "dead")):
            service.places[code] = Place(node)
            if node != "one":
                await store.store_table(StoredTable(code=code, settings=UNLISTED, opponents="x" * 20))
        seen: dict[str, list[tuple[object, ...]]] = {}
        for number, (kind, code) in enumerate(codes.items()):
            seen[kind] = []
            for wish in possible_requests(code):
                thief = await server.connect("Thief", f"198.51.100.{number}")
                questions.asked.clear()
                begun = trio.current_time()
                await thief.do(wish)
                await trio.sleep(5)
                asked = tuple((what, round(at - begun, 6)) for what, at in questions.asked)
                seen[kind].append((asked, round(thief.times[-1] - begun, 6), thief.raw[1:]))
        assert seen["none"][0][:2] == ((("find", 0.0),), REFUSAL_DELAY_S)
        assert seen["here"] == seen["elsewhere"] == seen["dead"] == seen["none"]


async def test_with_its_link_a_hidden_table_elsewhere_is_found(autojump_clock: MockClock) -> None:
    questions = Questions()
    store, service = AskedStore(questions), SharedDatabase(questions)
    async with run_server(store=store) as server:
        object.__setattr__(server.lobby.server, "service", service)
        service.places["AAA-222"] = Place("two")
        await store.store_table(StoredTable(code="AAA-222", settings=UNLISTED, opponents="x" * 20))
        for wish in (JoinTable("AAA-222", "x" * 20), GetTable("AAA-222", "x" * 20)):
            ben = await server.connect("Ben", "198.51.100.1")
            await ben.do(wish)
            await trio.sleep(1)
            assert ben.last(Moved).address == "http://b.example"


async def test_its_page_is_looked_for_like_that_of_none() -> None:
    async with run_server() as server:
        anna = await server.host("Anna", UNLISTED)
        looks = 0

        class Rows(SharedDatabase):
            def rows(self) -> tuple[LobbyRow, ...]:
                nonlocal looks
                looks += 1
                return ()

        object.__setattr__(server.lobby.server, "service", Rows(Questions()))
        assert server.lobby.describe(code_of(anna)) is None
        assert looks == 1
        assert server.lobby.describe(NOWHERE) is None
        assert looks == 2
