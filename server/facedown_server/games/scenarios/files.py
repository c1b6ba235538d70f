"""Parsing and validation of scenario files.

A `.json` file holds one scenario; a `.jsonl` or `.jsonl.gz` file holds one per line. Lines are read one at a
time, so memory depends on the longest line, not on the file. An invalid scenario becomes a BadInput with one
sentence. Unknown fields of decisions are ignored and listed in the outcome's notes.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from facedown_server.games.scenarios.words import Named, Text, Word, code, is_zone, parse_word, place_of_name
from facedown_shared.cards.facts import Pool
from facedown_shared.tables import FORMATS, TABLES, Place
from facedown_shared.text import BadInput, Code, bounded_parsing, explain_error

MAX_CARDS = 200
"""Maximum of cards of both players together. The cost of a prompt grows with it."""
MAX_DECISIONS = 1_000
MAX_SCENARIO_BYTES = 1 << 20
"""Maximum size of one scenario in bytes."""
Life = Annotated[int, Meta(ge=0, le=1_000_000)]


class FieldCard(msgspec.Struct, frozen=True):
    """A card on the field: its zone and position, and its owner if that is the opponent."""

    zone: Text
    card: Named
    pos: Literal["atk", "def", "set"] = "atk"
    owner: Literal[0, 1] | None = None


class PileCard(msgspec.Struct, frozen=True):
    """A card in a pile, with its face."""

    card: Named
    face: Literal["up", "down"] = "up"


class Half(msgspec.Struct, frozen=True):
    """One player's cards: `deck` top first, `gy` oldest first."""

    hand: tuple[Named, ...] = ()
    deck: tuple[Named, ...] = ()
    extra: tuple[Named | PileCard, ...] = ()
    gy: tuple[Named, ...] = ()
    banished: tuple[Named | PileCard, ...] = ()
    field: tuple[FieldCard, ...] = ()


class Throws(msgspec.Struct, frozen=True):
    """Results of coin tosses and die rolls, in order. Further tosses are heads, further rolls 1."""

    coin: tuple[Literal["heads", "tails"], ...] = ()
    die: tuple[Literal[1, 2, 3, 4, 5, 6], ...] = ()


class Start(msgspec.Struct, frozen=True):
    """The position in which the duel begins, before turn 1's Draw Phase."""

    players: tuple[Half, Half]
    lp: tuple[Life, Life] = (8000, 8000)
    throws: Throws = Throws()


Deed = Literal[
    "normal_summon", "set", "special_summon", "pendulum_summon", "flip_summon", "change_position", "activate",
    "attack", "phase", "choose", "answer", "can", "could", "snapshot",
]  # fmt: skip


class Decision(msgspec.Struct, frozen=True, rename={"from_": "from", "in_": "in", "with_": "with"}):
    """A decision or probe. `do` determines which other fields are used."""

    do: Deed
    player: Literal[0, 1] = 0
    card: Word | None = None
    zone: Text | None = None
    position: Literal["atk", "def", "set"] | None = None
    tributes: tuple[Word, ...] = ()
    materials: tuple[Word, ...] = ()
    cost: tuple[Word, ...] = ()
    targets: tuple[Word, ...] = ()
    cards: tuple[Word, ...] = ()
    from_: Text | None = None
    when: Literal["open"] | None = None
    in_: (
        Literal["draw", "standby", "main1", "battle", "main2", "end", "declaration", "damage"] | None
    ) = None  # fmt: skip
    turn: Annotated[int, Meta(ge=0, le=1_000)] | None = None
    with_: Word | None = None
    target: Word | None = None
    to: Literal["battle", "main2", "end"] | None = None
    what: Text | None = None
    yes: bool | None = None
    option: Named | None = None
    action: Decision | None = None


class ScenarioFile(msgspec.Struct, frozen=True):
    """A scenario as written in a file, before its cards are looked up."""

    start: Start
    decisions: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MAX_DECISIONS)] = ()
    id: Text = ""
    mechanism: Text = ""
    ruleset: Text = "MR5"
    first: Literal[0, 1] = 0
    names: dict[str, str] = {}
    expect: Annotated[dict[str, Any] | None, Meta(description="how it came out")] = None


class Scenario(msgspec.Struct, frozen=True):
    """A validated scenario, with passcodes for all cards."""

    id: str
    ruleset: str
    first: int
    start: Start
    decisions: tuple[Decision, ...]
    expect: dict[str, Any] | None
    notes: tuple[str, ...] = ()


def parse(data: bytes, pool: Pool, name: str = "") -> Scenario:
    """Parse a scenario from its JSON text.

    Raises msgspec.MsgspecError or ValueError if the text is no valid scenario.
    """
    written = bounded_parsing.json(data, ScenarioFile)
    if written.ruleset not in FORMATS:
        raise ValueError(f"there is no ruleset {written.ruleset!r}, only {', '.join(sorted(FORMATS))}")
    return Scenario(
        id=written.id or name,
        ruleset=written.ruleset,
        first=written.first,
        start=_parse_start(written.start, pool, written.ruleset),
        decisions=tuple(_decision(raw, at, pool) for at, raw in enumerate(written.decisions)),
        expect=written.expect,
        notes=tuple(_notes(written.decisions)),
    )


def _decision(raw: dict[str, Any], at: int, pool: Pool) -> Decision:
    try:
        decision = msgspec.convert(raw, type=Decision)
    except msgspec.ValidationError as error:
        raise ValueError(f"decision {at}: {error}") from error
    _check(decision, at)
    if decision.action is not None:
        if decision.action.do in _NO_ACTS:
            raise ValueError(f"decision {at}: {decision.action.do} is no action that could be offered")
        _check(decision.action, at)
    return _with_passcodes(decision, pool)


