"""Effects lent to cards that have none, to test rules that no card of the pool touches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from facedown_server.games.duel.core.effect import Body, CardScript, Effect, Fx
from facedown_server.games.duel.core.words import EffectKind
from tests.play import Game

BEARER = "Celtic Guardian"
"""A Normal Monster that gets its effect from a test."""


def lend(
    game: Game,
    body: Callable[[Fx], Body],
    name: str = BEARER,
    kind: EffectKind = EffectKind.IGNITION,
    **header: Any,
) -> Game:
    """Give the cards of this name one effect, in this duel only."""
    facts = game.pool.find_named(name)
    assert facts is not None
    effect = Effect(name, kind, "Do what the test says.", body, key="lent", **header)
    game.duel.scripts = {**game.duel.scripts, facts.original: CardScript(name, [effect])}
    for card in game.duel.state.cards:
        if card.facts is facts:
            game.duel.listen(card)
    return game


def do_nothing(fx: Fx) -> Body:
    """Do nothing: only the header matters."""
    yield from ()


def zones(game: Game, verb: str, card: str) -> list[str]:
    """Return the zones offered when this act begins; the only one where there is no prompt."""
    key, _ = game.offered(verb, card)[0]
    game.choose(key)
    while {option.verb for _, option in game.ask.options} not in ({"zone"}, {"pass"}):
        if game.ask.kind == "turn" and not game.ask.back:
            break
        game.choose(game.ask.options[0][0])
    places = [str(option.place) for _, option in game.ask.options if option.verb == "zone"]
    return places or [str(game.card(card).place)]
