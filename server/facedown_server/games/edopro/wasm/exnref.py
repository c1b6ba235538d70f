"""Translator of a WebAssembly module's legacy exceptions (try, catch, delegate, rethrow) to exnref
(try_table).

Standard library only. Unknown instructions are refused, not guessed. Sources: the exception handling
proposal, its legacy form beside the one that became part of the standard.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

MAGIC = b"\0asm\x01\0\0\0"
EXNREF_TYPE_CODE = 0x69
EMPTY_BLOCK_TYPE_CODE = 0x40
(
    CUSTOM_SECTION_CODE,
    TYPE_SECTION_CODE,
    IMPORT_SECTION_CODE,
    FUNCTION_SECTION_CODE,
    EXPORT_SECTION_CODE,
    CODE_SECTION_CODE,
    TAG_SECTION_CODE,
) = 0, 1, 2, 3, 7, 10, 13
(
    BLOCK_OPCODE,
    LOOP_OPCODE,
    IF_OPCODE,
    ELSE_OPCODE,
    TRY_OPCODE,
    CATCH_OPCODE,
    THROW_OPCODE,
    RETHROW_OPCODE,
    THROW_REF_OPCODE,
) = 2, 3, 4, 5, 6, 7, 8, 9, 10
(
    END_OPCODE,
    BR_OPCODE,
    BR_IF_OPCODE,
    BR_TABLE_OPCODE,
    RETURN_OPCODE,
    DELEGATE_OPCODE,
    CATCH_ALL_OPCODE,
    DROP_OPCODE,
    TRY_TABLE_OPCODE,
) = 11, 12, 13, 14, 15, 24, 25, 26, 31
LOCAL_GET_OPCODE, LOCAL_SET_OPCODE = 0x20, 0x21
CATCH_REF_CODE, CATCH_ALL_REF_CODE = 1, 3


class NotTranslatable(Exception):
    """The module contains something that this translator does not support. The message says what."""


def translate(module: bytes) -> bytes:
    """Translate a module's legacy exceptions to exnref. Returns the same bytes if there are none.

    Raises NotTranslatable if the bytes are not a module or contain unknown instructions.
    """
    if not module.startswith(MAGIC):
        raise NotTranslatable("this is no WebAssembly module")
    try:
        return _Module(module).translate()
    except IndexError as error:
        raise NotTranslatable("the WebAssembly module is cut short") from error


def exported_names(module: bytes) -> frozenset[str]:
    """Return the names of a module's exports.

    Raises NotTranslatable if the bytes are not a complete module.
    """
    names = set()
    for kind, body in read_sections(module):
        if kind == EXPORT_SECTION_CODE:
            reader = WasmReader(body)
            for _ in range(reader.number()):
                names.add(reader.read(reader.number()).decode(errors="replace"))
                reader.byte()
                reader.number()
    return frozenset(names)


def custom_section(module: bytes, name: str) -> bytes:
    """Return the content of a module's custom section of this name, or b"" if there is none. Raises
    NotTranslatable.
    """
    for kind, body in read_sections(module):
        reader = WasmReader(body)
        if kind == CUSTOM_SECTION_CODE and reader.read(reader.number()) == name.encode():
            return reader.read(len(body) - reader.at)
    return b""


def read_sections(module: bytes) -> list[tuple[int, bytes]]:
    """Return the code and content of each section of a module.

    Raises NotTranslatable if the bytes are not a complete module.
    """
    if not module.startswith(MAGIC):
        raise NotTranslatable("this is no WebAssembly module")
    try:
        reader, found = WasmReader(module, len(MAGIC)), []
        while reader.at < len(module):
            kind = reader.byte()
            found.append((kind, reader.read(reader.number())))
    except IndexError as error:
        raise NotTranslatable("the WebAssembly module is cut short") from error
    return found


def encode_unsigned(value: int) -> bytes:
    """Encode a number as unsigned LEB128."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


