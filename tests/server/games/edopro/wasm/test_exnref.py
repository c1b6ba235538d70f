"""The translator of legacy exceptions: its output for a tiny module of our own, and what it refuses."""

from __future__ import annotations

import pytest

from facedown_server.games.edopro.wasm.exnref import (
    CODE_SECTION_CODE,
    MAGIC,
    TYPE_SECTION_CODE,
    NotTranslatable,
    encode_unsigned,
    translate,
)

TRY_TABLE_OPCODE, THROW_REF_OPCODE, LEGACY = 0x1F, 0x0A, {0x06, 0x07, 0x09, 0x18, 0x19}


def section(kind: int, *parts: bytes) -> bytes:
    body = encode_unsigned(len(parts)) + b"".join(parts)
    return bytes([kind]) + encode_unsigned(len(body)) + body


def module(*bodies: str) -> bytes:
    """Return a module with a tag of one number, and functions of these bodies (hex) that return a number."""
    kinds = section(TYPE_SECTION_CODE, b"\x60\x01\x7f\0", b"\x60\0\x01\x7f")
    functions = section(3, *[b"\1"] * len(bodies))
    tags = section(13, b"\0\0")
    codes = [b"\0" + bytes.fromhex(body) for body in bodies]
    return (
        MAGIC
        + kinds
        + functions
        + tags
        + section(CODE_SECTION_CODE, *[encode_unsigned(len(one)) + one for one in codes])
    )


def code(wasm: bytes) -> bytes:
    """Return the last section: one function's body with its size."""
    return wasm[wasm.index(bytes([CODE_SECTION_CODE]), len(MAGIC) + 20) :]


def test_a_module_without_exceptions_keeps_its_functions() -> None:
    plain = module("41 05 0b")
    assert translate(plain) == plain


def test_a_caught_number_comes_before_what_was_thrown() -> None:
    # try (result i32): throw tag 0 with 7; catch tag 0: the number is the result
    made = translate(module("06 7f 41 07 08 00 07 00 0b 0b"))
    assert b"\x60\0\x02\x7f\x69" in made, "a type for the number and the exception behind it"
    assert bytes.fromhex("02 7f 02 02 1f 7f 01 01 00 00 41 07 08 00 0b 0c 01 0b 1a 0b 0b") in made


def test_what_is_thrown_again_is_kept_meanwhile() -> None:
    # try: call nothing; catch_all: rethrow 0
    made = translate(module("06 40 01 19 09 00 0b 41 01 0b"))
    assert bytes.fromhex("01 01 69") in made, "a local of its own"
    assert bytes.fromhex("21 00 20 00 0a") in made


def test_a_delegated_exception_goes_to_the_try_around() -> None:
    # try (try nop delegate 0) catch_all nop end
    made = translate(module("06 40 06 40 01 18 00 19 01 0b 41 01 0b"))
    body = made[made.rindex(b"\x0a", 0, len(made) - 20) :]
    assert body.count(bytes([TRY_TABLE_OPCODE])) == 2
    assert bytes([THROW_REF_OPCODE]) in body


@pytest.mark.parametrize(
    ("wasm", "why"),
    [
        (b"no module", "no WebAssembly"),
        (module("fd 00 0b"), "unknown instruction"),
        (module("02 05 0b 41 01 0b"), "type by index"),
        (module("41 05 0b")[:-3], "cut short"),
    ],
)
def test_what_is_not_known_is_refused(wasm: bytes, why: str) -> None:
    with pytest.raises(NotTranslatable, match=why):
        translate(wasm)
