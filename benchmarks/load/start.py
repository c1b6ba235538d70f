"""`python run.py bench start`: how soon a server that begins with many stored tables serves them again."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial

from benchmarks.load import loaders
from benchmarks.load.rounds import loader
from benchmarks.load.servers import game_server
from benchmarks.load.websocket import RESPONSE_TIMEOUT_S, Address, ConnectionLost, Crowd, WebSocket
from benchmarks.load.workload import MAX_ACTS, WHOLE, greeting
from facedown_server.network.wire.listening_sockets import allow_files
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import Resume

ACTING_TIME_S = 5.0
"""Seconds of play at the tables before the server stops."""


def measure(tables: int, say: Callable[[str], None]) -> dict[str, float]:
    """Return the seconds from the start of the process until it listens, and from there until players see
    their tables: the first, half of them, all.

    Raises ConnectionLost and RuntimeError.
    """
    allow_files(2 * tables + loaders.RESERVED_FILES_COUNT)
    with tempfile.TemporaryDirectory(prefix="facedown-bench-", ignore_cleanup_errors=True) as folder:
        say(f"{tables} tables are opened")
        with (
            game_server(folder=folder) as (_, address),
            loader(loaders.players, address, tables) as players,
        ):
            tally, _ = players.ask("run", ACTING_TIME_S, MAX_ACTS)
            tokens = players.ask("tokens")
        say("the server stops and starts again")
        begun = time.perf_counter()
        with game_server(folder=folder) as (server, address):
            listening, ready = time.perf_counter() - begun, server.usage().cpu
            seen = _return(address, tokens)
            return {
                "acts_before": float(tally.acts),
                "listens_after_s": listening,
                "listens_after_cpu_s": ready,
                "first_table_s": seen[0],
                "half_of_them_s": statistics.median(seen),
                "all_tables_s": seen[-1],
                "cpu_s": server.usage().cpu,
            }


def _return(address: Address, tokens: list[str]) -> list[float]:
    """Resume every seat at once; return the seconds until each player was sent the whole View, in order."""
    begun, crowd, seen = time.perf_counter(), Crowd(), dict[int, float]()

    def handle(number: int, payload: bytes) -> None:
        if payload.startswith(WHOLE, 1):
            seen.setdefault(number, time.perf_counter() - begun)

    for number, token in enumerate(tokens):
        websocket = WebSocket(address)
        websocket.handle = partial(handle, number)
        websocket.send(encode(greeting(f"Wren {number}")))
        websocket.send(encode(Resume(token)))
        crowd.add(websocket.sock, websocket.take)
        crowd.turn(0)
    if not crowd.until(lambda: len(seen) == len(tokens), 5 * RESPONSE_TIMEOUT_S):
        raise ConnectionLost(f"Only {len(seen)} of {len(tokens)} players came back.")
    return sorted(seen.values())
