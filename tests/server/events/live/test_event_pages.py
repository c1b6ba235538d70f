"""An evening over real sockets: phones, the organizer and the projector; and what they may not do."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from facedown_server.events.event_access import hold_file, open_file
from facedown_server.events.live import event_pages, live_event
from facedown_server.events.pairing.costs import PairingReply, PairingRequest
from facedown_server.events.rules.acts import OrganizerCalled, PlayerRegistered
from facedown_server.events.rules.faults import IllegalAct
from facedown_server.events.rules.standings import Standing, standings
from facedown_server.events.rules.state import EventState
from facedown_server.network.wire.frames import EVENT_SUBPROTOCOL
from facedown_server.storage.event_rows import EventRows
from facedown_server.storage.restrictions import Restriction
from facedown_server.storage.store import StoreFailed
from facedown_shared.text import BadInput
from tests.server.events.live.event_room import NEWS_TIMEOUT_S, EventRoom, event_room
from tests.server.service.test_app import run_server
from tests.server.serving import player


async def test_a_round_by_phones(tmp_path: Path) -> None:
    """Both enter the same result, and all pages show it."""
    async with (
        event_room(tmp_path) as room,
        room.organizer() as organizer,
        room.page("screen") as screen,
        room.phone("Anna") as anna,
        room.phone("Ben") as ben,
    ):
        await screen.shows("main", "Anna")
        assert (await organizer.type("next")).startswith("Round 1 1 ")
        for page, other in ((anna, "Ben"), (ben, "Anna")):
            await page.shows("table", f"Your table 1 against {other}")
            await page.wait_for_sentence(f"table 1, against {other}")
            assert page.title == "Table 1 – Goat Night"
        await screen.shows("main", "Anna 1")
        await organizer.type("clock")
        await anna.send(do="claim", pairing=1, own=2, other=1)
        await ben.shows("result", "Anna has entered 1 : 2.")
        await ben.send(do="claim", pairing=1, own=0, other=2)
        await anna.shows("result", "You have entered 2 : 1, Ben 2 : 0.")
        await organizer.shows("attention", "has entered")
        await ben.send(do="claim", pairing=1, own=1, other=2)
        await anna.shows("result", "Result: won 2 : 1")
        await ben.shows("result", "Result: lost 1 : 2")
        await screen.shows("main", "1 Anna 3 1-0-0 33.3%")
        await organizer.shows("tables", "All tables are done.")
    state = open_file(tmp_path / "Goat Night.jsonl").course.state
    assert [one.result.source for one in state.rounds[0].pairings if one.result] == ["phones"]


async def test_calling_dropping_and_a_dead_phone(tmp_path: Path) -> None:
    async with event_room(tmp_path) as room, room.organizer("Chiara") as organizer:
        async with room.phone("Anna") as anna:
            await anna.send(do="call")
            await organizer.shows("attention", "Anna calls you.")
            await organizer.type("here #2")
            await organizer.until(lambda: not organizer.parts["attention"])
            assert "Anna has a new link" in await organizer.type("link #2")
            await anna.until(lambda: anna.ended)
            await anna.shows("join", "Your name")
            async with room.page("player", anna.key) as old:
                await old.until(lambda: old.ended)
        fresh = room.event.keys.player_key(room.event.state, 2)
        assert fresh in organizer.answer
        async with room.page("player", fresh) as again:
            await again.shows("head", "Anna")
            await again.send(do="drop")
            await again.shows("table", "You have left the event.")
        await organizer.shows("players", "Anna (dropped)")


async def test_a_player_returns_with_a_name_and_a_number(tmp_path: Path) -> None:
    async with event_room(tmp_path) as room, room.phone("Anna") as anna:
        pin = room.event.state.players[1].pin
        assert pin in anna.parts["leave"]
        async with room.page("player") as other:
            await other.send(do="back", name="Anna", pin="x")
            await other.wait_for_sentence("No player has this name and this number.")
            await other.send(do="back", name="anna ", pin=pin)
            await other.shows("head", "Anna")
            assert other.key == anna.key


async def test_a_number_is_guessed_a_few_times_an_address(tmp_path: Path) -> None:
    """Seen to fail: each player's number could be guessed five times by one address, and then the player was
    refused, too.
    """
    async with event_room(tmp_path) as room, room.phone("Anna"), room.page("player") as guesser:
        pin = room.event.state.players[1].pin
        for one in range(5):
            await guesser.send(do="back", name=f"Player {one}", pin="x")
            await guesser.wait_for_sentence("No player has this name and this number.")
        await guesser.send(do="back", name="Anna", pin="x")
        await guesser.wait_for_sentence("Too many at once")
        assert room.event.find_returning("Anna", pin, "192.0.2.1") == 1, "from an address of her own"


async def test_a_round_is_paired_while_players_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen to fail: with someone coming each time a round was paired, the organizer was refused."""
    async with (
        event_room(tmp_path) as room,
        room.organizer("Anna", "Ben") as organizer,
        trio.open_nursery() as late,
    ):
        pair, entrants = room.event.desk._pair, list[int]()

        async def pair_meanwhile(request: PairingRequest) -> PairingReply:
            entrants.append(len(request.entrants))
            late.start_soon(room.event.register, f"Late {len(entrants)}", f"192.0.2.{len(entrants)}")
            with trio.move_on_after(NEWS_TIMEOUT_S):
                while len(entrants) == 1 and len(room.event.state.players) == 2:  # noqa: ASYNC110
                    await trio.sleep(0.01)
            return await pair(request)

        monkeypatch.setattr(room.event.desk, "_pair", pair_meanwhile)
        assert "Round 1" in await organizer.type("next")
        await organizer.shows("players", "Late 2")
        assert entrants == [2, 3], "who came while it was paired again waited"


