"""`python -m tests.mutate --rows 60 --seed 1`: do the tests that cite a rule notice when the rule is gone?

Rows are drawn from those of the ledger that tests cite, and from the zones of the tables: who may read a card
there, slots. For each, the code its tests run is mutated in a copy of the tree, one small change (a mutant)
at a time, and those tests run again. One mutant that a test notices by its own assertion is enough: the row
is "killed". A crash of mutated code proves nothing and does not count. Exit code 1 if the tests of a row pass
under all its mutants.
"""

from __future__ import annotations

import ast
import compileall
import math
import os
import py_compile
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path

import click
from coverage import CoverageData

from tests.ledger.pages import citations
from tests.mutants import Mutant, Source, words_of
from tests.zone_mutants import TESTS, zone_mutants

ROOT = Path(__file__).resolve().parents[1]
SPOILED = (
    "server/facedown_server/games/duel", "server/facedown_server/table",
    "server/facedown_server/games/manual",
    "server/facedown_server/games/scenarios/words.py",
    "server/facedown_server/refereeing/match.py", "shared",
    "client/facedown_client/window/art",
)  # fmt: skip
"""Folders with rules."""

SPARED = ("server/facedown_server/games/duel/cards", "shared/facedown_shared/data")
"""Cards are no rules."""

LEFT_BEHIND = (".git", ".venv", ".*_cache", ".hypothesis", "__pycache__")
OTHER_TESTS_COUNT = 150
"""Other tests that are run to learn which code few tests run. The first fills caches in memory."""

MAX_CRASHES_PER_SURVIVOR = 2
"""Mutants that may crash for each one that may survive."""

MAX_MUTANTS_PER_ROW = 3
"""Mutants of code that names the row, before others have a turn."""

MUTANT_TIMEOUT_S = 90
"""Seconds a mutant may take."""

FAILED = re.compile(r"^(FAILED|ERROR) (\S+?)(?:\[.*?\])?(?: - (.*))?$", re.MULTILINE)
JUDGED = re.compile(r"(assert\b|AssertionError|Failed: |facedown_shared\.text\.errors\.Illegal)")
"""Beginnings of a failure that a test asserted: it saw something else, or an act it needs was not allowed."""

Lines = dict[str, dict[int, set[str]]]
"""File -> line -> the tests that ran it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The results of the mutants of one row."""

    row: str
    tried: Sequence[Mutant] = ()
    killer: Mutant | None = None
    red: bool = False
    """Whether its tests fail without any mutant."""

    @property
    def word(self) -> str:
        """The verdict in a word; `untried`: no code with rules names it, or all mutants crash."""
        if self.red:
            return "red"
        return "killed" if self.killer else "survived" if self.tried else "untried"


# --- the command --------------------------------------------------------------------------------------------


@click.command()
@click.option("--rows", default=60, help="How many rows of the ledger to draw.")
@click.option("--seed", default=1, help="The same seed draws the same rows and mutants.")
@click.option("--mutants", default=6, help="Mutants a row may survive before it counts as survived.")
@click.option("--row", "named", multiple=True, help="Try this row instead (may be given again).")
def main(rows: int, seed: int, mutants: int, named: tuple[str, ...]) -> None:
    """Spoil rules and see whether the tests that cite them notice."""
    cited, zones = citations(), zone_mutants(ROOT)
    every = sorted([*cited, *zones])
    drawn = named or random.Random(seed).sample(every, min(rows, len(every)))
    counts: dict[str, int] = {"killed": 0, "survived": 0, "untried": 0, "red": 0}
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        tree = Tree(Path(folder) / "tree")
        lines, red = tree.measure(*_choose_tests(cited, [row for row in drawn if row in cited], seed))
        for number, row in enumerate(drawn, 1):
            if row in zones:
                verdict = judge_zone(tree, row, zones[row])
            else:
                verdict = judge(tree, row, cited[row], lines, red, seed, mutants)
            counts[verdict.word] += 1
            click.echo(f"{number:>3}/{len(drawn)} {_describe(verdict)}")
    click.echo(", ".join(f"{word} {count}" for word, count in counts.items()) + f", of {len(drawn)} rows")
    sys.exit(bool(counts["survived"]))


def _choose_tests(
    cited: Mapping[str, Sequence[str]], drawn: Sequence[str], seed: int
) -> tuple[str, list[str]]:
    """Return a test to warm up with, and those to learn from: all of the drawn rows, and some others."""
    wanted = {test for row in drawn for test in cited[row]}
    rest = {test for tests in cited.values() for test in tests if "/duel/" in test} - wanted
    first, *others = random.Random(seed).sample(sorted(rest), min(OTHER_TESTS_COUNT, len(rest)))
    return first, sorted({*wanted, *others})