class WasmReader:
    """Reader of numbers and byte ranges in a module."""

    __slots__ = ("at", "data")

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def read(self, size: int) -> bytes:
        self.at += size
        if self.at > len(self.data):
            raise IndexError
        return self.data[self.at - size : self.at]


class _Module:
    """A parsed module: its sections, and the types that translation needs."""

    def __init__(self, module: bytes) -> None:
        reader = WasmReader(module, len(MAGIC))
        self.sections: list[tuple[int, bytes]] = []
        while reader.at < len(module):
            kind = reader.byte()
            self.sections.append((kind, reader.read(reader.number())))
        self.types = self._types()
        self.added: dict[bytes, int] = {}
        """Added types for catch blocks: their results, mapped to the type's index."""
        self.functions, self.tags = self._indices()

    def translate(self) -> bytes:
        code = b""
        for kind, body in self.sections:
            if kind == CODE_SECTION_CODE:
                code = self._code(body)
        out = bytearray(MAGIC)
        for kind, body in self.sections:
            made = (
                code
                if kind == CODE_SECTION_CODE
                else self._add_types(body)
                if kind == TYPE_SECTION_CODE
                else body
            )
            out += bytes([kind]) + encode_unsigned(len(made)) + made
        return bytes(out)

    def catch_type(self, tag: int) -> bytes:
        """Return the block type of a catch of this tag: the tag's values, then the exnref."""
        signature = self.types[self.tags[tag]]
        if signature not in self.added:
            self.added[signature] = len(self.types) + len(self.added)
        return _encode_signed(self.added[signature])

    def _section(self, kind: int) -> WasmReader:
        return WasmReader(next((body for found, body in self.sections if found == kind), b"\0"))

    def _types(self) -> list[bytes]:
        """Return the parameters of each function type, one byte per parameter."""
        reader, found = self._section(TYPE_SECTION_CODE), []
        for _ in range(reader.number()):
            if reader.byte() != 0x60:
                raise NotTranslatable("the module has types that are no functions")
            found.append(reader.read(reader.number()))
            reader.read(reader.number())
        return found

    def _indices(self) -> tuple[list[int], list[int]]:
        """Return the type indices of the module's own functions, and of all its tags."""
        reader, tags = self._section(IMPORT_SECTION_CODE), []
        for _ in range(reader.number()):
            reader.read(reader.number())
            reader.read(reader.number())
            kind = reader.byte()
            if kind in (0, 4):
                if kind == 4:
                    reader.byte()
                    tags.append(reader.number())
                else:
                    reader.number()
                continue
            if kind in (1, 3):
                reader.byte()
            if kind == 3:
                reader.byte()
            else:
                flags = reader.number()
                reader.number()
                if flags & 1:
                    reader.number()
        reader = self._section(FUNCTION_SECTION_CODE)
        functions = [reader.number() for _ in range(reader.number())]
        reader = self._section(TAG_SECTION_CODE)
        for _ in range(reader.number()):
            reader.byte()
            tags.append(reader.number())
        return functions, tags

    def _add_types(self, body: bytes) -> bytes:
        reader = WasmReader(body)
        count = reader.number()
        new = [
            b"\x60\0" + encode_unsigned(len(signature) + 1) + signature + bytes([EXNREF_TYPE_CODE])
            for signature in self.added
        ]
        return encode_unsigned(count + len(new)) + body[reader.at :] + b"".join(new)

    def _code(self, body: bytes) -> bytes:
        reader = WasmReader(body)
        count = reader.number()
        out = bytearray(encode_unsigned(count))
        for index in range(count):
            one = reader.read(reader.number())
            made = _Function(self, one, len(self.types[self.functions[index]])).translate()
            out += encode_unsigned(len(made)) + made
        return bytes(out)


@dataclass(slots=True)
class _Label:
    """An open block of the old code, and the place of its end in the new code."""

    number: int
    """Index of the block in the function, in order of block starts."""
    kind: int
    type: bytes = b""
    goal: int = 0
    """New label for branches to this block, counted from the function's outermost."""
    inner: int = 0
    """Number of new labels open inside the block."""
    delegated: int = -1
    """New label for exceptions that inner blocks delegate here."""
    clauses: list[tuple[int, int]] = field(default_factory=list)
    """Handlers of a try: (tag or -1 for all, 1 if it rethrows)."""
    handler: int = -1
    """Index of the handler that is being written."""
    slot: int = -1
    """Local variable that holds the caught exception."""


