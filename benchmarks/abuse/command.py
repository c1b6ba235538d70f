"""`python run.py bench abuse`: how long an honest duel's answers take while one stranger floods the
server.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

import click
import trio

from benchmarks.abuse.catalogue import CASES
from benchmarks.abuse.flood import FLOODS
from benchmarks.load.servers import game_server
from facedown_client.bot.bot_player import Robot
from facedown_client.connection import Visit
from facedown_client.data import deck_entries
from facedown_client.model.model import Model
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.gestures import Gesture
from facedown_shared.protocol.messages import FromServer, Prompt, PromptOver, Refused, Settings, Update
from proofs.online.player import play_match

MAX_RATIO = 2.0
"""Largest allowed ratio of the p99 beside a flood to the undisturbed p99."""
MAX_STAGING_S = 60.0
"""How long a flood may take to reach the state in which it floods."""
SETTLING_S = 2.0
MAX_ATTEMPTS = 3
"""Measurements of a row, all of which must miss for it to fail."""
THINKING_PAUSE_S = 0.05
"""Seconds that an honest player thinks."""
GESTURES = ("Move", "SearchDeck", "Reveal", "TossCoins", "SendSignal", "MakeToken")
"""Gestures that stand for all, unless all are requested: the most and the least expensive."""


@dataclass
class TimingBot(Robot):
    """A bot that records how long its answers take to have an effect."""

    waits: list[float] = field(default_factory=list)
    _since: float | None = None

    async def _answer(self, visit: Visit) -> None:
        before = self._answered
        await super()._answer(visit)
        if self._answered not in (before, -1):
            self._since = trio.current_time()

    def note_message(self, message: FromServer, _: Model) -> None:
        """Handle one message."""
        if self._since is not None and isinstance(message, Update | Prompt | PromptOver | Refused):
            self.waits.append(trio.current_time() - self._since)
            self._since = None


@dataclass
class GoodDuel:
    """Honest duels beside an attack, and how long their answers take."""

    waits: list[float] = field(default_factory=list)

    async def play(self, at: TableLink) -> None:
        """Play one duel after another, for ever."""
        decks = [deck.text for deck in deck_entries.ready("master") if not deck.reasons("master")]
        for number in itertools.count():
            one, other = (self._bot(seat, number + seat, decks) for seat in (0, 1))
            await play_match(at, Settings(listed=False, pace="off"), (one, other))

    def _bot(self, seat: int, number: int, decks: Sequence[str]) -> TimingBot:
        name, deck = ("Wren", "Halvard")[seat], decks[number % len(decks)]
        bot = TimingBot(name, deck, number, THINKING_PAUSE_S, waits=self.waits)
        bot.tell = bot.note_message
        return bot

    async def measure_answers(self, seconds: float) -> list[float]:
        """Return the milliseconds that the answers of the next seconds take, the shortest first."""
        self.waits.clear()
        await trio.sleep(seconds)
        return sorted(1_000 * wait for wait in self.waits)


def share(waits: Sequence[float], part: float) -> float:
    """Return the value that so large a part of them does not exceed."""
    return waits[min(len(waits) - 1, int(part * len(waits)))] if waits else 0.0


def rows(names: Sequence[str], *, all_gestures: bool) -> list[tuple[str, int, str]]:
    """Return the floods: kind of message, number of its case, and name of the row."""
    found = [(name, 0, name) for name in FLOODS]
    for kind, cases in CASES.items():
        if issubclass(kind, Gesture) and not (all_gestures or kind.__name__ in GESTURES):
            continue
        if kind.__name__ == "ListTables":  # two hundred hosts exceed the limit of an address
            continue
        found += [
            (kind.__name__, number, f"{kind.__name__}: {case.name}") for number, case in enumerate(cases)
        ]
    return [row for row in found if not names or row[0] in names]


@dataclass(frozen=True, slots=True)
class Row:
    """The effect of one flood: milliseconds of answers without it and beside it, and the flood's output."""

    quiet: Sequence[float]
    flooded: Sequence[float]
    said: str

    @property
    def ratio(self) -> float:
        """The ratio of the p99 beside the flood to the undisturbed one."""
        return share(self.flooded, 0.99) / max(share(self.quiet, 0.99), 0.01)

    @property
    def is_fine(self) -> bool:
        """Whether there was a flood, and the answers were hardly later for it."""
        return self.said.startswith("flooding") and bool(self.flooded) and self.ratio <= MAX_RATIO

    def __str__(self) -> str:
        if not self.said.startswith("flooding"):
            return f"did not flood: {' '.join(self.said.split())}"
        figures = (share(waits, part) for waits in (self.quiet, self.flooded) for part in (0.5, 0.99))
        columns = "".join(f"{figure:>9.1f}" for figure in figures)
        return f"{columns}{self.ratio:>8.2f}{self.said.split()[-1]:>9}{'' if self.is_fine else '   MISSES'}"


