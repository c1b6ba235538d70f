"""`python run.py prove core --decks FOLDER`: decks as players have them, each in a whole duel of two bots.
With `--mirror` it is done by `mirrored_decks`.

A real server, real sockets, real clients: the deck is parsed as a player's client parses it, and the table
plays by the core. Failures are a refusal, a card by hand, or a duel without an end.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
import trio

from facedown_client.bot.bot_player import Robot
from facedown_client.data import deck_entries
from facedown_client.model.model import Model
from facedown_server.table import RandomStreams
from facedown_shared.decks.decks import Deck, to_ydk
from facedown_shared.network import links
from facedown_shared.protocol.messages import DeckReport, FromServer, Prompt, Refused, Settings
from facedown_shared.text import BadInput, Code, FacedownError
from proofs.core.engines import ProvidedCore, at_hand, place_of
from proofs.figures import Figures
from proofs.online.player import play_match
from proofs.online.server_process import ServerProcess

MAX_DUEL_S = 240.0
"""Seconds one duel may take."""
MAX_CONCURRENT_DUELS = 2
"""Duels that are played side by side."""


@dataclass(frozen=True)
class NamedDeck:
    """A deck to play, as text. `unknown`: how many of its cards the database lacks."""

    name: str
    deck: Deck
    text: str
    unknown: int = 0
    """Cards of the deck that are not in `text`, since this server does not know them."""


Pair = tuple[NamedDeck, NamedDeck]


@dataclass
class DeckFigures(Figures):
    """Figures of the decks."""

    decks: int = 0
    read: int = 0
    played: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    unknown: list[str] = field(default_factory=list)
    """Decks with cards that the database has no row of, or that have no script."""

    def lines(self) -> list[str]:
        """Return the figures."""
        endings = ", ".join(f"{name} {count}" for name, count in self.endings.most_common())
        return [
            *self.complaints,
            *self.describe_reading(),
            f"in whole duels {self.played}, duels {self.duels}, wrong {len(self.complaints)}",
            f"ended: {endings}",
        ]

    def describe_reading(self) -> list[str]:
        """Return how many decks were read."""
        return [
            *(f"not known whole: {deck}" for deck in self.unknown),
            f"decks {self.decks}, read {self.read}, known whole {self.read - len(self.unknown)}",
        ]


class WatchedSeat:
    """What one bot was sent: refusals, prompts by hand, the end."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.ending = ""
        self._told = 0

    def record_message(self, message: FromServer, model: Model) -> None:
        """Record a message of the server."""
        if isinstance(message, Refused) and message.code != Code.OUTDATED:  # a yes to what just changed
            self.wrong.append(f"refused: {message.sentence}")
        if isinstance(message, DeckReport) and not message.legal:
            raise FacedownError(Code.BAD_DECK, "; ".join(map(str, message.reasons)))
        if isinstance(message, Prompt) and message.kind == "by_hand":
            self.wrong.append("something was to be done by hand")
        for entry in model.since(self._told):
            if entry.happening.kind == "result":
                self.ending = entry.happening.word.partition(" ")[2]
        self._told = model.logged


def read_decks(
    paths: Sequence[Path], core: ProvidedCore, figures: DeckFigures, seed: int = 1
) -> list[NamedDeck]:
    """Return the decks of these files, parsed as a player's client does. Cards that the database does not
    know are left out, and cards of the whole pool replace them.
    """
    made, dice = [], RandomStreams(f"left out {seed}".encode().ljust(32, b"."))
    for path in sorted(paths):
        figures.decks += 1
        try:
            boxed = deck_entries.from_file(path)
        except BadInput as refused:
            figures.complaints.append(f"{path.name}: {refused}")
            continue
        figures.read += 1
        strange = {code for code in boxed.deck.cards if not core.is_known(code)}
        if strange:
            figures.unknown.append(f"{boxed.title}, {len(strange)} cards")
        deck = core.replace_cards(boxed.deck, strange, dice) if strange else boxed.deck
        made.append(NamedDeck(boxed.title, deck, to_ydk(deck) if strange else boxed.text, len(strange)))
    return made


