"""Engine file that a host supplies: the npm package's .tgz, or a .wasm built by `deploy/core`. Read only."""

from __future__ import annotations

import hashlib
import tarfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from facedown_server.games.edopro.wasm import exnref

SOURCE = "source"
"""Name of the section in our own builds that names the source."""
MAX_ENGINE_BYTES = 64 * 1024 * 1024
"""Maximum size of an engine file in bytes."""

FUNCTIONS = {
    "ocgapiCreateDuel": "create", "ocgapiDuelNewCard": "new_card", "ocgapiStartDuel": "start",
    "ocgapiDuelProcess": "process", "ocgapiDuelGetMessage": "message", "ocgapiDuelSetResponse": "respond",
    "ocgapiLoadScript": "load", "ocgapiDuelQueryLocation": "query_location", "ocgapiDuelQuery": "query",
    "malloc": "malloc", "free": "free",
}  # fmt: skip
"""Engine functions to call: their export names, mapped to our names."""

CALLBACKS = {"DataReader": "card", "ScriptReader": "script", "LogHandler": "log"}


class InvalidEngine(Exception):
    """The file is not an engine. The message is one sentence: why, and what to do."""


@dataclass(frozen=True)
class EngineFile:
    """Bytes of an engine, and the names of its exports and imports, by our names."""

    wasm: bytes
    exports: Mapping[str, str]
    imports: Mapping[str, str]
    source: str = ""
    """Name and version of the engine, as its file states them."""

    @property
    def digest(self) -> str:
        """Hash of the WebAssembly. A duel's log records the engine by it."""
        return hashlib.sha256(self.wasm).hexdigest()


def read_engine(path: Path) -> EngineFile:
    """Read an engine from a .wasm file or from the package's .tgz.

    Raises InvalidEngine.
    """
    try:
        if path.suffix == ".wasm":
            return _from_wasm(path.read_bytes())
        return _from_package(path)
    except (OSError, tarfile.TarError, EOFError, KeyError, zlib.error) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        why = why.partition("\n")[0].strip(" :'\"")
        raise InvalidEngine(f"{path} is not a readable engine ({why}); download the .tgz again") from error


def _from_wasm(wasm: bytes) -> EngineFile:
    try:
        names, source_section = exnref.exported_names(wasm), exnref.custom_section(wasm, SOURCE)
    except exnref.NotTranslatable as error:
        raise InvalidEngine(f"the file is no engine ({error}); bring it as a .wasm or .tgz") from error
    exports = {ours: theirs for theirs, ours in FUNCTIONS.items()}
    exports |= {"memory": "memory", "begin": "__wasm_call_ctors"}
    if missing := sorted({*exports.values()} - names):
        raise InvalidEngine(
            f"the file has no {missing[0]}, as an engine has that was built by deploy/core of facedown"
        )
    imports = {ours: f"handle{theirs}" for theirs, ours in CALLBACKS.items()}
    source = "".join(letter for letter in source_section.decode("ascii", "ignore") if letter.isprintable())
    return EngineFile(wasm, exports, imports | {"grow": "emscripten_resize_heap"}, source[:80] or "own build")


def _from_package(path: Path) -> EngineFile:
    with tarfile.open(path) as packed:
        held = {}
        for name in ("lib/ocgcore.sync.wasm", "lib/ocgcore.sync.mjs", "package.json"):
            member = packed.getmember(f"package/{name}")
            file = packed.extractfile(member) if member.size <= MAX_ENGINE_BYTES else None
            if file is None:
                raise InvalidEngine(f"{path} holds no {name}; bring the package ocgcore-wasm")
            held[name] = file.read()
    wasm, glue = held["lib/ocgcore.sync.wasm"], held["lib/ocgcore.sync.mjs"].decode()
    try:
        exports = {ours: _export(glue, f"._{theirs}=") for theirs, ours in FUNCTIONS.items()}
        exports |= {
            "memory": _export(glue, ".exports;"),
            "begin": _name_before(glue, "();", ".onRuntimeInit"),
        }
        imports = {
            ours: _name_before(glue, ":function(", f".handle{theirs}(") for theirs, ours in CALLBACKS.items()
        }
        imports["grow"] = _name_before(glue, ":a=>{", ".length;a>>>=0")
    except ValueError:
        raise InvalidEngine(f"{path} is another ocgcore-wasm than any that is known; bring 0.1.2") from None
    version = msgspec.json.decode(held["package.json"], type=_Package).version
    return EngineFile(wasm, exports, imports, f"ocgcore-wasm {version}")


class _Package(msgspec.Struct):
    version: str


def _export(glue: str, before: str) -> str:
    """Return the short name after the first dot that follows this text in the package's JavaScript.

    Raises ValueError if there is none.
    """
    start = glue.index(".", glue.index(before) + len(before)) + 1
    return glue[start : min(glue.index(end, start) for end in ";,")]


def _name_before(glue: str, sign: str, after: str) -> str:
    """Return the short name directly before the last `sign` that precedes the text `after`.

    Raises ValueError if there is none.
    """
    end = glue.rindex(sign, 0, glue.index(after))
    start = end
    while glue[start - 1].isalnum():
        start -= 1
    return glue[start:end]
