"""Finding, opening and listing tables, and access to them: codes, links, passwords."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.room.lobby import LIST_INTERVAL_S, WAITING_NOTICE_INTERVAL_S
from facedown_server.room.server_context import GUESS_DELAY_S
from facedown_server.service.admin import GAUGES
from facedown_server.service.nodes.membership import TablePlace
from facedown_shared.network.links import parse_link
from facedown_shared.protocol.messages import (
    Chat,
    Concede,
    CreateTable,
    JoinTable,
    Leave,
    ListTables,
    LobbyRow,
    Moved,
    Ping,
    Pong,
    Ready,
    Seated,
    Settings,
    Tables,
    Watch,
)
from facedown_shared.text.errors import Code
from tests.server.tables import QUIET, Player, begin, begin_duel, code_of, run_server, secret_of

HIDDEN = Settings(listed=False, pace="off")
LOCKED = Settings(password="sesame", pace="off")


async def listed_tables(player: Player) -> list[tuple[str, str]]:
    await trio.sleep(2 * LIST_INTERVAL_S)
    await wait_all_tasks_blocked()
    return [(row.host, row.stage) for row in player.last(Tables).rows]


# --- the list -----------------------------------------------------------------------------------------------


async def test_the_list_follows_the_tables(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        eve = await server.connect("Eve")
        await eve.do(ListTables())
        assert eve.last(Tables).rows == ()
        anna = await server.host("Anna")
        assert await listed_tables(eve) == [("Anna", "gathering")]
        ben = await server.guest(anna)
        await begin(anna, ben)
        assert await listed_tables(eve) == [("Anna", "duel")]
        assert server.lobby.gauges() == {"tables": 1, "matches": 1, "players": 2, "spectators": 0}
        assert server.lobby.gauges().keys() <= GAUGES.keys()
        await anna.do(Leave())
        await ben.do(Leave())
        assert await listed_tables(eve) == []


async def test_hidden_tables_are_in_no_list(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(practice=1)) as server:
        anna = await server.host("Anna", HIDDEN)
        await server.host("Ben", Settings(opponent="bot"))
        cleo = await server.host("Cleo", LOCKED)
        (row,) = server.lobby.open_rows()
        assert (row.code, row.locked) == (code_of(cleo), True)
        assert server.lobby.describe(code_of(anna)) is None
        described = server.lobby.describe(row.code.lower())
        assert described
        assert described.host == row.host
        assert server.lobby.describe("ZZZ-ZZZ") is None


async def test_a_change_of_the_list_is_told_to_those_who_asked(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        calls: list[int] = []
        server.lobby.on_change.append(lambda: calls.append(len(server.lobby.open_rows())))
        eve = await server.connect("Eve")
        await server.host()
        await trio.sleep(1)
        assert calls == [1]
        assert eve.all(Tables) == []


async def test_many_changes_make_few_lists(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        eve = await server.connect("Eve")
        await eve.do(ListTables())
        for name in ("A1", "B2", "C3", "D4", "E5"):
            await server.host(name)
        assert len(await listed_tables(eve)) == 5
        assert len(eve.all(Tables)) <= 3


# --- opening ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings", [Settings(format="go-fish"), Settings(format="GOAT"), Settings(best_of=2)]
)
async def test_a_setting_nobody_knows_is_refused(autojump_clock: MockClock, settings: Settings) -> None:
    async with run_server() as server:
        anna = await server.host(settings=settings)
        assert anna.refusal is Code.BAD_SETTING
        assert server.lobby.rooms == {}


async def test_a_server_has_room_for_so_many_tables(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(tables=2)) as server:
        await server.host("Anna")
        await server.host("Ben")
        cleo = await server.host("Cleo")
        assert cleo.refusal is Code.SERVER_FULL


async def test_one_address_opens_so_many_tables(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(tables_per_address=1)) as server:
        anna = await server.host("Anna")
        ben = await server.host("Ben")
        assert ben.refusal is Code.SERVER_FULL
        elsewhere = await server.connect("Cleo", peer="192.0.2.2")
        await elsewhere.do(CreateTable())
        assert elsewhere.stage == "gathering"
        await anna.do(Leave())
        await ben.do(CreateTable())
        assert ben.stage == "gathering"


async def test_one_who_is_at_a_table_first_leaves_it(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host()
        for message in (CreateTable(), JoinTable(code_of(anna)), ListTables()):
            await anna.do(message)
            assert anna.refusal is Code.NOT_NOW


# --- access -------------------------------------------------------------------------------------------------


async def test_the_host_gets_links_and_nobody_else(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host()
        ben = await server.guest(anna)
        sid = await server.spectator(anna)
        assert anna.seated
        for who, role in (("opponent", "seat"), ("spectator", "watch")):
            ((label, text),) = anna.seated.links[who]
            link = parse_link(text)
            assert (label, link.role, link.code) == ("here", role, code_of(anna))
        for player in (ben, sid):
            assert player.seated
            assert player.seated.links == {}
        assert sid.seated
        assert sid.seated.token == ""


async def test_a_listed_table_opens_to_its_code(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host()
        ben = await server.connect("Ben")
        await ben.do(JoinTable(code_of(anna).lower().replace("-", "")))
        sid = await server.connect("Sid")
        await sid.do(Watch(code_of(anna)))
        assert (ben.seat, sid.seat) == (1, -1)


async def test_a_hidden_table_opens_to_a_link_alone(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host(settings=HIDDEN)
        thief = await server.connect("Thief")
        for message in (
            JoinTable(code_of(anna)),
            Watch(code_of(anna)),
            JoinTable(code_of(anna), "guessed"),
            JoinTable(code_of(anna), secret_of(anna, "spectator")),
            Watch(code_of(anna), secret_of(anna, "opponent")),
        ):
            await thief.do(message)
            assert thief.refusal is Code.NO_SUCH_TABLE
        ben = await server.guest(anna)
        sid = await server.spectator(anna)
        assert (ben.seat, sid.seat) == (1, -1)


async def test_a_password_is_asked_for_unless_there_is_a_link(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host(settings=LOCKED)
        ben = await server.connect("Ben")
        for password in ("", "open"):
            await ben.do(JoinTable(code_of(anna), password=password))
            assert ben.refusal is Code.WRONG_PASSWORD
        await ben.do(JoinTable(code_of(anna), password="sesame"))
        came = ben.last(Seated)
        assert (came.locked, came.clock, came.pace) == (True, LOCKED.clock, "off"), "it says how it is played"
        assert ben.seat == 1
        assert (await server.spectator(anna)).stage == "gathering"


async def test_passwords_are_not_guessed(autojump_clock: MockClock) -> None:
    """After wrong guesses every answer to their address is late, and only the slow hash is refused."""
    late = GUESS_DELAY_S + 0.1
    async with run_server(bounds=Bounds(guess_burst=3, guess_rate=0.1)) as server:
        anna = await server.host(settings=LOCKED)
        thief = await server.connect("Thief", peer="198.51.100.1")
        for number in range(3):
            await thief.do(JoinTable(code_of(anna), password=str(number)))
            assert thief.refusal is Code.WRONG_PASSWORD
        heard = len(thief.heard)
        await thief.do(JoinTable(code_of(anna), password="sesame"))
        assert len(thief.heard) == heard
        await trio.sleep(late)
        assert thief.refusal is Code.TOO_FAST, "the hash is not computed for who has guessed so often"
        ben = await server.connect("Ben", peer="198.51.100.2")
        await ben.do(JoinTable(code_of(anna), password="sesame"))
        assert ben.seat == 1
        neighbour = await server.connect("Neighbour", peer="198.51.100.1")
        await neighbour.do(Watch(code_of(anna), password="sesame"))
        await trio.sleep(late)
        assert neighbour.stage == "gathering", "who knows it comes in, only later"


async def test_one_address_does_not_seal_many_passwords_at_once(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(lock_burst=2, lock_rate=0.1)) as server:
        for number in range(3):
            anna = await server.host(f"Anna {number}", LOCKED)
            assert anna.refusal is (Code.TOO_FAST if number == 2 else None)
        await anna.do(CreateTable(QUIET))
        assert anna.stage == "gathering", "without a password there is nothing to seal"
        ben = await server.connect("Ben", peer="198.51.100.2")
        await ben.do(CreateTable(LOCKED))
        assert ben.stage == "gathering", "another address has its own"
        await trio.sleep(11)
        cleo = await server.host("Cleo", LOCKED)
        assert cleo.stage == "gathering"


async def test_a_taken_seat_is_taken(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host()
        await server.guest(anna, "Ben")
        cleo = await server.guest(anna, "Cleo")
        assert cleo.refusal is Code.SEAT_TAKEN


async def test_a_table_that_is_not_there(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.connect("Anna")
        for code in ("ZZZ-ZZZ", "nonsense", "0OI1L!"):
            await anna.do(JoinTable(code))
            assert anna.refusal is Code.NO_SUCH_TABLE


async def test_a_finished_table_is_closed_after_a_while(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, QUIET)
        await first.do(Concede())
        for player in (first, other):
            await player.hang_up()
        await trio.sleep(server.lobby.bounds.over_closes + 1)
        assert server.lobby.rooms == {}


# --- a table that moves to another server -------------------------------------------------------------------


class AskedService:
    """A service in which locating a table takes a while."""

    name, addresses, is_draining, can_send = "one", (), False, True

    def __init__(self) -> None:
        self.is_known = trio.Event()

    def epoch(self, code: str) -> int:
        return 1

    def rows(self) -> tuple[LobbyRow, ...]:
        return ()

    async def locate_table(self, code: str) -> TablePlace | None:
        await self.is_known.wait()
        return TablePlace(2, "two", "http://two.test:1", alive=True)


async def test_no_refusal_and_no_echo_overtakes_where_a_table_has_gone(autojump_clock: MockClock) -> None:
    """Seen to fail: a player got "You are not at a table.", and an echo after a chat message that was never
    sent, so that it was not sent at the next server either.
    """
    async with run_server() as server:
        anna, service = await server.host(), AskedService()
        ben, code = await server.guest(anna), code_of(anna)
        object.__setattr__(server.lobby.server, "service", service)
        heard = len(ben.heard)
        server.lobby.release_table(code)
        await ben.do(Chat("hello"), Ping(7), Ready())
        await trio.sleep(10 * WAITING_NOTICE_INTERVAL_S)
        assert set(ben.heard[heard:]) == {Pong(0)}, "this server is there, and has nothing to say yet"
        service.is_known.set()
        await wait_all_tasks_blocked()
        first = next(message for message in ben.heard[heard:] if message != Pong(0))
        assert first == Moved("http://two.test:1", code, 2)
