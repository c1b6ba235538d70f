"""Servers to measure, each a process of its own that reports what it has used."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from benchmarks.load.websocket import Address
from benchmarks.probe import ProbedProcess

LIMITS = (
    "--connections 100000 --tables 100000 --tables-per-address 100000 --spectators 100000 "
    "--messages-per-second 10000 --address-share 1000 --solo 10000 --alone-per-address 10000"
).split()
"""Flags of a server that admits the whole load; players set the pace "off" themselves."""


@contextmanager
def game_server(
    *, journal: bool = True, folder: str = "", limits: Sequence[str] = LIMITS
) -> Iterator[tuple[ProbedProcess, Address]]:
    """Run a server of facedown on any port of the loopback interface. Without a folder its data is deleted
    with it. `limits`: practically none.
    """
    with tempfile.TemporaryDirectory(prefix="facedown-bench-", ignore_cleanup_errors=True) as passing:
        arguments = ["serve", "--port", "0", "--bind", "127.0.0.1", "--data", folder or passing]
        arguments += ["--no-discovery", "--log-level", "warning", *limits]
        with start_probed("facedown_server" if journal else "benchmarks.load.unkept", arguments) as found:
            yield found


@contextmanager
def start_probed(module: str, arguments: Sequence[str] = ()) -> Iterator[tuple[ProbedProcess, Address]]:
    """Start a process of this module; return it, and the address on which it listens."""
    process = ProbedProcess(module, arguments)
    try:
        host, _, port = process.said.split()[-1].rpartition(":")
        yield process, (host, int(port))
    finally:
        process.end()
