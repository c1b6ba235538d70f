"""The notes of a release are the changelog's part of its version."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.release.artefacts import ROOT
from tools.release.notes import (
    MAX_TAG_LINE_LETTERS,
    NOTES,
    TAG_MESSAGE,
    notes_of,
    released_versions,
    tag_message,
    version_of,
    write,
)

CHANGELOG = """# Changelog

## [Unreleased]

- A later change.

## [0.2.0] - 2027-01-02

### Added

- Lessons.
- A clock.

## [0.1.0] - 2026-12-01

- The first version.
"""


def test_a_version_has_its_own_part_alone() -> None:
    assert notes_of(CHANGELOG, "0.2.0") == "### Added\n\n- Lessons.\n- A clock.\n"
    assert notes_of(CHANGELOG, "0.1.0") == "- The first version.\n"


def test_released_versions_have_a_part_of_their_own() -> None:
    assert released_versions(CHANGELOG) == ["0.2.0", "0.1.0"]


def test_a_version_without_a_part_is_what_was_not_released_yet() -> None:
    assert notes_of(CHANGELOG, "0.3.0") == "- A later change.\n"


def test_a_changelog_without_either_says_so() -> None:
    with pytest.raises(LookupError, match=r"no part for 0\.3\.0"):
        notes_of("# Changelog\n", "0.3.0")


def test_the_present_version_has_notes() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert notes_of(text, version_of(ROOT)).count("\n- ") > 20


def test_the_page_shows_the_message_of_the_first_tag() -> None:
    """What it is comes from the changelog, the formats from the code."""
    notes = notes_of((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), "0.1.0")
    message = tag_message("0.1.0", notes)
    assert f"```\n{message}```" in (ROOT / "docs/develop/releasing.md").read_text(encoding="utf-8")
    assert max(map(len, message.splitlines())) <= MAX_TAG_LINE_LETTERS


def test_a_version_without_words_of_its_own_has_formats_and_changes() -> None:
    message = tag_message("0.2.0", notes_of(CHANGELOG, "0.2.0"))
    assert message.startswith("facedown 0.2.0\n\nProtocol ")
    assert message.endswith("part 0.2.0. Checksums: SHA256SUMS of the release.\n")


def test_both_are_written_by_one_command(tmp_path: Path) -> None:
    write(ROOT, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {NOTES, TAG_MESSAGE}
