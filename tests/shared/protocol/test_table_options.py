"""`--points` of a command that opens a table: for the format in which cards cost points alone."""

from __future__ import annotations

import click
import pytest

from facedown_shared.protocol.table_options import settings_of

TABLE = {
    "way": "rules", "banlist": "", "best_of": "1", "clock": "none", "password": "", "pace": "quick",
    "unlisted": False, "open_hands": False,
}  # fmt: skip


def test_a_cap_is_set_for_genesys_alone() -> None:
    table = settings_of(dict, format_name="genesys", points=50, **TABLE)  # type: ignore[arg-type]
    assert (table.format, table.mode, table.point_cap) == ("genesys", "rules", 50)
    assert settings_of(dict, format_name="genesys", **TABLE).point_cap is None  # type: ignore[arg-type]
    with pytest.raises(click.UsageError, match="genesys has points"):
        settings_of(dict, format_name="master", points=50, **TABLE)  # type: ignore[arg-type]


def test_a_life_is_set_for_cards_on_paper_alone() -> None:
    table = settings_of(dict, format_name="companion", life=40, **TABLE)  # type: ignore[arg-type]
    assert (table.mode, table.life) == ("free", 40)
    with pytest.raises(click.UsageError, match="companion has a Life"):
        settings_of(dict, format_name="master", life=40, **TABLE)  # type: ignore[arg-type]
