"""Plays before the player's eyes: the card is there before it flies, no player answers what was not seen."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pygame
import pytest

from facedown_client.connection.link import ConnectionState
from facedown_client.model.model import Transition
from facedown_client.model.play_schedule import LEAD_TIME_S, SECONDS
from facedown_client.model.play_words import applies, effect_texts, headline, sentences
from facedown_client.window.look import LIFE_PX
from facedown_client.window.look.theme import Look
from facedown_client.window.paint import lingering_effects, pane, plays
from facedown_client.window.scenes.duel.board_presenter import WAITING_NOTICE_DELAY_S
from facedown_client.window.scenes.duel.scene import INPUT_GUARD_S, NOTICE_S
from facedown_shared.protocol.messages import Answer, AutoPass
from facedown_shared.tables import VisibleEvent
from facedown_shared.tables.view import PromptNotice, View
from tests.client.screens import Play, click, key_down, mouse_move, surface
from tools import samples

__all__ = ["surface"]


PLAYS: list[Play] = []


@pytest.fixture(autouse=True)
def _finish_drawing() -> Iterator[None]:
    """Faces are drawn in a thread, which the next test must not meet."""
    yield
    while PLAYS:
        PLAYS.pop().scene.faces.close()


def show_view(
    surface: pygame.Surface, board: samples.BusyBoard, view: View, look: Look | None = None
) -> Play:
    """Return a duel that shows this View."""
    PLAYS.append(Play(surface, board, None, view, look))
    return PLAYS[-1]


def begin_duel(surface: pygame.Surface, name: str = "activation", *, look: Look | None = None) -> Play:
    """Return a duel in which this has just happened, and we have a prompt to respond."""
    board = samples.BusyBoard(chain=True)
    old, new, events = samples.HAPPENS[name](board)
    play = show_view(surface, board, old, look)
    model = play.app.model
    model.view, model.prompt = new, samples.response_prompt(board)
    model.steps.append(Transition(old, new, events))
    play.scene.update(2.0)
    play.scene.faces.wait_until_idle()
    play.scene.update(2.0)
    return play


def test_a_card_is_drawn_before_it_is_shown(surface: pygame.Surface) -> None:
    board = samples.BusyBoard(chain=True)
    old, new, events = samples.summon(board)
    play = show_view(surface, board, old)
    play.app.model.view = new
    play.app.model.steps.append(Transition(old, new, events))
    play.scene.update(2.0)
    lags = play.scene.view is old
    play.scene.faces.wait_until_idle()
    play.scene.update(2.1)
    assert lags
    assert play.scene.view is new
    play.scene.update(2.5)
    shown = play.scene.board_frame()
    assert shown.play is not None
    facts = shown.facts_of(shown.play.code)
    assert facts is not None
    assert shown.faces.has(facts, plays.face_size(shown), "hand")


def test_a_face_that_never_comes_holds_nothing_up(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = samples.BusyBoard(chain=True)
    old, new, events = samples.summon(board)
    play = show_view(surface, board, old)
    play.app.model.view = new
    play.app.model.steps.append(Transition(old, new, events))
    monkeypatch.setattr(play.scene.faces, "poll", lambda: None)
    play.scene.update(2.0)
    play.scene.update(2.5)
    assert play.scene.view is new


def test_the_preview_follows_and_the_prompt_waits(surface: pygame.Surface) -> None:
    play = begin_duel(surface)
    play.scene.update(2.0 + LEAD_TIME_S)
    ring = play.board.cards[play.board.ring].code
    assert play.scene.acting.doing.preview == ring
    waits = not play.scene.acting.is_asked
    play.scene.update(2.0 + LEAD_TIME_S + SECONDS["activate"] + 0.01)
    assert waits
    assert play.scene.acting.is_asked
    assert play.scene.board_frame().play is None


def test_a_click_ends_what_is_shown_and_does_no_more(surface: pygame.Surface) -> None:
    play = begin_duel(surface)
    play.scene.update(2.4)
    box = play.scene.layout.rail.chain
    click(play.scene, (box.centre[0], box.bottom - 20))
    assert play.sent == []
    assert play.scene.acting.is_asked
    assert play.scene.board_frame().play is None


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_1])
def test_a_key_answers_nothing_that_was_not_seen(surface: pygame.Surface, key: int) -> None:
    play = begin_duel(surface)
    play.scene.update(2.4)
    play.press(key)
    assert not [message for message in play.sent if isinstance(message, Answer)]
    assert play.scene.acting.is_asked


def test_when_to_be_asked_can_be_held_meanwhile(surface: pygame.Surface) -> None:
    play = begin_duel(surface)
    play.scene.update(2.4)
    play.scene.event(key_down(pygame.K_a))
    assert play.sent == [AutoPass("always", held=True)]
    assert play.scene.board_frame().play is not None


def test_while_a_press_ends_a_play_that_is_said(surface: pygame.Surface) -> None:
    play = begin_duel(surface)
    play.scene.update(2.4)
    waits = play.scene.board_frame().goes_on
    play.scene.update(2.0 + LEAD_TIME_S + SECONDS["activate"] + 0.01)
    assert waits
    assert not play.scene.board_frame().goes_on


def sent_answers(play: Play) -> list[Answer]:
    """Return the answers that were sent."""
    return [message for message in play.sent if isinstance(message, Answer)]


def test_a_press_meant_for_a_play_answers_no_question(surface: pygame.Surface) -> None:
    play = begin_duel(surface)
    play.app.model.prompt = samples.yes_prompt(play.board)
    end = 2.0 + LEAD_TIME_S + SECONDS["activate"] + 0.01
    play.scene.update(end)
    play.scene.draw(surface)
    assert play.scene.acting.is_asked
    yes = next(box for box in play.scene.group.widgets if getattr(box, "key_cap", "") == "Y").rect.center
    click(play.scene, yes)
    play.press(pygame.K_y)
    assert not sent_answers(play)
    assert play.scene.next_change(end) <= end + INPUT_GUARD_S
    play.scene.update(end + INPUT_GUARD_S)
    play.press(pygame.K_y)
    assert len(sent_answers(play)) == 1


def test_the_second_of_two_clicks_at_a_play_answers_no_question(surface: pygame.Surface) -> None:
    play = begin_duel(surface)
    play.app.model.prompt = samples.yes_prompt(play.board)
    play.scene.update(2.4)
    middle = play.scene.layout.mat.centre
    click(play.scene, middle)
    play.scene.draw(surface)
    assert play.scene.acting.is_asked
    yes = next(box for box in play.scene.group.widgets if getattr(box, "key_cap", "") == "Y").rect.center
    play.scene.update(2.4 + INPUT_GUARD_S / 2)
    click(play.scene, yes)
    assert not sent_answers(play)
    play.scene.update(2.4 + INPUT_GUARD_S)
    click(play.scene, yes)
    assert len(sent_answers(play)) == 1


def test_a_key_pressed_just_as_a_prompt_comes_answers_nothing(surface: pygame.Surface) -> None:
    """Where cards are on the board there is no dialog, and the pointer picks at once."""
    board = samples.BusyBoard(chain=True)
    play = show_view(surface, board, board.view())
    play.app.model.prompt = samples.response_prompt(board)
    play.scene.update(1.0)
    play.press(pygame.K_ESCAPE)
    assert not sent_answers(play)
    play.scene.update(1.0 + INPUT_GUARD_S - 0.01)
    play.press(pygame.K_ESCAPE)
    assert not sent_answers(play)
    play.scene.update(1.0 + INPUT_GUARD_S)
    play.press(pygame.K_ESCAPE)
    assert len(sent_answers(play)) == 1


def test_what_the_program_says_leaves_by_itself(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = show_view(surface, board, board.view())
    play.app.show_notice("That card cannot go there.")
    play.scene.update(3.0)
    assert play.scene.board_frame().notice == "That card cannot go there."
    assert play.scene.next_change(3.0) <= 3.0 + NOTICE_S
    play.scene.update(3.0 + NOTICE_S)
    assert play.scene.board_frame().notice == ""
    play.app.show_notice("There is no connection.")
    play.app.network.connection = ConnectionState("waiting")
    for passed in (8.0, 8.1, 20.0):
        play.scene.update(passed)
    assert play.scene.board_frame().notice == "There is no connection."


def test_the_preview_is_never_blank_while_a_play_is_shown(surface: pygame.Surface) -> None:
    board = samples.BusyBoard(chain=True)
    old, new, events = samples.third_link(board)
    play = show_view(surface, board, old)
    assert play.scene.acting.doing.preview == 0
    play.app.model.view = new
    play.app.model.steps.append(Transition(old, new, events))
    play.scene.update(2.0)
    play.scene.faces.wait_until_idle()
    play.scene.update(2.0)
    play.scene.update(2.0 + LEAD_TIME_S)
    shown = play.scene.board_frame()
    assert shown.play is not None
    assert shown.play.own
    facts = shown.facts_of(shown.doing.preview)
    assert facts is not None
    assert any(applies(sentences(facts.text), *effect_texts(shown.effect_in_use(facts))))


def test_off_is_a_setting(surface: pygame.Surface) -> None:
    board = samples.BusyBoard(chain=True)
    old, new, events = samples.activation(board)
    play = show_view(surface, board, old, Look(motion=0, reduced=True))
    play.app.preferences = msgspec.structs.replace(play.app.preferences, plays="off")
    play.app.model.view, play.app.model.prompt = new, samples.response_prompt(board)
    play.app.model.steps.append(Transition(old, new, events))
    play.scene.faces.wait_until_idle()
    play.scene.update(2.0)
    play.scene.faces.wait_until_idle()
    play.scene.update(2.1)
    assert play.scene.acting.is_asked


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("activation", "Halvard activates"),
        ("attack", "Halvard attacks"),
        ("direct", "Halvard attacks directly"),
        ("summon", "Halvard: Tribute Summon"),
        ("resolving", "Chain Link 2 resolves"),
    ],
)
def test_every_kind_is_drawn_and_said(surface: pygame.Surface, name: str, words: str) -> None:
    play = begin_duel(surface, name)
    before = surface.copy()
    play.scene.update(2.5)
    shown = play.scene.board_frame()
    assert shown.play is not None
    assert headline(shown.play, samples.NAMES) == words
    play.scene.draw(surface)
    box = plays.play_box(shown, shown.play)
    inside = pygame.Rect(*box)
    assert surface.subsurface(inside).get_at((20, 30)) != before.subsurface(inside).get_at((20, 30))


def test_it_lies_beside_what_it_is_about(surface: pygame.Surface) -> None:
    play = begin_duel(surface)
    play.scene.update(2.5)
    shown = play.scene.board_frame()
    assert shown.play is not None
    spot = shown.layout.spot(shown.view.place_of(play.board.talker))
    assert spot is not None
    assert not plays.play_box(shown, shown.play).intersects(spot.rect)


@pytest.mark.parametrize("name", ["attack", "resolving"])
def test_it_covers_neither_a_card_nor_its_target(surface: pygame.Surface, name: str) -> None:
    play = begin_duel(surface, name)
    play.scene.update(2.2)
    shown = play.scene.board_frame()
    assert shown.play is not None
    assert shown.play.targets
    for card in (shown.play.card, *shown.play.targets):
        spot = shown.layout.spot(shown.view.place_of(card))
        assert spot is not None
        assert not plays.play_box(shown, shown.play).intersects(spot.rect)


def test_damage_rises_as_a_number_and_nothing_waits_for_it(surface: pygame.Surface) -> None:
    play = begin_duel(surface, "damage")
    assert sorted(tween.shows_number for tween in play.scene.motion.tweens) == [False, False, True, True]
    play.scene.update(2.7)
    assert not play.scene.motion.is_holding
    assert play.scene.motion.is_running
    assert play.scene.acting.is_asked


def test_what_lasts_is_marked_where_it_covers_nothing_and_explained_where_one_points(
    surface: pygame.Surface,
) -> None:
    board = samples.BusyBoard()
    play = show_view(surface, board, board.view(lasting=samples.lingering_effects(board)))
    shown = play.scene.board_frame()
    (waboku,) = lingering_effects.chips(shown, 0)
    assert waboku.words == "Waboku"
    for seat, count in ((0, 1), (1, 2)):
        plate, marks = shown.layout.rail.plates[seat], lingering_effects.chips(shown, seat)
        assert len(marks) == count
        for mark in marks:
            assert plate.y < mark.box.y
            assert mark.box.bottom < plate.bottom - shown.theme.px(26), "the bar of Life Points is free"
            life = shown.theme.width(str(shown.life_of(seat)), LIFE_PX, True)
            assert plate.x + shown.theme.px(13) + life < mark.box.x, "so are the Life Points"
    at = lingering_effects.chips(shown, 1)[1].box.centre
    play.scene.event(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
    told = play.scene.widgets.explained_press
    assert told is not None
    assert told.told == [
        "Swords of Revealing Light allows no Special Summons", "(Wren, until the End Phase of turn 13)",
    ]  # fmt: skip
    preview = shown.facts_of(play.scene.acting.doing.preview)
    assert preview is not None
    assert preview.name == "Swords of Revealing Light"
    click(play.scene, at)
    assert play.scene.acting.doing.menu is None


def test_who_is_waited_for_is_said_once_that_takes_a_while(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = show_view(surface, board, board.view(waiting=(PromptNotice(1, "response"),)))
    play.scene.update(2.0)
    assert not play.scene.board_frame().waits or play.scene.now - 1.0 >= WAITING_NOTICE_DELAY_S
    play.scene.update(2.0 + WAITING_NOTICE_DELAY_S)
    assert play.scene.board_frame().waits == "Halvard may respond"
    play.ask(samples.open_prompt(board))
    assert not play.scene.board_frame().waits


def test_shown_cards_lie_open_beside_the_board_until_the_next_act(surface: pygame.Surface) -> None:
    """Only cards with a passcode lie there, also while a prompt is open."""
    board = samples.BusyBoard()
    play = show_view(surface, board, board.view())
    model, codes = play.app.model, [board.cards[card].code for card in (board.elf, board.aqua, board.bug)]

    def happen(*events: VisibleEvent) -> None:
        model._write_log(events, board.view(), board.view())
        play.scene.update(play.scene.now + 1)
        play.scene.draw(surface)

    def open_codes() -> list[int]:
        return [card.code for card in play.scene.board_frame().opened]

    log = play.scene.layout.pane.log
    shown = [
        VisibleEvent("reveal", 1, card, code=code) for card, code in zip((7001, 7002, 0), codes, strict=True)
    ]
    happen(VisibleEvent("resolving", 1, amount=1), *shown, VisibleEvent("reveal", 1, 9))
    assert open_codes() == codes, "a card that we may not read is not among them"
    assert play.scene.layout.pane.log.y > log.y
    play.ask(samples.response_prompt(samples.BusyBoard(chain=True)))
    assert open_codes() == codes, "the prompt that follows shows them"
    (card, box), *_more = pane.open_card_boxes(play.scene.board_frame())
    play.scene.event(mouse_move(box.centre))
    assert play.scene.acting.doing.preview == card.code == codes[0]
    happen(VisibleEvent("activate", 0, board.talker, code=board.cards[board.talker].code, amount=1))
    assert open_codes() == []
    assert play.scene.layout.pane.log == log
