"""A declaration in EDOPro's core, with cards of our own: from a recording of an engine, or on a real one."""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown_server.games.edopro.core_referee import Engines
from facedown_server.refereeing.referee import Act, Choice, PromptKind
from facedown_server.table import sight
from facedown_shared.tables.zones import CLASSES
from facedown_shared.text.errors import Illegal
from tests.server.games.edopro import mini, mini_declare
from tests.server.games.edopro.mini_declare import KEYS, PLAIN_PASSCODE, SEEN_PASSCODE, UNSEEN_PASSCODE


def engines(folder: Path) -> Engines:
    """Return the engine that FACEDOWN_CORE names, otherwise the recorded one."""
    recorded = not mini.find_engine()
    return mini.RecordedEngine(mini_declare.RECORDING) if recorded else mini_declare.open_engine(folder)


def test_a_card_that_is_in_no_deck_may_be_declared_and_everybody_is_told(tmp_path: Path) -> None:
    referee = mini_declare.begin(engines(tmp_path))
    (prompt,) = referee.prompts()
    assert (prompt.kind, prompt.options) == (PromptKind.CHOICE, [])
    assert prompt.names is not None
    assert [*prompt.names] == [UNSEEN_PASSCODE, SEEN_PASSCODE]
    assert str(prompt.words).endswith("Declare the name of a card: monster.")
    for key in (f"named:{PLAIN_PASSCODE}", "named:900299", "named:900211", "number:8", "named:", ""):
        with pytest.raises(Illegal):
            referee.check(Act(prompt.seat, Choice((key,))))
    life = referee.state.life(prompt.seat)
    frames = mini.choose(referee, *KEYS[0])
    told = [event for frame in frames for event in frame.events]
    assert referee.state.life(prompt.seat) == life + 700, "the core goes by the declared name"
    for viewer in CLASSES:
        seen = [sight.redact(event, viewer) for event in told if event.kind == "declared"]
        assert [(event.seat, event.code) for event in seen] == [(prompt.seat, UNSEEN_PASSCODE)]
        assert sight.view(referee.state, viewer).facts[UNSEEN_PASSCODE].name == "Ember Wyvern"
    numbers = [event for frame in mini.choose(referee, *KEYS[1]) for event in frame.events]
    assert [event.amount for event in numbers if event.kind == "declared"] == [8]


def test_the_log_of_a_declaration_runs_again_to_the_same(tmp_path: Path) -> None:
    digests = set()
    for number in range(2):
        referee = mini_declare.begin(engines(tmp_path / str(number)))
        for keys in KEYS:
            mini.choose(referee, *keys)
        digests.add(referee.digest())
    assert len(digests) == 1


def test_what_a_player_brought_may_not_be_declared(tmp_path: Path) -> None:
    """Otherwise trying passcodes would disclose what is in the opponent's Deck."""
    referee = mini_declare.begin(engines(tmp_path))
    (prompt,) = referee.prompts()
    assert prompt.names is not None
    assert 900299 not in prompt.names
