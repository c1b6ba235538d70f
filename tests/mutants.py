"""Small changes to a source that remove something or turn it around: a condition, a statement, a number, a
word, a row of data.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change to a file, from byte `start` to `end`. `within` is its function, or "" for data."""

    path: str
    line: int
    within: str
    start: int
    end: int
    was: str
    became: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {_short(self.was)} -> {_short(self.became)}"


EDGES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
"""Comparisons and the same with the other edge."""

SIGNS: dict[type[ast.operator], tuple[str, str]] = {ast.Add: ("+", "-"), ast.Sub: ("-", "+")}

_PAIRS = (
    ("graveyard", "banished"), ("hand", "deck"), ("monster", "spell_trap"), ("attack", "defense"),
    ("main1", "main2"), ("extra_monster", "monster"), ("extra_deck", "deck"), ("face_down", "defense"),
)  # fmt: skip
NAMES = {"YOU": "OPPONENT", "OPPONENT": "YOU", "EITHER": "YOU"}
PARTS = {"you": "opponent", "opponent": "you", "owner": "controller", "controller": "owner"}
"""The same for names in the code, and for queried parts of a thing."""

SWAPS = dict(_PAIRS) | {other: word for word, other in reversed(_PAIRS)}
"""Words of the rules, each with a substitute of its kind."""

BOOKS = frozenset({"mix_digest", "follow"})
"""Functions of bookkeeping alone: a digest, the history of a pile. No rule is in them."""


def words_of(text: str) -> frozenset[str]:
    """Return the names in a text, whole and in parts."""
    names = set(re.findall(r"[a-z_]{3,}", text.lower()))
    return frozenset(names.union(part for name in names for part in name.split("_") if len(part) > 2))


