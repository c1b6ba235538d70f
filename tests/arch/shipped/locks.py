"""The locks: pinned, hashed, without a host, each layer holding the one before, and consistent with
pyproject.toml.

Run as a program (`python -m tests.arch.shipped.locks`) it asks pip whether every pin has a wheel for every
system and Python that players have; that needs the network, so it is no test.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement

from tests.arch.source import ROOT

LAYERS = {
    "server": (), "play": ("client",), "dev": ("client", "postgresql", "event", "dev"),
    "core": ("core",), "postgresql": ("postgresql",), "event": ("event",),
    "release": ("client", "postgresql", "event", "core", "dev", "release"),
}  # fmt: skip
"""Each lock and the extras it must satisfy, besides the base and the build requirements."""

HOLDS = (
    ("server", "play"),
    ("play", "dev"),
    ("server", "postgresql"),
    ("postgresql", "dev"),
    ("event", "dev"),
    ("dev", "release"),
    ("core", "release"),
)
"""Locks, and those that hold all of them at the same versions."""

ADDED = ("core", "event")
"""Locks that are installed besides any other, so they have nothing that every other has."""

MANYLINUX = ("manylinux2014", "manylinux_2_17", "manylinux_2_26", "manylinux_2_27", "manylinux_2_28")
SYSTEMS = {
    "linux x86_64": ("linux", "posix", "Linux", "x86_64", tuple(f"{tag}_x86_64" for tag in MANYLINUX)),
    "linux aarch64": ("linux", "posix", "Linux", "aarch64", tuple(f"{tag}_aarch64" for tag in MANYLINUX)),
    "windows": ("win32", "nt", "Windows", "AMD64", ("win_amd64",)),
    "macos arm64": ("darwin", "posix", "Darwin", "arm64", ("macosx_11_0_arm64",)),
    "macos x86_64": ("darwin", "posix", "Darwin", "x86_64", ("macosx_11_0_x86_64",)),
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
EVERYWHERE = [
    *((system, python) for system in ("linux x86_64", "windows", "macos arm64") for python in PYTHONS),
    ("linux aarch64", "3.13"),
    ("macos x86_64", "3.13"),
]


def entries(root: Path, layer: str) -> list[tuple[Requirement, list[str]]]:
    """Return (requirement, hashes) for every pin of a lock."""
    text = (root / "locks" / f"{layer}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    pins = []
    for line in text.splitlines():
        if not line.strip() or line.startswith(("#", "-")):
            continue
        requirement, *hashes = line.split(" --hash=")
        pins.append((Requirement(requirement.strip()), [entry.strip() for entry in hashes]))
    return pins


def pins(root: Path, layer: str) -> set[tuple[str, str]]:
    """Return (package, exact version) for every entry of a lock; a system may have a version of its own."""
    return {
        (normalize_name(entry.name), str(entry.specifier).removeprefix("=="))
        for entry, _ in entries(root, layer)
    }


def normalize_name(name: str) -> str:
    """Return a package's name as every tool compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def check_locks(root: Path) -> list[str]:
    """Return everything wrong with the locks that can be checked without a network."""
    complaints = [complaint for layer in LAYERS for complaint in _find_loose_pins(root, layer)]
    for below, above in HOLDS:
        apart = pins(root, below) - pins(root, above)
        complaints += [f"locks/{above}.txt: differs from {below} in {name}" for name, _ in sorted(apart)]
    base = {name for name, _ in pins(root, "server")}
    for layer in ADDED:
        twice = base & {name for name, _ in pins(root, layer)}
        complaints += [f"locks/{layer}.txt: server has {name} too" for name in sorted(twice)]
    return complaints + [complaint for layer in LAYERS for complaint in _find_unmet_requirements(root, layer)]


def _find_loose_pins(root: Path, layer: str) -> Iterator[str]:
    if "://" in (root / "locks" / f"{layer}.txt").read_text(encoding="utf-8"):
        yield f"locks/{layer}.txt: names a host"
    for entry, hashes in entries(root, layer):
        if not str(entry.specifier).startswith("==") or not hashes:
            yield f"locks/{layer}.txt: {entry.name} is not pinned and hashed"


def _find_unmet_requirements(root: Path, layer: str) -> Iterator[str]:
    """Return requirements of pyproject.toml that a lock does not satisfy."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["build"]]
    for extra in LAYERS[layer]:
        wanted += project["project"]["optional-dependencies"][extra]
    locked = pins(root, layer) | (pins(root, "server") if layer in ADDED else set())
    for requirement in map(Requirement, wanted):
        versions = [version for name, version in locked if name == normalize_name(requirement.name)]
        if not any(version in requirement.specifier for version in versions):
            yield f"locks/{layer}.txt: {requirement} is not met by {' or '.join(versions) or 'anything'}"


def resolve(root: Path, layer: str, system: str, python: str) -> str:
    """Return pip's errors against installing this lock there; nothing if it would install."""
    platform, os_name, platform_system, machine, tags = SYSTEMS[system]
    environment = {
        "sys_platform": platform,
        "os_name": os_name,
        "platform_system": platform_system,
        "platform_machine": machine,
        "python_version": python,
        "python_full_version": f"{python}.0",
    }
    lines = [
        f"{entry.name}{entry.specifier} " + " ".join(f"--hash={digest}" for digest in hashes)
        for entry, hashes in entries(root, layer)
        if entry.marker is None or entry.marker.evaluate(environment)
    ]
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "wanted.txt"
        wanted.write_text("\n".join(lines), encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed"]
        command += ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--no-input"]
        command += ["--target", folder, "--implementation", "cp", "--python-version", python]
        command += [word for tag in tags for word in ("--platform", tag)]
        answer = subprocess.run([*command, "-r", str(wanted)], capture_output=True, text=True, timeout=300)
    errors = [line for line in answer.stderr.splitlines() if "ERROR" in line]
    return "\n".join(errors or ["pip failed"]) if answer.returncode else ""


def main() -> int:
    """Check every system and Python; print one line each."""
    failures = 0
    for system, python in EVERYWHERE:
        start = time.monotonic()
        said = resolve(ROOT, "dev", system, python) or resolve(ROOT, "core", system, python)
        failures += bool(said)
        print(
            f"{system} {python}: {said or 'every pin has a wheel'} ({time.monotonic() - start:.0f} s)",
            flush=True,
        )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
