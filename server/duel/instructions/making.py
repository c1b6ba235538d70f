"""How a verb is made: a function of a duel and an Fx becomes a maker of Instructions."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from server.duel.core import Duel, Fx, Instruction

P = ParamSpec("P")


def instruction(act: Callable[Concatenate[Duel, Fx, P], object]) -> Callable[P, Instruction]:
    """Make a verb of something that is done for an Fx. Its result is the verb's answer; where players are
    asked, it is a generator."""

    @wraps(act)
    def make(*args: P.args, **kwargs: P.kwargs) -> Instruction:
        return Instruction(act, args, kwargs)

    return make
