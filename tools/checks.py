"""What a change must pass: `python run.py style` and `python run.py test`. (`types` is mypy alone.)

`test` takes parts of the project by path or name (`server/facedown_server/room`, `room`,
`server/facedown_server/room/room.py`, a test file), and options of pytest after them. The output of every
test is in a log afterwards.
"""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOG = ROOT / "build" / "tests.log"
PARALLEL_OPTIONS = ("-n", "auto", "--maxprocesses", "4")


def style(words: list[str]) -> int:
    """Check everything, or the paths given; `--fix` fixes what can be fixed. Return the worse exit code."""
    fix = "--fix" in words
    places = [word for word in words if word != "--fix"] or ["."]
    steps = (["check", "--fix"], ["format"]) if fix else (["check"], ["format", "--check"])
    codes = [subprocess.call([sys.executable, "-m", "ruff", *step, *places], cwd=ROOT) for step in steps]
    if any(codes) and not fix:
        print("`python run.py style --fix` mends most of it.", file=sys.stderr)
    return max(codes)


def test(words: list[str]) -> int:
    """Run everything, or the tests of the parts named first; return pytest's exit code, 2 if a part has no
    tests.
    """
    parts = list(takewhile(lambda word: not word.startswith("-"), words))
    places = []
    for part in parts:
        found = find(part)
        if not found:
            print(
                f"There are no tests for `{part}`. A part is a path or a name, such as server/room or room."
            )
            return 2
        places += found
    one_file = places and all(place.partition("::")[0].endswith(".py") for place in places)
    options = [*(() if one_file else PARALLEL_OPTIONS), *words[len(parts) :]]
    return pytest.main([*options, *places], plugins=[Log(parts)])


def find(part: str) -> list[str]:
    """Return the tests of a part: itself if it is one, else what mirrors it under tests/, else its
    folder's.
    """
    path, colons, name = part.rstrip("/").partition("::")
    path = re.sub(r"\bfacedown_(?:server|client|shared)/?", "", path)
    if path.startswith("tests") and (ROOT / path).exists():
        return [path + colons + name]
    folder, slash, last = path.removesuffix(".py").rpartition("/")
    tests = ROOT / "tests"
    found = [
        *tests.glob(f"**/{folder}{slash}{last}"),
        *tests.glob(f"**/{folder}{slash}test_{last.removeprefix('test_')}.py"),
    ]
    if not found:
        packaged = re.sub(r"^(server|client|shared)\b", r"\1/facedown_\1", path)
        is_ours = any((ROOT / place).exists() for place in (path, packaged))
        return find(folder) if slash and is_ours else []
    depth = min(len(place.parts) for place in found)
    return [
        place.relative_to(ROOT).as_posix() + colons + name
        for place in sorted(found)
        if len(place.parts) == depth
    ]


class Log:
    """Prints what is tested and with what, and keeps a line for each test, with all output of a failed
    one.
    """

    def __init__(self, parts: list[str]) -> None:
        self._parts = parts
        LOG.parent.mkdir(exist_ok=True)
        self._file = LOG.open("w", encoding="utf-8")

    def pytest_report_header(self) -> list[str]:
        """Return the lines above the tests."""
        return [
            f"set-up: Python {platform.python_version()} in {Path(sys.prefix).name}, from locks/dev.txt",
            f"testing: {', '.join(self._parts) or 'everything (`python run.py test PART` tests a part)'}",
            f"log: {LOG.relative_to(ROOT).as_posix()}",
        ]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write a line for each test; setting up and tearing down only where they failed."""
        if report.when == "call" or report.outcome != "passed":
            self._file.write(f"{report.outcome:<8}{report.duration:8.2f} s  {report.nodeid}\n")
        if report.failed:
            self._file.writelines(["\n", report.longreprtext, "\n"])
            self._file.writelines(f"\n-- {title}\n{said}\n" for title, said in report.sections)
        self._file.flush()


if __name__ == "__main__":
    sys.exit({"style": style, "test": test}[sys.argv[1]](sys.argv[2:]))