def judge(
    tree: Tree, row: str, tests: Sequence[str], lines: Lines, red: set[str], seed: int, most: int
) -> Verdict:
    """Try mutants of one row until one is killed or enough have survived."""
    if red.intersection(tests):
        return Verdict(row, red=True)
    survivors: list[Mutant] = []
    told, others = candidates(tree, row, tests, lines, seed)
    for mutants, enough in ((told, min(MAX_MUTANTS_PER_ROW, most)), (others, most)):
        for mutant in mutants[: enough * (1 + MAX_CRASHES_PER_SURVIVOR)]:
            if len(survivors) == enough:
                break
            outcome = tree.try_out(mutant, tests)
            if outcome == "killed":
                return Verdict(row, survivors, mutant)
            if outcome == "survived":
                survivors.append(mutant)
    return Verdict(row, survivors)


def judge_zone(tree: Tree, row: str, mutant: Mutant) -> Verdict:
    """Return the verdict whether the tests of Views in zones notice one mutated property of a zone."""
    outcome = tree.try_out(mutant, TESTS)
    return Verdict(row, [mutant] if outcome == "survived" else [], mutant if outcome == "killed" else None)


def _describe(verdict: Verdict) -> str:
    said = f"{verdict.word:<9}{verdict.row:<14}"
    if verdict.killer:
        return f"{said} by mutant {len(verdict.tried) + 1}: {verdict.killer}"
    return "".join([said, *(f"\n                {mutant}" for mutant in verdict.tried)])


# --- which mutants ------------------------------------------------------------------------------------------


def candidates(
    tree: Tree, row: str, tests: Sequence[str], lines: Lines, seed: int
) -> tuple[list[Mutant], list[Mutant]]:
    """Return mutants of a row, likeliest first, each function giving one before any gives a second.

    First those of code that names the row, the largest first. The others are, in turns, code that shares
    words with its tests and code that few other tests run, of both first the homes of rules of its series,
    and data there; last, data of other modules that its tests import.
    """
    dice = random.Random(f"{seed} {row}")
    told: list[Mutant] = []
    rare: list[tuple[bool, float, float, Mutant]] = []
    kin: list[tuple[bool, float, float, Mutant]] = []
    homes = tuple(homes_of(row))
    spoken = tree.words_of(tests)
    for path in tree.spoilable():
        source, ran = tree.source(path), lines.get(path, {})
        named = source.lines_naming(row)
        for mutant in source.mutants():
            by = ran.get(mutant.line, set())
            at_start = mutant.line in ran and not by
            if mutant.line in named and (by.intersection(tests) or at_start or not mutant.within):
                told.append(mutant)
            elif by.intersection(tests):
                strange = not path.startswith(homes)
                rare.append((strange, len(by.difference(tests)), dice.random(), mutant))
                kin.append((strange, -tree.likeness(mutant, spoken), dice.random(), mutant))
    turns = [
        _interleave([mutant for *_, mutant in sorted(ranked, key=lambda entry: entry[:3])])
        for ranked in (kin, rare)
    ]
    dice.shuffle(told)
    told.sort(key=lambda mutant: -len(mutant.was))
    data = _data(tree, tests, lines, dice)
    turns.append([mutant for mutant in data if mutant.path.startswith(homes)])
    mixed = [mutant for turn in zip_longest(*turns) for mutant in turn if mutant is not None]
    return _interleave(told), [mutant for mutant in dict.fromkeys([*mixed, *data]) if mutant not in told]


def homes_of(row: str) -> list[str]:
    """Return the files and folders with the rules of a row's series (tests/ledger/homes.toml)."""
    homes = tomllib.loads((ROOT / "tests/ledger/homes.toml").read_text(encoding="utf-8"))
    return list(homes.get(row.rstrip("0123456789").rstrip("-"), []))


def _interleave(mutants: Sequence[Mutant]) -> list[Mutant]:
    """Return them in order, but one of each function before a second of any."""
    taken: dict[tuple[str, str], int] = {}
    rounds: list[tuple[int, Mutant]] = []
    for mutant in mutants:
        count = taken[mutant.path, mutant.within] = taken.get((mutant.path, mutant.within), 0) + 1
        rounds.append((count, mutant))
    return [mutant for _, mutant in sorted(rounds, key=lambda pair: pair[0])]


