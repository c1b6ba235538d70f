"""The frozen program holds what it needs at run time, the licence of each part, and no developers' tools."""

from __future__ import annotations

import json
from importlib.metadata import distribution

import pytest

from tests.arch.shipped.locks import pins
from tests.arch.source import ROOT
from tools.release.bundled import bundled_packages, excluded_modules, licence_of, licence_texts

EXTRAS = ("client", "router", "event")
"""What the environment of the tests holds of the program's extras."""
WITHOUT_TEXT = {"python-didl-lite"}
"""Packages that state a licence and bring no text of it."""


def test_what_is_inside_is_pinned_by_the_locks() -> None:
    """lxml, pydantic, rich and chardet were in a program once, from the tools that build it."""
    locked = {name for lock in ("play", "event") for name, _version in pins(ROOT, lock)}
    inside = set(bundled_packages(EXTRAS))
    assert inside <= locked
    assert {"trio", "pygame-ce", "zeroconf", "networkx", "aiohttp"} <= inside


def test_tools_of_developers_and_gnu_readline_stay_outside() -> None:
    excluded = set(excluded_modules(EXTRAS))
    assert {"pytest", "mypy", "hypothesis", "fontTools", "psycopg", "readline"} <= excluded
    assert not {"trio", "pygame", "msgpack", "networkx", "facedown_server", "sqlalchemy"} & excluded


@pytest.mark.parametrize("name", bundled_packages(EXTRAS))
def test_every_part_has_its_licence(name: str) -> None:
    package = distribution(name)
    assert licence_of(package)
    assert licence_texts(package) or name in WITHOUT_TEXT


def test_the_page_of_licences_lists_every_part() -> None:
    page = (ROOT / "docs/reference/licences.md").read_text(encoding="utf-8")
    assert [name for name in (*bundled_packages(EXTRAS), "wasmtime") if f"| {name} |" not in page] == []


def test_the_libraries_of_the_page_have_their_licences() -> None:
    """The page's files are minified without comments, so the texts are in a file beside them."""
    about = json.loads((ROOT / "client/browser/package-lock.json").read_text(encoding="utf-8"))["packages"]
    path = "server/facedown_server/network/pages/THIRD_PARTY_LICENCES.txt"
    text = (ROOT / path).read_text(encoding="utf-8")
    for name in about[""]["dependencies"]:
        part = about[f"node_modules/{name}"]
        assert f"== {name} {part['version']}: {part['license']}\n" in text
