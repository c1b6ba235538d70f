"""Wheels and environments for the tests of the release, made without a network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

from tests.arch.source import ROOT


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this checkout as a release builds it."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.glob("facedown-*.whl")
    return made


def pack_wheel(folder: Path, name: str, files: dict[str, str]) -> Path:
    """Write a pure Python wheel that holds these files, by their paths in `site-packages`."""
    made = folder / f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(made, "w") as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        rows = [f"{path},," for path in (*files, f"{info}/METADATA", f"{info}/WHEEL", f"{info}/RECORD")]
        wheel.writestr(f"{info}/RECORD", "\n".join(rows) + "\n")
    return made


class Environment:
    """A virtual environment of its own, with nothing but the packages installed into it."""

    def __init__(self, home: Path) -> None:
        venv.create(home, with_pip=False)
        self.scripts = home / ("Scripts" if sys.platform == "win32" else "bin")
        (self.site,) = home.glob("[Ll]ib/**/site-packages")

    def run_pip(self, *words: str) -> None:
        """Run the pip of the tests on this environment."""
        line = [sys.executable, "-m", "pip", "--python", str(self.scripts / "python"), *words]
        subprocess.run(line, check=True, capture_output=True)

    def install(self, wheel: Path) -> None:
        """Install one wheel, without what it requires."""
        self.run_pip("install", "--quiet", "--no-deps", "--no-index", str(wheel))

    def copy_requirements(self, *extras: str) -> None:
        """Copy the requirements of the installed facedown, with these extras, from the environment of the
        tests.
        """
        (ours,) = self.site.glob("facedown-*.dist-info")
        found: dict[str, Distribution] = {}
        for extra in ("", *extras):
            _add_required(Distribution.at(ours).requires or [], extra, found)
        for package in found.values():
            for file in package.files or []:
                if ".." not in file.parts and file.suffix != ".pyc":
                    (self.site / file).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(Path(str(file.locate())), self.site / file)


def _add_required(requirements: list[str], extra: str, found: dict[str, Distribution]) -> None:
    """Add the distributions of these requirements on this system, with their own requirements in turn."""
    for requirement in map(Requirement, requirements):
        wanted = not requirement.marker or requirement.marker.evaluate({"extra": extra})
        if wanted and requirement.name not in found:
            found[requirement.name] = distribution(requirement.name)
            for inner in ("", *requirement.extras):
                _add_required(found[requirement.name].requires or [], inner, found)


def clean_variables(folder: Path) -> dict[str, str]:
    """Return environment variables that lead to nothing of ours; `folder` holds the programs' data."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "FACEDOWN"))}
    return {**kept, "FACEDOWN_DATA": str(folder), "HOME": str(folder), "PYTHONUTF8": "1"}
