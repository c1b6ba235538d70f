"""Node, where there is one: the tools of the browser's client, and scripts of ours run with its modules.

Without Node nothing that it makes can be checked; in CI that is a failure, otherwise a line says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

HOME = Path(__file__).parents[2] / "client" / "browser"
BUILD_TIMEOUT_S = 240.0
"""Seconds that installing and building may take."""


def is_there() -> bool:
    """Return whether there is node, with the packages of the client; install them once. In CI there must
    be.
    """
    if shutil.which("node") and not (HOME / "node_modules" / "esbuild").is_dir() and shutil.which("npm"):
        quiet = ("--no-audit", "--no-fund", "--prefer-offline", "--loglevel", "error")
        subprocess.run(["npm", "ci", *quiet], cwd=HOME, timeout=BUILD_TIMEOUT_S, check=False)
    found = bool(shutil.which("node")) and (HOME / "node_modules" / "esbuild").is_dir()
    assert found or not os.environ.get("CI"), "CI has no node with the packages of client/browser"
    if not found:
        print("There is no node here: what the browser runs was not built again and compared.")
    return found


def run(*command: str, said: str = "") -> str:
    """Return a program's output; fail with its errors."""
    done = subprocess.run(
        command,
        cwd=HOME,
        input=said,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=BUILD_TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def bundle_script(entry: Path, out: Path) -> Path:
    """Return a script of ours with the client's modules, as one file that node runs."""
    esbuild = HOME / "node_modules" / ".bin" / "esbuild"
    run(str(esbuild), str(entry), "--bundle", "--platform=node", f"--outfile={out}", "--log-level=warning")
    return out
