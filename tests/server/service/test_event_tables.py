"""Tables on screen of an event: they open by themselves, for their two players alone, and report once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from facedown_server.events.event_access import open_file
from facedown_server.events.export import event_json
from facedown_server.events.rules.acts import EventLogRow, MatchFinished, RoundPaired, Score, Undone
from facedown_server.service import event_tables
from facedown_shared.protocol.messages import (
    Concede,
    FromServer,
    GetReplay,
    Kick,
    Leave,
    Ready,
    ReplayFile,
    Resume,
    TableInfo,
)
from facedown_shared.protocol.seating import JoinTable
from facedown_shared.replay.reading import parse_head
from facedown_shared.tables import PUBLIC_CLASS_INDEX
from facedown_shared.text import words
from tests import postgresql
from tests.postgresql import database_of
from tests.reliability.processes import HeadlessClient, find_prompted_client
from tests.server.events.live.event_room import NEWS_TIMEOUT_S, EventPage, EventRoom, event_room


async def wait_for(condition: Callable[[], object]) -> None:
    """Wait until a condition about an event holds."""
    with trio.fail_after(NEWS_TIMEOUT_S):
        while not condition():  # noqa: ASYNC110  # nothing signals that a table has opened
            await trio.sleep(0.02)


async def wait_for_both(client: HeadlessClient) -> list[str]:
    """Wait until both players are at a client's table, and return their names."""

    def present() -> bool:
        table = client.model.table
        return table is not None and all(seat.present for seat in table.seats)

    await client.wait_until(present)
    assert client.model.table is not None
    return [seat.name for seat in client.model.table.seats]


class ReplayReader(HeadlessClient):
    """Someone with the link of a public replay."""

    data = b""

    async def handle(self, message: FromServer) -> None:
        """Take the replay."""
        if isinstance(message, ReplayFile):
            self.data = message.data


async def refusal_of(client: HeadlessClient) -> str:
    """Wait until a client is refused something, and return the ID of the sentence."""
    await client.wait_until(lambda: client.model.refusal)
    assert client.model.refusal is not None
    return client.model.refusal.words.id


def table_of(client: HeadlessClient) -> TableInfo:
    """Return what a client knows of its table."""
    assert client.model.table is not None
    return client.model.table


async def pair_on_screen(organizer: EventPage, *settings: str) -> None:
    """Pair a round at tables on screen."""
    for line in ("set tables classic", "set best-of 1", *settings):
        assert "Changed." in await organizer.type(line)
    await organizer.type("next")


def sit(room: EventRoom, player: int) -> HeadlessClient:
    """Return a client that opens a player's seat by the link on the player's page."""
    code, key = room.event.seat_path(player).removeprefix("/t/").split("#back=")
    one = HeadlessClient("anyone", room.port, Resume(f"{code}.{key}"))
    room.nursery.start_soon(one.run)
    return one


async def test_a_round_on_screen_is_played_and_counted_once(tmp_path: Path) -> None:
    """The players sit down under their names, and the referee's result is the table's."""
    async with (
        event_room(tmp_path) as room,
        room.organizer() as organizer,
        room.phone("Anna") as anna,
        room.phone("Ben"),
    ):
        await pair_on_screen(organizer, "set minutes 30")
        await anna.shows("table", "To the table")
        both = [sit(room, 1), sit(room, 2)]
        for one in both:
            assert sorted(await wait_for_both(one)) == ["Anna", "Ben"]
            one.visit.send(Ready())
        await (await find_prompted_client(*both)).pick()
        await find_prompted_client(*both)
        both[0].visit.send(Concede(match=True))
        await anna.shows("result", "Result: lost 0 : 1")
        (table,) = room.event.state.rounds[0].pairings
        assert table.result is not None
        assert table.result.source == "referee"
        assert not room.event.seat_path(1)
        assert table.result.replay
        await organizer.type("finish")
        path = f"/replay#replay={table.result.replay}"
        await anna.until(lambda: path in anna.parts["standings"])
        (pairing,) = json.loads(event_json(room.event.state))["rounds"][0]["pairings"]
        assert pairing["replay"] == path
        reader = ReplayReader("Sid", room.port, GetReplay(table.result.replay))
        room.nursery.start_soon(reader.run)
        await reader.wait_until(lambda: reader.data)
        assert parse_head(reader.data).sides == (PUBLIC_CLASS_INDEX,)
        room.nursery.cancel_scope.cancel()
    rows = room.event.course.rows
    assert sum(isinstance(row.act, MatchFinished) for row in rows) == 1


