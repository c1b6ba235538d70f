"""Names of constants and classes: a number has its unit, a class is a noun, and none is in our dialect.

Adding a unit, a noun or a module of messages is adding a word to a table.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.arch.source import EVERYTHING, HOUSE, Module, dotted_name, is_within, is_within_any, modules

UNITS = frozenset(
    """
    S MS DAYS MINUTES HZ ITERATIONS STEPS
    BYTES KIB MIB BITS
    PX EM LETTERS ROWS PAGES LINES
    COUNT PERCENT RATIO SIGMA UNITS
    CARDS LP POINTS TURN TURNS ACTS ANSWERS
    FILES LINKS CONNECTIONS NAMES TOKENS COLUMNS WEIGHT
    PORT CODE FLAG FLAGS MASK MODE VERSION INDEX PASSCODE OPCODE
    """.split()
)
"""Last words of a constant that is a number."""

LIMITS = ("MAX", "MIN", "DEFAULT")
"""First words of a number's name that make a unit unnecessary."""

CALCULATIONS = frozenset(
    {"int", "float", "len", "round", "abs", "sum", "math.ceil", "math.floor", "math.sqrt"}
)
"""Functions that return a number, whatever their arguments."""

RATE = re.compile(r"[A-Z0-9]_PER_[A-Z0-9]")
"""A number of one unit for each of another: NAMES_PER_MESSAGE."""

DIALECT = frozenset(
    "PATIENCE LONGEST LARGEST MOST AT_ONCE BETWEEN SPARE ENOUGH HASTE GOODBYE BESIDE AGAIN".split()
)
"""Names that do not state their quantity, for want of a unit and of a noun."""

DIALECT_PREFIXES = ("MOST_", "LONGEST_", "LARGEST_")
"""MAX_ is the word for these."""

EVENT_BASES = frozenset({
    "ToServer", "ToClient", "BaseException", "Exception", "ImportError", "AssertionError",
})  # fmt: skip
"""Base classes of messages, events and complaints."""

EVENT_MODULES = (
    "facedown_server.refereeing.referee",
    "facedown_server.events.rules.acts",
    "facedown_server.games.edopro.engine_protocol",
    "facedown_server.games.edopro.stream",
)
"""Modules with the bodies of acts and the messages of the engine: all classes below are such."""

IRREGULAR = frozenset(
    """
    Begun Born Bought Broken Brought Built Caught Chosen Come Cut Dealt Done Drawn Driven Eaten Fallen Fed
    Felt Flown Forgotten Fought Found Given Gone Grown Heard Held Hidden Kept Known Laid Led Left Lost Made
    Meant Met Paid Put Read Risen Said Seen Sent Shown Shut Sold Spent Spoken Stolen Stood Struck Stuck
    Sworn Taken Taught Thought Thrown Told Torn Understood Woken Won Worn Written
    Again Ahead Aloud Anew Anybody Anyone Anything Apart Away Back Elsewhere Everybody Everyone Everything
    Everywhere Here How Nobody Nothing Now Nowhere Somebody Someone Something Somewhere Soon Then There
    Together Twice Way What When Where Whether Who Whoever Whom Why
    Chinese Dark Enough Fresh Full Laborious Odd Quiet Scarce Slow Unequal Unreachable Worst
    """.split()
)
"""Participles, adverbs, pronouns and adjectives that their ending does not disclose."""

NOUNS = frozenset(
    """
    Binding Bring Building Drawing Ending Evening Feed Finding Heading Landing Listing Meaning Need
    Opening Pairing Ping Rating Reading Recording Ring Ruling Scoring Seed Setting Sibling Speed Standing
    String Summoning Thing Timing Warning Word
    """.split()
)
"""Nouns (and one verb) that end as a participle does."""


FUNCTION_DIALECT = frozenset(
    """
    anew anybody fell hear heard hearer hears kept laid lay lies looked lying mine nobody patience said say
    says somebody stood talk talks tell tells theirs told whoever whom wish wishes wonder
    """.split()
)
"""Words in no function's name, and in no name of the page: they state a mood, or a side where `own` and
`opponent` are meant.
"""

VERBS = frozenset("come cut put read shut".split())
"""Verbs whose participle is spelled as they are."""