@dataclass(slots=True)
class _Plan:
    """Facts about one block from the first pass over a function."""

    clauses: list[list[int]] = field(default_factory=list)
    delegate: int | None = None
    aimed_body: bool = False
    """True if code in the body delegates to this block."""
    aimed_outside: bool = False
    """True if code delegates past this block: to a block that catches nothing, or out of a handler."""


class _Function:
    """One function. A first pass finds the targets of its blocks; a second pass rewrites it."""

    def __init__(self, module: _Module, body: bytes, parameters: int) -> None:
        self.module, self.body = module, body
        reader = WasmReader(body)
        self.groups = reader.number()
        start, self.locals = reader.at, parameters
        for _ in range(self.groups):
            self.locals += reader.number()
            reader.byte()
        self.declared, self.start = body[start : reader.at], reader.at
        self.plans: list[_Plan] = []
        self.slots = 0

    def translate(self) -> bytes:
        """Return the function's new body, or the old body if it has no legacy exceptions."""
        if not self._find_targets():
            return self.body
        code = _Writer(self).write()
        groups = self.groups + (self.slots > 0)
        held = encode_unsigned(self.slots) + bytes([EXNREF_TYPE_CODE]) if self.slots else b""
        return encode_unsigned(groups) + self.declared + held + code

    def _find_targets(self) -> bool:
        """Find the delegate targets of every block. Return whether there are legacy exceptions."""
        self.plans.append(_Plan())
        stack, reader, found = [_Label(0, BLOCK_OPCODE)], WasmReader(self.body, self.start), False
        while stack:
            code = reader.byte()
            if code in (BLOCK_OPCODE, LOOP_OPCODE, IF_OPCODE, TRY_OPCODE):
                found |= code == TRY_OPCODE
                _read_block_type(reader)
                stack.append(_Label(len(self.plans), code))
                self.plans.append(_Plan())
            elif code in (CATCH_OPCODE, CATCH_ALL_OPCODE):
                top = stack[-1]
                top.handler += 1
                self.plans[top.number].clauses.append([reader.number() if code == CATCH_OPCODE else -1, 0])
            elif code == RETHROW_OPCODE:
                label = stack[-1 - reader.number()]
                self.plans[label.number].clauses[label.handler][1] = 1
            elif code == DELEGATE_OPCODE:
                own = stack.pop()
                index = reader.number()
                self.plans[own.number].delegate = index
                label = stack[-1 - index]
                plan = self.plans[label.number]
                if label.kind == TRY_OPCODE and label.handler < 0:
                    plan.aimed_body = True
                else:
                    plan.aimed_outside = True
            elif code == END_OPCODE:
                stack.pop()
            else:
                skip(code, reader)
        return found


