"""Encoding of messages to bytes and back: the only module that knows MessagePack, and the limits of a
message.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Any, get_args

import msgspec

from facedown_shared.cards.facts import Facts, every_game
from facedown_shared.protocol.brief_events import BriefEvent
from facedown_shared.protocol.messages import (
    FromClient,
    FromServer,
    Named,
    Said,
    ToClient,
    ToServer,
    Update,
    Whole,
)
from facedown_shared.tables import TABLES, View, VisibleEvent
from facedown_shared.tables.diff import CardEdit, Patch
from facedown_shared.text import Code, MalformedMessage, UnknownMessage, words

MAX_CLIENT_MESSAGE_BYTES = 524_288
"""Bytes of the largest message there is from a client: a saved line with thousands of steps."""

DEFAULT_CLIENT_MESSAGE_BYTES = 32_768
"""Bytes of the largest message that a server accepts by default (a deck's text is the largest)."""

MAX_SERVER_MESSAGE_BYTES = 4_194_304
"""Bytes of the largest message a client accepts."""

MAX_UPDATE_BYTES, MAX_SAID_BYTES = 1_048_576, 65_536
"""Bytes of the largest update and of the largest chat line a client accepts. Both are collected in a log."""

FIXARRAY_BITS = 0x90
"""The high bits of the first byte of a short list in MessagePack."""

ARRAY32 = b"\xdd"
"""The first byte of a list in MessagePack whose length stands in the next four."""

_encoder = msgspec.msgpack.Encoder()
_from_client: msgspec.msgpack.Decoder[FromClient] = msgspec.msgpack.Decoder(FromClient)
_from_server: msgspec.msgpack.Decoder[Named] = msgspec.msgpack.Decoder(Named)
_update = msgspec.msgpack.Decoder(Update)
_NAMES = {kind.__struct_config__.tag for kind in get_args(Named)}


class _MessageName(msgspec.Struct, frozen=True):
    m: str


_name = msgspec.msgpack.Decoder(_MessageName)
_events = msgspec.msgpack.Decoder(list[VisibleEvent])


def encode(message: ToServer | ToClient | Update, *, bundled: bool = True) -> bytes:
    """Return the bytes of a message. Rows of a View or a patch are in key order, which discloses nothing.

    `bundled`: whether its reader has the bundled card facts.
    """
    if isinstance(message, Update):
        return _encoder.encode(_short_update(message, bundled))
    if isinstance(message, Whole):
        view, codes = _wire_view(message.view, bundled=bundled)
        message = msgspec.structs.replace(message, view=view, bundled=codes)
    return _encoder.encode(message)


class _WholeWithLog(msgspec.Struct, frozen=True, tag_field="m", tag="whole", omit_defaults=True):
    """A `Whole` whose log is encoded already."""

    version: int
    view: View
    log: msgspec.Raw
    bundled: tuple[int, ...] = ()


def encode_whole(
    version: int, view: View, events: int, log: bytes | bytearray, *, bundled: bool = True
) -> bytes:
    """Return the bytes of a `Whole` with a log of so many events, encoded one after the other.

    A long log takes milliseconds to parse and to encode, and any client may request it after each act.
    """
    if not events:
        return encode(Whole(version, view), bundled=bundled)
    sent, codes = _wire_view(view, bundled=bundled)
    return _encoder.encode(_WholeWithLog(version, sent, msgspec.Raw(_list_head(events) + log), codes))


def _list_head(count: int) -> bytes:
    """Return the head of a MessagePack list with so many values."""
    if count < 16:
        return bytes((FIXARRAY_BITS | count,))
    if count < 65_536:
        return b"\xdc" + count.to_bytes(2, "big")
    return ARRAY32 + count.to_bytes(4, "big")


def _wire_view(view: View, *, bundled: bool) -> tuple[View, tuple[int, ...]]:
    """Return the View as it is sent, and the passcodes of the facts omitted from it."""
    view = view.in_order()
    facts, codes = _split_bundled(view.facts) if bundled else (view.facts, ())
    return msgspec.structs.replace(view, facts=facts), codes


def _split_bundled(facts: dict[int, Facts]) -> tuple[dict[int, Facts], tuple[int, ...]]:
    """Return the facts that do not come with the program, and the passcodes of the others."""
    strangers = {code: row for code, row in facts.items() if every_game().get(code) != row}
    return strangers, tuple(sorted(facts.keys() - strangers.keys()))


def _short_update(update: Update, bundled: bool) -> tuple[Any, ...]:
    """Return the lists an update consists of, each without the default values at its end."""
    patch = _trim_defaults(update.patch, _PATCH)
    if bundled and (rare := update.patch.rare) is not None and rare.facts:
        facts, codes = _split_bundled(rare.facts)
        patch = (*patch[:-1], msgspec.structs.replace(rare, facts=facts, bundled=codes))
    if update.patch.cards:
        patch = ([*map(_trim_defaults, update.patch.cards, repeat(_CARD))], *patch[1:])
    if update.steps or update.events:
        events = [*map(_trim_event, update.events)]
        return (
            (update.version, patch, events, update.steps) if update.steps else (update.version, patch, events)
        )
    return (update.version, patch)


def _default_values(kind: type[msgspec.Struct]) -> list[Any]:
    """Return the default values of a list, the last first, as far as there are any."""
    return [
        each.default if each.default_factory is msgspec.NODEFAULT else each.default_factory()
        for each in reversed(msgspec.structs.fields(kind)) if not each.required
    ]  # fmt: skip


def _trim_defaults(row: msgspec.Struct, usual: list[Any]) -> tuple[Any, ...]:
    values = msgspec.structs.astuple(row)
    length = len(values)
    for value in usual:
        if values[length - 1] != value:
            break
        length -= 1
    return values[:length]


_PATCH, _CARD, _EVENT = _default_values(Patch), _default_values(CardEdit), _default_values(BriefEvent)
_PLAIN_EVENT = tuple(reversed(_EVENT[:-1]))
"""The values behind kind and card of an event whose Views imply the rest, as of most events."""


def _trim_event(event: BriefEvent) -> tuple[Any, ...]:
    """Return the values of an event without the defaults at its end."""
    values = msgspec.structs.astuple(event)
    if values[1] and values[2:] == _PLAIN_EVENT:
        return values[:2]
    return _trim_defaults(event, _EVENT)


def encode_events(events: Iterable[VisibleEvent]) -> list[bytes]:
    """Return each of these events as bytes."""
    return [*map(_encoder.encode, events)]


def decode_events(count: int, data: bytes | bytearray) -> list[VisibleEvent]:
    """Return so many events that were encoded one after the other."""
    return _events.decode(_list_head(count) + data)


def fits_message(view: View) -> bool:
    """Return whether a View is small enough to be sent."""
    return len(_encoder.encode(view)) <= MAX_SERVER_MESSAGE_BYTES


def decode_from_client(data: bytes) -> FromClient:
    """Return the client's message encoded in these bytes.

    Raises Malformed.
    """
    if len(data) > MAX_CLIENT_MESSAGE_BYTES:
        raise MalformedMessage(words("message_too_large"), Code.TOO_LARGE)
    try:
        return _from_client.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedMessage(words("no_message")) from error


def is_update(data: bytes) -> bool:
    """Return whether these bytes of a server are an update: a list of up to 15 values."""
    return bool(data) and data[0] & 0xF0 == FIXARRAY_BITS


def decode_from_server(data: bytes) -> FromServer:
    """Return the server's message encoded in these bytes.

    Raises Malformed; UnknownMessage if its name is not one of ours.
    """
    try:
        if is_update(data):
            _limit_size(data, MAX_UPDATE_BYTES)
            return _with_bundled(_update.decode(data))
        _limit_size(data, MAX_SERVER_MESSAGE_BYTES)
        message = _from_server.decode(data)
        if isinstance(message, Said):
            _limit_size(data, MAX_SAID_BYTES)
        return _with_bundled(message)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, KeyError) as error:
        failure = UnknownMessage if _has_unknown_name(data) else MalformedMessage
        raise failure(words("server_no_message")) from error


