"""Whole tables in virtual time: two players and spectators with a small referee, over real connections."""

from __future__ import annotations

import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_server.network.crowd.guest import RECONNECT_CLOSE_CODE, Guest
from facedown_shared.decks import decks
from facedown_shared.protocol.codec import decode_from_server
from facedown_shared.protocol.gestures import Move
from facedown_shared.protocol.messages import (
    Answer,
    Chat,
    DeckReport,
    GetView,
    JoinTable,
    Leave,
    Moved,
    Prompt,
    PromptOver,
    Ready,
    Refused,
    Update,
    UseDeck,
    Watch,
    Whole,
)
from facedown_shared.tables.zones import Place
from facedown_shared.text.errors import Code
from tests.server.tables import answer_number, begin, begin_duel, code_of, ready_deck, run_server, secret_of


async def test_two_players_play_to_the_end_and_a_spectator_sees_it(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        sid = await server.spectator(anna, "Sid")
        assert sid.table
        assert (sid.table.code, sid.stage) == (code_of(anna), "gathering")
        assert [seat.name for seat in sid.table.seats] == ["Anna", "Ben"]
        first = await begin(anna, ben)
        other = ben if first is anna else anna
        for _ in range(2):
            await answer_number(first, other, 3)
            await answer_number(other, first, 2)
        assert (anna.stage, anna.count, ben.count, sid.count) == ("over", 10, 10, 10)
        assert sid.view
        assert sid.view.result == f"{other.seat} count"
        assert sid.note == f"{('Anna', 'Ben')[other.seat]} wins the match: count."
        assert sid.table.seats[other.seat].wins == 1


async def test_a_class_gets_a_frame_only_if_its_own_cut_changed(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        before = (len(other.heard), first.version)
        await first.pick("think")
        assert first.asked.back
        await first.do(Answer(first.asked.ask, back=True))
        assert first.asked.kind == "turn"
        assert (len(other.heard), first.version) == before


async def test_everybody_of_a_class_gets_the_same_bytes(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host()
        ben = await server.guest(anna)
        sid, sue = await server.spectator(anna, "Sid"), await server.spectator(anna, "Sue")
        first = await begin(anna, ben)
        await answer_number(first, ben if first is anna else anna, 2)

        def updates(raw: list[bytes]) -> list[bytes]:
            return [data for data in raw if isinstance(decode_from_server(data), Update)]

        assert len(updates(sid.raw)) >= 2
        assert updates(sid.raw) == updates(sue.raw)


async def test_a_late_spectator_sees_everything_public_so_far(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host()
        ben = await server.guest(anna)
        first = await begin(anna, ben)
        await answer_number(first, ben if first is anna else anna, 2)
        sid = await server.spectator(anna)
        whole = sid.last(Whole)
        assert [note.amount for note in whole.log if note.kind == "said"] == [2]
        assert sid.count == 2
        assert sid.table
        assert sid.table.spectators == ("Sid",)


async def test_a_prompt_goes_to_its_seat_alone_and_is_told_when_it_is_over(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host()
        ben = await server.guest(anna)
        sid = await server.spectator(anna)
        first = await begin(anna, ben)
        ask = first.last(Prompt).ask
        await first.pick("say", 1)
        assert first.last(PromptOver).ask == ask
        assert first.prompt is None
        assert sid.all(Prompt) == []
        assert sid.all(PromptOver) == []


async def test_asking_for_the_view_gives_the_whole_of_it(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        _, ben = await begin_duel(server)
        version = ben.version
        await ben.do(GetView())
        assert ben.last(Whole).version == version
        assert ben.last(Whole).view == ben.view


async def test_a_seat_starts_on_a_ready_deck(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host()
        assert anna.table
        assert anna.table.seats[0].deck
        assert anna.table.seats[0].counts == ready_deck(0).counts


async def test_a_deck_is_reported_on(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host()
        await anna.do(UseDeck("ydke://garbage"))
        assert not anna.last(DeckReport).legal
        await anna.do(Ready())
        assert anna.refusal is Code.BAD_DECK
        await anna.do(UseDeck(f"#main\n{ready_deck().main[0]}\n"))
        assert "needs at least 40" in str(anna.last(DeckReport).reasons[0])


async def test_a_new_deck_takes_back_ready(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host()
        ben = await server.guest(anna)
        await anna.do(Ready(), UseDeck(decks.to_ydke(ready_deck(1)), "mine"))
        report = anna.last(DeckReport)
        assert (report.legal, report.total) == (True, sum(ready_deck(1).counts))
        await ben.do(Ready())
        assert anna.stage == "gathering"
        await anna.do(Ready(), Ready(ready=False), Ready())
        assert anna.stage == "order"


async def test_decks_and_ready_are_refused_while_a_duel_runs(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, _ = await begin_duel(server)
        for message in (UseDeck("#main\n1\n"), Ready()):
            await anna.do(message)
            assert anna.refusal is Code.NOT_NOW


async def test_what_is_not_offered_changes_nothing(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        ask = first.last(Prompt).ask
        for answer, code in (
            (Answer(ask, (99,)), Code.NOT_OFFERED),
            (Answer(ask, ()), Code.NOT_OFFERED),
            (Answer(ask, (0, 1)), Code.NOT_OFFERED),
            (Answer(ask, back=True), Code.NOT_OFFERED),
            (Answer(ask + 1, (0,)), Code.OLD_PROMPT),
        ):
            version = other.version
            await first.do(answer)
            assert first.refusal is code
            assert first.last(Refused).ask == answer.ask
            assert other.version == version
        await other.do(Answer(ask, (0,)))
        assert other.refusal is Code.OLD_PROMPT
        await first.pick("say", 2)
        assert other.asked.kind == "response"


async def test_cards_are_moved_by_hand_on_free_tables_alone(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, _ = await begin_duel(server)
        await first.do(Move((1,), (Place(0, "hand"),)))
        assert first.refusal is Code.NOT_ALLOWED


async def test_a_closed_table_says_so_to_those_who_comes_too_late(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host()
        (room,) = server.lobby.rooms.values()
        late = await server.connect("Late")
        late_guest = Guest(late.connection, "Late")
        await anna.do(Leave())
        await room.submit(late_guest, JoinTable(room.code))
        await wait_all_tasks_blocked()
        assert room.closed
        assert late.refusal is Code.TABLE_CLOSED


async def test_one_who_asks_while_a_table_goes_elsewhere_is_told_where_it_is(
    autojump_clock: MockClock,
) -> None:
    """Their messages wait in its inbox meanwhile: no client receives that the table is closed."""
    async with run_server() as server:
        anna = await server.host()
        ben = await server.guest(anna)
        there, goes = Moved("http://b.test:2", code_of(anna), 2), trio.Event()
        room = server.lobby.rooms[code_of(anna)]

        async def give() -> Moved:
            await goes.wait()
            return there

        server.nursery.start_soon(room.hand_over, give)
        sid = await server.connect("Sid")
        await sid.do(Watch(code_of(anna), secret_of(anna, "spectator")))
        await ben.do(Chat("hello"))
        assert len(room.inbox) == 2
        goes.set()
        await wait_all_tasks_blocked()
        for each in (anna, ben, sid):
            assert (each.all(Moved), each.all(Refused)) == ([there], [])


async def test_one_who_asks_while_another_server_takes_a_table_asks_again(autojump_clock: MockClock) -> None:
    """Here the table's place is not known yet."""
    async with run_server() as server:
        anna = await server.host()
        room = server.lobby.rooms[code_of(anna)]
        server.nursery.start_soon(room.hand_over, trio.sleep_forever)
        sid = await server.connect("Sid")
        await sid.do(Watch(code_of(anna), secret_of(anna, "spectator")))
        assert len(room.inbox) == 1
        assert room.depart()
        await wait_all_tasks_blocked()
        assert sid.all(Refused) == []
        assert sid.closed is not None
        assert sid.closed.code == RECONNECT_CLOSE_CODE
