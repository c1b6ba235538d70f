"""Calls into an instance and its memory, through the C interface under wasmtime's package or through the
package.

The package's own `Func.__call__` queries a function's type and converts every number by it. That takes thirty
microseconds a call, a third of the time of an answer. Here the type is read once, when the function is bound.
Only 32-bit integers are allowed, so that no value can be misread.

The package does not promise the C interface (`pyproject.toml` pins its version). If the interface is not the
known one, calls use the package: slower, but otherwise the same.
"""

from __future__ import annotations

import ctypes
from typing import Any, TypeAlias

import wasmtime

interface: Any = getattr(wasmtime, "_bindings", None)
package: Any = getattr(wasmtime, "_func", None)

Where: TypeAlias = wasmtime.Store | wasmtime.Caller
"""Context of a call: a store, or the caller inside a callback of the engine."""


class UnfitCall(Exception):
    """A function's parameters or result are not 32-bit integers, or a call has the wrong number of them."""


def can_call(interface: Any, package: Any) -> bool:
    """Return whether everything that QuickCall needs exists."""
    needed = (
        (interface, "wasmtime_val_raw_t"), (interface, "wasm_trap_t"),
        (interface, "wasmtime_func_call_unchecked"), (package, "maybe_raise_last_exn"),
        (wasmtime.Store, "_context"), (wasmtime.Caller, "_context"),
        (wasmtime.Trap, "_from_ptr"), (wasmtime.WasmtimeError, "_from_ptr"),
    )  # fmt: skip
    return all(hasattr(place, name) for place, name in needed)


def bound(store: wasmtime.Store, function: wasmtime.Func) -> Call:
    """Return a function of an instance as a QuickCall if possible, else as a Call. Raises UnfitCall."""
    quick = can_call(interface, package) and hasattr(function, "_func")
    return QuickCall(store, function) if quick else Call(store, function)


class Call:
    """Function of an instance, called through the package's public interface. Calls may be nested."""

    def __init__(self, store: wasmtime.Store, function: wasmtime.Func) -> None:
        kind = function.type(store)
        takes, gives = [*map(str, kind.params)], [*map(str, kind.results)]
        if {*takes, *gives} - {"i32"} or len(gives) > 1:
            raise UnfitCall(f"a function of {takes} that gives {gives}")
        self._kept, self._takes = function, len(takes)
        self._slots = max(len(takes), len(gives), 1)

    def __call__(self, where: Where, *values: int) -> int:
        """Call the function and return its result, or 0 if it has none.

        Raises wasmtime.Trap, wasmtime.WasmtimeError, or the exception that a callback raised.
        """
        self._count(values)
        result: int | None = self._kept(where, *values)
        return result or 0

    def _count(self, values: tuple[int, ...]) -> None:
        if len(values) != self._takes:
            raise UnfitCall(f"{len(values)} numbers for {self._takes}")


class QuickCall(Call):
    """Function of an instance, called through the C interface."""

    def __init__(self, store: wasmtime.Store, function: wasmtime.Func) -> None:
        super().__init__(store, function)
        self._function = ctypes.byref(function._func)
        self._room: Any = interface.wasmtime_val_raw_t * self._slots

    def __call__(self, where: Where, *values: int) -> int:
        """Call the function and return its result; raises the same exceptions as Call."""
        self._count(values)
        room = self._room()
        for index, value in enumerate(values):
            room[index].i32 = value
        trap: Any = ctypes.POINTER(interface.wasm_trap_t)()
        error: Any = interface.wasmtime_func_call_unchecked(
            where._context(), self._function, room, self._slots, ctypes.byref(trap)
        )
        if error:
            package.maybe_raise_last_exn()
            raise wasmtime.WasmtimeError._from_ptr(error)
        if trap:
            raised = wasmtime.Trap._from_ptr(trap)
            package.maybe_raise_last_exn()
            raise raised
        result: int = room[0].i32
        return result


class Memory:
    """Memory of an instance. It grows and never moves (`Config.memory_may_move` is off)."""

    __slots__ = ("_kept", "_size", "_start", "_store")

    def __init__(self, store: wasmtime.Store, memory: wasmtime.Memory) -> None:
        self._store, self._kept = store, memory
        self._start: int = ctypes.addressof(memory.data_ptr(store).contents)
        self._size = 0

    @property
    def size(self) -> int:
        """Current size in bytes."""
        self._size = self._kept.data_len(self._store)
        return self._size

    def read(self, start: int, size: int) -> bytes:
        """Read bytes. Raises IndexError outside the memory."""
        self._check_bounds(start, size)
        return ctypes.string_at(self._start + start, size)

    def write(self, start: int, data: bytes) -> None:
        """Write bytes. Raises IndexError outside the memory."""
        self._check_bounds(start, len(data))
        ctypes.memmove(self._start + start, data, len(data))

    def grow(self, pages: int) -> None:
        """Add pages of 64 KiB. Raises wasmtime.WasmtimeError."""
        self._kept.grow(self._store, pages)

    def _check_bounds(self, start: int, size: int) -> None:
        if not 0 <= start <= start + size <= self._size and not 0 <= start <= start + size <= self.size:
            raise IndexError(f"{size} bytes at {start} are not in the engine's memory")
