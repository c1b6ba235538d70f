"""One instance of the engine with one duel: its twelve functions, its callbacks, its limits.

It takes and returns bytes. When an instance ends (fuel, memory, a trap), it raises DuelStopped and is never
used again.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import wasmtime

from facedown_server.games.edopro.card_rows import CoreCard
from facedown_server.games.edopro.wasm import snapshots
from facedown_server.games.edopro.wasm.calls import Memory, bound
from facedown_server.games.edopro.wasm.engine import Engine

MAX_INSTRUCTIONS_PER_ANSWER = 10_500_000_000
"""Maximum number of instructions in all calls for one answer. It stops an endless loop after a second. The
most that valid cards were seen to need was 9,950 million, on a full field; the mean is one million.
"""
MAX_MEMORY_BYTES = 64 * 1024 * 1024
MAX_CALLBACKS_PER_ANSWER = 4000
"""Maximum number of callbacks for one answer. Each KiB of a script that a callback provides counts as one
more.
"""
MAX_LOGS, MAX_LOG_BYTES = 50, 1024
"""Maximum number of stored log messages for one answer, and bytes of each."""
CALL_BUFFER_BYTES = 4096
"""Size of the instance's buffer for parameters and results of calls, in bytes."""
PAGE_BYTES, MAX_ADDRESS = 65536, 0xFFFFFFFF
NO_SYSTEM_CALL_CODE = -52
END_CODE, AWAITING_CODE, CONTINUE_CODE = 0, 1, 2
DRAWS_PER_TURN = 1


class DuelStopped(Exception):
    """The duel cannot continue. `reason`: "fuel", "memory", "time" or "fault"."""

    def __init__(self, reason: str, text: str = "") -> None:
        super().__init__(f"{reason}: {text}" if text else reason)
        self.reason = reason


_CARD = struct.Struct("<IIIIIIQiiIII")
_OPTIONS = struct.Struct("<4QQ3I3I8IB")
_NEW = struct.Struct("<BBxxIBxxxIII")
_QUERY = struct.Struct("<IBxxxIII")


