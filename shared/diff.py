"""diff(View, View) -> Patch and apply(View, Patch) -> View: nothing here can see the truth (law 1).

For every two Views of one viewer: apply(old, diff(old, new)) == new.
"""

from __future__ import annotations

from typing import Any

import msgspec

from shared.cards.facts import Facts
from shared.view import Pile, Seen, View, VisibleLink, Waiting


class Patch(msgspec.Struct, frozen=True, omit_defaults=True, rename={
    "turn": "t", "turn_player": "p", "phase": "h", "tallies": "n", "piles": "z", "cards": "c", "gone": "g",
    "chain": "l", "attack": "a", "peace": "e", "waiting": "w", "facts": "f", "result": "r",
    "tallies_gone": "nx", "piles_gone": "zx", "facts_gone": "fx",
}):  # fmt: skip
    """What changed from one View to the next; a field left out did not change. `peace`: the battle ended.

    `gone` are handles that are no more; `tallies_gone`, `piles_gone` and `facts_gone` are keys likewise, rare
    since only taking back a move or another table layout lets one vanish.
    """

    turn: int | None = None
    turn_player: int | None = None
    phase: str | None = None
    tallies: dict[str, int] = {}
    piles: dict[str, Pile] = {}
    cards: dict[int, Seen] = {}
    gone: tuple[int, ...] = ()
    chain: tuple[VisibleLink, ...] | None = None
    attack: tuple[int, int] | None = None
    peace: bool = False
    waiting: tuple[Waiting, ...] | None = None
    facts: dict[int, Facts] = {}
    result: str | None = None
    tallies_gone: tuple[str, ...] = ()
    piles_gone: tuple[str, ...] = ()
    facts_gone: tuple[int, ...] = ()


_WHOLE = ("turn", "turn_player", "phase", "chain", "waiting", "result")
_KEYED = {"tallies": "tallies_gone", "piles": "piles_gone", "cards": "gone", "facts": "facts_gone"}
"""Fields that are tables: sent row by row, with the field that names the rows that vanished."""


def diff(old: View, new: View) -> Patch:
    """The smallest patch from `old` to `new`, two Views of one viewer at one table.

    Raises ValueError when they are not.
    """
    if (old.viewer, old.table) != (new.viewer, new.table):
        raise ValueError("a diff needs two Views of one viewer at one table")
    changes: dict[str, Any] = {
        name: getattr(new, name) for name in _WHOLE if getattr(old, name) != getattr(new, name)
    }
    for name, gone in _KEYED.items():
        before, now = getattr(old, name), getattr(new, name)
        if before is now:
            continue
        # Rows are compared by identity first: what did not change is mostly the very same object.
        differing = [
            key for key, row in now.items() if (was := before.get(key)) is not row and was != row
        ]  # fmt: skip
        if differing:
            changes[name] = {key: now[key] for key in sorted(differing)}
        if vanished := before.keys() - now.keys():
            changes[gone] = tuple(sorted(vanished))
    if old.attack != new.attack:
        changes.update({"peace": True} if new.attack is None else {"attack": new.attack})
    return Patch(**changes)


def apply(view: View, patch: Patch) -> View:
    """The View after a patch; the old one stays as it was."""
    changes: dict[str, Any] = {
        name: getattr(patch, name) for name in _WHOLE if getattr(patch, name) is not None
    }
    for name, gone in _KEYED.items():
        rows, vanished = getattr(patch, name), getattr(patch, gone)
        if rows or vanished:
            kept = {key: row for key, row in getattr(view, name).items() if key not in vanished}
            changes[name] = kept | rows
    if patch.peace or patch.attack is not None:
        changes["attack"] = patch.attack
    return msgspec.structs.replace(view, **changes)
