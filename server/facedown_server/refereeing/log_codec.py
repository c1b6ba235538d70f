"""Every act as one line of text and back: what a log keeps, and what a person can read in it.

pick ["pass"]      back      side "#main…"      concede duel      agreed      expire time
hand {"do":"draw","amount":2}      step 12      anew fresh [89631139]      cut fuel ["pass"]
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from facedown_server.refereeing.referee import (
    Act,
    Agreed,
    Back,
    Body,
    ByHand,
    Choice,
    Conceded,
    Cut,
    Expire,
    Origin,
    Restarted,
    Sided,
    ToStep,
)
from facedown_shared.protocol.gestures import KINDS, Gesture
from facedown_shared.tables.zones import Seat


@lru_cache(maxsize=256)
def write(body: Body) -> str:
    """The line of an act's body. It is wanted up to four times for an act: in the digest, the log, a file."""
    match body:
        case Choice(keys=keys):
            return f"pick {_json(list(keys))}"
        case Cut(reason=reason, keys=keys):
            return f"cut {reason} {_json(list(keys))}"
        case Sided(deck=deck):
            return f"side {_json(deck)}"
        case Conceded(match=whole):
            return f"concede {'match' if whole else 'duel'}"
        case Expire(reason=reason):
            return f"expire {reason}"
        case Agreed():
            return "agreed"
        case Back():
            return "back"
        case ByHand(gesture=gesture):
            # A row has the gesture's word under "do", since before gestures were messages of their own.
            return f'hand {{"do"{_json(gesture).removeprefix(_TAGGED)}'
        case ToStep(step=step):
            return f"step {step}"
        case Restarted(fresh=fresh, hand=hand):
            return f"anew {'fresh' if fresh else 'same'} {_json(list(hand))}"


def read(line: str) -> Body:
    """The body a line stands for. Raises ValueError when it is none."""
    word, _, rest = line.partition(" ")
    match word, rest:
        case "pick", _:
            return Choice(tuple(msgspec.json.decode(rest, type=list[str])))
        case "cut", _:
            reason, _, keys = rest.partition(" ")
            return Cut(reason, tuple(msgspec.json.decode(keys, type=list[str])))
        case "side", _:
            return Sided(msgspec.json.decode(rest, type=str))
        case "concede", "duel" | "match":
            return Conceded(match=rest == "match")
        case "expire", reason if reason:
            return Expire(reason)
        case "agreed", "":
            return Agreed()
        case "back", "":
            return Back()
        case "hand", _:
            return ByHand(_gesture(msgspec.json.decode(rest, type=dict[str, object])))
        case "step", step if step.isdecimal():
            return ToStep(int(step))
        case "anew", _:
            return _anew(*rest.partition(" ")[::2])
    raise ValueError(f"no act: {line!r}")


_TAGGED = '{"m"'


def _gesture(row: dict[str, object]) -> Gesture:
    """The gesture of a row. One of protocol 1 may hold fields that say nothing to its gesture: they go."""
    kind = KINDS.get(str(row.get("do")))
    if kind is None:
        raise ValueError(f"no gesture: {row.get('do')!r}")
    return msgspec.convert({name: row[name] for name in kind.__struct_fields__ if name in row}, kind)


def _anew(word: str, hand: str) -> Restarted:
    if word not in ("fresh", "same"):
        raise ValueError(f"no act: anew {word!r}")
    return Restarted(word == "fresh", tuple(msgspec.json.decode(hand, type=list[int])))


def act(seat: Seat, origin: str, line: str) -> Act:
    """The act of a log's row. Raises ValueError when a part of it is none."""
    return Act(seat, read(line), Origin(origin))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
