"""Standings, computed again from the formulas of docs/reference/event.md alone, over random events."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from msgspec.structs import replace

from facedown_server.events.rules import acts
from facedown_server.events.rules.scoring import settings_for
from facedown_server.events.rules.standings import records_of, standings
from facedown_server.events.rules.state import EventState
from tests.server.events.evening import Evening, play_round

SCORES = {3: [(2, 0), (2, 1), (1, 2), (0, 2), (1, 1), (1, 0)], 1: [(1, 0), (0, 1), (0, 0)]}


class Formulas:
    """The formulas of the page, written from it and from nothing else."""

    def __init__(self, state: EventState) -> None:
        self.win, self.draw = state.settings.points.win, state.settings.points.draw
        self.floor = Fraction(state.settings.points.floor_permille, 1000)
        self.players = list(state.players)
        self.by_round: list[dict[int, tuple[int, int]]] = []
        """For each round each player's opponent (0: none) and points."""
        self.lost = dict.fromkeys(self.players, 0)
        for played in state.rounds:
            row: dict[int, tuple[int, int]] = {}
            for table in played.pairings:
                assert table.result is not None
                if table.two == 0:
                    row[table.one] = (0, self.win)
                    continue
                outcome = table.result.outcome
                points = {"one": (self.win, 0), "two": (0, self.win), "draw": (self.draw, self.draw)}
                one, two = points.get(outcome, (0, 0))
                row[table.one], row[table.two] = (table.two, one), (table.one, two)
                self.lost[table.one] += outcome in ("two", "both lose")
                self.lost[table.two] += outcome in ("one", "both lose")
            for player in state.players.values():
                if played.number <= player.missed and state.settings.late == "byes":
                    row[player.number] = (0, self.win)
            self.by_round.append(row)

    def opponents_of(self, player: int) -> list[int]:
        return [row[player][0] for row in self.by_round if row.get(player, (0, 0))[0]]

    def points(self, player: int) -> int:
        return sum(row.get(player, (0, 0))[1] for row in self.by_round)

    def rate(self, player: int) -> Fraction:
        matches = [row[player][1] for row in self.by_round if row.get(player, (0, 0))[0]]
        return max(Fraction(sum(matches), self.win * len(matches)), self.floor) if matches else Fraction(0)

    def mean(self, values: list[Fraction]) -> Fraction:
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)

    def opponents(self, player: int) -> Fraction:
        return self.mean([self.rate(one) for one in self.opponents_of(player)])

    def opponents_opponents(self, player: int) -> Fraction:
        return self.mean([self.opponents(one) for one in self.opponents_of(player)])

    def cumulative(self, player: int) -> Fraction:
        number, points = Fraction(0), 0
        for row in self.by_round:
            points += row.get(player, (0, 0))[1]
            number = number / 4 + points
        return number

    def losses(self, player: int) -> Fraction:
        matches = len(self.opponents_of(player))
        return Fraction(self.lost[player], matches) if matches else Fraction(0)

    def key(self, game: str, player: int) -> tuple[Fraction, ...]:
        opponents = self.opponents_of(player)
        if game == "flesh-and-blood":
            return (
                Fraction(-self.points(player)), -self.cumulative(player), self.losses(player),
                self.mean([self.losses(one) for one in opponents]),
                -self.mean([self.cumulative(one) for one in opponents]),
            )  # fmt: skip
        return Fraction(-self.points(player)), -self.opponents(player), -self.opponents_opponents(player)


def random_event(game: str, seed: int) -> Evening:
    """Return an event of up to 12 players and 6 rounds, with late arrivals, drops, byes and corrections."""
    chance = random.Random(seed)
    settings = replace(settings_for(game), late=chance.choice(["losses", "byes"]))
    evening = Evening(chance.randint(3, 12), settings)
    for number in range(chance.randint(1, 6)):
        present = [player.number for player in evening.state.active_players]
        chance.shuffle(present)
        bye = present.pop() if len(present) % 2 else 0
        pairs = list(zip(present[::2], present[1::2], strict=True))
        scores = [chance.choice(SCORES[settings.best_of]) for _ in pairs]
        play_round(evening, pairs, bye, scores)
        if chance.random() < 0.4:
            evening.register(f"Late {number}")
        if chance.random() < 0.3 and len(present) > 4:
            evening.do(acts.PlayerDropped(chance.choice(present)))
        if chance.random() < 0.3:
            wrong = chance.randint(1, number + 1)
            score = acts.Score(*chance.choice(SCORES[settings.best_of]))
            evening.do(acts.ResultCorrected(wrong, 1, score))
    return evening