FUNCTION_NOUNS = frozenset("greeting now wing".split())
"""Names of functions that are nouns, or the time."""

LOCAL_DIALECT = frozenset("fell given heard kept told".split())
"""Participles that no parameter and no local variable is named by: they do not say what it holds."""

VALUE_DECORATORS = ("property", "cached_property", "command")
"""Decorators of what is named after its value, and of commands, which are named as they are typed."""

PLACEHOLDERS = ("facedown_client.model.words.phrases",)
"""Modules whose methods are named after the placeholders of sentences."""


def check_units(root: Path) -> list[str]:
    """Return numbers at the top of a module whose name has no unit."""
    return [
        module.at(
            line, f"{name} is a number of what? End it in a unit, or begin it with MAX_, MIN_ or DEFAULT_"
        )
        for module in modules(root, *EVERYTHING)
        for line, name in _numbers(module)
        if not has_unit(name)
    ]


def check_dialect(root: Path) -> list[str]:
    """Return names at the top of a module that do not state their quantity."""
    return [
        module.at(line, f"{name} does not say what it is: MAX_ of what, or how long in which unit?")
        for module in modules(root, *EVERYTHING)
        for line, name, _ in _constants(module)
        if is_dialect(name)
    ]


def check_functions(root: Path) -> list[str]:
    """Return functions and methods with a word of our dialect in their name, and those outside of the tests
    that are named by a participle, an adverb or a pronoun alone.

    The names of tests are sentences, those of commands are typed, and a property is named after its value.
    """
    return [
        module.at(node.lineno, f"{node.name} is no verb, question or noun: what does it do, or return?")
        for module in modules(root, *EVERYTHING)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.name.startswith(("test_", "__"))
        and is_no_verb(node.name.strip("_"), not _may_be_participle(module, node))
    ]


