"""Law 8: untrusted text is parsed in linear time, and quickly, at every entry point.

For each entry point the worst texts we know of (each froze a server once, or resembles one that did) are made
at a quarter, a half and the whole of the maximum size. CPU seconds are counted, the best of three, against
limits that leave room for a busy machine: on a quiet one none of them takes more than 50 ms.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from facedown_client.model.verify.fairness import Record
from facedown_client.model.verify.verdict import verify
from facedown_server.games.manual.expressions import evaluate
from facedown_server.games.openings import make_referee, read_file
from facedown_server.network.crowd.names import (
    MAX_CHAT_LETTERS,
    MAX_NAME_LETTERS,
    clean,
    clean_name,
    skeleton,
    unlike,
)
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.room.people.deck_intake import DeckIntake
from facedown_server.room.people.seats import PlayerSeat
from facedown_server.room.server_context import ServerContext
from facedown_server.runtime.world import SeededWorld
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.cards.facts import bundled_pool, every_game
from facedown_shared.decks import banlists, decks, edopro_database, flesh_and_blood_cards
from facedown_shared.manual.remarks import remarks, strip_remarks
from facedown_shared.network import links
from facedown_shared.network.announcements import read_properties
from facedown_shared.protocol import codec
from facedown_shared.protocol.codec import DEFAULT_CLIENT_MESSAGE_BYTES
from facedown_shared.protocol.envelope import MAX_FILE_LETTERS
from facedown_shared.protocol.messages import Crowd, Settings, UseDeck
from facedown_shared.protocol.provided_facts import ProvidedFacts, valid_facts
from facedown_shared.tables.formats import FORMATS
from facedown_shared.text import bounded_parsing
from facedown_shared.text.error_text import explain_error
from facedown_shared.text.errors import FacedownError
from tests.server.room.people.test_spectators import relay_watchers

MAX_CPU_S = 0.15
"""CPU seconds at the maximum size: three times what is promised."""
MAX_GROWTH_RATIO = 3.0
"""Allowed growth of the time when the length doubles: 2 for linear time, 4 for quadratic."""
NOISE_S = 0.01
MAX_ATTEMPTS = 3

Make = Callable[[int], str]


def put_deck(text: str, format_name: str = "master") -> None:
    """A deck at a table, from its text to the report on it."""
    pool, rules = every_game(), FORMATS[format_name]
    server = ServerContext(SeededWorld(), MemoryStore(), Bounds(), pool, make_referee, read_file)
    seat = PlayerSeat(0)
    seat.offered = UseDeck(text)
    desk: Any = SimpleNamespace(
        server=server, settings=Settings(format_name, mode="free"), rules=rules, seats=[seat],
        is_alone=False, now=0.0,
    )  # fmt: skip
    steps = DeckIntake(desk, lambda: False, lambda: None)._check_in_steps(seat, ())
    assert decks.run_to_end(steps) is not None


def put_facts(text: str) -> None:
    """Card facts in a message, until they are accepted."""
    message = msgspec.msgpack.encode({"m": "tell_facts", "facts": [
        {"code": 1 + at, "name": text[at : at + 80], "text": text[at : at + 1_000], "kinds": ["monster"]}
        for at in range(0, len(text), 1_080)
    ]})  # fmt: skip
    told: Any = codec.decode_from_client(message)
    for one in told.facts:
        assert isinstance(one, ProvidedFacts)
        valid_facts(one, bundled_pool())


def put_name(text: str) -> None:
    """A name, a chat message, a gesture's number."""
    clean(text, MAX_CHAT_LETTERS)
    taken = {skeleton(text[:MAX_NAME_LETTERS]), skeleton(f"{text[:20]} (2)")}
    unlike(text[:MAX_NAME_LETTERS], taken.__contains__)
    for read in (lambda: clean_name(text[:24]), lambda: evaluate(text[:40], 8_000)):
        put(read)


def put_crowd(text: str) -> None:
    """Spectators' names that a relay announces twice, with departures between."""
    watchers, relay = relay_watchers()
    names = [text[at : at + MAX_NAME_LETTERS] for at in range(0, len(text), MAX_NAME_LETTERS)]
    for first in (1, 1_000):
        come = tuple((first + at, f"{at}{name}"[:MAX_NAME_LETTERS]) for at, name in enumerate(names))
        list(watchers.update_people(relay, Crowd(come), ["Anna"], names))
        list(watchers.update_people(relay, Crowd((), tuple(number for number, _ in come)), ["Anna"], names))


