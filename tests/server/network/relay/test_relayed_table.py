"""A relay sends what any spectator is sent: the same bytes, early or late, near or far."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.service.admin import GAUGES
from facedown_server.service.config import Config
from facedown_server.storage.restrictions import Restriction
from facedown_shared.protocol.gestures import Move
from facedown_shared.protocol.messages import (
    AtTable,
    Chat,
    Concede,
    CreateTable,
    Crowd,
    DropReplay,
    Ended,
    GetReplay,
    GetTable,
    GetView,
    JoinTable,
    Kick,
    Leave,
    ListTables,
    LobbyRow,
    Opened,
    Pledge,
    Refused,
    Resume,
    Said,
    Settings,
    Tables,
    Talk,
    ToServer,
    Update,
    Watch,
    Whole,
)
from facedown_shared.tables.zones import Place
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.server.counting import CountingGame
from tests.server.network.relay.chains import Door, door_of, relay_at
from tests.server.room.people.test_rights import FORBIDDEN
from tests.server.room.requests.test_line_requests import begin_free, hand
from tests.server.tables import (
    QUIET,
    Player,
    Server,
    answer_number,
    begin_duel,
    code_of,
    run_server,
    secret_of,
)

FAR = "198.51.100.9"
"""An IP address of strangers."""

ABROAD = "another edition"
"""The card facts of a client with an edition other than ours."""


def views(player: Player, since: int = 0) -> list[bytes]:
    """Return the bytes of every View and patch that a client was sent."""
    pairs = zip(player.raw[since:], player.heard[since:], strict=True)
    return [data for data, message in pairs if isinstance(message, Whole | Update)]


def names(player: Player) -> tuple[str, ...]:
    assert player.table is not None
    return player.table.spectators


async def duel(server: Server, settings: Settings = QUIET) -> tuple[Player, Player, Player]:
    """Begin a duel; return its host, the player who is first to act, and the other."""
    first, other = await begin_duel(server, settings)
    return (first if first.seat == 0 else other), first, other


async def wait() -> None:
    """Wait until changes of names have reached all relays."""
    await trio.sleep(5)
    await wait_all_tasks_blocked()


# --- Views --------------------------------------------------------------------------------------------------


async def test_behind_two_relays_the_bytes_are_the_same(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, other = await duel(server)
        async with relay_at(door, host) as near, relay_at(near, host) as far:
            sid = await door.spectator(host, "Sid")
            early = [await near.spectator(host, "Nea"), await far.spectator(host, "Fay")]
            await answer_number(first, other, 3)
            late = [await near.spectator(host, "Lea"), await far.spectator(host, "Lou")]
            direct = await door.spectator(host, "Dan")
            await answer_number(other, first, 1)
            assert sid.view is not None
            for each in early:
                assert views(each) == views(sid)
            for each in late:
                assert views(each) == views(direct)
                assert each.view == direct.view == sid.view
                assert each.all(Pledge) == direct.all(Pledge) != []
            await wait()
            assert {names(each) for each in (*early, *late, direct, sid, first)} == {names(first)}
            assert sorted(names(first)) == ["Dan", "Fay", "Lea", "Lou", "Nea", "Sid"]


async def test_card_facts_are_told_as_a_client_has_them(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        first, other = await begin_free(server)
        host = first if first.seat == 0 else other
        async with relay_at(door, host) as near, relay_at(near, host) as far:
            direct = [await door.spectator(host, "Home"), await door.spectator(host, "Abroad", cards=ABROAD)]
            behind = [await far.spectator(host, "Hana"), await far.spectator(host, "Abel", cards=ABROAD)]
            assert first.view is not None
            for handle in hand(first)[:3]:
                await first.do(Move((handle,), (Place(first.view.viewer, "graveyard"),)))
            for one, its_like in zip(behind, direct, strict=True):
                assert len(views(one)) > 3
                assert views(one) == views(its_like)
                await one.do(GetView())
                await its_like.do(GetView())
                assert one.raw[-1] == its_like.raw[-1]
            assert views(direct[0]) != views(direct[1])


async def test_what_is_opened_after_the_match_is_told_to_late_ones_too(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, _other = await duel(server)
        async with relay_at(door, host) as near:
            nea = await near.spectator(host, "Nea")
            await first.do(Concede())
            late, direct = await near.spectator(host, "Lea"), await door.spectator(host, "Dan")
            assert nea.last(Opened) == late.last(Opened) == direct.last(Opened)
            assert nea.stage == late.stage == "over"
            assert nea.note == direct.note


async def test_a_table_that_has_not_begun_shows_nothing_of_the_last_match(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, other = await duel(server)
        async with relay_at(door, host) as near:
            guest = other if host is first else first
            await guest.do(Concede(match=True), Leave())
            cleo = await server.guest(host, "Cleo")
            late, direct = await near.spectator(host, "Lea"), await door.spectator(host, "Dan")
            assert late.view is direct.view is None
            assert [*late.all(Opened), *late.all(Pledge)] == []
            assert cleo.stage == late.stage == "gathering"


async def test_a_slow_reader_gets_one_whole_view(autojump_clock: MockClock) -> None:
    bounds = Bounds(message_burst=1_000)
    async with (
        run_server(make=lambda: CountingGame(goal=1_000), bounds=bounds) as server,
        door_of(server) as door,
    ):
        host, first, other = await duel(server)
        async with relay_at(door, host, slow=True) as near:
            nea, slow = await near.spectator(host, "Nea"), await near.connect("Slow", reads=False)
            await slow.do(Watch(code_of(host), secret_of(host, "spectator")))
            for _ in range(150):
                await answer_number(first, other, 1)
                await answer_number(other, first, 1)
            near.nursery.start_soon(slow.read)
            await wait_all_tasks_blocked()
            assert nea.count == slow.count == first.count == 300
            assert slow.view == nea.view
            assert len(views(slow)) < len(views(nea))
            await answer_number(first, other, 3)
            assert slow.view == nea.view
            assert slow.count == 303


# --- chat ---------------------------------------------------------------------------------------------------


async def test_talk_goes_up_and_down_the_tree(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, other = await duel(server)
        async with relay_at(door, host) as near, relay_at(near, host) as far, relay_at(near, host) as wide:
            sid, nea = await door.spectator(host, "Sid"), await near.spectator(host, "Nea")
            fay, wim = await far.spectator(host, "Fay"), await wide.spectator(host, "Wim")
            await fay.do(Chat("from far"))
            await nea.do(Chat("from near"))
            await sid.do(Chat("from here"))
            await wait_all_tasks_blocked()
            for each in (sid, nea, fay, wim):
                assert [(said.name, said.text) for said in each.all(Said)] == [
                    ("Fay", "from far"), ("Nea", "from near"), ("Sid", "from here"),
                ]  # fmt: skip
            assert first.lines == other.lines == []
            late = await wide.spectator(host, "Lea")
            assert late.last(Talk).lines == tuple(sid.all(Said))


async def test_too_much_talk_is_refused_to_those_who_said_it(autojump_clock: MockClock) -> None:
    tight = Bounds(relay_chat_rate=0.01, relay_chat_burst=2)
    async with run_server(bounds=tight) as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with relay_at(door, host) as near, relay_at(near, host) as far:
            nea, fay = await near.spectator(host, "Nea"), await far.spectator(host, "Fay")
            await fay.do(Chat("one"), Chat("two"), Chat("three"))
            await wait_all_tasks_blocked()
            assert nea.lines == ["one", "two"]
            assert fay.last(Refused) == Refused(Code.TOO_FAST, words("too_much_talk"))
            assert nea.all(Refused) == []


async def test_names_are_distinct_at_the_whole_table(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, _other = await duel(server)
        async with relay_at(door, host) as near, relay_at(near, host) as far:
            for each in (near, far, near):
                await each.spectator(host, "Anna")
            await wait()
            assert sorted(names(first)) == ["Anna (2)", "Anna (3)", "Anna (4)"]


async def test_who_comes_and_goes_is_told_once_a_second_at_most(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, _other = await duel(server)
        async with relay_at(door, host) as near:
            nea = await near.spectator(host, "Nea")
            await trio.sleep(5)
            told, begun = len(nea.heard), trio.current_time()
            crowd = []
            for number in range(40):
                crowd.append(
                    await near.spectator(host, f"Guest {chr(65 + number)}", peer=f"192.0.2.{number}")
                )
                await trio.sleep(0.1)
            for each in crowd[:20]:
                await each.hang_up()
                await trio.sleep(0.1)
            await wait()
            seconds = trio.current_time() - begun
            news = [each for each in nea.heard[told:] if isinstance(each, AtTable)]
            assert len(news) <= seconds + 1
            assert all(each.same_spectators and not each.table.spectators for each in news)
            assert len(names(nea)) == 21
            assert set(names(nea)) == set(names(first))


# --- access -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wish", FORBIDDEN, ids=lambda wish: type(wish).__name__)
async def test_what_only_players_do_is_refused_as_by_the_server(
    autojump_clock: MockClock, wish: ToServer
) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, _other = await duel(server)
        async with relay_at(door, host) as near:
            nea, sid = await near.spectator(host, "Nea"), await door.spectator(host, "Sid")
            heard = len(first.heard)
            await nea.do(wish)
            await sid.do(wish)
            assert isinstance(nea.heard[-1], Refused)
            assert nea.heard[-1].code in (Code.NOT_ALLOWED, Code.NOT_NOW)
            assert nea.heard[-1] == sid.heard[-1]
            assert len(first.heard) == heard


@pytest.mark.parametrize("listed", [True, False], ids=["listed", "not listed"])
@pytest.mark.parametrize("password", ["", "sesame"], ids=["open", "locked"])
async def test_links_and_passwords_open_what_they_open_at_the_server(
    autojump_clock: MockClock, *, listed: bool, password: str
) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server, Settings(pace="off", listed=listed, password=password))
        code, secret = code_of(host), secret_of(host, "spectator")
        async with relay_at(door, host) as near:
            answered: list[tuple[object, ...]] = []
            for wish in (
                Watch(code, secret), Watch(code), Watch(code, "x" * 20), Watch("222-222"),
                Watch("222-222", secret), Watch(code, password="wrong"),
                Watch(code, secret_of(host, "opponent")),
            ):  # fmt: skip
                answers = []
                for at in (near, door):
                    one = await at.connect("Somebody", peer=f"192.0.2.{len(answered) + 10}")
                    await one.do(wish)
                    answers.append(one.refusal)
                answered.append((wish, *answers))
            assert [row[1] for row in answered] == [row[2] for row in answered]
            assert near.relay is not None
            rows = (await relayed_tables(near)).rows
            assert rows == (await relayed_tables(door)).rows
            assert bool(rows) is listed


async def relayed_tables(door: Door) -> Tables:
    one = await door.connect("Lou")
    await one.do(ListTables())
    return one.last(Tables)


async def test_a_relay_that_came_by_a_password_asks_for_it(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server, Settings(pace="off", password="sesame"))
        async with relay_at(door, host, secret="", password="sesame") as near:
            one = await near.connect("One")
            await one.do(Watch(code_of(host)))
            assert one.refusal is Code.WRONG_PASSWORD
            await one.do(Watch(code_of(host), password="sesame"))
            assert one.view is not None


async def test_guesses_are_limited_by_address(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server, Settings(pace="off", listed=False))
        async with relay_at(door, host) as near:
            thief, friend = await near.connect("Thief"), await near.connect("Friend", peer="198.51.100.2")
            codes = []
            for number in range(7):
                await thief.do(Watch(code_of(host), f"guess-{number}"))
                codes.append(thief.refusal)
            assert codes == [Code.NO_SUCH_TABLE] * 5 + [Code.TOO_FAST] * 2
            await friend.do(Watch(code_of(host), "another guess"))
            assert friend.refusal is Code.NO_SUCH_TABLE


async def test_nobody_plays_at_a_relay(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with relay_at(door, host) as near:
            one = await near.connect("One")
            for wish in (
                CreateTable(), JoinTable(code_of(host), secret_of(host, "opponent")), GetTable(code_of(host)),
                Resume(f"{code_of(host)}.{'x' * 32}"), DropReplay("x" * 30),
            ):  # fmt: skip
                await one.do(wish)
                assert one.last(Refused).words == words("only_watched_here")
            await one.do(GetReplay("x" * 30))
            assert one.refusal is Code.NO_SUCH_TABLE
            await one.do(Chat("hello"))
            assert one.last(Refused).words == words("at_no_table")


async def test_who_is_sent_away_behind_a_relay_is_out_and_stays_out(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with relay_at(door, host) as near, relay_at(near, host) as far:
            nea, fay, eve = [
                await each.spectator(host, name) for each, name in ((near, "Nea"), (far, "Fay"), (far, "Eve"))
            ]
            await wait()
            await host.do(Kick("Eve"))
            await wait()
            assert eve.last(Ended).reason == words("sent_you_away")
            assert fay.all(Ended) == nea.all(Ended) == []
            assert set(names(fay)) == set(names(host)) == {"Nea", "Fay"}
            for each in (far, near, door):
                again = await each.spectator(host, "EVE")
                assert again.last(Refused) == Refused(Code.NOT_ALLOWED, words("sent_away_by_host"))
            async with relay_at(near, host) as later:
                again = await later.spectator(host, "eve")
                assert again.refusal is Code.NOT_ALLOWED
            await host.do(Kick("Nobody"))
            assert host.refusal is Code.NOT_OFFERED


async def test_who_has_left_behind_relays_is_kicked_for_good(autojump_clock: MockClock) -> None:
    """Seen to fail: a person behind a relay who had left could not be banned, and returned under any name."""
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with (
            relay_at(door, host, by_link=True) as near,
            relay_at(near, host, by_link=True) as far,
        ):
            eve = await far.spectator(host, "Eve", peer="9.9.9.9")
            fay = await far.spectator(host, "Fay")
            await wait()
            await eve.hang_up()
            await wait()
            assert set(names(host)) == {"Fay"}
            await host.do(Kick("Eve"))
            assert host.refusal is None
            await wait()
            for each in (far, near, door):
                for name, peer in (("Eve", FAR), ("Zed", "9.9.9.9")):
                    again = await each.spectator(host, name, peer=peer)
                    assert again.last(Refused) == Refused(Code.NOT_ALLOWED, words("sent_away_by_host"))
            assert fay.all(Ended) == []


async def test_a_muted_address_is_muted_behind_relays_until_that_is_lifted(autojump_clock: MockClock) -> None:
    """Seen to fail: only names were muted behind a relay."""
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)

        async def restrict(*restrictions: Restriction) -> None:
            assert server.lobby.server.moderation.replace(restrictions)
            await server.lobby.apply_bans()
            await wait()

        await restrict(Restriction("mute", "9.9.9.9"))
        async with (
            relay_at(door, host, by_link=True) as near,
            relay_at(near, host, by_link=True) as far,
        ):
            people = [
                await each.spectator(host, name, peer=peer)
                for each, name, peer in (
                    (near, "Nea", "9.9.9.9"), (far, "Fay", "9.9.9.9"),
                    (near, "Sid", "9.9.9.8"), (far, "Sue", FAR),
                )
            ]  # fmt: skip
            muted = Refused(Code.NOT_ALLOWED, words("muted_by_operator"))
            for lifted in (False, True):
                for one in people:
                    await one.do(Chat("hello"))
                    await wait()
                refusals = [one.all(Refused) for one in people]
                assert refusals == [[muted], [muted], [], []]
                await restrict(*(() if lifted else (Restriction("ban", "Zed"),)))
            assert people[1].lines[-4:] == ["hello"] * 4
            await restrict(Restriction("mute", "9.9.9.8", int(server.world.wall().timestamp()) + 60))
            await people[2].do(Chat("again"))
            assert people[2].all(Refused) == [muted]


async def test_a_relay_is_not_banned_for_what_a_relay_below_announces(autojump_clock: MockClock) -> None:
    """Seen to fail: a banned name with a mark that the server removes counted as announced by the honest
    relay.
    """
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with relay_at(door, host) as near:
            sid, _eve = await near.spectator(host, "Sid"), await near.spectator(host, "Eve", peer=FAR)
            await wait()
            await host.do(Kick("Eve"))
            await wait()
            rogue = await near.connect("rogue", peer="198.51.100.10")
            await rogue.do(Watch(code_of(host), secret_of(host, "spectator"), relay=True))
            for number in range(1, 13):
                if rogue.closed is None and not rogue.all(Ended):
                    await rogue.do(Crowd(come=((number, "\u0363Eve"),)))
                await wait()
            assert rogue.last(Ended).reason == words("relay_repeats_barred")
            assert sid.all(Ended) == [], "the relay between them is still there"


async def test_sending_away_somebody_called_relay_sends_no_relay_away(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with relay_at(door, host) as near:
            await door.spectator(host, "relay")
            await wait()
            await host.do(Kick("relay"))
            await door.cut()
            await wait()
            async with relay_at(near, host) as far:
                fay = await far.spectator(host, "Fay")
                assert fay.view is not None


async def test_as_many_may_watch_as_it_may_have_connections(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        config = Config(connections=300)
        async with relay_at(door, host, config=config) as near:
            assert near.relay is not None
            assert near.relay.bounds.spectators == 300 > server.lobby.bounds.spectators


async def test_leaving_and_coming_again(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with relay_at(door, host) as near:
            nea = await near.spectator(host, "Nea")
            await nea.do(Leave())
            assert nea.last(Ended).reason == words("you_have_left")
            await wait()
            assert names(host) == ()
            await nea.do(Watch(code_of(host), secret_of(host, "spectator")))
            await wait()
            assert names(host) == ("Nea",)
            assert nea.view is not None


@pytest.mark.parametrize("by_link", [False, True])
async def test_only_so_many_relays_and_spectators_fit(by_link: bool, autojump_clock: MockClock) -> None:
    bounds = Bounds(relays=1, crowd=2) if by_link else Bounds(relays=1, crowd_per_relay=2)
    async with run_server(bounds=bounds) as server, door_of(server) as door:
        host, first, _other = await duel(server)
        async with relay_at(door, host, by_link=by_link) as near:
            second = await door.connect("relay")
            secret = secret_of(host, "relay" if by_link else "spectator")
            await second.do(Watch(code_of(host), secret, relay=True))
            assert second.refusal is Code.TABLE_FULL
            people = [await near.spectator(host, name) for name in ("One", "Two", "Three")]
            await wait()
            assert names(first) == ("One", "Two")
            assert people[2].last(Ended).reason == words("no_room_for_spectators")


# --- outages upstream ---------------------------------------------------------------------------------------


async def test_after_an_interruption_without_news_nobody_is_shown_anything(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, other = await duel(server)
        async with relay_at(door, host) as near, relay_at(near, host) as far:
            fay, sid = await far.spectator(host, "Fay"), await door.spectator(host, "Sid")
            await answer_number(first, other, 3)
            mark = len(fay.heard)
            await door.cut()
            assert fay.last(Said).words == words("relay_lost")
            await fay.do(Chat("anybody?"))
            assert fay.last(Refused) == Refused(Code.NOT_NOW, words("relay_alone"))
            await wait()
            assert fay.last(Said).words == words("relay_back")
            assert views(fay, mark) == []
            await answer_number(other, first, 1)
            assert fay.view == sid.view
            assert views(fay, mark) == views(sid)[-len(views(fay, mark)) :]
            await wait()
            assert set(names(fay)) == set(names(first)) == {"Fay", "Sid"}


async def test_after_an_interruption_with_news_there_is_one_whole_view(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, first, other = await duel(server)
        async with relay_at(door, host) as near, relay_at(near, host) as far:
            fay = await far.spectator(host, "Fay")
            late_for = fay.count
            door.shut = True
            await door.cut()
            mark = len(fay.heard)
            await answer_number(first, other, 3)
            await trio.sleep(30)
            early = await near.spectator(host, "Eli")
            assert early.count == fay.count == late_for
            door.shut = False
            await trio.sleep(30)
            direct = await door.spectator(host, "Dan")
            assert views(fay, mark)[0] == views(direct)[0]
            assert fay.view == early.view == direct.view
            await answer_number(other, first, 1)
            assert fay.view == early.view == direct.view


async def test_a_table_that_is_over_is_over_for_everybody(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with relay_at(door, host) as near, relay_at(near, host) as far:
            nea, fay = await near.spectator(host, "Nea"), await far.spectator(host, "Fay")
            (room,) = server.lobby.rooms.values()
            await room.close(words("closed_by_operator"))
            await wait()
            assert nea.last(Ended) == fay.last(Ended) == Ended(words("closed_by_operator"))
            for each in (near, far):
                assert each.relay is not None
                assert each.relay.over == words("closed_by_operator")


async def test_one_that_has_gone_meanwhile_is_over_too(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server)
        async with relay_at(door, host) as near:
            nea = await near.spectator(host, "Nea")
            door.shut = True
            await door.cut()
            (room,) = server.lobby.rooms.values()
            await room.close(words("closed_by_operator"))
            door.shut = False
            await wait()
            assert nea.last(Ended) == Ended(words("no_such_table"))


# --- pages and health ---------------------------------------------------------------------------------------


async def test_its_row_and_health(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        host, _first, _other = await duel(server, Settings("genesys", pace="off", point_cap=250))
        async with relay_at(door, host) as near:
            relay = near.relay
            assert relay is not None
            await near.spectator(host, "Nea")
            await wait()
            row = relay.table.row
            assert isinstance(row, LobbyRow)
            assert row == server.lobby.describe(code_of(host))
            assert row.point_cap == 250
            assert relay.find_fault() == ""
            assert relay.gauges()["spectators"] == relay.gauges()["spectators_behind"] == 1
            assert relay.gauges().keys() <= GAUGES.keys()
            await door.cut()
            assert relay.find_fault() != ""
