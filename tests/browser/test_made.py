"""The build of the browser's client is up to date with the Python sources and its own."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

from facedown_server.network.pages.browser_assets import load_assets
from facedown_server.network.pages.pages import table_page
from facedown_shared.tables.formats import FORMATS
from facedown_shared.text.language import ENGLISH, languages
from tests.arch.source import hold
from tests.browser.node import HOME, is_there, run
from tools.browser import ROOT, built_files

MAX_FIRST_BOARD_BYTES = 100_000
"""Bytes sent until the first board is there, in English."""


def test_types_tables_and_sentences_are_as_the_sources_say() -> None:
    hold([
        f"{path.relative_to(ROOT)} is not what `python -m tools.browser` makes"
        for path, text in built_files().items() if path.read_text(encoding="utf-8") != text
    ])  # fmt: skip


def test_no_language_is_listed_by_hand() -> None:
    """Seen to fail: a new language had to be added to two files of the page."""
    sources = [path for path in (HOME / "src").rglob("*.ts*") if path.parent.name != "generated"]
    hold([
        f"{path.relative_to(ROOT)} names {title}"
        for path in sources
        for name, title in languages().items()
        if name != ENGLISH and (name in path.read_text("utf-8") or title in path.read_text("utf-8"))
    ])  # fmt: skip


def test_what_is_served_is_what_is_built(tmp_path: Path) -> None:
    if is_there():
        run("node", "build.mjs", str(tmp_path))
        hold([
            f"{name} is not what `npm run build` makes in client/browser"
            for name in ("app.js", "app.css") if (tmp_path / name).read_bytes() != load_assets()[name][1]
        ])  # fmt: skip


def test_the_types_fit() -> None:
    if is_there():
        run(str(HOME / "node_modules" / ".bin" / "tsc"), "--noEmit")


def test_it_travels_light() -> None:
    page = len(gzip.compress(table_page("facedown", None, 1).encode()))
    assert (
        page + sum(len(load_assets()[name][2]) for name in ("app.js", "app.css", "en.json"))
        <= MAX_FIRST_BOARD_BYTES
    )


def test_it_runs_no_text_as_code_and_knows_no_other_host() -> None:
    code = load_assets()["app.js"][1].decode()
    assert not re.search(r"\beval\(|new Function\(|document\.write", code)
    own = "".join(path.read_text("utf-8") for path in (HOME / "src").rglob("*.ts*"))
    assert "innerHTML" not in own
    assert "dangerously" not in own
    hosts = set(re.findall(r"(?:https?|wss?)://([\w.-]+)", code))
    assert hosts <= {"www.w3.org"}, "names of XML dialects, and nothing else"


def test_packages_are_pinned_without_a_host() -> None:
    lock = (HOME / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert "registry" not in lock
    assert lock.count('"integrity": "sha512-') >= 5


def test_every_ready_deck_is_of_a_format_that_the_page_can_name() -> None:
    shelf = json.loads(load_assets()["decks.json"][1])
    formats = [name for deck in shelf["ready"] for name in deck["formats"]]
    assert set(formats) <= FORMATS.keys()
