"""The build of the browser's client is up to date with the Python sources and its own."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from pathlib import Path

from facedown_server.network.pages.browser_assets import load_assets, load_bundles, text_names
from facedown_server.network.pages.pages import table_page
from facedown_shared.tables.formats import FORMATS
from facedown_shared.text.language import ENGLISH, languages
from tests.arch.source import hold
from tests.browser.node import HOME, is_there, run
from tools.browser import ROOT, SERVED, built_files

MAX_FIRST_BOARD_BYTES = 85_000
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
        built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        texts = {path.name for path in built_files()}
        served = {path.name: path.read_bytes() for path in SERVED.iterdir() if path.name not in texts}
        hold([
            f"{name} is not what `npm run build` makes in client/browser"
            for name in sorted(built.keys() | served.keys()) if built.get(name) != served.get(name)
        ])  # fmt: skip


def test_files_are_named_by_their_content() -> None:
    """Seen to fail: a file had one name in every version."""
    for name, (_kind, data, _packed) in load_assets().items():
        digest = re.search(r"-([0-9A-Z]{8}|[0-9a-f]{8})\.\w+$", name)
        assert digest, name
        if name.endswith(".json"):
            assert hashlib.sha256(data).hexdigest().startswith(digest[1])
    assert {name for names in load_bundles().values() for name in names} <= load_assets().keys()
    assert set(json.loads(text_names()).values()) <= load_assets().keys()


def test_the_types_fit() -> None:
    if is_there():
        run(str(HOME / "node_modules" / ".bin" / "tsc"), "--noEmit")


def test_it_travels_light() -> None:
    page = len(gzip.compress(table_page("facedown", None, 1).encode()))
    names = [*load_bundles()["app"], *load_bundles()["look"], json.loads(text_names())["en.json"]]
    assert page + sum(len(load_assets()[name][2]) for name in names) <= MAX_FIRST_BOARD_BYTES


def test_it_runs_no_text_as_code_and_knows_no_other_host() -> None:
    code = "".join(data.decode() for name, (_, data, _) in load_assets().items() if name.endswith(".js"))
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
    shelf = json.loads(load_assets()[json.loads(text_names())["decks.json"]][1])
    formats = [name for deck in shelf["ready"] for name in deck["formats"]]
    assert set(formats) <= FORMATS.keys()
