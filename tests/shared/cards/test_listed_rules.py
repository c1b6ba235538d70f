"""Names of EDOPro's ban lists, and the rules by which each is played."""

from __future__ import annotations

import pytest

from facedown_shared.cards.listed_rules import GAMES, SINCE, format_of_list, list_title
from facedown_shared.tables.formats import FORMATS

NAMES = (
    ("2026.05 TCG", "TCG 2026.5", "master"),
    ("2005.4 GOAT", "GOAT 2005.4", "GOAT"),
    ("2010.03 Edison", "Edison 2010.3", "MR1"),
    ("2012.09 TCG", "TCG 2012.9", "MR2"),
    ("2014.07 HAT", "HAT 2014.7", "MR3"),
    ("2018-05 OCG", "OCG 2018.5", "MR4"),
    ("2026.07.01 Rush Duel", "Rush Duel 2026.7.1", "RUSH"),
    ("2025.07 Speed Duel", "Speed Duel 2025.7", "SPEED"),
    ("Our own", "Our own", "master"),
    ("1999 cards", "1999 cards", "master"),
)


@pytest.mark.parametrize(("name", "title", "rules"), NAMES)
def test_a_list_is_called_and_played_by_its_day(name: str, title: str, rules: str) -> None:
    assert list_title(name) == title
    assert format_of_list(name) == format_of_list(title) == rules


def test_the_core_plays_every_one_of_these_rules() -> None:
    for name in {*GAMES.values(), *(rules for _, rules in SINCE)}:
        assert FORMATS[name].core_rules
