"""`python -m tests.compatibility.write`: record what this version stores and sends, for later versions to
read.

It refuses where that is recorded already: these files stand for a version that people run. With `--again`
all of it is written again; with `--report` only the report of reading it, after a rule was changed on
purpose.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.compatibility import released


def main(arguments: list[str]) -> str:
    """Write the files; return a sentence about success, or why they are not written."""
    folder = released.FOLDER
    if folder.exists() and not {"--again", "--report"} & set(arguments):
        return f"{folder} is there already: --again overwrites it, --report only what is read in it"
    with TemporaryDirectory() as workshop:
        if not folder.exists() or "--again" in arguments:
            shutil.rmtree(folder, ignore_errors=True)
            released.write(folder)
        released.write_report(folder, Path(workshop))
    size = sum(len(data) for data in released.contents(folder).values())
    return f"{folder}: {size} bytes"


if __name__ == "__main__":
    print(main(sys.argv[1:]))
