"""Positions with a plainly right or wrong play, and what each level makes of them."""

from __future__ import annotations

import pytest

from benchmarks.bots.first_bot import FirstBot
from benchmarks.bots.positions import POSITIONS, BotPosition, check_position, play_position, read_positions
from facedown_client.bot.levels import make_bot

ALL = {position.id: position for position in read_positions(POSITIONS)}

EASY = (
    "no-attack-with-nothing", "no-summon-of-a-hand-trap", "own-scale-is-no-target",
    "no-dark-hole-on-the-own-tribute-summon", "solemn-judgment-is-not-for-cyber-dragon",
    "solemn-judgment-saves-the-field", "no-dark-hole-when-ahead", "no-heavy-storm-on-own-traps",
    "no-torrential-tribute-when-ahead", "no-toon-world-without-toons", "a-hopeless-attack-needs-no-trap",
    "seven-tools-is-too-dear",
)  # fmt: skip
"""What no beginner would do: the easiest level does not either."""

MIN_RIGHT_PERCENT = {"easy": 80, "normal": 90}


def test_there_are_sixty_positions_with_names_of_their_own() -> None:
    positions = read_positions(POSITIONS)
    assert len(positions) >= 60
    assert len(ALL) == len(positions)
    assert all(one.must or one.never or one.order or one.wins for one in positions)


@pytest.mark.parametrize("name", EASY)
def test_easy_makes_no_plain_mistake(name: str) -> None:
    assert check_position(ALL[name], make_bot("easy", 0, 1)) == ""


@pytest.mark.parametrize("level", MIN_RIGHT_PERCENT)
def test_a_level_finds_most_right_plays(level: str) -> None:
    wrong = [one.id for one in ALL.values() if check_position(one, make_bot(level, 0, 1))]
    assert 100 * (len(ALL) - len(wrong)) >= MIN_RIGHT_PERCENT[level] * len(ALL), wrong


@pytest.mark.parametrize("name", ["own-scale-is-no-target", "solemn-judgment-is-not-for-cyber-dragon"])
def test_the_bot_before_the_levels_made_these_mistakes(name: str) -> None:
    assert check_position(ALL[name], FirstBot(0, 1))


def test_a_position_notes_what_a_bot_does() -> None:
    """Seen on a position that is won by the only attack."""
    position: BotPosition = ALL["direct-attack-wins"]
    lines, won = play_position(position, make_bot("easy", 0, 1))
    assert won
    assert "attacks Dark Magician > directly" in lines