async def test_pages_never_show_players_and_standings_of_two_moments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: an undone registration was gone before the standings were made without it. A page that
    was sent news in between met a player that it did not know, and the server ended.
    """
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben") as organizer:
        event, unknown = room.event, list[int]()

        def look(state: EventState) -> tuple[Standing, ...]:
            unknown.extend(row.player for row in event.standings if row.player not in event.state.players)
            return standings(state)

        monkeypatch.setattr(live_event, "standings", look)
        for line in ("next", "1 2 0", "add Chiara", "undo yes"):
            await organizer.type(line)
        assert [row.player for row in event.standings] == [1, 2]
        assert not unknown


async def test_a_fault_of_one_page_ends_its_connection_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: it ended the server."""
    async with event_room(tmp_path) as room, room.organizer() as organizer, room.page("screen") as screen:
        await screen.until(lambda: screen.parts)
        monkeypatch.setattr(event_pages, "screen_parts", lambda context: {}[context])
        assert "1 player" in await organizer.type("add Anna")
        assert "Internal server error" in await screen.closed()
        assert "2 players" in await organizer.type("add Ben")


async def test_a_typed_name_is_no_address_and_looks_like_no_other(tmp_path: Path) -> None:
    """Seen to fail: a ban of the seat's name banned everyone, and a Cyrillic Anna sat at Anna's table."""
    async with event_room(tmp_path) as room, room.phone("Anna"), room.page("player") as page:
        await page.send(do="join", name="0.0.0.0/0")
        await page.wait_for_sentence("name")
        await page.send(do="join", name="\u0410nna")
        await page.shows("head", "(2)")
        assert [player.name for player in room.event.state.players.values()] == ["Anna", "\u0410nna (2)"]


async def test_no_page_does_what_its_link_does_not_allow(tmp_path: Path) -> None:
    async with event_room(tmp_path) as room, room.phone("Anna") as anna:
        async with room.page("organizer", "guessed") as page:
            assert "This link is not valid" in await page.closed()
            assert not page.parts
        for request in (
            {"do": "line", "text": "add Eve"},
            {"do": "join", "name": "Eve"},
            {"do": "show", "event": room.event.keys.code, "role": "organizer"},
        ):
            async with room.page("player", anna.key) as page:
                await page.shows("head", "Anna")
                await page.send(**request)
                assert "no request" in await page.closed()
        async with room.page("screen") as screen:
            await screen.send(do="drop")
            assert "no request" in await screen.closed()
        async with room.page("player") as unknown:
            await unknown.socket.send(b'{"do": "join", "name": "' + b"A" * 5_000 + b'"}')
            assert "no request" in await unknown.closed()
        await anna.send(do="ping")
        await anna.read()
    assert len(room.event.state.players) == 1


