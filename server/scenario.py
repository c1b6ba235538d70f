"""`facedown-server scenario [--check] FILE…`: run scenario files and print how they came out.

One JSON object a line, in the order of the files. With `check`, what differs from each file's `expect`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

import msgspec

from server.scenarios.compare import differences
from server.scenarios.files import Scenario, read
from server.scenarios.run import Outcome, Runner
from shared.cards import Pool, bundled
from shared.errors import BadInput, Code


def run_files(
    paths: Iterable[Path | str], check: bool = False, *, pool: Pool | None = None, out: TextIO | None = None
) -> int:
    """Run scenario files one after the other; 1 if `check` found a difference.

    A file that is no scenario stops no other: its line says why (`status` "unreadable"), and the first such
    reason (with `check`: how many they are) is raised as BadInput when all have run.
    """
    pool, out = pool or bundled(), out or sys.stdout
    failed = total = 0
    unreadable: list[BadInput] = []
    for path in map(Path, paths):
        total += 1
        try:
            scenario = read(path, pool)
        except BadInput as reason:
            unreadable.append(reason)
            row = {"id": path.stem, "status": "unreadable", "reason": str(reason)}
            out.write(f"{path.stem}: {reason}\n" if check else _line(row))
            continue
        outcome = Runner(scenario, pool).run()
        if not check:
            out.write(_line(outcome.shape))
            continue
        lines = _differences(scenario, outcome)
        failed += bool(lines)
        for line in lines:
            out.write(f"{scenario.id}: {line}\n")
    if check:
        out.write(f"{total - failed - len(unreadable)} of {total} as expected\n")
    if unreadable and check:  # their lines have said why
        are = "is" if len(unreadable) == 1 else "are"
        raise BadInput(Code.BAD_FILE, f"{len(unreadable)} of {total} {are} no scenario.")
    if unreadable:
        raise unreadable[0]
    return 1 if failed else 0


def _line(row: dict[str, Any]) -> str:
    return msgspec.json.encode(row).decode() + "\n"


def _differences(scenario: Scenario, outcome: Outcome) -> list[str]:
    if scenario.expect is None:
        return ["the file expects nothing, so there is nothing to compare"]
    return differences(scenario.expect, outcome.shape, outcome.together, outcome.together_in_snapshots)
