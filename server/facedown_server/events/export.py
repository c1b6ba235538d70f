"""Standings and results as CSV and JSON, for a league's own pages."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from fractions import Fraction

from facedown_server.events.rules.lots import commitment
from facedown_server.events.rules.standings import Standing, standings
from facedown_server.events.rules.state import EventState, Pairing
from facedown_shared.network.links import replay_link

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet would take for a formula at the start of a name; the last four are full width."""


def percent(value: Fraction) -> str:
    """Return a tie-breaker with four digits behind the point, rounded half up."""
    thousandths = (value * 20000 + 1) // 2
    return f"{thousandths // 10000}.{thousandths % 10000:04d}"


def standings_csv(state: EventState, ranked: Sequence[Standing] | None = None) -> str:
    """Return the standings, a line for each player after one with the names of the columns.

    `ranked`: the standings if they are known; they take long.
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(
        [
            "place",
            "player",
            "points",
            "wins",
            "losses",
            "draws",
            "byes",
            *state.settings.tie_breakers,
            "dropped",
        ]
    )
    for row in standings(state) if ranked is None else ranked:
        player = state.players[row.player]
        writer.writerow(
            [row.place, _cell(player.name), row.points, row.wins, row.losses, row.draws, row.byes,
             *map(percent, row.tie_breakers), "yes" if player.dropped else "no"]
        )  # fmt: skip
    return file.getvalue()


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def event_json(state: EventState, ranked: Sequence[Standing] | None = None) -> str:
    """Return the whole event: settings, standings, rounds with their results, and the check of its lots.

    `ranked`: the standings if they are known; they take long.
    """
    data = {
        "event": state.name, "date": state.date, "finished": state.finished,
        "settings": {
            "scoring": state.settings.scoring,
            "points": [state.settings.points.win, state.settings.points.draw],
            "tie_breakers": list(state.settings.tie_breakers), "best_of": state.settings.best_of,
            "minutes": state.settings.minutes, "format": state.settings.format,
        },
        "standings": [_standing(state, row) for row in (standings(state) if ranked is None else ranked)],
        "rounds": [
            {"round": played.number, "cut": played.cut,
             "pairings": [_pairing(state, one) for one in played.pairings]}
            for played in state.rounds
        ],
        "lots": {"commitment": commitment(state), "secret": state.secret if state.finished else ""},
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False, indent=1)


def _standing(state: EventState, row: Standing) -> dict[str, object]:
    names = zip(state.settings.tie_breakers, map(percent, row.tie_breakers), strict=True)
    return {
        "place": row.place, "player": state.players[row.player].name, "points": row.points, "wins": row.wins,
        "losses": row.losses, "draws": row.draws, "byes": row.byes, **dict(names),
        "dropped": state.players[row.player].dropped,
    }  # fmt: skip


def replay_path(secret: str) -> str:
    """Return the path of a match's public replay on the server."""
    return replay_link("", secret)


def _pairing(state: EventState, pairing: Pairing) -> dict[str, object]:
    result = pairing.result
    replay = {} if result is None or not result.replay else {"replay": replay_path(result.replay)}
    return {
        "table": pairing.table,
        "players": [state.players[one].name for one in (pairing.one, pairing.two) if one],
        "score": None if result is None else [result.score.one, result.score.two],
        "outcome": None if result is None else result.outcome,
        "source": None if result is None else result.source,
        **replay,
    }
