"""A second try for tests of real processes that waited in vain: a busy machine can keep any of them waiting.

Only a wait that ran out counts, in the folders of real browsers, windows and servers. A run lists every test
that needed two tries, and a test that fails twice has failed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest
from _pytest.runner import runtestprotocol

FOLDERS = ("tests/browser/", "tests/window/", "tests/reliability/", "tests/server/service/")
WAITS = ("TooSlowError", " in vain")
"""What a report of a wait that ran out contains."""
TRIED_TWICE = "tried twice"


def waited_in_vain(reports: Sequence[pytest.TestReport]) -> bool:
    """Return whether a test failed, and only by waits that ran out."""
    failed = [report.longreprtext for report in reports if report.failed]
    return bool(failed) and all(any(wait in text for wait in WAITS) for text in failed)


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test of real processes, and again if it waited in vain."""
    if not item.nodeid.startswith(FOLDERS):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if waited_in_vain(reports):
        cast("Any", item)._initrequest()  # fixtures of their own for the second try
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        for report in reports:
            report.user_properties.append((TRIED_TWICE, item.nodeid))
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the tests that needed two tries."""
    reports = (report for key in ("passed", "failed") for report in terminalreporter.stats.get(key, ()))
    twice = {value for report in reports for name, value in report.user_properties if name == TRIED_TWICE}
    for nodeid in sorted(map(str, twice)):
        terminalreporter.write_line(f"waited in vain, and was run again: {nodeid}")
