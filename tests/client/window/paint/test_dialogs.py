"""Dialogs over the board name the card that asks once, and show a card in its position."""

from __future__ import annotations

import pygame
import pytest

from facedown_client.window.art.marks import card_back
from facedown_client.window.paint import dialogs
from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.text.words import words
from tests.client.screens import Play, record_texts, surface
from tools import samples

__all__ = ["surface"]


def test_the_card_that_asks_stands_above_what_it_asks_and_not_in_it_again(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = samples.BusyBoard()
    prompt = samples.cards_prompt(board)
    asked = Prompt(9, "choice", words("choose_what_to_destroy"), prompt.options, card=board.talker)
    play = Play(surface, board, asked)
    facts = play.scene.board_frame().facts(board.talker)
    assert facts is not None
    name = facts.name
    drawn = record_texts(monkeypatch)
    play.scene.draw(surface)
    assert name in drawn
    assert "Choose what to destroy." in drawn
    assert not [words for words in drawn if words.startswith(f"{name}:")]


@pytest.mark.parametrize(("word", "backs"), [("attack", 0), ("face_up_defense", 0), ("face_down_defense", 1)])
def test_a_position_shows_the_card_that_the_prompt_names(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch, word: str, backs: int
) -> None:
    """The options of EDOPro's core name no card: the prompt does."""
    board, drawn = samples.BusyBoard(), list[tuple[int, int]]()
    asked = Prompt(
        11, "choice", words("choose_a_position"), (Option("position", text=word),), card=board.talker
    )
    play = Play(surface, board, asked)

    def record_drawing(size: tuple[int, int]) -> pygame.Surface:
        drawn.append(size)
        return card_back(size)

    monkeypatch.setattr(dialogs, "card_back", record_drawing)
    dialogs.draw_dialog(surface, play.scene.board_frame())
    assert len(drawn) == backs


def test_a_card_that_an_answer_before_has_picked_stands_out(surface: pygame.Surface) -> None:
    """EDOPro's core prompts for one card after the other, and offers to take back what was picked."""
    board = samples.BusyBoard()
    options = (Option("choose", board.elf, words=words("take_it_back")), Option("choose", board.talker))
    shown = Play(surface, board, Prompt(9, "choice", words("choose_materials"), options)).scene.board_frame()
    assert shown.is_chosen(board.elf)
    assert not shown.is_chosen(board.talker)
