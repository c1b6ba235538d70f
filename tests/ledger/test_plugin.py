"""The count of the rules: what passing tests cite, in one process and in two."""

from __future__ import annotations

import pytest

from tests.ledger import plugin

pytest_plugins = ["pytester"]

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
    assert [line.split()[0] for line in lines if "YGO-FLD-0" in line and "no test yet" in line] == [
        f"YGO-FLD-0{number}:" for number in range(2, 10)
    ]
    assert "ygo-field: 1 of 84 rows cited by passing tests" in lines
    assert "fab: 1 of 116 rows cited by passing tests" in lines
    assert any("CLS-HINT-01: advice" in line for line in lines)
    by_hand = lines[lines.index("and on the free table alone:") :]
    assert "ygo-mechanics: 0 of 51 rows cited by passing tests" in by_hand
    assert any("YGO-MOVE-09: how many" in line for line in by_hand)


def test_a_rule_nobody_knows_fails_its_test(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        import pytest

        @pytest.mark.rule("YGO-FLD-99")
        def test_of_nothing(): pass
    """)
    result = run(pytester)
    assert result.parseoutcomes() == {"errors": 1}
    result.stdout.fnmatch_lines(["*the rules ledger has no YGO-FLD-99*"])


def run(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    """A run of pytest with only the plugin under test."""
    return pytester.runpytest_inprocess("-p", "tests.ledger.plugin", "-p", "no:cacheprovider", *words)


def test_the_ledger_holds_every_row_once() -> None:
    rows = plugin.rows()
    assert len(rows) == 809
    assert {row.kind for row in rows.values()} == {"rule", "conflict", "gap", "visibility"}
    assert sum(row.file == "fab" for row in rows.values()) == 116


def test_reasons_are_given_for_rows_there_are() -> None:
    assert set(plugin.reasons()) <= set(plugin.rows())
    assert all(len(reason) > 15 for reason in plugin.reasons().values())
