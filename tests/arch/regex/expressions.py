"""Every regular expression of ours, with its uses; and those that may take too long (law 8)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from tests.arch.regex.patterns import Automaton
from tests.arch.source import PACKAGES, Module, dotted_name, modules

OWN = {
    "client/facedown_client/terminal/typed_hands.py": "a line that the player types who waits for it",
    "client/facedown_client/terminal/line_editor.py": "the same",
    "client/facedown_client/terminal/siding.py": "the same",
    "client/facedown_client/bot/tactics.py": "words of cards on the table, a thousand letters at most",
    "client/facedown_client/bot/fab_tactics.py": "the same",
    "client/facedown_client/bot/card_roles.py": "the same, cut at MAX_READ_LETTERS",
    "client/facedown_client/window/look/rich_text.py": "names of cards, escaped, in their own texts",
}
"""Where patterns are made of words at run time, or read only what the user who waits has typed."""

SEARCHING = {"search", "findall", "finditer", "sub", "subn", "split"}
USES = SEARCHING | {"match", "fullmatch", "compile"}


class Expression(NamedTuple):
    """A pattern, its place, and its uses."""

    line: int
    pattern: str
    flags: int
    ways: frozenset[str]

    @property
    def risks(self) -> Iterator[str]:
        """Its risks."""
        search, whole = bool(self.ways & SEARCHING), self.ways <= {"fullmatch"}
        yield from Automaton(self.pattern, self.flags, search=search or not self.ways, whole=whole).risks()


def check_expressions(root: Path) -> list[str]:
    """Return patterns that could take long for a stranger's text."""
    complaints = []
    for module in modules(root, *PACKAGES):
        if module.path.relative_to(root).as_posix() in OWN:
            continue
        for found in expressions(module):
            complaints += [module.at(found.line, f"{found.pattern!r}: {risk}") for risk in found.risks]
    return complaints


def expressions(module: Module) -> Iterator[Expression]:
    """Yield every pattern of a module: passed to `re`, or to msgspec as the form of a text."""
    names = {id(node.value): target.id for node in ast.walk(module.tree) if isinstance(node, ast.Assign)
             for target in node.targets if isinstance(target, ast.Name)}  # fmt: skip
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Call):
            continue
        called = dotted_name(node.func)
        if called.startswith("re.") and called[3:] in USES:
            name = names.get(id(node), "")
            ways = _ways(module, name) if called == "re.compile" else frozenset({called[3:]})
            pattern, flags = _pattern(module, node, name)
            yield Expression(node.lineno, pattern, flags, ways)
        for word in node.keywords:
            if word.arg == "pattern" and isinstance(word.value, ast.Constant):
                yield Expression(node.lineno, str(word.value.value), 0, frozenset({"search"}))


def _pattern(module: Module, call: ast.Call, name: str) -> tuple[str, int]:
    """Return the pattern and its flags; one that is composed is taken from the loaded module."""
    flags = [getattr(re, word) for argument in (*call.args[1:], *(key.value for key in call.keywords))
             for word in re.findall(r"re\.([A-Z]+)", ast.unparse(argument))]  # fmt: skip
    if isinstance(call.args[0], ast.Constant):
        return str(call.args[0].value), sum(flags)
    loaded = getattr(import_module(module.name), name, None)
    if not isinstance(loaded, re.Pattern):
        return _join_pattern(module, call), sum(flags)
    return loaded.pattern, loaded.flags & ~re.UNICODE


def _join_pattern(module: Module, call: ast.Call) -> str:
    """Return a pattern written with `re.escape` and the words of this module: as it is with a word in its
    place.
    """
    text = ast.unparse(call.args[0])
    assert "re.escape" in text, module.at(call.lineno, "a pattern that cannot be known beforehand")
    first = next(node for node in ast.walk(call.args[0]) if isinstance(node, ast.Call))
    whole = ast.Expression(call.args[0])
    replaced = ast.unparse(whole).replace(ast.unparse(first), "'word'")
    names = vars(import_module(module.name))
    return str(eval(replaced, dict(names)))  # noqa: S307 - an expression of our own source


def _ways(module: Module, name: str) -> frozenset[str]:
    """Return the uses of a compiled pattern in its module; nothing where there is none."""
    used = {
        node.attr for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and dotted_name(node.value) == name and node.attr in USES
    }  # fmt: skip
    return frozenset(used)
