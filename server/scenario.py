"""`facedown-server scenario [--check] FILE…`: run scenario files and print how they came out.

One JSON object a line, in the order of the files. With `check`, what differs from each file's `expect`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

import msgspec

from server.scenarios.compare import differences
from server.scenarios.files import Scenario, read
from server.scenarios.run import Outcome, Runner
from shared.cards import Pool, bundled


def run_files(
    paths: Iterable[Path | str], check: bool = False, *, pool: Pool | None = None, out: TextIO | None = None
) -> int:
    """Run scenario files one after the other; 1 if `check` found a difference. Raises BadInput for a file
    that is no scenario."""
    pool, out = pool or bundled(), out or sys.stdout
    failed = total = 0
    for path in paths:
        scenario = read(Path(path), pool)
        outcome = Runner(scenario, pool).run()
        if not check:
            out.write(msgspec.json.encode(outcome.shape).decode() + "\n")
            continue
        total += 1
        lines = _differences(scenario, outcome)
        failed += bool(lines)
        for line in lines:
            out.write(f"{scenario.id}: {line}\n")
    if check:
        out.write(f"{total - failed} of {total} as expected\n")
    return 1 if failed else 0


def _differences(scenario: Scenario, outcome: Outcome) -> list[str]:
    if scenario.expect is None:
        return ["the file expects nothing, so there is nothing to compare"]
    return differences(scenario.expect, outcome.shape, outcome.together, outcome.together_in_snapshots)
