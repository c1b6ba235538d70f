"""What a response window shows: its purpose, the Scale that counts, and lines from before the duel."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pygame
import pytest

from facedown_client.board import LogLine
from facedown_client.window.paint import pane
from facedown_client.window.paint.rail import asked as asking
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_client.window.scenes.settings import ASKED
from facedown_client.window.widgets import Segments
from facedown_shared.protocol.messages import Option, Prompt, Said
from facedown_shared.text.language import _, use_language
from facedown_shared.text.words import words
from tests.client.screens import Play, surface
from tools import samples

__all__ = ["surface"]

ENGLISH_CHINESE = pytest.mark.parametrize("language", ["en", "zh_CN"])


@ENGLISH_CHINESE
def test_after_a_chain_it_is_said_what_was_summoned_in_it(surface: pygame.Surface, language: str) -> None:
    with use_language([language]):
        board = samples.BusyBoard()
        play = Play(surface, board, None)
        asked = words("respond_chain_resolved")
        play.ask(Prompt(1, "response", asked, (Option("activate", board.cylinder), Option("pass"))))
        before = LogLine("earlier", 3, "move", 1, responded=True)
        link, after = LogLine("link", 3, "activate", 1, 1), LogLine("goes", 3, "move", 1)
        came = LogLine("came", 3, "move", 1, responded=True)
        shown = play.scene.board_frame()
        stop = "。" if language == "zh_CN" else ". "
        for log, told in (
            ((before, link, came, after), f"came{stop}{asked}"),
            ((before, link, after), f"{asked}"),
        ):
            assert asking._question_words(replace(shown, log=log)) == told


@ENGLISH_CHINESE
def test_the_scale_that_counts_is_told_with_the_printed_one(surface: pygame.Surface, language: str) -> None:
    with use_language([language]):
        board = samples.BusyBoard()
        play = Play(surface, board, None)
        seen = board.cards[board.elf]
        facts = play.scene.board_frame().facts(board.elf)
        assert facts is not None
        facts = msgspec.structs.replace(facts, scales=(8, 8))
        plain = msgspec.structs.replace(seen, attack=None, defense=None)
        play.scene.acting.doing.show_card(seen.code, board.aqua)
        for now, told in (
            (
                4,
                _(
                    "{now} ({before})",
                    now=_("Scale {scale}", scale=4),
                    before=_("printed {number}", number=8),
                ),
            ),
            (8, _("Pendulum Scales: {left} left, {right} right", left=8, right=8)),
        ):
            counts = msgspec.structs.replace(plain, scale=now)
            said, __ = pane._reason(play.scene.board_frame(), facts, counts)
            assert said == told


def test_what_was_said_in_the_room_is_read_when_the_duel_begins(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    play.app.model.handle_message(Said("Halvard", "Hello", 1))
    begun = DuelScene(play.scene.look, play.app)
    begun.update(0.0)
    assert begun.board_frame().unread == 0
    play.app.model.handle_message(Said("Halvard", "Good luck", 1))
    assert begun.board_frame().unread == 1


@ENGLISH_CHINESE
def test_when_to_be_asked_is_called_the_same_everywhere(surface: pygame.Surface, language: str) -> None:
    with use_language([language]):
        play = Play(surface, samples.BusyBoard(), None)
        beside = next(one for one in play.scene.widgets.group.widgets if isinstance(one, Segments))
        assert list(beside.words) == [_(words) for words in ASKED.values()]


def test_a_choice_of_cards_on_the_board_says_how_many_are_wanted() -> None:
    for least, most, said in (
        (2, 2, "1 of 2 chosen"),
        (1, 2, "1 of 1 to 2 chosen"),
        (0, 2, "1 of up to 2 chosen"),
    ):
        prompt = Prompt(1, "choice", least=least, most=most)
        assert asking.chosen_words(prompt, 1) == said


def test_the_question_box_says_how_many_may_be_chosen(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    options = tuple(Option("choose", card) for card in (board.elf, board.aqua))
    play.ask(Prompt(1, "choice", words("choose_cards"), options, 1, 2))
    assert asking.title(play.scene.board_frame()) == "0 of 1 to 2 chosen"
