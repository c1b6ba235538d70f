"""Hostile replay files, meant to harm the user who opens them: what each is, and its bytes; all are small."""

from __future__ import annotations

import zlib
from typing import Any

import msgpack

from facedown_shared.replay import MAGIC, MAX_FILE_BYTES


def records(*rows: Any, head: Any = None) -> bytes:
    """Return a file of these records."""
    packer = zlib.compressobj(9, wbits=-15)
    body = b"".join(packer.compress(msgpack.packb(row)) for row in rows) + packer.flush()
    first: bytes = msgpack.packb({"sides": [0]} if head is None else head)
    return MAGIC + first + body


def pack_records(body: bytes) -> bytes:
    """Return a file with these bytes as its records."""
    head: bytes = msgpack.packb({"sides": [0]})
    return MAGIC + head + zlib.compress(body)[2:-4]


BOARD = {"table": "master"}
CROWDED = {**BOARD, "cards": {handle: {} for handle in range(1, 8_000)}}


def card_file(**texts: str) -> bytes:
    """Return a file with one card of these texts."""
    facts = {"code": 1, "name": "Card", **texts}
    return records(["facts", [facts]], ["view", 0, {**BOARD, "facts": [0]}, []], ["end"])


HOSTILE = {
    "a bomb": records(*([["weather", "x" * 60_000]] * 2_000), ["end"]),
    "lists in lists": pack_records(b"\x91" * 700_000),
    "crowds of lists": records(*([["weather", [[[]] * 8_000] * 60]] * 2), ["end"]),
    "a list that says it is long": pack_records(b"\xdd\xff\xff\xff\xff" + b"\0" * 900_000),
    "a million records": records(*([["weather"]] * 1_000_000), ["end"]),
    "a giant text": records(["weather", "x" * 2_000_000], ["end"]),
    "a giant name": records(["end"], head={"names": ["x" * 12_000, ""]}),
    "a pile of a billion": records(["view", 0, {**BOARD, "piles": {"0:hand": [10**9, []]}}, []], ["end"]),
    "a card with a giant name": card_file(name="x" * 201),
    "a card with a giant text": card_file(text="x" * 8_001),
    "a card with a giant Pendulum text": card_file(pendulum_text="x" * 8_001),
    "a card with a giant Type": card_file(race="x" * 9_000),
    "a renamed card with a giant name": records(
        ["view", 0, {**BOARD, "cards": {1: {"w": "x" * 201}}}, []], ["end"]
    ),
    "a list for a phase": records(["view", 0, {**BOARD, "phase": {"a": []}}, []], ["end"]),
    "a nameless happening": records(["view", 0, BOARD, [{"s": 1}]], ["end"]),
    "a crowded View that changes for ever": records(
        ["view", 0, CROWDED, []], *([["step", 0, {"c": {1: {}}}, []]] * 90_000), ["end"]
    ),
    "happenings without end": records(*([["view", 0, BOARD, [{"k": "phase"}] * 8_000]] * 30), ["end"]),
    "too many bytes": b"x" * (MAX_FILE_BYTES + 1),
}  # fmt: skip