class _Writer:
    """Writer of a function's new code. Labels are counted from the outermost, so that all are known."""

    def __init__(self, function: _Function) -> None:
        self.function, self.plans = function, function.plans
        self.reader = WasmReader(function.body, function.start)
        self.out = bytearray()
        self.depth = 0
        """Number of open new labels. The function's own label is the first."""
        self.stack: list[_Label] = []
        self.number = 0
        self.caught = 0
        """Open handlers that hold a caught exception."""
        self.steps: dict[int, Callable[[int], None]] = {
            BLOCK_OPCODE: self._begin,
            LOOP_OPCODE: self._begin,
            IF_OPCODE: self._begin,
            TRY_OPCODE: self._begin_try,
            CATCH_OPCODE: self._handler,
            CATCH_ALL_OPCODE: self._handler,
            DELEGATE_OPCODE: self._end_delegate,
            END_OPCODE: self._end,
            RETHROW_OPCODE: self._rethrow,
            BR_OPCODE: self._branch,
            BR_IF_OPCODE: self._branch,
            BR_TABLE_OPCODE: self._branches,
        }

    def write(self) -> bytes:
        root = _Label(0, BLOCK_OPCODE)
        self.depth = 1
        root.goal = 1
        if self.plans[0].aimed_outside:
            root.delegated = self._open(BLOCK_OPCODE, bytes([EXNREF_TYPE_CODE]))
        self.stack.append(root)
        while self.stack:
            start = self.reader.at
            code = self.reader.byte()
            step = self.steps.get(code)
            if step is not None:
                step(code)
            else:
                skip(code, self.reader)
                self.out += self.function.body[start : self.reader.at]
        return bytes(self.out)

    def _open(self, code: int, kind: bytes) -> int:
        self.out += bytes([code]) + kind
        self.depth += 1
        return self.depth

    def _close(self) -> None:
        self.out.append(END_OPCODE)
        self.depth -= 1

    def _relative_index(self, goal: int) -> bytes:
        """Return the relative index of a new label from the current depth."""
        return encode_unsigned(self.depth - goal)

    def _jump(self, goal: int) -> None:
        self.out += bytes([BR_OPCODE]) + self._relative_index(goal)

    def _enter(self, code: int) -> tuple[_Label, _Plan]:
        self.number += 1
        label = _Label(self.number, code, _read_block_type(self.reader))
        self.stack.append(label)
        return label, self.plans[self.number]

    def _begin(self, code: int) -> None:
        label, plan = self._enter(code)
        if plan.aimed_outside:
            if code == IF_OPCODE:
                raise NotTranslatable("something delegates to an if")
            label.inner = self._open(BLOCK_OPCODE, label.type)
            label.delegated = self._open(BLOCK_OPCODE, bytes([EXNREF_TYPE_CODE]))
        label.goal = self._open(code, label.type)

    def _begin_try(self, code: int) -> None:
        label, plan = self._enter(code)
        if plan.aimed_outside:
            raise NotTranslatable("something delegates out of a handler")
        label.clauses = [(tag, again) for tag, again in plan.clauses]
        label.goal = self._open(BLOCK_OPCODE, label.type)
        if plan.delegate is not None:
            target = self.stack[-2 - plan.delegate].delegated
            clauses = b"\1" + bytes([CATCH_ALL_REF_CODE]) + self._relative_index(target)
        else:
            opened = [
                self._open(BLOCK_OPCODE, self._catch_block_type(tag)) for tag, _ in reversed(label.clauses)
            ]
            rows = [
                (bytes([CATCH_ALL_REF_CODE]) if tag < 0 else bytes([CATCH_REF_CODE]) + encode_unsigned(tag))
                + self._relative_index(goal)
                for (tag, _), goal in zip(label.clauses, reversed(opened), strict=True)
            ]
            clauses = encode_unsigned(len(rows)) + b"".join(rows)
        self.out += bytes([TRY_TABLE_OPCODE]) + label.type + clauses
        self.depth += 1
        label.inner = self.depth
        if plan.aimed_body:
            label.delegated = self._open(BLOCK_OPCODE, bytes([EXNREF_TYPE_CODE]))

    def _catch_block_type(self, tag: int) -> bytes:
        return bytes([EXNREF_TYPE_CODE]) if tag < 0 else self.function.module.catch_type(tag)

    def _end_body(self, label: _Label) -> None:
        """Close the blocks around the body of a try."""
        if label.delegated >= 0:
            self._jump(label.inner)
            self._close()
            self.out.append(THROW_REF_OPCODE)
        self._close()

    def _handler(self, code: int) -> None:
        label = self.stack[-1]
        if code == CATCH_OPCODE:
            self.reader.number()
        if label.handler < 0:
            self._end_body(label)
        else:
            self._leave_handler(label)
        label.handler += 1
        self._jump(label.goal)
        self._close()
        if label.clauses[label.handler][1]:
            label.slot = self.function.locals + self.caught
            self.caught += 1
            self.function.slots = max(self.function.slots, self.caught)
            self.out += bytes([LOCAL_SET_OPCODE]) + encode_unsigned(label.slot)
        else:
            self.out.append(DROP_OPCODE)

    def _leave_handler(self, label: _Label) -> None:
        if label.slot >= 0:
            self.caught -= 1
            label.slot = -1

    def _end_delegate(self, code: int) -> None:
        self.reader.number()
        label = self.stack.pop()
        self._end_body(label)
        self._close()

    def _end(self, code: int) -> None:
        label = self.stack.pop()
        if label.kind == TRY_OPCODE:
            if label.handler < 0:
                self._end_body(label)
            else:
                self._leave_handler(label)
            self._close()
        elif not self.stack:
            if label.delegated >= 0:
                self.out.append(RETURN_OPCODE)
                self._close()
                self.out.append(THROW_REF_OPCODE)
            self._close()
        else:
            self._close()
            if label.delegated >= 0:
                self._jump(label.inner)
                self._close()
                self.out.append(THROW_REF_OPCODE)
                self._close()

    def _rethrow(self, code: int) -> None:
        label = self.stack[-1 - self.reader.number()]
        self.out += bytes([LOCAL_GET_OPCODE]) + encode_unsigned(label.slot) + bytes([THROW_REF_OPCODE])

    def _branch(self, code: int) -> None:
        self.out += bytes([code]) + self._relative_index(self.stack[-1 - self.reader.number()].goal)

    def _branches(self, code: int) -> None:
        count = self.reader.number()
        self.out += bytes([code]) + encode_unsigned(count)
        for _ in range(count + 1):
            self.out += self._relative_index(self.stack[-1 - self.reader.number()].goal)


