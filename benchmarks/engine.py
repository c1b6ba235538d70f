"""The engine alone: log rows a second on mid-game boards, forced passes apart, and restoring a long log.

A board is mid-game while at least EACH_CARDS are on each side of the field and BOTH_CARDS together, face-up
or face-down, Field Zones, Pendulum Scales and Extra Monster Zones counted, Equip Cards too, materials not.
Until a board is, its players only build; from then on they play at random, and only these rows are timed.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click

from benchmarks.baseline import Figure, measure_interleaved, measure_parts
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.refereeing.referee import Act, Choice, PromptKind, SeatPrompt
from facedown_server.table import RandomStreams, Setup, State
from facedown_shared.cards.facts import Pool, bundled_pool
from facedown_shared.decks.decks import Deck, ready_decks
from facedown_shared.protocol.messages import Option
from facedown_shared.tables import FORMATS
from proofs.play.player import choose, exhaust
from tests.laws.random_play import random_setup

DUELS_COUNT = 12
ROWS_PER_DUEL_COUNT = 600
"""Mid-game rows of one duel after which the next begins."""
LONG_LOG_ROWS = 2_000
EACH_CARDS, BOTH_CARDS = 8, 16

FREE, FORCED, ALL = "rows with a choice", "forced passes", "all rows"


@dataclass
class Log:
    """A played duel: its setup and secret, its acts, and the sort of each row, "" where not mid-game."""

    setup: Setup
    secret: bytes
    acts: list[Act]
    sorts: list[str]


def figures() -> Iterator[Figure]:
    """Return every figure of the engine."""
    pool, decks = bundled_pool(), [ready.deck for ready in ready_decks().values() if ready.format != "fab"]
    yield from _speed(pool, [_build_board(pool, decks, seed) for seed in range(DUELS_COUNT)])
    yield from _restore(pool, _long(pool, decks))


# --- rows on mid-game boards ------------------------------------------------------------------------------


def _speed(pool: Pool, logs: Sequence[Log]) -> Iterator[Figure]:
    counts = Counter(sort for log in logs for sort in log.sorts if sort)
    parts, stick = measure_parts(lambda: _time_logs(pool, logs, counts))
    for sort in (FREE, FORCED, ALL):
        yield Figure(
            f"engine, mid-game boards: {sort} a second", 1 / parts[sort], "rows/s", parts[sort] / stick
        )
    share = 100 * counts[FORCED] / counts.total()
    yield Figure("engine, mid-game boards: of all rows, forced passes", share, "%")


def _time_logs(pool: Pool, logs: Sequence[Log], counts: Counter[str]) -> dict[str, float]:
    """Run the logs again as a server does, options made and acts checked; return the CPU seconds a row, by
    its sort.
    """
    spent: defaultdict[str, float] = defaultdict(float)
    for log in logs:
        duel = _begin_duel(pool, log)
        for act, sort in zip(log.acts, log.sorts, strict=True):
            start = time.process_time()
            tuple(ask.options for ask in duel.prompts())
            duel.check(act)
            exhaust(duel.apply(act))
            spent[sort] += time.process_time() - start
    each = {sort: spent[sort] / counts[sort] for sort in counts}
    return {**each, ALL: sum(spent[sort] for sort in counts) / counts.total()}


def _build_board(pool: Pool, decks: Sequence[Deck], seed: int) -> Log:
    """Return a duel whose board is built up whenever it is not mid-game, and played on at random when it
    is.
    """
    secret = seed.to_bytes(32, "big")
    log = Log(random_setup(decks, ("master", "classic")[seed % 2], secret), secret, [], [])
    duel, dice = _begin_duel(pool, log), RandomStreams(secret + b"dice")
    while duel.result() is None and sum(map(bool, log.sorts)) < ROWS_PER_DUEL_COUNT:
        ask, busy = duel.prompts()[0], is_mid_game(duel.state)
        act = choose(ask, dice, 20) if busy else _build(ask, dice)
        log.sorts.append((FREE if ask.can_choose else FORCED) if busy else "")
        log.acts.append(act)
        exhaust(duel.apply(act))
    _progress(
        f"duel {seed + 1} of {DUELS_COUNT}: {sum(map(bool, log.sorts))} of {len(log.acts)} rows are mid-game"
    )
    return log


def is_mid_game(state: State) -> bool:
    """Return whether enough cards are on the field of each player, and of both together."""
    sides = Counter(card.controller for card in state.field_cards())
    return min(sides[0], sides[1]) >= EACH_CARDS and sides.total() >= BOTH_CARDS


def _build(ask: SeatPrompt, dice: RandomStreams) -> Act:
    """Play cards to the field where possible, and otherwise leave everything as it is."""
    wanted = [key for key, option in ask.options if _is_building(ask, option)]
    if wanted:
        return Act(ask.seat, Choice((wanted[dice.draw_below(len(wanted), "build")],)))
    return Act(ask.seat, Choice(ask.default)) if ask.default else choose(ask, dice, 20)


def _is_building(ask: SeatPrompt, option: Option) -> bool:
    return ask.kind is PromptKind.TURN and option.verb in ("summon", "set", "special_summon")


# --- running a log again ----------------------------------------------------------------------------------


def _restore(pool: Pool, log: Log) -> Iterator[Figure]:
    """Restore a duel as a server does after a crash: no prompts, every act and digest is checked."""

    def restore() -> int:
        duel = _begin_duel(pool, log)
        for act in log.acts:
            duel.check(act)
            exhaust(duel.apply(act))
            duel.digest()
        return 1

    unit, stick = measure_interleaved(restore)
    yield Figure(f"engine: a log of {LONG_LOG_ROWS:,} rows runs again in", 1_000 * unit, "ms", unit / stick)


def _long(pool: Pool, decks: Sequence[Deck]) -> Log:
    """Return the first random duel that lasts for so many rows."""
    for seed in range(100, 1_000):
        secret = seed.to_bytes(32, "big")
        log = Log(random_setup(decks, "master", secret), secret, [], [])
        duel, dice = _begin_duel(pool, log), RandomStreams(secret + b"dice")
        while duel.result() is None and len(log.acts) < LONG_LOG_ROWS:
            log.acts.append(choose(duel.prompts()[0], dice, 20))
            exhaust(duel.apply(log.acts[-1]))
        _progress(f"looking for a long duel: {len(log.acts)} rows")
        if len(log.acts) == LONG_LOG_ROWS:
            return log
    raise RuntimeError(f"No random duel lasts for {LONG_LOG_ROWS} rows.")


def _begin_duel(pool: Pool, log: Log) -> DuelReferee:
    duel = DuelReferee(FORMATS[log.setup.format], pool)
    exhaust(duel.start(log.setup, RandomStreams(log.secret)))
    return duel


def _progress(text: str) -> None:
    click.echo(text, err=True)