@pytest.mark.parametrize("game", ["konami", "flesh-and-blood", "friendly"])
def test_standings_are_those_of_the_formulas(game: str) -> None:
    for seed in range(100):
        state = random_event(game, seed).state
        formulas = Formulas(state)
        keys = {player: formulas.key(game, player) for player in state.players}
        rows = standings(state)
        assert {row.player for row in rows} == set(state.players)
        for row in rows:
            ahead = sum(keys[other] < keys[row.player] for other in keys)
            assert (row.place, row.points) == (ahead + 1, formulas.points(row.player)), (seed, row)
        assert [row.place for row in rows] == sorted(row.place for row in rows)


def test_two_wins_and_a_draw_are_seven_points() -> None:
    """Konami's own example of its points: after 3 rounds with 2 wins and 1 draw a Duelist has 7."""
    evening = Evening(4)
    play_round(evening, [(1, 2), (3, 4)], 0, [(2, 0), (2, 0)])
    play_round(evening, [(1, 3), (2, 4)], 0, [(2, 0), (2, 0)])
    evening.pair((1, 4), (2, 3))
    evening.result(1, 1, 1, "draw")
    evening.result(2, 2, 0)
    assert evening.points()[1] == 7


def test_the_cumulative_number_follows_the_policy_of_flesh_and_blood() -> None:
    """A quarter of the number of the last round, and all points: losing later is better."""
    evening = Evening(4, settings_for("flesh-and-blood"))
    play_round(evening, [(1, 2), (3, 4)], 0, [(1, 0), (1, 0)])
    play_round(evening, [(1, 3), (2, 4)], 0, [(1, 0), (1, 0)])
    play_round(evening, [(1, 4), (2, 3)], 0, [(1, 0), (1, 0)])
    numbers = {player: record.cumulative for player, record in records_of(evening.state).items()}
    assert numbers == {
        1: Fraction(57, 16),  # 1, then 1/4 + 2, then 9/16 + 3
        2: Fraction(9, 4),  # 0, then 1, then 1/4 + 2
        3: Fraction(21, 16),  # 1, then 1/4 + 1, then 5/16 + 1
        4: Fraction(0),
    }
    assert [row.player for row in standings(evening.state)] == [1, 2, 3, 4]


def test_a_bye_is_a_win_and_counts_in_no_rate() -> None:
    evening = Evening(3)
    play_round(evening, [(1, 2)], 3, [(2, 0)])
    play_round(evening, [(1, 3)], 2, [(2, 0)])
    rows = {row.player: row for row in standings(evening.state)}
    assert (rows[3].points, rows[3].byes, rows[3].wins) == (3, 1, 0)
    assert rows[1].tie_breakers[0] == 0, "both opponents lost their only match"


def test_the_floor_of_the_rate() -> None:
    evening = Evening(2, settings_for("friendly"))
    play_round(evening, [(1, 2)], 0, [(2, 0)])
    rows = {row.player: row for row in standings(evening.state)}
    assert rows[1].tie_breakers[0] == Fraction(333, 1000)


def test_equal_players_share_a_place() -> None:
    evening = Evening(4)
    play_round(evening, [(1, 2), (3, 4)], 0, [(2, 0), (2, 0)])
    assert [row.place for row in standings(evening.state)] == [1, 1, 3, 3]


def test_a_round_counts_when_it_is_complete() -> None:
    evening = Evening(4)
    evening.pair((1, 2), (3, 4))
    evening.result(1, 2, 0)
    assert set(evening.points().values()) == {0}
    assert {row.player: row.points for row in standings(evening.state, 1)}[1] == 3
