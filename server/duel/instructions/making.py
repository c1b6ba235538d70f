"""How a verb is made: a function of an Fx becomes a maker of Instructions."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from server.duel.core.effect import Fx, Instruction

P = ParamSpec("P")
Doing = Generator[Any, Any, Any]


def instruction(act: Callable[Concatenate[Fx, P], Doing]) -> Callable[P, Instruction]:
    """Make a verb of an act on an Fx."""

    @wraps(act)
    def make(*args: P.args, **kwargs: P.kwargs) -> Instruction:
        return Instruction(lambda fx: act(fx, *args, **kwargs))

    return make


def done(value: Any = None) -> Doing:
    """A verb that asks nothing is a generator all the same."""
    yield from ()
    return value