class Core:
    """Instance of the engine that runs one duel."""

    def __init__(
        self, engine: Engine, card: Callable[[int], CoreCard | None], script: Callable[[str], bytes | None]
    ) -> None:
        self.logs: list[tuple[int, str]] = []
        """Log messages of the engine since the last read: (0 for errors, text)."""
        self.missing: list[str] = []
        """Names of scripts that the engine requested and that do not exist."""
        self._card, self._script = card, script
        self._store = wasmtime.Store(engine.engine)
        self._store.set_limits(memory_size=MAX_MEMORY_BYTES)
        self._full = False
        self._asked = 0
        imports = [self._import(engine, one) for one in engine.module.imports]
        instance = wasmtime.Instance(self._store, engine.module, imports)
        found = instance.exports(self._store)
        held: dict[str, Any] = {ours: found[theirs] for ours, theirs in engine.exports.items()}
        self._memory = Memory(self._store, held.pop("memory"))
        self._calls = {ours: bound(self._store, function) for ours, function in held.items()}
        self._duel = 0
        self.allow()
        self._call("begin")
        self._room = self._call("malloc", CALL_BUFFER_BYTES)

    # --- setup ----------------------------------------------------------------------------------------------

    def create(self, seed: Sequence[int], flags: int, life: Sequence[int], hand: int) -> None:
        """Create the duel of two players. `seed`: four numbers of 64 bits, not all 0. `life`: each player's
        Life Points. `hand`: cards that each begins with.

        Raises DuelStopped if the engine refuses.
        """
        teams = (life[0], hand, DRAWS_PER_TURN, life[1], hand, DRAWS_PER_TURN)
        options = _OPTIONS.pack(*seed, flags, *teams, *[0] * 8, 0)
        self._write_memory(self._room + 8, options)
        if failed := self._call("create", self._room, self._room + 8):
            raise DuelStopped("fault", f"no duel could be made ({failed})")
        (self._duel,) = struct.unpack("<I", self._read_memory(self._room, 4))

    def load(self, name: str) -> bool:
        """Run a script. Return whether it exists and ran without an error."""
        code = self._script(name)
        return code is not None and self._load(code, name.encode())

    def _load(self, code: bytes, name: bytes) -> bool:
        text, title = self._store_bytes(code), self._store_bytes(name)
        try:
            return bool(self._call("load", self._duel, text, len(code), title))
        finally:
            self._call("free", title)
            self._call("free", text)

    def new_card(
        self, team: int, code: int, location: int, sequence: int, position: int, owner: int = -1
    ) -> None:  # fmt: skip
        """Add a card. Its owner is the side that has it, unless `owner` is given."""
        owner = team if owner < 0 else owner
        self._write_memory(self._room, _NEW.pack(owner, 0, code, team, location, sequence, position))
        self._call("new_card", self._duel, self._room)

    def start(self) -> None:
        """Start the duel."""
        self._call("start", self._duel)

    # --- the running duel -----------------------------------------------------------------------------------

    def allow(self) -> None:
        """Reset the limits for one answer: instructions, CPU time and callbacks."""
        self._asked = 0
        self._store.set_fuel(MAX_INSTRUCTIONS_PER_ANSWER)
        self._store.set_epoch_deadline(1)

    def process(self) -> tuple[int, bytes]:
        """Run the duel until it has output or needs an answer. Return END, AWAITING or CONTINUE, and the
        messages.
        """
        status = self._call("process", self._duel)
        return status, self._pass_value("message")

    def respond(self, answer: bytes) -> None:
        """Send the answer to the open prompt."""
        if len(answer) > CALL_BUFFER_BYTES:
            raise DuelStopped("fault", "an answer is longer than any can be")
        self._write_memory(self._room, answer)
        self._call("respond", self._duel, self._room, len(answer))

    def query(self, flags: int, team: int, location: int) -> bytes:
        """Return the queried values of every card in a location, as the flags select."""
        self._write_memory(self._room + 8, _QUERY.pack(flags, team, location, 0, 0))
        return self._pass_value("query_location", self._room + 8)[4:]

    # --- snapshots ------------------------------------------------------------------------------------------

    @property
    def handle(self) -> int:
        """Address of the duel in the instance."""
        return self._duel

    def read_pages(self, before: Sequence[bytes]) -> tuple[bytes, ...]:
        """Return the memory of the instance at rest, page by page."""
        return snapshots.read_pages(self._memory, before)

    def restore(self, handle: int, pages: Sequence[bytes]) -> None:
        """Turn this new instance into one that was at rest with this duel and this memory.

        Raises DuelStopped.
        """
        try:
            snapshots.write_pages(self._memory, pages)
        except wasmtime.WasmtimeError as error:
            raise DuelStopped("memory", "a snapshot is too large") from error
        self._duel = handle

    def adopt(self, handle: int, pages: int, parts: Sequence[tuple[int, bytes]]) -> None:
        """Turn this new instance into one with this duel.

        `pages`: size of the memory. `parts`: address and bytes of each part that differs from a new
        instance's.

        Raises DuelStopped.
        """
        try:
            snapshots.write_parts(self._memory, pages, parts)
        except wasmtime.WasmtimeError as error:
            raise DuelStopped("memory", "a copy is too large") from error
        self._duel = handle

    def close(self) -> None:
        """Release the instance. Without this call it is never freed."""
        self._calls.clear()
        self._store.close()

    # --- memory ---------------------------------------------------------------------------------------------

    def _pass_value(self, call: str, *values: int) -> bytes:
        start = self._call(call, self._duel, self._room, *values)
        (size,) = struct.unpack("<I", self._read_memory(self._room, 4))
        return self._read_memory(start, size) if size else b""

    def _read_memory(self, start: int, size: int) -> bytes:
        return self._memory.read(start & MAX_ADDRESS, size)

    def _write_memory(self, start: int, data: bytes) -> None:
        self._memory.write(start & MAX_ADDRESS, data)

    def _store_bytes(self, data: bytes) -> int:
        """Copy bytes and a final 0 to newly allocated memory; return the address."""
        place: int = self._call("malloc", len(data) + 1)
        if not place:
            raise DuelStopped("memory")
        self._write_memory(place, data + b"\0")
        return place

    def _text(self, start: int) -> str:
        data = bytearray()
        while start and len(data) < MAX_LOG_BYTES:
            part = self._read_memory(start, min(64, self._memory.size - (start & MAX_ADDRESS)))
            end = part.find(b"\0")
            data += part if end < 0 else part[:end]
            if end >= 0 or len(part) < 64:
                break
            start += 64
        return data.decode(errors="replace")

    def _call(self, name: str, *values: int) -> int:
        try:
            return self._calls[name](self._store, *values)
        except wasmtime.ExitTrap as error:
            raise DuelStopped("fault", str(error)) from error
        except wasmtime.Trap as error:
            raise DuelStopped(
                _REASONS.get(str(error.trap_code), self._stop_reason), str(error.trap_code)
            ) from error
        except wasmtime.WasmtimeError as error:
            raise DuelStopped(self._stop_reason, str(error).partition("\n")[0]) from error
        except IndexError as error:
            raise DuelStopped("fault", str(error)) from error

    @property
    def _stop_reason(self) -> str:
        """Return the reason of a stop that the engine does not explain."""
        return "memory" if self._full else "fault"

    # --- callbacks of the engine ----------------------------------------------------------------------------

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
        # Time and files are not available: the clock stands still, and file calls fail.
        clock = "i64" in map(str, kind.params)
        result: float = 0.0 if str(results[0]) == "f64" else 0 if clock else NO_SYSTEM_CALL_CODE
        refuse: Any = partial(_refuse, result)
        return wasmtime.Func(self._store, kind, refuse)

    def _abort(self, *values: int) -> None:
        raise DuelStopped(self._stop_reason, "the engine gave up")

    def _count(self, size: int = 0) -> None:
        """Count a callback against its limit: fuel does not cover the work that we do in it. Raises
        DuelStopped.
        """
        self._asked += 1 + size // 1024
        if self._asked > MAX_CALLBACKS_PER_ANSWER:
            raise DuelStopped("fuel", "it asks too much of us")

    def _grow(self, caller: wasmtime.Caller, wanted: int) -> int:
        now = self._memory.size
        wanted &= 0xFFFFFFFF
        goal = min(max(wanted, now + now // 5), MAX_MEMORY_BYTES)
        if wanted > MAX_MEMORY_BYTES:
            self._full = True
            return 0
        try:
            self._memory.grow((goal + PAGE_BYTES - 1) // PAGE_BYTES - now // PAGE_BYTES)
        except wasmtime.WasmtimeError:
            self._full = True
            return 0
        return 1

    def _note(self, caller: wasmtime.Caller, payload: int, text: int, kind: int) -> None:
        self._count()
        if len(self.logs) < MAX_LOGS:
            self.logs.append((kind, self._text(text)))

    def _give_card(self, caller: wasmtime.Caller, payload: int, code: int, place: int) -> None:
        self._count()
        row = self._card(code & MAX_ADDRESS)
        if row is None:
            self._write_memory(place, bytes(_CARD.size))
            return
        codes = 0
        if row.setcodes:
            size = 2 * len(row.setcodes) + 2
            codes = self._calls["malloc"](caller, size)
            self._write_memory(codes, struct.pack(f"<{len(row.setcodes)}HH", *row.setcodes, 0))
        data = _CARD.pack(
            row.code, row.alias, codes & MAX_ADDRESS, row.type, row.level, row.attribute, row.race,
            row.attack,
            row.defense, row.left, row.right, row.arrows,
        )  # fmt: skip
        self._write_memory(place, data)

    def _give_script(self, caller: wasmtime.Caller, payload: int, duel: int, name: int) -> int:
        title = self._text(name)
        code = self._script(title)
        self._count(0 if code is None else len(code))
        if code is None:
            self.missing.append(title)
            return 0
        calls = self._calls
        text = calls["malloc"](caller, len(code) + 1)
        self._write_memory(text, code + b"\0")
        loaded = calls["load"](caller, duel, text, len(code), name)
        calls["free"](caller, text)
        return loaded


def _refuse(result: float, *values: int) -> float:
    return result


_REASONS = {"TrapCode.OUT_OF_FUEL": "fuel", "TrapCode.INTERRUPT": "time"}
