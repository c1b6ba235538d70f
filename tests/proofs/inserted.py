"""Values inserted into texts that can reach a client, found in the sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

WHOLE = (
    "server/facedown_server/room",
    "server/facedown_server/network/crowd",
    "server/facedown_server/network/wire/acceptor.py",
    "server/facedown_server/refereeing/match.py",
)
"""Sources in which every text with an inserted value counts. (A page is made of a row of the lobby's
list.)
"""

REFUSING = (
    "server/facedown_server/games/duel",
    "server/facedown_server/games/manual",
    "server/facedown_server/refereeing/undo",
    "server/facedown_server/refereeing/prompted_referee.py",
    "server/facedown_server/games/openings.py",
)
"""Sources in which only refusals and Words count."""

REFUSALS = frozenset({"Illegal", "TargetGone", "MalformedMessage", "BadInput"})
INWARD = frozenset({"RuntimeError", "Differs", "StoreFailed", "CannotGoOn", "DuelOver"})
"""Errors that only developers ever read."""


def find_insertions(root: Path) -> dict[str, tuple[str, ...]]:
    """Return the expressions inserted into texts, by module, each once."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted((root / "server").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if name.startswith((*WHOLE, *REFUSING)):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            nodes = _texts(tree) if name.startswith(WHOLE) else _refusals(tree)
            if words := tuple(sorted({ast.unparse(node) for node in nodes})):
                found[name[:-3].removeprefix("server/").replace("/", ".")] = words
    return found


def _texts(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield what is inserted into the texts of a source, except in internal errors and in repr."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and node.name == "__repr__":
            continue
        if isinstance(node, ast.Call) and _name(node) in INWARD:
            continue
        if isinstance(node, ast.FormattedValue):
            yield node.value
        elif isinstance(node, ast.Call) and _name(node) == "words":
            yield from (value for value in node.args[1:] if not _is_known(value))
        elif isinstance(node, ast.Call) and _name(node) in ("format", "join"):
            yield from (word for word in node.args if not isinstance(word, ast.GeneratorExp | ast.Constant))
        yield from _texts(node)


def _is_known(value: ast.expr) -> bool:
    """Return whether a value is a literal, Words with values of their own, or cards checked by `sight`."""
    return isinstance(value, ast.Constant) or (
        isinstance(value, ast.Call) and _name(value) in ("words", "card_sentence", "name_list")
    )


def _refusals(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node) in REFUSALS:
            yield from _texts(node)
        elif isinstance(node, ast.Call) and _name(node) in ("words", "card_sentence"):
            first = 1 if _name(node) == "words" else 2
            yield from (value for value in node.args[first:] if not _is_known(value))


def _name(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
