"""A question shows the card that it comes from with its text, and the line of the database."""

from __future__ import annotations

import pygame
import pytest

from facedown_client.model import card_catalogue
from facedown_client.window.paint.questions import question_card, sheet
from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.text.words import LINE, Words, words
from tests.client.screens import Play, surface
from tools import samples

__all__ = ["surface"]

YES_NO = (Option("yes"), Option("no"))


@pytest.mark.parametrize("kind", ["choice", "trigger"])
@pytest.mark.parametrize("told", [True, False])
def test_the_card_a_question_comes_from_is_shown_and_its_line_is_what_is_asked(
    surface: pygame.Surface, kind: str, told: bool
) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    facts = play.scene.board_frame().facts(board.talker)
    assert facts is not None
    card_catalogue.note_sent_cards((), {facts.code: ("Draw 1 card?",)} if told else {facts.code: ("",)})
    said: Words = words(LINE, facts.code, 0, words("use_effect_of", facts.code))
    play.ask(Prompt(12, kind, said, YES_NO, card=board.talker))
    shown = play.scene.board_frame()
    assert question_card(shown) == facts
    asks = sheet(shown)
    assert asks.text, "what the card says is open beside it"
    assert " ".join(asks.title) == ("Draw 1 card?" if told else f"Use the effect of {facts.name}?")
    assert play.scene.acting.doing.preview == facts.code, "and it can be read at leisure"
