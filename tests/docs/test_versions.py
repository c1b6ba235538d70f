"""The page on versions and the text of the first tag name the numbers that the code has."""

from __future__ import annotations

import re

from facedown_server.refereeing.undo.saved_lines import LINE_FORMAT_VERSION
from facedown_server.storage.schema import FILE_SCHEMA_VERSION, SCHEMA_VERSION
from facedown_shared.protocol.messages import PROTOCOL_VERSION, SUBPROTOCOL
from facedown_shared.replay import REPLAY_FORMAT_VERSION
from tests.arch.source import ROOT
from tools.release.notes import version_of


def test_the_policy_names_the_protocol() -> None:
    text = (ROOT / "docs/reference/versions.md").read_text(encoding="utf-8")
    assert f"this is version {PROTOCOL_VERSION}." in text
    assert f"`{SUBPROTOCOL}`" in text


def test_the_text_of_the_first_tag_names_the_formats() -> None:
    """A later version keeps the text of the first tag, and changes this test."""
    text = (ROOT / "docs/develop/releasing.md").read_text(encoding="utf-8")
    numbers = re.search(
        r"^Protocol (\d+), journal (\d+) \(PostgreSQL (\d+)\), replay files (\d+), saved lines (\d+)\.$",
        text, re.MULTILINE,
    )  # fmt: skip
    assert numbers is not None
    assert [int(number) for number in numbers.groups()] == [
        PROTOCOL_VERSION, FILE_SCHEMA_VERSION, SCHEMA_VERSION, REPLAY_FORMAT_VERSION, LINE_FORMAT_VERSION,
    ]  # fmt: skip
    assert f"\nfacedown {version_of(ROOT)}\n" in text
