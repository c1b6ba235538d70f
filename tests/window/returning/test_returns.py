"""Four duels on four servers that wait for one player, in a real window: each is listed with its opponent,
format and turn, the newest first, and what is over leaves the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
import trio

from facedown_shared.network.links import make_link
from facedown_shared.protocol.messages import Concede, CreateTable, Ready, Settings
from tests.reliability.processes import HeadlessClient, server_process
from tests.window.display import display
from tests.window.hands import row_of
from tests.window.test_duel import shots
from tests.window.test_siding import give_up
from tests.window.windows import TEST_TIMEOUT_S, WindowPlayer, window

__all__ = ["shots"]

DUELS = (
    ("Halvard", Settings(best_of=3, pace="off"), "Yu-Gi-Oh! Master · duel 1 of 3"),
    ("Ilse", Settings(mode="free", pace="off"), "Yu-Gi-Oh! Master · free, by hand"),
    ("Tomasz", Settings(format="classic", pace="off"), "Yu-Gi-Oh! Classic"),
    ("Bruna", Settings(format="genesys", pace="off"), "Yu-Gi-Oh! Genesys"),
)
"""The opponents, what they play, and how the list names it."""
LIST = "^screen: returns, under home$"


@dataclass
class Opponent:
    """One opponent, with a server of their own."""

    client: HeadlessClient
    server: trio.Process
    port: int
    format: str

    @property
    def row(self) -> str:
        """The duel as Wren's list has to name it, from what the opponent's client knows."""
        view, seat = self.client.model.view, self.client.model.seat
        assert view is not None
        own, theirs = (view.tallies[f"{one}:life"] for one in (1 - seat, seat))
        whose = "theirs" if view.turn_player == seat else "yours"
        turn = f"turn {view.turn}, {whose} · {own} to {theirs} Life Points"
        return f"{self.client.name} · {self.format} · {turn}"


@pytest.mark.window
async def test_four_waiting_duels_on_four_servers_are_listed_and_returned_to(
    tmp_path: Path, shots: Path
) -> None:
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(server_process(tmp_path / name)) for name, _, _ in DUELS]
        nursery = await stack.enter_async_context(trio.open_nursery())
        screen = await stack.enter_async_context(display())
        wren = await stack.enter_async_context(window(screen, "Wren", tmp_path / "Wren"))
        with trio.fail_after(TEST_TIMEOUT_S):
            await wren.appear((0, 0))
            await wren.until("^screen: home")
            opponents = list[Opponent]()
            try:
                for (server, port), (name, settings, words) in zip(servers, DUELS, strict=True):
                    client = await host(nursery, port, name, settings)
                    opponents.append(Opponent(client, server, port, words))
                    await join(wren, opponents[-1])
                    await leave(wren)
                await read_list(wren, opponents[::-1], shots)
                await see_over_leave(wren, opponents, shots)
                await read_list(wren, opponents[::-1], shots)
                await see_lost_leave(wren, opponents, tmp_path / "restored")
                await lose_one(wren, opponents)
                await return_to_newest(wren, opponents[-1])
            except BaseException:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                    await wren.shot("failed-returns", shots)
                raise
            nursery.cancel_scope.cancel()


async def host(nursery: trio.Nursery, port: int, name: str, settings: Settings) -> HeadlessClient:
    """Let an opponent open a table at a server."""
    client = HeadlessClient(name, port, CreateTable(settings))
    nursery.start_soon(client.run)
    await client.wait_until(lambda: client.model.links)
    return client


async def join(wren: WindowPlayer, opponent: Opponent) -> None:
    """Join by the opponent's link, and begin the duel; the winner of the toss goes first."""
    client = opponent.client
    link = client.table_link("opponent")
    await wren.press("Link or code")
    await wren.type(make_link(f"http://127.0.0.1:{opponent.port}", link.code, link.role, link.secret))
    await wren.press("Join")
    await wren.until("^screen: table$")
    await wren.get_ready()
    client.visit.send(Ready())
    if (await wren.until(r"^news: (\w+) won the toss"))[1] == "Wren":
        await wren.until("^asked: You decide: who goes first")
        await wren.key("1")
    else:
        await client.wait_until(lambda: client.prompt)
        await client.pick()
    await wren.until("^screen: duel$")
    await wren.until("^(asked|waiting): ")
    await client.wait_until(lambda: client.model.view)


