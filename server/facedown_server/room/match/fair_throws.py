"""Fair throws of a match: the pledge before it and the disclosure after it (docs/reference/fairness.md).

No side can decide a throw alone. Both players' shares are sealed before the server pledges its secrets, and
shown only afterwards. Until the match is over, only commitments and shares are sent.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from facedown_server.refereeing.match import Match, MatchDuel
from facedown_server.storage.store import Header
from facedown_server.table import RandomStreams, Step
from facedown_shared.protocol import fairness
from facedown_shared.protocol.fairness import MATCH, Trail
from facedown_shared.protocol.messages import Opened, Pledge, Shares
from facedown_shared.tables import Seat
from facedown_shared.text import Code, Illegal, words


class FairThrows:
    """The throws of one match, made from the server's secret and the players' shares."""

    def __init__(
        self, secret: bytes, best_of: int, seals: tuple[bytes, bytes], shares: Sequence[bytes] = ()
    ) -> None:
        self._secret = secret
        self._best_of = best_of
        self.seals = seals
        self._given = {seat: share for seat, share in enumerate(shares) if share}

    @property
    def missing_seats(self) -> tuple[Seat, ...]:
        """Seats that have sealed a share and not shown it yet."""
        return tuple(seat for seat in (0, 1) if self.seals[seat] and seat not in self._given)

    @property
    def shares(self) -> tuple[bytes, ...]:
        """The shares that the random streams are made from; () if there are none."""
        return (self._given.get(0, b""), self._given.get(1, b"")) if self._given else ()

    def accept_share(self, seat: Seat, share: bytes) -> None:
        """Accept the share that a player shows.

        Raises Illegal if it does not match the player's seal.
        """
        if fairness.seal(share) != self.seals[seat]:
            raise Illegal(words("not_your_share"), Code.NOT_ALLOWED)
        self._given[seat] = share

    @property
    def streams(self) -> RandomStreams:
        """The random streams of the match. Only pledged streams give throws."""
        return RandomStreams(self._secret, self.shares, pledged=True)

    def pledge(self) -> Pledge:
        """Return the message sent before shares are shown: a commitment to every possible stream."""
        streams, names = self.streams, fairness.names(self._best_of)
        return Pledge({name: fairness.commitment(name, streams.secret(name)) for name in names}, self.seals)

    def shares_message(self) -> Shares:
        """Return the message sent once all shares were shown."""
        one, other = self.shares or (b"", b"")
        return Shares((one, other))

    def opened_data(self, match: Match, seats: Collection[Seat]) -> Opened:
        """Return the data that a viewer may check after the match: public throws, and those of `seats`."""
        scopes = [(str(one.number), one.streams.thrown) for one in match.chapters]
        if match.toss is not None:
            scopes.insert(0, (MATCH, match.toss.thrown))
        streams, mine = self.streams, {*seats, -1}
        return Opened(
            secrets={
                name: streams.secret(name)
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


def throws_of_header(header: Header) -> FairThrows:
    """Return the throws of a stored match. Old headers have shares without seals."""
    one, other = header.shares or (b"", b"")
    sealed = (fairness.seal(one) if one else b"", fairness.seal(other) if other else b"")
    seals = header.seals if any(header.seals) else sealed
    return FairThrows(header.secret, header.settings.best_of, seals, header.shares)


_STEPS = msgspec.json.Decoder(Step)


def _trail(chapter: MatchDuel, seat: Seat) -> Trail:
    """Return how a seat's piles changed. Cards are numbered in their order before the first shuffle."""
    state = chapter.duel.state
    own = [card for card in state.cards if card.owner == seat and not card.token]
    number = {card.id: index for index, card in enumerate(own)}
    return Trail(
        chapter.number, seat, tuple(card.facts.code for card in own),
        tuple(
            (kind, zone, _renumber(kind, numbers, number))
            for kind, whose, zone, numbers in map(_STEPS.decode, state.trail)
            if whose == seat
        ),
    )  # fmt: skip


def _renumber(kind: str, numbers: tuple[int, ...], number: dict[int, int]) -> tuple[int, ...]:
    if kind in ("in", "out", "to"):
        return numbers[0], number.get(numbers[1], -1)
    return tuple(number.get(card, -1) for card in numbers) if kind in ("arrange", "stir") else numbers
