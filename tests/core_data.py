"""A machine's data for duels by EDOPro's core: named by the environment, and never in the repository.

FACEDOWN_CORE names an engine (.tgz or .wasm), FACEDOWN_EDOPRO an EDOPro folder, FACEDOWN_DECKS one of .ydk.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from facedown_server.service.operating.core_setup import register_core

CORE, EDOPRO, DECKS = "FACEDOWN_CORE", "FACEDOWN_EDOPRO", "FACEDOWN_DECKS"
TESTS_OWN = ("FACEDOWN_SHOTS", CORE, EDOPRO, DECKS)
"""Environment variables of tests, which are no settings of a server or a client."""

needs_all = pytest.mark.skipif(
    not all(os.environ.get(name) for name in (CORE, EDOPRO, DECKS)),
    reason=f"{CORE}, {EDOPRO} and {DECKS} do not name an engine, a folder of EDOPro's and one of decks",
)


def install(data: Path) -> None:
    """Return a server's data folder with the engine and EDOPro's folder, as `run.py core` leaves it."""
    register_core(data, os.environ[EDOPRO], os.environ[CORE], print)


def deck(name: str) -> Path:
    """Return the file of one of the decks."""
    return Path(os.environ[DECKS]) / f"{name}.ydk"


def kill_core(server: int) -> None:
    """Kill the processes in which a server (its process ID) runs the core. The thread that started them has
    them in its list.
    """
    listed = [one.read_text() for one in Path(f"/proc/{server}/task").glob("*/children")]
    children = [int(child) for child in " ".join(listed).split()]
    assert children, "the core runs in processes of its own"
    for child in children:
        os.kill(child, signal.SIGKILL)
