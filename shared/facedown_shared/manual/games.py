"""Every game that can be played by hand, by the name of its table."""

from __future__ import annotations

from facedown_shared.manual.companion import COMPANION
from facedown_shared.manual.flesh_and_blood import FAB
from facedown_shared.manual.game import Game, GameTerms
from facedown_shared.manual.yugioh import CLASSIC, GENESYS, MASTER

GAMES: dict[str, Game] = {game.name: game for game in (MASTER, CLASSIC, GENESYS, FAB, COMPANION)}
"""The games by the name of their table. To add a game, add a module of rows."""


def terms_of(table: str) -> GameTerms:
    """Return the vocabulary of a table's game. An older rule set is named after its game, with a number."""
    game = GAMES.get(table) or GAMES.get(table.rstrip("0123456789"))
    return game.words if game is not None else GameTerms()
