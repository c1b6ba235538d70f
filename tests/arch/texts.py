"""Texts for people go through the door (`facedown_shared.text.language`): a literal that looks like one and
does not is found. A literal looks like a text with two words, a capitalised word, words with a full stop
at their end; and any word that an f-string has only now and then (`f"{host}{' · password' if locked else
''}"`), read together with its surroundings.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.arch.source import Module, modules

SPOKEN = (
    "facedown_client",
    "facedown_server/service/operating",
    "facedown_server/network/pages",
    "facedown_shared/manual",
    "facedown_shared/tables",
)
ALONE = (
    "run.py",
    "server/facedown_server/service/command.py",
    "server/facedown_server/service/config.py",
    "shared/facedown_shared/tables/formats.py",
    "shared/facedown_shared/network/links.py",
    "shared/facedown_shared/text/localized_help.py",
    "shared/facedown_shared/text/endings.py",
)
"""Single files with texts for people."""

DOORS = frozenset({"_", "gettext_noop", "ngettext", "pgettext", "pgettext_noop"})

NO_TEXT = frozenset({
    "compile", "decode", "encode", "endswith", "error", "find", "fullmatch", "get", "getattr", "hasattr",
    "has_kinds", "icon", "is_a", "join", "match", "move", "partition", "removeprefix", "removesuffix",
    "replace", "rpartition", "setattr", "split", "startswith", "strip", "sub", "TypeVar", "typed_command",
    "warning", "words",
})  # fmt: skip
"""Functions whose literals no user reads."""
NAMED = frozenset(
    {"act", "anchor", "encoding", "image", "key", "metavar", "name", "pattern", "style", "thread_name_prefix"}
)
"""Arguments of that kind."""

KEYS = re.compile(
    r"((Ctrl|Shift|LEFT|RIGHT)[+ ])*(Enter|Space|Esc|Del|Tab|Backspace|SHIFT|CTRL|ALT|.|§|F\d+)"
)
MARKUP = re.compile(r"<[^>]*>")
TEXT = re.compile(
    r"[A-Z][a-z]+|.*[A-Za-z'’]{2,}[,.:;!?]? +[A-Za-z§(<“\"].*|.*[a-z]{2,}[.!?…]"
    r"|.*[A-Za-z]{3,} §.*|.*§ [A-Za-z]{3,}.*",
    re.DOTALL,
)

PART = re.compile(r"[A-Za-z]{2,}")


def check_texts(root: Path) -> list[str]:
    """Return every literal that looks like a text and is none of the catalogues'."""
    return [
        f"{module.path.relative_to(root).as_posix()}: {text[:60]!r}"
        for module in modules(root, *SPOKEN, *ALONE) for text in _find_untranslated(module)
    ]  # fmt: skip


def _find_untranslated(module: Module) -> Iterator[str]:
    above = {below: node for node in ast.walk(module.tree) for below in ast.iter_child_nodes(node)}
    for node in ast.walk(module.tree):
        text = MARKUP.sub("", _literal(node))
        looks = PART.search(text) if _is_part(node, above) else TEXT.fullmatch(text.strip())
        if text and looks and not KEYS.fullmatch(text) and _is_shown(node, above):
            yield text


def _literal(node: ast.AST) -> str:
    """Return a literal, with § for each value in it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "§" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _is_part(node: ast.AST, above: dict[ast.AST, ast.AST]) -> bool:
    """Return whether a literal is what a choice (`if`, `or`, `and`) puts into an f-string."""
    parent = above.get(node)
    while isinstance(parent, ast.IfExp | ast.BoolOp) and not (
        isinstance(parent, ast.IfExp) and node is parent.test
    ):
        node, parent = parent, above.get(parent)
    return isinstance(parent, ast.FormattedValue) and node is parent.value


def _is_shown(node: ast.AST, above: dict[ast.AST, ast.AST]) -> bool:
    """Return whether a literal may be shown to a user, and has not come through the door."""
    parent = above.get(node)
    match parent:
        case ast.Expr() | ast.Subscript() | ast.Compare() | ast.MatchValue() | ast.Assert() | ast.JoinedStr():
            return False
        case ast.Dict(keys=keys) if node in keys:
            return False
        case ast.keyword(arg=name) if name in NAMED:
            return False
        case ast.Call(func=func) if _name(func) in NO_TEXT:
            return False
    while parent is not None:
        if isinstance(parent, ast.Call) and _name(parent.func) in DOORS:
            return False
        if isinstance(parent, ast.arg) or (isinstance(parent, ast.AnnAssign) and node is parent.annotation):
            return False
        if isinstance(parent, ast.Assign) and _name(parent.targets[0]) == "__all__":
            return False
        node, parent = parent, above.get(parent)
    return True


def _name(node: ast.AST) -> str:
    return str(getattr(node, "id", getattr(node, "attr", "")))