async def measure(chosen: Sequence[tuple[str, int, str]], seconds: float) -> bool:
    """Print a row for every flood; return whether all of them are within the limit."""
    fine = True
    sources = (f"127.1.{number // 200}.{number % 200 + 2}" for number in itertools.count())
    with game_server(limits=("--solo", "100")) as (_, address):
        duel = GoodDuel()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(duel.play, TableLink(*address))
            await trio.sleep(SETTLING_S)
            for kind, case, title in chosen:
                for _ in range(MAX_ATTEMPTS):  # other load on this machine differs each time
                    flood = [str(address[1]), str(seconds), next(sources), kind, str(case)]
                    if (row := await _row(duel, [address[0], *flood], seconds)).is_fine:
                        break
                click.echo(f"{title:<46}{row}")
                fine = fine and row.is_fine
            nursery.cancel_scope.cancel()
    return fine


async def _row(duel: GoodDuel, flood: Sequence[str], seconds: float) -> Row:
    """Return the answers of the honest duel beside a flood, and right before and after it."""
    before = await duel.measure_answers(seconds)
    # A flood has computers of its own; here it runs at a lower priority than the server.
    command = ["nice", "-n", "19", sys.executable, "-m", "benchmarks.abuse.flood", *flood]
    process = await trio.lowlevel.open_process(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    said, waits = "", list[float]()
    with trio.move_on_after(MAX_STAGING_S + 2 * seconds):
        said = (await process.stdout.receive_some(64)).decode()
        waits = await duel.measure_answers(seconds)
        while data := await process.stdout.receive_some(256):
            said += data.decode()
    if process.returncode is None:
        process.kill()
    await process.wait()
    await trio.sleep(SETTLING_S)
    return Row(sorted((*before, *await duel.measure_answers(seconds))), waits, said)


@click.command(name="bench abuse")
@click.argument("kinds", nargs=-1)
@click.option("--seconds", type=click.FloatRange(0.5, 600), default=3.0, show_default=True, help="A row's.")
@click.option("--all-gestures", is_flag=True, help="Every kind of gesture, not only a few.")
def abuse_command(kinds: tuple[str, ...], seconds: float, all_gestures: bool) -> None:
    """Play a good duel beside one stranger who floods the server, with one kind of message after another.

    The stranger has three connections (six for "decks", which come at one table after another) and sends as
    fast as prices and limits allow; connections and pages as fast as they come. A row says how long answers
    of the good duel took, undisturbed (right before and after) and beside the flood. It misses where the p99
    is more than twice the undisturbed one three times in a row, and then the exit code is 1. A try takes
    about ten seconds and three times --seconds.
    """
    if not sys.platform.startswith("linux"):
        raise click.ClickException("The flood has an address of its own, which only Linux gives it.")
    heads = "".join(f"{word:>9}" for word in ("p50", "p99", "flooded", "p99"))
    click.echo(f"{'flood (milliseconds of an answer)':<46}{heads}{'ratio':>8}{'sent':>9}")
    if not trio.run(lambda: measure(rows(kinds, all_gestures=all_gestures), seconds)):
        raise SystemExit(1)
