"""Targets that read: messages, decks, banlists, card databases, lines, scenarios, settings, links, records.

Every refusal is one of ours, with a code that is documented and a sentence; what is accepted comes out the
same when it is written and read again.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from client.fairness import Record
from client.verdict import verify
from server.config import read_config
from server.openings import open_file
from shared import banlists, codec, decks, edopro, links
from shared.cards import bundled
from shared.errors import Code, FacedownError
from shared.formats import FORMATS
from shared.messages import Answer, Chat, FromClient, FromServer, Hello, Prompt, Settings
from tests.shared.databases import Printed, make

CODES = frozenset(Code)
CLIENT, SERVER = FromClient.__args__, FromServer.__args__
FOLDER = Path(tempfile.gettempdir())


def refused(read: Callable[[], object]) -> bool:
    """Whether this is refused as it should be. Anything else that is raised is a find."""
    refusal: FacedownError | None = None
    try:
        read()
    except FacedownError as raised:
        refusal = raised
    if refusal is None:
        return False
    assert refusal.code in CODES
    assert str(refusal).strip()
    assert "\n" not in str(refusal)
    assert len(str(refusal)) < 2_000, "a refusal is a sentence"
    return True


def _take(found: list[Any], decode: Callable[[bytes], object], data: bytes) -> None:
    found.append(decode(data))


def codec_target(data: bytes) -> None:
    """Only messages are accepted, and each is the same once more."""
    for decode, kinds in ((codec.decode_from_client, CLIENT), (codec.decode_from_server, SERVER)):
        found: list[Any] = []
        if not refused(partial(_take, found, decode, data)):
            assert type(found[0]) in kinds
            again = codec.encode(found[0])
            assert decode(again) == found[0] or "nan" in repr(found[0])


def deck_target(data: bytes) -> None:
    """A deck's text: what is read can be written both ways, and checked in every format."""
    text = data.decode("utf-8", "surrogateescape")
    found: list[decks.Deck] = []
    if refused(lambda: found.append(decks.read(text, bundled()))):
        return
    (deck,) = found
    for written in (decks.to_ydk(deck), decks.to_ydke(deck)):
        assert decks.read(written).parts == deck.parts
    for rules in FORMATS.values():
        assert all(isinstance(reason, str) for reason in decks.check(deck, rules, bundled()))


def banlist_target(data: bytes) -> None:
    """A banlist."""
    text = data.decode("utf-8", "surrogateescape")
    refused(lambda: banlists.read(text))


def database_target(data: bytes) -> None:
    """A card database of EDOPro: cards or a sentence, whatever SQLite makes of it."""
    path = FOLDER / f"facedown-fuzz-{os.getpid()}.cdb"
    path.write_bytes(data)
    found: list[object] = []
    if not refused(lambda: found.extend(edopro.read_database(path))):
        for facts in found:
            assert msgspec.json.decode(msgspec.json.encode(facts), type=type(facts)) == facts


def line_target(data: bytes) -> None:
    """A kept line or a scenario, as a table is opened with it."""
    text = data.decode("utf-8", "surrogateescape")[:30_000]
    refused(lambda: open_file(text, bundled()))


def settings_target(data: bytes) -> None:
    """A settings file, and the same bytes as a variable of the environment."""
    path = FOLDER / f"facedown-fuzz-{os.getpid()}.toml"
    path.write_bytes(data)
    refused(lambda: read_config(path, {}))
    text = data.decode("utf-8", "replace")
    for name in ("FACEDOWN_PORT", "FACEDOWN_BIND", "FACEDOWN_PUBLIC_URL", "FACEDOWN_MESSAGES_PER_SECOND"):
        refused(partial(read_config, None, {name: text}))


def link_target(data: bytes) -> None:
    """A link or a code as somebody pastes it; what is read leads to the same place when written."""
    text = data.decode("utf-8", "surrogateescape")
    found: list[links.Link] = []
    if not refused(lambda: found.append(links.parse_link(text))):
        assert links.parse_link(str(found[0])) == found[0]


def record_target(data: bytes) -> None:
    """The record of a match: a verdict in one line, whatever it says."""
    try:
        record = msgspec.json.decode(data, type=Record)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return
    assert verify(record).line.startswith("Shuffles")


def messages() -> list[bytes]:
    """Some real messages to begin with."""
    said = (Hello("Wren"), Answer(17, (3, 4)), Chat("hello"), Prompt(3, "turn", "Choose."))
    return [codec.encode(message) for message in said] + [msgspec.msgpack.encode(Settings())]


def databases() -> list[bytes]:
    """A small card database, and one that is none."""
    cards = [Printed(1, "One"), Printed(2, "Two", sets=0x42)]
    path = make(FOLDER / f"facedown-seed-{os.getpid()}.cdb", cards)
    data = path.read_bytes()
    path.unlink()
    return [data, data[:100], b"SQLite format 3\0"]


def texts(*written: str) -> list[bytes]:
    """Texts as bytes."""
    return [text.encode() for text in written]


def some_decks() -> list[bytes]:
    """A deck in every form."""
    ready = next(iter(decks.ready_decks().values())).deck
    return texts(
        decks.to_ydk(ready), decks.to_ydke(ready), "#main\n46986414\n!side\n5318639 x\n", "ydke://!!!"
    )


def some_lines() -> list[bytes]:
    """Scenarios and a kept line."""
    folder = Path(__file__).parents[1] / "scenarios"
    return [path.read_bytes() for path in sorted(folder.glob("*.json"))[:4]] + texts("#facedown line\n")