@postgresql.needed
async def test_a_table_in_a_shared_database_opens_and_opens_again(tmp_path: Path) -> None:
    """Its code stays in the list of owners when the operator closes it."""
    async with (
        event_room(tmp_path, database=database_of(tmp_path)) as room,
        room.organizer("Anna", "Ben") as organizer,
    ):
        await pair_on_screen(organizer)
        await wait_for(lambda: room.event.open_tables)
        both = [sit(room, 1), sit(room, 2)]
        assert sorted(await wait_for_both(both[0])) == ["Anna", "Ben"]
        room.nursery.cancel_scope.cancel()


async def test_no_player_takes_the_opponents_seat_away(tmp_path: Path) -> None:
    """Seen to fail: who came first was host, kicked the opponent, took that seat too and conceded there. A
    seat that its player left for a moment was free for all.
    """
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben") as organizer:
        await pair_on_screen(organizer)
        await wait_for(lambda: room.event.open_tables)
        anna, ben = sit(room, 1), sit(room, 2)
        assert sorted(await wait_for_both(anna)) == ["Anna", "Ben"]
        anna.visit.send(Kick("Ben"))
        ben.visit.send(Kick("Anna"))
        assert [await refusal_of(one) for one in (anna, ben)] == ["host_only"] * 2
        ben.visit.send(Leave())
        await anna.wait_until(lambda: not all(seat.present for seat in table_of(anna).seats))
        eve = HeadlessClient("Eve", room.port, JoinTable(next(iter(room.event.open_tables.values()))))
        room.nursery.start_soon(eve.run)
        assert await refusal_of(eve) == "seats_taken"
        assert sorted(await wait_for_both(sit(room, 2))) == ["Anna", "Ben"]
        room.nursery.cancel_scope.cancel()


async def test_a_new_link_opens_no_seat_that_is_in_use(tmp_path: Path) -> None:
    """Before: an organizer who played made a new link for the opponent and read that hand."""
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben") as organizer:
        await pair_on_screen(organizer)
        await wait_for(lambda: room.event.open_tables)
        anna, ben = sit(room, 1), sit(room, 2)
        assert sorted(await wait_for_both(anna)) == ["Anna", "Ben"]
        assert room.event.seat_path(2)
        await organizer.type("link Ben")
        assert not room.event.seat_path(2)
        ben.visit.link.close()
        await anna.wait_until(lambda: not all(seat.present for seat in table_of(anna).seats))
        assert room.event.seat_path(2), "the phone is dead: the new one goes on"
        room.nursery.cancel_scope.cancel()


async def test_a_game_by_hand_has_tables_on_screen(tmp_path: Path) -> None:
    """Seen to fail: they were opened with a clock, which no table by hand has."""
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben") as organizer:
        await pair_on_screen(organizer, "set tables fab")
        await wait_for(lambda: room.event.open_tables or room.event.table_trouble)
        assert not room.event.table_trouble
        both = [sit(room, 1), sit(room, 2)]
        assert sorted(await wait_for_both(both[0])) == ["Anna", "Ben"]
        room.nursery.cancel_scope.cancel()


