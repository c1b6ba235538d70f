"""Actions on players: draws, shuffles, damage, and the ends of a duel that follow."""

from __future__ import annotations

from facedown_server.games.duel.core import Duel, DuelOver
from facedown_server.refereeing.referee import Result
from facedown_server.table import Card, ops
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables import SHARED_SEAT_INDEX, Place, Seat


def draw(
    duel: Duel, seat: Seat, count: int, *, by: Seat = SHARED_SEAT_INDEX, source: Card | None = None
) -> list[Card]:
    """Draw cards from the top of a Deck; return them.

    A player who must draw more cards than are left loses after the effect (GAP-23).

    YGO-DECK-02, YGO-MOVE-02, YGO-HAND-01, GAP-22.
    """
    drawn = []
    for _ in range(count):
        deck = duel.state.pile(seat, "deck")
        if not deck:
            duel.drew_too_much[seat] = True
            break
        card = deck[0]
        ops.move(
            duel.state,
            card,
            Place(seat, "hand"),
            face_up=False,
            cause="draw",
            by=by,
            source=source,
            kind="draw",
        )
        drawn.append(card)
    return drawn


def shuffle(duel: Duel, seat: Seat, zone: str = "deck") -> None:
    """Shuffle a pile with the seat's own random stream.

    YGO-DECK-06, YGO-MOVE-59, CF-31, GAP-26.
    """
    count = len(duel.state.pile(seat, zone))
    ops.shuffle(duel.state, seat, zone, duel.streams.order(count, f"{zone}:{seat}"))


def check_draws(duel: Duel) -> None:
    """End the duel if a player had to draw from an empty Deck. If both had to, the duel is a draw.

    CLS-TURN-06, CLS-WIN-05.
    """
    if not duel.is_undecided():
        _end_duel([seat for seat in (0, 1) if duel.drew_too_much[seat]], "deckout")


def damage(
    duel: Duel, seat: Seat, amount: int, *, by: Seat = SHARED_SEAT_INDEX, source: Card | None = None,
    cause: Cause = "effect damage",
) -> int:  # fmt: skip
    """Inflict damage; return the damage taken.

    The state check finds losers later, so both players may lose at once.
    """
    if amount > 0:
        ops.life(duel.state, seat, -amount, cause=cause, by=by, source=source)
    return max(amount, 0)


def check_life(duel: Duel) -> None:
    """End the duel if a player has no Life Points left. If both have none, the duel is a draw (GAP-23).

    CLS-WIN-03 to 04.
    """
    life = duel.state.life
    if (life(0) <= 0 or life(1) <= 0) and not duel.is_undecided():
        _end_duel([seat for seat in (0, 1) if life(seat) <= 0], "lp")


def _end_duel(losers: list[Seat], reason: str) -> None:
    if losers:
        raise DuelOver(Result(1 - losers[0] if len(losers) == 1 else None, reason))
