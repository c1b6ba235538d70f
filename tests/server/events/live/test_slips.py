"""Slips: a result without a log-in, valid when both names were tapped; the organizer's print-out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from facedown_server.events.live.slips import open_slip
from facedown_server.events.rules.faults import Fault, IllegalAct
from facedown_server.events.rules.state import MatchResult
from facedown_server.network.wire.addresses import limits_key
from tests.server.events.live.event_room import EventRoom, event_room, plain
from tests.server.service.test_app import page


def result_of(room: EventRoom) -> MatchResult | None:
    """Return the result of table 1."""
    return room.event.state.rounds[0].pairings[0].result


async def test_a_result_by_a_slip(tmp_path: Path) -> None:
    """The result is chosen; it counts when both have tapped their names."""
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben") as organizer:
        await organizer.type("next")
        number = room.event.keys.slip_number(1, 1)
        assert 'data-role="slip"' in await page(room.port, "/e/1")
        async with room.page("slip", number, table="1") as slip:
            await slip.shows("slip", "The result: ")
            assert "Both of you tap" not in slip.parts["slip"]
            await slip.send(do="tap", player=1)
            await slip.wait_for_sentence("not at that table")
            await slip.send(do="score", own=2, other=1)
            await slip.shows("slip", "Both of you tap your name")
            await slip.send(do="tap", player=1)
            await slip.until(lambda: re.search("id=tap1 .*?aria-pressed=true", slip.parts["slip"]))
            await slip.send(do="score", own=2, other=0)
            await slip.send(do="tap", player=2)
            await slip.send(do="tap", player=3)
            await slip.wait_for_sentence("not at that table")
            assert result_of(room) is None, "Anna has not tapped 2 : 0"
            await slip.send(do="tap", player=1)
            await slip.shows("slip", "The result is entered.")
        result = result_of(room)
        assert result is not None
        assert (result.score.one, result.score.two, result.source) == (2, 0, "slip")
        await organizer.shows("tables", "All tables are done.")


async def test_a_slip_of_another_round_or_table_enters_nothing(tmp_path: Path) -> None:
    """Its number is needed, which other rounds and tables do not have; five wrong ones, and it is closed."""
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben", "Chiara", "Dominik") as organizer:
        await organizer.type("next")
        old = room.event.keys.slip_number(1, 1)
        async with room.page("slip", old, table="1") as slip:
            await slip.send(do="score", own=2, other=0)
            await slip.shows("slip", "Both of you tap")
            for line in ("1 2 0", "2 2 0", "next"):
                await organizer.type(line)
            await slip.shows("slip", "This slip is not of the present round.")
            await slip.send(do="tap", player=1)
            await slip.wait_for_sentence("No slip of this round")
        async with room.page("slip", old, table="1") as slip:
            await slip.wait_for_sentence("No slip of this round has this table and number.")
            await slip.shows("slip", "The number on the slip")
            await slip.send(do="slip", text=room.event.keys.slip_number(2, 1))
            await slip.shows("slip", "The result: ")
        async with room.page("slip", table="2") as slip:
            for _wrong in range(4):
                await slip.send(do="slip", text="x")
                await slip.wait_for_sentence("No slip of this round")
            await slip.send(do="slip", text=room.event.keys.slip_number(2, 2))
            await slip.wait_for_sentence("Too many at once")
        assert all(one.result is None for one in room.event.state.rounds[1].pairings)


async def test_a_slip_enters_nothing_where_tables_are_on_screen(tmp_path: Path) -> None:
    """Before: a stranger who guessed the number decided a match that was being played."""
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben") as organizer:
        await organizer.type("set tables classic")
        await organizer.type("next")
        async with room.page("slip", room.event.keys.slip_number(1, 1), table="1") as slip:
            await slip.wait_for_sentence("No slip of this round has this table and number.")


async def test_the_limits_of_a_page_are_those_of_its_network(tmp_path: Path) -> None:
    """Before: each address of an IPv6 network had tries of its own."""
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben") as organizer:
        await organizer.type("next")
        for number in range(5):
            with pytest.raises(IllegalAct):
                open_slip(room.event, "1-x", limits_key(f"2001:db8::{number + 1}"))
        with pytest.raises(IllegalAct) as refused:
            open_slip(room.event, "1-x", limits_key("2001:db8::ffff"))
        assert refused.value.fault == Fault.TOO_FAST


async def test_the_print_out_is_the_organizers(tmp_path: Path) -> None:
    """Before round 1 a notice with both codes; then a slip for each table, with its number."""
    async with event_room(tmp_path) as room, room.organizer("Anna", "Ben", "Chiara") as organizer:
        await organizer.type("set wifi Shop; Duels")
        await organizer.type("set wifi-password se:same88")
        async with room.page("print", "guessed") as stranger:
            assert "not valid" in await stranger.closed()
        async with room.page("print", room.event.keys.organizer) as printed:
            await printed.shows("sheet", "1. Wi-Fi Shop; Duels")
            await printed.shows("sheet", "2. ")
            assert printed.parts["sheet"].count("<svg") == 2
            await organizer.type("next")
            await printed.shows("sheet", room.event.keys.slip_number(1, 1))
            assert len(re.findall("class=paper>", printed.parts["sheet"])) == 1, "a bye has no slip"
            assert "Round 1" in plain(printed.parts["sheet"])
        async with room.page("screen") as screen:
            await screen.shows("head", "Wi-Fi Shop; Duels")
            assert screen.parts["head"].count("<svg") == 2
            await organizer.type("clock")
            await screen.until(lambda: screen.parts["head"].count("<svg") == 1)
