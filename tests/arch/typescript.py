"""Names in the browser client's TypeScript: the rules of `names.py`, read line by line.

Declarations at the top of a file are checked; generated files are not, nor is anything within a function.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.arch.names import has_unit, is_dialect, is_no_noun, is_no_verb

FOLDERS = ("client/browser/src", "client/browser/tests")
GENERATED = "generated"

DECLARATION = re.compile(
    r"^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?"
    r"(?P<kind>const|let|class|interface|type|enum|function\*?) (?P<name>\w+)(?P<rest>.*)$",
    re.MULTILINE,
)
NAMED = re.compile(
    r"^[ \t]*(?:export )?(?:default )?(?:async )?"
    r"(?P<kind>const|let|class|interface|type|function\*?) (?P<name>\w+)"
    r"|^  (?:private |readonly |static |async |get |set )*(?P<member>\w+)(?=\((?:.*[{(,])?$)"
    r"|(?:^  |\()private (?:readonly )?(?P<field>\w+)(?=[:\s=])",
    re.MULTILINE,
)
"""A declaration at any depth, a method, and a private field. Fields of interfaces may be stored or sent."""

VALUE = re.compile(r"^(?:: number)? = (?P<value>[^;]+);$")
NUMBER = re.compile(r"[\d_]+(?:\.\d+)?(?:e\d+)?|0x[\da-f_]+", re.IGNORECASE)
ERROR = re.compile(r"^ extends \w*Error\b")


def check_units(root: Path) -> list[str]:
    """Return numbers at the top of a file whose name has no unit, and names in our dialect."""
    return [complaint for path in _sources(root) for complaint in _constants(root, path)]


def _constants(root: Path, path: Path) -> Iterator[str]:
    """Yield what is wrong with the constants of one file."""
    known: set[str] = set()
    for line, kind, name, rest in _declarations(path):
        if kind not in ("const", "let"):
            continue
        value, place = VALUE.match(rest), _complain_at(root, path, line)
        if value is not None and _is_number(value["value"], known):
            known.add(name)
            if not has_unit(name):
                yield f"{place}: {name} is a number of what? End it in a unit, or begin it with MAX_ or MIN_"
        if is_dialect(name):
            yield f"{place}: {name} does not say what it is: MAX_ of what, or how long in which unit?"


def check_nouns(root: Path) -> list[str]:
    """Return classes, types and components whose last word is a participle, an adverb or a pronoun;
    errors may.
    """
    return [
        f"{_complain_at(root, path, line)}: {name} is no noun: what is it?"
        for path in _sources(root)
        for line, kind, name, rest in _declarations(path)
        if kind not in ("const", "let")
        and name[0].isupper()
        and is_no_noun(name)
        and not (kind == "class" and ERROR.match(rest))
    ]


def check_dialect(root: Path) -> list[str]:
    """Return names with a word of our dialect, and functions and methods that are named by a participle, an
    adverb or a pronoun alone.
    """
    return [complaint for path in _sources(root) for complaint in _dialect(root, path)]


def _dialect(root: Path, path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    for found in NAMED.finditer(text):
        name = found["name"] or found["member"] or found["field"]
        words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
        is_function = found["member"] or (found["kind"] or "").startswith("function")
        if is_no_verb("_".join(words).lower(), bool(is_function)):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{_complain_at(root, path, line)}: {name} does not say what it is or does"


def _sources(root: Path) -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.ts*")):
            if GENERATED not in path.parts:
                yield path


def _declarations(path: Path) -> Iterator[tuple[int, str, str, str]]:
    """Yield (line, kind, name, rest of the line) of each declaration at the top of a file."""
    text = path.read_text(encoding="utf-8")
    for found in DECLARATION.finditer(text):
        yield text.count("\n", 0, found.start()) + 1, found["kind"], found["name"], found["rest"]


def _is_number(value: str, known: set[str]) -> bool:
    """Return whether it is computed from numbers alone, and from constants that are."""
    words = re.findall(r"[\w.]+", value)
    rest = re.sub(r"[\w.]+|[-+*/%()\s]", "", value)
    return bool(words) and not rest and all(NUMBER.fullmatch(word) or word in known for word in words)


def _complain_at(root: Path, path: Path, line: int) -> str:
    return f"{path.relative_to(root).as_posix()}:{line}"
