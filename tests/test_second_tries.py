"""A test that waited in vain has a second try; every other failure stands."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

TEST = """
import pytest, trio

tries = []

@pytest.fixture
def fresh():
    return []

async def test_it(fresh):
    assert not fresh, "fixtures are made again"
    fresh.append(1)
    tries.append(1)
    if len(tries) <= {failures}:
        raise {error}
"""


def outcome(pytester: pytest.Pytester, folder: str, error: str, failures: int) -> pytest.RunResult:
    """Run one test in a folder that fails so often with this error."""
    path = Path(pytester.path) / "tests" / folder
    path.mkdir(parents=True)
    (path / "test_one.py").write_text(TEST.format(error=error, failures=failures), encoding="utf-8")
    pytester.makeini("[pytest]\ntrio_mode = true\n")
    return pytester.runpytest_subprocess("-p", "tests.second_tries", "-p", "no:cacheprovider")


@pytest.mark.parametrize("error", ["trio.TooSlowError", "AssertionError('Wren waited for it in vain')"])
def test_a_wait_that_ran_out_once_is_listed_and_passes(pytester: pytest.Pytester, error: str) -> None:
    result = outcome(pytester, "window", error, failures=1)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["waited in vain, and was run again: tests/window/test_one.py::test_it"])


def test_a_wait_that_runs_out_twice_fails(pytester: pytest.Pytester) -> None:
    outcome(pytester, "browser", "trio.TooSlowError", failures=2).assert_outcomes(failed=1)


@pytest.mark.parametrize(
    ("folder", "error"),
    [("reliability", "AssertionError('an act was lost')"), ("server", "trio.TooSlowError")],
)
def test_any_other_failure_stands(pytester: pytest.Pytester, folder: str, error: str) -> None:
    outcome(pytester, folder, error, failures=1).assert_outcomes(failed=1)
