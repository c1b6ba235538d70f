"""Cards that are picked one by one stay marked with their number, and are summed up."""

from __future__ import annotations

import msgspec
import pygame
import pytest

from facedown_client.window.paint import hand, picked_cards, rail
from facedown_shared.protocol.messages import Answer, Option, Prompt
from facedown_shared.text.language import _, use_language
from facedown_shared.text.words import words
from tests.client.screens import Play, record_texts, surface
from tools import samples

__all__ = ["surface"]

ENGLISH_CHINESE = pytest.mark.parametrize("language", ["en", "zh_CN"])


def materials_prompt(board: samples.BusyBoard, ask: int, *cards: int) -> Prompt:
    """Return the Synchro Materials of a Level 4 monster, one after the other."""
    goal = board.cards[board.elf].code
    options = tuple(Option("material", card) for card in cards)
    return Prompt(ask, "choice", words("summon_materials_synchro", goal), options, back=True)


@ENGLISH_CHINESE
def test_a_material_that_is_chosen_keeps_its_number_and_counts(
    surface: pygame.Surface, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with use_language([language]):
        board = samples.BusyBoard()
        board.cards[board.elf] = msgspec.structs.replace(board.cards[board.elf], level=3)
        play = Play(surface, board, None)
        play.ask(materials_prompt(board, 1, board.bug, board.aqua, board.elf))
        numbers = {board.elf: 1, board.aqua: 2, board.bug: 3}
        assert play.scene.acting.choices.given.numbers == numbers
        assert rail.given_up_sum(play.scene.board_frame()) == ""
        play.press(pygame.K_1)
        drawn = record_texts(monkeypatch)
        play.ask(materials_prompt(board, 2, board.bug))
        shown = play.scene.board_frame()
        assert shown.choices.given.numbers == numbers
        assert shown.is_chosen(board.elf)
        assert not shown.is_chosen(board.aqua)
        assert rail.given_up_sum(shown) == _("Level {sum} of {level}", sum=3, level=4)
        assert "3" in drawn
        play.press(pygame.K_2)
        assert play.sent == [Answer(1, (2,))], "what cannot be chosen now has no key"
        play.press(pygame.K_3)
        assert play.sent == [Answer(1, (2,)), Answer(2, (0,))]


def test_what_is_taken_back_is_marked_no_longer(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    play.ask(materials_prompt(board, 1, board.aqua, board.elf))
    play.press(pygame.K_1)
    play.ask(materials_prompt(board, 2, board.aqua))
    assert play.scene.board_frame().is_chosen(board.elf)
    play.ask(materials_prompt(board, 3, board.aqua, board.elf))
    assert not play.scene.board_frame().is_chosen(board.elf)
    assert play.scene.acting.choices.given.numbers == {board.elf: 1, board.aqua: 2}


def test_targets_are_numbered_from_left_to_right(surface: pygame.Surface) -> None:
    """The field of the other player is seen from the other side: its last zone is the leftmost."""
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    cards = (board.aqua, board.dragon, board.elf, board.harp)
    play.ask(Prompt(1, "choice", words("choose_a_target"), tuple(Option("target", card) for card in cards)))
    shown = play.scene.board_frame()
    left = [shown.layout.rect(shown.view.place_of(card)) for card in (board.harp, board.dragon)]
    assert left[0] is not None
    assert left[1] is not None
    assert left[0].x < left[1].x
    numbers = shown.choices.given.numbers
    assert [numbers[card] for card in (board.harp, board.dragon, board.elf, board.aqua)] == [1, 2, 3, 4]
    play.press(pygame.K_1)
    assert play.sent == [Answer(1, (3,))]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_card_beside_a_raised_one_of_the_hand_has_its_key_on_itself(size: tuple[int, int]) -> None:
    board = samples.BusyBoard(hand=["Gemini Elf"] * 9)
    play = Play(pygame.Surface(size), board, None)
    play.ask(materials_prompt(board, 1, *board.hand))
    play.press(pygame.K_3)
    play.ask(materials_prompt(board, 2, *(card for card in board.hand if card != board.hand[2])))
    shown = play.scene.board_frame()
    chosen, beside = (hand.box_of(shown, card) for card in board.hand[2:4])
    assert chosen is not None
    assert beside is not None
    assert hand.is_raised(shown, board.hand[2])
    assert beside.x < chosen.right, "they overlap"
    x, y = picked_cards.key_corner(shown, board.hand[3], beside)
    assert chosen.right <= x < beside.right
    assert beside.y <= y < beside.bottom


def test_what_adds_up_keeps_its_numbers_while_the_question_tells_how_much_there_is(
    surface: pygame.Surface,
) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    first = materials_prompt(board, 1, board.bug, board.aqua, board.elf)
    for ask, cards, made in ((1, (board.bug, board.aqua, board.elf), 0), (2, (board.bug, board.aqua), 4)):
        text = words("so_far", words("choose_materials"), made, 8)
        play.ask(msgspec.structs.replace(materials_prompt(board, ask, *cards), words=text))
        assert play.scene.acting.choices.given.numbers == {board.elf: 1, board.aqua: 2, board.bug: 3}
        if ask == first.ask:
            play.press(pygame.K_1)
    shown = play.scene.board_frame()
    assert shown.is_chosen(board.elf)
    assert rail.given_up_sum(shown) == "", "the question says it"
    play.ask(
        msgspec.structs.replace(materials_prompt(board, 3, board.aqua), words=words("so_far", text, 0, 9))
    )
    assert not play.scene.board_frame().is_chosen(board.elf), "another sum is another question"
