"""Coming back to the field after being banished for a while.

Sources: YGO-BAN-06 to 08, CF-23, CF-32.
"""

from __future__ import annotations

from collections.abc import Sequence

from server.duel.core import zones
from server.duel.core.effect import Fx
from server.duel.core.prompts import Play
from server.duel.game_actions import actions
from server.table import ops
from server.table.state import Before, Card

Away = tuple[Card, int, Before]
"""A banished card, its life since then, and how it lay on the field before."""


def come_back(fx: Fx, away: Sequence[Away]) -> Play[None]:
    """Each goes back to the side that controlled it; with no free zone there, to the Graveyard."""
    for card, life, before in away:
        if card.incarnation == life and not actions.is_gone_for_good(fx.duel, card):
            yield from _return(fx, card, before)


def _return(fx: Fx, card: Card, before: Before) -> Play[None]:
    """By rule and no Summon; never to an Extra Monster Zone, and never a destruction."""
    seat = before.controller
    free = zones.free_main(fx.state, seat)
    place = yield from actions.choose_zone(fx.duel, seat, card, seat, (), free)
    if place is None:
        yield from actions.send(fx.duel, [card], "graveyard", cause="rule", source=fx.card)
        return
    ops.move(
        fx.state, card, place, face_up=before.face_up, defense_position=before.defense_position,
        cause="return", by=seat, source=fx.card, controller=seat,
    )  # fmt: skip
    ops.mark(fx.state, card, arrived=fx.state.turn)
