"""Calls into an instance: by the package's public API and by the fast path, the same in every respect."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from facedown_server.games.edopro import wasm

wasmtime = pytest.importorskip("wasmtime", reason="wasmtime is not installed: the engine runs in it")
calls = pytest.importorskip(f"{wasm.__name__}.calls")

MODULE = """(module
  (import "us" "ask" (func $ask (param i32) (result i32)))
  (func (export "sum") (param i32 i32) (result i32) (i32.add (local.get 0) (local.get 1)))
  (func (export "nothing"))
  (func (export "trap") unreachable)
  (func (export "asks") (param i32) (result i32) (call $ask (local.get 0)))
  (func (export "long") (param i64)))
"""
WAYS = ("Call", "QuickCall")


class Instance:
    """An instance of that module; its host function doubles a number by a call of its own, and 13 is an
    error.
    """

    def __init__(self, way: str) -> None:
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        kind = wasmtime.FuncType([wasmtime.ValType.i32()], [wasmtime.ValType.i32()])
        ask = wasmtime.Func(self.store, kind, self.ask, access_caller=True)
        instance = wasmtime.Instance(self.store, wasmtime.Module(engine, MODULE), [ask])
        self.found = instance.exports(self.store)
        self.way = getattr(calls, way)

    def ask(self, caller: object, number: int) -> int:
        if number == 13:
            raise LookupError("nobody knows")
        given: int = self.way(self.store, self.found["sum"])(caller, number, number)
        return given

    def call(self, name: str, *values: int) -> int:
        given: int = self.way(self.store, self.found[name])(self.store, *values)
        return given


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "values", "given"), [
    ("sum", (2, 3), 5), ("sum", (-1, 0), -1), ("sum", (0x7FFFFFFF, 1), -0x80000000), ("nothing", (), 0),
    ("asks", (21,), 42),
])  # fmt: skip
def test_numbers_go_in_and_come_out(way: str, name: str, values: tuple[int, ...], given: int) -> None:
    assert Instance(way).call(name, *values) == given


@pytest.mark.parametrize("way", WAYS)
def test_what_goes_wrong_within_is_raised(way: str) -> None:
    instance = Instance(way)
    with pytest.raises(wasmtime.Trap, match="unreachable"):
        instance.call("trap")
    with pytest.raises(LookupError, match="nobody knows"):
        instance.call("asks", 13)
    assert instance.call("sum", 1, 1) == 2


@pytest.mark.parametrize("way", WAYS)
def test_what_does_not_fit_is_not_called(way: str) -> None:
    instance = Instance(way)
    with pytest.raises(calls.UnfitCall, match="i64"):
        instance.call("long", 1)
    with pytest.raises(calls.UnfitCall, match="1 numbers for 2"):
        instance.call("sum", 1)


def test_the_promised_way_is_taken_where_the_inside_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = Instance("Call")
    function = instance.found["sum"]
    assert type(calls.bound(instance.store, function)) is calls.QuickCall, "a new wasmtime: look at calls.py"
    for inside in (None, SimpleNamespace(wasmtime_val_raw_t=int)):
        monkeypatch.setattr(calls, "interface", inside)
        assert type(calls.bound(instance.store, function)) is calls.Call


def test_an_engine_is_compiled_again_where_its_cache_cannot_be_written(tmp_path: Path) -> None:
    engine = pytest.importorskip(f"{wasm.__name__}.engine")
    (tmp_path / "file").write_bytes(b"")
    module = bytes(wasmtime.wat2wasm("(module)"))
    assert engine.Engine(module, {}, {}, tmp_path / "file" / "cache").module
    kept = tmp_path / "cache"
    for _ in range(2):
        assert engine.Engine(module, {}, {}, kept).module
        (one,) = kept.iterdir()
        one.write_bytes(b"half a module")
