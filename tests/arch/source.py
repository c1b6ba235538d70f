"""Reads a tree of Python files for the checks: modules, their uses, and nothing that runs them.

A module "uses" every dotted name it imports, and every attribute it reaches through an import: after `import
msgspec`, writing `msgspec.msgpack.encode` uses `msgspec.msgpack.encode`. Imports that only a type checker
sees count too: they are a dependency all the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("facedown_server", "facedown_client", "facedown_shared")
"""The shipped packages."""

CHECKOUT = ("proofs", "tools")
"""Folders that run from a checkout alone, and may import all of the above."""

HOUSE = (*PACKAGES, *CHECKOUT)
EVERYTHING = (*HOUSE, "tests", "benchmarks", "run.py")


@cache
def _parse(text: str) -> ast.Module:
    """Parse a file once: every check reads every file; none changes a tree."""
    return ast.parse(text)


@dataclass(frozen=True)
class Module:
    """One Python file under a root, by its path and its dotted name."""

    root: Path
    path: Path

    @property
    def name(self) -> str:
        """Its dotted name: `server/facedown_server/table/sight.py` is facedown_server.table.sight. A package
        is named after its folder.
        """
        parts = self.path.relative_to(self.root).with_suffix("").parts
        if len(parts) > 1 and parts[1] in PACKAGES:
            parts = parts[1:]
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @cached_property
    def text(self) -> str:
        """The text of the file."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """The file as a syntax tree."""
        return _parse(self.text)

    def at(self, line: int, what: str) -> str:
        """Return one complaint in the form of every check: file, line, and what is wrong."""
        return f"{self.path.relative_to(self.root).as_posix()}:{line}: {what}"

    @cached_property
    def uses(self) -> tuple[tuple[int, str], ...]:
        """Return every (line, dotted name) this module uses."""
        bound: dict[str, str] = {}
        found: list[tuple[int, str]] = []
        for node in ast.walk(self.tree):
            for line, used, alias in self._imported(node):
                found.append((line, used))
                bound[alias] = used
        for node in ast.walk(self.tree):
            chain = dotted_name(node)
            if chain and isinstance(node, ast.Attribute) and (head := chain.split(".")[0]) in bound:
                found.append((node.lineno, bound[head] + chain[len(head) :]))
        return tuple(found)

    def _imported(self, node: ast.AST) -> Iterator[tuple[int, str, str]]:
        """Yield (line, dotted name, the name it is bound to) for each name of an import statement."""
        if isinstance(node, ast.Import):
            for name in node.names:
                # `import a.b` binds `a`, and uses both.
                yield node.lineno, name.name, name.asname or name.name
                if not name.asname and "." in name.name:
                    head = name.name.split(".")[0]
                    yield node.lineno, head, head
        elif isinstance(node, ast.ImportFrom):
            origin = self._origin(node)
            for name in node.names:
                yield node.lineno, f"{origin}.{name.name}", name.asname or name.name

    def _origin(self, node: ast.ImportFrom) -> str:
        """Return the absolute name that `from … import` starts from, relative dots resolved."""
        if not node.level:
            return node.module or ""
        package = self.name.split(".")
        if self.path.name != "__init__.py":
            package = package[:-1]
        package = package[: len(package) - node.level + 1]
        return ".".join([*package, node.module] if node.module else package)


def path_of(name: str) -> str:
    """Return the path of a folder or module of ours, beside which an import package at the start of it
    may be.
    """
    head, _, rest = name.replace(".", "/").partition("/")
    if head in PACKAGES:
        head = f"{head.removeprefix('facedown_')}/{head}"
    return f"{head}/{rest}" if rest else head


def hold(complaints: list[str]) -> None:
    """Fail with every complaint on a line of its own."""
    if complaints:
        raise AssertionError("\n".join(["", *complaints]))


def dotted_name(node: ast.AST) -> str:
    """Return `a.b.c` for a plain chain of names, else nothing."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (left := dotted_name(node.value)):
        return f"{left}.{node.attr}"
    return ""


def is_within(name: str, family: str) -> bool:
    """Return whether a dotted name is that module, or below it."""
    return name == family or name.startswith(family + ".")


def is_within_any(name: str, families: tuple[str, ...]) -> bool:
    """Return whether a dotted name is one of these, or below one."""
    return any(is_within(name, family) for family in families)


def modules(root: Path, *folders: str) -> list[Module]:
    """Return all Python files below these folders (or the one file named), in a stable order."""
    paths: list[Path] = []
    for folder in folders:
        place = root / folder
        if not place.exists():
            place = root / path_of(folder)
        if not place.exists():
            place = place.with_name(f"{place.name}.py")
        paths += [place] if place.is_file() else sorted(place.rglob("*.py")) if place.is_dir() else []
    return [Module(root, path) for path in paths if "__pycache__" not in path.parts]


def find_users(world: dict[str, Module], never: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    """Return every module that uses one of these, itself or through others of ours: the name, and our module
    that uses it.
    """
    found: dict[str, tuple[str, str]] = {}
    loaders: dict[str, list[str]] = {name: [] for name in world}
    for name, module in world.items():
        for loaded in sorted(
            {loaded for _, used in (*module.uses, (0, name)) for loaded in _loaded_modules(used, world)}
        ):
            loaders[loaded].append(name)
        for _, used in module.uses:
            if any(is_within(used, family) for family in never):
                found.setdefault(name, (used, name))
    waiting = list(found)
    while waiting:
        name = waiting.pop(0)
        for loader in loaders[name]:
            if loader not in found:
                found[loader] = found[name]
                waiting.append(loader)
    return found


def _loaded_modules(used: str, world: dict[str, Module]) -> list[str]:
    """Return the modules of ours that using a dotted name loads: its own, and every package above it."""
    loaded = []
    while used:
        if used in world:
            loaded.append(used)
        used = used.rpartition(".")[0]
    return loaded
