"""Formats as values: the differences of master and classic, and the older presets."""

from __future__ import annotations

import pytest

from facedown_shared.tables import TABLES
from facedown_shared.tables.formats import CLASSIC, FORMATS, MASTER, PLAYED, Format
from tests.rules import rule


@pytest.mark.parametrize("format_", FORMATS.values(), ids=lambda row: row.name)
def test_a_format_fits_its_table(format_: Format) -> None:
    zones = TABLES[format_.table].zones
    assert ("extra_monster" in zones) == (format_.extra_zones != "any")
    assert ("pendulum" in zones) == (format_.pendulum_zones == "own")
    assert FORMATS[format_.name] is format_


def test_what_people_play() -> None:
    assert PLAYED == ("master", "classic", "genesys", "fab", "companion")
    by_rules = [FORMATS[name] for name in PLAYED if not FORMATS[name].by_hand]
    assert [format_.name for format_ in by_rules] == ["master", "classic", "genesys"]
    assert all(format_.title.startswith("Yu-Gi-Oh! ") for format_ in by_rules)
    assert set(PLAYED) < set(FORMATS)


@rule("GAP-01", "GAP-02", "GAP-04")
def test_the_start_of_a_master_duel() -> None:
    assert (MASTER.life, MASTER.opening_hand) == (8000, 5)
    assert not MASTER.first_turn_draw
    assert not MASTER.first_turn_battle


@rule("CF-17", "CF-22", "CF-23")
def test_where_classic_differs() -> None:
    assert CLASSIC.first_turn_draw
    assert CLASSIC.one_field_spell
    assert not CLASSIC.removed_returns


@rule("GAP-54")
def test_older_presets_differ_by_switches_only() -> None:
    assert set(FORMATS) == {
        "master", "classic", "genesys", "fab", "companion",
        "MR5", "MR4", "MR3", "MR2", "MR1", "GOAT", "SPEED", "RUSH",
    }  # fmt: skip
    for old in ("zero_attack_destroys", "replay_any_attacker"):
        assert [row.name for row in FORMATS.values() if getattr(row, old)] == ["classic", "GOAT"]
    assert [row.name for row in FORMATS.values() if row.extra_zones == "master4"] == ["MR4"]


def test_formats_of_the_core_alone_are_no_tables_of_ours() -> None:
    assert {"SPEED", "RUSH", "MR2"}.isdisjoint(PLAYED)
    assert (FORMATS["SPEED"].life, FORMATS["SPEED"].opening_hand) == (4000, 4)
    assert FORMATS["SPEED"].main_deck == (20, 30)
    assert FORMATS["RUSH"].first_turn_draw
    assert FORMATS["MR1"].ignition_priority
    assert not FORMATS["MR2"].ignition_priority
