"""The packages inside of the frozen program: which they are, which modules stay outside, and their licences.

Inside is what the game, its router support, EDOPro's core and events need at run time, and nothing that the
tools of developers brought into the environment.
"""

from __future__ import annotations

import re
import sys
import sysconfig
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = "facedown"
EXTRAS = ("client", "router", "core", "event")
LICENCE_FILE = re.compile(r"(^|/)(LICEN[CS]E|COPYING|NOTICE|LGPL)[^/]*(?<!\.py)(?<!\.pyc)$", re.IGNORECASE)
NOT_NEEDED = ("PIL", "numpy", "readline", "scipy", "tkinter")
"""Modules that a package imports if they are there. GNU readline is under the GPL, and nothing reads lines by
it.
"""


def bundled_packages(extras: tuple[str, ...] = EXTRAS) -> list[str]:
    """Return the names of all packages that ours needs at run time with these extras, without ours."""
    waiting: list[tuple[str, tuple[str, ...]]] = [(PROJECT, extras)]
    done: set[tuple[str, tuple[str, ...]]] = set()
    while waiting:
        name, wanted = entry = waiting.pop()
        if entry not in done:
            done.add(entry)
            needs = [Requirement(text) for text in distribution(name).requires or ()]
            waiting += [
                (canonicalize_name(need.name), tuple(sorted(need.extras)))
                for need in needs
                if _applies(need, wanted)
            ]
    return sorted({name for name, _wanted in done} - {PROJECT})


def _applies(needed: Requirement, extras: tuple[str, ...]) -> bool:
    return needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in ("", *extras))


def excluded_modules(extras: tuple[str, ...] = EXTRAS) -> list[str]:
    """Return the modules of this environment that stay out of a program with these extras."""
    inside = {*bundled_packages(extras), PROJECT}
    foreign = {
        module
        for module, names in packages_distributions().items()
        if module != "backports"  # a folder of several packages
        and not inside & {str(canonicalize_name(name)) for name in names}
    }
    return sorted({*foreign, *NOT_NEEDED})


def licence_of(package: Distribution) -> str:
    """Return the short name of a package's licence, as its metadata state it; "" if they state none."""
    about = package.metadata
    stated = next((about[field] for field in ("License-Expression", "License") if field in about), "")
    classified = [
        row.rpartition(" :: ")[2] for row in about.get_all("Classifier") or () if row.startswith("License ::")
    ]
    is_name = stated and "\n" not in stated and stated != "UNKNOWN"
    return stated if is_name else ", ".join(classified)


def licence_texts(package: Distribution) -> list[str]:
    """Return the licence files that a package brings."""
    paths = sorted(path for path in package.files or () if LICENCE_FILE.search(str(path)))
    return [Path(str(package.locate_file(path))).read_text(encoding="utf-8").strip() for path in paths]


def python_licence() -> str:
    """Return Python's own licence, or where to find it."""
    for folder in (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix)):
        for name in ("LICENSE.txt", "LICENSE"):
            if (folder / name).is_file():
                return (folder / name).read_text(encoding="utf-8").strip()
    return "The Python Software Foundation Licence: https://docs.python.org/3/license.html"


def notices() -> str:
    """Return the licences of all that is inside, as one text."""
    parts = [
        "Licences of the parts of this program. Its own is in LICENSE.",
        f"== Python {sys.version.split()[0]}\n\n{python_licence()}",
    ]
    for name in bundled_packages():
        package = distribution(name)
        texts = licence_texts(package) or ["It brings no text of its licence."]
        head = f"== {package.metadata['Name']} {package.version}: {licence_of(package)}"
        parts.append("\n\n".join([head, *texts]))
    return "\n\n\n".join(parts) + "\n"
