"""Messages of a hostile server: each differs from a proper one in one value, and can be decoded."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from facedown_shared.protocol.codec import decode_from_server, encode
from facedown_shared.protocol.messages import (
    AtTable,
    DeckReport,
    Ended,
    FromServer,
    LineText,
    LobbyRow,
    Moved,
    Nodes,
    Opened,
    Option,
    Pledge,
    Prompt,
    PromptOver,
    Refused,
    RelayRow,
    Relays,
    ReplayKept,
    Said,
    Seated,
    SeatInfo,
    Shares,
    TableInfo,
    Tables,
    Talk,
    ToClient,
    Update,
    Welcome,
    Whole,
)
from facedown_shared.tables.view import VisibleEvent
from facedown_shared.tables.zones import Place
from facedown_shared.text.errors import Code, MalformedMessage
from facedown_shared.text.words import words
from tests.client.views import small_board

TABLE = TableInfo("AB2-CDE", "master", 1, "duel", (SeatInfo("Wren", True), SeatInfo("Halvard", True)), duel=1)
LINK = "http://192.0.2.1:7777/t/AB2-CDE#seat=x"
CODES = (89631139, 46986414, 5318639)
OPTIONS = (Option("activate", card=1, words=words("plain", "x")), Option("pass"))
BOARD = small_board()
SEATED: tuple[FromServer, ...] = (Seated("AB2-CDE", 0, "t"), AtTable(TABLE), Whole(1, BOARD))
PROPER: tuple[ToClient | Update, ...] = (
    Welcome("Wren", "server", formats=("master",), banlists=("a",), nodes=("http://192.0.2.1:1",)),
    Tables((LobbyRow("AB2-CDE", "Wren", "master", 1, "gathering"),)),
    Seated("AB2-CDE", 0, "token", {"opponent": (("here", LINK),)}, "smart", pace="quick"),
    AtTable(replace(TABLE, stage="gathering", mode="half", proposal="pause 1", proposal_number=3)),
    AtTable(replace(TABLE, mode="free", step=3, steps=5, proposal="rewind 1 2", ticking=0, paused=True)),
    DeckReport(True, (words("plain", "x"),), 3, 40, ("Card",), (5,), (words("plain", "y"),), "#main\n", 5, 9),
    Whole(1, BOARD, (VisibleEvent("draw", 0, 1),)),
    Update.between(2, BOARD, replace(BOARD, turn=2, tallies={"0:life": 1, "1:life": 2}), ()),
    Prompt(1, "turn", words("plain", "x"), OPTIONS, back=True, usual=(0,), card=1),
    Prompt(2, "response", words("plain", "x"), OPTIONS, card=1, code=5),
    Prompt(3, "choice", options=tuple(Option("choose", code=code) for code in CODES), most=2, usual=(1,)),
    Prompt(4, "choice", words("plain", "x"), (Option("zone", place=Place(0, "monster", 1)),), card=1),
    Prompt(5, "choice", words("plain", "x"), declare=True, card=1),
    PromptOver(1), Said("Sid", "hello", -1), Said("Wren", "", 0, words("plain", "x")),
    Talk((Said("Sid", "b", 0),)), Refused(Code.NOT_NOW, words("plain", "x"), 1, "text"),
    LineText("a line", "text"), Nodes(("http://192.0.2.1:1",)), Moved("http://192.0.2.1:1", "AB2-CDE", 2),
    Ended(words("plain", "x")), ReplayKept("secret", 30, "key"), Relays((RelayRow(1, "relay", 2),)),
    Pledge({"deck0": b"x" * 32}, (b"a" * 32, b"b" * 32)), Shares((b"a" * 32, b"b" * 32)),
    Opened({"deck0": b"x" * 32}, {"coin": (1,)}),
)  # fmt: skip

TEXTS = (
    "", "x", "../../x", "A\0B", "x" * 5_000, "\u202eabc", "0", "-1", "1 2 3", "%s {x}", "pause", "rewind x y",
    "mode 1 moon", "9" * 50,
)  # fmt: skip
NUMBERS = (-1, 0, 1, 2, 7, 127, 255, 2**31, 2**53, 2**63 - 1, -(2**31), math.nan, 1e300)

Path = tuple[Any, ...]


def hostile_messages() -> Iterator[FromServer]:
    """Return every message with one value exchanged that a client decodes without an error."""
    for message in PROPER:
        plain = msgspec.msgpack.decode(encode(message), strict=False)
        for path in _paths(plain):
            for value in _other_values(_value_at(plain, path)):
                try:
                    yield decode_from_server(msgspec.msgpack.encode(_replace_value(plain, path, value)))
                except (MalformedMessage, TypeError, OverflowError):  # or it cannot be encoded
                    continue


def _paths(plain: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    if isinstance(plain, dict | list):
        for key, value in plain.items() if isinstance(plain, dict) else enumerate(plain):
            if (*path, key) != ("m",):
                yield from _paths(value, (*path, key))


def _value_at(plain: Any, path: Path) -> Any:
    for key in path:
        plain = plain[key]
    return plain


def _replace_value(plain: Any, path: Path, value: object) -> Any:
    if not path:
        return value
    changed = copy.deepcopy(plain)
    _value_at(changed, path[:-1])[path[-1]] = value
    return changed


def _other_values(value: Any) -> tuple[object, ...]:
    match value:
        case bool():
            return (not value,)
        case str():
            return TEXTS
        case int() | float():
            return NUMBERS
        case bytes():
            return b"", bytes(1_000)
        case list():
            return [], value * 3, [*value, *value[:1] * 50]
        case dict():
            return {}, {**value, "zz": 1}, {f"{key}x": each for key, each in value.items()}
        case _:
            return 0, "", [0, "hand", 0]
