"""The documents stay true: the protocol names every message, code and event, and links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec
import pytest
from msgspec import Meta

import run
from facedown_shared.protocol.asking import WINDOWS
from facedown_shared.protocol.brief_events import WORDS
from facedown_shared.protocol.gestures import FIELD_MEANINGS
from facedown_shared.protocol.messages import SUBPROTOCOL, FromClient, FromServer
from facedown_shared.protocol.reasons import REASONS
from facedown_shared.protocol.visible_events import KINDS
from facedown_shared.tables import TABLES
from facedown_shared.text.errors import Code
from facedown_shared.text.words import Words
from tests.arch.source import PACKAGES, is_within, modules, path_of
from tests.ledger.pages import PAGE
from tools import protocol

ROOT = Path(__file__).parents[1]
FOLDERS = ("server", "client", "shared", "proofs", "tools", "tests")
PROTOCOL = (ROOT / "docs" / "reference" / "protocol.md").read_text(encoding="utf-8")
MADE = ROOT / PAGE
"""A page that a command writes; it is not committed (tests/ledger)."""
PAGES = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")} - {MADE})


def test_the_tables_of_the_protocol_are_those_of_the_types() -> None:
    """Fixed by `python -m tools.protocol`."""
    assert protocol.page(PROTOCOL) == PROTOCOL
    assert set(re.findall("<!-- table: (.+) -->", PROTOCOL)) == {
        "requests", "gestures", "fields", "answers", "windows", "reasons", "zones", "events", "codes",
        "parts",
    }  # fmt: skip


def test_the_tables_name_every_message_code_and_event_and_their_fields() -> None:
    tables = re.findall(r"<!-- table: \w+ -->(.+?)<!-- end -->", PROTOCOL, re.DOTALL)
    row = re.compile(r"^- `(\w\w+)(.*\w.*)$", re.MULTILINE)
    requests, answers, windows, reasons, zones, fields, gestures, events, codes, parts = (
        dict(row.findall(table)) for table in tables
    )
    assert (set(events), set(codes)) == (set(KINDS), set(Code))
    assert set(zones) == set(TABLES)
    assert set(fields) == set(FIELD_MEANINGS) == set(protocol.COMMON_FIELDS)
    assert (set(windows), set(reasons)) == ({row.what for row in WINDOWS}, set(REASONS))
    assert {"View", "Patch", "VisibleCard", "Option", "Words"} <= set(parts)
    messages = {protocol.TAGS[kind.__name__]: kind for kind in get_args(FromClient) + get_args(FromServer)}
    assert {*requests, *answers, *gestures} == set(messages)
    parts_by_name = {part.__name__: part for part in protocol.parts()}
    for name, row in (requests | answers | gestures | parts).items():
        kind = (messages | parts_by_name)[name]
        assert all(re.search(rf"\b{key}\b", row) for key in kind.__struct_encode_fields__), row


@pytest.mark.parametrize(
    ("field", "said"),
    [
        (str, "text"), (Annotated[str, Meta(max_length=9)], "text(9)"), (int | None, "number?"),
        (Annotated[str, Meta(min_length=2, max_length=9)], "text(2–9)"), (Words, "Words"),
        (Annotated[int, Meta(ge=-1, le=1)], "-1..1"), (Literal["b", "a"], '"a"/"b"'),
        (Annotated[int, Meta(ge=0, le=1_000_000_000)], "number"),
        (Annotated[int, Meta(ge=0, le=4_294_967_295)], "0..4,294,967,295"),
        (Annotated[str, Meta(pattern=r"^(b|a)\Z")], '"b"/"a"'), (tuple[int, bool], "[number, bool]"),
        (Annotated[tuple[bytes, ...], Meta(max_length=3)], "bytes[3]"),
        (tuple[int | str, ...], "(number or text)[]"), (dict[str, float], "{text: seconds}"),
    ],
)  # fmt: skip
def test_a_field_is_what_its_type_says(field: object, said: str) -> None:
    assert protocol.value_of(msgspec.inspect.type_info(field)) == said


def test_the_subprotocol_is_named() -> None:
    assert f"`{SUBPROTOCOL}`" in PROTOCOL


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_are_those_of_somebody_with_a_clone(page: Path) -> None:
    """Seen to fail: `facedown verify` and `facedown-server …` exist only where a package is installed."""
    said = page.read_text(encoding="utf-8")
    known = {*run.commands(), "setup"}
    assert not set(re.findall(r"python3? (?:\S*/)?run\.py ([a-z]+)\b", said)) - known
    if page.parent.name != "host":  # whose pages give its name in a container
        assert not re.findall(rf"`facedown (?:{'|'.join(known)})\b|facedown-server ", said)


HOUSE = (ROOT / "docs" / "develop" / "architecture.md").read_text(encoding="utf-8")


def test_the_page_of_the_architecture_names_what_is_there() -> None:
    """Files in braces and with a star, too."""
    named = {
        f"{before}{middle}{after}"
        for before, choices, after in re.findall(r"`([a-z]+/[\w./*-]*)(?:\{([\w,]+)\})?([\w./*]*)`", HOUSE)
        if before.partition("/")[0] in FOLDERS
        for middle in choices.split(",")
    }
    assert len(named) > 90
    assert not [path for path in sorted(named) if not list(ROOT.glob(path.rstrip("/")))]


def test_the_page_of_the_architecture_lists_every_group_and_what_it_imports() -> None:
    """Seen to fail: five folders of a package were in no list, and none named its allowed imports."""
    rows = re.findall(r"^\| `(\w+)/(facedown_\w+)/(\w+)(?:/|\.py)` \| .+ \| (.*) ?\|$", HOUSE, re.MULTILINE)
    allowed: dict[str, dict[str, set[str]]] = {package: {} for package in PACKAGES}
    for _, package, group, said in rows:
        above = allowed[package]
        lower = {*above} if "all of these" in said else {*re.findall(r"`(\w+)`", said)}
        assert lower <= above.keys(), f"{package}.{group} imports what stands above it"
        above[group] = lower
    for package, groups in allowed.items():
        folder = ROOT / path_of(package)
        assert groups.keys() >= {path.parent.name for path in folder.glob("*/__init__.py")}
        assert all((folder / name).is_dir() or (folder / f"{name}.py").is_file() for name in groups)
        for module in modules(ROOT, package):
            _, group, *_ = (*module.name.split("."), "")
            for line, used in module.uses if group in groups else ():
                other = used.removeprefix(f"{package}.").partition(".")[0] if is_within(used, package) else ""
                assert other not in groups or other in {group, *groups[group]}, module.at(line, used)


def test_the_words_of_events_are_on_the_protocols_page() -> None:
    """Seen to fail: clients in other languages had to read them in a Python file."""
    page = " ".join((ROOT / "docs/reference/protocol.md").read_text("utf-8").split())
    assert ", ".join(f"`{word}`" for word in WORDS) in page


def test_the_page_of_the_architecture_fits_three_pages() -> None:
    """A row for each group and for each kind of change, and sections of a few lines. Rows are as wide as
    their paths."""
    lines = HOUSE.splitlines()
    assert len(lines) <= 180
    assert max(len(line) for line in lines if not line.startswith("|")) <= 120
