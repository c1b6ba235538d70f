"""A PostgreSQL server of the tests' own: started in a temporary folder when the first test needs it.

Where its programs are missing, tests that need it are skipped, and one line says so.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from proofs.online.cluster import Cluster, ordinary, programs

__all__ = ("Cluster", "database_of", "needed", "ordinary", "programs", "shared_cluster")

needed = pytest.mark.postgresql
"""Marks tests that need a PostgreSQL server."""

_started: list[Cluster] = []


def shared_cluster() -> Cluster:
    """Return the one server of this test run, started when it is first needed."""
    if not _started:
        _started.append(Cluster())
        _started[0].start()
    return _started[0]


def database_of(folder: Path) -> str:
    """Return the address of a test's own database: the same for the same folder."""
    return shared_cluster().database(f"t{hashlib.sha256(str(folder).encode()).hexdigest()[:16]}")


# --- pytest's hooks -----------------------------------------------------------------------------------------


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the tests on it where its programs are missing, and report that."""
    left_out = [item for item in items if item.get_closest_marker("postgresql")]
    if programs() is None and left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)
        print(f"{len(left_out)} tests on PostgreSQL are left out: its programs are not installed here.")


def pytest_sessionfinish() -> None:
    """Stop the server with the test run."""
    while _started:
        _started.pop().remove()
