"""Compare an outcome with the expected one and describe the differences in readable lines.

Cards that reached a Graveyard at the same moment are compared as a set, since their owner chooses the order
(YGO-GY-05). Extra Decks (YGO-ED-03), banished cards (YGO-BAN-12) and Xyz Materials have no order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

STRICT = ("players", "winner", "winReason", "probes", "snapshots", "chains")
UNORDERED = ("extra", "banished")
Groups = Sequence[Sequence[int]]


def differences(expected: Any, found: Any, together: Groups, snapshots: Sequence[Groups]) -> list[str]:
    """Return a line for each difference between two outcomes.

    `together`: the groups of cards that reached each Graveyard at the same moment; `snapshots`: the same for
    each snapshot.
    """
    status, reason = expected.get("status", "ok"), found.get("reason", "")
    if found.get("status") != status:
        return [f"status: expected {status}, found {found.get('status')}. {reason}".strip()]
    wanted = _with_sorted_groups(expected, together)
    got = _with_sorted_groups(found, together)
    if "snapshots" in expected:
        for at, groups in enumerate(snapshots):
            if at < len(expected["snapshots"] or ()):
                wanted["snapshots"][at] = _with_sorted_groups(expected["snapshots"][at], groups)
            got["snapshots"][at] = _with_sorted_groups(found["snapshots"][at], groups)
    else:
        got.pop("snapshots", None)
    return [
        line
        for name in STRICT
        if name in wanted
        for line in _compare_values(name, wanted[name], got.get(name))
    ]


def _with_sorted_groups(shape: Any, together: Groups) -> dict[str, Any]:
    """Return a copy with unordered piles sorted, and with each group of a Graveyard sorted."""
    copy = dict(shape)
    if "snapshots" in copy:
        copy["snapshots"] = list(copy["snapshots"] or ())
    if "players" not in shape:
        return copy
    players = [dict(player) for player in shape["players"]]
    for player in players:
        player |= {name: sorted(player[name], key=repr) for name in UNORDERED if name in player}
        if "monsters" in player:
            player["monsters"] = {
                zone: {**row, "materials": sorted(row["materials"])} if "materials" in row else row
                for zone, row in player["monsters"].items()
            }
    for player, groups in zip(players, together, strict=False):
        if sum(groups) == len(player.get("gy", ())):
            player["gy"] = _group(player["gy"], groups)
    copy["players"] = players
    return copy


def _group(pile: Sequence[int], groups: Sequence[int]) -> list[int]:
    done: list[int] = []
    for size in groups:
        done += sorted(pile[len(done) : len(done) + size])
    return done


def _compare_values(path: str, expected: Any, found: Any) -> Iterator[str]:
    if isinstance(expected, dict) and isinstance(found, dict):
        for name in [*expected, *(name for name in found if name not in expected)]:
            yield from _compare_values(
                f"{path}.{name}", expected.get(name, _NOTHING), found.get(name, _NOTHING)
            )
    elif isinstance(expected, list) and isinstance(found, list) and _is_nested(expected, found):
        for at, (one, other) in enumerate(zip_longest(expected, found, fillvalue=_NOTHING)):
            yield from _compare_values(f"{path}[{at}]", one, other)
    elif expected != found:
        yield f"{path}: expected {expected}, found {found}"


def _is_nested(*lists: list[Any]) -> bool:
    return any(isinstance(entry, dict | list) for one in lists for entry in one)


_NOTHING = "nothing"
