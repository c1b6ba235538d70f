"""Every game that can be played by hand, by the name of its table."""

from __future__ import annotations

from shared.byhand.flesh_and_blood import FAB
from shared.byhand.game import Game
from shared.byhand.yugioh import CLASSIC, MASTER

GAMES: dict[str, Game] = {game.name: game for game in (MASTER, CLASSIC, FAB)}
"""Adding a game is adding a module of rows."""
