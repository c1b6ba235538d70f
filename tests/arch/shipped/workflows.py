"""The workflows: actions pinned by commit, commands in tools/ci alone, one job that may sign, all Pythons.

They are read line by line, as they are written; actionlint checks their form (`tools/ci/workflows.sh`).
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

USES = re.compile(r"^\s*(?:- )?uses: (.*)$")
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+(?:\.\d+)*")
RUN = re.compile(r"^\s*(?:- )?run: (.*)$")
SCRIPT = re.compile(r"(tools/ci/[a-z]+\.sh)(?: .*)?")
JOB = re.compile(r"^  ([a-z]+):$")
SIGNS = ("id-token: write", "attestations: write")
SIGNER = ("release.yml", "provenance")
"""The one job that may sign, in its file."""
PACKAGE_HOSTS = re.compile(
    r"pypi\.|pythonhosted\.|npmjs\.|registry\.|ghcr\.io|docker\.io|quay\.io", re.IGNORECASE
)
STEP = re.compile(r"^step .* (tools/ci/[a-z]+\.sh)$", re.MULTILINE)
ONLY_HOSTED = frozenset({"tools/ci/release.sh", "tools/ci/collect.sh"})
"""Scripts that .ci/run leaves out: they build the files of a release."""


def jobs_of(text: str) -> dict[str, list[str]]:
    """Return the lines of each job of a workflow."""
    found: dict[str, list[str]] = {}
    name, is_inside = "", False
    for line in text.splitlines():
        is_inside = line == "jobs:" or (is_inside and not re.match(r"\S", line))
        if is_inside and (head := JOB.match(line)):
            name = head[1]
        elif is_inside and name:
            found.setdefault(name, []).append(line)
    return found


def check_workflows(root: Path) -> list[str]:
    """Return what is wrong with the workflows of a checkout."""
    files = sorted((root / ".github" / "workflows").glob("*.yml"))
    complaints = [] if files else [".github/workflows: there are none"]
    called = {script for path in files for script in _scripts(path.read_text(encoding="utf-8"))}
    for path in files:
        text = path.read_text(encoding="utf-8")
        complaints += [f"{path.name}: {what}" for what in _check_text(root, path.name, text)]
    local = set(STEP.findall((root / ".ci" / "run").read_text(encoding="utf-8")))
    complaints += [f"{name}: only .ci/run calls it" for name in sorted(local - called)]
    complaints += [f"{name}: .ci/run does not call it" for name in sorted(_steps(root) - local - ONLY_HOSTED)]
    return [*complaints, *_check_pythons(root)]


def _steps(root: Path) -> set[str]:
    """Return the scripts that are steps: all but what they share, and what brings a machine's programs."""
    names = {path.name for path in (root / "tools" / "ci").glob("*.sh")}
    return {f"tools/ci/{name}" for name in names - {"common.sh", "packages.sh"}}


def _scripts(text: str) -> list[str]:
    lines = (RUN.match(line) for line in text.splitlines())
    return [found[1] for line in lines if line and (found := SCRIPT.fullmatch(line[1]))]


def _check_text(root: Path, name: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        if (used := USES.match(line)) and not PINNED.fullmatch(used[1]):
            yield f"{number}: pin {used[1]!r} by its commit, with the version behind it"
        if command := RUN.match(line):
            script = SCRIPT.fullmatch(command[1])
            if script is None:
                yield f"{number}: {command[1]!r} calls no script of tools/ci"
            elif not os.access(root / script[1], os.X_OK):
                yield f"{number}: {script[1]} is no program"
        if PACKAGE_HOSTS.search(line):
            yield f"{number}: names the host of a package index"
    if "permissions:\n  contents: read\n" not in text:
        yield "it must begin with permissions to read alone"
    for job, lines in jobs_of(text).items():
        inside = "\n".join(lines)
        if not _scripts(inside):
            yield f"{job}: calls no script of tools/ci"
        if "timeout-minutes:" not in inside:
            yield f"{job}: has no time limit"
        if (name, job) != SIGNER and any(word in inside for word in SIGNS):
            yield f"{job}: may sign, and needs not"
        if "actions/checkout@" in inside and "persist-credentials: false" not in inside:
            yield f"{job}: leaves the credentials of its checkout behind"


def _check_pythons(root: Path) -> list[str]:
    """Compare the Pythons of the tests with those that the project supports."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    supported = re.findall(r"Python :: (3\.\d+)$", "\n".join(project["classifiers"]), re.MULTILINE)
    path = root / ".github" / "workflows" / "tests.yml"
    matrix = re.search(r"python: \[(.*)\]", path.read_text(encoding="utf-8") if path.is_file() else "")
    tested = re.findall(r'"([\d.]+)"', matrix[1]) if matrix else []
    return [] if tested == supported else [f"tests.yml: tests {tested}, pyproject.toml supports {supported}"]
