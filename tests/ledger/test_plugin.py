"""The count of the rules: those that passing tests cite, in one process and in two."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

NO_RULE = "YGO-FLD-" + "99"
"""In two pieces: this file too is searched for names of rules."""

SUITE = """
    import pytest

    @pytest.mark.rule("YGO-FLD-01", "VIS-01")
    def test_that_passes(): pass

    @pytest.mark.rule("YGO-FLD-02")
    def test_that_fails(): assert False

    @pytest.mark.rule("YGO-FLD-03")
    @pytest.mark.parametrize("good", [True, False])
    def test_that_fails_in_one_case(good): assert good

    @pytest.mark.rule("YGO-FLD-04")
    @pytest.mark.skip
    def test_that_is_skipped(): pass

    @pytest.mark.rule("FAB-3.0.1")
    def test_of_the_other_game(): pass
"""


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["one process", "two workers"])
def test_only_what_passes_in_every_case_counts(pytester: pytest.Pytester, workers: tuple[str, ...]) -> None:
    pytester.makepyfile(SUITE)
    lines = run(pytester, "--ledger", *workers).outlines
    assert [line.split()[0] for line in lines if "YGO-FLD" in line and "no test yet" in line] == [
        f"YGO-FLD-{number:02}:" for number in range(2, 13)
    ]
    assert "field: 1 of 84 rows cited by passing tests" in lines
    assert "flesh-and-blood: 1 of 116 rows cited by passing tests" in lines
    assert any("CLS-HINT-01: advice" in line for line in lines)
    by_hand = lines[lines.index("and on the free table alone:") :]
    assert "mechanics: 0 of 51 rows cited by passing tests" in by_hand
    assert any("YGO-MOVE-09: how many" in line for line in by_hand)


def test_a_rule_nobody_knows_fails_its_test(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(f"""
        import pytest

        @pytest.mark.rule("{NO_RULE}")
        def test_of_nothing(): pass
    """)
    result = run(pytester)
    assert result.parseoutcomes() == {"errors": 1}
    result.stdout.fnmatch_lines([f"*the rules ledger has no {NO_RULE}*"])


def run(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    """Run pytest with only the plugin under test."""
    return pytester.runpytest_inprocess("-p", "tests.ledger.plugin", "-p", "no:cacheprovider", *words)