async def leave(wren: WindowPlayer) -> None:
    """Leave the duel, and keep the seat."""
    await wren.press("More")
    lines = (await wren.until("^menu: (.*)$"))[1]
    await wren.key(row_of(lines, "Leave, keep my seat")[1])
    await wren.until("^screen: question, under duel")
    await wren.key("Tab", "Return")
    await wren.until("^screen: home$")


async def open_list(wren: WindowPlayer, count: int) -> None:
    """Open the list of all duels: there are so many."""
    await wren.now("press", f"All {count} duels @")
    await wren.press(f"All {count} duels")
    await wren.until(LIST)


async def read_list(wren: WindowPlayer, expected: Sequence[Opponent], shots: Path) -> None:
    """Go through the list: opponent, format and turn of each, the newest first."""
    await open_list(wren, len(expected))
    await wren.shot(f"returns-list-{len(expected)}", shots)
    for place, opponent in enumerate(expected):
        if place:
            await wren.key("Down")
        await wren.now("focus", f"^focus: {opponent.row}$")
    await wren.key("Escape")
    await wren.until("^screen: home$")


async def see_over_leave(wren: WindowPlayer, opponents: list[Opponent], shots: Path) -> None:
    """An opponent concedes while Wren is away and looks at the list: the duel leaves it at once."""
    *_, over, _ = opponents
    await open_list(wren, len(opponents))
    await wren.key("Down")
    await wren.now("focus", f"^focus: {over.row}$")
    over.client.visit.send(Concede())
    await over.client.wait_until(lambda: over.client.model.table and over.client.model.table.stage == "over")
    opponents.remove(over)
    await wren.now("focus", f"^focus: {opponents[-2].row}$")
    await wren.shot("returns-over", shots)
    await wren.key("Escape")
    await wren.until("^screen: home$")


async def see_lost_leave(wren: WindowPlayer, opponents: list[Opponent], data: Path) -> None:
    """A server comes up again without the table, while Wren looks at the list: its duel leaves it."""
    gone = opponents.pop(0)
    gone.server.kill()
    await gone.server.wait()
    await open_list(wren, len(opponents) + 1)
    for opponent in (opponents[0], gone):
        await wren.key("Down")
        await wren.now("focus", f"^focus: {opponent.row}$")
    async with server_process(data, gone.port):
        await wren.now("focus", f"^focus: {opponents[0].row}$")
    await wren.key("Escape")
    await wren.until("^screen: home$")


async def leave_result(wren: WindowPlayer) -> None:
    """Leave a table whose match is over."""
    await wren.press("Leave")
    await wren.until("^screen: home$")


async def lose_one(wren: WindowPlayer, opponents: list[Opponent]) -> None:
    """Wren returns to a duel and gives it up: it is not offered again."""
    lost = opponents.pop()
    await open_list(wren, len(opponents) + 1)
    await wren.now("focus", f"^focus: {lost.row}$")
    await wren.key("Return")
    await give_up(wren)
    await wren.until("^screen: result, under duel")
    await leave_result(wren)


async def return_to_newest(wren: WindowPlayer, newest: Opponent) -> None:
    """The newest of the rest is on the home screen, and goes on."""
    await wren.press("Return")
    await wren.until("^screen: duel$")
    await wren.until("^(asked|waiting): ")
    assert newest.client.model.table is not None
    assert newest.client.model.table.stage == "duel"
