"""Codec of acts: encodes each as one readable line of text, and decodes it.

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
from facedown_shared.tables import Seat

_latest: list[tuple[Body | None, str]] = [(None, "")]
"""The body that was encoded last, and its line."""


def encode_body(body: Body) -> str:
    """Return the line for an act's body. Digest, log and file need it up to four times in a row."""
    if _latest[0][0] is not body:
        _latest[0] = (body, _encode_body(body))
    return _latest[0][1]


@lru_cache(maxsize=256)
def _encode_body(body: Body) -> str:
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
            # The row holds the gesture's word under "do", as before gestures became messages of their own.
            return f'hand {{"do"{_json(gesture).removeprefix(_TAGGED)}'
        case ToStep(step=step):
            return f"step {step}"
        case Restarted(fresh=fresh, hand=hand):
            return f"anew {'fresh' if fresh else 'same'} {_json(list(hand))}"


def decode_body(line: str) -> Body:
    """Return the body that a line encodes.

    Raises ValueError if the line encodes none.
    """
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
            return _parse_restart(*rest.partition(" ")[::2])
    raise ValueError(f"no act: {line!r}")


_TAGGED = '{"m"'


def _gesture(row: dict[str, object]) -> Gesture:
    """Return the gesture of a decoded row. Fields that a gesture of protocol 1 does not have are dropped."""
    kind = KINDS.get(str(row.get("do")))
    if kind is None:
        raise ValueError(f"no gesture: {row.get('do')!r}")
    return msgspec.convert({name: row[name] for name in kind.__struct_fields__ if name in row}, kind)


def _parse_restart(word: str, hand: str) -> Restarted:
    if word not in ("fresh", "same"):
        raise ValueError(f"no act: anew {word!r}")
    return Restarted(word == "fresh", tuple(msgspec.json.decode(hand, type=list[int])))


def act(seat: Seat, origin: str, line: str) -> Act:
    """Return the act of a log's row.

    Raises ValueError if the row encodes none.
    """
    return Act(seat, decode_body(line), Origin(origin))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
