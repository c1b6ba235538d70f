"""Every message survives encoding, an independent parser agrees on the bytes, garbage is only ever
Malformed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown_shared.cards.facts import Facts, every_game
from facedown_shared.protocol import codec
from facedown_shared.protocol.envelope import MAX_OPTIONS
from facedown_shared.protocol.gestures import Draw, Move
from facedown_shared.protocol.messages import (
    Answer,
    AutoPass,
    ChangeMode,
    Chat,
    CreateTable,
    FromClient,
    FromServer,
    Hello,
    JoinTable,
    Propose,
    Said,
    Settings,
    ToClient,
    ToServer,
    Update,
    UseDeck,
    Whole,
)
from facedown_shared.tables.diff import Patch, RareChanges
from facedown_shared.tables.view import MAX_CHAIN_LINKS, MAX_LASTING_EFFECTS, MAX_PILE_CARDS, View
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, Place
from facedown_shared.text.errors import Code, MalformedMessage, UnknownMessage
from facedown_shared.text.words import MAX_WORDS_DEPTH, join_words, words
from tests.shared.making import strategy_for

CLIENT = get_args(FromClient)
SERVER = get_args(FromServer)


def test_every_message_is_in_one_of_the_two_unions() -> None:
    assert set(CLIENT) == set(_leaf_classes(ToServer))
    assert set(SERVER) == {*_leaf_classes(ToClient), Update}


def _leaf_classes(kind: type[object]) -> Iterator[type[object]]:
    """Yield the classes derived from a class that have no subclasses."""
    for one in kind.__subclasses__():
        yield from _leaf_classes(one) if one.__subclasses__() else (one,)


@pytest.mark.parametrize("kind", CLIENT, ids=lambda kind: kind.__name__)
def test_client_messages_survive_their_bytes(kind: type[ToServer]) -> None:
    @given(strategy_for(kind))
    def check_round_trip(message: ToServer) -> None:
        assert codec.decode_from_client(codec.encode(message)) == message

    check_round_trip()


@pytest.mark.parametrize("kind", SERVER, ids=lambda kind: kind.__name__)
def test_server_messages_survive_their_bytes(kind: type[ToClient]) -> None:
    @given(strategy_for(kind))
    def check_round_trip(message: ToClient) -> None:
        assert codec.decode_from_server(codec.encode(message)) == message

    check_round_trip()


@given(st.one_of([strategy_for(kind) for kind in (*CLIENT, *SERVER)]))
def test_an_independent_reader_reads_the_same(message: ToServer | ToClient) -> None:
    read = msgpack.unpackb(codec.encode(message), strict_map_key=False)
    if isinstance(message, Update):  # a list; defaults at its end are omitted
        assert msgspec.convert(read, Update) == message
        return
    assert read == _as_lists(msgspec.to_builtins(message, str_keys=False, builtin_types=(bytes,)))


@given(st.one_of([strategy_for(kind) for kind in CLIENT]))
def test_what_an_independent_writer_writes_is_understood(message: ToServer) -> None:
    written = msgpack.packb(_as_lists(msgspec.to_builtins(message, str_keys=False, builtin_types=(bytes,))))
    assert codec.decode_from_client(written) == message


@given(strategy_for(View))
def test_equal_messages_give_equal_bytes(view: View) -> None:
    turned = msgspec.structs.replace(
        view,
        cards=_reverse_rows(view.cards),
        piles=_reverse_rows(view.piles),
        facts=_reverse_rows(view.facts),
    )
    assert codec.encode(Whole(1, view)) == codec.encode(Whole(1, turned))


STRANGER = Facts(code=999_999_001, name="Stranger", text="Told by a player.")
MYSTICAL_ELF_PASSCODE = 15025844
"""Mystical Elf: one of the bundled cards."""


def _view_of(codes: Iterable[int]) -> View:
    facts = {code: STRANGER if code == STRANGER.code else every_game()[code] for code in codes}
    return View(PUBLIC_CLASS_INDEX, "master", facts=facts)


@pytest.mark.parametrize("bundled", [True, False])
def test_facts_that_come_with_the_program_go_by_passcode(bundled: bool) -> None:
    before, after = _view_of([]), _view_of([MYSTICAL_ELF_PASSCODE, STRANGER.code])
    for message in (Whole(1, after), Update.between(1, before, after)):
        data = codec.encode(message, bundled=bundled)
        assert codec.decode_from_server(data) == message
        assert b"Stranger" in data
        assert (every_game()[MYSTICAL_ELF_PASSCODE].name.encode() in data) is not bundled


def test_a_card_that_a_player_tells_of_otherwise_is_told_in_full() -> None:
    other = msgspec.structs.replace(every_game()[MYSTICAL_ELF_PASSCODE], attack=9_000)
    message = Whole(1, View(PUBLIC_CLASS_INDEX, "master", facts={MYSTICAL_ELF_PASSCODE: other}))
    assert codec.decode_from_server(codec.encode(message)) == message


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ({"m": "weather"}, UnknownMessage),
        ({"m": "seated"}, MalformedMessage),
        ({"m": 7}, MalformedMessage),
        ({"n": "weather"}, MalformedMessage),
        ("weather", MalformedMessage),
    ],
)
def test_a_message_of_a_newer_server_is_told_from_a_malformed_one(
    message: object, error: type[MalformedMessage]
) -> None:
    with pytest.raises(MalformedMessage) as found:
        codec.decode_from_server(msgspec.msgpack.encode(message))
    assert type(found.value) is error


def test_a_passcode_of_a_card_that_has_not_come_with_us_is_malformed() -> None:
    for message in (
        {"m": "whole", "version": 1, "view": {"viewer": -1, "table": "master"}, "bundled": [1]},
        [1, [[], {}, [], {}, None, {"b": [1]}]],
    ):
        with pytest.raises(MalformedMessage):
            codec.decode_from_server(msgpack.packb(message))


def test_an_answer_is_about_ten_bytes() -> None:
    assert len(codec.encode(Answer(ask=17, picks=(3,)))) <= 24


@given(st.binary(max_size=200))
def test_garbage_is_malformed_and_nothing_else(data: bytes) -> None:
    for decode in (codec.decode_from_client, codec.decode_from_server):
        _check_decoding(decode, data)


@given(st.one_of([strategy_for(kind) for kind in (*CLIENT, *SERVER)]), st.data())
def test_a_damaged_message_is_malformed_or_another_message(
    message: ToServer | ToClient, data: st.DataObject
) -> None:
    raw = bytearray(codec.encode(message))
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(raw[: data.draw(st.integers(0, len(raw)))])
    for decode in (codec.decode_from_client, codec.decode_from_server):
        _check_decoding(decode, bytes(raw))
        _check_decoding(decode, cut)


HOSTILE = {
    "nothing": b"",
    "an array that claims four thousand million items": b"\xdd\xff\xff\xff\xff",
    "a map that claims as many": b"\xdf\xff\xff\xff\xff",
    "a text that claims as many letters": b"\x81\xa1m\xdb\xff\xff\xff\xff",
    "arrays in arrays": b"\x91" * 30_000,
    "maps in maps": b"\x81\xa1m" * 10_000,
    "letters that are no text": b"\x82\xa1m\xa4chat\xa4text\xa2\xff\xfe",
    "two messages at once": codec.encode(Chat("a")) + codec.encode(Chat("b")),
    "an extension": b"\xc7\x04\x01abcd",
    "a number": b"\x01",
}


NO_GESTURES: dict[str, dict[str, object]] = {
    "one that there is none of": {"m": "levitate"},
    "a field of another gesture": {"m": "draw", "cards": [1]},
    "a field of a gesture that says another field": {
        "m": "move",
        "cards": [1],
        "places": [[0, "hand"]],
        "viewer": 1,
    },
    "two cards where one is meant": {"m": "flip_summon", "cards": [1, 2]},
    "no card where one is meant": {"m": "flip_summon", "cards": []},
    "nothing to move": {"m": "move", "cards": [], "places": [[0, "hand"]]},
    "nowhere to move it": {"m": "move", "cards": [1]},
    "a reason nobody knows": {"m": "move", "cards": [1], "places": [[0, "hand"]], "text": "spite"},
    "a word that is no quick one": {"m": "signal", "text": "hello"},
    "no card from the top": {"m": "draw", "amount": 0},
    "more cards than there are": {"m": "hide", "cards": list(range(81))},
    "seven monsters at once": {"m": "pendulum_summon", "cards": [1, 2, 3, 4, 5, 6, 7]},
    "the gestures of protocol 1": {"m": "gesture", "do": "draw", "amount": 1},
}


@pytest.mark.parametrize("said", NO_GESTURES.values(), ids=NO_GESTURES)
def test_a_gesture_has_the_fields_it_reads_and_no_other(said: dict[str, object]) -> None:
    with pytest.raises(MalformedMessage):
        codec.decode_from_client(msgpack.packb(said))


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_hostile_bytes_are_malformed(data: bytes) -> None:
    for decode in (codec.decode_from_client, codec.decode_from_server):
        with pytest.raises(MalformedMessage) as refusal:
            decode(data)
        assert refusal.value.code == Code.MALFORMED


def nested_chat(depth: int) -> bytes:
    """Return a chat message of the server with sentences nested so many times."""
    said: Any = "x"
    for _ in range(depth):
        said = ["plain", [said]]
    data: bytes = msgpack.packb({"m": "said", "name": "", "words": said})
    return data


@pytest.mark.parametrize("depth", [MAX_WORDS_DEPTH + 1, 100, 300])
def test_sentences_nested_deeper_than_they_can_be_said_are_malformed(depth: int) -> None:
    codec.decode_from_server(nested_chat(MAX_WORDS_DEPTH))
    with pytest.raises(MalformedMessage):
        codec.decode_from_server(nested_chat(depth))


def test_many_sentences_joined_can_be_read() -> None:
    joined = Said("", words=join_words([words("plain", str(number)) for number in range(1_000)]))
    assert codec.decode_from_server(codec.encode(joined)) == joined


@pytest.mark.parametrize("pile", [[10**12], [-1], [1, [1] * (MAX_PILE_CARDS + 1)]], ids=["", "none", "many"])
def test_a_pile_that_could_not_be_drawn_is_malformed(pile: list[Any]) -> None:
    """A client draws each card of a hand: a server could make it draw for ever."""
    view = {"viewer": 0, "table": "master", "piles": {"1:hand": pile}}
    with pytest.raises(MalformedMessage):
        codec.decode_from_server(msgpack.packb({"m": "whole", "version": 1, "view": view}))


@pytest.mark.parametrize(
    "view",
    [
        {"chain": [[0, 1, 46986414]] * (MAX_CHAIN_LINKS + 1)},
        {"lasting": [["negate", 0]] * (MAX_LASTING_EFFECTS + 1)},
        {"cards": {1: {"m": [1] * (MAX_PILE_CARDS + 1)}}},
        {"cards": {1: {"g": [1] * (MAX_PILE_CARDS + 1)}}},
    ],
    ids=["chain", "lasting", "materials", "targets"],
)
def test_a_view_with_more_than_can_be_drawn_is_malformed(view: dict[str, Any]) -> None:
    """One such message of a server kept the window busy for ever."""
    message = {"m": "whole", "version": 1, "view": {"viewer": 0, "table": "master", **view}}
    with pytest.raises(MalformedMessage):
        codec.decode_from_server(msgpack.packb(message))


@pytest.mark.parametrize("message", [{"m": "nodes"}, {"m": "welcome", "name": "Anna"}])
def test_a_service_of_too_many_nodes_is_malformed(message: dict[str, Any]) -> None:
    """Seen to fail: parsing 100,000 addresses held up a client for seconds, each time they were sent."""
    addresses = [f"http://n{number}.example" for number in range(257)]
    codec.decode_from_server(msgspec.msgpack.encode({**message, "nodes": addresses[:256]}))
    with pytest.raises(MalformedMessage):
        codec.decode_from_server(msgspec.msgpack.encode({**message, "nodes": addresses}))


def test_a_prompt_with_more_options_than_can_be_drawn_is_malformed() -> None:
    """Thirty thousand of them kept the window and the terminal busy for minutes."""
    option = {"v": "activate", "c": 1}
    for count in (MAX_OPTIONS, MAX_OPTIONS + 1):
        data = msgpack.packb({"m": "prompt", "ask": 1, "kind": "turn", "options": [option] * count})
        with pytest.raises(MalformedMessage) if count > MAX_OPTIONS else nullcontext():
            codec.decode_from_server(data)


SEATS = [{"name": "Wren"}, {"name": "Halvard"}]
TOLD = {"code": "AB2-CDE", "format": "master", "best_of": 1, "stage": "duel", "seats": SEATS}


@pytest.mark.parametrize(
    "message",
    [
        {"m": "table", "table": {**TOLD, "seats": [{"clock": math.inf}, {}]}},
        {"m": "table", "table": {**TOLD, "seats": [{}, {"absence": math.nan}]}},
        {"m": "table", "table": {**TOLD, "ticking": 2}},
        {"m": "seated", "code": "AB2-CDE", "viewer": 7},
        {"m": "said", "name": "Wren", "seat": -2},
        {"m": "whole", "version": 1, "view": {"viewer": 0, "table": "master", "turn_player": 2}},
        {
            "m": "whole",
            "version": 1,
            "view": {"viewer": 0, "table": "master"},
            "log": [{"k": "coin", "s": 2}],
        },
        {"m": "whole", "version": 1, "view": {"viewer": 0, "table": "an unknown one"}},
        {"m": "replay_kept", "secret": "a", "days": 2**31},
        {"m": "table", "table": TOLD, "come": ["x" * 201]},
        [1, [], [["coin", 0, 9]]],
    ],
    ids=str,
)
def test_numbers_of_a_server_that_no_client_can_show_are_malformed(message: Any) -> None:
    """An invalid seat is used as an index, and an infinite clock is rounded: both crashed a client."""
    with pytest.raises(MalformedMessage):
        codec.decode_from_server(msgpack.packb(message))


@pytest.mark.parametrize(
    "event",
    [
        ["move", 0, 0, 0, None, 0, 0, 0, 0, [1] * 5_001],
        ["x" * 501],
        ["signal", 0, 0, "x" * 501],
    ],
    ids=["cards", "kind", "word"],
)
def test_events_longer_than_a_log_can_hold_are_malformed(event: Any) -> None:
    """Seen to fail: an event with 3.9 million cards stopped the terminal and the window, and relays stored
    words of 3.9 MB until their memory was full.
    """
    with pytest.raises(MalformedMessage):
        codec.decode_from_server(msgpack.packb([1, [], [event]]))
    with pytest.raises(MalformedMessage):
        codec.decode_from_server(msgpack.packb([1, [], [["coin"]] * 100_001]))


def test_updates_and_chat_lines_have_limits_of_their_own() -> None:
    long = msgpack.packb({"m": "said", "name": "Wren", "text": "x" * codec.MAX_SAID_BYTES})
    for data in (b"\x92" + bytes(codec.MAX_UPDATE_BYTES), long):
        with pytest.raises(MalformedMessage) as refusal:
            codec.decode_from_server(data)
        assert refusal.value.code == Code.TOO_LARGE
    said = codec.decode_from_server(msgpack.packb({"m": "said", "name": "Wren", "text": "x" * 2_000}))
    assert isinstance(said, Said)


def test_what_is_too_large_is_refused_by_its_size() -> None:
    for decode, most in (
        (codec.decode_from_client, codec.MAX_CLIENT_MESSAGE_BYTES),
        (codec.decode_from_server, codec.MAX_SERVER_MESSAGE_BYTES),
    ):
        with pytest.raises(MalformedMessage) as refusal:
            decode(bytes(most + 1))
        assert refusal.value.code == Code.TOO_LARGE


BEYOND = {
    "a name too long": Hello(name="x" * 25),
    "no name": Hello(name=""),
    "a negative prompt": Answer(ask=-1),
    "too many picks": Answer(ask=1, picks=tuple(range(129))),
    "an index too high": Answer(ask=1, picks=(10_001,)),
    "too many cards moved": Move(tuple(range(81)), (Place(0, "hand"),)),
    "a third seat": Draw(seat=2),
    "a deck too long": UseDeck(deck="1\n" * 10_001),
    "a line too long": Chat(text="x" * 401),
    "a match of four": CreateTable(Settings(best_of=4)),
    "an unknown pace": CreateTable(Settings(pace="reckless")),
    "a key too short": JoinTable("R7K-42Q", key="k" * 21),
    **{
        f"a line end behind {kind}": message
        for kind, message in {
            "a proposal": Propose("win\n"),
            "a mode": ChangeMode("half\n"),
            "a wish": AutoPass("never\n"),
            "a pace": CreateTable(Settings(pace="off\n")),
            "who plays": CreateTable(Settings(opponent="bot\n")),
            "how": CreateTable(Settings(mode="free\n")),
            "a key": JoinTable("R7K-42Q", key="k" * 22 + "\n"),
        }.items()
    },
}


@pytest.mark.parametrize("message", BEYOND.values(), ids=BEYOND)
def test_limits_of_a_message_hold(message: ToServer) -> None:
    with pytest.raises(MalformedMessage):
        codec.decode_from_client(codec.encode(message))


@pytest.mark.parametrize(
    "tree",
    [
        {"m": "chat", "text": "hello", "seat": 1},
        {"m": "chat"},
        {"m": "no such message"},
        {"text": "hello"},
        {"m": "answer", "ask": "17"},
        {"m": "answer", "ask": 1.5},
        {"m": "welcome", "name": "a server's word"},
    ],
    ids=[
        "a field too many",
        "a field too few",
        "unknown",
        "no kind",
        "text for a number",
        "a fraction",
        "not yours",
    ],
)
def test_a_client_cannot_send_another_shape(tree: dict[str, Any]) -> None:
    with pytest.raises(MalformedMessage):
        codec.decode_from_client(msgpack.packb(tree))


def test_a_client_reads_past_fields_of_a_later_server() -> None:
    tree = {"m": "pong", "number": 3, "weather": "fine"}
    assert codec.decode_from_server(msgpack.packb(tree)) == codec.decode_from_server(
        msgpack.packb({"m": "pong", "number": 3})
    )


def test_a_frame_in_which_little_changed_is_small() -> None:
    assert len(codec.encode(Update(7, Patch(rare=RareChanges(phase="main1"))))) < 40


def _check_decoding(decode: Any, data: bytes) -> None:
    try:
        message = decode(data)
    except MalformedMessage:
        return
    assert decode(codec.encode(message)) == message


def _as_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _as_lists(item) for key, item in value.items()}
    return [_as_lists(item) for item in value] if isinstance(value, list | tuple) else value


def _reverse_rows(rows: dict[Any, Any]) -> dict[Any, Any]:
    return dict(reversed(rows.items()))
