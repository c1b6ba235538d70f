"""One instance of the engine with one duel in it: its twelve functions, its callbacks, its limits.

Bytes in and out. Whatever ends an instance (fuel, memory, a trap) raises Stopped; it is never used again.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import wasmtime

from server.edopro.rows import CoreCard
from server.edopro.wasm.engine import Engine

FUEL = 2_000_000_000
"""Instructions of one call: an endless loop is cut after a fifth of a second; the most that a card ever
needed was a fiftieth of it."""
ANSWER_FUEL = 6_000_000_000
"""Instructions of all calls for one answer."""
MEMORY = 64 * 1024 * 1024
TICKS = 120
"""Ticks of the second net before a call is cut."""
PAGE = 65536
NO_SUCH_CALL = -52
END, AWAITING, CONTINUE = 0, 1, 2


class Stopped(Exception):
    """The duel cannot go on. `reason`: "fuel", "memory", "time" or "fault"."""

    def __init__(self, reason: str, text: str = "") -> None:
        super().__init__(f"{reason}: {text}" if text else reason)
        self.reason = reason


class Team(NamedTuple):
    """What a side begins with."""

    life: int = 8000
    hand: int = 5
    draws: int = 1


_CARD = struct.Struct("<IIIIIIQiiIII")
_OPTIONS = struct.Struct("<4QQ3I3I8IB")
_NEW = struct.Struct("<BBxxIBxxxIII")
_QUERY = struct.Struct("<IBxxxIII")


class Core:
    """A duel in an instance of its own."""

    def __init__(
        self, engine: Engine, card: Callable[[int], CoreCard | None], script: Callable[[str], bytes | None]
    ) -> None:
        self.logs: list[tuple[int, str]] = []
        """What the engine has said since somebody looked: (0 for errors, text)."""
        self._card, self._script = card, script
        self._store = wasmtime.Store(engine.engine)
        self._store.set_limits(memory_size=MEMORY)
        self._full = False
        self.fuel = ANSWER_FUEL
        """Instructions that are left for this answer."""
        imports = [self._import(engine, one) for one in engine.module.imports]
        instance = wasmtime.Instance(self._store, engine.module, imports)
        found = instance.exports(self._store)
        self._calls: dict[str, Any] = {ours: found[theirs] for ours, theirs in engine.exports.items()}
        self._memory: wasmtime.Memory = self._calls.pop("memory")
        self._duel = 0
        self._call("begin")
        self._room = self._call("malloc", 256)
        """256 bytes for what calls are given and give back."""

    # --- what a duel is made of -----------------------------------------------------------------------------

    def create(self, seed: Sequence[int], flags: int, teams: tuple[Team, Team]) -> None:
        """Make the duel. `seed`: four numbers of 64 bits, not all 0."""
        options = _OPTIONS.pack(*seed, flags, *teams[0], *teams[1], *[0] * 8, 0)
        self._write(self._room + 8, options)
        if failed := self._call("create", self._room, self._room + 8):
            raise Stopped("fault", f"no duel could be made ({failed})")
        (self._duel,) = struct.unpack("<I", self._read(self._room, 4))

    def load(self, name: str) -> bool:
        """Run a script. Whether there is one, and it ran."""
        code = self._script(name)
        return code is not None and self._load(code, name.encode())

    def _load(self, code: bytes, name: bytes) -> bool:
        text, title = self._place(code), self._place(name)
        try:
            return bool(self._call("load", self._duel, text, len(code), title))
        finally:
            self._call("free", title)
            self._call("free", text)

    def new_card(self, team: int, code: int, location: int, sequence: int, position: int) -> None:
        """Add a card."""
        self._write(self._room, _NEW.pack(team, 0, code, team, location, sequence, position))
        self._call("new_card", self._duel, self._room)

    def start(self) -> None:
        """Begin."""
        self._call("start", self._duel)

    # --- its course -----------------------------------------------------------------------------------------

    def process(self) -> tuple[int, bytes]:
        """Go on until something was written or is awaited: END, AWAITING or CONTINUE, and the messages."""
        status = self._call("process", self._duel)
        return status, self._given("message")

    def respond(self, answer: bytes) -> None:
        """Answer what is awaited."""
        place = self._place(answer)
        self._call("respond", self._duel, place, len(answer))
        self._call("free", place)

    def query(self, flags: int, team: int, location: int) -> bytes:
        """What is known of every card of a place, by the flags."""
        self._write(self._room + 8, _QUERY.pack(flags, team, location, 0, 0))
        return self._given("query_location", self._room + 8)[4:]

    def query_field(self) -> bytes:
        """What lies on the field, in short."""
        return self._given("query_field")

    def close(self) -> None:
        """Give everything back. Without it an instance is kept for ever."""
        self._calls.clear()
        self._store.close()

    @property
    def size(self) -> int:
        """Bytes of its memory."""
        size: int = self._memory.data_len(self._store)
        return size

    # --- memory ---------------------------------------------------------------------------------------------

    def _given(self, call: str, *values: int) -> bytes:
        start = self._call(call, self._duel, self._room, *values)
        (size,) = struct.unpack("<I", self._read(self._room, 4))
        return self._read(start, size) if size else b""

    def _read(self, start: int, size: int) -> bytes:
        return bytes(self._memory.read(self._store, start, start + size))

    def _write(self, start: int, data: bytes) -> None:
        self._memory.write(self._store, data, start)

    def _place(self, data: bytes) -> int:
        """These bytes in memory of their own, with a 0 behind them."""
        place: int = self._call("malloc", len(data) + 1)
        if not place:
            raise Stopped("memory")
        self._write(place, data + b"\0")
        return place

    def _text(self, caller: wasmtime.Caller | None, start: int) -> str:
        data = bytearray()
        while start and len(data) < 4096:
            part = self._memory.read(self._store if caller is None else caller, start, start + 64)
            end = part.find(b"\0")
            data += part if end < 0 else part[:end]
            if end >= 0:
                break
            start += 64
        return data.decode(errors="replace")

    def _call(self, name: str, *values: int) -> Any:
        given = max(0, min(FUEL, self.fuel))
        self._store.set_fuel(given)
        self._store.set_epoch_deadline(TICKS)
        try:
            result = self._calls[name](self._store, *values)
            self.fuel -= given - self._store.get_fuel()
            return result
        except wasmtime.ExitTrap as error:
            raise Stopped("fault", str(error)) from error
        except wasmtime.Trap as error:
            raise Stopped(_REASONS.get(str(error.trap_code), "memory" if self._full else "fault")) from error
        except wasmtime.WasmtimeError as error:
            raise Stopped("memory" if self._full else "fault", str(error).partition("\n")[0]) from error

    # --- what the engine asks of us -------------------------------------------------------------------------

    def _import(self, engine: Engine, one: wasmtime.ImportType) -> wasmtime.Func:
        kind = one.type
        assert isinstance(kind, wasmtime.FuncType)
        handlers: dict[str, Any] = {
            "card": self._give_card, "script": self._give_script, "log": self._note, "grow": self._grow,
        }  # fmt: skip
        handler = handlers.get(engine.imports.get(one.name or "", ""))
        if handler is not None:
            return wasmtime.Func(self._store, kind, handler, access_caller=True)
        results = kind.results
        if not results:
            return wasmtime.Func(self._store, kind, self._abort)
        # No clock, no files: a clock that stands, and refusals.
        clock = "i64" in map(str, kind.params)
        given: float = 0.0 if str(results[0]) == "f64" else 0 if clock else NO_SUCH_CALL
        refuse: Any = partial(_refuse, given)
        return wasmtime.Func(self._store, kind, refuse)

    def _abort(self, *values: int) -> None:
        raise Stopped("memory" if self._full else "fault", "the engine gave up")

    def _grow(self, caller: wasmtime.Caller, wanted: int) -> int:
        now = self._memory.data_len(caller)
        wanted &= 0xFFFFFFFF
        goal = min(max(wanted, now + now // 5), MEMORY)
        if wanted > MEMORY:
            self._full = True
            return 0
        try:
            self._memory.grow(caller, (goal + PAGE - 1) // PAGE - now // PAGE)
        except wasmtime.WasmtimeError:
            self._full = True
            return 0
        return 1

    def _note(self, caller: wasmtime.Caller, payload: int, text: int, kind: int) -> None:
        self.logs.append((kind, self._text(caller, text)))

    def _give_card(self, caller: wasmtime.Caller, payload: int, code: int, place: int) -> None:
        row = self._card(code & 0xFFFFFFFF)
        if row is None:
            self._memory.write(caller, bytes(_CARD.size), place)
            return
        codes = 0
        if row.setcodes:
            size = 2 * len(row.setcodes) + 2
            codes = self._calls["malloc"](caller, size)
            self._memory.write(caller, struct.pack(f"<{len(row.setcodes)}HH", *row.setcodes, 0), codes)
        data = _CARD.pack(
            row.code, row.alias, codes, row.type, row.level, row.attribute, row.race, row.attack, row.defense,
            row.left, row.right, row.arrows,
        )  # fmt: skip
        self._memory.write(caller, data, place)

    def _give_script(self, caller: wasmtime.Caller, payload: int, duel: int, name: int) -> int:
        title = self._text(caller, name)
        code = self._script(title)
        if code is None:
            return 0
        calls = self._calls
        text = calls["malloc"](caller, len(code) + 1)
        self._memory.write(caller, code + b"\0", text)
        loaded: int = calls["load"](caller, duel, text, len(code), name)
        calls["free"](caller, text)
        return loaded


def _refuse(given: float, *values: int) -> float:
    return given


_REASONS = {"TrapCode.OUT_OF_FUEL": "fuel", "TrapCode.INTERRUPT": "time"}
