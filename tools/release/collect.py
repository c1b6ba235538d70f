"""The files of a release that several systems built, checked and put into one folder.

    python -m tools.release.collect FROM INTO

FROM has a folder for each system, as `python run.py release` wrote it. Programs are taken from each; the
packages, lists of parts, image and notes from Linux, like which the other systems' copies should be. Standard
library only.
"""

from __future__ import annotations

import filecmp
import shutil
import sys
from pathlib import Path

from tools.release.artefacts import CHECKSUMS, StepFailed, checksum_lines, clear_folder

PROGRAMS = ("facedown-*-windows-*.zip", "facedown-*-macos-*.tar.xz", "facedown-*-linux-*.tar.xz")
MAIN = PROGRAMS[-1]
"""The program of the system whose other files are taken too."""


def collect(source: Path, target: Path) -> list[str]:
    """Fill a folder with the files of all systems; return the files that differ between them.

    Raises StepFailed if a file is not what its checksum says, or if Linux's folder is missing.
    """
    folders = sorted(path for path in source.iterdir() if path.is_dir())
    for folder in folders:
        check_sums(folder)
    main = next((folder for folder in folders if any(folder.glob(MAIN))), None)
    if main is None:
        raise StepFailed(f"{source} has no folder with Linux's program")
    clear_folder(target)
    different = []
    for folder in folders:
        programs = {path for pattern in PROGRAMS for path in folder.glob(pattern)}
        for path in sorted(folder.iterdir()):
            if folder == main or path in programs:
                shutil.copyfile(path, target / path.name)
            elif path.name != CHECKSUMS and not is_same(path, main / path.name):
                different.append(f"{folder.name}/{path.name}")
    (target / CHECKSUMS).write_text("".join(checksum_lines(target)), encoding="utf-8", newline="\n")
    return different


def check_sums(folder: Path) -> None:
    """Check the files of a folder by its checksums. Raises StepFailed."""
    sums = folder / CHECKSUMS
    if not sums.is_file():
        raise StepFailed(f"{folder} has no {CHECKSUMS}")
    stated, found = sums.read_text(encoding="utf-8").splitlines(True), checksum_lines(folder)
    if wrong := sorted({line.split()[1] for line in {*stated} ^ {*found}}):
        raise StepFailed(f"{folder.name}: not as {CHECKSUMS} says: {', '.join(wrong)}")


def is_same(path: Path, other: Path) -> bool:
    """Return whether both files exist and hold the same bytes."""
    return other.is_file() and filecmp.cmp(path, other, shallow=False)


def main(words: list[str]) -> int:
    """Collect, and print what was found."""
    if len(words) != 2:
        print("Pass two folders: python -m tools.release.collect FROM INTO", file=sys.stderr)
        return 2
    source, target = (Path(word) for word in words)
    try:
        different = collect(source, target)
    except (StepFailed, OSError) as failed:
        print(f"{failed}.", file=sys.stderr)
        return 1
    for name in different:
        print(f"differs from Linux's: {name}")
    print((target / CHECKSUMS).read_text(encoding="utf-8"), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
