"""What a scenario asks of a duel in passing: what could be done, and how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from facedown_server.games.scenarios.files import Decision
from facedown_server.games.scenarios.hints import VERBS, is_about
from facedown_server.refereeing.prompts import Offer
from facedown_shared.tables.zones import Seat


@dataclass(slots=True)
class Glimpse:
    """A window of a player: when it was, and what it offered."""

    seat: Seat
    moments: tuple[str, ...]
    offers: Sequence[Offer] = field(default_factory=list)

    def allowed(self, decision: Decision) -> bool:
        """Return whether it offered what a `could` asks for, at that time."""
        action = decision.action
        if action is None or self.seat != decision.player:
            return False
        if not {decision.in_, action.in_} <= {None, *self.moments}:
            return False
        verb = VERBS.get(action.do, "")
        return any(offer.verb == verb and is_about(offer, action, self.seat) for offer in self.offers)


class Probes:
    """The probes and snapshots of one scenario, in their order."""

    def __init__(self) -> None:
        self.results: list[bool] = []
        self.snapshots: list[dict[str, Any]] = []
        self.together: list[list[list[int]]] = []
        """Of each snapshot, which cards of the Graveyards came together."""
        self._windows: list[Glimpse] = []
        """Every window since the last decision."""
        self._watches: list[tuple[int, Decision]] = []
        """Each `could` that waits for the next decision: its probe, and what it asks for."""

    def watch(self, decision: Decision) -> None:
        """Begin a `could`: it is settled by the windows up to the next decision."""
        self._watches.append((len(self.results), decision))
        self.results.append(False)

    def note(self, glimpse: Glimpse) -> None:
        """Record a window."""
        self._windows.append(glimpse)

    def close_watches(self) -> None:
        """Settle every `could` that waits."""
        for at, decision in self._watches:
            self.results[at] = any(glimpse.allowed(decision) for glimpse in self._windows)
        self._watches, self._windows = [], []

    def take_snapshot(self, position: dict[str, Any], together: list[list[int]]) -> None:
        """Write down how the duel stands."""
        self.snapshots.append(position)
        self.together.append(together)
