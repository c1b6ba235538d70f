"""Targets that parse: messages, decks, lists of names, facts, names and lines of chat, banlists, card
databases, lines, scenarios, settings, links, records.

Every refusal is one of ours, with a code that is documented and a sentence; what is accepted is the same
when it is written and parsed again.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from facedown_client.model.verify.fairness import Record
from facedown_client.model.verify.verdict import verify
from facedown_server.games.manual.expressions import evaluate
from facedown_server.games.openings import open_file
from facedown_server.games.scenarios import files
from facedown_server.games.scenarios.files import Scenario
from facedown_server.network.crowd.names import MAX_CHAT_LETTERS, clean, clean_name, skeleton, unlike
from facedown_server.refereeing.undo import saved_lines
from facedown_server.service.config import read_config
from facedown_shared.cards.facts import Facts, bundled_pool, every_game
from facedown_shared.decks import banlists, decks, flesh_and_blood_cards, foreign_lists
from facedown_shared.network import links
from facedown_shared.protocol import codec
from facedown_shared.protocol.messages import Answer, Chat, FromClient, FromServer, Hello, Prompt, Settings
from facedown_shared.protocol.provided_facts import ProvidedFacts, split_messages, to_provided, valid_facts
from facedown_shared.tables.formats import FORMATS
from facedown_shared.text import bounded_parsing
from facedown_shared.text.errors import Code, FacedownError
from facedown_shared.text.words import words
from tests.shared.cards.databases import DatabaseCard, make

CODES = frozenset(Code)
CLIENT, SERVER = FromClient.__args__, FromServer.__args__
FOLDER = Path(tempfile.gettempdir())


MAX_CPU_S = 1.0
"""Seconds for one text, while every branch is traced: what grows faster than its text takes longer."""


def is_refused(read: Callable[[], object]) -> bool:
    """Return whether this is refused properly. Any other exception is a find."""
    refusal: FacedownError | None = None
    begun = time.thread_time()
    try:
        read()
    except FacedownError as raised:
        refusal = raised
    assert time.thread_time() - begun < MAX_CPU_S, "a text is read in time that grows with its length"
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
    """Only messages are accepted, and each is the same after another round trip."""
    for decode, kinds in ((codec.decode_from_client, CLIENT), (codec.decode_from_server, SERVER)):
        found: list[Any] = []
        if not is_refused(partial(_take, found, decode, data)):
            assert type(found[0]) in kinds
            again = codec.encode(found[0])
            assert decode(again) == found[0] or "nan" in repr(found[0])


def deck_target(data: bytes) -> None:
    """A deck's text: a parsed one can be written both ways, and checked in every format."""
    text = data.decode("utf-8", "surrogateescape")
    found: list[decks.Deck] = []
    if is_refused(lambda: found.append(decks.parse_to_deck(text, bundled_pool()))):
        return
    (deck,) = found
    for written in (decks.to_ydk(deck), decks.to_ydke(deck)):
        assert decks.parse_to_deck(written).parts == deck.parts
    for rules in FORMATS.values():
        assert all(str(reason).strip() for reason in decks.check(deck, rules, bundled_pool()))


def list_target(data: bytes) -> None:
    """Parse a pasted list of names, as decks of Flesh and Blood are: as a deck, and for what it contains
    itself.
    """
    text = data.decode("utf-8", "replace")
    found: list[decks.Deck] = []
    is_refused(lambda: flesh_and_blood_cards.facts_from_list(text, every_game()))
    if not is_refused(lambda: found.append(decks.parse_to_deck(text, every_game()))):
        assert decks.parse_to_deck(decks.to_ydk(found[0])).parts == found[0].parts
        assert all(str(reason).strip() for reason in decks.check(found[0], FORMATS["fab"], every_game()))


def facts_target(data: bytes) -> None:
    """A player's facts of cards: refused, or facts that can be sent on and disclose nothing hidden."""
    told: list[ProvidedFacts] = []
    try:
        told += bounded_parsing.json(data, list[ProvidedFacts])
    except (msgspec.MsgspecError, ValueError):
        return
    facts: list[Facts] = []
    assert not is_refused(lambda: facts.extend(valid_facts(row, bundled_pool()) for row in told))
    for one in facts:
        assert f"{one.name}{one.text}{one.pendulum_text}".replace("\n", "").isprintable()
        assert bundled_pool().find_named(one.name) is None
    for message in split_messages(facts):
        assert codec.decode_from_client(codec.encode(message)) == message


def typed_text_target(data: bytes) -> None:
    """Text typed at a table: a name, a line of chat, a gesture's text. What is shown hides nothing."""
    text = data.decode("utf-8", "replace")
    found: list[str] = [clean(text[:MAX_CHAT_LETTERS], MAX_CHAT_LETTERS)]
    is_refused(lambda: found.append(clean_name(text[:24])))
    is_refused(lambda: found.append(str(evaluate(text[:40], 8_000))))
    assert all(word.isprintable() and len(word) <= MAX_CHAT_LETTERS for word in found)
    taken = {skeleton(found[0][:24].swapcase())}
    assert unlike(found[0][:24], taken.__contains__)[0].isprintable()


