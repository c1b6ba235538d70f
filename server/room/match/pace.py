"""When an answer to a prompt is told, and which prompts are passed automatically (law 4: no tell from
timing).

`due` is drawn when a response window opens, from public facts alone: that it is one, and that public facts
allow a response. Whether its owner could respond in truth is not asked here. While nobody can answer (the
owner is away, the table is paused) a window waits, whatever would become of it, and `due` is drawn when
somebody can again. A person's own time, once it is longer than that, is theirs and outside the promise.
"""

from __future__ import annotations

import math

from server.referee import PromptKind, SeatPrompt
from server.world import World

SPANS = {"off": (0.0, 0.0), "quick": (0.04, 0.16), "careful": (0.25, 0.75)}
"""Seconds between which `due` is drawn, by the table's setting.

A turn has some fifteen windows: at quick it takes less than two seconds longer (benchmarks/pace.py). Careful
also covers answers that are long on their way.
"""

RESPONSE_WINDOWS = frozenset({PromptKind.RESPONSE, PromptKind.TRIGGER})
"""Kinds of prompts that everybody sees, to which the player may have nothing to answer with."""

MODES = ("always", "able", "never")
"""When a player wants to be asked to respond."""


class Pace:
    """Draws due times for one table."""

    def __init__(self, world: World, setting: str) -> None:
        self._world = world
        self._shortest, self._longest = SPANS[setting]

    def due(self, prompt: SeatPrompt, now: float, *, unanswerable: bool = False) -> float:
        """The earliest time at which the answer is told; infinity for a response that nobody can give now."""
        if self.is_due_at_once(prompt, unanswerable=unanswerable):
            return now
        if unanswerable:
            return math.inf
        drawn = int.from_bytes(self._world.entropy(4), "big") / 2**32
        return now + self._shortest + (self._longest - self._shortest) * drawn

    def is_due_at_once(self, prompt: SeatPrompt, *, unanswerable: bool) -> bool:
        """Whether public facts and the table's pace let the answer be told as soon as it is there."""
        return not is_paced(prompt) or (self._longest == 0 and not unanswerable)


def is_paced(prompt: SeatPrompt) -> bool:
    """Whether everybody sees that a response is asked for, and public facts allow one."""
    return (prompt.public or prompt.kind) in RESPONSE_WINDOWS and prompt.possible


def passes(prompt: SeatPrompt, mode: str) -> bool:
    """Whether this prompt is answered with its default, without asking the player."""
    if prompt.kind not in RESPONSE_WINDOWS or not has_default(prompt):
        return False
    if prompt.kind is PromptKind.TRIGGER:
        return not prompt.able
    return not prompt.possible or mode == "never" or (mode == "able" and not prompt.able)


def has_default(prompt: SeatPrompt) -> bool:
    """Whether a prompt can be answered when nobody answers."""
    return bool(prompt.default) or prompt.least == 0