def put_same_names(text: str) -> None:
    """Equal names behind a relay, of which half leave and return."""
    watchers, relay = relay_watchers()
    for first in (1, 100, 1_000):
        come = tuple((first + at, text[:MAX_NAME_LETTERS]) for at in range(len(text) // MAX_NAME_LETTERS))
        list(watchers.update_people(relay, Crowd(come, tuple(number for number, _ in come[::2])), (), ()))


def put_line(text: str) -> None:
    """A line or a scenario, as a server opens it."""
    read_file(text, bundled_pool())


def put_error(text: str) -> None:
    """An unknown field with a long name gets a short error text."""
    with pytest.raises((msgspec.ValidationError, ValueError)) as refused:
        bounded_parsing.json(msgspec.json.encode({text: 1}), ProvidedFacts)
    assert len(explain_error(refused.value)) < 300


def put_pendulum(text: str) -> None:
    """The text of a Pendulum Monster in a foreign database."""
    edopro_database._texts(text, ("pendulum",))


def put_nearby(text: str) -> None:
    """An announcement from the local network."""
    read_properties("192.0.2.1", 7777, {b"protocol": b"1", b"code": text.encode(), b"server": text.encode()})


def put_record(text: str) -> None:
    """The record of a match, from a file that a user sent."""
    verify(bounded_parsing.json(text, Record))


def put(read: Callable[[], object]) -> None:
    """Parse a text, accepted or rejected: only the time matters here."""
    try:
        read()
    except (FacedownError, msgspec.MsgspecError, ValueError):
        return


def times(letters: str) -> Make:
    """Return as many of these letters as fit."""
    return lambda size: letters * (size // len(letters))


def surround(head: str, letters: str, tail: str) -> Make:
    """Return the same with a prefix and a suffix."""
    return lambda size: head + letters * ((size - len(head) - len(tail)) // len(letters)) + tail


def rows(row: str) -> Make:
    """Return as many rows as fit, each with a number of its own."""
    return lambda size: "\n".join(row.format(100_000_000 + at) for at in range(size // (len(row) + 8)))


LISTS = {
    "blanks behind a number": surround("3 a", " ", "x)"),
    "blanks between numbers": surround("1", " ", "1"),
    "a heading of commas": surround("1 a\nequipment: ", "a,", ""),
    "a heading of blanks": surround("hero", " ", ":"),
    "brackets": surround("3 a", "(", ")"),
    "blanks in brackets": surround("3 a (", " ", ")"),
    "as many copies as can be": times("99 a\n"),
    "cards without number": times("a (red)\n"),
    "one long name": surround("1 ", "a", ""),
    "remarks": times("#\n"),
    "huge numbers": times("999999999 Name\n"),
}
NUMBERS = {
    "strangers": rows("{}"),
    "one passcode": times("1\n"),
    "one long number": times("1"),
    "zeros": times("0"),
    "remarks behind": surround("1", " -- #", ""),
    "an address": lambda size: "ydke://" + "AQAA" * (size // 4 - 4) + "!!!",
    "exclamations": surround("ydke://", "!", ""),
    "carriage returns": times("1\r"),
}
LINES = {
    "a key of many parts": surround("a", ".a", " = 1"),
    "a heading of many parts": surround("[", "a.", "a]"),
    "tables": times("[a]\n"),
    "tables in tables": surround("a = ", "{a=", ""),
    "lists in lists": surround("a = ", "[", ""),
    "values": surround("a = [", "1,", "]"),
    "texts": surround("a = [", "'',", "]"),
    "keys": rows("k{} = 1"),
    "a long key": surround("", "a", " = 1"),
    "a long number": surround("a = ", "1", ""),
    "a long fraction": surround("a = 1.", "1", ""),
    "quotes": surround('a = """', '\\"', ""),
    "two quotes": surround('a = """', '"" ', '"""'),
    "an open text": surround("a = '", "a", ""),
    "escapes": surround('a = "', "\\u0041", '"'),
    "remarks": times("#\n"),
    "lines": times("\n"),
    "blanks": surround("a", " ", "= 1"),
    "steps": surround("facedown = 1\nsteps = [", '\'0 hand {"do":"life","text":"-5"}\',\n', "]"),
    "steps of anything": surround("facedown = 1\nsteps = [", "'0 pick [[[[',", "]"),
    "a huge step": surround("facedown = 1\nsteps = ['0 step ", "9", "']"),
    "a deck": surround("facedown = 1\ndecks = ['''\n1 a\nequipment: ", "a,", "''', '']"),
    "a field": surround("facedown = 1\n'", "` - at `$", "' = 1"),
}
SCENARIOS = {
    "lists in lists": surround('{"start":', "[", ""),
    "tables in tables": times('{"a":'),
    "actions in actions": surround(
        '{"start":{"players":[{},{}]},"decisions":[', '{"do":"can","action":', "1]}"
    ),
    "Life Points": surround('{"start":{"players":[{},{}],"lp":[1', "0", ",1]}}"),
    "cards": surround('{"start":{"players":[{"hand":[46986414', ",46986414", "]},{}]}}"),
    "names": surround('{"start":{"players":[{"hand":["x"', ',"x"', "]},{}]}}"),
    "decisions": surround(
        '{"start":{"players":[{},{}]},"decisions":[{"do":"snapshot"}', ',{"do":"snapshot"}', "]}"
    ),
    "a long word": surround('{"start":{"players":[{"hand":["', "x/1", '"]},{}]}}'),
    "an outcome": surround('{"start":{"players":[{},{}]},"expect":{"a":[1', ",1", "]}}"),
    "quotes": surround('{"', '\\"', '":1}'),
    "blanks": surround("{", " ", "}"),
}
TALK = {
    "accents": surround("a", "\u0301\u0316", ""),
    "letters that turn lines": times("\u202e"),
    "blanks": times("\u3000 "),
    "digits": times("9"),
    "signs": times("1*"),
    "joined": times("\ufdfa"),
}
LINKS = {
    "schemes": times("a"),
    "addresses": times("a://"),
    "colons": times("://"),
    "names": times("a-"),
    "labels": times("a."),
    "brackets": times("["),
    "numbers": surround("[", "1:", ""),
    "percents": times("%25"),
    "a path": surround("http://a", "/t", ""),
    "blanks": times(" -"),
}
BANLISTS = {
    "entries": lambda size: "!A\n" + rows("{} 1")(size - 3),
    "lists": times("!A\n"),
    "words": surround("!A\n", "$whitelist\n", ""),
    "one name": surround("!", "a", ""),
    "blanks": surround("!A\n1", " ", "1"),
}
PENDULUMS = {
    "dashes": surround("[pendulum effect]", "-", "x"),
    "headings": times("[ pendulum effect ]"),
    "dashes and blanks": surround("[pendulum effect]", "----- ", "[monster effect"),
    "brackets": times("[ "),
}
ROWS = {
    "steps": times("  'a',  # 1. b\n"),
    "quotes": surround("  '", "',  # 1", ""),
    "digits": surround("  'a',  # ", "1", "x"),
}
CARDS = {
    "lists in lists": times("["),
    "empty cards": surround("[", "{},", "{}]"),
    "nested names": surround('[{"name":', "[", "]}]"),
    "names": surround('[{"name":"a"}', ',{"name":"a"}', "]"),
    "a long name": surround('[{"name":"', "\\u202e", '"}]'),
    "a huge number": surround('[{"name":"a","pitch":', "9", "}]"),
}

ENTRIES: Mapping[str, tuple[Callable[[str], object], int, Mapping[str, Make]]] = {
    "deck": (put_deck, 20_000, {**LISTS, **NUMBERS}),
    "deck of names": (partial(put_deck, format_name="fab"), 20_000, LISTS),
    "line": (put_line, DEFAULT_CLIENT_MESSAGE_BYTES, LINES),
    "scenario": (put_line, DEFAULT_CLIENT_MESSAGE_BYTES, SCENARIOS),
    "tell_facts": (put_facts, DEFAULT_CLIENT_MESSAGE_BYTES // 3, TALK),
    "name and chat": (put_name, MAX_CHAT_LETTERS, TALK),
    "crowd": (put_crowd, 200 * MAX_NAME_LETTERS, TALK),
    "crowd of one name": (put_same_names, 200 * MAX_NAME_LETTERS, TALK),
    "link": (links.parse_link, links.MAX_LINK_LETTERS, LINKS),
    "ban list": (banlists.parse_lists, 100_000, BANLISTS),
    "database": (put_pendulum, edopro_database.MAX_TEXT_LETTERS, PENDULUMS),
    "JSON of cards": (lambda text: flesh_and_blood_cards.parse_json(text.encode()), 100_000, CARDS),
    "settings file": (bounded_parsing.toml, DEFAULT_CLIENT_MESSAGE_BYTES, LINES),
    "remarks of a line": (lambda text: (remarks(text), strip_remarks(text)), MAX_FILE_LETTERS // 4, ROWS),
    "error": (
        put_error,
        DEFAULT_CLIENT_MESSAGE_BYTES,
        {"paths": times("` - at `$"), "quotes": times("`"), "dots": times(".")},
    ),
    "announcement": (put_nearby, 1_000, TALK),
    "record": (put_record, 100_000, {"lists": times("["), "tables": times('{"opened":')}),
}

CASES = [pytest.param(entry, name, id=f"{entry}: {name}") for entry in ENTRIES for name in ENTRIES[entry][2]]


def cost(read: Callable[[str], object], text: str) -> float:
    """Return the CPU seconds that parsing takes, the best of three."""
    found = []
    for _ in range(3):
        begun = time.thread_time()
        put(partial(read, text))
        found.append(time.thread_time() - begun)
        if found[-1] < NOISE_S:
            break
    return min(found)


def fault(costs: list[float]) -> str | None:
    """Return what is wrong with the costs of texts, each twice as long as the one before, or None."""
    if max(costs) >= MAX_CPU_S:
        return f"{max(costs):.3f} s"
    for before, after in pairwise(costs):
        if after >= MAX_GROWTH_RATIO * before + NOISE_S:
            return f"twice as much takes {after / before:.1f} times as long"
    return None


@pytest.mark.parametrize(("entry", "name"), CASES)
def test_reading_takes_as_long_as_the_text_is(entry: str, name: str) -> None:
    read, size, texts = ENTRIES[entry]
    parts = [texts[name](size // part) for part in (4, 2, 1)]
    put(partial(read, texts[name](size // 16)))  # fill the caches first
    for _ in range(MAX_ATTEMPTS):  # quadratic time repeats in every attempt, a busy machine does not
        found = fault([cost(read, text) for text in parts])
        if found is None:
            return
    pytest.fail(f"{found} for {size} letters")


@pytest.mark.parametrize("head", [b"\x91", b"\x81\xa1a", b"\x82\xa1m\xa5hello\xa1a\x91", b"\xdc\xff\xff"])
def test_bytes_that_nest_are_refused_at_once(head: bytes) -> None:
    def read(text: str) -> None:
        with pytest.raises(FacedownError):
            codec.decode_from_client(head + b"\x91" * len(text))
        with pytest.raises(FacedownError):
            codec.decode_from_server(head + b"\x91" * len(text))

    assert cost(read, "x" * 500_000) < MAX_CPU_S


@pytest.mark.parametrize("smallest", [0.008, 0.02, 0.05])
def test_the_bounds_would_see_what_grows_with_the_square(smallest: float) -> None:
    assert fault([smallest, 4 * smallest, 16 * smallest]) is not None
    assert fault([0.5 * MAX_CPU_S, 0.5 * MAX_CPU_S, 2 * MAX_CPU_S]) is not None
    assert fault([MAX_CPU_S / 8, MAX_CPU_S / 4, MAX_CPU_S / 2]) is None


def test_a_text_of_more_lines_than_a_deck_has_is_not_read() -> None:
    with pytest.raises(FacedownError, match="more than 200 cards"):
        decks.parse_to_deck("#\n" * 400, every_game())
    assert len(decks.parse_to_deck("46986414\n" + "#\n" * 250, every_game()).main) == 1


def test_a_deck_is_refused_before_its_cards_are_counted_out() -> None:
    with pytest.raises(FacedownError, match="too many cards"):
        decks.parse_deck("99 Name\n" * 250, every_game(), rules=FORMATS["fab"])
