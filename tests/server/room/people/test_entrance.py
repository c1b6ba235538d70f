"""What each client plays, over real sockets: who may sit down and be ready, and what the others see of it."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from facedown_client.bot.bot_player import FREE, Robot
from facedown_client.model.words.sentences import client_words
from facedown_client.terminal.table_words import table_lines
from facedown_shared.protocol.messages import (
    ChangeMode,
    CreateTable,
    GetTable,
    JoinTable,
    LobbyRow,
    Ready,
    Refused,
    Settings,
    TableInfo,
    Tables,
)
from facedown_shared.text import Code, first_error
from tests.reliability.processes import HeadlessClient, server_process

UNABLE = "Your client does not play this table: open its link in a browser, or in a newer client."
FREE_TABLE = Settings(mode="free", pace="off")
RULED_TABLE = Settings(pace="off", listed=False)
"""A table that only those find who have its link."""


class LimitedClient(HeadlessClient):
    """A client that plays some ways only; () for one that does not say what it plays."""

    def __init__(self, *plays: str, name: str = "Ben", port: int, wish: object) -> None:
        super().__init__(name, port, wish)  # type: ignore[arg-type]
        self.link.plays = plays
        self.refusals: list[Refused] = []
        self.rows: tuple[LobbyRow, ...] = ()

    async def handle(self, message: object) -> None:
        """Record refusals and rows."""
        await super().handle(message)  # type: ignore[arg-type]
        if isinstance(message, Refused):
            self.refusals.append(message)
        if isinstance(message, Tables):
            self.rows = message.rows


async def open_table(nursery: trio.Nursery, port: int, settings: Settings) -> HeadlessClient:
    """Open a table by a client that plays everything."""
    host = HeadlessClient("Anna", port, CreateTable(settings))
    nursery.start_soon(host.run)
    await host.wait_until(lambda: host.model.links)
    return host


def room_of(client: HeadlessClient) -> TableInfo:
    """Return the state of a client's table."""
    assert client.model.table is not None
    return client.model.table


async def expect_refusal(client: LimitedClient) -> None:
    """Wait for the refusal of a client that does not play the table."""
    await client.wait_until(lambda: client.refusals)
    refused = client.refusals[-1]
    assert (refused.code, refused.sentence) == (Code.NOT_ALLOWED, UNABLE)


async def test_a_client_sits_down_only_where_it_plays(tmp_path: Path) -> None:
    """Seen to fail: it sat down, and could do nothing there."""
    async with server_process(tmp_path) as (_, port), trio.open_nursery() as nursery:
        host = await open_table(nursery, port, FREE_TABLE)
        link = host.table_link("opponent")
        unable = LimitedClient("rules", "fab", port=port, wish=JoinTable(link.code, link.secret))
        nursery.start_soon(unable.run)
        await expect_refusal(unable)
        assert unable.model.table is None
        opener = LimitedClient("rules", port=port, wish=CreateTable(FREE_TABLE))
        nursery.start_soon(opener.run)
        await expect_refusal(opener)
        able = LimitedClient("free", "a way of a newer client", port=port, wish=JoinTable(link.code))
        nursery.start_soon(able.run)
        await able.wait_until(lambda: able.model.table)
        assert not any(seat.cannot_play for seat in room_of(able).seats)
        nursery.cancel_scope.cancel()


async def test_a_change_of_the_mode_shows_whose_client_does_not_play_it(tmp_path: Path) -> None:
    """Seen to fail: it was ready, the duel began, and its player could not move a card."""
    async with server_process(tmp_path) as (_, port), trio.open_nursery() as nursery:
        host = await open_table(nursery, port, RULED_TABLE)
        link = host.table_link("opponent")
        ben = LimitedClient("rules", port=port, wish=JoinTable(link.code, link.secret))
        nursery.start_soon(ben.run)
        await host.wait_until(lambda: host.model.table and room_of(host).seats[1].name)
        host.visit.send(ChangeMode("half"))
        await host.wait_until(lambda: (table := host.model.table) and table.mode == "half")
        assert [seat.cannot_play for seat in room_of(host).seats] == [False, True]
        assert "  Ben, deck brought, their client does not play this table." in table_lines(room_of(host))
        guest = LimitedClient(port=port, wish=GetTable(link.code, link.secret))
        nursery.start_soon(guest.run)
        await guest.wait_until(lambda: guest.rows)
        (row,) = guest.rows
        assert client_words(row) == "the client of a player there does not play it"
        await ben.wait_until(lambda: room_of(ben).mode == "half")
        ben.visit.send(Ready())
        await expect_refusal(ben)
        host.visit.send(ChangeMode("rules"))
        await host.wait_until(lambda: (table := host.model.table) and table.mode == "rules")
        assert not any(seat.cannot_play for seat in room_of(host).seats)
        await ben.wait_until(lambda: room_of(ben).mode == "rules")
        ben.visit.send(Ready())
        await host.wait_until(lambda: room_of(host).seats[1].ready)
        nursery.cancel_scope.cancel()


async def test_clients_that_say_nothing_play_what_those_of_their_time_did(tmp_path: Path) -> None:
    async with server_process(tmp_path) as (_, port), trio.open_nursery() as nursery:
        host = await open_table(nursery, port, FREE_TABLE)
        link = host.table_link("opponent")
        page = LimitedClient(port=port, wish=JoinTable(link.code, link.secret))
        page.link.program = "facedown browser"
        nursery.start_soon(page.run)
        await expect_refusal(page)
        other = LimitedClient(port=port, wish=JoinTable(link.code, link.secret))
        other.link.program = "a client of another author"
        nursery.start_soon(other.run)
        await other.wait_until(lambda: other.model.table)
        assert not any(seat.cannot_play for seat in room_of(other).seats)
        nursery.cancel_scope.cancel()


async def test_a_bot_says_that_it_does_not_play_a_free_table(tmp_path: Path) -> None:
    async with server_process(tmp_path) as (_, port), trio.open_nursery() as nursery:
        host = await open_table(nursery, port, FREE_TABLE)
        link = host.table_link("opponent")
        with pytest.raises(ExceptionGroup) as refused, trio.fail_after(60):
            await Robot("Bot").play_at(link)
        assert str(first_error(refused.value)) == FREE
        nursery.cancel_scope.cancel()
