"""Every kind of event told anywhere in the server is one of the listed ones, and each is described."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from pathlib import Path

from shared.protocol.visible_events import KINDS
from tests.laws.duels import duel

SERVER = Path(__file__).parents[3] / "server"
TELLERS = frozenset({"note", "tell"})


def told_in(path: Path) -> Iterator[str]:
    """Kinds written as literals: the second argument of note and tell, and every kind=."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        literals = node.args[1:2] if name in TELLERS else []
        literals += [
            word.value for word in node.keywords if word.arg == "kind" and name in {"move", *TELLERS}
        ]
        yield from (x.value for x in literals if isinstance(x, ast.Constant) and isinstance(x.value, str))


def test_every_literal_kind_is_listed() -> None:
    for folder in ("table", "duel"):
        for path in (SERVER / folder).rglob("*.py"):
            assert set(told_in(path)) <= set(KINDS), path.name


def test_random_duels_tell_only_listed_kinds() -> None:
    told = {cut.kind for _, cuts in duel(0).shown[0] for cut in cuts}
    assert {"turn", "phase", "draw", "move"} <= told <= set(KINDS)


def test_every_kind_is_described() -> None:
    assert all(len(words) > 10 for words in KINDS.values())


def test_what_tables_keep_of_events_is_nothing_python_has_to_look_through() -> None:
    """Four thousand of them a class: none is tracked, and equal places are one object."""
    cuts = [cut for _, cuts in duel(0).shown[0] for cut in cuts]
    places = [place for cut in cuts for place in (cut.start, cut.goal) if place is not None]
    assert not any(map(gc.is_tracked, cuts))
    assert len({id(place) for place in places}) == len(set(places)) < len(places) // 4
