"""List the encoded form of everything that is stored or sent; `python -m tests.compatibility.encoded_forms`
writes `encoded_forms.txt` again after a form was changed on purpose.

A struct is listed by its tag and its encoded field names, an enum by its values, a sentence by its id, and a
table of the journal by its columns. No name of a Python class or attribute is in the list, so renaming one
in the code changes nothing here.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import msgspec
import sqlalchemy

import facedown_client
import facedown_server
import facedown_shared
from facedown_shared.text.words import effects, english

FORMS = Path(__file__).with_name("encoded_forms.txt")
Base = TypeVar("Base")
OURS = ("facedown_server", "facedown_client", "facedown_shared")


def encoded_forms() -> list[str]:
    """Return one line for each encoded form, sorted; equal lines stand as often as there are such forms."""
    for package in (facedown_shared, facedown_server, facedown_client):
        load_modules(package)
    structs = [found for found in subclasses(msgspec.Struct) if found.__module__.startswith(OURS)]
    enums = [found for found in subclasses(Enum) if found.__module__.startswith(OURS)]
    return sorted(
        [
            *(struct_form(found) for found in structs if found.__struct_fields__),
            *(f"enum: {' '.join(sorted(str(member.value) for member in found))}" for found in enums),
            *(f"sentence: {name}" for name in english()),
            *(f"effect: {key[0]} {key[1]}" for key in effects()),
            *(
                f"table {table.name}: {' '.join(column.name for column in table.columns)}"
                for table in tables()
            ),
        ]
    )


def struct_form(found: type[msgspec.Struct]) -> str:
    """Return the line of one struct: tag, how its fields are encoded, and their names there."""
    config = found.__struct_config__
    form = "array" if config.array_like else "map"
    tag = f" {config.tag_field or ''}={config.tag!r}" if config.tag is not None else ""
    closed = " closed" if config.forbid_unknown_fields else ""
    return f"struct {form}{tag}{closed}: {' '.join(found.__struct_encode_fields__)}"


def subclasses(base: type[Base]) -> Iterator[type[Base]]:
    """Yield every class below a base, each once."""
    seen: set[type[Base]] = set()
    waiting = [base]
    while waiting:
        for found in waiting.pop().__subclasses__():
            if found not in seen:
                seen.add(found)
                waiting.append(found)
                yield found


def tables() -> list[sqlalchemy.Table]:
    """Return every table of a database that a module of ours names, each once."""
    ours = [module for name, module in sys.modules.items() if name.split(".")[0] in OURS]
    found = [
        value for module in ours for value in vars(module).values() if isinstance(value, sqlalchemy.Table)
    ]
    return list({id(table): table for table in found}.values())


def load_modules(package: ModuleType) -> None:
    """Import every module of a package, save programs, and those that need wasmtime and store nothing."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__") and ".wasm" not in module.name:
            importlib.import_module(module.name)


if __name__ == "__main__":
    FORMS.write_text("\n".join(encoded_forms()) + "\n", encoding="utf-8")
