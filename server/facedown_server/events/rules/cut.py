"""The cut: single elimination of the best players, first against last of them."""

from __future__ import annotations

from facedown_server.events.rules.faults import Fault, IllegalAct
from facedown_server.events.rules.pairing_checks import cut_winners
from facedown_server.events.rules.standings import standings
from facedown_server.events.rules.state import EventState


def bracket_places(size: int) -> list[int]:
    """Return the places of a bracket from top to bottom: 1, 8, 4, 5, 2, 7, 3, 6 for eight players."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [place for seed in order for place in (seed, total - seed)]
    return order


def cut_pairs(state: EventState, size: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of the next round of the cut.

    Raises IllegalAct while results are missing, or if too few players are there.
    """
    if state.round is not None and not state.round.is_complete:
        raise IllegalAct(Fault.RESULTS_MISSING)
    if state.round is not None and state.round.cut:
        players = cut_winners(state.round)
    else:
        present = [one.player for one in standings(state) if not state.players[one.player].dropped]
        if size & (size - 1):  # no power of two: the bracket would have empty places
            raise IllegalAct(Fault.BAD_SETTING)
        if size < 2 or len(present) < size:
            raise IllegalAct(Fault.TOO_FEW_PLAYERS, size)
        players = [present[place - 1] for place in bracket_places(size)]
    if len(players) < 2:
        raise IllegalAct(Fault.FINISHED)
    return tuple(zip(players[::2], players[1::2], strict=True))
