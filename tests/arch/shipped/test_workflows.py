"""The workflows hold; and the check finds one that does not."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.arch.shipped.workflows import check_workflows, jobs_of
from tests.arch.source import ROOT, hold

COPIED = (".github", ".ci", "tools/ci", "pyproject.toml")


def test_the_workflows_call_what_can_run_here_and_pin_what_is_foreign() -> None:
    hold(check_workflows(ROOT))


def test_every_job_is_read() -> None:
    text = (ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8")
    assert set(jobs_of(text)) == {"checks", "tests"}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a copy of the files that the check reads."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name)
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("tests.yml", "checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2", "checkout@v6", "pin"),
        ("tests.yml", "run: tools/ci/style.sh", "run: ruff check", "'ruff check' calls no script"),
        ("tests.yml", "tools/ci/style.sh", "tools/ci/unheard.sh", "unheard.sh is no program"),
        ("tests.yml", "run: tools/ci/style.sh", "uses: x/y@" + "0" * 40 + " # v1", "style.sh: only .ci/run"),
        ("tests.yml", "    timeout-minutes: 40\n", "", "checks: has no time limit"),
        ("tests.yml", "  contents: read", "  contents: write", "permissions to read alone"),
        ("tests.yml", "          persist-credentials: false\n", "", "leaves the credentials"),
        ("tests.yml", ', "3.14"', "", "pyproject.toml supports"),
        ("tests.yml", "name: tests", "name: tests of registry.example", "names the host"),
        (
            "release.yml",
            "    strategy:",
            "    permissions:\n      id-token: write\n    strategy:",
            "may sign",
        ),
    ],
)
def test_a_wrong_workflow_is_seen(house: Path, file: str, old: str, new: str, complaint: str) -> None:
    path = house / ".github" / "workflows" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert any(complaint in line for line in check_workflows(house))


def test_a_script_that_only_the_workflows_call_is_seen(house: Path) -> None:
    (house / "tools/ci/more.sh").write_text("#!/usr/bin/env bash\n", encoding="utf-8")
    assert "tools/ci/more.sh: .ci/run does not call it" in check_workflows(house)


FAILING_STEPS = """#!/usr/bin/env bash
source "$(dirname "$0")/common.sh"
echo "ran $(basename "$0")"
[[ $(basename "$0") != style.sh ]]
"""
"""A script in place of a step; one of them fails."""


@pytest.mark.skipif(shutil.which("bash") is None, reason="the steps are written in bash")
def test_all_steps_run_when_one_fails(house: Path) -> None:
    for path in (house / "tools/ci").glob("*.sh"):
        if path.name != "common.sh":
            path.write_text(FAILING_STEPS, encoding="utf-8")
    answer = subprocess.run(["bash", ".ci/run"], cwd=house, capture_output=True, encoding="utf-8", timeout=60)
    assert answer.returncode == 1
    assert "== style: FAILED (exit code 1) after 0 s" in answer.stdout
    assert "== types: passed in 0 s" in answer.stdout
    assert "ran workflows.sh" in answer.stdout
    assert answer.stdout.endswith("Failed: style\n")
