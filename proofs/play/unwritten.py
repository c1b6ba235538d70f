"""Cards that no script was written for, to be carried out by hand: printed ones under names of their own.

They have no effects of their own; players do with them whatever gestures allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from shared.cards.decks import needs_script
from shared.cards.facts import Facts, Pool, bundled

FIRST = 990_000_001
"""Passcodes from here on, where no printed card has one."""


@cache
def half_written() -> Pool:
    """The bundled cards, and as many again of those that do something, which nobody has written."""
    return bundled().joined(_unwritten())


def _unwritten() -> Iterator[Facts]:
    printed = sorted((facts for facts in bundled() if needs_script(facts)), key=lambda facts: facts.code)
    for number, facts in enumerate(printed, 1):
        yield msgspec.structs.replace(
            facts, code=FIRST + number, name=f"Unwritten Card {number}", alias=0, archetypes=(),
            text="It does what its players say.",
        )  # fmt: skip
