"""Many tables at once on a real server, with and without pace; the classifier gets what opponents see."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import trio

from facedown_server.table import RandomStreams
from facedown_shared.decks.decks import Deck, ready_decks
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import CreateTable, JoinTable, Settings, ToServer
from proofs.online.server_process import ServerProcess
from proofs.play.player import choose_one
from proofs.timing.classifier import ClassifierScore, Row, features, mean_by_kind, score_classifier
from proofs.timing.player import TimedPlayer

TABLES_COUNT = 6
"""Concurrent tables: with more the machine, not the server, would determine the times."""
ANSWER_DELAY_S = 0.02
"""Seconds a player takes to answer: less than any deadline of a protected table."""
BOTH, WHENEVER_ABLE = ("smart", "able"), ("able",)
"""When the players of one table after the other are to be prompted. With "smart", that depends mostly on what
the window is about, which is public: few windows that look alike are left to be told apart.
"""
RESTARTS_COUNT = 3
"""How often the server is killed and restarted while windows are observed."""
PROTECTED, MIN_UNPROTECTED_RATIO = (0.47, 0.53), 0.9
"""How well times may tell hands apart with pace, and must without."""
CONFIDENCE_SIGMA = 2.58
"""Standard errors within which 99 of 100 runs lie where times carry no information."""
MAX_ERROR_RATIO = 0.1
"""Largest allowed error of the measured value: with fewer windows nothing is proved."""
Pairs = list[tuple[TimedPlayer, TimedPlayer]]


@dataclass(frozen=True)
class WindowTimes:
    """Windows as opponents saw them, and whether their owners could have responded."""

    rows: tuple[Row, ...]
    able: tuple[bool, ...]
    kinds: tuple[tuple[str, ...], ...]
    alone: int = 0
    """Windows that closed while their owner was away: none may."""

    @cached_property
    def score(self) -> ClassifierScore:
        """How well the times tell hands apart."""
        return score_classifier(self.rows, self.able, self.kinds)

    @property
    def is_difference_significant(self) -> bool:
        """Whether they disclose more than is allowed, and more than chance brings."""
        least, most = self.score.interval(CONFIDENCE_SIGMA)
        allowed = PROTECTED[0] <= self.score.auc <= PROTECTED[1]
        return not allowed and not least <= 0.5 <= most

    @property
    def is_enough(self) -> bool:
        """Whether so many windows are enough to detect an effect of any size."""
        return CONFIDENCE_SIGMA * self.score.spread <= MAX_ERROR_RATIO

    def __str__(self) -> str:
        away = sum("owner away" in kind for kind in self.kinds)
        least, most = self.score.interval(CONFIDENCE_SIGMA)
        return (
            f"windows {len(self.rows)}, of them able {sum(self.able)}, with an owner who was away "
            f"{away}, closed without their owner {self.alone}, AUC {self.score.auc:.3f} "
            f"(99 %: {least:.3f} to {most:.3f})"
        )


def ready_deck(dice: RandomStreams) -> Deck:
    """Return one of the decks that come with the game."""
    return choose_one([one.deck for one in ready_decks().values() if one.format == "master"], dice, "deck")


DrawnDeck = Callable[[RandomStreams], Deck]


@dataclass(frozen=True, slots=True)
class TimedTables:
    """Observed tables: their pace, their modes, a random deck for each player."""

    pace: str
    mode: str = "rules"
    deck: DrawnDeck = ready_deck


async def measure(
    tables: TimedTables, windows: int, seed: int, tell: Callable[[str], None], modes: Sequence[str] = BOTH
) -> WindowTimes:
    """Play until so many windows were seen at these tables; kill connections, and the server."""
    pairs: Pairs = []
    with tempfile.TemporaryDirectory(prefix="facedown-timing-") as folder:
        server = ServerProcess(Path(folder))
        async with trio.open_nursery() as nursery:
            for life in range(1, RESTARTS_COUNT + 2):
                async with server.run():
                    for number in range(TABLES_COUNT) if life == 1 else ():
                        mode = modes[number % len(modes)]
                        nursery.start_soon(_table, server.link, number, seed, tables, mode, pairs)
                    await _watch_progress(pairs, windows * life // (RESTARTS_COUNT + 1), windows, tell)
            nursery.cancel_scope.cancel()
    return collect_windows(pairs)


async def _watch_progress(pairs: Pairs, goal: int, windows: int, tell: Callable[[str], None]) -> None:
    """Wait until so many windows were seen, and print the progress now and then."""
    reported = trio.current_time()
    while (count := sum(len(player.seen) for pair in pairs for player in pair)) < goal:
        await trio.sleep(0.05)
        if trio.current_time() > reported + 10:
            reported = trio.current_time()
            tell(f"{count} of {windows} windows …")


async def _table(
    link: TableLink, number: int, seed: int, tables: TimedTables, mode: str, pairs: Pairs
) -> None:  # fmt: skip
    """Play with two players, one match after another."""

    def player(seat: int, wish: ToServer) -> TimedPlayer:
        dice, whims = (
            RandomStreams(f"{seed}:{number}:{seat}{what}".encode().ljust(32, b".")) for what in ("", ":whims")
        )
        name, deck = ("Anna", "Ben")[seat], tables.deck(dice)
        return TimedPlayer(link, name, dice, wish, deck, ANSWER_DELAY_S, whims, mode)

    async with trio.open_nursery() as nursery:
        host = player(0, CreateTable(Settings(pace=tables.pace, mode=tables.mode, listed=False)))
        nursery.start_soon(host.run)
        await host.seated.wait()
        guest = player(1, JoinTable(host.table_link("opponent").code, host.table_link("opponent").secret))
        pairs.append((host, guest))
        nursery.start_soon(guest.run)


def collect_windows(pairs: Sequence[tuple[TimedPlayer, TimedPlayer]]) -> WindowTimes:
    """Return each window as the other player saw it, with what its owner knew; one that its owner never saw
    counts only as closed without its owner.
    """
    watched = [each for pair in pairs for each in (pair, pair[::-1])]
    every = [seen for watcher, _ in watched for seen in watcher.seen]
    means = iter(mean_by_kind([seen.elapsed for seen in every], [seen.alike for seen in every]))
    rows, able, kinds = list[Row](), list[bool](), list[tuple[str, ...]]()
    for watcher, owner in watched:
        before = 0.0
        for seen, mean in zip(watcher.seen, means, strict=False):
            if seen.at in owner.asked:
                rows.append(features(seen.elapsed, mean, before, seen.since))
                able.append(owner.asked[seen.at])
                kinds.append(seen.alike)
            before = seen.elapsed - mean
    return WindowTimes(tuple(rows), tuple(able), tuple(kinds), sum(seen.alone for seen in every))
