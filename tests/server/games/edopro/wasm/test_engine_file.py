"""What is accepted as an engine: a module with the exports of deploy/core, and what it states of its
source.
"""

from __future__ import annotations

import io
import random
import tarfile
from pathlib import Path

import pytest

from facedown_server.games.edopro.wasm import engine_file
from facedown_server.games.edopro.wasm.engine_file import FUNCTIONS, InvalidEngine
from facedown_server.games.edopro.wasm.exnref import (
    CUSTOM_SECTION_CODE,
    EXPORT_SECTION_CODE,
    MAGIC,
    encode_unsigned,
)
from tests.arch.source import ROOT

DOORS = (*FUNCTIONS, "memory", "__wasm_call_ctors")


def text(word: str) -> bytes:
    return encode_unsigned(len(word)) + word.encode()


def section(kind: int, body: bytes) -> bytes:
    return bytes([kind]) + encode_unsigned(len(body)) + body


def module(*doors: str, told: bytes = b"") -> bytes:
    """Return a module with these exports, and a statement of its source."""
    rows = b"".join(text(door) + b"\x00\x00" for door in doors)
    remark = section(CUSTOM_SECTION_CODE, text("source") + told) if told else b""
    return MAGIC + section(EXPORT_SECTION_CODE, encode_unsigned(len(doors)) + rows) + remark


def test_an_own_build_is_taken_and_says_its_source(tmp_path: Path) -> None:
    path = tmp_path / "core.wasm"
    path.write_bytes(module(*DOORS, told=b"ygopro-core 46779fb\n\xff"))
    read = engine_file.read_engine(path)
    assert read.source == "ygopro-core 46779fb"
    assert read.exports["process"] == "ocgapiDuelProcess"
    assert read.imports["grow"] == "emscripten_resize_heap"
    path.write_bytes(module(*DOORS))
    assert engine_file.read_engine(path).source == "own build"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (module(*DOORS[1:]), "has no ocgapiCreateDuel"),
        (module(*DOORS)[:-3], "cut short"),
        (b"MZ", "no WebAssembly module"),
    ],
)
def test_what_is_no_engine_is_refused_in_a_sentence(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "core.wasm"
    path.write_bytes(data)
    with pytest.raises(InvalidEngine, match=why):
        engine_file.read_engine(path)


def make_package() -> bytes:
    """Return a package with one large file."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:gz") as made:
        row = tarfile.TarInfo("package/lib/ocgcore.sync.wasm")
        row.size = 90_000
        made.addfile(row, io.BytesIO(random.Random(1).randbytes(row.size)))
    return whole.getvalue()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (None, "No such file or directory"),
        (b"no archive", "file could not be opened successfully"),
        (make_package()[:50_000], "ended before the end"),
    ],
)
def test_half_a_package_is_refused_in_one_sentence(tmp_path: Path, data: bytes | None, why: str) -> None:
    path = tmp_path / "ocgcore-wasm-0.1.2.tgz"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(InvalidEngine, match=f"is not a readable engine .*{why}") as told:
        engine_file.read_engine(path)
    assert "\n" not in str(told.value)


def test_the_recipe_opens_every_door() -> None:
    doors = (ROOT / "deploy" / "core" / "doors.cpp").read_text(encoding="utf-8")
    for door in FUNCTIONS:
        assert door in ("malloc", "free") or f"EXPORT({door})" in doors
