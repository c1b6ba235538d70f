"""The run-time dependencies in pyproject.toml are what the shipped code imports, and no more.

The base is all that the server, the code shared by both ends and the text client may import; the window may
import `client` too. The dependencies of an optional part of the server (`router`, `core`, `postgresql`,
`event`) are in an extra of its own.
"""

from __future__ import annotations

import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement

from tests.arch.shipped.locks import normalize_name
from tests.arch.source import PACKAGES, Module, modules

EXTRAS = {
    "facedown_server": ("router", "core", "postgresql", "event"),
    "facedown_client": (),
    "facedown_client.window": ("client",),
    "facedown_shared": (),
}
"""What each part may import besides the base."""

WINDOW = "facedown_client.window"

BROUGHT = {"aiohttp": "async-upnp-client"}
"""Imports that are another package's own API, and are installed with it."""


def check_dependencies(root: Path) -> list[str]:
    """Return imports that are not declared for their package, and declarations that nothing imports."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    base = _package_names(project["dependencies"])
    optional = project["optional-dependencies"]
    extras = {
        name: _package_names(optional.get(name, []))
        for name in ("client", "router", "core", "postgresql", "event")
    }
    complaints, used = [], set()
    for package in PACKAGES:
        for module in modules(root, package):
            part = WINDOW if module.name.startswith(WINDOW) else package
            allowed = base.union(*(extras[extra] for extra in EXTRAS[part]))
            for name in sorted(_foreign_imports(module)):
                used |= (found := _distributions(name))
                if not found & allowed:
                    complaints.append(module.at(1, f"imports {name}, which {part} does not declare"))
    unused = base.union(*extras.values()) - used
    return complaints + [f"{name} is declared, and nothing shipped imports it" for name in sorted(unused)]


def _foreign_imports(module: Module) -> set[str]:
    """Return top-level names that a module imports and that are neither Python's nor ours."""
    return {used.partition(".")[0] for _, used in module.uses} - sys.stdlib_module_names - {*PACKAGES}


def _distributions(name: str) -> set[str]:
    """Return the packages of an index that provide a module."""
    return {normalize_name(BROUGHT.get(name, found)) for found in _packages_by_module().get(name, [name])}


@cache
def _packages_by_module() -> dict[str, list[str]]:
    return dict(packages_distributions())


def _package_names(requirements: list[str]) -> set[str]:
    return {normalize_name(Requirement(requirement).name) for requirement in requirements}
