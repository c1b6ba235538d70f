"""The notes of a release are the changelog's part of its version."""

from __future__ import annotations

import pytest

from tools.release.artefacts import ROOT
from tools.release.notes import notes_of, released_versions, version_of

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
