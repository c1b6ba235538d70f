"""Client and server print by `shared/facedown_shared/text/terminal_output.py` alone, which lets nothing act
on a terminal."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.arch.source import modules

ROOT = Path(__file__).parents[2]
DOOR = "shared/facedown_shared/text/terminal_output.py"
DRAWING = frozenset({
    "client/facedown_client/bot/search/search_process.py: sys.stdout.buffer.write",  # a child answers
    "client/facedown_client/terminal/console.py: sys.stdout.write",  # the line being typed, drawn again
    "server/facedown_server/service/operating/run_files.py: sys.stderr.write",  # progress
    "shared/facedown_shared/decks/foreign_lists.py: sys.stdout.buffer.write",  # a child answers
})  # fmt: skip
"""Other places that write to a terminal, and what."""

PRINTS = ("print", "click.echo", "click.secho", "click.confirm", "click.prompt", "sys.stdout.write",
          "sys.stderr.write", "sys.stdout.writelines", "sys.stdout.buffer.write")  # fmt: skip


def find_prints(tree: ast.AST) -> list[str]:
    """Return every use of a function that writes to a terminal, called or passed on."""
    spoken = [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Name | ast.Attribute)]
    return [name for name in spoken if name in PRINTS]


def test_one_door_leads_to_the_terminal() -> None:
    found = {
        f"{module.path.relative_to(ROOT).as_posix()}: {name}"
        for module in modules(ROOT, "client", "server", "shared")
        for name in find_prints(module.tree)
        if module.path.relative_to(ROOT).as_posix() != DOOR
    }
    assert found == DRAWING


def test_a_second_door_is_found() -> None:
    tree = ast.parse("import click\nsay = print\nclick.echo('x')\nsys.stdout.write('x')")
    assert sorted(find_prints(tree)) == ["click.echo", "print", "sys.stdout.write"]
