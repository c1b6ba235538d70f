"""A value is built again when one of its dependencies has changed, and only then."""

from __future__ import annotations

from dataclasses import dataclass, field

from facedown_client.window.paint.dependency_cache import DependencyCache, Last


@dataclass
class Inner:
    first: int = 1
    second: int = 2

    def double(self) -> int:
        return self.first * 2


@dataclass
class Outer:
    inner: Inner | None = field(default_factory=Inner)
    other: tuple[int, ...] = (1, 2)
    unread: int = 0

    @property
    def count(self) -> int:
        return len(self.other)

    def inner_double(self) -> int:
        return self.inner.double() if self.inner is not None else 0


class BuildCounter:
    """Counts how often something is built."""

    def __init__(self) -> None:
        self.times = 0
        self.kept = DependencyCache(self._make, frozenset({"inner"}))

    def _make(self, value: Outer) -> tuple[int, int]:
        self.times += 1
        return value.inner_double(), value.count


def test_what_is_read_counts_and_nothing_else() -> None:
    made = BuildCounter()
    assert made.kept.of(Outer()) == (2, 2)
    assert made.kept.of(Outer(unread=9)) == (2, 2)
    assert made.kept.of(Outer(Inner(1, 5))) == (2, 2), "read through a method, of a part: the first alone"
    assert made.kept.of(Outer(other=(3, 4))) == (2, 2), "a property counts by its value"
    assert made.times == 1
    assert made.kept.of(Outer(Inner(4))) == (8, 2)
    assert made.kept.of(Outer(Inner(4), (1,))) == (8, 1)
    assert made.kept.of(Outer(None, (1,))) == (0, 1)
    assert made.times == 4


def test_a_value_that_changes_in_itself_is_seen() -> None:
    made, value = BuildCounter(), Outer()
    made.kept.of(value)
    assert value.inner is not None
    value.inner.first = 7
    assert made.kept.of(value) == (14, 2)


def test_what_one_reads_within_another_counts_for_both() -> None:
    made, inside = (
        BuildCounter(),
        DependencyCache[Outer, int](lambda value: value.count, frozenset({"inner"})),
    )

    def make(value: Outer) -> int:
        made.times += 1
        return inside.of(value)

    outside = DependencyCache[Outer, int](make, frozenset({"inner"}))
    assert [outside.of(Outer()), outside.of(Outer(unread=4)), made.times] == [2, 2, 1]
    assert [outside.of(Outer(other=())), made.times] == [0, 2]


def test_a_function_of_the_same_arguments_is_called_once() -> None:
    calls: list[int] = []

    def add(one: int, other: int) -> int:
        calls.append(one)
        return one + other

    last = Last(add)
    assert [last.of(1, 2), last.of(1, 2), last.of(2, 2), last.of(1, 2)] == [3, 3, 4, 3]
    assert calls == [1, 2, 1]
