"""The form of files: they open with their law, leave no work for later, keep to a size, and a name is one
thing.

What is too large yet, or has the name of another, is listed in NOT_YET alone. A complaint begins with the
name of its subject; that word is its entry there. The lists only shrink: an entry that is no longer needed
is a complaint too.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.arch.source import EVERYTHING, HOUSE, Module, dotted_name, modules

MAX_METHODS = 25
MAX_FUNCTION_LINES = 50
MAX_FILE_LINES = 600
MAX_FOLDER_MODULES = 20
ROWS = frozenset(
    {
        "server/facedown_server/games/duel/cards",
        "tests/server/games/duel/cards",
        "shared/facedown_shared/tables",
    }
)
"""Folders of one thing many times over: cards, tables of games."""
LATER = re.compile(r"\b(?:" + "|".join(("TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK")) + r")\b")

NOT_YET: dict[str, set[str]] = {
    "classes": set(),
    "functions": set(),
    "files": set(),
    "folders": set(),
    "names": set(),
}


def check_openings(root: Path) -> list[str]:
    """Return files without a docstring at their head."""
    return [
        module.at(1, "does not open with a docstring")
        for module in modules(root, *EVERYTHING)
        if not ast.get_docstring(module.tree)
    ]


def check_later(root: Path) -> list[str]:
    """Return notes that leave work for later."""
    return [
        module.at(number, "puts something off; do it, or write it into the roadmap")
        for module in modules(root, *EVERYTHING)
        for number, line in enumerate(module.text.splitlines(), 1)
        if LATER.search(line)
    ]


def check_classes(root: Path) -> list[str]:
    """Return classes with too many methods that others may call: their own and those inherited from ours."""
    known = {node.name: (module, node) for module, node in _classes(root)}

    def public_methods(node: ast.ClassDef) -> set[str]:
        own = {part.name for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)}
        for base in node.bases:
            plain = base.value if isinstance(base, ast.Subscript) else base
            name = dotted_name(plain).rpartition(".")[2]
            if name != node.name and name in known:
                own |= public_methods(known[name][1])
        return {name for name in own if not name.startswith("_")}

    return [
        f"{module.name}.{node.name} has {size} public methods, at most {MAX_METHODS}"
        for module, node in _classes(root)
        if (size := len(public_methods(node))) > MAX_METHODS
    ]


def check_functions(root: Path) -> list[str]:
    """Return functions that are too long."""
    return [
        f"{module.name}.{name} has {size} lines, at most {MAX_FUNCTION_LINES} "
        f"({module.at(node.lineno, 'here')})"
        for module in modules(root, *EVERYTHING)
        for name, node in _functions(module.tree)
        if (size := (node.end_lineno or node.lineno) - node.lineno + 1) > MAX_FUNCTION_LINES
    ]


def check_files(root: Path) -> list[str]:
    """Return files that are too long."""
    return [
        f"{module.path.relative_to(root).as_posix()} has {size} lines, at most {MAX_FILE_LINES}"
        for module in modules(root, *EVERYTHING)
        if (size := len(module.text.splitlines())) > MAX_FILE_LINES
    ]


def check_folders(root: Path) -> list[str]:
    """Return folders with too many modules directly in them."""
    found = Counter(
        module.path.parent.relative_to(root).as_posix()
        for module in modules(root, *EVERYTHING)
        if module.path.name != "__init__.py"
    )
    return [
        f"{folder} has {size} modules, at most {MAX_FOLDER_MODULES}"
        for folder, size in found.items()
        if size > MAX_FOLDER_MODULES and folder not in ROWS
    ]


def check_names(root: Path) -> list[str]:
    """Return public names of classes that stand for two things."""
    places: dict[str, list[str]] = {}
    for module, node in _classes(root):
        if not node.name.startswith("_"):
            places.setdefault(node.name, []).append(module.name)
    return [f"{name} is a class in {', '.join(there)}" for name, there in places.items() if len(there) > 1]


def compare_excuses(complaints: list[str], not_yet: set[str]) -> list[str]:
    """Return the complaints that are not excused, and the excuses that nothing needs."""
    found = {complaint.split()[0] for complaint in complaints}
    new = [complaint for complaint in complaints if complaint.split()[0] not in not_yet]
    return new + [f"{name} is well: take it out of NOT_YET" for name in sorted(not_yet - found)]


def _classes(root: Path) -> list[tuple[Module, ast.ClassDef]]:
    return [
        (module, node)
        for module in modules(root, *HOUSE)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    ]


def _functions(
    node: ast.AST, above: tuple[str, ...] = ()
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield (name within the module, function) for each function, those in classes and functions too."""
    for part in ast.iter_child_nodes(node):
        inside = above
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside = (*above, part.name)
            if not isinstance(part, ast.ClassDef):
                yield ".".join(inside), part
        yield from _functions(part, inside)
