"""`python -m tests.compatibility.write`: record what this version stores and sends, for later versions to
read.

The files are in a folder of the version's name. It refuses where they are recorded already. With `--again`
all of it is written again, which a version with a date in the changelog never permits: people run it. With
`--report` only the report of reading the files is written again, of all versions, after a rule was changed on
purpose.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.compatibility import released
from tools.release.artefacts import ROOT
from tools.release.notes import released_versions, version_of


def main(arguments: list[str], root: Path = ROOT) -> str:
    """Write the files; return a sentence about success, or why they are not written."""
    version = version_of(root)
    folder = released.RELEASED / version
    again = "--again" in arguments
    if "--report" in arguments:
        return "\n".join(_write_reports())
    if again and version in released_versions((root / "CHANGELOG.md").read_text(encoding="utf-8")):
        return f"{version} is released: its files stay as they are"
    if folder.exists() and not again:
        return f"{folder} is there already: --again overwrites it, --report only what is read in it"
    with TemporaryDirectory() as workshop:
        shutil.rmtree(folder, ignore_errors=True)
        released.write(folder)
        released.write_report(folder, Path(workshop))
    return _size_of(folder)


def _write_reports() -> Iterator[str]:
    """Write the report of reading the files of each version."""
    for version in released.VERSIONS:
        with TemporaryDirectory() as workshop:
            released.write_report(released.RELEASED / version, Path(workshop))
        yield _size_of(released.RELEASED / version)


def _size_of(folder: Path) -> str:
    return f"{folder}: {sum(len(data) for data in released.contents(folder).values())} bytes"


if __name__ == "__main__":
    print(main(sys.argv[1:]))
