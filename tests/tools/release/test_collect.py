"""The files of several systems come into one folder, each as its checksum says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.release.artefacts import CHECKSUMS, StepFailed, checksum_lines
from tools.release.collect import collect, main

LINUX = ("facedown-1-linux-x86_64.tar.xz", "facedown-1-image.tar.gz", "facedown-1.whl")
WINDOWS = ("facedown-1-windows-amd64.zip", "facedown-1.whl")


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Return a folder with the files of two systems."""
    for system, names in (("files-linux", LINUX), ("files-windows", WINDOWS)):
        folder = tmp_path / "built" / system
        folder.mkdir(parents=True)
        for name in names:
            (folder / name).write_text(name, encoding="utf-8")
        write_sums(folder)
    return tmp_path / "built"


def write_sums(folder: Path) -> None:
    (folder / CHECKSUMS).write_text("".join(checksum_lines(folder)), encoding="utf-8")


def test_all_programs_and_one_copy_of_the_rest_are_collected(built: Path, tmp_path: Path) -> None:
    assert collect(built, tmp_path / "out") == []
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {*LINUX, *WINDOWS, CHECKSUMS}
    stated = (tmp_path / "out" / CHECKSUMS).read_text(encoding="utf-8")
    assert [line.split()[1] for line in stated.splitlines()] == sorted({*LINUX, *WINDOWS})


def test_a_package_that_another_system_built_differently_is_named(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (built / "files-windows" / "facedown-1.whl").write_text("other", encoding="utf-8")
    write_sums(built / "files-windows")
    assert main([str(built), str(tmp_path / "out")]) == 0
    assert "differs from Linux's: files-windows/facedown-1.whl" in capsys.readouterr().out
    assert (tmp_path / "out" / "facedown-1.whl").read_text(encoding="utf-8") == "facedown-1.whl"


def test_a_file_that_was_changed_on_its_way_is_refused(built: Path, tmp_path: Path) -> None:
    (built / "files-windows" / WINDOWS[0]).write_text("other", encoding="utf-8")
    with pytest.raises(StepFailed, match=f"files-windows: not as {CHECKSUMS} says: {WINDOWS[0]}"):
        collect(built, tmp_path / "out")


def test_without_linux_there_is_no_release(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (built / "files-linux" / LINUX[0]).unlink()
    write_sums(built / "files-linux")
    assert main([str(built), str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err.endswith("has no folder with Linux's program.\n")
    assert not (tmp_path / "out").exists()
