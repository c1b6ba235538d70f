"""How every file of the house looks: it opens with its law, and leaves nothing for later."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.arch.source import EVERYTHING, modules

LATER = re.compile(r"\b(?:" + "|".join(("TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK")) + r")\b")


def check_openings(root: Path) -> list[str]:
    """Files without a docstring at their head."""
    return [
        module.at(1, "does not open with a docstring")
        for module in modules(root, *EVERYTHING)
        if not ast.get_docstring(module.tree)
    ]


def check_later(root: Path) -> list[str]:
    """Notes that put work off."""
    return [
        module.at(number, "puts something off; do it, or write it into the roadmap")
        for module in modules(root, *EVERYTHING)
        for number, line in enumerate(module.text.splitlines(), 1)
        if LATER.search(line)
    ]
