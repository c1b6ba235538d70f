"""Sentences that servers send: each has its id in the catalogue, with as many values as it takes."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

from tests.arch.source import Module, modules

SENT = ("facedown_server", "facedown_shared")
"""Modules that make sentences to be sent."""

LOCAL = (
    "facedown_server.__main__", "facedown_server.service.app", "facedown_server.service.config",
    "facedown_server.runtime.data_folder",
    "facedown_server.service.operating", "facedown_server.games.scenarios",
    "facedown_server.network.wire.listening_sockets", "facedown_shared.network.links",
    "facedown_shared.decks.edopro_database", "facedown_shared.decks.foreign_lists",
    "facedown_shared.decks.banlists",
)  # fmt: skip
"""Modules that print for the person at this computer alone, and send nothing."""

MAKERS = ("words", "card_sentence")
"""Functions that make words, from an id and its values."""

REFUSALS = frozenset({"Illegal", "TargetGone", "MalformedMessage", "BadInput"})


def check_sentences(root: Path, english: dict[str, str]) -> list[str]:
    """Return ids without a sentence, sentences with other values than theirs, and refusals that are text."""
    complaints, used = [], set[str]()
    for module in modules(root, *SENT):
        used |= _find_ids(module)
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call):
                complaints += [
                    module.at(node.lineno, why) for why in _find_mistakes(node, module.name, english)
                ]
    families = tuple(one.removesuffix("*") for one in used if one.endswith("*"))
    unsent = [one for one in sorted(english) if one not in used and not one.startswith(families)]
    return complaints + [f"{one}: a sentence nobody sends" for one in unsent]


def _find_mistakes(node: ast.Call, module: str, english: dict[str, str]) -> list[str]:
    name = getattr(node.func, "id", "")
    if name in MAKERS and node.args and (given := _text(node.args[0])):
        if given == "plain" and module.startswith("facedown_server."):
            return ["sends a sentence: give it an id in shared/facedown_shared/data/words/english.toml"]
        if given not in english:
            return [f"{given} is no sentence of shared/facedown_shared/data/words/english.toml"]
        wanted = {int(field) for _, field, _, _ in Formatter().parse(english[given]) if field}
        values = node.args[1:]
        if not any(isinstance(value, ast.Starred) for value in values) and wanted - set(range(len(values))):
            return [f"{given} takes {max(wanted) + 1} values"]
    if name in REFUSALS and not module.startswith(LOCAL):
        texts = [one for one in node.args if isinstance(one, ast.JoinedStr) or _text(one)]
        return (
            ["refuses in a sentence: give it an id in shared/facedown_shared/data/words/english.toml"]
            if texts
            else []
        )
    return []


def _text(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _find_ids(module: Module) -> set[str]:
    """Return every id in a source; of a composed one (f"kept_{kind}") the part before, with a star."""
    found = set[str]()
    for node in ast.walk(module.tree):
        if re.fullmatch(r"\w+", text := _text(node)):
            found.add(text)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in MAKERS:
            found |= {f"{_text(one.values[0])}*" for one in node.args if isinstance(one, ast.JoinedStr)}
    return found
