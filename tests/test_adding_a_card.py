"""The example in docs/develop/adding-a-card.md works: facts load, script registers, tests pass."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from facedown_server.games.duel import library
from facedown_server.games.duel.scripting import registry
from facedown_shared.cards import facts
from facedown_shared.cards.facts import Pool, bundled, read_sheet
from tests import play

PAGE = (Path(__file__).parents[1] / "docs" / "develop" / "adding-a-card.md").read_text(encoding="utf-8")
NAME = "Ember Shower"


def block(language: str, number: int = 0) -> str:
    """A code block of the page."""
    return str(re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[number])


def examples() -> dict[str, Callable[[], None]]:
    """The example's own tests, by name."""
    space: dict[str, Callable[[], None]] = {}
    exec(compile(block("python", 1), "docs/develop/adding-a-card.md", "exec"), space)  # noqa: S102 - the page's own example
    return {name: test for name, test in space.items() if name.startswith("test_")}


@pytest.fixture
def with_the_card(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The pool and the scripts as if the example had been added."""
    pool = bundled().joined(read_sheet(block("toml").encode()))
    library.written()
    exec(compile(block("python", 0), "ember_shower.py", "exec"), {})  # noqa: S102 - the page's own example
    monkeypatch.setattr(play, "bundled", lambda: pool)
    yield
    del registry.SCRIPTS[NAME]


@pytest.mark.usefixtures("with_the_card")
@pytest.mark.parametrize("name", sorted(examples()))
def test_the_example(name: str) -> None:
    examples()[name]()


def test_the_page_leaves_nothing_behind() -> None:
    assert bundled().named(NAME) is None
    assert isinstance(bundled(), Pool)
    assert facts.bundled() is bundled()