def random_decks(count: int, core: ProvidedCore, seed: int) -> list[NamedDeck]:
    """Return random decks of the whole pool."""
    dice = RandomStreams(f"decks {seed}".encode().ljust(32, b"."))
    decks = [core.deck(dice) for _ in range(count)]
    return [NamedDeck(f"random {number}", deck, to_ydk(deck)) for number, deck in enumerate(decks, 1)]


def all_decks(
    folder: Path | None, paths: Sequence[Path], random: int, figures: DeckFigures, seed: int
) -> list[NamedDeck]:
    """Return the decks of these files, and so many random ones."""
    core = at_hand(folder)
    decks = read_decks(paths, core, figures, seed)
    figures.decks += random
    figures.read += random
    return [*decks, *random_decks(random, core, seed)]


def pair_decks(decks: Sequence[NamedDeck], most: int | None = None) -> list[Pair]:
    """Each deck with the next one, so that each is in a pair; at most so many."""
    pairs = [(decks[at], decks[(at + 1) % len(decks)]) for at in range(0, len(decks), 2)]
    return pairs[:most]


def play(folder: Path | None, pairs: Sequence[Pair], figures: DeckFigures, seed: int) -> None:
    """Play them all on a server of our own."""
    os.environ["FACEDOWN_HOME"] = str(place_of(folder))
    with tempfile.TemporaryDirectory(prefix="facedown-decks-") as data:
        trio.run(_play_all, Path(data), pairs, figures, seed)


async def _play_all(data: Path, pairs: Sequence[Pair], figures: DeckFigures, seed: int) -> None:
    server = ServerProcess(data)
    async with server.run():
        await play_concurrently(server, pairs, figures, seed)


async def play_concurrently(
    server: ServerProcess, pairs: Sequence[Pair], figures: DeckFigures, seed: int
) -> None:
    """Play each pair of decks on a server that runs, some duels at once."""
    limit = trio.CapacityLimiter(MAX_CONCURRENT_DUELS)
    async with trio.open_nursery() as nursery:
        for number, (one, other) in enumerate(pairs):
            nursery.start_soon(_play_within_limit, limit, server, one, other, figures, seed + 2 * number)


async def _play_within_limit(
    limit: trio.CapacityLimiter, server: ServerProcess, one: NamedDeck, other: NamedDeck,
    figures: DeckFigures, seed: int,
) -> None:  # fmt: skip
    async with limit:
        seen, met = WatchedSeat(), WatchedSeat()
        with trio.move_on_after(MAX_DUEL_S) as bound:
            try:
                await _duel(server.link, one, other, seen, met, seed)
            except* FacedownError as failed:
                seen.wrong += [str(error) for error in _leaf_exceptions(failed)]
        wrong = [*seen.wrong, *met.wrong]
        if bound.cancelled_caught or not seen.ending:
            wrong.append(f"no end within {MAX_DUEL_S:.0f} seconds" if bound.cancelled_caught else "no end")
        ending = seen.ending or "none"
        if ending.startswith("core_"):
            wrong.append(f"it ended by {ending}")
        figures.duels += 1
        figures.endings[ending] += 1
        figures.played += 0 if wrong else 2
        click.echo(f"{one.name} against {other.name}: {ending}", err=True)
        figures.complaints += [f"{one.name} against {other.name}: {why}" for why in wrong]


def _leaf_exceptions(group: BaseException) -> list[BaseException]:
    if isinstance(group, BaseExceptionGroup):
        return [leaf for part in group.exceptions for leaf in _leaf_exceptions(part)]
    return [group]


async def _duel(
    server: links.TableLink, one: NamedDeck, other: NamedDeck, seen: WatchedSeat, met: WatchedSeat, seed: int
) -> None:
    bots = (
        Robot("Halvard", one.text, seed, tell=seen.record_message),
        Robot("Wren", other.text, seed + 1, tell=met.record_message),
    )
    await play_match(server, Settings(listed=False, pace="off", mode="core"), bots)
