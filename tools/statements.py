"""The size of the project, in Python statements; docstrings and other bare texts do not count.

`python -m tools.statements` counts the code and its proofs; folders after it count those.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

HOUSE = ("server", "client", "shared", "proofs", "tools")


def count(text: str) -> int:
    """Return the statements of one file, those within others too: `if a: b()` is two."""
    return sum(isinstance(node, ast.stmt) and not _is_text(node) for node in ast.walk(ast.parse(text)))


def count_folder(folder: Path) -> int:
    """Return the statements of every Python file below a folder."""
    return sum(count(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.py")))


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def main(folders: list[str]) -> None:
    """Print a line for each folder, and the sum."""
    counts = {folder: count_folder(Path(folder)) for folder in folders or HOUSE}
    for name, size in (*counts.items(), ("together", sum(counts.values()))):
        print(f"{name:<24}{size:>8,}")


if __name__ == "__main__":
    main(sys.argv[1:])
