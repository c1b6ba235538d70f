"""Node.js processes of the peers, and the packages that they need."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from benchmarks.load.websocket import ConnectionLost

PACKAGES = (
    "@colyseus/core@0.16", "@colyseus/ws-transport@0.16", "@colyseus/schema@3", "colyseus.js@0.16",
    "pokemon-showdown@0.11",
)  # fmt: skip
"""What npm installs: about 150 MB."""
INSTALL_TIMEOUT_S = 600.0
SCRIPTS = Path(__file__).parent


class NoPeers(Exception):
    """The peers cannot run here, and why."""


def prepare_peers(folder: Path) -> Path:
    """Install the peers' packages into a folder, unless they are there; return the folder.

    Raises NoPeers.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NoPeers("Node.js and npm are not installed")
    folder.mkdir(parents=True, exist_ok=True)
    for script in SCRIPTS.glob("*.mjs"):
        shutil.copy(script, folder)  # Node.js looks for packages beside the script
    done = folder / "installed.json"
    if done.exists() and json.loads(done.read_text(encoding="utf-8")) == [*PACKAGES]:
        return folder
    (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    words = [npm, "install", "--no-audit", "--no-fund", "--omit=optional", *PACKAGES]
    try:
        result = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=INSTALL_TIMEOUT_S)
    except subprocess.TimeoutExpired as late:
        raise NoPeers(f"npm did not finish within {INSTALL_TIMEOUT_S:.0f} s") from late
    if result.returncode:
        reason = next((line for line in result.stderr.splitlines() if line.strip()), "it gave no reason")
        raise NoPeers(f"npm could not install them ({reason.strip()})")
    done.write_text(json.dumps(PACKAGES), encoding="utf-8")
    return folder


class NodeProcess:
    """A script of a peer as a process, which answers lines with JSON. `said` is its first answer."""

    def __init__(self, folder: Path, script: str, *arguments: object) -> None:
        self._process = subprocess.Popen(
            ["node", script, *map(str, arguments)],
            cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
        )  # fmt: skip
        self.said = self._answer()

    def ask(self, line: str = "") -> dict[str, Any]:
        """Return the answer to a line.

        Raises ConnectionLost when the process has ended.
        """
        self.send(line)
        return self._answer()

    def send(self, line: str) -> None:
        """Send a line, and read its answer later."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self.end()
            raise ConnectionLost("A peer's process has ended; what it said last stands above.")
        found: dict[str, Any] = json.loads(line)
        return found

    def end(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