def _may_be_participle(module: Module, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a function is a property or a command, named after a placeholder, or of the tests."""
    decorators = [ast.unparse(one).partition("(")[0].rpartition(".")[2] for one in node.decorator_list]
    return is_within_any(module.name, ("tests", *PLACEHOLDERS)) or not {*decorators}.isdisjoint(
        VALUE_DECORATORS
    )


def is_no_verb(name: str, is_action: bool) -> bool:
    words = name.split("_")
    return bool(FUNCTION_DIALECT & set(words)) or (
        is_action and len(words) == 1 and name not in VERBS | FUNCTION_NOUNS and is_no_noun(name)
    )


def check_locals(root: Path) -> list[str]:
    """Return parameters and variables that are named by a participle of our dialect alone."""
    return [
        module.at(line, f"{name} does not say what it holds: an event, a request, a reply, a row?")
        for module in modules(root, *HOUSE, "benchmarks")
        for line, name in sorted({*_variables(module)})
        if name.strip("_") in LOCAL_DIALECT
    ]


def _variables(module: Module) -> Iterator[tuple[int, str]]:
    """Yield (line, name) of each parameter and each variable within a function."""
    for function in ast.walk(module.tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.lineno, node.id
                elif isinstance(node, ast.arg):
                    yield node.lineno, node.arg


def check_classes(root: Path) -> list[str]:
    """Return classes whose last word is a participle, an adverb or a pronoun, and that are no event and no
    error.
    """
    found = [(module, node) for module in modules(root, *EVERYTHING) for node in _classes(module)]
    bases = {node.name: [dotted_name(base).rpartition(".")[2] for base in node.bases] for _, node in found}
    return [
        module.at(
            node.lineno, f"{node.name} is no noun: what is it? Events, messages and errors alone are so"
        )
        for module, node in found
        if is_no_noun(node.name)
        and not any(is_within(module.name, family) for family in EVENT_MODULES)
        and not _is_event(node.name, bases)
    ]


def _classes(module: Module) -> Iterator[ast.ClassDef]:
    return (node for node in ast.walk(module.tree) if isinstance(node, ast.ClassDef))


def is_no_noun(name: str) -> bool:
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    last = words[-1].capitalize() if words else ""
    return last in IRREGULAR or (last.endswith(("ed", "ing")) and last not in NOUNS)


def _is_event(name: str, bases: dict[str, list[str]]) -> bool:
    """Return whether a class is one by its base classes, directly or through others of ours."""
    waiting, seen = [name], set[str]()
    while waiting:
        above = waiting.pop()
        if above in EVENT_BASES:
            return True
        if above not in seen:
            seen.add(above)
            waiting += bases.get(above, [])
    return False


def has_unit(name: str) -> bool:
    words = name.strip("_").split("_")
    return len(words) > 1 and (words[0] in LIMITS or words[-1] in UNITS or bool(RATE.search(name)))


def is_dialect(name: str) -> bool:
    plain = name.strip("_").upper()
    last = plain.rpartition("_")[2]
    return plain in DIALECT or plain.startswith(DIALECT_PREFIXES) or (last == "AGAIN" and plain != "GO_AGAIN")


def _numbers(module: Module) -> Iterator[tuple[int, str]]:
    """Yield (line, name) of each constant that is a number, or is computed from numbers above it.

    Those of a tuple too: in `ATTACK, DEFENSE = 1, 4` each name is a number.
    """
    known: set[str] = set()
    for line, name, value in _constants(module):
        if name.strip("_") and value is not None and _is_number(value, known):
            known.add(name)
            yield line, name


def _is_number(value: ast.expr, known: set[str]) -> bool:
    if isinstance(value, ast.Constant):
        return type(value.value) in (int, float)
    if isinstance(value, ast.Name):
        return value.id in known
    if isinstance(value, ast.UnaryOp):
        return not isinstance(value.op, ast.Not) and _is_number(value.operand, known)
    if isinstance(value, ast.BinOp):
        return _is_number(value.left, known) and _is_number(value.right, known)
    if isinstance(value, ast.IfExp):
        return _is_number(value.body, known) and _is_number(value.orelse, known)
    return isinstance(value, ast.Call) and dotted_name(value.func) in CALCULATIONS


def _constants(module: Module) -> Iterator[tuple[int, str, ast.expr | None]]:
    """Yield (line, name, value) of each name that is assigned at the top of a module, also in `if` and
    `try`.
    """
    waiting: list[ast.stmt] = list(module.tree.body)
    while waiting:
        part = waiting.pop(0)
        if isinstance(part, ast.Assign):
            for target in part.targets:
                yield from _targets(target, part.value)
        elif isinstance(part, ast.AnnAssign):
            yield from _targets(part.target, part.value)
        elif isinstance(part, ast.If | ast.Try | ast.With):
            waiting[:0] = [below for below in ast.walk(part) if isinstance(below, ast.Assign | ast.AnnAssign)]


def _targets(target: ast.expr, value: ast.expr | None) -> Iterator[tuple[int, str, ast.expr | None]]:
    """Return the names of one target, each with its own value; without one where it is unknown."""
    if isinstance(target, ast.Name):
        yield target.lineno, target.id, value
    elif isinstance(target, ast.Starred):
        yield from _targets(target.value, None)
    elif isinstance(target, ast.Tuple | ast.List):
        for below, one in zip(target.elts, _values(value, target.elts), strict=True):
            yield from _targets(below, one)


def _values(value: ast.expr | None, targets: list[ast.expr]) -> list[ast.expr | None]:
    """Return the values of a tuple's names: those of another tuple, or numbers where a range or a generator
    that computes with one gives them.
    """
    if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(targets):
        return [None if isinstance(one, ast.Starred) else one for one in value.elts]
    if isinstance(value, ast.GeneratorExp | ast.ListComp):
        counted = {
            each.target.id
            for each in value.generators
            if isinstance(each.target, ast.Name) and _is_all_numbers(each.iter)
        }
        return [ast.Constant(0) if _is_computation(value.elt, counted) else None] * len(targets)
    return [ast.Constant(0) if value is not None and _is_all_numbers(value) else None] * len(targets)


def _is_all_numbers(value: ast.expr) -> bool:
    """Return whether a sequence has numbers in it, and nothing else."""
    if isinstance(value, ast.Tuple | ast.List):
        return all(_is_number(one, set()) for one in value.elts)
    return isinstance(value, ast.Call) and dotted_name(value.func) == "range"


def _is_computation(value: ast.expr, counted: set[str]) -> bool:
    """Return whether an expression computes with these numbers."""
    if isinstance(value, ast.BinOp):
        return _is_computation(value.left, counted) or _is_computation(value.right, counted)
    return isinstance(value, ast.Name) and value.id in counted
