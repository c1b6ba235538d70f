"""Standings: places by points, then by the tie-breakers of the event (docs/reference/event.md).

All numbers are exact fractions. Players who are equal in all of them share a place; lots decide only in which
order they are listed, and who is in the cut.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import groupby

import msgspec

from facedown_server.events.rules.acts import Outcome
from facedown_server.events.rules.lots import lot_order
from facedown_server.events.rules.state import EventState, Round


class Standing(msgspec.Struct, frozen=True):
    """A player's row of the standings."""

    place: int
    player: int
    points: int
    wins: int
    losses: int
    draws: int
    byes: int
    tie_breakers: tuple[Fraction, ...]


class PlayerRecord(msgspec.Struct):
    """A player's Swiss rounds so far."""

    player: int
    points: int = 0
    byes: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    opponents: list[int] = []
    """One entry for each match."""
    match_points: int = 0
    """Points of matches with an opponent."""
    cumulative: Fraction = Fraction(0)

    @property
    def matches(self) -> int:
        """Number of matches with an opponent."""
        return len(self.opponents)

    @property
    def loss_rate(self) -> Fraction:
        """Lost matches among those with an opponent."""
        return Fraction(self.losses, self.matches) if self.matches else Fraction(0)


Records = dict[int, PlayerRecord]


def records_of(state: EventState, through: int | None = None) -> Records:
    """Return the records after so many rounds; without a number, after all complete ones."""
    rounds = state.rounds[: state.complete_rounds if through is None else through]
    records = {number: PlayerRecord(number) for number in state.players}
    for played in rounds:
        if played.cut:
            break
        _add_round(state, records, played)
    return records


def _add_round(state: EventState, records: Records, played: Round) -> None:
    win = state.settings.points.win
    for pairing in played.pairings:
        if pairing.result is None:
            continue
        if pairing.is_bye:
            records[pairing.one].points += win
            records[pairing.one].byes += 1
        else:
            _add_match(state, records[pairing.one], pairing.two, pairing.result.outcome, "one")
            _add_match(state, records[pairing.two], pairing.one, pairing.result.outcome, "two")
    if state.settings.late == "byes":
        for player in state.players.values():
            if played.number <= player.missed:
                records[player.number].points += win
                records[player.number].byes += 1
    for record in records.values():
        record.cumulative = record.cumulative / 4 + record.points


def _add_match(state: EventState, record: PlayerRecord, opponent: int, outcome: Outcome, side: str) -> None:
    record.opponents.append(opponent)
    points = (
        state.settings.points.win
        if outcome == side
        else state.settings.points.draw
        if outcome == "draw"
        else 0
    )
    record.points += points
    record.match_points += points
    record.wins += outcome == side
    record.draws += outcome == "draw"
    record.losses += outcome not in (side, "draw")


# --- tie-breakers -------------------------------------------------------------------------------------------


def _average(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def _win_rate(state: EventState, record: PlayerRecord) -> Fraction:
    """Return the rate with which a player counts for the opponents."""
    if not record.matches:
        return Fraction(0)
    rate = Fraction(record.match_points, state.settings.points.win * record.matches)
    return max(rate, Fraction(state.settings.points.floor_permille, 1000))


def _opponents(state: EventState, records: Records, record: PlayerRecord) -> Fraction:
    return _average([_win_rate(state, records[other]) for other in record.opponents])


def _opponents_opponents(state: EventState, records: Records, record: PlayerRecord) -> Fraction:
    return _average([_opponents(state, records, records[other]) for other in record.opponents])


def _cumulative(state: EventState, records: Records, record: PlayerRecord) -> Fraction:
    return record.cumulative


def _own_losses(state: EventState, records: Records, record: PlayerRecord) -> Fraction:
    return record.loss_rate


def _opponents_losses(state: EventState, records: Records, record: PlayerRecord) -> Fraction:
    return _average([records[other].loss_rate for other in record.opponents])


def _opponents_cumulative(state: EventState, records: Records, record: PlayerRecord) -> Fraction:
    return _average([records[other].cumulative for other in record.opponents])


TIE_BREAKERS: dict[str, tuple[Callable[[EventState, Records, PlayerRecord], Fraction], int]] = {
    "opponents": (_opponents, 1),
    "opponents-opponents": (_opponents_opponents, 1),
    "cumulative": (_cumulative, 1),
    "own-losses": (_own_losses, -1),
    "opponents-losses": (_opponents_losses, -1),
    "opponents-cumulative": (_opponents_cumulative, 1),
}
"""Each tie-breaker: how it is computed, and 1 if more is better, else -1."""


# --- places -------------------------------------------------------------------------------------------------


def standings(state: EventState, through: int | None = None) -> tuple[Standing, ...]:
    """Return the standings after so many rounds; without a number, after all complete ones.

    Players of a cut are ahead of the others, by the matches of the cut that they won.
    """
    end = state.complete_rounds if through is None else through
    records = records_of(state, end)
    values = {number: _tie_breakers(state, records, record) for number, record in records.items()}
    cut_rank = _cut_ranks(state.rounds[:end])
    lots = {player: index for index, player in enumerate(lot_order(state, "standings"))}

    def rank(number: int) -> tuple[object, ...]:
        signed = tuple(
            -value * TIE_BREAKERS[name][1]
            for name, value in zip(state.settings.tie_breakers, values[number], strict=True)
        )
        return -cut_rank.get(number, 0), -records[number].points, signed

    ordered = sorted(records, key=lambda number: (rank(number), lots[number]))
    rows, place = [], 1
    for _, group in groupby(ordered, key=rank):
        equal = list(group)
        for number in equal:
            record = records[number]
            rows.append(
                Standing(
                    place, number, record.points, record.wins, record.losses, record.draws, record.byes,
                    values[number],
                )
            )  # fmt: skip
        place += len(equal)
    return tuple(rows)


def _tie_breakers(state: EventState, records: Records, record: PlayerRecord) -> tuple[Fraction, ...]:
    return tuple(TIE_BREAKERS[name][0](state, records, record) for name in state.settings.tie_breakers)


def _cut_ranks(rounds: tuple[Round, ...]) -> dict[int, int]:
    """Return for each player of the cut 1 and the matches of the cut won."""
    ranks: dict[int, int] = {}
    for played in rounds:
        for pairing in played.pairings if played.cut else ():
            for side, player in (("one", pairing.one), ("two", pairing.two)):
                won = pairing.result is not None and pairing.result.outcome == side
                ranks[player] = ranks.get(player, 1) + won
    return ranks