class Source:
    """A file that can be mutated."""

    def __init__(self, path: str, code: bytes) -> None:
        self.path = path
        self.code = code
        self._tree = ast.parse(code)
        self._starts = [0]
        self._lines = code.splitlines(keepends=True)
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def mutants(self) -> list[Mutant]:
        """Return every mutant of this file, in the order of its lines."""
        return self._mutants

    @cached_property
    def _mutants(self) -> list[Mutant]:
        found = (mutant for mutant in self._walk(self._tree, "") if mutant.was != mutant.became)
        return sorted(found, key=lambda mutant: mutant.line)

    @cached_property
    def words(self) -> dict[str, frozenset[str]]:
        """Return the words of each of its functions."""
        found: dict[str, frozenset[str]] = {}
        for mutant in self._mutants:
            if mutant.within and mutant.within not in found:
                found[mutant.within] = words_of(self._function_around(mutant))
        return found

    def words_about(self, mutant: Mutant) -> frozenset[str]:
        """Return the words of a mutant's function; of data, those of its row and of its name."""
        if mutant.within:
            return self.words.get(mutant.within, frozenset())
        around = [
            node for node in ast.walk(self._tree)
            if isinstance(node, ast.stmt | ast.Call | ast.Dict) and self._contains(node, mutant)
        ]  # fmt: skip
        inner = min(around, key=lambda node: self._span(node)[1] - self._span(node)[0])
        outer = next(node for node in around if isinstance(node, ast.stmt))
        targets = getattr(outer, "targets", [getattr(outer, "target", None)])
        names = " ".join(ast.unparse(target) for target in targets if target is not None)
        return words_of(f"{self.path} {names} {self._text(inner)}")

    def _contains(self, node: ast.stmt | ast.expr, mutant: Mutant) -> bool:
        start, end = self._span(node)
        return start <= mutant.start and mutant.end <= end

    def _function_around(self, mutant: Mutant) -> str:
        around = [
            node for node in ast.walk(self._tree) if isinstance(node, ast.FunctionDef)
            and node.lineno <= mutant.line <= (node.end_lineno or 0)
        ]  # fmt: skip
        return ast.unparse(max(around, key=lambda node: node.lineno))

    def lines_naming(self, row: str) -> set[int]:
        """Return lines of the functions, and of the statements with data, in or beside which a row is
        named.
        """
        lines = self.code.decode().splitlines()
        told = {number for number, line in enumerate(lines, 1) if _is_named(line, row)}
        return {line for number in told for line in self._lines_around(number)} if told else set()

    def _lines_around(self, number: int) -> range:
        body: list[ast.stmt] = self._tree.body
        while True:
            index = next((i for i, node in enumerate(body) if (node.end_lineno or 0) >= number), None)
            if index is None:
                return range(0)
            node = body[index]
            if isinstance(node, ast.ClassDef) and node.lineno <= number:
                body = node.body
                continue
            if node.lineno <= number and not isinstance(node, ast.Expr) and b"#" in self._lines[number - 1]:
                return self._commented_lines(number, node)
            # A text is about what stands above it; a comment is about what follows.
            is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and index > 0
            about = body[index - 1] if is_text else node
            return range(about.lineno, (about.end_lineno or 0) + 1)

    def _commented_lines(self, number: int, node: ast.stmt) -> range:
        """Return the lines that a comment is about: within a statement its line, or what follows; of a
        function, a statement.
        """
        while self._lines[number - 1].lstrip().startswith(b"#"):
            number += 1
        inner = [
            part for part in ast.walk(node) if isinstance(part, ast.stmt) and part is not node
            and part.lineno <= number <= (part.end_lineno or 0)
        ]  # fmt: skip
        if not inner:
            return range(number, number + 1)
        about = min(inner, key=lambda part: (part.end_lineno or 0) - part.lineno)
        return range(about.lineno, (about.end_lineno or 0) + 1)

    def apply_mutant(self, mutant: Mutant) -> bytes:
        """Return the file with a mutant in it."""
        return self.code[: mutant.start] + mutant.became.encode() + self.code[mutant.end :]

    # --- walking --------------------------------------------------------------------------------------------

    def _walk(self, node: ast.AST, within: str) -> Iterator[Mutant]:
        yield from self._mutants_of(node, within)
        if isinstance(node, ast.FunctionDef):
            for inner in node.body if node.name not in BOOKS else ():
                yield from self._walk(inner, f"{within}.{node.name}".lstrip("."))
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                yield from self._walk(inner, within)
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None:
                yield from self._walk(node.value, within)
        elif not isinstance(node, ast.JoinedStr | ast.ImportFrom | ast.Import | ast.Raise):
            for child in ast.iter_child_nodes(node):
                yield from self._walk(child, within)

    def _mutants_of(self, node: ast.AST, within: str) -> Iterator[Mutant]:
        match node:
            case ast.If() | ast.While() | ast.IfExp():
                yield self._negate(node.test, within)
            case ast.comprehension():
                yield from (self._negate(test, within) for test in node.ifs)
            case ast.Return(value=ast.BoolOp() | ast.Compare() | ast.UnaryOp(op=ast.Not()) as value):
                if _is_condition(value):
                    yield self._negate(value, within)
            case ast.Return(value=ast.Call(func=ast.Name(id="bool" | "any" | "all")) as value):
                yield self._negate(value, within)
            case ast.BoolOp() if _is_condition(node):
                idle = "True" if isinstance(node.op, ast.And) else "False"
                yield from (self._replace(part, idle, within) for part in node.values)
            case ast.Expr(value=ast.Call(func=call)):
                if not (isinstance(call, ast.Name) and call.id in BOOKS):
                    yield self._replace(node, "pass", within)
            case ast.Compare(left=left, comparators=[right]) if (edge := self._sign(left, right)) in EDGES:
                yield self._rejoin(node, left, EDGES[edge], right, within)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
                plain, turned = SIGNS[type(op)]
                if self._sign(left, right) == plain:
                    yield self._rejoin(node, left, turned, right, within)
            case ast.GeneratorExp(elt=ast.Compare() as value) | ast.ListComp(elt=ast.Compare() as value):
                yield self._negate(value, within)
            case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
                yield self._replace(node, NAMES[name], within)
            case ast.Attribute(value=thing, attr=part, ctx=ast.Load()) if part in PARTS:
                yield self._replace(node, f"{self._text(thing)}.{PARTS[part]}", within)
            case ast.Constant(value=str() as value) if value in SWAPS:
                yield self._replace(node, f'"{SWAPS[value]}"', within)
            case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
                yield self._replace(node, "yield from ()", within)
            case ast.AugAssign(op=ast.Add() | ast.Sub()):
                was = self._text(node)
                sign = ("-=", "+=") if isinstance(node.op, ast.Sub) else ("+=", "-=")
                yield self._replace(node, was.replace(*sign, 1), within)
            case ast.Constant(value=bool() as value):
                yield self._replace(node, str(not value), within)
            case ast.Constant(value=int() as value):
                yield self._replace(node, str(value + 1), within)
            case ast.keyword(value=ast.Constant(value=str() as value) as constant) if not within:
                yield self._replace(constant, repr(f"no {value}"), within)
            case ast.Call(keywords=[_, *_]) if not within:
                yield from self._drop_keywords(node, within)
            case ast.Dict() if not within and len(node.values) > 1:
                yield from self._drop_entries(node, within)
            case ast.Tuple() | ast.Set() | ast.List() if not within and len(node.elts) > 1:
                yield from self._drop_elements(node, within)

    def _negate(self, test: ast.expr, within: str) -> Mutant:
        return self._replace(test, f"(not ({self._text(test)}))", within)

    def _drop_elements(self, node: ast.Tuple | ast.Set | ast.List, within: str) -> Iterator[Mutant]:
        """Leave each element out."""
        for element in node.elts:
            if isinstance(element, ast.Constant | ast.Tuple | ast.Call | ast.Attribute):
                kept = [self._text(other) for other in node.elts if other is not element]
                ends = {ast.Tuple: "(,)", ast.Set: "{ }", ast.List: "[ ]"}[type(node)]
                became = f"{ends[0]}{', '.join(kept)}{ends[1:]}"
                yield self._replace(node, became, within, element.lineno)

    def _drop_keywords(self, node: ast.Call, within: str) -> Iterator[Mutant]:
        """Leave out each keyword whose value is another name, so that the default applies."""
        for keyword in node.keywords:
            if keyword.arg is not None and isinstance(keyword.value, ast.Attribute | ast.Name):
                rest = [
                    *(self._text(arg) for arg in node.args),
                    *(_keyword(self, one) for one in node.keywords if one is not keyword),
                ]
                became = f"{self._text(node.func)}({', '.join(rest)})"
                yield self._replace(node, became, within, keyword.value.lineno)

    def _drop_entries(self, node: ast.Dict, within: str) -> Iterator[Mutant]:
        rows = [
            f"{self._text(key)}: {self._text(value)}" if key is not None else f"**{self._text(value)}"
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        for index, key in enumerate(node.keys):
            if key is not None:
                kept = ", ".join(rows[:index] + rows[index + 1 :])
                yield self._replace(node, f"{{{kept}}}", within, key.lineno)

    # --- writing --------------------------------------------------------------------------------------------

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or 0
        return self._starts[node.lineno - 1] + node.col_offset, self._starts[end_line - 1] + end_column

    def _sign(self, left: ast.expr, right: ast.expr) -> str:
        """Return the sign between two terms; none where brackets of theirs surround it."""
        return self.code[self._span(left)[1] : self._span(right)[0]].decode().strip()

    def _rejoin(self, node: ast.expr, left: ast.expr, sign: str, right: ast.expr, within: str) -> Mutant:
        return self._replace(node, f"{self._text(left)} {sign} {self._text(right)}", within)

    def _text(self, node: ast.expr | ast.stmt) -> str:
        start, end = self._span(node)
        return self.code[start:end].decode()

    def _replace(self, node: ast.expr | ast.stmt, became: str, within: str, line: int = 0) -> Mutant:
        return Mutant(self.path, line or node.lineno, within, *self._span(node), self._text(node), became)


def _keyword(source: Source, keyword: ast.keyword) -> str:
    value = source._text(keyword.value)
    return f"{keyword.arg}={value}" if keyword.arg is not None else f"**{value}"


def _is_named(line: str, row: str) -> bool:
    """Return whether a line names a row, by itself or within a range ("YGO-COL-01 to 03", "VIS-01 to
    VIS-56").
    """
    if re.search(rf"\b{row}\b", line):
        return True
    series, number = re.sub(r"\d+$", "", row), re.search(r"\d+$", row)
    ranges = re.findall(rf"\b{series}(\d+) to (?:{series})?(\d+)\b", line)
    return number is not None and any(int(first) <= int(number[0]) <= int(last) for first, last in ranges)


def _is_condition(node: ast.expr) -> bool:
    """Return whether it is a condition, and not a value with a fallback."""
    return not isinstance(node, ast.BoolOp) or any(
        isinstance(part, ast.BoolOp | ast.Compare | ast.Call | ast.UnaryOp) for part in node.values
    )


def _short(text: str, most: int = 60) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
