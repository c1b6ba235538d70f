"""The text of /metrics without its numbers, on which dashboards and alerts depend."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from tests.server.service.test_app import page, run_server

SAMPLE = re.compile(r"^(facedown_\w+(?:\{[^}]*\})?) \S+$|^# TYPE (facedown_\w+ \w+)$")


def metrics_text() -> str:
    """Return the name, labels and type of each metric of ours, a line each, sorted. Their help texts may
    change.
    """
    with TemporaryDirectory() as folder:
        text = trio.run(_read_metrics, Path(folder))
    found = (SAMPLE.match(line) for line in text.splitlines())
    return "\n".join(sorted(match[1] or f"# TYPE {match[2]}" for match in found if match)) + "\n"


async def _read_metrics(folder: Path) -> str:
    async with run_server(folder) as (parts, _, _):
        return await page(parts.admin_port, "/metrics")
