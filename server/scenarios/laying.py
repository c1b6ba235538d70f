"""Laying a scenario's start out on a duel."""

from __future__ import annotations

from collections.abc import Sequence

from server.duel.starting_position import StartingCard, StartingPosition, StartingSide
from server.scenarios.files import Faced, Half, Scenario
from server.scenarios.words import place, side
from shared.zones import Seat


def position(scenario: Scenario) -> StartingPosition:
    """Where the scenario's duel begins."""
    sides = [_side(half, seat, scenario.start.lp[seat]) for seat, half in enumerate(scenario.start.players)]
    return StartingPosition((sides[0], sides[1]), scenario.first)


def throws(scenario: Scenario) -> dict[str, list[int]]:
    """What the duel's coins and dice show, in the numbers of server/table/random_streams.py."""
    given = scenario.start.throws
    return {"coin": [int(face == "tails") for face in given.coin], "die": [pips - 1 for pips in given.die]}


def _side(half: Half, seat: Seat, life: int) -> StartingSide:
    extra = [_facing(entry, "down") for entry in half.extra]
    banished = [_facing(entry, "up") for entry in half.banished]
    return StartingSide(
        life=life,
        hand=_codes(half.hand),
        deck=_codes(half.deck),
        extra_deck=tuple(code for code, face in extra if face == "down"),
        extra_face_up=tuple(code for code, face in extra if face == "up"),
        graveyard=_codes(half.gy),
        banished=tuple(code for code, _ in banished),
        banished_face_down=tuple(at for at, (_, face) in enumerate(banished) if face == "down"),
        field=tuple(
            StartingCard(
                place(row.zone, seat), int(row.card), {"atk": "attack", "def": "defense"}.get(row.pos, "set"),
                row.owner, side(row.zone, seat),
            )
            for row in half.field
        ),
    )  # fmt: skip


def _facing(entry: int | str | Faced, face: str) -> tuple[int, str]:
    return (int(entry.card), entry.face) if isinstance(entry, Faced) else (int(entry), face)


def _codes(entries: Sequence[int | str]) -> tuple[int, ...]:
    return tuple(int(entry) for entry in entries)
