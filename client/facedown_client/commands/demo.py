"""Demo of a whole duel: a real server, two bots with ready decks, and a spectator that prints the duel.

Exits with 0 when every duel has a result, else with a sentence; never runs longer than its timeout.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import groupby

import trio

from facedown_client.bot.bot_player import Robot
from facedown_client.bot.levels import DEFAULT_LEVEL
from facedown_client.connection import Link, LinkState, Status, Visit, hosting
from facedown_client.data import DeckEntry, deck_entries
from facedown_client.model.model import Model
from facedown_client.model.words import text
from facedown_client.model.words.phrases import result_words
from facedown_shared.network import links
from facedown_shared.protocol.messages import FromServer, Settings, Watch
from facedown_shared.text import BadInput, Code, FacedownError, _
from facedown_shared.text.terminal_output import print_lines

NAMES = ("Halvard", "Wren")
THINKING_PAUSE_S = 0.12
"""Delay before a bot's answers at the default speed, in seconds."""

MAX_DUEL_S = 300.0
"""Timeout of one duel, in seconds."""


@dataclass(frozen=True, slots=True)
class DemoPlan:
    """Settings of a demo."""

    duels: int = 1
    seed: int = 0
    format: str = "master"
    fast: bool = False
    level: str = DEFAULT_LEVEL
    """How well both bots play."""


async def run_demo(plan: DemoPlan) -> None:
    """Run the whole demo. Raises FacedownError if anything fails."""
    dice = random.Random(plan.seed)
    async with hosting.server() as server:
        print_lines([_("A server is running at {netloc}.", netloc=server.netloc)])
        for number in range(plan.duels):
            with trio.move_on_after(MAX_DUEL_S) as bound:
                await _duel(plan, server, number, dice)
            if bound.cancelled_caught:
                raise FacedownError(
                    Code.BROKEN,
                    _(
                        "Duel {number} did not end within {seconds:.0f} seconds.",
                        number=number + 1,
                        seconds=MAX_DUEL_S,
                    ),
                )


async def _duel(plan: DemoPlan, server: links.TableLink, number: int, dice: random.Random) -> None:
    decks = _decks(plan.format, dice)
    titles = _(" against ").join(
        _("{name} with {title}", name=name, title=deck.display_title)
        for name, deck in zip(NAMES, decks, strict=True)
    )
    print_lines(
        ["", _("Duel {number} of {count}: {titles}.", number=number + 1, count=plan.duels, titles=titles)]
    )
    table = _Table()
    pause = 0.0 if plan.fast else THINKING_PAUSE_S
    settings = Settings(format=plan.format, listed=False, pace="off")
    async with trio.open_nursery() as nursery:
        seed = plan.seed + 2 * number
        first = Robot(NAMES[0], decks[0].text, seed, pause, tell=table.note_message, level=plan.level)
        nursery.start_soon(first.host, server, settings)
        await table.open.wait()
        # The spectator joins before the second player, to see the whole duel.
        watcher = _Watcher(server, table.local_link("spectator", server))
        await nursery.start(watcher.watch_table)
        second = Robot(NAMES[1], decks[1].text, seed + 1, pause, level=plan.level)
        nursery.start_soon(second.play_at, table.local_link("opponent", server))
    if not watcher.result:
        raise FacedownError(Code.BROKEN, _("The duel ended without a result."))
    print_lines([f"{NAMES[0]}: {table.verdict}"])


def _decks(format_name: str, dice: random.Random) -> tuple[DeckEntry, DeckEntry]:
    ready = [deck for deck in deck_entries.ready(format_name) if not deck.reasons(format_name)]
    if not ready:
        raise BadInput(
            Code.BAD_SETTING, _("There are no ready decks for {format_name}.", format_name=format_name)
        )
    one, other = dice.sample(ready, 2) if len(ready) > 1 else (ready[0], ready[0])
    return one, other


class _Table:
    """Links of the table, as its host receives them."""

    def __init__(self) -> None:
        self.open = trio.Event()
        self.verdict = ""
        self._links: dict[str, tuple[tuple[str, str], ...]] = {}

    def note_message(self, message: FromServer, model: Model) -> None:
        """Store the links and the first player's shuffle verification from a message."""
        self.verdict = model.verdict.summary_line if model.verdict else ""
        if model.links and not self.open.is_set():
            self._links = model.links
            self.open.set()

    def local_link(self, who: str, server: links.TableLink) -> links.TableLink:
        """Return a link with the server's address on this computer."""
        found = links.parse_link(self._links[who][0][1])
        return links.TableLink(server.host, server.port, server.secure, found.code, found.secret, found.role)


class _Watcher:
    """Spectator that prints the log, and the board at the start of each turn."""

    def __init__(self, server: links.TableLink, link: links.TableLink) -> None:
        self.visit = Visit(Link(server, "Priya", wish=Watch(link.code, link.secret)), spoken=True)
        self.result = ""
        self._seated = False
        self._told = 0

    async def watch_table(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Watch until the table is over."""
        model = self.visit.model
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.visit.run_link)
            while not self.result:
                message = await self.visit.next()
                if isinstance(message, LinkState):
                    if message.status is Status.CLOSED:
                        raise FacedownError(message.code or Code.BROKEN, message.sentence)
                    continue
                if model.refusal is not None:
                    raise FacedownError(model.refusal.code, model.refusal.sentence)
                if model.table is not None and not self._seated:
                    self._seated = True
                    task_status.started()
                self._print_news()
            nursery.cancel_scope.cancel()

    def _print_news(self) -> None:
        model = self.visit.model
        fresh = model.since(self._told)
        self._told = model.logged
        for is_turn, entries in groupby(fresh, key=lambda entry: entry.happening.kind == "turn"):
            if is_turn and model.view is not None:
                print_lines(["", *text.board(model.view, model.names), ""])
            print_lines(text.merge_repeated(entry.text for entry in entries))
        if model.ended is not None and not self.result:
            raise FacedownError(Code.BROKEN, str(model.ended.reason))
        if model.view is not None and model.view.result:
            self.result = model.view.result
            print_lines(["", *text.board(model.view, model.names)[1:]])
            print_lines(["", f"{result_words(self.result, model.names)}."])
