"""The count of statements: what counts, what does not, and that it adds up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import statements


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("", 0),
        ('"""Head."""\nx = 1\n"""What x is."""\n', 1),
        ("def f():\n    '''Doc.'''\n    if a: b()\n    return lambda: 1\n", 4),
        ("a = 1; b = 2\nawait_ = 3.0\n...\n", 4),
        ("x = call(\n    1,\n    2,\n)  # one statement on four lines\n", 1),
    ],
)
def test_what_counts(text: str, size: int) -> None:
    assert statements.count(text) == size


def test_folders_add_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for place, text in (("a/b/c.py", "x = 1\ny = 2\n"), ("a/d.py", "z = 3\n"), ("e/f.py", "'no'\nw = 4\n")):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(text)
    monkeypatch.chdir(tmp_path)
    statements.main(["a", "e"])
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["a", "3"],
        ["e", "1"],
        ["together", "4"],
    ]
