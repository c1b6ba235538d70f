"""Fair throws at a table: what is pledged before a match and opened after it (docs/fairness.md).

Nobody can settle a throw alone: both players' shares are sealed before the server pledges its secrets, and
shown only after that. Nothing here is told before the match is over but commitments and shares.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from server.match import Chapter, Match
from server.table.fate import Fate
from shared import fairness
from shared.errors import Code, Illegal
from shared.fairness import MATCH, Trail
from shared.messages import Opened, Pledge
from shared.zones import Seat as Number


@dataclass
class Pledging:
    """A match about to begin: the server is bound, the players' shares are awaited until `until`."""

    secret: bytes
    seals: tuple[bytes, bytes]
    until: float = math.inf
    given: dict[Number, bytes] = field(default_factory=dict)

    @property
    def lacking(self) -> tuple[Number, ...]:
        """The seats that have sealed a share and not shown it yet."""
        return tuple(seat for seat in (0, 1) if self.seals[seat] and seat not in self.given)

    @property
    def shares(self) -> tuple[bytes, ...]:
        """The shares as a match is begun with them; () when nobody gave one."""
        return (self.given.get(0, b""), self.given.get(1, b"")) if self.given else ()

    def take(self, seat: Number, share: bytes) -> None:
        """A player shows a share. Raises Illegal when it is not the one that was sealed."""
        if seat not in self.lacking or fairness.seal(share) != self.seals[seat]:
            raise Illegal("That is not the share you sealed.", Code.NOT_ALLOWED)
        self.given[seat] = share


def fate_of(secret: bytes, shares: Sequence[bytes]) -> Fate:
    """The fate of a match: it throws nothing but what was pledged."""
    return Fate(secret, shares, pledged=True)


def pledge(secret: bytes, best_of: int, seals: tuple[bytes, bytes]) -> Pledge:
    """What everybody is told before a match: a commitment for every stream it may use."""
    fate = fate_of(secret, ())
    commitments = {name: fairness.commitment(name, fate.secret(name)) for name in fairness.names(best_of)}
    return Pledge(commitments, seals)


def seals_of(shares: Sequence[bytes]) -> tuple[bytes, bytes]:
    """The seals that belonged to these shares."""
    one, other = shares or (b"", b"")
    return (fairness.seal(one) if one else b"", fairness.seal(other) if other else b"")


def opened(match: Match, fate: Fate, seats: Collection[Number]) -> Opened:
    """What a viewer may check after the match: the throws everybody saw, and those of these seats."""
    scopes = [(MATCH, match.toss.thrown), *((str(one.number), one.fate.thrown) for one in match.chapters)]
    mine = {*seats, -1}
    return Opened(
        secrets={
            name: fate.secret(name)
            for name in fairness.names(len(match.chapters))
            if fairness.owner(name) in mine
        },
        throws={
            f"{scope}/{purpose}": tuple(limits)
            for scope, thrown in scopes
            for purpose, limits in thrown.items()
            if fairness.owner(purpose) in mine
        },
        trails=tuple(_trail(chapter, seat) for chapter in match.chapters for seat in sorted(seats)),
    )


def _trail(chapter: Chapter, seat: Number) -> Trail:
    """A seat's piles, its cards named by the order they lay in before the first shuffle."""
    state = chapter.duel.state
    own = [card for card in state.cards if card.owner == seat and not card.token]
    number = {card.id: index for index, card in enumerate(own)}
    return Trail(
        chapter.number, seat, tuple(card.facts.code for card in own),
        tuple(
            (kind, zone, _renumbered(kind, numbers, number))
            for kind, whose, zone, numbers in state.trail
            if whose == seat
        ),
    )  # fmt: skip


def _renumbered(kind: str, numbers: tuple[int, ...], number: dict[int, int]) -> tuple[int, ...]:
    if kind in ("in", "out", "to"):
        return numbers[0], number.get(numbers[1], -1)
    return tuple(number.get(card, -1) for card in numbers) if kind == "arrange" else numbers
