"""How every file of the house looks: it opens with its law, stays small, and leaves nothing for later."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.arch.source import CHECKOUT, PACKAGES, Module, modules

FILES = (*PACKAGES, *CHECKOUT, "tests", "benchmarks", "run.py")
LONGEST_FILE = 600
LONGEST_FUNCTION = 80
LATER = re.compile(r"\b(?:" + "|".join(("TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK")) + r")\b")


def check_openings(root: Path) -> list[str]:
    """Files without a docstring at their head."""
    return [
        module.at(1, "does not open with a docstring")
        for module in _all(root)
        if not ast.get_docstring(module.tree)
    ]


def check_lengths(root: Path) -> list[str]:
    """Files and functions that have grown too long."""
    complaints = []
    for module in _all(root):
        lines = module.text.count("\n")
        if lines >= LONGEST_FILE:
            complaints.append(module.at(lines, f"{lines} lines; a file stays under {LONGEST_FILE}"))
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
                size = node.end_lineno - node.lineno + 1
                if size >= LONGEST_FUNCTION:
                    complaints.append(module.at(node.lineno, f"{node.name} has {size} lines"))
    return complaints


def check_later(root: Path) -> list[str]:
    """Notes that put work off."""
    return [
        module.at(number, "puts something off; do it, or write it into the roadmap")
        for module in _all(root)
        for number, line in enumerate(module.text.splitlines(), 1)
        if LATER.search(line)
    ]


def _all(root: Path) -> list[Module]:
    return modules(root, *[place for place in FILES if (root / place).exists()])
