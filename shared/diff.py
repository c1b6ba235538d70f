"""diff(View, View) -> Patch and apply(View, Patch) -> View: nothing here can see the truth (law 1).

For every two Views of one viewer: apply(old, diff(old, new)) == new.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from shared.cards import Facts
from shared.view import Link, Pile, Seen, View, Waiting

Key = TypeVar("Key")
Value = TypeVar("Value")


class Patch(msgspec.Struct, frozen=True, omit_defaults=True, rename={
    "turn": "t", "turn_player": "p", "phase": "h", "tallies": "n", "piles": "z", "cards": "c", "gone": "g",
    "chain": "l", "attack": "a", "peace": "e", "waiting": "w", "facts": "f", "result": "r",
}):  # fmt: skip
    """What changed from one View to the next; a field left out did not change. `peace`: the battle ended."""

    turn: int | None = None
    turn_player: int | None = None
    phase: str | None = None
    tallies: dict[str, int] = {}
    piles: dict[str, Pile] = {}
    cards: dict[int, Seen] = {}
    gone: tuple[int, ...] = ()
    chain: tuple[Link, ...] | None = None
    attack: tuple[int, int] | None = None
    peace: bool = False
    waiting: tuple[Waiting, ...] | None = None
    facts: dict[int, Facts] = {}
    result: str | None = None


_WHOLE = ("turn", "turn_player", "phase", "chain", "waiting", "result")
_KEYED = ("tallies", "piles", "facts")


def diff(old: View, new: View) -> Patch:
    """The smallest patch from `old` to `new`, two Views of one viewer at one table.

    Raises ValueError when they are not.
    """
    if (old.viewer, old.table) != (new.viewer, new.table):
        raise ValueError("a diff needs two Views of one viewer at one table")
    changes: dict[str, Any] = {
        name: getattr(new, name) for name in _WHOLE if getattr(old, name) != getattr(new, name)
    }
    for name in _KEYED:
        changes[name] = _changed(getattr(old, name), getattr(new, name))
    changes["cards"] = _changed(old.cards, new.cards)
    changes["gone"] = tuple(handle for handle in old.cards if handle not in new.cards)
    if old.attack != new.attack:
        changes.update({"peace": True} if new.attack is None else {"attack": new.attack})
    return Patch(**changes)


def apply(view: View, patch: Patch) -> View:
    """The View after a patch; the old one stays as it was."""
    changes: dict[str, Any] = {
        name: getattr(patch, name) for name in _WHOLE if getattr(patch, name) is not None
    }
    for name in _KEYED:
        if part := getattr(patch, name):
            changes[name] = {**getattr(view, name), **part}
    if patch.cards or patch.gone:
        cards = {**view.cards, **patch.cards}
        for handle in patch.gone:
            cards.pop(handle, None)
        changes["cards"] = cards
    if patch.peace or patch.attack is not None:
        changes["attack"] = patch.attack
    return msgspec.structs.replace(view, **changes)


def _changed(old: Mapping[Key, Value], new: Mapping[Key, Value]) -> dict[Key, Value]:
    return {key: value for key, value in new.items() if key not in old or old[key] != value}
