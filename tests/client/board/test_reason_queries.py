"""Why a card cannot be played: requested once, shown in sentences, forgotten with the prompt."""

from __future__ import annotations

from facedown_client.board.reason_queries import ReasonQueries, reason_lines
from facedown_client.model.words.sentences import REASONS
from facedown_shared.protocol.messages import Option, Prompt, Reason, Reasons, ToServer, Why
from facedown_shared.protocol.reasons import REASONS as CODES
from facedown_shared.text.words import NOTHING
from tools import samples

BOARD = samples.BusyBoard()
VIEW = BOARD.view()


def test_every_reason_has_a_sentence() -> None:
    assert REASONS.keys() == CODES.keys()


def test_a_card_is_asked_about_once_while_the_same_is_asked() -> None:
    sent: list[ToServer] = []
    wondering, prompt = ReasonQueries(sent.append), Prompt(1, "turn", NOTHING, (Option("phase", text="end"),))
    wondering.update(prompt, VIEW, None)
    wondering.query(BOARD.elf)
    wondering.query(BOARD.elf)
    assert sent == [Why(BOARD.elf)]
    assert wondering.lines(BOARD.elf) == ()
    heard = Reasons(BOARD.elf, (Reason("change_position", "came_this_turn"),))
    wondering.update(prompt, VIEW, heard)
    assert wondering.lines(BOARD.elf) == (
        "Change position: It arrived, was Set or changed position this turn.",
    )
    other = Prompt(2, "turn", NOTHING, (Option("phase", text="end"),))
    wondering.update(other, VIEW, heard)
    assert wondering.lines(BOARD.elf) == (), "another question has other reasons"
    wondering.query(BOARD.elf)
    assert len(sent) == 2


def test_ways_with_the_same_reason_stand_together() -> None:
    found = Reasons(1, (Reason("summon", "tributes"), Reason("activate", "used"), Reason("set", "tributes")))
    assert reason_lines(found) == [
        "Summon, Set: Not enough Tributes.",
        "Activate: It has been used the maximum number of times.",
    ]
    assert reason_lines(Reasons(1, (Reason("", "no_effect"),))) == ["Nothing on it can be used from there."]
    assert reason_lines(Reasons(1, (Reason("fly", "no_wings"),))) == ["Fly: No wings."], "from a newer server"
