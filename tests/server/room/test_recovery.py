"""After a restart: every table as it was, the requested ones first; and what cannot be restored."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec
import pytest
import trio
from structlog.testing import capture_logs
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_server.network.crowd.guest import RECONNECT_CLOSE_CODE
from facedown_server.refereeing.referee import Act, ExternalWork, Frame
from facedown_server.room.recovery import PROGRESS_INTERVAL_S, SET_ASIDE
from facedown_server.room.requests.attendance import NOT_STORED
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import (
    ChatLine,
    StoredLog,
    StoredTable,
    StoreFailed,
    TableDamaged,
    read_chat_line,
)
from facedown_shared.decks import decks
from facedown_shared.network.links import make_code
from facedown_shared.protocol.messages import (
    AutoPass,
    Chat,
    Clock,
    Concede,
    Consent,
    CreateTable,
    JoinTable,
    Kick,
    Propose,
    Refused,
    Resume,
    Settings,
    Talk,
    UseDeck,
    Watch,
)
from facedown_shared.tables.zones import Seat
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.server.counting import CountingGame
from tests.server.tables import (
    QUIET,
    Player,
    answer_number,
    begin,
    begin_duel,
    code_of,
    ready_deck,
    run_server,
    secret_of,
)

LOCKED = Settings(pace="off", password="swordfish")
TIMED = Settings(pace="off", clock=Clock(60))


async def test_a_table_comes_back_before_its_match(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        await ben.do(UseDeck(decks.to_ydk(ready_deck(1))), Chat("hello"))
    async with run_server(store=store, seed="after") as server:
        again, other = await server.back(anna), await server.back(ben)
        assert (again.stage, again.seat, other.seat) == ("gathering", 0, 1)
        assert again.table
        assert [seat.name for seat in again.table.seats] == ["Anna", "Ben"]
        assert again.table.seats[1].counts == ready_deck(1).counts
        assert [said.text for said in again.last(Talk).lines] == ["hello"]
        assert (await begin(again, other)).asked.kind == "turn"


async def test_a_damaged_line_of_chat_is_left_out_and_the_next_one_stored(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        await ben.do(Chat("hello"), Chat("again"))
    lines = store.chat[code_of(anna)]
    lines[-1] = read_chat_line(lines[-1].table, lines[-1].seq, b"\0")
    async with run_server(store=store, seed="after") as server:
        again = await server.back(anna)
        assert [said.text for said in again.last(Talk).lines] == ["hello"]
        await again.do(Chat("on"))
        assert [(line.seq, line.said.text) for line in lines] == [(1, "hello"), (2, ""), (3, "on")]


async def test_links_and_names_sent_away_are_the_same_after_a_restart(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna = await server.host("Anna")
        await server.guest(anna, "Eve")
        await anna.do(Kick("Eve"))
    async with run_server(store=store, seed="after") as server:
        again = await server.back(anna)
        assert again.seated
        assert anna.seated
        assert again.seated.links == anna.seated.links
        eve = await server.spectator(anna, "eve")
        assert eve.refusal is Code.NOT_ALLOWED
        ben = await server.connect("Ben")
        await ben.do(JoinTable(code_of(anna), secret_of(anna, "opponent")))
        assert ben.refusal is None
        sid = await server.connect("Sid")
        await sid.do(Watch(code_of(anna), secret_of(anna, "spectator")))
        assert sid.stage == "gathering"


async def test_a_password_still_opens_and_is_kept_nowhere(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna = await server.host("Anna", LOCKED)
        ben = await server.connect("Ben")
        for password, code in (("wrong", Code.WRONG_PASSWORD), ("swordfish", None)):
            await ben.do(JoinTable(code_of(anna), password=password))
            assert ben.refusal is code
        await begin(anna, ben)
    assert b"swordfish" not in msgspec.json.encode((store.kept, store.logs))
    async with run_server(store=store, seed="after") as server:
        for password, code in (("wrong", Code.WRONG_PASSWORD), ("swordfish", None), ("Swordfish", None)):
            sid = await server.connect("Sid")
            await sid.do(Watch(code_of(anna), password=password))
            assert sid.refusal is (code if password != "Swordfish" else Code.WRONG_PASSWORD)


async def test_a_match_that_was_over_can_be_played_again(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        first, other = await begin_duel(server)
        await first.do(Concede())
    async with run_server(store=store, seed="after") as server:
        one, two = await server.back(first), await server.back(other)
        assert one.stage == "over"
        assert one.view == first.view
        await one.do(Propose("rematch"))
        await two.do(Consent(yes=True))
        assert one.stage == "order"


async def test_an_end_that_was_not_stored_is_found_out(autojump_clock: MockClock) -> None:
    """The server died between the last act and the end of the match."""

    class DyingStore(MemoryStore):
        dead = False

        async def finish_match(self, log: str, result: str) -> None:
            if self.dead:
                raise StoreFailed("the server was killed")
            await super().finish_match(log, result)

    store = DyingStore()
    store.dead = True
    async with run_server(store=store, seed="before") as server:
        first, _ = await begin_duel(server)
        await first.do(Concede())
        assert await store.unfinished_logs() != []
    store.dead = False
    async with run_server(store=store, seed="after") as server:
        again = await server.back(first)
        assert again.stage == "over"
        assert await store.unfinished_logs() == []


async def test_a_pause_is_still_a_pause(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        first, other = await begin_duel(server, TIMED)
        await trio.sleep(10)
        await first.do(Propose("pause"))
        await other.do(Consent(yes=True))
    async with run_server(store=store, seed="after") as server:
        one, two = await server.back(first), await server.back(other)
        assert one.table
        assert one.table.paused
        await one.pick("say", 1)
        assert one.refusal is Code.NOT_NOW
        await one.do(Propose("resume"))
        await two.do(Consent(yes=True))
        await one.pick("say", 1)
        assert two.asked.kind == "response"


async def test_who_wished_not_to_be_asked_is_not(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        first, other = await begin_duel(server)
        await other.do(AutoPass("never"), AutoPass("always", held=True))
    async with run_server(store=store, seed="after") as server:
        one, two = await server.back(first), await server.back(other)
        assert two.seated is not None
        assert two.seated.auto == "never", "a key is held by nobody after a restart"
        await one.pick("say", 3)
        assert (one.count, two.asked.kind) == (3, "turn")


async def test_players_are_told_that_the_clocks_stand_still(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        first, other = await begin_duel(server, TIMED)
        await trio.sleep(10)
    async with run_server(store=store, seed="after") as server:
        sid = await server.connect("Sid")
        await sid.do(Watch(code_of(first)))
        assert sid.note == str(words("standing"))
        await server.back(first)
        await trio.sleep(100)
        assert sid.stage == "duel"
        await server.back(other)
        assert sid.table
        assert sid.table.ticking == first.seat
        assert 50 <= sid.table.seats[first.seat].clock <= 60, "ten seconds were thought, and no outage counts"


async def test_no_clock_is_said_to_stand_where_there_is_none(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        first, _ = await begin_duel(server, Settings(pace="off"))
    async with run_server(store=store, seed="after") as server:
        sid = await server.connect("Sid")
        await sid.do(Watch(code_of(first)))
        assert sid.note == str(words("restarted"))


# --- one by one, and on demand ------------------------------------------------------------------------------


class SlowStore(MemoryStore):
    """Takes a minute to read a log."""

    async def read_match(self, log: str) -> StoredLog:
        await trio.sleep(60)
        return await super().read_match(log)


async def three_tables(store: MemoryStore) -> list[Player]:
    async with run_server(store=store, seed="before") as server:
        return [(await begin_duel(server))[0] for _ in range(3)]


async def test_the_server_is_open_at_once_and_requested_tables_come_first(
    autojump_clock: MockClock,
) -> None:
    """One after another, the last of five hundred tables would make its players wait for minutes."""
    store = SlowStore()
    one, two, three = await three_tables(store)
    async with run_server(store=store, seed="after") as server:
        again = await server.connect("Again")
        assert three.seated
        await again.do(Resume(three.seated.token))
        await trio.sleep(61)
        assert again.seat == three.seat
        assert set(server.lobby.rooms) == {code_of(one), code_of(three)}
        await trio.sleep(61)
        assert set(server.lobby.rooms) == {code_of(one), code_of(two), code_of(three)}


class SlowGame(CountingGame):
    """Each act takes ten seconds."""

    def apply(self, act: Act) -> Iterator[Frame]:
        """Apply it after a delay."""
        yield ExternalWork(done=partial(trio.sleep, 10))
        yield from super().apply(act)


async def test_tables_with_long_logs_do_not_keep_the_others_from_coming_back(
    autojump_clock: MockClock,
) -> None:
    """Three requested tables took all turns, and one that was not requested blocked the rest."""
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        long = []
        for _ in range(4):
            first, other = await begin_duel(server)
            await answer_number(first, other, 3)
            long.append(first)
        short = [(await begin_duel(server))[0] for _ in range(3)]
    async with run_server(store=store, seed="after", make=SlowGame) as server:
        for player in long[1:]:
            assert player.seated
            again = await server.connect("Again")
            server.nursery.start_soon(again.do, Resume(player.seated.token))
        await trio.sleep(35)
        assert {code_of(player) for player in short} <= set(server.lobby.rooms)
        assert not {code_of(player) for player in long} & set(server.lobby.rooms)
        await server.lobby.recovery.over.wait()
        assert len(server.lobby.rooms) == 7


async def test_a_long_log_does_not_wait_for_all_that_are_longer(autojump_clock: MockClock) -> None:
    """Seen to fail: long logs were restored one after another, so a match of two seconds waited for hours of
    undo.
    """
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        longer = []
        for _ in range(3):
            first, other = await begin_duel(server)
            for count in range(8):
                await answer_number(*((first, other) if count % 2 == 0 else (other, first)), 1)
            longer.append(first)
        (anna, ben) = await begin_duel(server)
        await answer_number(anna, ben, 3)
    async with run_server(store=store, seed="after", make=SlowGame) as server:
        await trio.sleep(150)
        assert code_of(anna) in server.lobby.rooms
        assert not {code_of(player) for player in longer} & set(server.lobby.rooms)
        await server.lobby.recovery.over.wait()
        assert len(server.lobby.rooms) == 4


async def test_a_code_that_is_still_to_come_back_is_not_given_away(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SlowStore()
    (one, *_) = await three_tables(store)
    codes = iter([code_of(one), make_code(b"anything")])
    async with run_server(store=store, seed="after") as server:
        monkeypatch.setattr("facedown_server.room.lobby.make_code", lambda entropy: next(codes))
        zoe = await server.connect("Zoe")
        await zoe.do(CreateTable(QUIET))
        assert code_of(zoe) != code_of(one)


# --- what cannot be restored --------------------------------------------------------------------------------


async def test_a_damaged_table_is_set_aside_and_the_others_go_on(
    autojump_clock: MockClock, capsys: pytest.CaptureFixture[str]
) -> None:
    """Otherwise one damaged log keeps the whole server from starting."""

    class TornStore(MemoryStore):
        torn = ""

        async def read_match(self, log: str) -> StoredLog:
            if log == self.torn:
                raise TableDamaged("what was kept is damaged")
            return await super().read_match(log)

    store = TornStore()
    one, two, three = await three_tables(store)
    strange = store.kept[code_of(one)]
    chess = msgspec.structs.replace(strange.settings, format="chess")
    store.kept["ABC-234"] = msgspec.structs.replace(strange, code="ABC-234", settings=chess, log="")
    store.torn = store.kept[code_of(one)].log
    row = store.rows[store.kept[code_of(two)].log][-1]
    store.rows[row.log][-1] = msgspec.structs.replace(row, body="nonsense")
    async with run_server(store=store, seed="after") as server:
        await wait_all_tasks_blocked()
        assert set(server.lobby.rooms) == {code_of(three)}
        assert set(server.lobby.recovery.aside) == {code_of(one), code_of(two), "ABC-234"}
        lost = await server.back(one)
        assert lost.last(Refused).words == SET_ASIDE
        assert (await server.back(three)).asked.kind == "turn"
    assert len(await store.tables()) == 4, "they may come back yet"
    assert capsys.readouterr().out.count("a table was set aside") == 3


class UnreachableStore(MemoryStore):
    """A store whose database cannot be reached so many times."""

    times = 0

    async def table(self, code: str) -> tuple[StoredTable, tuple[ChatLine, ...]]:
        if self.times:
            self.times -= 1
            raise StoreFailed("the connection was ended")
        return await super().table(code)


class SharedOwnership:
    """The ownership of tables where several servers share a database: this one owns every table at epoch 1,
    until it is `ousted`.
    """

    name, addresses, known, is_draining, can_send, elsewhere = "one", (), (), False, True, ()
    ousted = False

    def epoch(self, code: str) -> int:
        return int(not self.ousted)

    def rows(self) -> tuple[()]:
        return ()

    async def locate_table(self, code: str) -> None:
        """Find no place."""


async def test_a_table_of_a_shared_database_that_cannot_be_reached_now_comes_back(
    autojump_clock: MockClock,
) -> None:
    """Seen to fail: one connection ended during the read, and the table was unreachable until a restart."""
    store, shared = UnreachableStore(), SharedOwnership()
    async with run_server(store=store) as server:
        object.__setattr__(server.lobby.server, "service", shared)
        await store.store_table(StoredTable(code="AAA-222", settings=QUIET))
        await store.store_table(StoredTable(code="AAA-333", settings=QUIET))
        store.times = 3
        await server.lobby.recover_table("AAA-222")
        assert ([*server.lobby.rooms], server.lobby.recovery.aside, store.times) == (["AAA-222"], {}, 0)
        store.times, shared.ousted = 100, True
        await server.lobby.recover_table("AAA-333")
        assert ([*server.lobby.rooms], server.lobby.recovery.aside, store.times) == (["AAA-222"], {}, 99)
        assert "AAA-333" not in server.lobby.recovery


async def test_whose_coming_back_cannot_be_stored_is_sent_away_to_come_again(
    autojump_clock: MockClock,
) -> None:
    """Seen to fail: they were informed that it had failed, and did not retry."""

    class FullStore(MemoryStore):
        full = False

        async def store_table(self, table: StoredTable) -> None:
            if self.full:
                raise StoreFailed("the connection was ended")
            await super().store_table(table)

    store = FullStore()
    async with run_server(store=store) as server:
        first, _ = await begin_duel(server)
        await first.hang_up()
        store.full = True
        again = await server.back(first)
        assert again.closed is not None
        assert (again.closed.code, again.closed.reason) == (RECONNECT_CLOSE_CODE, NOT_STORED)
        assert again.all(Refused) == []
        store.full = False
        assert (await server.back(first)).view == first.view


class ChangedGame(CountingGame):
    """Another engine: it takes 3 for 1."""

    def _answer(self, seat: Seat, key: str) -> Iterator[Frame]:
        yield from super()._answer(seat, "say:1" if key == "say:3" else key)


async def test_another_engine_finishes_what_comes_out_the_same_and_nothing_else(
    autojump_clock: MockClock,
) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        first, other = await begin_duel(server)
        await answer_number(first, other, 3)
        apart, _ = await begin_duel(server)
    async with run_server(store=store, seed="after", make=ChangedGame) as server:
        await wait_all_tasks_blocked()
        assert set(server.lobby.rooms) == {code_of(apart)}
        assert "does not come out as it was played" in server.lobby.recovery.aside[code_of(first)]
    async with run_server(store=store, seed="mended") as server:
        assert (await server.back(first)).count == 3


async def test_the_log_says_how_many_tables_are_still_to_come(autojump_clock: MockClock) -> None:
    class SlowReadingStore(MemoryStore):
        async def read_match(self, log: str) -> StoredLog:
            await trio.sleep(PROGRESS_INTERVAL_S)
            return await super().read_match(log)

    store = SlowReadingStore()
    async with run_server(store=store, seed="before") as server:
        for _ in range(3):
            await begin_duel(server)
    with capture_logs() as lines:
        async with run_server(store=store, seed="after") as server:
            await server.lobby.recovery.over.wait()
    told = [(line["event"], line["tables"]) for line in lines if "tables" in line]
    assert told == [
        *(("tables are being restored", left) for left in (3, 2, 1)), ("all tables are restored", 3)
    ]  # fmt: skip


async def test_a_table_comes_back_though_those_who_asked_first_went_away(autojump_clock: MockClock) -> None:
    """Seen to fail: all later clients waited for ever."""
    store, scope = HoldingStore(), trio.CancelScope()
    async with run_server(store=store) as server, trio.open_nursery() as nursery:
        await server.lobby.recovery.over.wait()
        await store.store_table(StoredTable(code="AAA-222", settings=QUIET))
        store.held["AAA-222"] = trio.Event()

        async def ask() -> None:
            with scope:
                await server.lobby.recover_table("AAA-222")

        nursery.start_soon(ask)
        await wait_all_tasks_blocked()
        nursery.start_soon(server.lobby.recovery.wait_until_recovered, "AAA-222")
        await wait_all_tasks_blocked()
        scope.cancel()
        await wait_all_tasks_blocked()
        store.held["AAA-222"].set()
        await wait_all_tasks_blocked()
        assert [*server.lobby.rooms] == ["AAA-222"]


class HoldingStore(MemoryStore):
    """A store that reads the tables of `held` once their event is set."""

    def __init__(self) -> None:
        super().__init__()
        self.held: dict[str, trio.Event] = {}

    async def table(self, code: str) -> tuple[StoredTable, tuple[ChatLine, ...]]:
        if code in self.held:
            await self.held[code].wait()
        return await super().table(code)


async def test_of_many_tables_that_change_hands_the_ones_asked_for_come_first(
    autojump_clock: MockClock,
) -> None:
    store = HoldingStore()
    codes = ["AAA-222", "AAA-333", "AAA-444", "AAA-555", "AAA-666", "AAA-777"]
    async with run_server(store=store) as server, trio.open_nursery() as nursery:
        await server.lobby.recovery.over.wait()
        for code in codes:
            await store.store_table(StoredTable(code=code, settings=QUIET))
            store.held[code] = trio.Event()
        for code in codes:
            nursery.start_soon(server.lobby.recover_table, code)
        await wait_all_tasks_blocked()
        nursery.start_soon(server.lobby.recovery.wait_until_recovered, codes[-1])
        await wait_all_tasks_blocked()
        store.held[codes[-1]].set()
        await wait_all_tasks_blocked()
        assert [*server.lobby.rooms] == [codes[-1]]
        for held in store.held.values():
            held.set()
        await wait_all_tasks_blocked()
        assert sorted(server.lobby.rooms) == codes
