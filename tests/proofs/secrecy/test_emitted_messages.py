"""Only what is on the one list is sent, shown, announced or logged; the list holds nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from facedown_server.events.live.requests import PageNews
from facedown_server.network.pages.gateway import Gateway
from facedown_server.network.pages.link_previews import PICTURES
from facedown_server.refereeing.referee import PromptKind
from facedown_server.runtime.logs import TOLD
from facedown_shared.network.announcements import properties
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import FromServer, LobbyRow, Refused
from facedown_shared.text.errors import Code
from proofs.secrecy import emitted_messages
from proofs.secrecy.emitted_messages import LISTED, names
from proofs.secrecy.server_harness import Letter
from tests.proofs.inserted import find_insertions

ROOT = Path(__file__).parents[3]
OF_THE_HOST = (
    "server/facedown_server/games/scenarios",
    "server/facedown_server/service/operating/run_files.py",
)
"""What runs in the host's own terminal and serves no clients."""


LOOK = "look at what it could tell, then write it into proofs/secrecy/emitted_messages.py"


def sources() -> Iterator[tuple[str, ast.AST]]:
    """Yield every source of the server by its module's name."""
    for path in sorted((ROOT / "server").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(OF_THE_HOST):
            yield (
                name[:-3].removeprefix("server/").replace("/", "."),
                ast.parse(path.read_text(encoding="utf-8")),
            )


def find_messages() -> dict[str, tuple[str, ...]]:
    """Return every message that the server makes: its class, and the modules that call it."""
    kinds = {kind.__name__ for kind in get_args(FromServer)}
    found: dict[str, list[str]] = {}
    for module, tree in sources():
        imported = {
            name.name for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "facedown_shared.protocol.messages"
            for name in node.names
        }  # fmt: skip
        called = {
            name.id for node in ast.walk(tree) if isinstance(node, ast.Call)
            for name in (node.func, getattr(node.func, "value", None)) if isinstance(name, ast.Name)
        }  # fmt: skip
        for kind in kinds & imported & called:
            found.setdefault(kind, []).append(module)
    return {kind: tuple(modules) for kind, modules in found.items()}


def find_log_lines() -> dict[str, set[str]]:
    """Return every log line of the server, by its first word, with its keys."""
    found: dict[str, set[str]] = {}
    for _, tree in sources():
        for node in ast.walk(tree):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="log")), args=[ast.Constant(value=str(line)), *_]
                ):
                    found.setdefault(line, set()).update(given.arg for given in node.keywords if given.arg)
    return found


def test_every_message_is_listed_with_where_it_is_made() -> None:
    assert find_messages() == emitted_messages.MESSAGES, LOOK


def test_every_code_and_kind_of_prompt_is_listed() -> None:
    assert set(emitted_messages.CODES) == set(Code), LOOK
    assert set(emitted_messages.PROMPTS) == set(PromptKind), LOOK


def test_every_line_of_the_log_is_listed() -> None:
    assert set(find_log_lines()) == set(emitted_messages.LOG_LINES), LOOK


def test_every_key_of_a_log_line_may_stand_on_one() -> None:
    left_out = {line: keys - TOLD - {"exc_info"} for line, keys in find_log_lines().items()}
    assert not {line: keys for line, keys in left_out.items() if keys}, "the line would not hold them"


def test_whatever_is_put_into_a_text_is_listed() -> None:
    assert find_insertions(ROOT) == emitted_messages.INSERTED, LOOK


def test_every_page_is_listed() -> None:
    sources = ("network/pages/gateway.py", "events/pages/routes.py")
    trees = [
        ast.parse(Path(ROOT / "server/facedown_server" / source).read_text(encoding="utf-8"))
        for source in sources
    ]
    paths = {
        node.value for tree in trees for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("/")
    } | PICTURES.keys()  # fmt: skip
    assert {path.partition("(")[0] for path in paths} == {
        path.partition("{")[0] for path in emitted_messages.PAGES
    }
    assert set(Gateway.__annotations__) == {
        "alone",
        "title",
        "describe",
        "rows",
        "package",
        "core",
        "nodes",
        "unreachable",
        "note",
        "event_links",
        "event_page",
        "public_url",
        "secure",
        "has_password",
    }


def test_what_the_pages_of_an_event_are_sent_is_listed() -> None:
    assert PageNews.__struct_fields__ == emitted_messages.EVENT_NEWS, LOOK


def test_what_the_network_is_told_is_listed() -> None:
    row = LobbyRow("ABC-DEF", "Anna", "master", 1, "duel")
    assert tuple(properties("here", row, secure=True)) == emitted_messages.ANNOUNCED


def test_what_the_proof_does_not_reach_is_on_the_list() -> None:
    assert set(emitted_messages.ELSEWHERE) <= LISTED


def test_something_new_would_be_noticed(tmp_path: Path) -> None:
    place = tmp_path / "server" / "facedown_server" / "room"
    place.mkdir(parents=True)
    (place / "new.py").write_text('raise Illegal(f"You hold {card.name}.")\n', encoding="utf-8")
    assert find_insertions(tmp_path) == {"facedown_server.room.new": ("card.name",)}
    letter = Letter(0.0, "anna", "binary", encode(Refused(Code.NOT_NOW, text="")))
    assert set(names(letter)) == {"message Refused", "code not_now"} <= LISTED
    assert not set(names(Letter(0.0, "log", "log", b'{"event": "hand dealt"}'))) <= LISTED
