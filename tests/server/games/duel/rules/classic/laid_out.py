"""A laid-out duel by the starter-deck rulebook."""

from __future__ import annotations

from functools import partial

from tests.play import Game

classic = partial(Game, rules="classic")
"""`Game` in format classic."""


def windows(game: Game) -> list[tuple[str, int]]:
    """Pass every window that is open now; return the text of each, and who was prompted."""
    seen = []
    while not game.over and game.ask.kind == "response":
        seen.append((str(game.ask.words), game.ask.seat))
        game.choose("pass")
    return seen


def phases(game: Game, seat: int = 0) -> list[str]:
    """Return the phases a seat has gone through so far."""
    return [told.word for told in game.happened("phase") if told.seat == seat]


def moved_names(game: Game) -> list[str]:
    """Return the names of the cards that have moved, in order."""
    return [told.card.name for told in game.happened("move") if told.card]


def read(game: Game, viewer: int, seat: int, zone: str) -> list[str]:
    """Return the names a viewer can read in a zone, sorted."""
    seen = game.view(viewer)
    codes = [seen.cards[handle].code for handle in seen.pile(seat, zone).handles if handle]
    return sorted(game.pool[code].name for code in codes if code)