def banlist_target(data: bytes) -> None:
    """A banlist."""
    text = data.decode("utf-8", "surrogateescape")
    is_refused(lambda: banlists.parse_lists(text))


def database_target(data: bytes) -> None:
    """A foreign list of cards, EDOPro's database or the community's JSON: cards or a sentence."""
    name = f"facedown-fuzz-{os.getpid()}.{'json' if data.lstrip()[:1] in b'[{' else 'cdb'}"
    path = FOLDER / name
    path.write_bytes(data)
    found: list[object] = []
    if not is_refused(lambda: found.extend(foreign_lists.read_in_process(path))):
        for facts in found:
            assert msgspec.json.decode(msgspec.json.encode(facts), type=type(facts)) == facts


def line_target(data: bytes) -> None:
    """A stored line, as a table is opened with it."""
    text = data.decode("utf-8", "replace")
    is_refused(lambda: open_file(text, bundled_pool()))


def scenario_target(data: bytes) -> None:
    """A scenario, as a puzzle and as the command parses it."""
    text = data.decode("utf-8", "replace")
    is_refused(lambda: open_file("{" + text.lstrip().removeprefix("{"), bundled_pool()))
    path = FOLDER / f"facedown-fuzz-{os.getpid()}.json"
    path.write_bytes(data)
    for found in files.read_scenarios(path, bundled_pool()):
        assert isinstance(found, Scenario) or "\n" not in str(found.reason)


def settings_target(data: bytes) -> None:
    """A settings file, and the same bytes as a variable of the environment."""
    path = FOLDER / f"facedown-fuzz-{os.getpid()}.toml"
    path.write_bytes(data)
    is_refused(lambda: read_config(path, {}))
    text = data.decode("utf-8", "replace")
    for name in ("FACEDOWN_PORT", "FACEDOWN_BIND", "FACEDOWN_PUBLIC_URL", "FACEDOWN_MESSAGES_PER_SECOND"):
        is_refused(partial(read_config, None, {name: text}))


def link_target(data: bytes) -> None:
    """Parse a pasted link or code; written again, the result leads to the same place."""
    text = data.decode("utf-8", "surrogateescape")
    found: list[links.TableLink] = []
    if not is_refused(lambda: found.append(links.parse_link(text))):
        assert links.parse_link(str(found[0])) == found[0]


def record_target(data: bytes) -> None:
    """The record of a match: a verdict in one line, whatever its content."""
    found: list[Record] = []
    try:
        found.append(bounded_parsing.json(data, Record))
    except (msgspec.MsgspecError, ValueError):
        return
    begun = time.thread_time()
    assert verify(found[0]).summary_line.startswith(("Shuffles", "Public throws"))
    assert time.thread_time() - begun < 3 * MAX_CPU_S


def messages() -> list[bytes]:
    """Return some real messages as seeds."""
    said = (Hello("Wren"), Answer(17, (3, 4)), Chat("hello"), Prompt(3, "turn", words("plain", "Choose.")))
    return [codec.encode(message) for message in said] + [msgspec.msgpack.encode(Settings())]


def databases() -> list[bytes]:
    """Return a small card database, one that is none, and cards as JSON."""
    cards = [DatabaseCard(1, "One"), DatabaseCard(2, "Two", sets=0x42)]
    path = make(FOLDER / f"facedown-seed-{os.getpid()}.cdb", cards)
    data = path.read_bytes()
    path.unlink()
    json = b'[{"name":"Head Jab","color":"Red","pitch":"1","types":["Ninja","Attack"],"power":"3"}]'
    return [data, data[:100], b"SQLite format 3\0", json]


def texts(*written: str) -> list[bytes]:
    """Return texts as bytes."""
    return [text.encode() for text in written]


def sample_decks() -> list[bytes]:
    """Return a deck in every form."""
    ready = next(iter(decks.ready_decks().values())).deck
    return texts(
        decks.to_ydk(ready), decks.to_ydke(ready), "#main\n46986414\n!side\n5318639 x\n", "ydke://!!!"
    )


def sample_facts() -> list[bytes]:
    """Return facts of a few cards of each game."""
    cards = [*bundled_pool()][:3] + [*every_game()][-3:]
    return [msgspec.json.encode([to_provided(facts)]) for facts in cards]


def sample_scenarios() -> list[bytes]:
    """Return a few, the smallest first."""
    folder = Path(__file__).parents[1] / "scenarios"
    return sorted((path.read_bytes() for path in folder.glob("*.json")), key=len)[:6]


def sample_lines() -> list[bytes]:
    """Return stored lines: by hand with a few steps, and from a scenario."""
    ready = decks.to_ydk(next(iter(decks.ready_decks().values())).deck)
    steps = ('0 hand {"do":"draw","amount":2}', '0 hand {"do":"life","text":"-500"}', "1 concede duel")
    free = saved_lines.SavedLine(mode="free", decks=(ready, ready), steps=steps, at=2)
    puzzle = saved_lines.SavedLine(
        scenario=sample_scenarios()[0].decode(), format="MR5", steps=('0 pick ["phase:end"]',)
    )
    return texts(saved_lines.format_line(free), saved_lines.format_line(puzzle), "facedown = 1\nat = 0\n")
