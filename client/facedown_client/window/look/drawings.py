"""Drawings as text, and the interpreter that turns one into strokes.

A file holds drawings. Each begins with `name: what it shows` (`one, other:` are two names of one drawing);
its lines follow, two spaces deeper. Words are divided by spaces, so a point is `x,y` without one. Values are
written as in Python: numbers, points, names, `+ - * / // % **`, comparisons and the functions of FUNCTIONS.

    fill SHADE POINTS                   a filled outline
    both SHADE SHADE POINTS             a filled outline in the second shade, its mirror image in the first
    line SHADE WIDTH POINTS             a line with round ends
    disc SHADE RADIUS POINTS            a filled circle around every point
    ring SHADE RADIUS WIDTH POINTS      a circle around every point
    hole RADIUS POINTS                  a round hole around every point
    box RADIUS WIDTH CORNER CORNER      a rounded outline; width 0 fills it
    diamond WIDTH HEIGHT POINTS         a small two-tone diamond around every point
    NAME = VALUES                       a number, a point, or a list of points; `x,y = POINT` takes it apart
    NAME = for NAMES in VALUES : VALUES a list with the last values for every turn
    for NAMES in VALUES                 the block below for every value; `0..5` and `5..0` are six numbers
    if VALUE                            the block below if the value is not 0
    turn RADIANS | move X,Y | scale F | scale X,Y | mirror
                                        the block below turned clockwise around 0,0, moved, scaled, or drawn
                                        twice: as it is and with left and right exchanged

Blocks change points alone, never widths and radii. Random values come from `choice` and `uniform`, whose dice
are seeded, so a drawing looks the same for the same card every time.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from facedown_client.window.look.brush import Stroke
from facedown_client.window.look.shapes import Point, arc, around, star

Place = Callable[[Point], Point]
"""Map of a point of a block to its position in the drawing."""

SHADES = ("night", "deep", "dim", "base", "light", "pale", "white")
INK = "ink"
"""Shade of a stroke without a shade."""

OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.Lt: operator.lt,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
}


def _pick(index: int, *values: Any) -> Any:
    return _flatten(values)[index]


def _flatten(values: Iterable[Any]) -> list[Any]:
    """Return the values with nested lists flattened."""
    return [item for value in values for item in (value if isinstance(value, list) else (value,))]


FUNCTIONS: dict[str, Any] = {
    "pi": math.pi,
    "tau": math.tau,
    "sin": math.sin,
    "cos": math.cos,
    "abs": abs,
    "pick": _pick,
    "reversed": lambda points: points[::-1],
    "at": lambda x, y, radius, angle: arc((x, y), radius, angle, angle, 1)[0],
    "arc": lambda x, y, *rest: arc((x, y), *rest),
    "around": lambda x, y, *rest: around((x, y), *rest),
    "star": lambda x, y, *rest: star((x, y), *rest),
    **{shade: shade for shade in SHADES},
}
"""Names that a drawing may use besides its own values. Angles of `at` and `arc` are in turns, others in
radians.
"""


class DrawingLine(NamedTuple):
    """Line of a drawing, and the block below it."""

    words: list[str]
    block: list[DrawingLine]


class Drawing:
    """Drawing of a file."""

    def __init__(self, lines: Sequence[DrawingLine]) -> None:
        self._lines = lines

    def strokes(self, dice: Random | None = None) -> list[Stroke]:
        """Return the drawing's strokes; the dice decide the details that differ from card to card."""
        return _Interpreter(dice or Random(0)).run(self._lines)


