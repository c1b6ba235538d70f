"""A trial of the frozen program as it will be used: in a folder with blanks, without Python on the path."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

from facedown_shared.startup import RUN_MODULE
from tools.release.artefacts import StepFailed

TRIAL_TIMEOUT_S = 300
DOWNLOAD_TIMEOUT_S = 60
FOLDER = "a folder with blanks, \u00fc and \u724c"
PAIRING = "facedown_server.events.pairing.worker"
SERVE = ("serve", "--port", "0", "--bind", "127.0.0.1", "--no-discovery", "--until-input-ends")


def try_program(program: Path) -> str:
    """Play a duel of two bots with a copy of the program, serve pages, pair players. Raises StepFailed."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / FOLDER / program.name
        shutil.copytree(program, copy, symlinks=True)
        said = run_program(copy, folder, "facedown", "--version")
        if "facedown" not in said:
            raise StepFailed(f"--version printed {said!r}")
        if "wins" not in (said := run_program(copy, folder, "facedown", "demo", "--fast")):
            raise StepFailed(f"the demo ended with {said.splitlines()[-1:]}")
        run_program(copy, folder, "facedown-server", RUN_MODULE, "wasmtime._ffi")  # loads its library
        pairs = run_program(copy, folder, "facedown-server", RUN_MODULE, PAIRING, sent=pairing_request())
        if '"pairs":[[' not in pairs:
            raise StepFailed(f"the pairing of an event printed {pairs!r}")
        size = try_server(copy, folder)
    return f"a duel was played, players were paired, a page and {size / 1e6:.0f} MB of source were read"


def pairing_request() -> str:
    """Return the request to pair four players, as the server writes it."""
    import msgspec

    from facedown_server.events.pairing.costs import Entrant, PairingRequest

    entrants = tuple(Entrant(number, 0, 0, 0, ()) for number in range(1, 5))
    return msgspec.json.encode(PairingRequest(entrants, 3, "0f" * 32, "trial")).decode()


def try_server(program: Path, home: str) -> int:
    """Read the page and the source of a server; return the source's size. Raises StepFailed."""
    with subprocess.Popen(
        [file_of(program, "facedown-server"), *SERVE, "--data", str(Path(home) / "data")], cwd=home,
        env=environment(home), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    ) as server:  # fmt: skip
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            found = next(
                (match for line in server.stdout if (match := re.search(r"on .*:(\d+)$", line))), None
            )
            if found is None:
                raise StepFailed("the server ended before it listened")
            address = f"http://127.0.0.1:{found[1]}"
            with urlopen(address, timeout=DOWNLOAD_TIMEOUT_S) as page:
                if "facedown" not in page.read().decode():
                    raise StepFailed("the server's page is another's")
            size = read_source(f"{address}/facedown.zip")
            server.stdin.close()
            if code := server.wait(DOWNLOAD_TIMEOUT_S):
                raise StepFailed(f"the server ended with {code}")
        finally:
            server.kill()
    return size


def read_source(address: str) -> int:
    """Return the size of the source that a server hands out soon after its start. Raises StepFailed."""
    until = time.monotonic() + DOWNLOAD_TIMEOUT_S
    while time.monotonic() < until:
        try:
            with urlopen(address, timeout=DOWNLOAD_TIMEOUT_S) as data:  # noqa: S310 - our own server
                return len(data.read())
        except OSError:
            time.sleep(0.5)
    raise StepFailed("the server hands out no source")


def file_of(program: Path, name: str) -> Path:
    """Return the file of a program in the folder."""
    return program / (f"{name}.exe" if sys.platform == "win32" else name)


def environment(home: str) -> dict[str, str]:
    """Return the variables of a computer without Python."""
    variables = {key: os.environ[key] for key in ("SYSTEMROOT", "TEMP", "LANG") if key in os.environ}
    return {**variables, "HOME": home, "USERPROFILE": home, "PATH": ""}


def run_program(program: Path, home: str, name: str, *words: str, sent: str = "") -> str:
    """Return what a program of the folder prints. Raises StepFailed."""
    found = subprocess.run(
        [file_of(program, name), *words], cwd=home, env=environment(home), input=sent,
        capture_output=True, encoding="utf-8", timeout=TRIAL_TIMEOUT_S, check=False,
    )  # fmt: skip
    if found.returncode:
        raise StepFailed(f"`{name} {' '.join(words)}` ended with {found.returncode}: {found.stderr[-300:]}")
    return found.stdout
