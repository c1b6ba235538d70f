"""Strategies for property tests, made from the types of messages, limits included."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from facedown_shared.protocol.messages import Prompt
from facedown_shared.tables import TABLES, View
from facedown_shared.text.words import Words

MAX_WIDE_NUMBER = 2**53
"""Numbers without a stated limit are drawn up to this; every MessagePack parser represents them exactly."""

ON_THE_WIRE = "bundled"
"""A field that only the codec fills and reads."""

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-MAX_WIDE_NUMBER, MAX_WIDE_NUMBER) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
"""Values that a field of type Any may hold on the wire."""


def strategy_for(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of this type within its limits."""
    return _strategy_of(inspect.type_info(kind))


def _strategy_of(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.StructType() if info.cls is Words:  # Words contain Words: here one in another
            inner = st.builds(
                Words,
                st.text(max_size=9),
                st.lists(st.text(max_size=9) | st.integers(-9, 9), max_size=2).map(tuple),
            )
            return st.builds(Words, st.text(max_size=9), st.lists(inner, max_size=1).map(tuple))
        case inspect.StructType():
            fields = {field.name: _field(field) for field in info.fields if field.name != ON_THE_WIRE}
            if info.cls is Prompt:
                fields["usual"] = st.just(())  # indices of its options
            if info.cls is View:
                fields["table"] = st.sampled_from(sorted(TABLES))
            return st.builds(info.cls, **fields)
        case inspect.NamedTupleType():
            return st.builds(info.cls, **{field.name: _strategy_of(field.type) for field in info.fields})
        case inspect.UnionType():
            return st.one_of([_strategy_of(kind) for kind in info.types])
        case inspect.DictType():
            return st.dictionaries(_strategy_of(info.key_type), _strategy_of(info.value_type), max_size=3)
        case inspect.VarTupleType():
            most = 3 if info.max_length is None else min(3, info.max_length)
            return st.lists(_strategy_of(info.item_type), min_size=info.min_length or 0, max_size=most).map(
                tuple
            )
        case inspect.TupleType():
            return st.tuples(*map(_strategy_of, info.item_types))
        case inspect.LiteralType():
            return st.sampled_from(info.values)
        case inspect.EnumType():
            return st.sampled_from(list(info.cls))
        case _:
            return _single(info)


def _single(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.IntType():
            return st.integers(
                -MAX_WIDE_NUMBER if info.ge is None else int(info.ge),
                MAX_WIDE_NUMBER if info.le is None else int(info.le),
            )
        case inspect.StrType() if info.pattern is not None:
            return st.from_regex(info.pattern, fullmatch=True)
        case inspect.StrType():
            most = 12 if info.max_length is None else min(info.max_length, 40)
            return st.text(
                st.characters(exclude_categories=["Cs"]), min_size=info.min_length or 0, max_size=most
            )
        case inspect.BytesType():
            return st.binary(min_size=info.min_length or 0, max_size=info.max_length or 40)
        case inspect.BoolType():
            return st.booleans()
        case inspect.FloatType():
            return st.floats(info.ge, info.le, allow_nan=False, allow_infinity=False)
        case inspect.NoneType():
            return st.none()
        case inspect.AnyType():
            return plain
    raise TypeError(f"no message has a field like {info}: say here how to make one")


def _field(field: inspect.Field) -> st.SearchStrategy[Any]:
    """Return a strategy for a field, its default rather often, as in real messages."""
    value = _strategy_of(field.type)
    return value if field.default is msgspec.NODEFAULT else st.just(field.default) | value
