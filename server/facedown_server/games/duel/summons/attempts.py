"""The response window between a Summon's declaration and its success, in which it can be negated (GAP-17)."""

from __future__ import annotations

from collections.abc import Sequence

from facedown_server.games.duel.chain import chain, windows
from facedown_server.games.duel.core import Duel, Play, SummonAttempt
from facedown_server.games.duel.game_actions import arrivals
from facedown_server.table import Card, ops
from facedown_shared.tables import Seat


def attempt(
    duel: Duel, cards: Sequence[Card], seat: Seat, word: str, *, by: Seat | None = None
) -> Play[bool]:  # fmt: skip
    """Open the window in which a declared Summon can be negated; return whether the Summon succeeds.

    A Summon during a Chain has no such window.
    """
    if not duel.state.chain and (yield from _is_negated(duel, SummonAttempt(list(cards), seat, word))):
        return False
    ops.next_moment(duel.state)
    for card in cards:
        if word in _PROPER:
            ops.mark(duel.state, card, proper=True)
        arrivals.announce(duel, card, seat, word, by=seat if by is None else by)
    return True


def _is_negated(duel: Duel, declared: SummonAttempt) -> Play[bool]:
    """Let both players respond to a declared Summon; return whether it was negated."""
    duel.summoning = declared
    yield from duel.check_state()
    said = windows.summon_window(declared.cards)
    for asked in duel.seat_order():
        answer = yield from chain.respond(duel, asked, said)
        if answer is not None:
            yield from chain.build(duel, answer)
            break
    duel.summoning = None
    return declared.negated


_PROPER = frozenset({"synchro", "xyz", "link", "pendulum", "fusion", "ritual", "special"})


def negate(duel: Duel, *, by: Seat, source: Card | None) -> list[Card]:
    """Negate the declared Summon; return its monsters."""
    declared = duel.summoning
    if declared is None:
        return []
    declared.negated = True
    cards = tuple(declared.cards)
    ops.note(duel.state, "summon_negated", seat=declared.seat, others=cards, by=by, source=source)
    return list(cards)
