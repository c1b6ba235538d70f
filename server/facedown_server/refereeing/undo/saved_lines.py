"""Lines as files: the setup of a duel and every step, as TOML that people can read and run again.

Such a file (.duel) is complete except for the cards' facts. Steps are `seat act`, as in a log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from facedown_server.refereeing import log_codec
from facedown_server.refereeing.referee import Act
from facedown_shared.cards.facts import Facts
from facedown_shared.decks.deck_parsing import MAX_CARDS
from facedown_shared.protocol.envelope import DeckText, Name
from facedown_shared.protocol.provided_facts import (
    MIN_TOKEN_PASSCODE,
    ProvidedFacts,
    is_nameless,
    to_provided,
    without_texts,
)
from facedown_shared.protocol.table_settings import MAX_LIFE
from facedown_shared.text import BadInput, Code, bounded_parsing, explain_error, words

LINE_FORMAT_VERSION = 1
MAX_LINE_CARDS = 2 * MAX_CARDS
"""Cards in both decks together."""
MAX_STEPS = 2_000
MAX_WORK = 300_000
"""Steps times cards at the table: the time of running a line again is proportional to it."""
MAX_LETTERS = 300_000
"""Letters of all steps in a file. This limits memory, and lets every file be opened."""

LineMode = Literal["rules", "half", "free", "core"]
MODES: dict[str, LineMode] = {"rules": "rules", "half": "half", "free": "free", "core": "core"}
"""Modes of a table, as a line states them."""

Bit = Annotated[int, Meta(ge=0, le=1)]
Hex = Annotated[str, Meta(pattern=r"^([0-9a-f]{2})*\Z", max_length=128)]
Hand = Annotated[tuple[Annotated[int, Meta(ge=1, lt=MIN_TOKEN_PASSCODE)], ...], Meta(max_length=10)]


class SavedLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Content of a .duel file.

    `secret`, `shares` and `scope` give all random numbers. `at` is the step that the table is at. `scenario`
    is a starting position in place of decks.
    """

    facedown: Literal[1] = 1
    mode: LineMode = "rules"
    format: Annotated[str, Meta(max_length=24)] = "master"
    first: Bit = 0
    names: tuple[Name, Name] = ("One side", "Other side")
    secret: Hex = "00" * 32
    shares: Annotated[tuple[Hex, ...], Meta(max_length=2)] = ()
    scope: Annotated[str, Meta(max_length=24)] = ""
    hands: tuple[Hand, Hand] = ((), ())
    decks: tuple[DeckText, DeckText] = ("", "")
    scenario: str = ""
    facts: Annotated[tuple[str, ...], Meta(max_length=MAX_LINE_CARDS)] = ()
    """Facts of cards in the decks that the server did not know, each as JSON."""
    announces: bool = False
    """True if taking the only possible Tribute, cost or material is a step too. It was none in earlier
    versions.
    """
    life: Annotated[int, Meta(ge=0, le=MAX_LIFE)] = 0
    """Life that both sides began with, where cards are on paper; 0: as the format says."""
    core: Annotated[str, Meta(max_length=64)] = ""
    """For mode "core": the engine and the scripts that the steps were taken with."""
    at: Annotated[int, Meta(ge=0, le=MAX_STEPS)] = 0
    steps: Annotated[tuple[str, ...], Meta(max_length=MAX_STEPS)] = ()


def max_steps(cards: int) -> int:
    """Return the number of steps that a line with this many cards may have, so that no line can block a
    server (law 8).
    """
    return min(MAX_STEPS, MAX_WORK // max(1, cards))


@lru_cache(maxsize=2)
def parse_line(text: str) -> SavedLine:
    """Parse the text of a file. The last two results are cached, since opening a file parses it six times.

    Raises BadInput with a sentence.
    """
    try:
        written = bounded_parsing.toml(text)
        if "facedown" not in written:
            raise ValueError("it does not say facedown = 1")
        if isinstance(written["facedown"], int) and written["facedown"] > LINE_FORMAT_VERSION:
            raise ValueError("it was made by a newer version of facedown")
        line = msgspec.convert(written, SavedLine)
        decode_steps(line)
        provided_facts(line)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadInput(Code.BAD_FILE, words("no_line_of_duel", explain_error(error))) from error
    if line.at > len(line.steps):
        raise BadInput(Code.BAD_FILE, words("line_has_no_such_step", len(line.steps), line.at))
    return line


def decode_steps(line: SavedLine) -> list[Act]:
    """Return the acts of a file's steps.

    Raises ValueError.
    """
    return [parse_step(text) for text in line.steps]


def provided_facts(line: SavedLine) -> list[ProvidedFacts]:
    """Return the card facts in a file.

    Raises MsgspecError or ValueError.
    """
    return [bounded_parsing.json(text, ProvidedFacts) for text in line.facts]


def facts_texts(all_facts: Iterable[Facts], *, brief: bool) -> tuple[str, ...]:
    """Encode the facts of cards that only their player knew. `brief`: without printed text."""
    each = {facts.code: facts for facts in all_facts if not is_nameless(facts)}
    rows = [without_texts(row) if brief else row for row in map(to_provided, each.values())]
    return tuple(msgspec.json.encode(row).decode() for row in rows)


def parse_step(text: str, origin: str = "person") -> Act:
    """Return the act of a step.

    Raises ValueError.
    """
    seat, _, body = text.partition(" ")
    if seat not in ("0", "1"):
        raise ValueError(f"a step begins with the seat, 0 or 1: {text[:40]!r}")
    return log_codec.act(int(seat), origin, body)


def encode_step(act: Act) -> str:
    """Return a step in the form that a file stores."""
    return f"{act.seat} {log_codec.encode_body(act.body)}"


def format_line(line: SavedLine, notes: Sequence[str] = ()) -> str:
    """Return the text of a file. `notes` are remarks on the steps, for readers."""
    plain = msgspec.structs.asdict(line)
    defaults = (name for name in ("announces", "life", "core") if not plain[name])
    blocks = ("decks", "scenario", "facts", "steps", *defaults)
    rows = [f"{name} = {_value(plain[name])}" for name in plain if name not in blocks]
    rows += [f"decks = [{', '.join(_block(deck) for deck in line.decks)}]"]
    rows += [f"scenario = {_block(line.scenario)}"] if line.scenario else []
    rows += ["facts = [", *(f"  {_literal(row)}," for row in line.facts), "]"] if line.facts else []
    rows += ["steps = [", *_steps(line.steps, notes), "]"]
    return "\n".join((f"# {HEADING}", *rows, ""))


HEADING = "A line of a duel: facedown opens it at the step it stands at, and every other."


def _steps(steps: Iterable[str], notes: Sequence[str]) -> list[str]:
    rows = []
    for number, step in enumerate(steps):
        note = notes[number] if number < len(notes) else ""
        remark = "".join(letter for letter in note if letter.isprintable())
        rows.append(f"  {_literal(step)},  # {number + 1}. {remark}".rstrip(". "))
    return rows


def _literal(text: str) -> str:
    """Return a TOML string, without escapes where possible."""
    return _value(text) if "'" in text or not text.isprintable() else f"'{text}'"


def _block(text: str) -> str:
    """Return a TOML string of several lines."""
    plain = "'''" not in text and all(letter.isprintable() or letter == "\n" for letter in text)
    return f"'''\n{text}'''" if plain and "\n" in text else _value(text)


def _value(value: Any) -> str:
    """Encode strings, numbers and lists of them, which JSON and TOML write alike."""
    return msgspec.json.encode(value).decode()
