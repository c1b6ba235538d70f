"""A test can cite the rules it shows, one to three of them."""

from __future__ import annotations

import pytest

from tests.rules import MAX_RULES_PER_TEST, rule


def test_a_test_is_marked_with_its_rules() -> None:
    @rule("YGO-COL-01", "YGO-COL-02")
    def stand_in() -> None:
        """Stands for a test."""

    assert vars(stand_in)["rules"] == ("YGO-COL-01", "YGO-COL-02")
    assert [mark.args for mark in vars(stand_in)["pytestmark"]] == [("YGO-COL-01", "YGO-COL-02")]


@pytest.mark.parametrize("count", [0, MAX_RULES_PER_TEST + 1])
def test_no_rule_and_too_many_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match="a test shows one to 3 rules"):
        rule(*["YGO-COL-01"] * count)
