"""The documents stay true: the protocol names every message, code and happening, and links lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import run
from shared.cards.facts import Facts, TokenPrint
from shared.cards.told_facts import Brought
from shared.diff import Patch
from shared.errors import Code
from shared.fairness import Trail
from shared.protocol.messages import SUBPROTOCOL, FromClient, FromServer, Option
from shared.protocol.table_settings import Clock, LobbyRow, SeatInfo, Settings, TableInfo
from shared.protocol.visible_events import KINDS
from shared.view import Pile, Seen, View, VisibleEvent, VisibleLink, Waiting
from shared.words import Words
from tests.ledger.pages import PAGE

ROOT = Path(__file__).parents[1]
FOLDERS = ("server", "client", "shared", "proofs", "tools", "tests")
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
MADE = ROOT / PAGE
"""A page that a command makes; it may be older than the tests it leads to (tests/ledger)."""
PAGES = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")} - {MADE})


def rows(heading: str) -> dict[str, str]:
    """The table beneath a heading: first column without its marks -> second column."""
    section = PROTOCOL.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    found = re.findall(r"^\| `([a-z_]{2,})` \|(.*)\|$", section, re.MULTILINE)
    return {name: said.strip() for name, said in found}


def tags(union: object) -> set[str]:
    """The names of the messages in a union, as they stand on the wire."""
    infos = (msgspec.inspect.type_info(kind) for kind in get_args(union))
    return {str(info.tag) for info in infos if isinstance(info, msgspec.inspect.StructType)}


def test_every_message_is_described() -> None:
    assert set(rows("From a client")) == tags(FromClient)
    assert set(rows("From a server")) == tags(FromServer)


def test_every_code_is_described() -> None:
    assert set(rows("Codes of refusals")) == {code.value for code in Code}


def test_every_happening_is_described_in_the_words_of_the_list() -> None:
    assert {kind: said.casefold() for kind, said in rows("Happenings").items()} == {
        kind: said.casefold() for kind, said in KINDS.items()
    }


PARTS: dict[str, type[msgspec.Struct]] = {
    "settings": Settings, "clock": Clock, "token": TokenPrint, "told": Brought, "row": LobbyRow,
    "info": TableInfo, "seat": SeatInfo, "option": Option, "words": Words, "view": View, "pile": Pile,
    "card": Seen, "link": VisibleLink, "asked": Waiting, "facts": Facts, "changes": Patch,
    "event": VisibleEvent, "trail": Trail,
}  # fmt: skip
"""What the protocol's description calls the parts of messages."""


def named(union: object) -> dict[str, type[msgspec.Struct]]:
    """The messages of a union by their names on the wire."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


def structs_of(messages: Iterable[type[msgspec.Struct]]) -> set[type[msgspec.Struct]]:
    """These and every struct in one of their fields, however deep."""
    open_, found = [msgspec.inspect.type_info(kind) for kind in messages], set[type[msgspec.Struct]]()
    while open_:
        info: object = open_.pop()
        if isinstance(info, msgspec.inspect.StructType) and info.cls in found:
            continue
        if isinstance(info, msgspec.inspect.StructType):
            found.add(info.cls)
        for name in ("fields", "type", "item_type", "item_types", "value_type", "types"):
            inner = getattr(info, name, ())
            open_ += inner if isinstance(inner, tuple) else (inner,)
    return found


@pytest.mark.parametrize(
    ("heading", "kinds"),
    [
        ("Messages of a client", named(FromClient)),
        ("Messages of a server", named(FromServer)),
        ("Parts of messages", PARTS),
    ],
)
def test_every_field_is_described(heading: str, kinds: dict[str, type[msgspec.Struct]]) -> None:
    """By the very keys that stand on the wire."""
    section = PROTOCOL.split(f"### {heading}\n", 1)[1].split("\n#", 1)[0]
    said = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.MULTILINE))
    found = {name: re.findall(r"`(\w+)`", fields) for name, fields in said.items()}
    assert found == {name: list(kind.__struct_encode_fields__) for name, kind in kinds.items()}


def test_no_part_of_a_message_is_left_out() -> None:
    messages = {*get_args(FromClient), *get_args(FromServer)}
    assert structs_of(messages) == {*PARTS.values(), *messages}


def test_the_subprotocol_is_named() -> None:
    assert f"`{SUBPROTOCOL}`" in PROTOCOL


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_are_those_of_somebody_with_a_clone(page: Path) -> None:
    """Seen to fail: `facedown verify` and `facedown-server …` are there only where a package is installed."""
    said = page.read_text(encoding="utf-8")
    known = {*run.COMMANDS, "setup"}
    assert not set(re.findall(r"python3? (?:\S*/)?run\.py ([a-z]+)\b", said)) - known
    if page.name != "hosting.md":  # which says what it is called in a container
        assert not re.findall(rf"`facedown (?:{'|'.join(known)})\b|facedown-server ", said)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_within_the_project_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


HOUSE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_page_of_the_house_names_what_is_there() -> None:
    named = {path for path in re.findall(r"`([a-z]+/[a-z_./]*)`", HOUSE) if path.partition("/")[0] in FOLDERS}
    assert len(named) > 40
    assert not [path for path in sorted(named) if not (ROOT / path).exists()]


def test_the_page_of_the_house_fits_two_pages() -> None:
    lines = HOUSE.splitlines()
    assert len(lines) <= 110
    assert max(map(len, lines)) <= 120
