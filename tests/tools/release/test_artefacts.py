"""Archives are the same for the same files, `sha256sum` reads the checksums, and a failure is a sentence."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tools.release.checkouts import make_checkout
from tools.release.artefacts import (
    CHECKSUMS,
    ROOT,
    Build,
    StepFailed,
    changed_files,
    checksum_lines,
    pack_folder,
)

COMMITTED_AT_S = 1_790_000_000


def make_folder(folder: Path) -> Path:
    """Make a folder with two files, one of them in another folder."""
    program = folder / "facedown"
    (program / "_internal").mkdir(parents=True)
    (program / "facedown").write_bytes(b"program")
    (program / "_internal" / "data.txt").write_text("data", encoding="utf-8")
    return program


def test_an_archive_is_the_same_for_the_same_files(tmp_path: Path) -> None:
    archives = []
    for number in (1, 2):
        program = make_folder(tmp_path / str(number))
        os.utime(program / "facedown", (COMMITTED_AT_S + 86_400 * number,) * 2)
        archives.append(pack_folder(program, tmp_path / f"facedown-{number}", COMMITTED_AT_S))
    assert archives[0].read_bytes() == archives[1].read_bytes()
    shutil.unpack_archive(archives[0], tmp_path / "out")
    assert (tmp_path / "out" / "facedown" / "_internal" / "data.txt").read_text(encoding="utf-8") == "data"


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="sha256sum is a program of Unix systems")
def test_the_checksums_are_read_by_sha256sum(tmp_path: Path) -> None:
    make_folder(tmp_path)
    (tmp_path / "a.whl").write_bytes(b"wheel")
    (tmp_path / "b.zip").write_bytes(b"zip")
    (tmp_path / CHECKSUMS).write_text("".join(checksum_lines(tmp_path)), encoding="utf-8")
    answer = subprocess.run(
        ["sha256sum", "-c", CHECKSUMS], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert answer.stdout.splitlines() == ["a.whl: OK", "b.zip: OK"]


def test_a_changed_checkout_is_noticed(tmp_path: Path) -> None:
    checkout = make_checkout(tmp_path)
    assert changed_files(checkout) == []
    (checkout / "pyproject.toml").write_text('[project]\nversion = "2"\n', encoding="utf-8")
    assert changed_files(checkout) == ["pyproject.toml"]


def test_a_step_that_fails_names_its_command_and_the_reason(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    build = Build(make_checkout(tmp_path / "house"), tmp_path / "out")
    with pytest.raises(StepFailed, match=r"`-m hatchling build …` failed: .*project\.name"):
        build.packages()


def test_the_servers_zip_file_is_the_source_of_this_version(tmp_path: Path) -> None:
    build = Build(ROOT, tmp_path)
    assert build.source().endswith("MB")
    (made,) = tmp_path.glob("facedown-*-source.zip")
    shutil.unpack_archive(made, tmp_path / "out")
    assert (tmp_path / "out" / "facedown" / "run.py").is_file()
