"""No word of one game is in the code of another, and none in what is common; and the check finds one that
is.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch import games
from tests.arch.source import ROOT, hold
from tests.arch.test_imports import put


def test_every_game_keeps_to_its_own_code() -> None:
    hold(games.check_games(ROOT))


def test_the_law_is_about_code_that_is_there_and_words_that_are_spoken() -> None:
    hold(games.check_law(ROOT))


def test_a_law_about_nothing_is_seen(tmp_path: Path) -> None:
    put(tmp_path, "server/facedown_server/games/duel/turn/turn.py", 'zone = "monster"\n')
    complaints = games.check_law(tmp_path)
    assert "there is no facedown_server.games.manual.flesh_and_blood for the law to hold" in complaints
    assert any(complaint.startswith("no code says arsenal") for complaint in complaints)
    assert not any(
        "facedown_server.games.duel" in complaint or "says monster:" in complaint for complaint in complaints
    )


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("server/facedown_server/games/duel/turn/turn.py", 'zone = "arsenal"\n'),
        ("server/facedown_server/games/manual/pile_gestures.py", "def summon(): ...\n"),
        (
            "server/facedown_server/games/manual/hands.py",
            "from facedown_server.games.manual.yugioh import card_gestures\n",
        ),
        ("server/facedown_server/games/manual/flesh_and_blood/combat.py", "held = card.in_monster_zone\n"),
    ],
)
def test_a_word_of_another_game_is_seen(tmp_path: Path, path: str, text: str) -> None:
    put(tmp_path, path, text)
    assert len(games.check_games(tmp_path)) == 1


def test_prose_and_the_games_own_code_may_name_it(tmp_path: Path) -> None:
    put(tmp_path, "server/facedown_server/games/manual/pile_gestures.py", '"""Not a Summon."""\n')
    put(tmp_path, "server/facedown_server/games/manual/yugioh/card_gestures.py", 'zone = "monster"\n')
    assert games.check_games(tmp_path) == []
