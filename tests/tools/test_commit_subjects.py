"""Subjects of commits: which pass, which do not, and how the command finds them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.commit_subjects import check_subject, main


@pytest.mark.parametrize(
    "subject",
    [
        "relay: resume after a handover", "docs, tests: move pages", "ci/lock: pin uv", "wire: pass pings on",
        "Merge branch 'x'", 'Revert "relay: resume"', "tests: " + "a" * 65,
    ],
)  # fmt: skip
def test_good_subjects_pass(subject: str) -> None:
    assert check_subject(subject) == ""


@pytest.mark.parametrize(
    ("subject", "why"),
    [
        ("tests: " + "a" * 66, "73 characters"), ("Resume after a handover", "area: what"),
        ("relay:resume", "area: what"), ("relay: ", "area: what"), ("Relay: resume", "area: what"),
        ("relay: resume.", "full stop"), ("relay: resumed after it", "imperative"),
        ("relay: resumes after it", "imperative"), ("relay: resuming after it", "imperative"), ("", "area"),
    ],
)  # fmt: skip
def test_a_wrong_subject_is_seen(subject: str, why: str) -> None:
    assert why in check_subject(subject)


def run_git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return two commits, the older of them with a wrong subject."""
    monkeypatch.chdir(tmp_path)
    run_git(tmp_path, "init")
    run_git(tmp_path, "commit", "--allow-empty", "-m", "Wrong")
    run_git(tmp_path, "commit", "--allow-empty", "-m", "docs: say it")
    return tmp_path


def test_the_newest_commit_is_checked_where_nothing_is_known_of_main(repository: Path) -> None:
    assert main([]) == 0
    assert main(["HEAD"]) == 1


def test_what_main_lacks_is_checked(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_git(repository, "update-ref", "refs/remotes/origin/main", "HEAD~1")
    assert main([]) == 0
    run_git(repository, "commit", "--allow-empty", "-m", "Said it")
    run_git(repository, "commit", "--allow-empty", "-m", "docs: say more")
    assert main([]) == 1
    assert capsys.readouterr().err.startswith("Said it\n  write `area: what`")


def test_a_message_is_checked_by_its_first_line(tmp_path: Path) -> None:
    message = tmp_path / "COMMIT_EDITMSG"
    message.write_text("docs: say it\n\nWhy it had been wrong.\n", "utf-8")
    assert main(["--message", str(message)]) == 0
    message.write_text("Said it\n", "utf-8")
    assert main(["--message", str(message)]) == 1
