"""The imports of the checkout, and the proof that the checks find a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch import imports
from tests.arch.source import HOUSE, ROOT, Module, hold


def put(root: Path, path: str, text: str) -> None:
    """Write one file of a sample checkout."""
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")


def test_imports_point_one_way() -> None:
    hold(imports.check_imports(ROOT))


def test_cards_import_only_script() -> None:
    hold(imports.check_cards(ROOT))


def test_every_module_the_laws_name_exists() -> None:
    hold(imports.check_named(ROOT))


def test_every_folder_is_a_package() -> None:
    hold(imports.check_packages(ROOT))


MISTAKES = [
    ("shared/facedown_shared/tables/view.py", "from facedown_server.table.state import State\n"),
    ("shared/facedown_shared/tables/view.py", "import facedown_client.model.model\n"),
    ("shared/facedown_shared/tables/view.py", "import time\n"),
    (
        "shared/facedown_shared/tables/diff.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import facedown_server.table.state\n",
    ),
    ("server/facedown_server/room/room.py", "from facedown_client import model\n"),
    ("server/facedown_server/service/app.py", "from proofs.recovery import kill_points\n"),
    ("shared/facedown_shared/tables/view.py", "import tools.samples\n"),
    ("client/facedown_client/text.py", "def late():\n    from proofs import play\n"),
    ("proofs/play/player.py", "import random\n"),
    ("server/facedown_server/room/room.py", "def late():\n    import facedown_client\n"),
    ("server/facedown_server/room/room.py", "import pygame\n"),
    ("server/facedown_server/room/room.py", "import time\n"),
    ("server/facedown_server/room/room.py", "from secrets import token_bytes\n"),
    ("server/facedown_server/room/room.py", "import os\nkey = os.urandom(16)\n"),
    ("server/facedown_server/room/room.py", "import msgspec\nbytes_ = msgspec.msgpack.encode(1)\n"),
    ("server/facedown_server/storage/store.py", "import msgpack\n"),
    ("server/facedown_server/storage/store.py", "from msgspec import msgpack\n"),
    ("server/facedown_server/room/session.py", "from facedown_server.games.duel.engine import DuelReferee\n"),
    ("server/facedown_server/room/session.py", "from ..games.duel import engine\n"),
    ("server/facedown_server/network/relay/relay.py", "from facedown_server.room import inbox\n"),
    (
        "server/facedown_server/room/people/seats.py",
        "from facedown_server.room.replays import replay_maker\n",
    ),
    ("server/facedown_server/room/people/table_context.py", "def late():\n    from ..room import Room\n"),
    ("client/facedown_client/bot/bot.py", "import facedown_server\n"),
    ("client/facedown_client/model/words/text.py", "import pygame\n"),
    ("client/facedown_client/model/model.py", "import trio\n"),
    ("client/facedown_client/window/scenes/duel/scene.py", "from facedown_client.connection import link\n"),
    ("client/facedown_client/window/scenes/duel/scene.py", "from ....connection.link import Link\n"),
    ("client/facedown_client/window/scenes/duel/scene.py", "import trio\n"),
    ("server/facedown_server/games/duel/turn.py", "import os\n"),
    ("server/facedown_server/games/duel/turn.py", "import logging\n"),
    ("server/facedown_server/games/duel/cards/one.py", "import random\n"),
    ("server/facedown_server/games/manual/hand.py", "from datetime import datetime\n"),
    ("server/facedown_server/refereeing/match.py", "import trio\n"),
    ("server/facedown_server/table/ops.py", "import uuid\n"),
    ("server/facedown_server/table/ops.py", "from facedown_server.room.room import Room\n"),
    ("server/facedown_server/table/random_streams.py", "import time\n"),
]


@pytest.mark.parametrize(("path", "text"), MISTAKES)
def test_a_wrong_import_is_seen(tmp_path: Path, path: str, text: str) -> None:
    put(tmp_path, path, text)
    assert any(path in complaint for complaint in imports.check_imports(tmp_path))


def test_a_wrong_import_is_seen_through_others(tmp_path: Path) -> None:
    put(
        tmp_path,
        "client/facedown_client/model/words/text.py",
        "from facedown_client.window.paint import FRAME\n",
    )
    put(tmp_path, "client/facedown_client/window/paint.py", "import pygame\n")
    assert imports.check_imports(tmp_path) == [
        (
            "client/facedown_client/model/words/text.py:1: "
            "reaches pygame through facedown_client.window.paint: "
            "only facedown_client.window has a window"
        )
    ]


def test_what_is_allowed_is_let_pass(tmp_path: Path) -> None:
    put(tmp_path, "server/facedown_server/runtime/world.py", "import time\nimport secrets\n")
    put(tmp_path, "server/facedown_server/table/random_streams.py", "import random\n")
    put(
        tmp_path,
        "server/facedown_server/room/room.py",
        "import trio\nimport msgspec\nfrom facedown_shared.tables.view import View\nmsgspec.json\n",
    )
    put(
        tmp_path,
        "shared/facedown_shared/protocol/codec.py",
        "import msgpack\nimport msgspec\nmsgspec.msgpack.encode(1)\n",
    )
    put(tmp_path, "shared/facedown_shared/tables/view.py", "from facedown_shared.tables.zones import Place\n")
    put(tmp_path, "client/facedown_client/connection/link.py", "import trio\n")
    put(tmp_path, "client/facedown_client/window/scenes/duel/scene.py", "import pygame\n")
    assert imports.check_imports(tmp_path) == []


def test_a_card_that_reaches_further_is_seen(tmp_path: Path) -> None:
    put(tmp_path, "server/facedown_server/games/duel/cards/__init__.py", "import importlib\n")
    put(
        tmp_path,
        "server/facedown_server/games/duel/cards/one.py",
        "from facedown_server.games.duel.script import destroy\n",
    )
    assert imports.check_cards(tmp_path) == []
    put(tmp_path, "server/facedown_server/games/duel/cards/two.py", "from facedown_server.table import ops\n")
    assert imports.check_cards(tmp_path) == [
        (
            "server/facedown_server/games/duel/cards/two.py:1: uses facedown_server.table.ops: "
            "a card imports only facedown_server.games.duel.script"
        )
    ]


def test_a_missing_module_and_a_missing_package_are_seen(tmp_path: Path) -> None:
    put(tmp_path, "shared/facedown_shared/tables/view.py", "")
    assert "facedown_server.table.ops: named by a law, and not there" in imports.check_named(tmp_path)
    assert imports.check_packages(tmp_path) == ["shared/facedown_shared/tables: has no __init__.py"]


def test_relative_imports_are_resolved(tmp_path: Path) -> None:
    put(tmp_path, "server/facedown_server/games/duel/__init__.py", "from .turn import Turn\n")
    put(
        tmp_path,
        "server/facedown_server/games/duel/turn.py",
        "from ...table import ops\nfrom . import chain\n",
    )
    package = Module(tmp_path, tmp_path / "server/facedown_server/games/duel/__init__.py")
    turn = Module(tmp_path, tmp_path / "server/facedown_server/games/duel/turn.py")
    assert [used for _, used in package.uses] == ["facedown_server.games.duel.turn.Turn"]
    assert [used for _, used in turn.uses] == [
        "facedown_server.table.ops",
        "facedown_server.games.duel.chain",
    ]


ROUNDS = [
    "from facedown_server.games.duel.turn import turn",
    (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    "
        "from facedown_server.games.duel.turn.turn import TurnRecord"
    ),
    "def late():\n    from facedown_server.games.duel.turn.turn import play\n    return play",
    "import facedown_server.games.duel.turn.turn",
]


@pytest.mark.parametrize("text", ROUNDS)
def test_a_circle_is_seen_however_it_is_closed(tmp_path: Path, text: str) -> None:
    put(tmp_path, "server/facedown_server/games/duel/turn/__init__.py", "")
    put(
        tmp_path,
        "server/facedown_server/games/duel/turn/turn.py",
        "from facedown_server.games.duel.chain import chain\n",
    )
    put(
        tmp_path,
        "server/facedown_server/games/duel/chain.py",
        "from facedown_server.games.duel.core import words\n",
    )
    put(tmp_path, "server/facedown_server/games/duel/core/words.py", "")
    put(tmp_path, "server/facedown_server/games/duel/core/__init__.py", "")
    assert imports.check_circles(tmp_path, "facedown_server") == []
    put(tmp_path, "server/facedown_server/games/duel/core/words.py", f"{text}\n")
    (complaint,) = imports.check_circles(tmp_path, "facedown_server")
    assert "imports itself by way of" in complaint


@pytest.mark.parametrize("package", [*HOUSE, "benchmarks"])
def test_no_modules_go_round_in_a_circle(package: str) -> None:
    hold(imports.check_circles(ROOT, package))


@pytest.mark.parametrize("package", [*HOUSE, "benchmarks"])
def test_no_folders_go_round_in_a_circle(package: str) -> None:
    hold(imports.check_folder_circles(ROOT, package))


FOLDER_ROUNDS = [
    ("b/two.py", "from facedown_client.model.a import one\n", "facedown_client.model"),
    ("b/deep/two.py", "def late():\n    from ...a.one import One\n", "facedown_client.model"),
    ("a/deep/two.py", "import facedown_client.model.a.one\n", "facedown_client.model.a"),
    ("alone.py", "from .a import one\n", "facedown_client.model"),
]
"""A file that closes a circle of folders though not of modules, and the folder in which it is one."""


@pytest.mark.parametrize(("path", "text", "folder"), FOLDER_ROUNDS)
def test_a_circle_of_folders_is_seen_at_every_depth(
    tmp_path: Path, path: str, text: str, folder: str
) -> None:
    place = "client/facedown_client/model"
    for file, used in (
        ("a/__init__.py", "from facedown_client.model.a import one, two\n"),
        ("a/one.py", "from facedown_client.model.a.deep import one\n"),
        ("a/two.py", "from facedown_client.model.b.one import One\nimport facedown_client.model.alone\n"),
        ("a/deep/one.py", ""),
        ("b/one.py", ""),
        ("alone.py", "import facedown_client.model.b.one\n"),
    ):
        put(tmp_path, f"{place}/{file}", used)
    assert imports.check_folder_circles(tmp_path, "facedown_client") == []
    put(tmp_path, f"{place}/{path}", text)
    (complaint,) = imports.check_folder_circles(tmp_path, "facedown_client")
    assert complaint.startswith(f"{folder}: ")
    assert "imports itself by way of" in complaint


def test_groups_import_as_the_table_says() -> None:
    hold(imports.check_groups(ROOT))
    hold(imports.check_order(imports.GROUPS))


def test_packages_have_few_entries() -> None:
    hold(imports.check_entries(ROOT))


STRAY = [
    ("server/facedown_server/table/state.py", "from facedown_server.runtime.world import World\n"),
    ("server/facedown_server/refereeing/match.py", "from ..games import openings\n"),
    ("server/facedown_server/games/edopro/mirror.py", "from facedown_server.games.duel.core import Duel\n"),
    ("server/facedown_server/storage/store.py", "def late():\n    import facedown_server.room\n"),
    ("client/facedown_client/model/model.py", "import facedown_client.board.layout\n"),
    ("client/facedown_client/bot/bot.py", "from facedown_client import window\n"),
    ("shared/facedown_shared/tables/view.py", "from facedown_shared.protocol import messages\n"),
    ("shared/facedown_shared/misc/view.py", ""),
    ("server/facedown_server/games/chess/view.py", ""),
    ("server/facedown_server/room/people/seats.py", "from facedown_server.room.match import lifecycle\n"),
    ("server/facedown_server/room/broadcast/audience.py", "from ..match.runner import MatchRunner\n"),
    ("server/facedown_server/network/wire/acceptor.py", "import facedown_server.network.crowd.quotas\n"),
    ("server/facedown_server/service/nodes/node.py", "from facedown_server.service import app\n"),
    ("server/facedown_server/service/operating/backup.py", "from ..app import serve\n"),
]


@pytest.mark.parametrize(("path", "text"), STRAY)
def test_an_import_beyond_the_table_and_a_stray_group_are_seen(tmp_path: Path, path: str, text: str) -> None:
    put(tmp_path, path, text)
    assert imports.check_groups(tmp_path)
    assert all(complaint.startswith(f"{path}:") for complaint in imports.check_groups(tmp_path))


def test_what_the_table_allows_passes(tmp_path: Path) -> None:
    put(tmp_path, "server/facedown_server/__init__.py", "")
    put(
        tmp_path,
        "server/facedown_server/room/lobby.py",
        "from facedown_server.room import room\nimport trio\n",
    )
    put(tmp_path, "server/facedown_server/service/app.py", "from facedown_server import room, games\n")
    put(tmp_path, "client/facedown_client/window/a.py", "from ..board.layout import Layout\n")
    assert imports.check_groups(tmp_path) == []


def test_groups_that_import_each_other_are_seen() -> None:
    assert imports.check_order({"p": {"a": (), "b": ("a",), "c": ("a", "b")}}) == []
    assert imports.check_order({"p": {"a": ("b",), "b": ("a",)}}) == [
        "p.a imports p.b, which does not stand above it"
    ]
    assert imports.check_order({"p": {"a": ("gone",)}}) != []


def test_a_tenth_entry_is_seen(tmp_path: Path) -> None:
    for name in ("__init__", "__main__", "a", "b", "c", "d", "e", "f", "g", "h/one", "h/two", "i/one"):
        put(tmp_path, f"client/facedown_client/{name}.py", "")
    assert imports.check_entries(tmp_path) == []
    put(tmp_path, "client/facedown_client/j/one.py", "")
    assert imports.check_entries(tmp_path) == [
        "facedown_client has 10 entries, at most 9: a, b, c, d, e, f, g, h, i, j"
    ]


@pytest.mark.parametrize(
    ("path", "package"),
    [
        ("client/facedown_client", "facedown_client"), ("shared/facedown_shared", "facedown_shared"),
        ("proofs", "proofs"), ("tools", "tools"), ("benchmarks", "benchmarks"),
    ],
)  # fmt: skip
def test_a_circle_is_seen_in_every_package(tmp_path: Path, path: str, package: str) -> None:
    put(tmp_path, f"{path}/a.py", f"from {package} import b\n")
    put(tmp_path, f"{path}/b.py", f"from {package}.a import A\n")
    (complaint,) = imports.check_circles(tmp_path, package)
    assert "imports itself by way of" in complaint
