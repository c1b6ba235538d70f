"""The levels of the bot, as a list that screens read, and what makes a bot of a level."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from facedown_client.bot.bot import Bot
from facedown_client.bot.hard_bot import HardBot
from facedown_client.bot.normal_bot import NormalBot
from facedown_shared.text import gettext_noop


class Level(NamedTuple):
    """One level: its name in settings and commands, its title and a sentence (both to be translated)."""

    name: str
    title: str
    about: str
    make: Callable[[int, int], Bot]
    """Make a bot of this level for a seat, with a seed."""


LEVELS = (
    Level("easy", gettext_noop("Easy"), gettext_noop("Plays card by card, without plain mistakes."), Bot),
    Level(
        "normal",
        gettext_noop("Normal"),
        gettext_noop("Plans its turn, and keeps its Traps for what matters."),
        NormalBot,
    ),
    Level(
        "hard",
        gettext_noop("Hard"),
        gettext_noop("Tries out its acts in thought before it plays. Takes up to 3 seconds."),
        HardBot,
    ),
)
"""All levels, the easiest first."""

DEFAULT_LEVEL = "normal"


LEVEL_NAMES = tuple(level.name for level in LEVELS)


def make_bot(level: str, seat: int, seed: int = 0) -> Bot:
    """Return a bot of this level; of the default one for an unknown name."""
    found = {one.name: one for one in LEVELS}
    return found.get(level, found[DEFAULT_LEVEL]).make(seat, seed)
