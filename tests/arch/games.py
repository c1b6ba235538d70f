"""Which words belong to one game, and which code may not use them: the games share a table, and no more."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

from tests.arch.source import PACKAGES, Module, is_within, modules

YUGIOH = (
    "yugioh",
    "monster",
    "summon(?!ed)",
    "xyz",
    "synchro",
    "pendulum",
    "spell_trap",
    "extra_deck",
    "tribute",
)
FAB = ("flesh_and_blood", "arsenal", "combat_chain", "pitch", "intellect")


@dataclass(frozen=True)
class Row:
    """`who` and all below, except those in `but`, use none of these `words` in names and texts of code."""

    who: tuple[str, ...]
    words: tuple[str, ...]
    why: str
    but: tuple[str, ...] = ()


LAW = (
    Row(("facedown_server.games.duel",), FAB, "the rules of one game know nothing of the other"),
    Row(
        ("facedown_server.games.manual.flesh_and_blood", "facedown_shared.manual.flesh_and_blood",
        "facedown_shared.tables.flesh_and_blood",
         "facedown_shared.manual.flesh_and_blood_menu", "facedown_shared.decks.flesh_and_blood_cards"),
        YUGIOH, "the rows of one game know nothing of the other",
    ),
    Row(
        ("facedown_server.games.manual",), (*YUGIOH, *FAB), "what is common to all tables names no game",
        ("facedown_server.games.manual.flesh_and_blood", "facedown_server.games.manual.yugioh",
        "facedown_server.games.manual.tables"),
    ),
)  # fmt: skip
"""A word of prose in a docstring names no game to the program; names, strings and imports do."""


def check_games(root: Path) -> list[str]:
    """Return every word of one game in code that is another's, or shared."""
    return [
        complaint
        for module in modules(root, *PACKAGES)
        for row in LAW
        if any(is_within(module.name, who) for who in row.who)
        if not any(is_within(module.name, but) for but in row.but)
        for complaint in _find_game_names(module, row)
    ]


def check_law(root: Path) -> list[str]:
    """Return rows of the law that hold nothing: they are about missing code, or an unused word."""
    known = [module.name for module in modules(root, *PACKAGES)]
    gone = [
        f"there is no {name} for the law to hold"
        for row in LAW
        for name in (*row.who, *row.but)
        if not any(is_within(module, name) for module in known)
    ]
    silent = [
        f"no code says {word}: {words[0]}'s words are out of date"
        for words in (YUGIOH, FAB)
        for word in words
        if not any(
            _find_game_names(module, Row((), (word,), ""))
            for module in modules(root, "facedown_server", "facedown_shared")
        )
    ]
    return gone + silent


def _find_game_names(module: Module, row: Row) -> list[str]:
    prose = {
        node.value for node in ast.walk(module.tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }  # fmt: skip
    found = re.compile("|".join(row.words), re.IGNORECASE)
    return [
        module.at(getattr(node, "lineno", 1), f"says {match[0]}: {row.why}")
        for node in ast.walk(module.tree)
        if node not in prose
        for word in _words(node)
        if (match := found.search(word))
    ]


def _words(node: ast.AST) -> list[str]:
    match node:
        case ast.Name(id=word) | ast.Attribute(attr=word) | ast.alias(name=word) | ast.arg(arg=word):
            return [word]
        case ast.FunctionDef(name=word) | ast.ClassDef(name=word) | ast.keyword(arg=str(word)):
            return [word]
        case ast.ImportFrom(module=str(word)) | ast.Constant(value=str(word)):
            return [word]
    return []
