"""How a verb is made: a function of an Fx becomes a maker of Wishes."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from server.duel.core.effect import Fx, Wish

P = ParamSpec("P")
Doing = Generator[Any, Any, Any]


def wish(act: Callable[Concatenate[Fx, P], Doing]) -> Callable[P, Wish]:
    """Make a verb of an act on an Fx."""

    @wraps(act)
    def make(*args: P.args, **kwargs: P.kwargs) -> Wish:
        return Wish(lambda fx: act(fx, *args, **kwargs))

    return make


def done(value: Any = None) -> Doing:
    """A verb that asks nothing is a generator all the same."""
    yield from ()
    return value
