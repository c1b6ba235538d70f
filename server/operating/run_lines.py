"""`facedown-server line FILE…`: run saved lines (.duel) and puzzles, and say of each how it came out.

One line of text a file: its format, how it is played, where it stands. Whatever cannot be run says why.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from server.openings import open_file
from server.undo import saved_lines
from shared.cards.facts import Pool, every_game
from shared.errors import BadInput, Code

HOW = {
    "free": "by hand",
    "half": "by the rules, and by hand without a script",
    "rules": "by the rules",
}


def run_files(paths: Iterable[Path], *, pool: Pool | None = None, out: TextIO | None = None) -> int:
    """Run each file and write its line; 1 if one of them cannot be read or run."""
    pool, out, failed = pool or every_game(), out or sys.stdout, 0
    for path in paths:
        try:
            out.write(f"{path.name}: {_said(_read(path), pool)}\n")
        except BadInput as refused:
            failed += 1
            out.write(f"{path.name}: {refused}\n")
    return 1 if failed else 0


def _said(text: str, pool: Pool) -> str:
    setup = open_file(text, pool)
    line = saved_lines.read(setup.line)
    how = HOW[line.mode]
    begins = "from a scenario" if line.scenario else "from two decks"
    return f"{line.format}, {how}, {begins}, {len(line.steps)} steps, stands after {line.at}"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BadInput(Code.BAD_FILE, f"There is no file {path}.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(Code.BAD_FILE, f"{path} cannot be read.") from error
