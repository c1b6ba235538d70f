"""Requests of the bots to the search process and its answers: one JSON line each.

A request holds what the bot knows: its View, its prompt, and what it remembers of its own turn.
"""

from __future__ import annotations

import msgspec

from facedown_shared.protocol.messages import Prompt
from facedown_shared.tables import View


class Candidate(msgspec.Struct, frozen=True, array_like=True):
    """One act of the open state: an option's index, and the handles that it is meant for."""

    option: int
    aims: tuple[int, ...] = ()


class SearchRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open prompt with its View, and the acts to compare. The first is played if none is better.

    `format` is the table's, "" for the first with the View's zones. `stood`: handles that were on the field
    when the turn began. `summoned`: whether the bot has Normal Summoned this turn. `max_rollouts` and
    `max_time_s` limit the work.
    """

    seat: int
    prompt: Prompt
    view: View
    candidates: tuple[Candidate, ...]
    format: str = ""
    stood: tuple[int, ...] = ()
    summoned: bool = False
    seed: int = 0
    max_rollouts: int = 20
    max_time_s: float = 0.0
    """CPU time of the process; 0: no limit."""


class SearchResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The chosen candidate, by its index; how many rollouts it was chosen by, and its lead over the first."""

    chosen: int = 0
    rollouts: int = 0
    lead: float = 0.0


def encode_request(request: SearchRequest) -> bytes:
    """Return a request as a line."""
    return msgspec.json.encode(request) + b"\n"


def decode_request(line: bytes) -> SearchRequest:
    """Return the request in a line.

    Raises msgspec.MsgspecError.
    """
    return msgspec.json.decode(line, type=SearchRequest)


def encode_result(result: SearchResult) -> bytes:
    """Return a result as a line."""
    return msgspec.json.encode(result) + b"\n"


def decode_result(line: bytes) -> SearchResult:
    """Return the result in a line.

    Raises msgspec.MsgspecError.
    """
    return msgspec.json.decode(line, type=SearchResult)
