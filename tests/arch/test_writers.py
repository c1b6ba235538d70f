"""Only ops writes the truth, only sight makes Views; and the checks find others that do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch import writers
from tests.arch.source import ROOT, hold
from tests.arch.test_imports import put


def test_only_ops_writes_state() -> None:
    hold(writers.check_writers(ROOT))


def test_only_sight_makes_views() -> None:
    hold(writers.check_views(ROOT))


WRITES = [
    "def f(state): state.turn = 2",
    "def f(duel): duel.state.turn += 1",
    "def f(duel): duel.state.life[0] -= 1",
    "def f(state): state.events.append(1)",
    "def f(state): state.zone('hand').clear()",
    "def f(state): del state.cards[3]",
    "def f(state): state.a, other = 1, 2",
    "def f(card): card.face_up = True",
    "def f(state): setattr(state, 'turn', 1)",
    "def f(card): object.__setattr__(card, 'owner', 1)",
    "def f(truth: State): truth.turn = 1",
    "def f(c: 'Card | None'): c.counters['spell'] = 1",
    "def f(state):\n    hand = state.zones['hand']\n    hand.append(1)",
    "def f(state):\n    for one in state.cards:\n        one.owner = 1",
    "class A:\n    def f(self): self.state.turn = 1",
]

READS = [
    "def f(state): turn = state.turn",
    "def f(state):\n    names = []\n    names.append(state.turn)",
    "def f(state):\n    life = list(state.life)\n    life.append(1)",
    "class A:\n    def __init__(self, state): self.state = state",
    "def f(room): room.seats[0] = 1",
    "def f(state): return state.life[0] == 1",
]


@pytest.mark.parametrize("text", WRITES)
def test_a_write_is_seen(tmp_path: Path, text: str) -> None:
    put(tmp_path, "server/facedown_server/games/duel/turn/turn.py", text)
    assert len(writers.check_writers(tmp_path)) == 1


@pytest.mark.parametrize("text", READS)
def test_a_read_is_let_pass(tmp_path: Path, text: str) -> None:
    put(tmp_path, "server/facedown_server/games/duel/turn/turn.py", text)
    assert writers.check_writers(tmp_path) == []


def test_ops_may_write(tmp_path: Path) -> None:
    put(tmp_path, "server/facedown_server/table/ops.py", "def f(state): state.turn = 2\n")
    assert writers.check_writers(tmp_path) == []


def test_state_classes_are_read_from_the_file_that_defines_them(tmp_path: Path) -> None:
    put(tmp_path, "server/facedown_server/table/state.py", "class Pile: pass\n")
    put(tmp_path, "server/facedown_server/room/room.py", "def f(heap: Pile): heap.size = 2\n")
    assert writers.check_writers(tmp_path) == [
        "server/facedown_server/room/room.py:1: writes to heap: only facedown_server.table.ops writes State"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "from facedown_shared.tables.view import View\nview = View()\n",
        "from facedown_shared.tables import view\nseen = view.VisibleCard()\n",
        "import facedown_shared.tables.view\nseen = facedown_shared.tables.view.VisibleCard()\n",
    ],
)
def test_a_view_made_elsewhere_is_seen(tmp_path: Path, text: str) -> None:
    put(tmp_path, "server/facedown_server/room/room.py", text)
    assert len(writers.check_views(tmp_path)) == 1
    put(
        tmp_path,
        "server/facedown_server/room/room.py",
        "from facedown_shared.tables.view import View\ndef f(view: View) -> None: ...\n",
    )
    put(tmp_path, "server/facedown_server/table/sight.py", text)
    assert writers.check_views(tmp_path) == []