def _data(tree: Tree, tests: Sequence[str], lines: Lines, dice: random.Random) -> list[Mutant]:
    """Return mutants of data, and of what makes it at the start, in the modules of `shared` that the tests
    import.

    First those that share most words with the tests.
    """
    places: set[str] = set()
    for file in sorted({test.partition("::")[0] for test in tests}):
        for node in ast.walk(ast.parse((tree.root / file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("facedown_shared."):
                places.add(str(node.module).replace(".", "/"))
    found = [
        mutant for path in tree.spoilable() for mutant in tree.source(path).mutants()
        if path.startswith(tuple(f"{place}{end}" for place in places for end in (".py", "/")))
        and lines.get(path, {}).get(mutant.line) == set()
    ]  # fmt: skip
    dice.shuffle(found)
    spoken = tree.words_of(tests)
    return _interleave(sorted(found, key=lambda mutant: -tree.likeness(mutant, spoken)))


# --- the copy -----------------------------------------------------------------------------------------------


class Tree:
    """A copy of the work tree in which code is mutated and restored again."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._sources: dict[str, Source] = {}
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
        # By their hash, since mutants are written and removed within one tick of a file's time.
        compileall.compile_dir(root, quiet=2, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)

    def spoilable(self) -> list[str]:
        """Return the files with rules."""
        found = sorted(path.relative_to(self.root).as_posix() for path in self.root.rglob("*.py"))
        return [path for path in found if path.startswith(SPOILED) and not path.startswith(SPARED)]

    def source(self, path: str) -> Source:
        """Return one of its files, read once."""
        if path not in self._sources:
            self._sources[path] = Source(path, (self.root / path).read_bytes())
        return self._sources[path]

    def words_of(self, tests: Sequence[str]) -> frozenset[str]:
        """Return the words of some tests, with those of their names."""
        found: set[str] = set()
        for test in tests:
            file, _, name = test.partition("::")
            text = (self.root / file).read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
                    found |= words_of(ast.unparse(node))
        return frozenset(found)

    def likeness(self, mutant: Mutant, spoken: frozenset[str]) -> float:
        """Return how many words its function or row shares with these; rare words count more, its length
        not.
        """
        own = self.source(mutant.path).words_about(mutant)
        return sum(self._weights.get(word, 0) for word in own & spoken) / (len(own) + 10)

    @cached_property
    def _weights(self) -> dict[str, float]:
        functions = [words for path in self.spoilable() for words in self.source(path).words.values()]
        counts = Counter(word for words in functions for word in words)
        return {word: math.log(len(functions) / count) for word, count in counts.items()}

    def measure(self, first: str, tests: Sequence[str]) -> tuple[Lines, set[str]]:
        """Return the lines that each test runs, after a first one, and the tests that fail as they are."""
        click.echo(f"running {len(tests)} tests …")
        (self.root / "coverage.rc").write_text(
            f"[run]\ndynamic_context = test_function\ndata_file = {self.root / 'coverage.data'}\n"
            f"include =\n  {self.root}/server/*\n  {self.root}/shared/*\n"
            f"  {self.root}/client/facedown_client/window/art/*\n",
            encoding="utf-8",
        )
        said = self._pytest(
            ["-m", "coverage", "run", "--rcfile=coverage.rc"], [first, *tests], 600 + 2 * len(tests)
        )
        data = CoverageData(str(self.root / "coverage.data"))
        data.read()
        names = {_context(test): test for test in tests}
        lines: Lines = {}
        for path in data.measured_files():
            here = lines.setdefault(Path(path).relative_to(self.root).as_posix(), {})
            for line, contexts in data.contexts_by_lineno(path).items():
                here[line] = {names[context] for context in contexts if context in names}
        return lines, {test for _, test, _ in FAILED.findall(said)}

    def try_out(self, mutant: Mutant, tests: Sequence[str]) -> str:
        """Run tests under a mutant: "killed", "survived" or "crashed"."""
        path = self.root / mutant.path
        path.write_bytes(self.source(mutant.path).apply_mutant(mutant))
        try:
            said = self._pytest([], tests, MUTANT_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return "crashed"
        finally:
            path.write_bytes(self.source(mutant.path).code)
        failures = FAILED.findall(said)
        if any(JUDGED.match(reason) for _, _, reason in failures):
            return "killed"
        return "survived" if not failures and " passed" in said else "crashed"

    def _pytest(self, before: Sequence[str], tests: Sequence[str], patience: int) -> str:
        line = [
            sys.executable,
            *before,
            "-m",
            "pytest",
            "-q",
            "-rfE",
            "--tb=no",
            "-p",
            "no:cacheprovider",
            *tests,
        ]
        done = subprocess.run(
            line, cwd=self.root, env=self._environment(os.environ), timeout=patience,
            capture_output=True, encoding="utf-8", errors="replace", check=False,
        )  # fmt: skip
        return done.stdout

    def _environment(self, ours: Mapping[str, str]) -> dict[str, str]:
        own = {"PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "300"}
        return {**ours, **own, "HYPOTHESIS_PROFILE": "ci"}


def _context(test: str) -> str:
    file, _, name = test.partition("::")
    return f"{file.removesuffix('.py').replace('/', '.')}.{name}"


if __name__ == "__main__":
    main()
