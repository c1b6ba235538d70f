"""Links, anchors, paths and commands that pages name exist.

A path is a word in backticks that begins with a folder of the project; it may hold a star or a choice in
braces. A command is `python run.py …` or `python -m …`, with the options after it.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import click

import run
from benchmarks.__main__ import COMMANDS as BENCHMARKS
from tests.arch.source import ROOT

FOLDERS = (".ci", "benchmarks", "client", "deploy", "docs", "locks", "proofs", "server", "shared", "tests",
           "tools")  # fmt: skip
MADE = (
    "docs/reference/rules/tests.md",
    "server/facedown_server/games/duel/cards/ember_shower.py",
    "tests/server/games/duel/cards/test_ember_shower.py",
    "tests/client/window/scenes/test_about.py",
    "tests/shared/manual/test_crossing.py",
    "shared/facedown_shared/data/languages/pl.po",
)
"""Files that commands make, and those that a reader of docs/develop makes."""

LINK = re.compile(r"\]\(([^)\s]+)")
ANCHOR = re.compile(r'<a id="([^"]+)"')
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
PATH = re.compile(rf"`((?:{'|'.join(map(re.escape, FOLDERS))})/[\w./*-]*)(?:\{{([\w,]+)\}})?([\w./*-]*)`")
COMMAND = re.compile(r"(?<![\w/.])python3? (?:\S*/)?(run\.py|-m [\w.]+)((?: +(?!#)[^\s`#|&>]+)*)")
OPTION = re.compile(r"--[a-z][\w-]*")
QUOTED_OPTION = re.compile(r"`(--[a-z][\w-]*)(?:[ =][^`]*)?`")
OF_OTHERS = frozenset({"--ledger", "--tb", "--upgrade", "--version"})
"""Options of pytest and of scripts that no command line of ours has, and the one that all have."""

FENCE = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)


def pages(root: Path = ROOT) -> list[Path]:
    """Return every page of the project, without those that commands make."""
    found = {*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("benchmarks/*.md")}
    return sorted(found - {root / name for name in MADE})


def check_links(root: Path = ROOT) -> list[str]:
    """Return links to missing files, or to headings and anchors that are not in them."""
    return [
        f"{page.relative_to(root).as_posix()}: {target} leads nowhere"
        for page in pages(root)
        for target in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
        if "://" not in target and not target.startswith("mailto:") and not _is_target(page, target)
    ]


def _is_target(page: Path, target: str) -> bool:
    file, _, anchor = target.partition("#")
    goal = page.parent / file if file else page
    return goal.exists() and (not anchor or anchor in _anchors(goal))


@cache
def _anchors(page: Path) -> frozenset[str]:
    """Return the names that a link into a page may use: its anchors, and its headings as GitHub writes
    them.
    """
    if page.suffix != ".md":
        return frozenset()
    text = page.read_text(encoding="utf-8")
    slugs = [re.sub(r"[^\w\- ]", "", said.lower()).replace(" ", "-") for said in HEADING.findall(text)]
    return frozenset([*slugs, *ANCHOR.findall(text)])


def check_paths(root: Path = ROOT) -> list[str]:
    """Return paths in backticks without a file."""
    return [
        f"{page.relative_to(root).as_posix()}: there is no {path}"
        for page in pages(root)
        for path in sorted(_paths(page.read_text(encoding="utf-8")))
        if path not in MADE and not any(root.glob(path.rstrip("/")))
    ]


def _paths(text: str) -> set[str]:
    return {
        f"{before}{middle}{after}"
        for before, choices, after in PATH.findall(text)
        for middle in choices.split(",")
    }


def check_commands(root: Path = ROOT) -> list[str]:
    """Return commands that `run.py` does not have, missing modules, and options that neither names."""
    return [
        f"{page.relative_to(root).as_posix()}: {complaint}"
        for page in pages(root)
        for program, words in COMMAND.findall(page.read_text(encoding="utf-8"))
        for complaint in _command_complaints(program, words.split())
    ]


def _command_complaints(program: str, words: list[str]) -> Iterator[str]:
    if program != "run.py":
        name = program.removeprefix("-m ")
        if importlib.util.find_spec(name.partition(".")[0]) is None or importlib.util.find_spec(name) is None:
            yield f"there is no module {name}"
        return
    first = words[0] if words and re.fullmatch("[a-z]+", words[0]) else ""
    if first and first not in (*run.commands(), "setup", "help"):
        yield f"run.py has no command {first}"
        return
    known = options_of(first, words[1] if len(words) > 1 else "")
    for option in OPTION.findall(" ".join(words)):
        if known is not None and option not in known:
            yield f"run.py {first} has no option {option}"


def check_options(root: Path = ROOT) -> list[str]:
    """Return options in backticks that no command has."""
    known = OF_OTHERS.union(*(_collect_options(command) for command in (*run.commands(), *SIMPLE)))
    return [
        f"{page.relative_to(root).as_posix()}: no command has the option {option}"
        for page in pages(root)
        for option in QUOTED_OPTION.findall(page.read_text(encoding="utf-8"))
        if option not in known
    ]


def _collect_options(command: str) -> frozenset[str]:
    inner = (*BENCHMARKS, *_benchmarks_and_proofs()) if command in ("bench", "prove") else ()
    return frozenset().union(*(options_of(command, second) or () for second in ("", *inner)))


def _benchmarks_and_proofs() -> tuple[str, ...]:
    proofs = _proofs()
    return tuple(proofs.commands) if isinstance(proofs, click.Group) else ()


@cache
def options_of(command: str, second: str = "") -> frozenset[str] | None:
    """Return the options of a command of run.py, those of a group's command too; None if pytest takes
    them.
    """
    if command == "test":
        return None
    if command in SIMPLE:
        return frozenset(SIMPLE[command]) | {"--help"}
    module, *name = run.commands()[command].module if command in run.commands() else run.GAME.module
    node: click.Command = GROUPS[module]()
    for word in (*name, second):
        node = BENCHMARKS.get(word, node) if command == "bench" else node
        if isinstance(node, click.Group) and word in node.commands:
            node = node.commands[word]
    return frozenset(option for one in node.params for option in (*one.opts, *one.secondary_opts)) | {
        "--help"
    }


def _server() -> click.Command:
    from facedown_server.service.command import cli

    return cli


def _client() -> click.Command:
    from facedown_client.commands.command import cli

    return cli


def _proofs() -> click.Command:
    from proofs.command import prove

    return prove


def _benchmarks() -> click.Command:
    from benchmarks.__main__ import main

    return main


SIMPLE = {"setup": ("--server", "--dev"), "style": ("--fix",), "types": ()}
"""Commands without click, and their options."""


def _release() -> click.Command:
    from tools.release.__main__ import release

    return release


GROUPS: dict[str, Callable[[], click.Command]] = {
    "facedown_server": _server, "facedown_client": _client, "proofs": _proofs, "benchmarks": _benchmarks,
    "tools.release": _release,
}  # fmt: skip
"""The command line of each module that run.py hands over to."""
