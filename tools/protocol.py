"""Writes the tables of docs/reference/protocol.md from the types: `python -m tools.protocol`.

A table stands between `<!-- table: NAME -->` and `<!-- end -->`. A message's meaning is its docstring, and a
field's is that of its type; the page defines how a field is encoded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from inspect import getsource
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct, inspect

from facedown_shared.protocol import asking, gestures, messages, reasons
from facedown_shared.protocol.visible_events import KINDS
from facedown_shared.tables import TABLES
from facedown_shared.tables.zones import Side, Table
from facedown_shared.text import errors

PAGE = Path("docs/reference/protocol.md")
TABLE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
GESTURES: tuple[type[Struct], ...] = get_args(gestures.AnyGesture)
REQUESTS = tuple(kind for kind in get_args(messages.FromClient) if kind not in GESTURES)
ANSWERS: tuple[type[Struct], ...] = get_args(messages.FromServer)
TAGS = {
    kind.__name__: str(kind.__struct_config__.tag or kind.__name__.lower())
    for kind in (*GESTURES, *REQUESTS, *ANSWERS)
}
"""The name of each message on the wire; an update, which is a list, has none there and uses its own."""

Row = tuple[str, ...]


def page(text: str) -> str:
    """Return the page with every table as the types are now."""
    return TABLE.sub(lambda found: f"{found[1]}{_table(found[2])}{found[3]}", text)


def _table(name: str) -> str:
    rows: list[Row]
    match name:
        case "events":
            rows = [
                ("kind", "meaning"),
                *((f"`{kind}`", said[0].upper() + said[1:]) for kind, said in KINDS.items()),
            ]
        case "codes":
            meanings = re.findall(r'= "(\w+)"[^\n]*\n    """(.+?)"""', getsource(errors.Code), re.DOTALL)
            rows = [("code", "meaning"), *((f"`{code}`", _line(said)) for code, said in meanings)]
        case "windows":
            said = {True: "asks", False: ""}
            rows = [("what", "is", "your own", "the opponent's")]
            rows += [(f"`{one.what}`", one.meaning, said[one.own], said[one.other]) for one in asking.WINDOWS]
        case "reasons":
            rows = [("code", "says"), *((f"`{code}`", said) for code, said in reasons.REASONS.items())]
        case "zones":
            rows = [("table", "zones"), *((f"`{name}`", _zones(table)) for name, table in TABLES.items())]
        case "parts":
            rows = [("part", "fields"), *((f"*{part.__name__}*", _fields(part)) for part in parts())]
        case _:
            kinds = {"requests": REQUESTS, "gestures": GESTURES, "answers": ANSWERS}[name]
            rows = [("`m`", "what it says", "fields"), *map(_message, kinds)]
    return table_text(rows)


def table_text(rows: list[Row]) -> str:
    """Return a table of Markdown; the first row is its head."""
    rows.insert(1, ("---",) * len(rows[0]))
    return "".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |\n" for row in rows)


def _zones(table: Table) -> str:
    """Return the numbers, names and slots of a table's zones, in the order in which both ends count them."""
    told, number = [], 0
    for zone in table.zones.values():
        owners = 1 if zone.side is Side.SHARED else 2
        numbers = ", ".join(str(number + each) for each in range(owners))
        told.append(f"{numbers} `{zone.name}`{' shared' * (owners == 1)} {zone.slots or ''}".rstrip())
        number += owners
    return " · ".join(told)


def parts() -> list[type[Struct]]:
    """Return every struct in a field of a message, however deep, by name."""
    waiting: list[Any] = [inspect.type_info(kind) for kind in (*GESTURES, *REQUESTS, *ANSWERS)]
    found: dict[str, type[Struct]] = {}
    while waiting:
        info = waiting.pop()
        if isinstance(info, inspect.StructType):
            if info.cls.__name__ in found:
                continue
            found[info.cls.__name__] = info.cls
        for name in ("fields", "type", "item_type", "item_types", "value_type", "types"):
            inner = getattr(info, name, ())
            waiting += inner if isinstance(inner, tuple) else (inner,)
    return [found[name] for name in sorted(found) if name not in TAGS]


def _message(kind: type[Struct]) -> Row:
    said = re.sub(r"\b[A-Z]\w*[a-z][A-Z]\w+", lambda name: f"`{TAGS[name[0]]}`", _line(kind.__doc__))
    return f"`{TAGS[kind.__name__]}`", said, _fields(kind)


def _line(text: str | None) -> str:
    return " ".join((text or "").split()).rstrip(".")


def _fields(kind: type[Struct]) -> str:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return " · ".join(_field(field, named=not info.array_like) for field in info.fields)


def _field(field: inspect.Field, *, named: bool) -> str:
    name = f"`{field.encode_name}`" if named else field.name
    longer = "" if field.encode_name == field.name else f" {field.name}"
    default = field.default if isinstance(field.default, str | int) and field.default else ""
    usual = f" = {str(default).lower()}" if default else ""
    return f"{name}{'!' if field.required else ''}{longer} {value_of(field.type)}{usual}"


def value_of(info: inspect.Type) -> str:
    """Return what a field may hold, in a few words."""
    match info:
        case inspect.UnionType(types=types):
            return " or ".join(sorted(map(value_of, types), key=lambda said: said == "nil"))
        case inspect.LiteralType(values=values):
            return _one_of(map(str, values))
        case inspect.EnumType() | inspect.StructType() | inspect.NamedTupleType():
            return f"*{info.cls.__name__}*"
        case inspect.VarTupleType(item_type=item):
            return f"list{_size(info)} of {value_of(item)}"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(map(value_of, items))}]"
        case inspect.DictType(key_type=key, value_type=value):
            return f"map{_size(info)} of {value_of(key)} to {value_of(value)}"
        case inspect.StrType(pattern=str(pattern)):
            words = re.fullmatch(r"\^\(([a-z_|]+)\)\\Z", pattern)
            return _one_of(words[1].split("|")) if words else f"text like `{pattern}`"
        case inspect.IntType(ge=int(least), le=int(most)) if most < 1_000_000_000:
            return f"number {least:,} to {most:,}"
    return _PLAIN[type(info).__name__.removesuffix("Type")] + _size(info)


_PLAIN = {
    "Str": "text", "Bytes": "bytes", "Int": "number", "Bool": "bool", "Float": "seconds", "None": "nil",
    "Any": "text or number",
}  # fmt: skip
"""A field of plain values; `Any` is what only other games print on a card."""


def _one_of(words: Iterable[str]) -> str:
    return "one of " + ", ".join(f'"{word}"' for word in words)


def _size(info: inspect.Type) -> str:
    """Return how long it may be at most, and at least if not nothing."""
    least, most = getattr(info, "min_length", None), getattr(info, "max_length", None)
    if most is None:
        return ""
    return f" {most:,}" if not least or least == most else f" {least:,}–{most:,}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
