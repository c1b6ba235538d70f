"""Probes of a scenario: questions about possible actions, and snapshots of the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from facedown_server.games.scenarios.files import Decision
from facedown_server.games.scenarios.hints import VERBS, is_about
from facedown_server.refereeing.prompts import Offer
from facedown_shared.tables import Seat


@dataclass(slots=True)
class Glimpse:
    """The options of one prompt, with its player and the moments that describe its time."""

    seat: Seat
    moments: tuple[str, ...]
    offers: Sequence[Offer] = field(default_factory=list)

    def was_offered(self, decision: Decision) -> bool:
        """Return whether this window offered the action of a `could` probe, at the time named there."""
        action = decision.action
        if action is None or self.seat != decision.player:
            return False
        if not {decision.in_, action.in_} <= {None, *self.moments}:
            return False
        verb = VERBS.get(action.do, "")
        return any(offer.verb == verb and is_about(offer, action, self.seat) for offer in self.offers)


class Probes:
    """Results of a scenario's probes and snapshots, in order."""

    def __init__(self) -> None:
        self.results: list[bool] = []
        self.snapshots: list[dict[str, Any]] = []
        self.together: list[list[list[int]]] = []
        """For each snapshot, the sizes of the groups of each Graveyard."""
        self._windows: list[Glimpse] = []
        """Windows since the last decision."""
        self._watches: list[tuple[int, Decision]] = []
        """Open `could` probes, each with its index in `results`."""

    def open_probe(self, decision: Decision) -> None:
        """Open a `could` probe. The windows up to the next decision determine its result."""
        self._watches.append((len(self.results), decision))
        self.results.append(False)

    def note(self, glimpse: Glimpse) -> None:
        """Record a window."""
        self._windows.append(glimpse)

    def close_probes(self) -> None:
        """Set the results of all open `could` probes."""
        for at, decision in self._watches:
            self.results[at] = any(glimpse.was_offered(decision) for glimpse in self._windows)
        self._watches, self._windows = [], []

    def take_snapshot(self, position: dict[str, Any], together: list[list[int]]) -> None:
        """Store a description of the present position."""
        self.snapshots.append(position)
        self.together.append(together)
