"""Every how-to page of docs/develop works as it stands, with the checks that it ends with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch.source import ROOT
from tests.docs.walkthrough import Checkout, steps

HOW_TO = ROOT / "docs" / "develop"
PAGES = sorted(HOW_TO.glob("adding-*.md"))


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_can_be_followed_to_its_end(page: Path, tmp_path: Path) -> None:
    Checkout(tmp_path).follow(page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_ends_with_the_checks_of_a_contributor(page: Path) -> None:
    ran = "".join(step.text for step in steps(page) if step.kind == "run")
    for command in ("python run.py test ", "python run.py style", "python run.py types"):
        assert command in ran
