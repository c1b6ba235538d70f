"""Words that the style sheet bans, counted in docs, docstrings and comments.

`python -m tests.arch.docs.prose` lowers the committed counts (word_counts.toml) to the present ones; with
words after it, it lists their places. Text in backticks and code blocks of pages is not prose.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.arch.source import EVERYTHING, ROOT, modules

COUNTS = Path(__file__).with_name("word_counts.toml")

PRONOUNS = "whoever whom whomever anew somebody nobody anybody elsewhere thereby therein thereof"
PHRASES = (
    "is told", "is said", "everybody else", "comes to", "lies there", "goes by", "comes back",
    "the way back", "tries again", "comes again", "is led", "sends away", "refused whole",
    "what went wrong", "put by", "is laid",
    "as a rule", "how light", "at their place", "where tables live",
)  # fmt: skip
DIALECT = "patience haste goodbye yardstick trouble heirs barred usual wish wondering"
"""Words for which the field has its own: timeout, backoff, baseline, failure, default, request."""

BANNED = (*PRONOUNS.split(), *PHRASES, *DIALECT.split())
GAP = r"[\s#/*]+"
"""Separators allowed between the words of a phrase: the end of a line, and the sign of a comment on the
next.
"""
ANY_BANNED = re.compile(rf"\b(?:{'|'.join(word.replace(' ', GAP) for word in BANNED)})\b", re.IGNORECASE)

FENCED = re.compile(r"^( *)(```|~~~).*?^\1\2", re.DOTALL | re.MULTILINE)
QUOTED = re.compile(r"`[^`\n]*`")
PYTHON_COMMENT = re.compile(r"(?:^[ \t]*|  )#[^\n]*(?:\n[ \t]*#[^\n]*)*", re.MULTILINE)
"""A comment with those on the next lines; the style has two blanks before one at the end of a line."""
TYPESCRIPT = re.compile(
    r"""(?P<comment>//[^\n]*(?:\n[ \t]*//[^\n]*)*|/\*.*?\*/)|"[^"\n]*"|'[^'\n]*'|`(?:\\.|[^`\\])*`""",
    re.DOTALL,
)

PAGES = ("*.md", "docs/**/*.md", "benchmarks/*.md")
SCRIPTS = ("client/browser/src/**/*.ts", "client/browser/src/**/*.tsx", "client/browser/tests/**/*.ts",
           "client/browser/*.mjs")  # fmt: skip

Counts = Mapping[str, Mapping[str, int]]


def prose(root: Path = ROOT) -> Iterator[tuple[str, Path, str]]:
    """Yield every piece of prose as (area, file, text); areas are docs, python and typescript."""
    for pattern in PAGES:
        for path in sorted(root.glob(pattern)):
            yield "docs", path, FENCED.sub("", path.read_text(encoding="utf-8"))
    for module in modules(root, *EVERYTHING):
        if ANY_BANNED.search(module.text):
            yield "python", module.path, "\n\n".join(_python_prose(module.text, module.tree))
    for pattern in SCRIPTS:
        for path in sorted(root.glob(pattern)):
            if "node_modules" not in path.parts:
                found = TYPESCRIPT.finditer(path.read_text(encoding="utf-8"))
                yield "typescript", path, "\n\n".join(one["comment"] for one in found if one["comment"])


def _python_prose(text: str, tree: ast.AST) -> Iterator[str]:
    """Yield docstrings, those of constants and fields too, and comments."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(said))):
                yield said
    yield from PYTHON_COMMENT.findall(text)


def count(root: Path = ROOT) -> dict[str, dict[str, int]]:
    """Return the number of each banned word in each area; words without any are left out."""
    found: dict[str, Counter[str]] = {"docs": Counter(), "python": Counter(), "typescript": Counter()}
    for area, _, text in prose(root):
        found[area].update(word for word, _ in _find_banned_words(text))
    return {area: {word: words[word] for word in BANNED if words[word]} for area, words in found.items()}


def _find_banned_words(text: str) -> Iterator[tuple[str, str]]:
    """Yield each banned word in a text, with its surroundings."""
    unquoted = QUOTED.sub("", text)
    for found in ANY_BANNED.finditer(unquoted):
        around = unquoted[max(0, found.start() - 40) : found.end() + 40]
        yield re.sub(GAP, " ", found[0]).lower(), " ".join(around.split())


def check_words(found: Counts, allowed: Counts) -> list[str]:
    """Return banned words that occur more often than the committed table allows."""
    return [
        f"{area}: `{word}` stands {number} times, {most} are left over from before. Say it plainly; "
        f"`python -m tests.arch.docs.prose {word!r}` lists them"
        for area, words in found.items()
        for word, number in words.items()
        if number > (most := allowed.get(area, {}).get(word, 0))
    ]


def allowed_counts() -> Counts:
    """Return the committed table."""
    return tomllib.loads(COUNTS.read_text(encoding="utf-8"))


def lower_counts(found: Counts, allowed: Counts) -> str:
    """Return the committed table with every count that has gone down; none goes up."""
    lines = [
        "# How often words that the style sheet bans are left in docs, docstrings and comments. Numbers only",
        "# go down: `python -m tests.arch.docs.prose` lowers them.",
    ]
    for area, words in found.items():
        before = allowed.get(area)
        kept = {
            word: min(number, before.get(word, 0)) if before else number for word, number in words.items()
        }
        lines += ["", f"[{area}]", *(f'"{word}" = {number}' for word, number in kept.items() if number)]
    return "\n".join(lines) + "\n"


def find_words(words: list[str], root: Path = ROOT) -> Iterator[str]:
    """Yield the places of these words: the file, and their surroundings."""
    for _, path, text in prose(root):
        for word, around in _find_banned_words(text):
            if word in words:
                yield f"{path.relative_to(root).as_posix()}: …{around}…"


if __name__ == "__main__":
    if asked := sys.argv[1:]:
        print(*find_words(asked), sep="\n")
    else:
        before = allowed_counts() if COUNTS.exists() else {}
        COUNTS.write_text(lower_counts(count(), before), encoding="utf-8", newline="\n")
