"""A card whose script asks again until its player completes it: the bot does, on the real engine.

Skipped where FACEDOWN_CORE names no engine; `test_bot.py` plays the same conversation without one.
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
from facedown_shared.tables.formats import MASTER
from tests.server.games.edopro import mini

pytestmark = pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine")

ASKER_PASSCODE, WALKER_PASSCODE = 900301, 900302
CARDS = (
    Facts(
        code=ASKER_PASSCODE,
        name="Mini Asker",
        kinds=("spell",),
        text="Add 1 card from your Deck to your hand.",
    ),
    Facts(
        code=WALKER_PASSCODE,
        name="Mini Walker",
        kinds=("monster", "normal"),
        attribute="earth",
        race="warrior",
        level=4,
        attack=1500,
        defense=1000,
    ),
)
SCRIPT = b"""
function Mini_monster(c) return c:IsType(0x1) end
function c900301.initial_effect(c)
    local e = Effect.CreateEffect(c)
    e:SetType(0x10)
    e:SetCode(1002)
    e:SetOperation(function(e, tp)
        if Duel.GetMatchingGroupCount(Mini_monster, tp, 0x2, 0, nil) == 0 then return end
        local g = nil
        while g == nil or #g == 0 do
            Duel.Hint(3, tp, 504)
            g = Duel.SelectMatchingCard(tp, Mini_monster, tp, 0x2, 0, 1, 1, true, nil)
        end
        Duel.SendtoGrave(g, 0x40)
    end)
    c:RegisterEffect(e)
end
"""
MAX_ANSWERS = 2_000


def test_a_bot_ends_its_duel_though_a_script_asks_again_after_each_call_off(tmp_path: Path) -> None:
    from facedown_server.games.edopro.wasm.engine_worker import Desk

    held = Edition(edition.store_edition(tmp_path, [("c900301.lua", SCRIPT)], CARDS))
    engine = mini.InProcessEngine.of(Desk(mini.compiled_engine(mini.find_engine()), held, ()))
    referee, bots = CoreReferee(MASTER, Pool(CARDS), engine), (Bot(0), Bot(1))
    decks = (Deck(main=(ASKER_PASSCODE,) * 20 + (WALKER_PASSCODE,) * 20),) * 2
    mini.exhaust(referee.start(Setup("master", decks), RandomStreams(bytes(32))))
    asked = again = 0
    while referee.result() is None and asked < MAX_ANSWERS:
        (prompt,) = referee.prompts()
        message = PendingPrompt(prompt, 0.0).message()
        view = sight.view(referee.state, prompt.seat)
        picks = bots[prompt.seat].answer(message, view).picks
        again += message.words.id == "choose_what_to_send"
        mini.exhaust(
            referee.apply(Act(prompt.seat, Choice(tuple(prompt.options[pick][0] for pick in picks))))
        )
        assert not bots[prompt.seat].must_concede
        asked += 1
    assert referee.errors == []
    assert again, "the script has asked"
    assert referee.result() is not None, f"{asked} answers, {again} of them to the script"
