"""The files of a release and how each is built: packages, source, program, list of parts, image, checksums.

The dates in all files are that of the commit, so that the same commit gives the same packages.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tools.release.notes import version_of

ROOT = Path(__file__).parents[2]
CHECKSUMS = "SHA256SUMS"
MAX_IMAGE_BYTES = 80_000_000
"""Bytes of the image's compressed layers."""
TOP_LEVEL = "facedown_client,facedown_server,facedown_shared"
SPEC = Path("tools") / "release" / "program.spec"


class StepFailed(Exception):
    """A step of the release failed; the sentence says why."""


def run_git(root: Path, *words: str) -> str:
    """Return what git says of a checkout."""
    line = [shutil.which("git") or "git", *words]
    return subprocess.run(line, cwd=root, capture_output=True, text=True, check=True).stdout


def changed_files(root: Path) -> list[str]:
    """Return the files of a checkout that differ from its commit."""
    return [line[3:] for line in run_git(root, "status", "--porcelain").splitlines()]


def clear_folder(folder: Path) -> None:
    """Make an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def system_name() -> str:
    """Return this system and processor as file names have them: "linux-x86_64"."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    return f"{system}-{platform.machine().lower()}"


def pack_folder(source: Path, target: Path, epoch: int) -> Path:
    """Pack a folder with fixed dates and owners; return the archive: .zip on Windows, else .tar.xz."""
    if sys.platform == "win32":
        archive = target.with_name(target.name + ".zip")
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
            for path in _files(source):
                packed.write(path, path.relative_to(source.parent))
        return archive
    archive = target.with_name(target.name + ".tar.xz")

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = epoch, 0, 0, "", ""
        return entry

    with tarfile.open(archive, "w:xz") as packed:
        for path in _files(source):
            packed.add(path, path.relative_to(source.parent), recursive=False, filter=plain)
    return archive


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and of those in it, in order."""
    yield from sorted(path for path in folder.rglob("*") if path.is_file() or path.is_symlink())


def checksum_lines(folder: Path) -> list[str]:
    """Return a line for each file in a folder, as `sha256sum -c` reads them."""
    return [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.iterdir())
        if path.is_file() and path.name != CHECKSUMS
    ]


class Build:
    """The build of one release into a folder."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root, self._folder, self._version = root, folder, version_of(root)
        self._work = root / "build" / "release-work"
        self._epoch = int(run_git(root, "log", "-1", "--format=%ct"))
        self._environment = {**os.environ, "SOURCE_DATE_EPOCH": str(self._epoch), "PYTHONHASHSEED": "0"}

    @property
    def program_folder(self) -> Path:
        """The folder of the program, before it is packed."""
        return self._work / "dist" / "facedown"

    def _read(self, *words: str) -> str:
        """Run a command; return what it printed. Raises StepFailed with the last line of its errors."""
        found = subprocess.run(
            words, cwd=self._root, capture_output=True, text=True, check=False, env=self._environment
        )
        if found.returncode:
            lines = (found.stderr or found.stdout).strip().splitlines() or [f"exit code {found.returncode}"]
            raise StepFailed(f"`{' '.join(words[1:4])} …` failed: {lines[-1]}")
        return found.stdout

    def _run_module(self, module: str, *words: str) -> str:
        return self._read(sys.executable, "-m", module, *words)

    def packages(self) -> str:
        """Build sdist and wheel."""
        self._run_module("hatchling", "build", "--directory", str(self._folder))
        return ", ".join(sorted(path.name for path in self._folder.glob("facedown-*")))

    def check_packages(self) -> str:
        """Check that an index would take both, and what the wheel holds."""
        packages = [str(path) for path in sorted(self._folder.glob("facedown-*"))]
        self._run_module("twine", "check", "--strict", *packages)
        # W002: the fonts' licence stands beside the fonts and among the licences.
        self._run_module(
            "check_wheel_contents", "--ignore", "W002", "--toplevel", TOP_LEVEL,
            *(name for name in packages if name.endswith(".whl")),
        )  # fmt: skip
        return "twine and check-wheel-contents find nothing"

    def source(self) -> str:
        """Build the zip file of the source that servers hand out as their version."""
        from facedown_server.network.pages.source_package import build_package

        data = bytes(build_package(self._root))
        (self._folder / f"facedown-{self._version}-source.zip").write_bytes(data)
        return f"{len(data) / 1e6:.1f} MB"

    def program(self) -> str:
        """Build the folder with the programs for this system, and pack it."""
        clear_folder(self._work)
        source = self._work / "facedown.zip"
        shutil.copyfile(self._folder / f"facedown-{self._version}-source.zip", source)
        self._run_module(
            "PyInstaller", "--noconfirm", "--distpath", str(self._work / "dist"), "--workpath",
            str(self._work / "pyinstaller"), str(self._root / SPEC), "--", "--source", str(source),
        )  # fmt: skip
        name = self._folder / f"facedown-{self._version}-{system_name()}"
        packed = pack_folder(self.program_folder, name, self._epoch)
        if (app := self.program_folder.with_suffix(".app")).is_dir():  # macOS
            pack_folder(app, name.with_name(f"{name.name}-app"), self._epoch)
        size = sum(path.stat().st_size for path in _files(self.program_folder))
        return f"{size / 1e6:.0f} MB, packed {packed.stat().st_size / 1e6:.0f}"

    def parts(self) -> str:
        """Write the list of parts (CycloneDX) of the program and of the image, from their locks."""
        for name, lock in (("program", "play"), ("image", "postgresql")):
            self._run_module(
                "cyclonedx_py", "requirements", f"locks/{lock}.txt", "--pyproject", "pyproject.toml",
                "--output-reproducible", "--of", "JSON", "--output-file",
                str(self._folder / f"facedown-{self._version}-{name}.cdx.json"),
            )  # fmt: skip
        return "CycloneDX, of program and image"

    def image(self) -> str:
        """Build the container image, if docker is there, and check its size."""
        docker = shutil.which("docker")
        if docker is None or subprocess.run([docker, "info"], capture_output=True, check=False).returncode:
            return "docker does not run here: no image was built"
        target = self._folder / f"facedown-{self._version}-image.tar.gz"
        version = f"VERSION={self._version}"
        self._read(docker, "build", "--build-arg", version, "--tag", f"facedown:{self._version}", ".")
        self._read("sh", "-c", f'"$0" save "facedown:{self._version}" | gzip -9 > "$1"', docker, str(target))
        if (size := target.stat().st_size) > MAX_IMAGE_BYTES:
            raise StepFailed(f"the image takes {size / 1e6:.0f} MB, {MAX_IMAGE_BYTES / 1e6:.0f} are allowed")
        return f"{size / 1e6:.0f} MB"

    def checksums(self) -> str:
        """Write the checksums of all files."""
        lines = checksum_lines(self._folder)
        (self._folder / CHECKSUMS).write_text("".join(lines), encoding="utf-8", newline="\n")
        return f"{len(lines)} files"