async def test_names_are_text_on_every_page(tmp_path: Path) -> None:
    async with (
        event_room(tmp_path) as room,
        room.organizer("<b>Bo</b>", '"><script>') as organizer,
        room.page("screen") as screen,
        room.phone("<i>Anna") as anna,
    ):
        await organizer.type("next")
        await screen.until(lambda: "Anna" in screen.parts.get("main", ""))
        for page in (organizer, screen, anna):
            shown = "".join(page.parts.values())
            assert "&lt;i&gt;Anna" in shown
            assert "<i>Anna" not in shown
            assert "<script" not in shown


async def test_registration_can_be_closed_and_is_limited(tmp_path: Path) -> None:
    async with event_room(tmp_path) as room, room.organizer() as organizer, room.page("player") as page:
        await page.shows("join", "Take part")
        await organizer.type("set registration no")
        await page.shows("join", "Registration is closed")
        await page.send(do="join", name="Anna")
        await page.wait_for_sentence("Registration by phone is closed")
        assert "Changed." in await organizer.type("set registration yes")
        await page.send(do="join", name=" ")
        await page.wait_for_sentence("This name is empty or too long.")
        assert "no command" in await organizer.type("set minutes soon")
        assert "not possible" in await organizer.type("set minutes 999")
    assert not room.event.state.players


async def test_a_phone_fills_no_disk(tmp_path: Path) -> None:
    """Claims that change nothing are not stored, others only at a limited rate."""
    async with event_room(tmp_path) as room, room.organizer("Ben") as organizer, room.phone("Anna") as anna:
        await organizer.type("next")
        for _ in range(3):
            await anna.send(do="claim", pairing=1, own=2, other=0)
        await anna.shows("result", "You have entered 2 : 0")
        rows = len(room.event.course.rows)
        for own in range(26):
            await anna.send(do="claim", pairing=1, own=2, other=own % 2)
        await anna.wait_for_sentence("Too many at once")
        assert len(room.event.course.rows) < rows + 14


async def test_undo_asks_first_and_undoes_what_was_shown(tmp_path: Path) -> None:
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben") as organizer:
        await organizer.type("next")
        await organizer.type("undo")
        assert "undo yes 3" in organizer.answer
        await organizer.type("1 2 0")
        assert "To be undone" in await organizer.type("undo yes 3"), "another act is the last now"
        assert room.event.state.rounds[0].is_complete
        assert "Undone." in await organizer.type("undo yes 4")
        assert "Undone." in await organizer.type("undo yes 3")
        assert not room.event.state.rounds


