"""Every kind of event is described, in the order of its number in the protocol."""

from __future__ import annotations

import gc
from typing import get_args

from facedown_shared.protocol.visible_events import KINDS, EventKind
from tests.laws.duels import duel


def test_random_duels_tell_only_listed_kinds() -> None:
    told = {cut.kind for _, cuts in duel(0).shown[0] for cut in cuts}
    assert {"turn", "phase", "draw", "move"} <= told <= set(KINDS)


def test_every_kind_is_described() -> None:
    assert tuple(KINDS) == get_args(EventKind)
    assert all(len(words) > 10 for words in KINDS.values())


def test_what_tables_keep_of_events_is_nothing_python_has_to_look_through() -> None:
    """Four thousand of them a class: none is tracked by the garbage collector, and equal places are one
    object.
    """
    cuts = [cut for _, cuts in duel(0).shown[0] for cut in cuts]
    places = [place for cut in cuts for place in (cut.start, cut.goal) if place is not None]
    assert not any(map(gc.is_tracked, cuts))
    assert len({id(place) for place in places}) == len(set(places)) < len(places) // 4