def _limit_size(data: bytes, largest: int) -> None:
    """Raise MalformedMessage if there are more bytes."""
    if len(data) > largest:
        raise MalformedMessage(words("server_message_too_large"), Code.TOO_LARGE)


def _has_unknown_name(data: bytes) -> bool:
    """Return whether these bytes are a map with the name of a message that this version does not know."""
    try:
        return _name.decode(data).m not in _NAMES
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False


def _with_bundled(message: FromServer) -> FromServer:
    """Return the message with the facts of its passcodes.

    Raises KeyError for one that is not bundled, and for a View of an unknown table.
    """
    if isinstance(message, Whole):
        TABLES[message.view.table]
    if isinstance(message, Whole) and message.bundled:
        view = msgspec.structs.replace(
            message.view, facts=message.view.facts | _bundled_facts(message.bundled)
        )
        return msgspec.structs.replace(message, view=view, bundled=())
    if isinstance(message, Update) and (rare := message.patch.rare) is not None and rare.bundled:
        facts = dict(sorted((rare.facts | _bundled_facts(rare.bundled)).items()))  # as if they had been told
        rare = msgspec.structs.replace(rare, facts=facts, bundled=())
        return msgspec.structs.replace(message, patch=msgspec.structs.replace(message.patch, rare=rare))
    return message


def _bundled_facts(codes: tuple[int, ...]) -> dict[int, Facts]:
    return {code: every_game()[code] for code in codes}
