"""A trial of the frozen program as it will be used: in a folder with blanks, without Python on the path."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from facedown_shared.startup import RUN_MODULE
from tools.release.artefacts import StepFailed

TRIAL_TIMEOUT_S = 300
FOLDER = "a folder with blanks, \u00fc and \u724c"


def try_program(program: Path) -> str:
    """Play a duel of two bots with a copy of the program. Raises StepFailed."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / FOLDER / program.name
        shutil.copytree(program, copy, symlinks=True)
        said = run_program(copy, folder, "facedown", "--version")
        if "facedown" not in said:
            raise StepFailed(f"--version printed {said!r}")
        if "wins" not in (said := run_program(copy, folder, "facedown", "demo", "--fast")):
            raise StepFailed(f"the demo ended with {said.splitlines()[-1:]}")
        run_program(copy, folder, "facedown-server", RUN_MODULE, "wasmtime._ffi")  # loads its library
        if "serve" not in run_program(copy, folder, "facedown-server", "--help"):
            raise StepFailed("the server's help names no command serve")
    return "a duel was played"


def run_program(program: Path, home: str, name: str, *words: str) -> str:
    """Return what a program of the folder prints. Raises StepFailed."""
    file = program / (f"{name}.exe" if sys.platform == "win32" else name)
    variables = {key: os.environ[key] for key in ("SYSTEMROOT", "TEMP", "LANG") if key in os.environ}
    found = subprocess.run(
        [file, *words], cwd=home, env={**variables, "HOME": home, "USERPROFILE": home, "PATH": ""},
        capture_output=True, encoding="utf-8", timeout=TRIAL_TIMEOUT_S, check=False,
    )  # fmt: skip
    if found.returncode:
        raise StepFailed(f"`{name} {' '.join(words)}` ended with {found.returncode}: {found.stderr[-300:]}")
    return found.stdout
