"""Compiled engine, cached as machine code in the host's data folder. The cache key is its source."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

import wasmtime

from facedown_server.games.edopro.wasm.cpu_clock import AnswerClock
from facedown_server.games.edopro.wasm.exnref import NotTranslatable, translate
from facedown_server.games.edopro.wasm.mutable_globals import count_mutable_globals


class Engine:
    """A compiled engine, for any number of instances. `exports`, `imports`: our names of its functions,
    mapped to its own.
    """

    def __init__(
        self, wasm: bytes, exports: Mapping[str, str], imports: Mapping[str, str], cache: Path | None = None
    ) -> None:
        self.exports, self.imports = exports, {theirs: ours for ours, theirs in imports.items()}
        config = wasmtime.Config()
        config.consume_fuel = True
        config.epoch_interruption = True
        config.wasm_exceptions = True
        config.wasm_function_references = True
        config.wasm_gc = True
        config.memory_may_move = False
        config.cranelift_nan_canonicalization = True
        self.engine = wasmtime.Engine(config)
        self.module = self._module(wasm, cache)
        self.can_snapshot = _has_state_in_memory(wasm)
        """Whether the memory of an instance at rest is all of its state."""
        self.clock = AnswerClock(self.engine.increment_epoch)

    def _module(self, wasm: bytes, cache: Path | None) -> wasmtime.Module:
        made = f"{version('wasmtime')} {hashlib.sha256(wasm).hexdigest()}".encode()
        cached = cache / f"{hashlib.sha256(made).hexdigest()[:32]}.engine" if cache is not None else None
        if cached is not None and cached.exists():
            try:
                return wasmtime.Module.deserialize(self.engine, cached.read_bytes())
            except (wasmtime.WasmtimeError, OSError):
                with suppress(OSError):
                    cached.unlink(missing_ok=True)
        module = wasmtime.Module(self.engine, translate(wasm))
        if cached is not None:
            with suppress(OSError):  # without a writable cache the engine is compiled each time
                cached.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                part = cached.with_suffix(f".{os.getpid()}.part")
                part.write_bytes(bytes(module.serialize()))
                part.replace(cached)
        return module


def _has_state_in_memory(wasm: bytes) -> bool:
    try:
        return count_mutable_globals(wasm) == 1
    except NotTranslatable:
        return False
