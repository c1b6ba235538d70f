"""The harness of the how-to pages finds the mistakes on which a reader would stumble."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.walkthrough import Step, apply_diff, commands, steps


def test_steps_are_read_in_order(tmp_path: Path) -> None:
    page = tmp_path / "adding-a-thing.md"
    page.write_text(
        "<!-- write: a.py -->\n```python\nA = 1\n```\n\n<!-- run: fails -->\n```\nls  # why\n```\n", "utf-8"
    )
    assert steps(page) == [Step("write", "a.py", "A = 1\n"), Step("run", "fails", "ls  # why\n")]
    assert [*commands("ls  # why\n\npwd\n")] == ["ls", "pwd"]


def test_a_block_without_a_comment_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "adding-a-thing.md"
    page.write_text("<!-- run -->\n```\nls\n```\n\n```\nforgotten\n```\n", "utf-8")
    with pytest.raises(ValueError, match="each code block needs a comment"):
        steps(page)


def test_a_diff_needs_no_line_numbers() -> None:
    text = "a\nb\nc\nd\n"
    assert apply_diff(text, " a\n+x\n@@\n-c\n+y\n") == "a\nx\nb\ny\nd\n"


@pytest.mark.parametrize("diff", [" lost\n+x\n", " a\n+x\n"])
def test_a_diff_must_fit_one_place(diff: str) -> None:
    with pytest.raises(AssertionError, match=r"this stands [02] times"):
        apply_diff("a\nb\na\n", diff)
