"""Law 5 beyond imports: nothing in the rules depends on the order of a set, on memory, or on the hash seed.

The same holds for the code of both ends: equal messages are equal bytes.

A set is recognised as a reader would: a literal, a comprehension, a call of set or frozenset, set arithmetic,
a name or an attribute that is annotated as a set or given one. Querying a set is fine (in, len, any, all,
sum, sorted, another set); walking through one is not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.arch.imports import PURE
from tests.arch.source import Module, dotted_name, modules

SET_TYPES = frozenset({"set", "frozenset", "Set", "AbstractSet", "MutableSet", "FrozenSet"})
SET_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference", "copy"})
ORDERLESS = frozenset({"any", "all", "sum", "len", "set", "frozenset", "sorted", "min", "max", "bool"})
WALKS = frozenset({"list", "tuple", "iter", "enumerate", "zip", "map", "filter", "reversed", "next", "dict"})
IMPURE_CALLS = frozenset({"id", "hash", "open", "print", "input", "exec", "eval", "breakpoint"})


def pure_modules(root: Path) -> list[Module]:
    """Return every file to which the law applies."""
    return modules(root, *PURE, "facedown_shared")


def check_calls(root: Path) -> list[str]:
    """Return calls of built-ins whose result depends on memory, the hash seed or the outside. id() may look
    up, never order.
    """
    complaints = []
    for module in pure_modules(root):
        nodes = list(ast.walk(module.tree))
        keys = {key for node in nodes for key in _keys(node)}
        complaints += [
            module.at(node.lineno, f"calls {node.func.id}(): the rules are pure")
            for node in nodes
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS
            and not (node.func.id == "id" and node in keys)
        ]  # fmt: skip
    return complaints


def _keys(node: ast.AST) -> list[ast.expr | None]:
    """Return the keys of lookups in this node."""
    match node:
        case (
            ast.Subscript(slice=key)
            | ast.DictComp(key=key)
            | ast.Compare(left=key, ops=[ast.In() | ast.NotIn()])
        ):
            return [key]
        case ast.Dict(keys=keys):
            return keys
        case ast.Call(func=ast.Attribute(attr="get" | "pop" | "setdefault"), args=[key, *_]):
            return [key]
    return []


def check_sets(root: Path) -> list[str]:
    """Return every walk through a set."""
    found = pure_modules(root)
    attributes = {name for module in found for name in _set_attributes(module.tree)}
    return [
        module.at(line, "walks through a set: its order differs from run to run")
        for module in found
        for line in sorted(_Sets(attributes).set_walk_lines(module.tree))
    ]


def _set_attributes(tree: ast.AST) -> Iterator[str]:
    """Return names of attributes annotated as sets, in a class body or on self."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and _is_set_type(field.annotation):
                    yield dotted_name(field.target)
        elif (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Attribute)
            and _is_set_type(node.annotation)
        ):
            yield node.target.attr


def _is_set_type(annotation: ast.AST | None) -> bool:
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    return annotation is not None and dotted_name(annotation).rpartition(".")[2] in SET_TYPES


class _Sets:
    """Finds walks in one function (or module body) after another, with the set-valued names of each."""

    def __init__(self, attributes: set[str]) -> None:
        self._attributes = attributes
        self._names: set[str] = set()

    def set_walk_lines(self, scope: ast.AST) -> set[int]:
        """Return lines below this scope that walk through a set."""
        outer = set(self._names)
        nodes = list(_own_nodes(scope))
        self._names |= {name for node in nodes for name in self._set_names(node)}
        orderless = {id(source) for node in nodes for source in _unordered_walks(node)}
        lines = {
            source.lineno
            for node in nodes
            if id(node) not in orderless
            for source in _walked_values(node)
            if self._is_set(source)
        }
        for node in nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                lines |= self.set_walk_lines(node)
        self._names = outer
        return lines

    def _set_names(self, node: ast.AST) -> Iterator[str]:
        """Return plain names that hold a set from here on."""
        if isinstance(node, ast.arg) and _is_set_type(node.annotation):
            yield node.arg
        elif isinstance(node, ast.AnnAssign) and _is_set_type(node.annotation):
            yield dotted_name(node.target)
        elif isinstance(node, ast.Assign) and self._is_set(node.value):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.NamedExpr) and self._is_set(node.value):
            yield node.target.id

    def _is_set(self, node: ast.AST) -> bool:
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Call(func=ast.Name(id="set" | "frozenset")):
                return True
            case ast.Call(func=ast.Attribute(attr=method, value=value)):
                return method in SET_METHODS and self._is_set(value)
            case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right=right):
                return self._is_set(left) or self._is_set(right)
            case ast.IfExp(body=body, orelse=orelse):
                return self._is_set(body) or self._is_set(orelse)
            case ast.Name(id=name):
                return name in self._names
            case ast.Attribute(attr=name):
                return name in self._attributes
        return False


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes of a scope, in order; of a function inside it only the head."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _own_nodes(node)


def _walked_values(node: ast.AST) -> list[ast.expr]:
    """Return what this node walks through in order."""
    match node:
        case ast.For(iter=source) | ast.AsyncFor(iter=source) | ast.YieldFrom(value=source):
            return [source]
        case (
            ast.ListComp(generators=parts)
            | ast.GeneratorExp(generators=parts)
            | ast.DictComp(generators=parts)
        ):
            return [part.iter for part in parts]
        case ast.Call(func=ast.Name(id=name), args=args) if name in WALKS:
            return args
        case ast.Call(func=ast.Attribute(attr="join" | "extend"), args=args):
            return args
        case ast.Call(func=ast.Attribute(attr="pop", value=value), args=[]):
            return [value]
        case ast.Starred(value=value):
            return [value]
        case ast.Assign(targets=[ast.Tuple() | ast.List()], value=value):
            return [value]
    return []


def _unordered_walks(node: ast.AST) -> list[ast.AST]:
    """Return walks inside this node whose order does not affect its result."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=args) if name in ORDERLESS:
            return [*args]
        case ast.Set(elts=parts):
            return [*parts]
        case ast.Call(func=ast.Attribute(attr="update" | "union" | "issubset" | "issuperset"), args=args):
            return [*args]
    return []