@cache
def read_drawings(path: Path) -> dict[str, Drawing]:
    """Return the drawings of a file by name."""
    drawings: dict[str, Drawing] = {}
    blocks: list[list[DrawingLine]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        words, depth = line.split(), (len(line) - len(line.lstrip())) // 2
        if not words or line.startswith("#"):
            continue
        block = list[DrawingLine]()
        if depth:
            blocks[depth - 1].append(DrawingLine(words, block))
        else:
            drawings |= dict.fromkeys(line.partition(":")[0].split(", "), Drawing(block))
        blocks[depth:] = [block]
    return drawings


class _Interpreter:
    """Interpreter of one drawing with one set of dice."""

    def __init__(self, dice: Random) -> None:
        self._dice, self._strokes = dice, list[Stroke]()
        self._names = {
            **FUNCTIONS,
            "choice": lambda *values: self._dice.choice(values),
            "uniform": self._dice.uniform,
        }

    def run(self, lines: Sequence[DrawingLine], place: Place = lambda point: point) -> list[Stroke]:
        """Run a block whose points are mapped by `place`; return every stroke so far."""
        for words, block in lines:
            match words:
                case [name, "=", "for", names, "in", *rest]:
                    values, made = rest[: rest.index(":")], rest[rest.index(":") + 1 :]
                    self._names[name] = [
                        item for _ in self._bind_each(names, values) for item in self._values(made)
                    ]
                case [names, "=", *values]:
                    found = self._values(values)
                    self._bind(names, found[0] if len(found) == 1 else found)
                case ["for", names, "in", *values]:
                    for _ in self._bind_each(names, values):
                        self.run(block, place)
                case ["if", value]:
                    if self._value(value):
                        self.run(block, place)
                case ["mirror"]:
                    self.run(block, place)
                    self.run(block, _change_place(place, "scale", (-1, 1)))
                case ["turn" | "move" | "scale" as change, value]:
                    self.run(block, _change_place(place, change, self._value(value)))
                case [kind, *values]:
                    self._draw(kind, self._values(values), place)
        return self._strokes

    def _draw(self, kind: str, values: list[Any], place: Place) -> None:
        shades = [value for value in values if isinstance(value, str)] or [INK]
        points = [value for value in values if isinstance(value, tuple)]
        numbers = [value for value in values if isinstance(value, int | float)]
        if kind == "both":
            self._draw("fill", [shades[1], *points], place)
            self._draw("fill", [shades[0], *((-x, y) for x, y in points)], place)
        elif kind == "diamond":
            wide, high = numbers
            for x, y in map(place, points):
                for shade, side in (("pale", -wide), ("light", wide)):
                    half = [(x, y - high), (x + side, y), (x, y + high)]
                    self._strokes.append(Stroke("fill", shade, half, []))
        else:
            self._strokes.append(Stroke(kind, shades[0], [place(point) for point in points], numbers))

    def _bind_each(self, names: str, values: Sequence[str]) -> Iterable[None]:
        """Bind the names to each value in turn."""
        for value in self._values(values):
            self._bind(names, value)
            yield

    def _bind(self, names: str, value: Any) -> None:
        if "," in names:
            self._names |= zip(names.split(","), value, strict=True)
        else:
            self._names[names] = value

    def _values(self, words: Iterable[str]) -> list[Any]:
        """Return the values of words, with lists and ranges flattened."""
        found = list[Any]()
        for word in words:
            if ".." in word:
                first, last = map(self._value, word.split(".."))
                step = 1 if first <= last else -1
                found += range(first, last + step, step)
            else:
                found += _flatten([self._value(word)])
        return found

    def _value(self, word: str) -> Any:
        return self._evaluate(_parse_line(word))

    def _evaluate(self, node: ast.AST) -> Any:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return self._names[name]
            case ast.Tuple(elts=parts):
                return tuple(map(self._evaluate, parts))
            case ast.Call(func=function, args=parts):
                return self._evaluate(function)(*map(self._evaluate, parts))
            case ast.UnaryOp(op=op, operand=operand):
                return OPERATORS[type(op)](self._evaluate(operand))
            case (
                ast.BinOp(op=op, left=left, right=right)
                | ast.Compare(ops=[op], left=left, comparators=[right])
            ):
                return OPERATORS[type(op)](self._evaluate(left), self._evaluate(right))
        raise ValueError(ast.unparse(node))


@cache
def _parse_line(word: str) -> ast.AST:
    return ast.parse(word, mode="eval").body


def _change_place(place: Place, change: str, by: Any) -> Place:
    """Return the map for the points of a block that is turned, moved or scaled within another."""
    if change == "turn":
        sine, cosine = math.sin(by), math.cos(by)
        return lambda point: place((point[0] * cosine - point[1] * sine, point[0] * sine + point[1] * cosine))
    wide, high = by if isinstance(by, tuple) else (by, by)
    if change == "move":
        return lambda point: place((point[0] + wide, point[1] + high))
    return lambda point: place((point[0] * wide, point[1] * high))
