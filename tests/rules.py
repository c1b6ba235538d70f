"""`@rule("YGO-COL-01")`: the rules a test shows, by their names here, at most three."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., Any])

MAX_RULES_PER_TEST = 3
"""A test that shows more rules than this shows none of them clearly."""


def rule(*names: str) -> Callable[[Test], Test]:
    """Mark a test with the rules it shows: the marker `rule`, and an attribute `rules` for counting."""
    if not 0 < len(names) <= MAX_RULES_PER_TEST:
        raise ValueError(f"a test shows one to {MAX_RULES_PER_TEST} rules, not {len(names)}")

    def cite(test: Test) -> Test:
        vars(test)["rules"] = names
        marked: Test = pytest.mark.rule(*names)(test)
        return marked

    return cite
