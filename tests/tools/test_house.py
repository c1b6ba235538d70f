"""The picture of the house: drawn from the imports of a made-up one."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.arch.test_imports import put
from tools import house

TREE = {
    "server/facedown_server/__main__.py": "from facedown_server.app import run\n",
    "server/facedown_server/app.py": "import trio\nfrom facedown_server.room import Room\n"
    "from facedown_server.table import State\n",
    "server/facedown_server/clock.py": "def late():\n    import facedown_server.table.state\n",
    "server/facedown_server/room/__init__.py": "from facedown_server.table.state import State\n",
    "server/facedown_server/table/__init__.py": "",
    "server/facedown_server/table/state.py": "from facedown_shared.view import View\n",
    "client/facedown_client/bot.py": "import facedown_shared.view\n",
    "shared/facedown_shared/view.py": "",
    "proofs/rules.py": "from facedown_server import app\nfrom facedown_shared import view\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A house of five wings, one of them empty."""
    for path, text in TREE.items():
        put(tmp_path, path, text)
    return tmp_path


def test_a_wing_has_its_rows_and_the_arrows_that_nothing_implies(tree: Path) -> None:
    lines, inside = house.rows(house.rooms(tree), "facedown_server")
    assert lines == [["__main__.py"], ["app.py"], ["clock.py", "room"], ["table"]]
    assert inside["app.py"] == {"room", "table"}
    assert house.arrows(inside) == [
        ("__main__.py", "app.py"),
        ("app.py", "room"),
        ("clock.py", "table"),
        ("room", "table"),
    ]


def test_single_files_of_one_height_share_a_box_and_a_circle_has_one_height(tree: Path) -> None:
    put(tree, "server/facedown_server/world.py", "")
    put(tree, "server/facedown_server/table/state.py", "import facedown_server.room\n")
    put(tree, "server/facedown_server/logs.py", "")
    lines, inside = house.rows(house.rooms(tree), "facedown_server")
    assert lines == [["__main__.py"], ["app.py, clock.py"], ["logs.py, world.py", "room", "table"]]
    assert {("room", "table"), ("table", "room")} <= set(house.arrows(inside))


def test_the_picture_is_whole_and_the_same_each_time(tree: Path) -> None:
    drawn = house.draw(house.rooms(tree))
    assert drawn == house.draw(house.rooms(tree))
    page = ElementTree.fromstring(drawn)  # noqa: S314 - we drew it
    kind = {"{http://www.w3.org/2000/svg}text": "said", "{http://www.w3.org/2000/svg}path": "lines"}
    said = {node.text for node in page.iter() if kind.get(node.tag) == "said"}
    assert said == {"tools", "proofs", "facedown_client", "facedown_server", "facedown_shared"} | {
        *("rules.py", "bot.py", "view.py", "__main__.py", "app.py", "clock.py", "room", "table")
    }
    within, between, tip = 4, 3, 1
    """proofs to server, server to shared, client to shared; what proofs use of shared is implied."""
    assert sum(kind.get(node.tag) == "lines" for node in page.iter()) == within + between + tip


def test_the_command_draws_this_house(tmp_path: Path) -> None:
    house.main([str(tmp_path / "house.svg")])
    assert ">games</text>" in (tmp_path / "house.svg").read_text(encoding="utf-8")
