"""What differs between two referees of one duel at an open decision: the options, and the state."""

from __future__ import annotations

from typing import Any, NamedTuple

from facedown_shared.cards.facts import bundled_pool
from proofs.differs.guided_duel import DuelAction, LedDuel, OpenDecision, state_values

Cause = tuple[str, str]
"""What differs, and of which card or after which."""


class Disagreement(NamedTuple):
    """The first difference of a duel. `ours`, `theirs`: the open decision on each side; None: it was over."""

    cause: Cause
    what: str
    ours: OpenDecision | None
    theirs: OpenDecision | None


def difference(ours: LedDuel, theirs: LedDuel, last: DuelAction | None) -> Disagreement | None:
    """Return what differs now, `last` being the last action; None where both are alike."""
    one, other = ours.found, theirs.found
    after = name(last.code) if last is not None and last.code else "nothing"
    if one is None or other is None:
        ends = ours.referee.result(), theirs.referee.result()
        if one is other and (ends[0] and ends[0].winner) == (ends[1] and ends[1].winner):
            return None
        text = f"ours {one or ends[0]}, theirs {other or ends[1]}"
        return Disagreement(("end", after), f"after {after}: {text}", one, other)
    if (one.what, one.seat) != (other.what, other.seat):
        whose, side = (one, "ours") if one.what == "window" else (other, "theirs")
        cards = ", ".join(sorted({name(deed.code) for deed in whose.deeds}))
        text = f"after {after}: ours {one}, theirs {other}"
        return Disagreement((f"a window only of {side}", cards), text, one, other)
    if one.deeds != other.deeds:
        only = min(one.deeds ^ other.deeds)
        side = "ours" if only in one.deeds else "theirs"
        text = f"{one.what} after {after}: {only}"
        return Disagreement((f"{only.verb} only of {side}", name(only.code)), text, one, other)
    found = _values(state_values(ours.state), state_values(theirs.state))
    return None if found is None else Disagreement((found[0], after), found[1], one, other)


def _values(ours: dict[str, Any], theirs: dict[str, Any]) -> tuple[str, str] | None:
    for what in sorted(ours.keys() | theirs.keys()):
        one, other = ours.get(what), theirs.get(what)
        if one != other:
            return what.partition(" ")[0], f"{what}: ours {one}, theirs {other}"
    return None


def name(code: int) -> str:
    """Return a card's name."""
    facts = bundled_pool().get(code)
    return facts.name if facts is not None else str(code)
