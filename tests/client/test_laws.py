"""Laws of the client alone: what loads no window, who writes what, the dependencies of the parts of a
screen.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import facedown_client

HOME = Path(facedown_client.__file__).parent
WINGS = ("connection", "data", "model", "board", "terminal", "bot", "replays")
"""The client without a window."""

DUEL = "window/scenes/duel"
LOADS = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
    assert "pygame" not in sys.modules, f"{name} loads pygame"
"""


def modules(*folders: str) -> Iterator[tuple[str, Path]]:
    """Return every module of these folders, by name."""
    for path in sorted(path for folder in folders for path in (HOME / folder).rglob("*.py")):
        parts = path.relative_to(HOME.parent).with_suffix("").parts
        yield ".".join(parts).removesuffix(".__init__"), path


def test_the_client_without_a_window_loads_no_pygame() -> None:
    """All of it, and the command lines, in a program of its own."""
    names = [name for name, _ in modules(*WINGS)]
    assert len(names) > 50
    names += ["facedown_shared.protocol.table_options", "facedown_client.commands.command"]
    done = subprocess.run([sys.executable, "-P", "-c", LOADS, *names], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-300:]


def foreign_writes(text: str) -> list[str]:
    """Return attributes that are written on anything but the object whose method writes."""
    return [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        and not (isinstance(node.value, ast.Name) and node.value.id == "self")
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "path"), [*modules("board", DUEL)])
def test_every_piece_of_a_duel_s_state_has_one_writer(name: str, path: Path) -> None:
    """The object it belongs to: others change it by calling a method."""
    assert foreign_writes(path.read_text()) == []


def test_a_foreign_write_is_seen() -> None:
    assert foreign_writes("scene.doing.menu = None") == ["line 1: scene.doing.menu"]
    assert foreign_writes("self.a, other.b = 1, 2") == ["line 1: other.b"]
    assert foreign_writes("self.a = other.b") == []


@pytest.mark.parametrize(("name", "path"), [*modules(DUEL)])
def test_no_part_of_the_duel_screen_knows_the_scene(name: str, path: Path) -> None:
    """A part works with a DuelPort, and with the parts it was given."""
    if name.endswith(".scene"):
        return
    text = path.read_text()
    assert "duel.scene" not in text
    assert "DuelScene" not in text
