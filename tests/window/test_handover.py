"""A table goes from server to server while people are in the midst of something: one at a window, one at a
terminal. Nothing they had begun is lost. (That nobody is told what they know already is for
`tests/client/data/test_model.py`, and of a lost connection for `tests/client/connection/test_nodes.py`.)
"""

from __future__ import annotations

import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from server.config import Config
from server.operating import drain as draining
from shared.cards.decks import Deck, to_ydk
from shared.cards.facts import bundled
from tests import postgresql
from tests.client.ptys import Terminal, terminal
from tests.postgresql import database_of
from tests.reliability.processes import server_process
from tests.window.display import display
from tests.window.hands import row_of
from tests.window.test_duel import shots
from tests.window.windows import WHOLE, Person, window

__all__ = ["shots"]

pytestmark = [postgresql.needed, pytest.mark.window]

HAND = ("Graceful Charity", "Ookazi", "Mystical Space Typhoon", "Waboku", "Feral Imp")
DRAWN = ("Giant Soldier of Stone", "Beaver Warrior", "Mystical Elf")
LEASE = "60"
"""Seconds: no slow machine loses that."""
PATIENT = "tests.client.patient"
UNSHUFFLED = ("-m", "tests.reliability.as_listed")


def listed(*names: str) -> str:
    """The text of a deck that is drawn in this order, and then has what it takes."""
    pool = {facts.name: facts.code for facts in bundled()}
    first = [pool[name] for name in names]
    rest = [facts.code for facts in bundled() if facts.is_a("normal") and not facts.is_a("token")]
    return to_ydk(Deck((*first, *[code for code in rest if code not in first][: 40 - len(first)]), (), ()))


class Service:
    """A table's server, and after it the next one: each is started when the one before is to be emptied."""

    def __init__(self, folder: Path, stack: AsyncExitStack) -> None:
        self._folder, self._stack = folder, stack
        self._running: list[tuple[trio.Process, int]] = []

    async def start(self) -> str:
        """One more server; its address."""
        own = ("--database", database_of(self._folder), "--node", f"n{len(self._running)}")
        serving = server_process(self._folder, 0, *own, "--lease-seconds", LEASE, program=UNSHUFFLED)
        self._running.append(await self._stack.enter_async_context(serving))
        return f"http://127.0.0.1:{self._running[-1][1]}"

    async def move(self) -> None:
        """The server hands its table to a new one, and ends."""
        await self.start()
        config = Config(
            data=str(self._folder), database=database_of(self._folder), node=f"n{len(self._running) - 2}"
        )
        said: list[str] = []
        await draining.drain(config, said.append, cancel=False, wait=True)
        assert await self._running[-2][0].wait() == 0, said


async def seen(halvard: Terminal, pattern: str) -> re.Match[str]:
    """Wait until this stands in the terminal, while windows go on being heard."""
    return await trio.to_thread.run_sync(halvard.until, pattern)


async def test_what_is_begun_at_one_server_is_ended_at_another(tmp_path: Path, shots: Path) -> None:
    """Moved with a Chain half built, then with one of two cards picked and words half typed."""
    deck = tmp_path / "deck.ydk"
    deck.write_text(listed(*HAND, *DRAWN))
    async with AsyncExitStack() as stack:
        service = Service(tmp_path / "data", stack)
        address = await service.start()
        screen = await stack.enter_async_context(display())
        wren = await stack.enter_async_context(
            window(screen, "Wren", tmp_path / "Wren", "--deck", str(deck), program=PATIENT)
        )
        with trio.fail_after(WHOLE):
            await wren.appear((0, 0))
            link = await open_table(wren, address)
            halvard = stack.enter_context(
                terminal("join", link, "--text", "--name", "Halvard", "--deck", str(deck),
                         env={"FACEDOWN_HOME": str(tmp_path / "Halvard")}, program=("-m", PATIENT))
            )  # fmt: skip
            try:
                await begin(wren, halvard)
                await charity(wren, halvard, service, shots)
                await chain(wren, halvard, service, shots)
            except BaseException:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                    print(halvard.seen[-3000:])
                    await wren.shot("failed-handover", shots)
                raise


