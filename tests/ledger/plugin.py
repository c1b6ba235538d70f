"""`--ledger`: after a run, which rows of the rules ledger passing tests cite (`@rule`), and which none does.

A citation counts when every case of its test passed. With pytest-xdist the rules travel with the reports.
Citing a name the ledger does not have (docs/reference/rules) fails the test, with or without the option.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import pytest

from tests.ledger.pages import NO_TEST
from tests.ledger.rows import Row, reasons, reasons_by_hand, rows

BY_HAND = "tests/server/games/manual/"
"""Tests of the free table."""
MOVED_BY_HAND = ("moves", "mechanics")
"""Pages of the ledger whose rules hold for hands too: their rows are counted once more for them alone."""


@dataclass
class Ledger:
    """The results of a run: tests by their name without the case, and the rules they cite."""

    cited: dict[str, set[str]] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record one report, from here or from a worker."""
        test = report.nodeid.partition("[")[0]
        if report.failed:
            self.failed.add(test)
        elif report.when == "call" and report.passed:
            rules = [value for name, value in report.user_properties if name == "rule"]
            self.cited.setdefault(test, set()).update(map(str, rules))

    def passed_rules(self, within: str = "") -> set[str]:
        """Return the rules of tests (within a folder) that passed in every case."""
        passed = (test for test in self.cited if test not in self.failed and test.startswith(within))
        return set().union(*(self.cited[test] for test in passed))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the count."""
        terminalreporter.section("rules ledger")
        for line in report_lines(rows(), self.passed_rules(), reasons()):
            terminalreporter.write_line(line)
        moved = {name: row for name, row in rows().items() if row.page in MOVED_BY_HAND}
        terminalreporter.write_line("and on the free table alone:")
        for line in report_lines(moved, self.passed_rules(BY_HAND), reasons_by_hand()):
            terminalreporter.write_line(line)


def report_lines(ledger: Mapping[str, Row], shown: set[str], why: Mapping[str, str]) -> Iterator[str]:
    """Return the lines of the count: page by page, the rows that no passing test cites with the reason; then
    the totals.
    """
    pages: dict[str, list[Row]] = defaultdict(list)
    for row in ledger.values():
        pages[row.page].append(row)
    for name, here in pages.items():
        yield f"{name}: {_count(here, shown)}"
        yield from (f"    {row.name}: {why.get(row.name, NO_TEST)}" for row in here if row.name not in shown)
    excused = sum(name in why and name not in shown for name in ledger)
    yield f"in all: {_count(ledger.values(), shown)}, {excused} with a reason"


def _count(counted: Iterable[Row], shown: set[str]) -> str:
    names = [row.name for row in counted]
    return f"{sum(name in shown for name in names)} of {len(names)} rows cited by passing tests"


# --- hooks --------------------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption(
        "--ledger", action="store_true", help="count which rows of the rules ledger passing tests cite"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Add the marker, and the count on request."""
    config.addinivalue_line("markers", "rule(*names): the rules a test shows (tests/rules.py)")
    config.stash[_KNOWN] = rows()
    if config.getoption("--ledger"):
        config.pluginmanager.register(Ledger(), "ledger")


_KNOWN = pytest.StashKey[dict[str, Row]]()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let the rules of a test travel with its reports; an unknown rule fails it."""
    names = [name for mark in item.iter_markers("rule") for name in mark.args]
    unknown = [name for name in names if name not in item.config.stash[_KNOWN]]
    item.user_properties.extend(("rule", name) for name in names)
    if unknown:
        pytest.fail(f"the rules ledger has no {', '.join(unknown)}", pytrace=False)