async def test_a_fault_with_an_events_tables_ends_no_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: an event whose tables could not be opened ended the server, and again at each start."""
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben") as organizer:
        monkeypatch.setattr(event_tables, "MIN_BANK_S", None)
        await pair_on_screen(organizer)
        monkeypatch.undo()
        assert "3 players" in await organizer.type("add Chiara")
        await wait_for(lambda: room.event.open_tables)
        room.nursery.cancel_scope.cancel()


async def test_tables_open_once_and_again_after_a_restart(tmp_path: Path) -> None:
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben", "Chiara", "Dominik") as organizer:
        await pair_on_screen(organizer)
        await wait_for(lambda: len(room.event.open_tables) == 2)
        codes, path = dict(room.event.open_tables), room.event.seat_path(1)
        room.nursery.cancel_scope.cancel()
    async with event_room(tmp_path) as room:
        await wait_for(lambda: len(room.event.open_tables) == 2)
        assert room.event.open_tables == codes
        assert room.event.seat_path(1) == path
        room.nursery.cancel_scope.cancel()


async def test_the_tables_of_a_pairing_that_was_undone_close_at_the_next_start(tmp_path: Path) -> None:
    """Before: a server that was killed between the undo and the closing left them open."""
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben") as organizer:
        await pair_on_screen(organizer)
        await wait_for(lambda: room.event.open_tables)
        (code,) = room.event.open_tables.values()
        path = room.path
        room.nursery.cancel_scope.cancel()
    file = open_file(path)
    (row,) = [number for number, one in enumerate(file.course.rows) if isinstance(one.act, RoundPaired)]
    file.append(EventLogRow(file.course.rows[-1].at_s, "organizer", Undone(row)))
    async with event_room(tmp_path) as room:
        await wait_for(room.lobby.recovery.over.is_set)
        await wait_for(lambda: code not in room.lobby.rooms)
        assert not room.event.open_tables
        room.nursery.cancel_scope.cancel()


async def test_a_result_is_entered_from_the_journal_though_its_table_was_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match was stored, and the event's row was not: the table is gone then."""
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben") as organizer:
        await pair_on_screen(organizer)
        await wait_for(lambda: room.event.open_tables)
        (code,) = room.event.open_tables.values()
        both = [sit(room, 1), sit(room, 2)]
        for one in both:
            await wait_for_both(one)
            one.visit.send(Ready())
        await (await find_prompted_client(*both)).pick()
        await find_prompted_client(*both)
        with monkeypatch.context() as missing:
            missing.setattr(event_tables, "match_result", lambda state, room: None)
            both[0].visit.send(Concede(match=True))
            await both[1].wait_until(lambda: table_of(both[1]).stage == "over")
            first = room.lobby.rooms[code]
            await first.close(words("closed_by_operator"))
        await wait_for(lambda: room.event.state.rounds[0].is_complete)
        room.nursery.cancel_scope.cancel()
    (finished,) = [row.act for row in room.event.course.rows if isinstance(row.act, MatchFinished)]
    assert (finished.score, finished.outcome) == (Score(0, 1), "two")


async def test_a_table_that_the_operator_closed_opens_again(tmp_path: Path) -> None:
    """Seen to fail: phones showed its dead link until the server was restarted."""
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben") as organizer:
        await pair_on_screen(organizer)
        await wait_for(lambda: room.event.open_tables)
        (code,) = room.event.open_tables.values()
        first = room.lobby.rooms[code]
        await first.close(words("closed_by_operator"))
        await wait_for(lambda: room.lobby.rooms.get(code) not in (None, first))
        await wait_for(lambda: room.event.seat_path(1))
        both = [sit(room, 1), sit(room, 2)]
        assert sorted(await wait_for_both(both[0])) == ["Anna", "Ben"]
        room.nursery.cancel_scope.cancel()


async def test_the_tables_of_an_undone_round_close(tmp_path: Path) -> None:
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben") as organizer:
        await pair_on_screen(organizer)
        await wait_for(lambda: room.event.open_tables)
        first = set(room.event.open_tables.values())
        await organizer.type("undo yes")
        await wait_for(lambda: not room.event.open_tables)
        await organizer.type("next")
        await wait_for(lambda: room.event.open_tables)
        assert not first & set(room.event.open_tables.values())
        room.nursery.cancel_scope.cancel()
