"""Apply a rule to a card or a player without a card that has it."""

from __future__ import annotations

from typing import Any

from facedown_server.games.duel.core.effect import Fx
from facedown_server.games.duel.core.words import Rule
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.table.state import Card
from facedown_shared.tables.zones import Seat
from tests.play import Game


def hold(game: Game, rule: Rule, name: str, value: Any = True, *, seat: Seat | None = None) -> None:
    """Apply a rule to the card of this name until the turn ends."""
    card = game.card(name, seat)
    _hold(game, rule, value, Fx(game.duel, card, card.controller), ((card, card.incarnation),), ())


def hold_for(game: Game, rule: Rule, seat: Seat, value: Any = True) -> None:
    """Apply a rule to a player until the turn ends."""
    card = next(card for card in game.duel.state.cards if card.owner == seat)
    _hold(game, rule, value, Fx(game.duel, card, seat), None, (seat,))


def _hold(
    game: Game, rule: Rule, value: Any, fx: Fx, cards: tuple[tuple[Card, int], ...] | None,
    seats: tuple[Seat, ...],
) -> None:  # fmt: skip
    until = game.duel.state.turn
    ongoing_effects.start_lingering_effect(game.duel, fx, rule, value, cards=cards, seats=seats, until=until)
    ongoing_effects.refresh(game.duel)