async def test_a_player_who_joins_while_a_round_is_paired_is_paired(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first pairs do not hold the new player; the round is paired again."""
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben", "Chiara") as organizer:
        real = room.event.desk._pair
        paired: list[PairingReply] = []

        async def pair_slowly(request: PairingRequest) -> PairingReply:
            reply = await real(request)
            if not paired:
                await room.event.register("Dominik", "")
            paired.append(reply)
            return reply

        monkeypatch.setattr(room.event.desk, "_pair", pair_slowly)
        await organizer.type("next")
        assert len(paired) == 2
        assert len(room.event.state.rounds[0].pairings) == 2


async def test_registrations_at_the_same_moment_get_numbers_of_their_own(tmp_path: Path) -> None:
    async with event_room(tmp_path) as room, room.organizer() as organizer, trio.open_nursery() as nursery:
        for number in range(8):
            nursery.start_soon(room.event.register, f"Player {number}", f"10.0.0.{number}")
        await organizer.type("add Anna, Ben")
    assert sorted(room.event.state.players) == list(range(1, 11))


async def test_a_row_that_was_stored_though_its_write_failed_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the connection to the database is lost in a commit."""
    append = EventRows.append

    async def fail(rows: EventRows, code: str, seq: int, row: str) -> None:
        await append(rows, code, seq, row)
        raise StoreFailed("the connection was lost")

    async with event_room(tmp_path) as room, room.organizer() as organizer, room.page("player") as page:
        with monkeypatch.context() as doubtful:
            doubtful.setattr(EventRows, "append", fail)
            await page.send(do="join", name="Anna")
            await page.wait_for_sentence("could not be stored")
        await organizer.type("add Ben")
        await organizer.shows("players", "Anna")
    async with event_room(tmp_path) as room:
        assert [player.name for player in room.event.state.players.values()] == ["Anna", "Ben"]
        assert room.event.course.rows == open_file(room.path).course.rows


async def test_an_announcement_survives_a_restart(tmp_path: Path) -> None:
    """Before: it was lost. It is not undone, and another line replaces it."""
    async with (
        event_room(tmp_path) as room,
        room.organizer("Anna") as organizer,
        room.page("screen") as screen,
    ):
        await organizer.type("say Lunch at 1")
        await screen.shows("foot", "Lunch at 1")
    async with event_room(tmp_path) as room, room.organizer() as organizer, room.page("screen") as screen:
        await screen.shows("foot", "Lunch at 1")
        assert "Anna" in await organizer.type("undo")
        await organizer.type("say")
        await screen.until(lambda: "Lunch" not in screen.parts["foot"])


async def test_a_banned_address_does_not_register(tmp_path: Path) -> None:
    """Before: the operator's ban did not hold for events."""
    async with event_room(tmp_path) as room, room.phone("Anna"), room.page("player") as page:
        room.lobby.server.moderation.replace([Restriction("ban", "127.0.0.1")])
        await page.send(do="join", name="Eve")
        await page.wait_for_sentence("has banned this address or name")
        await page.send(do="back", name="Anna", pin="0000")
        await page.wait_for_sentence("has banned this address or name")
        room.lobby.server.moderation.replace([Restriction("ban", "Eve")])
        await page.send(do="join", name="Eve")
        await page.wait_for_sentence("has banned this address or name")
        await page.send(do="join", name="Ben")
        await page.shows("head", "Ben")


async def test_no_phone_and_no_address_takes_the_share_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before: one phone could use up the rows of all."""
    monkeypatch.setattr(live_event, "MAX_ROWS_PER_PLAYER", 3)
    monkeypatch.setattr(live_event, "MAX_PLAYERS_PER_ADDRESS", 2)
    async with event_room(tmp_path) as room, room.organizer() as organizer:
        event = room.event
        anna, ben = await event.register("Anna", "10.0.0.1"), await event.register("Ben", "10.0.0.1")
        with pytest.raises(IllegalAct, match="address_share"):
            await event.register("Eve", "10.0.0.1")
        assert await event.register("Chiara", "10.0.0.2")
        await organizer.type("next")
        for _ in range(3):
            await event.add_of_player(anna, OrganizerCalled(anna))
        with pytest.raises(IllegalAct, match="player_share"):
            await event.add_of_player(anna, OrganizerCalled(anna))
        await event.add_of_player(ben, OrganizerCalled(ben))


async def test_what_cannot_be_stored_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with event_room(tmp_path) as room, room.organizer() as organizer, room.page("player") as page:

        async def refuse(rows: EventRows, code: str, seq: int, row: str) -> None:
            await trio.lowlevel.checkpoint()
            raise StoreFailed("database or disk is full")

        with monkeypatch.context() as full:
            full.setattr(EventRows, "append", refuse)
            await page.send(do="join", name="Anna")
            await page.wait_for_sentence("could not be stored")
            assert not room.event.state.players
        await page.send(do="join", name="Anna")
        await page.shows("head", "Anna")
        await organizer.shows("players", "Anna")


async def test_the_pages_speak_chinese(tmp_path: Path) -> None:
    async with event_room(tmp_path) as room, room.page("player", language="zh-CN") as page:
        await page.shows("join", "报名")


async def test_a_keyboard_is_kept_off_the_file_of_a_running_server(tmp_path: Path) -> None:
    async with event_room(tmp_path) as room:
        with pytest.raises(BadInput, match="another keyboard"), hold_file(room.path):
            pass


async def test_a_server_without_events_refuses_their_pages(tmp_path: Path) -> None:
    async with (
        run_server(tmp_path) as (parts, _said, _stop),
        player(port=parts.port, subprotocol=EVENT_SUBPROTOCOL) as socket,
    ):
        assert b"does not offer it" in await socket.recv()


async def test_many_phones_are_sent_a_new_round(tmp_path: Path) -> None:
    """Sixteen phones, each with its own table."""
    names = [f"Player {number}" for number in range(1, 17)]
    async with AsyncExitStack() as stack:
        room: EventRoom = await stack.enter_async_context(event_room(tmp_path))
        organizer = await stack.enter_async_context(room.organizer())
        phones = [await stack.enter_async_context(room.phone(name)) for name in names]
        await organizer.type("next")
        for phone in phones:
            await phone.shows("table", "against Player")
        await organizer.shows("head", "16 phones connected")
    rows = room.event.course.rows
    assert sum(isinstance(row.act, PlayerRegistered) for row in rows) == 16