async def open_table(wren: Person, address: str) -> str:
    """A table at this server; the link for the opponent."""
    await wren.until("^screen: home")
    await wren.press("Link or code")
    await wren.type(address)
    await wren.press("Join")
    await wren.until("^screen: lobby")
    await wren.press("Open a table here")
    found = await wren.until(r"^news: .*opponent.*?(http://\S+/t/\S+)")
    return found[1]


async def begin(wren: Person, halvard: Terminal) -> None:
    """Wren goes first."""
    await seen(halvard, "You are at table")
    halvard.type("ready\r")
    await seen(halvard, "You are ready")
    await wren.key("r")
    if (await wren.until(r"^news: (\w+) won the toss"))[1] == "Wren":
        await wren.until("^asked: You decide: who goes first")
        await wren.press("I go first")
    else:
        await seen(halvard, "2. ")
        halvard.type("2\r")
    await wren.until("^screen: duel$")
    await seen(halvard, "Turn 1")


async def do(wren: Person, card: str, what: str) -> None:
    """This line of a card's menu, by keys."""
    await wren.tab_to(card)
    await wren.key("Return")
    await wren.key(row_of((await wren.until("^menu: (.*)$"))[1], what)[1])


async def charity(wren: Person, halvard: Terminal, service: Service, shots: Path) -> None:
    """One of two cards to be discarded is picked, and a line of chat half typed, when the table goes."""
    await wren.until("^asked: ")
    await do(wren, "hand: Graceful Charity", "Activate")
    await wren.until("^asked: Choose 2 cards to discard")
    await wren.key("1", "t")
    await wren.type("good lu")
    halvard.type("say well pl")
    await seen(halvard, "say well pl$")
    await move(wren, service)
    await wren.shot("handover-picked", shots)
    await wren.type("ck")
    await wren.key("Return")
    await seen(halvard, "Wren: good luck")
    halvard.type("ayed\r")
    await wren.until("^news: Halvard: well played")
    await wren.key("Escape", "7", "Return")
    await wren.until("^news: Wren discards Ookazi")
    await wren.until("^news: Wren discards Mystical Elf")


async def chain(wren: Person, halvard: Terminal, service: Service, shots: Path) -> None:
    """Chain Link 2 is being declared when the table goes; what the terminal asks is half answered."""
    await wren.until("^asked: ")
    for card in ("Mystical Space Typhoon", "Waboku"):
        await do(wren, f"hand: {card}", "Set")
        await wren.until("^asked: ")
    await wren.key("e")
    number = (await seen(halvard, r"(\d+)\. Activate Ookazi"))[1]
    halvard.type(f"{number}\r")
    await seen(halvard, "You activate Ookazi")
    await wren.until("^asked: ")
    await do(wren, "Zone .*: Mystical Space Typhoon", "Activate")
    await wren.until("^asked: Choose a target")
    halvard.type("card Ook")
    await seen(halvard, "card Ook$")
    await move(wren, service)
    await wren.shot("handover-chain", shots)
    halvard.type("azi\r")
    await seen(halvard, r"Ookazi\. Spell")
    await wren.key("1")
    await seen(halvard, r"1\. Pass")
    halvard.type("1\r")
    await wren.until("^news: Chain Link 2 resolves: Mystical Space Typhoon")
    await wren.until("^news: Ookazi is destroyed")
    await wren.until("^news: Chain Link 1 resolves: Ookazi")
    await wren.until("^news: Wren takes 800 damage")


async def move(wren: Person, service: Service) -> None:
    """The table goes; the window shows the duel, whether or not it noticed."""
    await service.move()
    await wren.now("screen", "duel$")
