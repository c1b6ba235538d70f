"""Cache of a value's derived result, which records the attributes that the result depends on.

cached = DependencyCache(draw)
cached.of(shown)     # calls draw, and records the attributes of `shown` that it reads
cached.of(shown)     # returns the same object while all recorded attributes are unchanged
"""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any, Generic, ParamSpec, TypeVar, cast

T = TypeVar("T")
V = TypeVar("V")
P = ParamSpec("P")


class ReadTracker:
    """Proxy of a value that records which attributes are read.

    Methods of the value run on the proxy, so their reads are recorded too. Attributes named in `parts` are
    proxied in turn.
    """

    def __init__(self, value: object, parts: frozenset[str], *, methods: bool = True) -> None:
        self.__dict__.update(_value=value, _parts=parts, _methods=methods)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._value, name)
        if isinstance(found, MethodType):
            found = MethodType(found.__func__, self) if self._methods else found
        elif name in self._parts and found is not None:
            found = ReadTracker(found, frozenset(), methods=self._methods)
        self.__dict__[name] = found
        return found

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._value, name, value)

    def holds_for(self, value: object) -> bool:
        """Return whether every recorded attribute is the same for another value."""
        read = [(name, was) for name, was in self.__dict__.items() if name not in _OWN]
        return all(_same(was, getattr(value, name)) for name, was in read)


_OWN = frozenset({"_value", "_parts", "_methods"})


def _same(was: object, now: object) -> bool:
    if isinstance(was, ReadTracker):
        return now is not None and was.holds_for(now)
    return isinstance(was, MethodType) or was is now or was == now


class DependencyCache(Generic[V, T]):
    """Cache for the result of `make`. Attributes of the value named in `parts` are tracked in depth."""

    def __init__(self, make: Callable[[V], T], parts: frozenset[str] = frozenset()) -> None:
        self._make, self._parts = make, parts
        self._noted: ReadTracker | None = None
        self._made: T | None = None

    def of(self, value: V) -> T:
        """Return the result for a value. It is computed again only if an attribute that was read has
        changed.
        """
        if self._noted is None or not self._noted.holds_for(value):
            self._noted = ReadTracker(value, self._parts)
            self._made = self._make(cast(V, self._noted))
        return cast(T, self._made)


class Last(Generic[P, T]):
    """Cache for the result of a function's last call."""

    def __init__(self, make: Callable[P, T]) -> None:
        self._make = make
        self._last: tuple[tuple[object, ...], T] | None = None

    def of(self, *arguments: P.args, **named: P.kwargs) -> T:
        """Return the function's result for these arguments."""
        key = (*arguments, *named.values())
        if self._last is None or self._last[0] != key:
            self._last = (key, self._make(*arguments, **named))
        return self._last[1]
