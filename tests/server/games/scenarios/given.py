"""A scenario made from its decisions and each player's cards."""

from __future__ import annotations

import json
from typing import Any

from facedown_server.games.scenarios.files import parse
from facedown_server.games.scenarios.runner import Runner
from facedown_server.games.scenarios.scenario_rules import ScenarioRules
from facedown_shared.cards.facts import bundled_pool

END = {"player": 1, "do": "phase", "to": "end"}


def play_decisions(
    *decisions: dict[str, Any],
    mine: dict[str, Any] | None = None,
    throws: dict[str, Any] | None = None,
    **theirs: Any,
) -> dict[str, Any]:
    """Play a duel in which player 1 ends turn 1 and these decisions follow."""
    deck = ["Mystical Elf"] * 5
    players = [{"deck": deck, **(mine or {})}, {"deck": deck, **theirs}]
    start = {"players": players, "throws": throws or {}}
    text = json.dumps({"first": 1, "start": start, "decisions": [END, *decisions]})
    scenario = parse(text.encode(), bundled_pool(), "played")
    return Runner(scenario, ScenarioRules(scenario, bundled_pool())).run().shape
