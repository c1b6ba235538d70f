"""Count of a WebAssembly module's mutable globals: what an instance stores outside its memory."""

from __future__ import annotations

from facedown_server.games.edopro.wasm.exnref import END_OPCODE, NotTranslatable, WasmReader, read_sections

GLOBAL_SECTION_CODE = 6
I32_CONST_OPCODE, I64_CONST_OPCODE, F32_CONST_OPCODE, F64_CONST_OPCODE = 0x41, 0x42, 0x43, 0x44


def count_mutable_globals(module: bytes) -> int:
    """Return the number of a module's own mutable globals. Compilers from C++ make one: the stack pointer.

    Raises NotTranslatable if the bytes are not a complete module, or a global's start is no constant.
    """
    count = 0
    for kind, body in read_sections(module):
        if kind == GLOBAL_SECTION_CODE:
            reader = WasmReader(body)
            for _ in range(reader.number()):
                reader.byte()
                count += reader.byte()
                _skip_constant(reader)
    return count


def _skip_constant(reader: WasmReader) -> None:
    """Skip the constant that a global starts with. Raises NotTranslatable."""
    sizes = {F32_CONST_OPCODE: 4, F64_CONST_OPCODE: 8}
    opcode = reader.byte()
    if opcode in (I32_CONST_OPCODE, I64_CONST_OPCODE):
        reader.number()
    elif opcode in sizes:
        reader.read(sizes[opcode])
    else:
        raise NotTranslatable(f"a global starts with the unknown instruction {opcode:#x}")
    if reader.byte() != END_OPCODE:
        raise NotTranslatable("a global starts with more than one instruction")
