"""Carry out a how-to page of docs/develop in a copy of the checkout, as a contributor would.

A comment before a code block is its instruction: `<!-- write: PATH -->` a new file, `<!-- append: PATH -->`
lines at the end of one, `<!-- edit: PATH -->` a diff whose context names the place, `<!-- translate: PATH
-->` entries of a catalogue, `<!-- run -->` commands that must succeed, `<!-- run: fails -->` commands that
must fail.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages import pofile

from tests.arch.source import ROOT
from tests.browser import node
from tools import languages

STEP = re.compile(
    r"^<!-- (write|append|edit|translate|run)(?:: (\S+))? -->\n```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE
)
BLOCK = re.compile(r"^ *```", re.MULTILINE)
PACKAGES = ("server", "client", "shared")
BROWSER = Path("client", "browser")
COMMAND_TIMEOUT_S = 300.0
TOOLS = ("npm", "node")


class Step(NamedTuple):
    """One instruction of a page to its reader."""

    kind: str
    target: str
    text: str


def steps(page: Path) -> list[Step]:
    """Return the steps of a page in order. Raises ValueError for a block that no comment explains."""
    text = page.read_text(encoding="utf-8")
    found = [Step(*one) for one in STEP.findall(text)]
    if len(BLOCK.findall(text)) != 2 * len(found):
        raise ValueError(f"{page.name}: each code block needs a comment before it that says what to do")
    return found


class Checkout:
    """A copy of the files that git knows here, in which steps are carried out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout
        for name in filter(None, names.split("\0")):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        node.is_there()  # installs the modules once
        modules, cache = BROWSER / "node_modules", ".mypy_cache"
        if (ROOT / modules).is_dir():
            (folder / modules).symlink_to(ROOT / modules)
        if (ROOT / cache).is_dir():
            shutil.copytree(ROOT / cache, folder / cache)

    def follow(self, page: Path) -> None:
        """Carry out every step of a page. Raises AssertionError where one fails."""
        for step in steps(page):
            self.do(step)

    def do(self, step: Step) -> None:
        """Carry out one step."""
        path = self.folder / step.target
        match step.kind:
            case "write":
                assert not path.exists(), f"{step.target} is there already"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(step.text, encoding="utf-8")
            case "append":
                gap = "\n\n" if path.suffix == ".py" else "\n"
                path.write_text(path.read_text(encoding="utf-8") + gap + step.text, encoding="utf-8")
            case "edit":
                path.write_text(apply_diff(path.read_text(encoding="utf-8"), step.text), encoding="utf-8")
            case "translate":
                translate(path, step.text)
            case _:
                for command in commands(step.text):
                    self.run(command, fails=step.target == "fails")

    def run(self, command: str, *, fails: bool = False) -> None:
        """Run one command of a page with the Python of these tests."""
        folder, words = self.folder, command.split()
        if words[:2] == ["cd", str(BROWSER)]:
            folder, words = folder / BROWSER, words[3:]
        if words[0] in TOOLS and shutil.which(words[0]) is None:
            return
        done = subprocess.run(
            _program(words), cwd=folder, env=self._environment(), timeout=COMMAND_TIMEOUT_S,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
        )  # fmt: skip
        assert (done.returncode != 0) == fails, f"$ {command}\n{done.stdout[-6_000:]}"

    def _environment(self) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
        paths = [str(self.folder / name) for name in PACKAGES] + [str(self.folder)]
        return {**own, "PYTHONPATH": os.pathsep.join(paths), "PYTHONUTF8": "1", "LC_ALL": "C"}


def commands(text: str) -> Iterator[str]:
    """Yield the commands of a block, without remarks."""
    for line in text.splitlines():
        if command := line.partition("  #")[0].strip():
            yield command


def _program(words: list[str]) -> list[str]:
    """Return what is started for the words of a command; run.py would set up an environment of its own."""
    python = [sys.executable, "-P"]
    match words:
        case ["python", "run.py", "test" | "style" as check, *rest]:
            return [*python, "-m", "tools.checks", check, *rest]
        case ["python", "run.py", "types"]:
            return [*python, "-m", "mypy"]
        case ["python", "run.py", "prove", *rest]:
            return [*python, "-m", "proofs", *rest]
        case ["python", "-m", *rest]:
            return [*python, "-m", *rest]
    return words


def apply_diff(text: str, diff: str) -> str:
    """Apply a diff without line numbers: `@@` separates hunks, and each must fit one place."""
    for hunk in re.split(r"^@@.*\n", diff, flags=re.MULTILINE):
        lines = hunk.splitlines()
        before = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
        after = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
        if lines:
            found = len(re.findall(rf"^{re.escape(before)}", text, re.MULTILINE))
            assert found == 1, f"this stands {found} times:\n{before}"
            start = re.search(rf"^{re.escape(before)}", text, re.MULTILINE)
            assert start is not None
            text = text[: start.start()] + after + text[start.end() :]
    return text


def translate(path: Path, entries: str) -> None:
    """Fill in translations of a catalogue; each entry must be there without one."""
    catalog = languages.read_catalog(path)
    found = [one for one in pofile.read_po(io.StringIO(entries), locale=path.stem) if one.id]
    assert found, "no entry of a catalogue"
    for one in found:
        there = catalog.get(one.id, one.context)
        assert there is not None, f"the catalogue has no entry {one.id!r}"
        assert not there.string, f"{one.id!r} is translated already"
        there.string = one.string
    path.write_bytes(languages.po_bytes(catalog))
