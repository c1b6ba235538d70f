"""Write the lists of docs/reference/protocol.md from the types: `python -m tools.protocol`.

A list stands between `<!-- table: NAME -->` and `<!-- end -->`. A message's meaning is its
docstring, and a field's is that of its type; the page defines how a field is encoded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from inspect import getsource
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct, inspect

from facedown_shared.protocol import asking, gestures, messages, reasons
from facedown_shared.protocol.visible_events import KINDS
from facedown_shared.tables import TABLES, Side, Table
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

CODE = re.compile(r'= "(\w+)"[^\n]*\n    """(.+?)"""', re.DOTALL)
"""A code of a refusal, and its docstring."""


def page(text: str) -> str:
    """Return the page with every list as the types are now."""
    return TABLE.sub(lambda found: f"{found[1]}{_list(found[2])}{found[3]}", text)


def _list(name: str) -> str:
    match name:
        case "events":
            return list_text(KINDS)
        case "codes":
            return list_text(dict(CODE.findall(getsource(errors.Code))))
        case "windows":
            return list_text({kind.what: _window(kind) for kind in asking.WINDOWS})
        case "reasons":
            return list_text(reasons.REASONS)
        case "zones":
            return list_text(dict(_zone_rows()))
        case "fields":
            meanings = gestures.FIELD_MEANINGS
            return list_text({f"{name} {COMMON_FIELDS[name]}": said for name, said in meanings.items()})
        case "parts":
            return "".join(f"- `{signature(part.__name__, part)}`\n" for part in parts())
        case _:
            kinds = {"requests": REQUESTS, "gestures": GESTURES, "answers": ANSWERS}[name]
            return list_text(dict(map(_message, kinds)))


def list_text(meanings: Mapping[Any, str]) -> str:
    """Return a list of words or other code, each with its meaning."""
    return "".join(f"- `{word}`: {_line(said[0].upper() + said[1:])}\n" for word, said in meanings.items())


def _window(kind: asking.WindowKind) -> str:
    whose = [name for name, asks in (("yours", kind.own), ("the opponent's", kind.other)) if asks]
    return f"{kind.meaning}; asks in {' and '.join(whose)}" if whose else kind.meaning


def _zone_rows() -> Iterator[tuple[str, str]]:
    """Yield the zones of each table; one with the zones of an earlier table refers to it."""
    earlier: dict[str, str] = {}
    for name, table in TABLES.items():
        zones = _zones(table)
        yield name, f"as `{earlier[zones]}`" if zones in earlier else zones
        earlier.setdefault(zones, name)


def _zones(table: Table) -> str:
    """Return the numbers, names and slots of a table's zones, in the order in which both ends count them."""
    zones, number = [], 0
    for zone in table.zones.values():
        owners = 1 if zone.side is Side.SHARED else 2
        numbers = "/".join(str(number + each) for each in range(owners))
        zones.append(f"{numbers} `{zone.name}`{' shared' * (owners == 1)} {zone.slots or ''}".rstrip())
        number += owners
    return ", ".join(zones) or "no zones"


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


def _message(kind: type[Struct]) -> tuple[str, str]:
    name = TAGS[kind.__name__]
    said = re.sub(r"\b[A-Z]\w*[a-z][A-Z]\w+", lambda name: f"`{TAGS[name[0]]}`", _line(kind.__doc__))
    return signature(name, kind, COMMON_FIELDS if kind in GESTURES else {}), said


def _line(text: str | None) -> str:
    return " ".join((text or "").split()).rstrip(".")


def _info(kind: type[Struct]) -> inspect.StructType:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return info


def signature(name: str, kind: type[Struct], common: Mapping[str, str] = {}) -> str:
    """Return a name with its fields; of those whose values are the common ones, only their names."""
    info = _info(kind)
    if not info.fields:
        return name
    fields = ", ".join(_field(field, common) for field in info.fields)
    return f"{name} [{fields}]" if info.array_like else f"{name} {{{fields}}}"


def _field(field: inspect.Field, common: Mapping[str, str]) -> str:
    longer = "" if field.encode_name == field.name else f" {field.name}"
    value = _value_and_default(field)
    values = "" if common.get(field.name, "number") == value else f" {value}".replace(" number =", " =")
    return f"{field.encode_name}{'!' if field.required else ''}{longer}{values}"


def _value_and_default(field: inspect.Field) -> str:
    default = field.default if isinstance(field.default, str | int) and field.default else ""
    return value_of(field.type) + (f" = {str(default).lower()}" if default else "")


def value_of(info: inspect.Type) -> str:
    """Return what a field may hold, in the notation that the page defines."""
    match info:
        case inspect.UnionType(types=types):
            others = sorted(value_of(one) for one in types if not isinstance(one, inspect.NoneType))
            return " or ".join(others) + "?" * (len(others) < len(types))
        case inspect.LiteralType(values=values):
            return _one_of(map(str, values))
        case inspect.EnumType() | inspect.StructType() | inspect.NamedTupleType():
            return info.cls.__name__
        case inspect.VarTupleType(item_type=item):
            inner = value_of(item)
            return (f"({inner})" if " or " in inner or ".." in inner else inner) + f"[{_size(info)}]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(map(value_of, items))}]"
        case inspect.DictType(key_type=key, value_type=value):
            size = _size(info)
            return f"{{{value_of(key)}: {value_of(value)}}}" + f"[{size}]" * bool(size)
        case inspect.StrType(pattern=str(pattern)):
            words = re.fullmatch(r"\^\(([a-z_|]+)\)\\Z", pattern)
            return _one_of(words[1].split("|")) if words else f"text like {pattern}"
        case inspect.IntType(ge=int(least), le=int(most)) if most != 1_000_000_000:
            return f"{least:,}..{most:,}"
    size = _size(info)
    return _PLAIN[type(info).__name__.removesuffix("Type")] + f"({size})" * bool(size)


_PLAIN = {
    "Str": "text", "Bytes": "bytes", "Int": "number", "Bool": "bool", "Float": "seconds",
    "Any": "text or number",
}  # fmt: skip
"""A field of plain values; `Any` is what only other games print on a card."""


def _one_of(words: Iterable[str]) -> str:
    return "/".join(f'"{word}"' for word in words)


def _size(info: inspect.Type) -> str:
    """Return how long it may be at most, and at least if not nothing."""
    least, most = getattr(info, "min_length", None), getattr(info, "max_length", None)
    if most is None:
        return ""
    return f"{most:,}" if not least or least == most else f"{least:,}–{most:,}"


def _common_fields() -> dict[str, str]:
    """Return of each field of several gestures the values that it has in most of them."""
    found: dict[str, Counter[str]] = {}
    for kind in GESTURES:
        for field in _info(kind).fields:
            found.setdefault(field.name, Counter())[_value_and_default(field)] += 1
    return {name: values.most_common(1)[0][0] for name, values in found.items() if values.total() > 1}


COMMON_FIELDS = _common_fields()


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
