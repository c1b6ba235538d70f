"""The list of leaks that are put in on purpose, and those of them that show in time alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from server.room.match.pending_prompts import Pace, PendingPrompt
from server.room.match.runner import MatchRunner

Patcher = pytest.MonkeyPatch
LEAKS: dict[str, Callable[[Patcher], None]] = {}


def leak(seed: Callable[[Patcher], None]) -> Callable[[Patcher], None]:
    """Put a leak on the list, under the name of the function that makes it."""
    LEAKS[seed.__name__] = seed
    return seed


@leak
def due_only_for_the_able(patch: Patcher) -> None:
    """A window whose owner has nothing to answer with closes at once."""
    honest = Pace.due
    patch.setattr(
        Pace, "due", lambda pace, ask, now, **words: honest(pace, ask, now, **words) if ask.able else now
    )


@leak
def absent_window(patch: Patcher) -> None:
    """A window whose owner is away is passed by rule, if there is nothing to answer with."""
    honest = Pace.due
    patch.setattr(Pace, "due", lambda pace, ask, now, unanswerable=False: honest(pace, ask, now))


@leak
def window_after_a_restart(patch: Patcher) -> None:
    """The same, but only with windows that open before anybody is back after a restart."""
    honest = MatchRunner._cannot_answer

    def leaking(runner: MatchRunner, seat: int) -> bool:
        return not runner.awaiting_players and honest(runner, seat)

    patch.setattr(MatchRunner, "_cannot_answer", leaking)


@leak
def clock_message(patch: Patcher) -> None:
    """A clock runs from the moment on at which its owner is really asked."""

    def leaking(runner: MatchRunner, pending: PendingPrompt, now: float) -> None:
        runner.clocks.start(pending.prompt.seat, now)

    patch.setattr(MatchRunner, "_charge", leaking)
