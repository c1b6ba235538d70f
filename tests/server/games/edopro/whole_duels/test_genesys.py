"""Genesys by EDOPro's core: whole duels of the real engine on a field without Extra Monster Zones.

Skipped where FACEDOWN_CORE names no engine.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown_client.bot.bot import Bot
from facedown_server.games.edopro import edition
from facedown_server.games.edopro.core_referee import CoreReferee
from facedown_server.games.edopro.edition import Edition
from facedown_server.refereeing.referee import Act, Choice
from facedown_server.room.match.pending_prompts import PendingPrompt
from facedown_server.table import sight
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.decks import Deck
from facedown_shared.tables.formats import GENESYS
from tests.server.games.edopro import mini

pytestmark = pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine")

WALKER_PASSCODE = 900302
CARDS = (
    Facts(code=WALKER_PASSCODE, name="Mini Walker", kinds=("monster", "normal"), attribute="earth",
    race="warrior",
          level=4, attack=1500, defense=1000),
)  # fmt: skip
MAX_ANSWERS = 2_000


@pytest.mark.parametrize("seed", range(3))
def test_two_bots_play_a_whole_duel_in_main_monster_zones(tmp_path: Path, seed: int) -> None:
    from facedown_server.games.edopro.wasm.engine_worker import Desk

    held = Edition(edition.store_edition(tmp_path, [], CARDS))
    engine = mini.InProcessEngine.of(Desk(mini.compiled_engine(mini.find_engine()), held, ()))
    referee, bots = CoreReferee(GENESYS, Pool(CARDS), engine), (Bot(0), Bot(1))
    decks = (Deck(main=(WALKER_PASSCODE,) * 40),) * 2
    mini.exhaust(referee.start(Setup("genesys", decks), RandomStreams(bytes([seed]) * 32)))
    asked = 0
    while referee.result() is None and asked < MAX_ANSWERS:
        (prompt,) = referee.prompts()
        view = sight.view(referee.state, prompt.seat)
        picks = bots[prompt.seat].answer(PendingPrompt(prompt, 0.0).message(), view).picks
        mini.exhaust(
            referee.apply(Act(prompt.seat, Choice(tuple(prompt.options[pick][0] for pick in picks))))
        )
        assert not any("extra_monster" in pile for pile in view.piles)
        asked += 1
    assert referee.errors == []
    assert referee.result() is not None
