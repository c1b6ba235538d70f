"""The rules are pure; and the checks find what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch import purity
from tests.arch.source import ROOT, hold
from tests.arch.test_imports import put


def test_the_rules_never_walk_through_a_set() -> None:
    hold(purity.check_sets(ROOT))


def test_the_rules_call_nothing_that_hangs_on_the_machine() -> None:
    hold(purity.check_calls(ROOT))


WALKS = [
    "for card in {1, 2}: pass",
    "for card in set(cards): pass",
    "for card in set(cards) | other: pass",
    "for card in frozenset(cards).union(other): pass",
    "found = {c for c in cards}\nfor card in found: pass",
    "found: set[int] = make()\nlist(found)",
    "def f(found: set[int]):\n    return [card for card in found]",
    "def f(found: 'frozenset[int]'):\n    return tuple(found)",
    "def f():\n    found = set()\n    yield from found",
    "class A:\n    found: set[int]\n    def f(self):\n        return next(iter(self.found))",
    "class A:\n    def __init__(self):\n        self.found: set[int] = set()\n\ndef f(a):\n    a.found.pop()",
    "found = set(cards)\nprocess(*found)",
    "found = set(cards)\nfirst, second = found",
    "found = set(cards)\n', '.join(found)",
    "found = set(cards)\ncards.extend(found)",
    "found = set(cards)\n{card: 1 for card in found}",
]

ASKS = [
    "for card in [1, 2]: pass",
    "found = set(cards)\nfor card in sorted(found): pass",
    "found = set(cards)\nany(card.ready for card in found)",
    "found = set(cards)\nnumber = len(found) + sum(found)",
    "found = {card for card in set(cards)}",
    "found = set(cards)\nfound.update(x for x in other if x in found)",
    "def f():\n    found = set()\n\ndef g(found: list[int]):\n    return list(found)",
    "cards.pop()",
]


@pytest.mark.parametrize("text", WALKS)
def test_a_walk_is_seen(tmp_path: Path, text: str) -> None:
    put(tmp_path, "server/facedown_server/games/duel/turn/turn.py", text)
    assert len(purity.check_sets(tmp_path)) == 1


@pytest.mark.parametrize("text", ASKS)
def test_asking_a_set_is_let_pass(tmp_path: Path, text: str) -> None:
    put(tmp_path, "server/facedown_server/games/duel/turn/turn.py", text)
    assert purity.check_sets(tmp_path) == []


@pytest.mark.parametrize(
    "text",
    [
        "key = hash('a')",
        "cards.sort(key=lambda card: id(card))",
        "sorted([id(a)])",
        "print(card)",
        "open('a')",
    ],
)
def test_an_impure_call_is_seen(tmp_path: Path, text: str) -> None:
    put(tmp_path, "server/facedown_server/refereeing/match.py", text)
    assert len(purity.check_calls(tmp_path)) == 1


@pytest.mark.parametrize(
    "text", ["a = seen[id(card)]", "a = {id(card): 1}", "a = id(card) in b", "b.get(id(card), 0)"]
)
def test_looking_up_by_identity_is_let_pass(tmp_path: Path, text: str) -> None:
    put(tmp_path, "server/facedown_server/refereeing/match.py", text)
    assert purity.check_calls(tmp_path) == []


def test_equal_messages_are_equal_bytes(tmp_path: Path) -> None:
    put(tmp_path, "shared/facedown_shared/tables/diff.py", "rows = list({1, 2})")
    assert len(purity.check_sets(tmp_path)) == 1


def test_the_law_is_about_the_rules_alone(tmp_path: Path) -> None:
    put(tmp_path, "server/facedown_server/room/room.py", "for seat in {0, 1}: print(seat)\n")
    assert purity.check_sets(tmp_path) + purity.check_calls(tmp_path) == []
