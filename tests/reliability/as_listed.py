"""A server that does not shuffle: whoever brings a deck draws it from the first card of its list on. Tests
know by that what people hold.

    python -m tests.reliability.as_listed serve …
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from server.command import run
from server.table.random_streams import RandomStreams


def as_it_lies(streams: RandomStreams, count: int, purpose: str) -> Sequence[int]:
    """Whatever it is for, the order there is."""
    return range(count)


def change() -> None:
    """From now on nothing is shuffled."""
    RandomStreams.order = as_it_lies  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    change()
    sys.exit(run(sys.argv[1:]))
