"""Joining, leaving, reconnecting, and chat."""

from __future__ import annotations

import msgspec
import trio
from trio.testing import MockClock

from facedown_server.network.crowd.bans import FIRST_CLOSURE_S
from facedown_server.network.crowd.quotas import Bounds
from facedown_shared.cards.facts import Facts, bundled_pool
from facedown_shared.protocol.messages import (
    Answer,
    AtTable,
    Chat,
    Clock,
    Concede,
    CreateTable,
    Ended,
    Hello,
    JoinTable,
    Kick,
    Leave,
    Printed,
    Prompt,
    Resume,
    Settings,
    Talk,
    UseDeck,
    Watch,
    Whole,
)
from facedown_shared.text.errors import Code
from tests.server.tables import (
    QUIET,
    Player,
    answer_number,
    begin,
    begin_duel,
    code_of,
    run_server,
    secret_of,
)


def present(player: Player) -> list[bool]:
    assert player.table is not None
    return [seat.present for seat in player.table.seats]


def spectators(player: Player) -> tuple[str, ...]:
    assert player.table is not None
    return player.table.spectators


# --- losing the connection and reconnecting -----------------------------------------------------------------


async def test_a_lost_connection_keeps_the_seat_and_is_told(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await first.hang_up()
        assert present(other)[first.seat] is False
        assert "has lost the connection" in other.note
        assert other.stage == "duel"


async def test_who_comes_back_can_act_at_once(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        ask = first.asked
        await first.hang_up()
        again = await server.back(first)
        assert again.seat == first.seat
        assert again.asked == ask
        assert again.view == first.view
        assert [note.kind for note in again.last(Whole).log] == ["turn"]
        assert present(other) == [True, True]
        assert other.note.endswith("has reconnected.")
        await again.pick("say", 3)
        await other.pick("pass")
        assert again.count == 3


async def test_texts_of_a_prompt_for_siding_come_with_it_after_a_restart_of_the_client(
    autojump_clock: MockClock,
) -> None:
    cards = tuple(Facts(code=900_000_000 + one, name=f"Ember {one}", kinds=("monster",)) for one in range(40))
    async with run_server(pool=bundled_pool().joined_with(cards)) as server:
        anna = await server.connect()
        await anna.do(Hello("Anna", language="en"), CreateTable(Settings(pace="off", best_of=3)))
        ben = await server.guest(anna)
        await anna.do(UseDeck("\n".join(str(facts.code) for facts in cards)))
        await begin(anna, ben)
        assert len(anna.last(Printed).facts) == len(cards)
        await anna.do(Concede())
        ask = anna.asked
        assert len(anna.all(Printed)) == 1  # it has the texts
        await anna.hang_up()
        assert anna.seated is not None
        again = await server.connect()
        await again.do(Hello("Anna", language="en"), Resume(anna.seated.token))
        assert again.asked == ask
        assert ask.kind == "side"
        assert again.last(Printed).facts == cards
        kinds = [type(message) for message in again.heard]
        assert kinds.index(Printed) < kinds.index(Prompt)


async def test_what_happened_meanwhile_is_in_the_view(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await other.hang_up()
        await first.pick("say", 3)
        again = await server.back(other)
        assert [note.kind for note in again.last(Whole).log] == ["turn", "said"]
        await again.pick("pass")
        assert first.count == again.count == 3


async def test_a_token_dies_when_its_successor_is_first_used(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, _ = await begin_duel(server)
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
    async with run_server() as server:
        first, other = await begin_duel(server)
        newer = await server.back(first)
        assert "another connection" in str(first.last(Ended).reason)
        assert newer.asked.kind == "turn"
        assert newer.table == other.table
        assert present(other) == [True, True]
        await first.do(Answer(newer.asked.ask, (0,)))
        assert first.refusal is Code.NOT_NOW
        await first.hang_up()
        assert present(other) == [True, True]


async def test_a_token_is_durable_before_it_is_told(autojump_clock: MockClock) -> None:
    from facedown_server.room.people.seats import redeem

    async with run_server() as server:
        first, _ = await begin_duel(server)
        again = await server.back(first)
        table, _ = await server.store.table(code_of(first))
        keys = table.seats[first.seat].keys
        for player in (first, again):
            assert player.seated
            assert redeem(keys, player.seated.token) is not None


async def test_tokens_are_not_guessed(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(guess_burst=3)) as server:
        anna = await server.host()
        thief = await server.connect("Thief")
        codes = []
        for number in range(4):
            await thief.do(Resume(f"{code_of(anna)}.{number}"))
            codes.append(thief.refusal)
        assert codes == [Code.WRONG_TOKEN] * 3 + [Code.TOO_FAST]
        await thief.do(Resume("ZZZ-ZZZ.1"))
        assert thief.refusal is Code.TOO_FAST, "nor whether a table is there"
        assert (await server.back(anna)).seat == 0, "what is right is taken, however often others guess"


# --- spectators, names, the host ----------------------------------------------------------------------------


async def test_spectators_are_seen_and_names_differ(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna")
        one = await server.spectator(anna, "Anna")
        two = await server.spectator(anna, "anna")
        assert spectators(anna) == ("Anna (2)", "anna (3)")
        await one.do(Leave())
        assert spectators(two) == ("anna (3)",)


async def test_a_table_has_room_for_so_many_spectators(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(spectators=1)) as server:
        anna = await server.host()
        await server.spectator(anna, "Sid")
        sue = await server.spectator(anna, "Sue")
        assert sue.refusal is Code.TABLE_FULL


async def test_spectators_only_watch(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        sid = await server.connect("Sid")
        await sid.do(Watch(code_of(first)))
        await sid.do(Answer(first.asked.ask, (0,)))
        assert sid.refusal is Code.NOT_ALLOWED
        assert other.count == 0


async def test_the_host_sends_people_away(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        sid = await server.spectator(anna, "Sid")
        await ben.do(Kick("Sid"))
        assert ben.refusal is Code.NOT_ALLOWED
        await anna.do(Kick("Nobody"))
        assert anna.refusal is Code.NOT_OFFERED
        for name, player in (("Sid", sid), ("Ben", ben)):
            await anna.do(Kick(name))
            assert "kicked you" in str(player.last(Ended).reason)
        assert anna.table
        assert anna.table.seats[1].name == ""
        await ben.do(JoinTable(code_of(anna), secret_of(anna, "opponent")))
        assert ben.refusal is Code.NOT_ALLOWED


async def test_a_player_whose_connection_is_lost_is_sent_away_for_good(autojump_clock: MockClock) -> None:
    """Seen to fail: no ban followed, so that the player came back under the same name."""
    async with run_server() as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        await ben.hang_up()
        await anna.do(Kick("Ben"))
        again = await server.connect("Ben")
        await again.do(JoinTable(code_of(anna), secret_of(anna, "opponent")))
        assert again.refusal is Code.NOT_ALLOWED
        await again.do(Watch(code_of(anna)))
        assert again.refusal is Code.NOT_ALLOWED


async def test_a_spectator_who_has_left_is_kicked_for_good(autojump_clock: MockClock) -> None:
    """Seen to fail: who insulted the players and dropped the connection could not be banned."""
    async with run_server() as server:
        anna = await server.host("Anna")
        for name, departs in (("Sid", Player.hang_up), ("Sue", lambda one: one.do(Leave()))):
            rude = await server.spectator(anna, name)
            await departs(rude)
            assert spectators(anna) == ()
            await anna.do(Kick(name))
            assert anna.refusal is None
            assert anna.note == f"{name} was kicked by the host."
            again = await server.spectator(anna, name)
            assert again.refusal is Code.NOT_ALLOWED


async def test_only_the_latest_departed_spectators_are_remembered(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(barred=2)) as server:
        anna = await server.host("Anna")
        for name in ("One", "Two", "Three"):
            await (await server.spectator(anna, name)).hang_up()
        for name, refusal in (("Two", None), ("One", Code.NOT_OFFERED)):
            await anna.do(Kick(name))
            assert anna.refusal is refusal


async def test_of_names_sent_away_the_oldest_are_forgotten(autojump_clock: MockClock) -> None:
    """Seen to fail without the limit: what is stored of a table grew with each kick."""
    async with run_server(bounds=Bounds(barred=2)) as server:
        anna = await server.host("Anna")
        for name in ("One", "Two", "Three"):
            await server.spectator(anna, name)
            await anna.do(Kick(name))
            await trio.sleep(5 * FIRST_CLOSURE_S)  # others at the table have the same address
        refusals = [(await server.spectator(anna, name)).refusal for name in ("One", "Two", "Three")]
        assert refusals == [None, Code.NOT_ALLOWED, Code.NOT_ALLOWED]


async def test_no_player_is_sent_away_from_a_running_match(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        await begin(anna, ben)
        await anna.do(Kick("Ben"))
        assert anna.refusal is Code.NOT_NOW


# --- chat ---------------------------------------------------------------------------------------------------


async def test_who_comes_reads_what_was_said(autojump_clock: MockClock) -> None:
    async with run_server() as server:
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
    async with run_server() as server:
        anna = await server.host()
        ben = await server.guest(anna)
        sid = await server.spectator(anna)
        await anna.do(Chat(" hello\x07\u202e there "))
        assert anna.lines == ben.lines == sid.lines == ["hello there"]
        await anna.do(Chat("\u200b"))
        assert len(ben.lines) == 1


async def test_spectators_are_not_heard_by_players_during_a_match(autojump_clock: MockClock) -> None:
    async with run_server() as server:
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


# --- names of spectators ------------------------------------------------------------------------------------


async def test_names_of_spectators_go_out_when_one_comes_or_goes(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, msgspec.structs.replace(QUIET, clock=Clock(300)))
        host = first if first.seat == 0 else other
        sid = await server.spectator(host)
        told = len(sid.all(AtTable))
        await answer_number(first, other, 1)
        later = sid.all(AtTable)[told:]
        assert later
        assert all(each.same_spectators and not each.table.spectators for each in later)
        assert spectators(sid) == spectators(first) == ("Sid",)
        tom = await server.spectator(host, "Tom")
        assert spectators(tom) == spectators(sid) == spectators(other) == ("Sid", "Tom")
        assert not tom.last(AtTable).same_spectators
        await sid.hang_up()
        assert spectators(tom) == spectators(first) == ("Tom",)
