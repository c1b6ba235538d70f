"""The picture of the packages: drawn from the imports of a sample."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.arch.source import ROOT
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
    """Return a checkout of five wings, one of them empty."""
    for path, text in TREE.items():
        put(tmp_path, path, text)
    return tmp_path


def test_a_wing_has_its_rows_and_the_arrows_that_nothing_implies(tree: Path) -> None:
    """The program's own `__main__` is no box: it uses everything."""
    lines, inside = house.rows(house.rooms(tree), "facedown_server")
    assert lines == [["app.py"], ["clock.py", "room"], ["table"]]
    assert inside["app.py"] == {"room", "table"}
    assert house.arrows(inside) == [("app.py", "room"), ("clock.py", "table"), ("room", "table")]


def test_single_files_of_one_height_share_a_box_and_a_circle_has_one_height(tree: Path) -> None:
    put(tree, "server/facedown_server/world.py", "")
    put(tree, "server/facedown_server/table/state.py", "import facedown_server.room\n")
    put(tree, "server/facedown_server/logs.py", "")
    lines, inside = house.rows(house.rooms(tree), "facedown_server")
    assert lines == [["app.py, clock.py"], ["logs.py, world.py", "room", "table"]]
    assert {("room", "table"), ("table", "room")} <= set(house.arrows(inside))


def test_a_group_has_its_folders(tree: Path) -> None:
    put(tree, "server/facedown_server/room/people/seats.py", "")
    put(tree, "server/facedown_server/room/people/deep/down.py", "")
    put(tree, "server/facedown_server/room/match/clocks.py", "")
    assert house.folders(tree) == {"facedown_server.room": {"match", "people"}}
    assert texts(house.draw(house.rooms(tree), house.folders(tree))) >= {"room", "match, people"}


def texts(drawn: str) -> set[str | None]:
    """Return every text of a picture."""
    page = ElementTree.fromstring(drawn)  # noqa: S314 - we drew it
    return {node.text for node in page.iter("{http://www.w3.org/2000/svg}text")}


def test_the_picture_is_whole_and_the_same_each_time(tree: Path) -> None:
    """A folder that runs from a checkout is one box: its folders are no part of the architecture."""
    drawn = house.draw(house.rooms(tree), house.folders(tree))
    assert drawn == house.draw(house.rooms(tree), house.folders(tree))
    assert texts(drawn) == {
        *("tools", "proofs", "facedown_client", "facedown_server", "facedown_shared"),
        *("bot.py", "view.py", "app.py", "clock.py", "room", "table"),
    }
    within, between, tip = 3, 3, 1
    """proofs to server, server to shared, client to shared; what proofs use of shared is implied."""
    page = ElementTree.fromstring(drawn)  # noqa: S314 - we drew it
    assert len([*page.iter("{http://www.w3.org/2000/svg}path")]) == within + between + tip


def test_no_box_lies_on_another(tmp_path: Path) -> None:
    house.main([str(tmp_path / "house.svg")])
    page = ElementTree.fromstring((tmp_path / "house.svg").read_text(encoding="utf-8"))  # noqa: S314
    for kind in ("box", "wing"):
        found = [
            tuple(float(node.get(key, "")) for key in ("x", "y", "width", "height"))
            for node in page.iter("{http://www.w3.org/2000/svg}rect")
            if node.get("class") == kind
        ]
        assert len(found) > 4
        for (x1, y1, wide1, high1), (x2, y2, wide2, high2) in combinations(found, 2):
            assert x1 + wide1 < x2 or x2 + wide2 < x1 or y1 + high1 < y2 or y2 + high2 < y1


def test_the_picture_on_the_page_is_that_of_this_tree(tmp_path: Path) -> None:
    """Fixed by `python -m tools.house`."""
    house.main([str(tmp_path / "house.svg")])
    drawn = (tmp_path / "house.svg").read_text(encoding="utf-8")
    assert drawn == (ROOT / house.PICTURE).read_text(encoding="utf-8")
    assert texts(drawn) >= {"games", "duel, edopro, manual, scenarios"}
