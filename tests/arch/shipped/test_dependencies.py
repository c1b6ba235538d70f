"""Declared and imported packages are the same; and the check finds missing and superfluous ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch.shipped import dependencies
from tests.arch.source import ROOT, hold
from tests.arch.test_imports import put

PROJECT = """\
[project]
dependencies = ["trio>=0.30", "msgspec; python_version > '3'"]
[project.optional-dependencies]
client = ["pygame-ce"]
router = ["async-upnp-client"]
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a checkout that imports what it declares."""
    put(tmp_path, "pyproject.toml", PROJECT)
    put(
        tmp_path,
        "server/facedown_server/service/app.py",
        "import os\nimport trio\ndef f():\n    from async_upnp_client import x\n",
    )
    put(
        tmp_path,
        "client/facedown_client/window/paint.py",
        "import pygame.font\nfrom facedown_shared.tables.view import View\n",
    )
    put(
        tmp_path,
        "shared/facedown_shared/tables/view.py",
        "from msgspec import Struct\nfrom .zones import Zone\n",
    )
    return tmp_path


def test_what_is_declared_is_what_is_imported() -> None:
    hold(dependencies.check_dependencies(ROOT))


def test_a_house_in_order_is_let_pass(house: Path) -> None:
    assert dependencies.check_dependencies(house) == []


@pytest.mark.parametrize(
    ("path", "text", "complaint"),
    [
        (
            "server/facedown_server/new.py",
            "import ifaddr\n",
            "server/facedown_server/new.py:1: imports ifaddr, which facedown_server does not declare",
        ),
        (
            "server/facedown_server/new.py",
            "def f():\n    import pygame\n",
            "server/facedown_server/new.py:1: imports pygame, which facedown_server",
        ),
        (
            "shared/facedown_shared/new.py",
            "from async_upnp_client import x\n",
            "shared/facedown_shared/new.py:1: imports async_upnp_client",
        ),
        (
            "client/facedown_client/new.py",
            "import heard_of_by_nobody\n",
            "client/facedown_client/new.py:1: imports heard_of_by_nobody",
        ),
        (
            "client/facedown_client/terminal/new.py",
            "def f():\n    import pygame\n",
            "client/facedown_client/terminal/new.py:1: imports pygame, which facedown_client does not",
        ),
        ("shared/facedown_shared/tables/view.py", "", "msgspec is declared"),
        ("client/facedown_client/window/paint.py", "", "pygame-ce is declared"),
    ],
)
def test_a_mistake_is_seen(house: Path, path: str, text: str, complaint: str) -> None:
    put(house, path, text)
    (found,) = dependencies.check_dependencies(house)
    assert found.startswith(complaint)
