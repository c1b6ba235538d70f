"""Open tables in the terminal's words."""

from __future__ import annotations

from facedown_client.terminal.table_words import row_words
from facedown_shared.protocol.messages import LobbyRow


def test_a_table_says_how_many_points_a_deck_may_cost() -> None:
    row = LobbyRow("AB2-CDE", "Wren", "genesys", 3, "gathering", mode="core", point_cap=250)
    told = "AB2-CDE: Wren, Yu-Gi-Oh! Genesys, decks of up to 250 points, by EDOPro's core, best of 3, "
    assert row_words(row).startswith(told)


def test_a_table_opened_for_others_has_no_player_yet() -> None:
    """Seen to fail: "AB2-CDE: , Yu-Gi-Oh! Master, …"."""
    row = LobbyRow("AB2-CDE", "", "master", 1, "gathering")
    assert row_words(row).startswith("AB2-CDE: no player yet, ")
