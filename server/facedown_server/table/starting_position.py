"""Cards laid out as written: the start of a duel that begins in the middle."""

from __future__ import annotations

from dataclasses import dataclass

from facedown_shared.tables import Place, Seat

BEFORE_FIRST_TURN = 0
"""The arrival turn of a position's cards: before turn 1, so Set Traps are live and positions may change."""


@dataclass(frozen=True, slots=True)
class StartingCard:
    """One card on the field: its place, passcode, position ("attack", "defense", "set") and owner."""

    place: Place
    code: int
    position: str = "attack"
    owner: Seat | None = None
    controller: Seat | None = None


@dataclass(frozen=True, slots=True)
class StartingSide:
    """One player's cards. `deck` is top first, `graveyard` and `banished` oldest first.

    `banished_face_down` are indices into `banished` of the face-down cards.
    """

    life: int = 8000
    hand: tuple[int, ...] = ()
    deck: tuple[int, ...] = ()
    extra_deck: tuple[int, ...] = ()
    extra_face_up: tuple[int, ...] = ()
    graveyard: tuple[int, ...] = ()
    banished: tuple[int, ...] = ()
    banished_face_down: tuple[int, ...] = ()
    field: tuple[StartingCard, ...] = ()


@dataclass(frozen=True, slots=True)
class StartingPosition:
    """The cards of both sides, and the player of turn 1."""

    sides: tuple[StartingSide, StartingSide]
    first: Seat = 0
