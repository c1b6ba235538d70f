"""Law 6: only `server/facedown_server/table/ops` writes State. Law 1: only
`server/facedown_server/table/sight.py` makes parts of a View.

A state object is recognised as a reader would: by its name (`state`, `card` …), by an annotation with a class
of `server/facedown_server/table/state.py`, or as something taken out of one. Writing is assigning to or
deleting a part of it, calling what changes a list or dict in it, or setattr. Binding a name to a whole State
is not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.arch.source import Module, dotted_name, is_within, modules, path_of

OPS = "facedown_server.table.ops"
STATE = "facedown_server.table.state"
SIGHT = "facedown_server.table.sight"
VIEW = "facedown_shared.tables.view"
PUBLIC = frozenset({f"{VIEW}.PromptNotice"})
"""Parts of a View that are public as they are made: the player of a prompt, and its kind."""
STATE_NAMES = frozenset({"state", "_state", "card"})
CHANGES = frozenset(
    "append extend insert remove pop clear sort reverse update setdefault popitem add discard "
    "appendleft popleft extendleft rotate __setitem__ __delitem__ __setattr__".split()
)
SETTERS = frozenset({"setattr", "delattr", "object.__setattr__", "msgspec.structs.force_setattr"})


def check_writers(root: Path) -> list[str]:
    """Return every write to a state object outside ops (and outside the module that defines them)."""
    classes = _state_classes(root)
    return [
        module.at(line, f"writes to {what}: only {OPS} writes State")
        for module in modules(root, "facedown_server")
        if not is_within(module.name, OPS) and not is_within(module.name, STATE)
        for line, what in _find_writes(module, classes)
    ]


def _state_classes(root: Path) -> frozenset[str]:
    """Return names of the classes that hold the truth."""
    path = root / f"{path_of(STATE)}.py"
    if not path.is_file():
        return frozenset({"State", "Card"})
    return frozenset(node.name for node in Module(root, path).tree.body if isinstance(node, ast.ClassDef))


def _find_writes(module: Module, classes: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Yield (line, expression) for every write in one module, function by function."""
    for scope in ast.walk(module.tree):
        if isinstance(scope, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef):
            names = _state_names(scope, classes)
            for node in _own_nodes(scope):
                for written in _written_objects(node):
                    if _is_state(written, names):
                        yield written.lineno, ast.unparse(written)


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield nodes of this scope without those of functions inside it."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
            yield from _own_nodes(node)


def _state_names(scope: ast.AST, classes: frozenset[str]) -> frozenset[str]:
    """Return plain names that hold a state object, or a part of one, in this scope."""
    names = set(STATE_NAMES)
    for node in _own_nodes(scope):
        match node:
            case (
                ast.arg(arg=name, annotation=kind) | ast.AnnAssign(target=ast.Name(id=name), annotation=kind)
            ):
                if kind is not None and _named_class(kind) in classes:
                    names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Attribute() | ast.Subscript() as value):
                if _is_state(value.value, frozenset(names)):
                    names.add(name)
            case ast.For(target=ast.Name(id=name), iter=source) if _is_state(source, frozenset(names)):
                names.add(name)
    return frozenset(names)


def _named_class(annotation: ast.expr) -> str:
    """Return the class that an annotation names: `State`, `state.State`, "State" and `State | None` all name
    State.
    """
    match annotation:
        case ast.Constant(value=str(text)):
            return _named_class(ast.parse(text, mode="eval").body)
        case ast.BinOp(left=left, right=ast.Constant(value=None)):
            return _named_class(left)
    return dotted_name(annotation).rpartition(".")[2]


def _written_objects(node: ast.AST) -> Iterator[ast.expr]:
    """Yield objects that this node changes a part of."""
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            for target in targets:
                yield from _holders(target)
        case (
            ast.AugAssign(target=target)
            | ast.AnnAssign(target=target, value=ast.expr())
            | ast.For(target=target)
        ):
            yield from _holders(target)
        case ast.Call(func=function, args=[first, *_]) if dotted_name(function) in SETTERS:
            yield first
        case ast.Call(func=ast.Attribute(attr=method, value=value)) if method in CHANGES:
            yield value


def _holders(target: ast.expr) -> Iterator[ast.expr]:
    """Yield the changed objects: `a.b = …` changes a; `a[0], b.c = …` changes a and b; a plain name changes
    nothing.
    """
    match target:
        case ast.Attribute(value=value) | ast.Subscript(value=value) | ast.Starred(value=value):
            yield value
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _holders(part)


def _is_state(node: ast.expr, names: frozenset[str]) -> bool:
    """Return whether this expression is a state object or a part of one."""
    match node:
        case ast.Name(id=name):
            return name in names
        case ast.Attribute(attr=name, value=value):
            return name in STATE_NAMES or _is_state(value, names)
        case ast.Subscript(value=value):
            return _is_state(value, names)
        case ast.Call(func=ast.Attribute(value=value)):
            return _is_state(value, names)
    return False


def check_views(root: Path) -> list[str]:
    """Return every place in the server, other than sight, that makes a value of
    `shared/facedown_shared/tables/view.py`.
    """
    return [
        module.at(node.lineno, f"makes {dotted_name(node.func)}: only {SIGHT} makes Views")
        for module in modules(root, "facedown_server")
        if not is_within(module.name, SIGHT)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and (made := _origin(node.func, module)).startswith(f"{VIEW}.")
        and made not in PUBLIC
    ]


def _origin(function: ast.expr, module: Module) -> str:
    """Return the full dotted name of the called class, through the module's imports; "" for anything else."""
    called = dotted_name(function)
    head, _, rest = called.partition(".")
    for _, used in module.uses:
        if used.rpartition(".")[2] == head:
            full = f"{used}.{rest}" if rest else used
            return full if full.rpartition(".")[2][:1].isupper() else ""
    return ""