def _check(decision: Decision, at: int) -> None:
    missing = [field for field in _NEEDS.get(decision.do, ()) if getattr(decision, field) is None]
    if missing:
        raise ValueError(f"decision {at}: {decision.do} needs {missing[0].rstrip('_')}")
    for zone in (decision.zone, decision.from_):
        if zone is not None and not is_zone(zone):
            raise ValueError(f"decision {at}: there is no zone {zone!r}")


_NEEDS: dict[str, tuple[str, ...]] = {
    "normal_summon": ("card",), "set": ("card",), "special_summon": ("card",), "flip_summon": ("card",),
    "change_position": ("card",), "activate": ("card",), "attack": ("with_",), "phase": ("to",),
    "answer": ("yes",), "can": ("action",), "could": ("action",),
}  # fmt: skip


NUMBERS = range(1, 13)
"""Numbers allowed in `cards` for effects that prompt for a number. Passcodes are larger."""

_NO_ACTS = frozenset({"choose", "answer", "can", "could", "snapshot"})
"""Decisions that select no option of the open state."""


def _with_passcodes(decision: Decision, pool: Pool) -> Decision:
    """Return a copy of a decision with passcodes in place of card names."""
    changes: dict[str, Any] = {}
    for field in ("card", "with_", "target"):
        value = getattr(decision, field)
        if isinstance(value, str) and (field, value) != ("target", "direct"):
            changes[field] = parse_word(value, pool)
    for field in ("tributes", "materials", "cost", "targets", "cards"):
        changes[field] = tuple(
            value if field == "cards" and value in NUMBERS else parse_word(value, pool)
            for value in getattr(decision, field)
        )
    if decision.action is not None:
        changes["action"] = _with_passcodes(decision.action, pool)
    return msgspec.structs.replace(decision, **changes)


def _parse_start(start: Start, pool: Pool, ruleset: str) -> Start:
    cards = sum(len(getattr(half, pile)) for half in start.players for pile in Half.__struct_fields__)
    if cards > MAX_CARDS:
        raise ValueError(f"it has {cards} cards; {MAX_CARDS} are allowed")
    first, second = (_half(half, pool) for half in start.players)
    zones = TABLES[FORMATS[ruleset].table].zones
    taken: set[Place] = set()
    for seat, row in [(seat, row) for seat, half in enumerate((first, second)) for row in half.field]:
        where = place_of_name(row.zone, seat)
        if where.slot < 0 or where.zone not in zones:
            raise ValueError(f"no card can stand in zone {row.zone!r} of a field of {ruleset}")
        if where in taken:
            raise ValueError(f"two cards stand in zone {row.zone!r}")
        taken.add(where)
    return Start((first, second), start.lp, start.throws)


def _half(half: Half, pool: Pool) -> Half:
    piles: dict[str, Any] = {
        name: tuple(_parse_pile_entry(entry, pool) for entry in getattr(half, name))
        for name in ("hand", "deck", "extra", "gy", "banished")
    }
    field = tuple(msgspec.structs.replace(row, card=code(row.card, pool)) for row in half.field)
    for row in field:
        if not is_zone(row.zone):
            raise ValueError(f"there is no zone {row.zone!r}")
    return Half(**piles, field=field)


def _parse_pile_entry(entry: Named | PileCard, pool: Pool) -> Named | PileCard:
    if isinstance(entry, PileCard):
        return PileCard(code(entry.card, pool), entry.face)
    return code(entry, pool)


def _notes(decisions: tuple[dict[str, Any], ...]) -> Iterator[str]:
    known = {field.encode_name for field in msgspec.structs.fields(Decision)}
    for at, raw in enumerate(decisions):
        for name in sorted(raw):
            if name not in known:
                yield f"decision {at}: the field {name!r} is not known and was passed over"


# --- files -------------------------------------------------------------------------------------------------


class Unreadable(msgspec.Struct, frozen=True):
    """Report of an invalid scenario: its id and the reason."""

    id: str
    reason: BadInput


def read_scenarios(path: Path, pool: Pool) -> Iterator[Scenario | Unreadable]:
    """Yield each scenario of a file in order, or an Unreadable for each invalid one."""
    try:
        for at, (name, data) in enumerate(_texts(path), 1):
            place = f"{path}, line {at}," if name != path.stem else str(path)
            yield _scenario(data, pool, name, place)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or explain_error(error)
        yield Unreadable(path.stem, BadInput(Code.BAD_FILE, f"{path} cannot be read: {reason}."))


def _texts(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield each text in a file with the default name of its scenario."""
    suffixes = path.name.lower().split(".")[1:]
    if "jsonl" not in suffixes:
        with path.open("rb") as file:
            yield path.stem, file.read(MAX_SCENARIO_BYTES + 1)
        return
    with gzip.open(path) if suffixes[-1] == "gz" else path.open("rb") as lines:
        at = 0
        while line := lines.readline(MAX_SCENARIO_BYTES + 1):
            at += 1
            yield f"{path.name}:{at}", line
            while len(line) > MAX_SCENARIO_BYTES and not line.endswith(b"\n"):
                line = lines.readline(MAX_SCENARIO_BYTES + 1)


def _scenario(data: bytes, pool: Pool, name: str, place: str) -> Scenario | Unreadable:
    try:
        if len(data) > MAX_SCENARIO_BYTES:
            raise ValueError(f"it has more than {MAX_SCENARIO_BYTES:,} bytes")
        return parse(data, pool, name)
    except (msgspec.MsgspecError, ValueError) as error:
        return Unreadable(
            name, BadInput(Code.BAD_FILE, f"{place} is not a scenario: {explain_error(error)}.")
        )
