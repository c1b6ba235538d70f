"""The watchdog interrupts the rules in the step that takes too long, and nothing else."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import cast

import pytest
import trio

from facedown_server.runtime.watchdog import SIGNAL, Endless, Watchdog


def signal_within(module: str, dog: Watchdog) -> None:
    """Let the watchdog's signal arrive while a function of this module runs, a few calls deep."""
    names = {"__name__": module, "sorted": sorted}
    exec("def work(deeper):\n    return sorted([1], key=lambda _: deeper())", names)  # noqa: S102
    work = cast(Callable[[Callable[[], None]], None], names["work"])
    work(lambda: dog._interrupt(SIGNAL, inspect.currentframe()))


async def test_only_rules_are_interrupted_and_only_in_the_step_that_is_held() -> None:
    dog = Watchdog(lambda: 0.0)
    dog._held = dog._steps
    for module in (
        "facedown_server.room.room",
        "facedown_server.storage.journal",
        "trio._core._run",
        "msgspec.json",
    ):
        signal_within(module, dog)
    for module in (
        "facedown_server.games.duel.cards.made_up",
        "facedown_server.games.manual.table",
        "facedown_server.games.manual.yugioh.half.wishes",
        "facedown_server.refereeing.match",
    ):
        with pytest.raises(Endless):
            signal_within(module, dog)
    dog.before_task_step(trio.lowlevel.current_task())
    signal_within("facedown_server.games.duel.cards.made_up", dog)
