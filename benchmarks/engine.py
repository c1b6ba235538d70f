"""The engine alone: log rows a second on mid-game boards, forced passes apart, and restoring a long log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from benchmarks.yardstick import Figure, interleaved
from server.duel.engine import Duel
from server.prove.play import Row, Run, play, random_setup
from server.referee import Choice
from server.table.fate import Fate
from shared.cards import Pool, bundled
from shared.decks import Deck, ready_decks
from shared.formats import FORMATS

DUELS = 6
LONG = 2_000
BUSY = 8
"""Cards on each side of the field from which a board counts as mid-game."""


def figures() -> Iterator[Figure]:
    """Every figure of the engine."""
    pool, decks = bundled(), [ready.deck for ready in ready_decks().values()]
    runs = [_duel(pool, decks, seed) for seed in range(DUELS)]
    yield from _speed(runs)
    yield from _restore(pool, decks)


def _duel(pool: Pool, decks: list[Deck], seed: int) -> Run:
    secret = seed.to_bytes(32, "big")
    return play(
        random_setup(pool, decks, ("master", "classic")[seed % 2], secret),
        pool,
        secret,
        most=1_500,
        watched=False,
    )


def _speed(runs: list[Run]) -> Iterator[Figure]:
    passes = sum(_is_pass(row) for run in runs for row in run.rows)
    rows = sum(len(run.rows) for run in runs)

    def again() -> int:
        for number, run in enumerate(runs):
            _run_again(run, number.to_bytes(32, "big"))
        return rows

    unit, stick = interleaved(again)
    yield Figure("engine: log rows a second (options checked)", 1 / unit, "rows/s", unit / stick)
    yield Figure("engine: of these rows, passes", 100 * passes / rows, "%")
    worked = rows - passes
    yield Figure(
        "engine: rows that are no pass, a second",
        worked / (unit * rows),
        "rows/s",
        unit * rows / worked / stick,
    )


def _restore(pool: Pool, decks: list[Deck]) -> Iterator[Figure]:
    run = next(run for seed in range(100, 200) if len((run := _duel_long(pool, decks, seed)).rows) >= LONG)
    del run.rows[LONG:]
    secret = run.setup.names[0].encode().ljust(32, b"0")

    def restore() -> int:
        _run_again(run, secret, trusted=True)
        return 1

    unit, stick = interleaved(restore)
    yield Figure(f"engine: a log of {LONG} rows runs again in", 1_000 * unit, "ms", unit / stick)


def _duel_long(pool: Pool, decks: list[Deck], seed: int) -> Run:
    secret = str(seed).encode().ljust(32, b"0")
    setup = random_setup(pool, decks, "master", secret)
    return play(replace(setup, names=(str(seed), "other")), pool, secret, most=LONG + 50, watched=False)


def _run_again(run: Run, secret: bytes, *, trusted: bool = False) -> None:
    duel = Duel(FORMATS[run.setup.format], run.duel.pool)
    for _ in duel.start(run.setup, Fate(secret)):
        pass
    for row in run.rows:
        if not trusted:
            duel.check(row.act)
        for _ in duel.apply(row.act):
            pass


def _is_pass(row: Row) -> bool:
    return isinstance(row.act.body, Choice) and row.act.body.keys == ("pass",)
