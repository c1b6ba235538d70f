"""Points, procedures and numbers of rounds: the publishers' own tables, each with source and date."""

from __future__ import annotations

import pytest

from facedown_server.events.rules.acts import Points
from facedown_server.events.rules.scoring import GAMES, PROCEDURES, SCORINGS, settings_for, suggested_rounds
from facedown_server.events.rules.standings import TIE_BREAKERS


@pytest.mark.parametrize(
    ("game", "players", "rounds", "cut"),
    [
        ("konami", 4, 3, 0), ("konami", 8, 3, 0), ("konami", 9, 4, 4), ("konami", 16, 4, 4),
        ("konami", 32, 5, 4),
        ("konami", 33, 6, 8), ("konami", 128, 7, 8), ("konami", 256, 8, 8), ("konami", 512, 9, 8),
        ("flesh-and-blood", 8, 3, 0), ("flesh-and-blood", 16, 5, 4), ("flesh-and-blood", 17, 5, 8),
        ("flesh-and-blood", 64, 6, 8), ("flesh-and-blood", 224, 8, 8), ("flesh-and-blood", 225, 9, 8),
        ("friendly", 6, 3, 0), ("friendly", 2, 1, 0), ("konami", 3, 3, 0),
    ],
)  # fmt: skip
def test_rounds_and_cut(game: str, players: int, rounds: int, cut: int) -> None:
    """Konami: policy v2.5, tiers 1 and 2. Flesh and Blood: Tournament Rules and Policy, appendix A.2."""
    row = suggested_rounds(game, players)
    assert (row.rounds, row.cut) == (rounds, cut)


def test_points_of_the_publishers() -> None:
    assert SCORINGS["konami"].points == Points(3, 1)
    assert SCORINGS["flesh-and-blood"].points == Points(1, 0)


def test_minutes_of_the_publishers() -> None:
    assert (PROCEDURES["konami"].minutes, PROCEDURES["blitz"].minutes) == (50, 35)


def test_every_row_has_a_source_and_a_date() -> None:
    dated = [(one.source, one.date) for one in SCORINGS.values()]
    dated += [(one.source, one.date) for one in PROCEDURES.values()]
    dated += [(one.source, one.date) for one in GAMES.values()]
    assert all(source and date for source, date in dated)


def test_every_tie_breaker_can_be_computed() -> None:
    assert {name for one in SCORINGS.values() for name in one.tie_breakers} == set(TIE_BREAKERS)


@pytest.mark.parametrize("game", GAMES)
def test_an_event_begins_with_the_numbers_of_its_game(game: str) -> None:
    settings = settings_for(game)
    assert settings.tie_breakers == GAMES[game].scoring.tie_breakers
    assert settings.undecided == GAMES[game].procedure.undecided
