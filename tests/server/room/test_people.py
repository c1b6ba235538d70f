"""Coming, going, coming back, and talking."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from server.room.bounds import Bounds
from server.room.people import LEAST_GRACE
from server.store.memory import MemoryStore
from shared.errors import Code
from shared.messages import (
    Answer,
    Chat,
    Clock,
    Ended,
    JoinTable,
    Kick,
    Leave,
    Propose,
    Resume,
    Settings,
    Talk,
    Watch,
    Whole,
)
from tests.server.tables import QUIET, Player, begin, code_of, secret_of, serving, started

TIMED = Settings(pace="off", clock=Clock(60))


def present(player: Player) -> list[bool]:
    assert player.table is not None
    return [seat.present for seat in player.table.seats]


def overdue(player: Player) -> list[int]:
    assert player.table is not None
    return [number for number, seat in enumerate(player.table.seats) if seat.overdue]


def spectators(player: Player) -> tuple[str, ...]:
    assert player.table is not None
    return player.table.spectators


# --- losing the connection and coming back ------------------------------------------------------------------


async def test_a_lost_connection_keeps_the_seat_and_is_told(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        await first.hang_up()
        assert present(other)[first.seat] is False
        assert "has lost the connection" in other.note
        assert other.stage == "duel"


async def test_who_comes_back_can_act_at_once(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        ask = first.asked
        await first.hang_up()
        again = await server.back(first)
        assert again.seat == first.seat
        assert again.asked == ask
        assert again.view == first.view
        assert [note.kind for note in again.last(Whole).log] == ["turn"]
        assert present(other) == [True, True]
        assert other.note.endswith("is back.")
        await again.pick("say", 3)
        await other.pick("pass")
        assert again.count == 3


async def test_what_happened_meanwhile_is_in_the_view(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        await other.hang_up()
        await first.pick("say", 3)
        again = await server.back(other)
        assert [note.kind for note in again.last(Whole).log] == ["turn", "said"]
        await again.pick("pass")
        assert first.count == again.count == 3


async def test_a_token_dies_when_its_successor_is_first_used(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, _ = await started(server)
        assert first.seated
        old = first.seated.token
        await first.hang_up()
        lost = await server.back(first)
        again = await server.back(first)
        assert again.seat == first.seat, "the answer with the successor was lost: the old one still opens"
        third = await server.back(again)
        assert third.seat == first.seat
        late = await server.connect("Late")
        await late.do(Resume(old))
        assert late.refusal is Code.WRONG_TOKEN
        assert lost.seated
        await late.do(Resume(lost.seated.token))
        assert late.refusal is Code.WRONG_TOKEN


async def test_the_newer_of_two_clients_has_the_seat(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        newer = await server.back(first)
        assert "another connection" in first.last(Ended).reason
        assert newer.asked.kind == "turn"
        assert newer.table == other.table
        assert present(other) == [True, True]
        await first.do(Answer(newer.asked.ask, (0,)))
        assert first.refusal is Code.NOT_NOW
        await first.hang_up()
        assert present(other) == [True, True]


async def test_a_token_is_durable_before_it_is_told(autojump_clock: MockClock) -> None:
    from server.room.seats import redeem

    async with serving() as server:
        first, _ = await started(server)
        again = await server.back(first)
        table, _ = await server.store.table(code_of(first))
        keys = table.chairs[first.seat].keys
        for player in (first, again):
            assert player.seated
            assert redeem(keys, player.seated.token) is not None


async def test_tokens_are_not_guessed(autojump_clock: MockClock) -> None:
    async with serving(bounds=Bounds(guess_burst=3)) as server:
        anna = await server.host()
        thief = await server.connect("Thief")
        codes = []
        for number in range(4):
            await thief.do(Resume(f"{code_of(anna)}.{number}"))
            codes.append(thief.refusal)
        assert codes == [Code.WRONG_TOKEN] * 3 + [Code.TOO_FAST]
        await thief.do(Resume("ZZZ-ZZZ.1"))
        assert thief.refusal is Code.NO_SUCH_TABLE


# --- leaving ------------------------------------------------------------------------------------------------


async def test_leaving_a_running_match_is_giving_it_up(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server, Settings(pace="off", best_of=3))
        await first.do(Leave())
        assert first.last(Ended).reason == "You have left the table."
        assert other.stage == "over"
        assert other.view
        assert other.view.result == f"{other.seat} conceded"
        late = await server.connect("Late")
        assert first.seated
        await late.do(Resume(first.seated.token))
        assert late.refusal is Code.WRONG_TOKEN


async def test_who_waits_for_too_long_may_leave_without_losing(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        await first.hang_up()
        await trio.sleep(server.lobby.bounds.grace + 1)
        assert "may claim the win" in other.note
        assert overdue(other) == [first.seat]
        sid = await server.connect("Sid")
        await sid.do(Watch(code_of(other)))
        await other.do(Leave())
        assert sid.stage == "over"
        assert "no result" in sid.note
        assert sid.view
        assert sid.view.result == ""


async def test_who_comes_back_in_time_is_waited_for_again(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        await first.hang_up()
        await trio.sleep(server.lobby.bounds.grace + 1)
        await server.back(first)
        await other.do(Leave())
        (room,) = server.lobby.rooms.values()
        assert room.course.play
        assert str(room.course.play.match.result()) == f"{first.seat} concede"


@pytest.mark.parametrize(("what", "result"), [("win", "{} concede"), ("void", "abandoned")])
async def test_who_waits_chooses_what_becomes_of_the_match(
    autojump_clock: MockClock, what: str, result: str
) -> None:
    store = MemoryStore()
    async with serving(store=store) as server:
        first, other = await started(server, Settings(pace="off", best_of=3))
        await other.do(Propose(what))
        assert other.refusal is Code.NOT_NOW, "nobody is away"
        await first.hang_up()
        await trio.sleep(server.lobby.bounds.grace - 1)
        await other.do(Propose(what))
        assert other.refusal is Code.NOT_NOW, "the grace is not over"
        await trio.sleep(2)
        await other.do(Propose(what))
        assert other.stage == "over"
        assert "did not come back" in other.note
        (log,) = store.logs.values()
        assert log.result == result.format(other.seat)


async def test_waiting_is_a_choice_too_and_nothing_is_forced(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server, TIMED)
        await first.hang_up()
        await trio.sleep(50 * 60)
        assert other.stage == "duel"
        again = await server.back(first)
        assert overdue(other) == []
        await other.do(Propose("win"))
        assert other.refusal is Code.NOT_NOW
        await again.pick("say", 1)
        assert other.asked.kind == "response"


async def test_the_grace_runs_instead_of_the_clock(autojump_clock: MockClock) -> None:
    """Without it a minute without a network is a minute off the clock, and that alone loses the duel."""
    async with serving() as server:
        first, other = await started(server, TIMED)
        await trio.sleep(10)
        await first.hang_up()
        assert other.table
        assert other.table.ticking == -1
        await trio.sleep(100)
        again = await server.back(first)
        assert again.table
        assert (again.table.ticking, again.table.seats[first.seat].clock) == (first.seat, 50.0)
        await trio.sleep(51)
        assert again.stage == "over", "time counts again once the player is back"


async def test_every_absence_draws_on_the_same_grace(autojump_clock: MockClock) -> None:
    """With a fresh grace each time, pulling the plug again and again would stop the clock for ever."""
    async with serving() as server:
        first, other = await started(server, TIMED)
        for _ in range(2):
            await first.hang_up()
            await trio.sleep(server.lobby.bounds.grace / 2 - 1)
            first = await server.back(first)
            assert overdue(other) == []
        await first.hang_up()
        await trio.sleep(LEAST_GRACE - 1)
        assert overdue(other) == []
        await trio.sleep(2)
        assert overdue(other) == [first.seat]


async def test_a_seat_left_before_the_match_is_free(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna = await server.host()
        ben = await server.guest(anna)
        await ben.do(Leave())
        assert anna.table
        assert anna.table.seats[1].name == ""
        cleo = await server.guest(anna, "Cleo")
        assert cleo.seat == 1


async def test_when_the_host_leaves_the_other_is_host(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        await anna.do(Leave())
        assert ben.table
        assert ben.table.host == "Ben"
        assert ben.seated
        cleo = await server.connect("Cleo")
        await cleo.do(JoinTable(code_of(ben), secret_of(ben, "opponent")))
        assert cleo.seat == 0
        again = await server.back(ben)
        assert again.seat == 1


async def test_a_newcomer_after_a_match_sees_nothing_of_it(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        await first.do(Leave())
        cleo = await server.connect("Cleo")
        await cleo.do(JoinTable(code_of(other)))
        assert cleo.stage == "gathering"
        assert cleo.all(Whole) == []
        begins = await begin(other, cleo)
        assert begins.asked.kind == "turn"
        assert cleo.count == 0


async def test_a_table_without_players_is_closed(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna = await server.host()
        sid = await server.spectator(anna)
        await anna.do(Leave())
        assert "no player is left" in sid.last(Ended).reason
        assert server.lobby.rooms == {}


@pytest.mark.parametrize(("playing", "patience"), [(False, "grace"), (True, "abandoned_closes")])
async def test_an_abandoned_table_is_closed_after_a_while(
    autojump_clock: MockClock, playing: bool, patience: str
) -> None:
    async with serving() as server:
        if playing:
            players = await started(server)
        else:
            anna = await server.host()
            players = (anna, await server.guest(anna))
        for player in players:
            await player.hang_up()
        wait = getattr(server.lobby.bounds, patience)
        await trio.sleep(min(wait, server.lobby.bounds.empty_closes) - 1)
        assert len(server.lobby.rooms) == 1
        await trio.sleep(wait + 1)
        assert server.lobby.rooms == {}
        assert await server.store.unfinished() == []


# --- spectators, names, the host ----------------------------------------------------------------------------


async def test_spectators_are_seen_and_names_differ(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna = await server.host("Anna")
        one = await server.spectator(anna, "Anna")
        two = await server.spectator(anna, "anna")
        assert spectators(anna) == ("Anna (2)", "anna (3)")
        await one.do(Leave())
        assert spectators(two) == ("anna (3)",)


async def test_a_table_has_room_for_so_many_spectators(autojump_clock: MockClock) -> None:
    async with serving(bounds=Bounds(spectators=1)) as server:
        anna = await server.host()
        await server.spectator(anna, "Sid")
        sue = await server.spectator(anna, "Sue")
        assert sue.refusal is Code.TABLE_FULL


async def test_spectators_only_watch(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        sid = await server.connect("Sid")
        await sid.do(Watch(code_of(first)))
        await sid.do(Answer(first.asked.ask, (0,)))
        assert sid.refusal is Code.NOT_ALLOWED
        assert other.count == 0


async def test_the_host_sends_people_away(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        sid = await server.spectator(anna, "Sid")
        await ben.do(Kick("Sid"))
        assert ben.refusal is Code.NOT_ALLOWED
        await anna.do(Kick("Nobody"))
        assert anna.refusal is Code.NOT_OFFERED
        for name, player in (("Sid", sid), ("Ben", ben)):
            await anna.do(Kick(name))
            assert "sent you away" in player.last(Ended).reason
        assert anna.table
        assert anna.table.seats[1].name == ""
        await ben.do(JoinTable(code_of(anna), secret_of(anna, "opponent")))
        assert ben.refusal is Code.NOT_ALLOWED


async def test_no_player_is_sent_away_from_a_running_match(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        await begin(anna, ben)
        await anna.do(Kick("Ben"))
        assert anna.refusal is Code.NOT_NOW


# --- talking ------------------------------------------------------------------------------------------------


async def test_who_comes_reads_what_was_said(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna = await server.host(settings=QUIET)
        ben = await server.guest(anna)
        sid = await server.spectator(anna, "Sid")
        await anna.do(Chat("good luck"))
        await begin(anna, ben)
        await sid.do(Chat("he has the charm"))
        sue = await server.spectator(anna, "Sue")
        again = await server.back(ben)
        assert [said.text for said in sue.last(Talk).lines] == ["good luck", "he has the charm"]
        assert [said.text for said in again.last(Talk).lines] == ["good luck"]


async def test_players_are_heard_by_everybody(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna = await server.host()
        ben = await server.guest(anna)
        sid = await server.spectator(anna)
        await anna.do(Chat(" hello\x07\u202e there "))
        assert anna.lines == ben.lines == sid.lines == ["hello there"]
        await anna.do(Chat("\u200b"))
        assert len(ben.lines) == 1


async def test_spectators_are_not_heard_by_players_during_a_match(autojump_clock: MockClock) -> None:
    async with serving() as server:
        anna = await server.host(settings=QUIET)
        ben = await server.guest(anna)
        sid, sue = await server.spectator(anna, "Sid"), await server.spectator(anna, "Sue")
        await sid.do(Chat("good luck"))
        await begin(anna, ben)
        await sid.do(Chat("he has the charm"))
        await anna.do(Leave())
        await sid.do(Chat("well played"))
        assert ben.lines == ["good luck", "well played"]
        assert sue.lines == ["good luck", "he has the charm", "well played"]