def _encode_signed(value: int) -> bytes:
    """Encode a type index as a block type in signed LEB128."""
    out = bytearray()
    while value > 0x3F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _read_block_type(reader: WasmReader) -> bytes:
    """Return a block type: empty, or one value."""
    kind = reader.byte()
    if kind != EMPTY_BLOCK_TYPE_CODE and kind not in (0x7F, 0x7E, 0x7D, 0x7C, 0x7B, 0x70, 0x6F):
        raise NotTranslatable("a block has a type by index")
    return bytes([kind])


def skip(code: int, reader: WasmReader) -> None:
    """Skip the rest of an instruction that needs no change. Raises NotTranslatable if the instruction is
    unknown.
    """
    if code == BR_TABLE_OPCODE:
        numbers = reader.number() + 1
    elif code == 0xFC:
        sub = reader.number()
        if sub > 17:
            raise NotTranslatable(f"unknown instruction 0xfc {sub}")
        numbers = _NUMBERS_AFTER_FC[sub]
    else:
        numbers = _NUMBERS[code]
        if numbers < 0:
            if code not in _CONSTANT_SIZES:
                if code == 0x1C:
                    reader.read(reader.number())
                    return
                raise NotTranslatable(f"unknown instruction {code:#x}")
            reader.read(_CONSTANT_SIZES[code])
            return
    for _ in range(numbers):
        reader.number()


_CONSTANT_SIZES = {0x43: 4, 0x44: 8}
_NUMBERS_AFTER_FC = (*[0] * 8, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1)


def _counts() -> list[int]:
    """Return the number of immediates of each instruction; -1 if it is unknown or they are not plain
    numbers.
    """
    counts = [-1] * 256
    for code in (0, 1, ELSE_OPCODE, RETURN_OPCODE, DROP_OPCODE, 0x1B, 0xD1, *range(0x45, 0xC5)):
        counts[code] = 0
    for code in (
        BR_OPCODE,
        BR_IF_OPCODE,
        THROW_OPCODE,
        0x10,
        0x12,
        *range(0x20, 0x27),
        0x3F,
        0x40,
        0x41,
        0x42,
        0xD0,
        0xD2,
    ):
        counts[code] = 1
    for code in (0x11, 0x13, *range(0x28, 0x3F)):
        counts[code] = 2
    return counts


_NUMBERS = _counts()
