"""The index of the documentation lists every page, so that a reader finds each by its purpose."""

from __future__ import annotations

import re
from pathlib import Path

from tests.arch.source import ROOT
from tests.arch.test_imports import put


def find_unlisted_pages(root: Path) -> list[str]:
    """Return the pages below docs that its index does not link; the ledger has an index of its own."""
    docs = root / "docs"
    linked = set(re.findall(r"\]\(([^)#\s]+)", (docs / "README.md").read_text(encoding="utf-8")))
    pages = {page.relative_to(docs).as_posix() for page in docs.glob("*/*.md")}
    return sorted(pages - linked)


def test_the_index_lists_every_page() -> None:
    assert find_unlisted_pages(ROOT) == []


def test_a_page_that_is_not_listed_is_seen(tmp_path: Path) -> None:
    put(tmp_path, "docs/README.md", "[a](play/a.md)\n")
    put(tmp_path, "docs/play/a.md", "# A\n")
    put(tmp_path, "docs/play/b.md", "# B\n")
    assert find_unlisted_pages(tmp_path) == ["play/b.md"]
