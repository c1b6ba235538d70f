"""The terminal accepts no yes within half a second of a change of what it would agree to, and says so."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_client.connection.link import Link
from facedown_client.connection.return_places import place_of_link
from facedown_client.connection.visit import Visit
from facedown_client.data import deck_entries
from facedown_client.data.recent_change import GUARD_S, HELD_BACK
from facedown_client.terminal.keyboard import TerminalSession
from facedown_client.terminal.terminal import REPLACED
from facedown_shared.network import links
from facedown_shared.protocol.messages import (
    Answer,
    ChangeMode,
    CreateTable,
    JoinTable,
    Propose,
    Ready,
    Settings,
    UseDeck,
)
from tests.client.consoles import Paper
from tests.client.house import ADDRESS
from tests.client.tables import FREE, Hands, do, hands, stage


async def sit(table: Hands, host: Visit, nursery: trio.Nursery) -> tuple[Paper, Visit]:
    """Seat Wren at a terminal, at the table of this host, with a deck."""
    link, paper = links.parse_link(host.model.links["opponent"][0][1]), Paper()
    visit = Visit(Link(ADDRESS, "Wren", wish=JoinTable(link.code, link.secret), dial=table.dial))
    nursery.start_soon(TerminalSession(visit, paper, deck=deck_entries.ready("master")[0]).run_session)
    await wait_all_tasks_blocked()
    await trio.sleep(1)
    return paper, visit


async def test_who_comes_back_brings_the_deck_of_the_command_line(autojump_clock: MockClock) -> None:
    """The terminal says that the match begins with it: before, the seat had its earlier deck."""
    async with hands() as table, table.server("back"), trio.open_nursery() as nursery:
        host = await table.come("Anna", CreateTable(FREE))
        back = links.parse_link(host.return_link)
        host.link.close()
        await wait_all_tasks_blocked()
        deck, paper = deck_entries.ready("master")[1], Paper()
        visit = Visit(Link(ADDRESS, "Anna", wish=None, place=place_of_link(back), dial=table.dial))
        nursery.start_soon(TerminalSession(visit, paper, deck=deck).run_session)
        await wait_all_tasks_blocked()
        await trio.sleep(1)
        assert visit.model.report is not None, "the server has looked at it"
        assert visit.model.report.total == sum(deck.deck.counts)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(("best_of", "is_known"), [(3, True), (1, False)])
async def test_the_ready_deck_of_a_seat_is_known_for_siding(
    best_of: int, is_known: bool, autojump_clock: MockClock
) -> None:
    """Seen to fail: after `host --text --best-of 3` without a deck nothing could be sided."""
    async with hands() as table, table.server("ready decks"), trio.open_nursery() as nursery:
        wish = CreateTable(Settings("classic", best_of=best_of))
        visit = Visit(Link(ADDRESS, "Wren", wish=wish, dial=table.dial))
        session = TerminalSession(visit, Paper())
        nursery.start_soon(session.run_session)
        await wait_all_tasks_blocked()
        await trio.sleep(1)
        assert visit.model.table is not None
        assert visit.model.table.seats[0].deck
        assert (session.terminal.deck is not None) == is_known
        if session.terminal.deck is not None:
            assert visit.model.report is not None
            assert visit.model.report.legal
            assert session.terminal.deck.key == deck_entries.ready("classic")[0].key
        nursery.cancel_scope.cancel()


async def enter(paper: Paper, line: str) -> None:
    """Type a line."""
    await paper.keys.send(line)
    await wait_all_tasks_blocked()


async def test_a_terminal_waits_with_ready_and_yes(autojump_clock: MockClock) -> None:
    async with hands() as table, table.server("changes"), trio.open_nursery() as nursery:
        host = await table.come("Anna", CreateTable(FREE))
        await do(host, UseDeck(deck_entries.ready("master")[0].text))
        paper, wren = await sit(table, host, nursery)
        await do(host, ChangeMode("half"))
        await enter(paper, "ready")
        assert paper.read[-1] == HELD_BACK
        assert wren.model.table is not None
        assert not wren.model.table.seats[1].ready
        await trio.sleep(GUARD_S)
        await enter(paper, "ready")
        await do(host, Ready())
        assert stage(host) == "order"
        for visit in (host, wren):
            if visit.model.prompt is not None:
                visit.send(Answer(visit.model.prompt.ask, (0,)))
        await wait_all_tasks_blocked()
        assert stage(host) == "duel"
        await do(host, Propose("pause"))
        await trio.sleep(1)
        await do(host, Propose("draw"))
        assert REPLACED in paper.read
        await enter(paper, "yes")
        assert (paper.read[-1], stage(host)) == (HELD_BACK, "duel")
        await trio.sleep(GUARD_S)
        await enter(paper, "yes")
        assert stage(host) == "over"
        nursery.cancel_scope.cancel()


async def test_an_outage_is_reported_at_growing_intervals(autojump_clock: MockClock) -> None:
    """Seen to fail: two lines a second while a tunnel was closed."""
    async with hands() as table, table.server("outage"), trio.open_nursery() as nursery:
        assert table.now is not None
        paper, visit = Paper(), Visit(Link(ADDRESS, "Wren", wish=CreateTable(FREE), dial=table.dial))
        nursery.start_soon(TerminalSession(visit, paper).run_session)
        await wait_all_tasks_blocked()
        await trio.sleep(1)
        before, table.now.away = len(paper.read), True
        await table.now.cut()
        await trio.sleep(5)
        assert len(paper.read) == before + 1
        assert "was lost. Retrying" in paper.read[-1]
        await trio.sleep(200)
        assert before + 3 <= len(paper.read) <= before + 5
        table.now.away = False
        await trio.sleep(20)
        assert "Connected again." in paper.read[before + 3 :]
        nursery.cancel_scope.cancel()
