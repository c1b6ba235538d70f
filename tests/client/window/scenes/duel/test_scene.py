"""The duel scene: what glows can be clicked, what is clicked is answered, by pointer and by keys alike."""

from __future__ import annotations

from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from facedown_client.board.choices import Shape
from facedown_client.connection import ConnectionState
from facedown_client.data.preferences import Preferences
from facedown_client.model.model import MAX_LOG_LINES
from facedown_client.window.paint import dialogs, hand, menu, overlays, rail
from facedown_client.window.paint.board import place_box
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_shared.protocol.messages import Answer, Concede, Consent, Propose, Refused, Said, Talk
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, Place
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.client.screens import Play, click, key_down, mouse_down, mouse_move, surface
from tools import samples

__all__ = ["surface"]


def hand_point(scene: DuelScene, handle: int) -> tuple[float, float]:
    """Return the middle of a hand card."""
    box = hand.box_of(scene.board_frame(), handle)
    assert box is not None
    return box.centre


def card_point(scene: DuelScene, handle: int) -> tuple[float, float]:
    """Return the middle of a card on the board."""
    box = place_box(scene.board_frame(), handle)
    assert box is not None
    return box.centre


def titles(scene: DuelScene) -> list[str]:
    """Return the lines of the open menu."""
    opened = scene.acting.doing.menu
    return [entry.title for entry in opened.entries] if opened else []


def row(scene: DuelScene, number: int) -> tuple[float, float]:
    """Return the middle of a line of the open menu."""
    opened = scene.acting.doing.menu
    assert opened is not None
    return menu.boxes(scene.board_frame(), opened)[1][number].centre


def test_clicking_a_glowing_card_offers_exactly_its_options(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.open_prompt(board))
    click(play.scene, hand_point(play.scene, board.hand[2]))
    assert titles(play.scene) == ["Summon", "Activate", "Set"]
    play.scene.draw(surface)
    click(play.scene, row(play.scene, 1))
    assert play.sent == [Answer(7, (6,))]


def test_a_card_that_does_not_glow_does_nothing(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.open_prompt(board))
    click(play.scene, card_point(play.scene, board.elf))
    assert not titles(play.scene)
    assert not play.sent


def test_a_card_with_one_option_has_a_menu_too_and_is_answered_once(surface: pygame.Surface) -> None:
    board = samples.BusyBoard(chain=True)
    play = Play(surface, board, samples.response_prompt(board))
    click(play.scene, card_point(play.scene, board.tools))
    assert titles(play.scene) == ["Activate"]
    assert not play.sent, "one click beside the mark never activates anything"
    play.press(pygame.K_1)
    assert play.sent == [Answer(8, (1,))]
    click(play.scene, card_point(play.scene, board.talker))
    assert len(play.sent) == 1, "a prompt is answered once"


def test_a_press_beside_a_menu_closes_it_or_opens_another(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.open_prompt(board))
    click(play.scene, hand_point(play.scene, board.hand[2]))
    click(play.scene, hand_point(play.scene, board.hand[0]))
    assert titles(play.scene) == ["Activate", "Set"]
    click(play.scene, (700, 60))
    assert not titles(play.scene)


@pytest.mark.parametrize("how", ["key", "right button", "button"])
def test_passing(surface: pygame.Surface, how: str) -> None:
    board = samples.BusyBoard(chain=True)
    play = Play(surface, board, samples.response_prompt(board))
    if how == "key":
        play.press(pygame.K_ESCAPE)
    elif how == "right button":
        play.scene.event(mouse_down((700, 300), button=3))
    else:
        asked = rail.question(play.scene.board_frame())
        assert asked is not None
        click(play.scene, asked.buttons[0].centre)
    assert play.sent == [Answer(8, (3,))]


def test_esc_closes_a_menu_before_it_passes(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.open_prompt(board))
    click(play.scene, hand_point(play.scene, board.hand[2]))
    play.press(pygame.K_ESCAPE)
    assert not titles(play.scene)
    play.press(pygame.K_ESCAPE)
    assert not play.sent


def test_a_zone_by_pointer_number_and_arrows(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    answers = []
    for way in ("pointer", "number", "tab"):
        play = Play(surface, board, samples.zone_prompt(board))
        if way == "pointer":
            rect = play.scene.layout.rect(Place(0, "monster", 3))
            assert rect is not None
            play.scene.event(mouse_move(rect.centre))
            play.scene.draw(surface)
            click(play.scene, rect.centre)
        elif way == "number":
            play.press(pygame.K_2)
        else:
            play.press(pygame.K_TAB, pygame.K_TAB, pygame.K_RETURN)
        answers += play.sent
    assert answers == [Answer(10, (1,))] * 3


def test_a_zone_that_is_not_offered_is_not_picked(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.zone_prompt(board))
    rect = play.scene.layout.rect(Place(0, "spell_trap", 4))
    assert rect is not None
    click(play.scene, rect.centre)
    assert not play.sent
    play.press(pygame.K_ESCAPE)
    assert play.sent == [Answer(10, (), True)]


def test_several_cards_are_picked_and_confirmed(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.pick_prompt(board))
    click(play.scene, card_point(play.scene, board.elf))
    play.press(pygame.K_RETURN)
    assert not play.sent
    click(play.scene, card_point(play.scene, board.bug))
    play.scene.draw(surface)
    play.press(pygame.K_RETURN)
    assert play.sent == [Answer(13, (0, 2))]


def test_a_dialog_of_cards_by_pointer(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.cards_prompt(board))
    sheet = dialogs.cards_sheet(play.scene.board_frame())
    cell = sheet.cells[2]
    click(play.scene, cell.box.centre)
    assert not play.sent
    assert play.scene.acting.doing.picked == (cell.option,)
    play.scene.draw(surface)
    assert sheet.confirm is not None
    click(play.scene, sheet.confirm.centre)
    assert play.sent == [Answer(9, (cell.option,))]


def test_the_pointer_reads_cards(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    play.scene.event(mouse_move(card_point(play.scene, board.dragon)))
    assert play.scene.acting.doing.preview == board.cards[board.dragon].code
    play.scene.event(mouse_move(hand_point(play.scene, board.hand[0])))
    assert play.scene.acting.doing.hover == board.hand[0]
    assert play.scene.acting.doing.preview == board.cards[board.hand[0]].code
    back = play.scene.layout.rect(Place(1, "spell_trap", 3))
    assert back is not None
    play.scene.event(mouse_move(back.centre))
    assert play.scene.acting.doing.preview == board.cards[board.hand[0]].code, "a back tells nothing"


def test_giving_up_is_asked_first(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    click(play.scene, play.scene.layout.rail.buttons[3].centre)
    assert "Give up this duel" in titles(play.scene)
    play.press(pygame.K_3)
    assert not play.sent
    play.app.questions[0][1]()
    assert play.sent == [Concede()]
    click(play.scene, play.scene.layout.rail.buttons[3].centre)
    play.press(pygame.K_2)
    assert play.sent[1:] == [Propose("pause")]


def test_the_other_player_s_proposal_is_answered(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    seats = samples.table()
    play.app.model.table = type(seats)(
        "R7K-42Q", "master", 3, "duel", seats.seats, (), "Wren", 1, False, "draw 1"
    )
    play.scene.update(3.0)
    play.scene.draw(surface)
    _, yes, _ = overlays.banner_boxes(play.scene.board_frame())
    click(play.scene, yes.centre)
    assert play.sent == [Consent(True)]


@pytest.mark.parametrize("size", [(1280, 720), (1024, 640), (1920, 1080), (800, 600)])
def test_what_is_proposed_covers_no_zone(surface: pygame.Surface, size: tuple[int, int]) -> None:
    play = Play(pygame.Surface(size), samples.BusyBoard(), None)
    shown = play.scene.board_frame()
    box, yes, no = overlays.banner_boxes(shown)
    assert box.bottom <= min(spot.rect.y for spot in shown.spots)
    assert box.y >= 0
    assert all(box.y < button.y and button.bottom < box.bottom for button in (yes, no))


def test_what_one_says_oneself_is_read(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    model = play.app.model
    for said in (
        Said("Wren", "Hello", 0),
        Said("Halvard", "Hello", 1),
        Said("Ilse", "Hi all", PUBLIC_CLASS_INDEX),
    ):
        model.handle_message(said)
    assert play.scene.board_frame().unread == 2
    model.seat, play.app.preferences = PUBLIC_CLASS_INDEX, Preferences(name="Ilse")
    assert play.scene.board_frame().unread == 2, "of who watches, what others say counts"


def test_what_is_said_is_counted_beyond_what_the_chat_holds(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    model = play.app.model
    for number in range(MAX_LOG_LINES):
        model.handle_message(Said("Halvard", f"Line {number}", 1))
    play.scene.acting.doing.show_tab("chat")
    play.scene.update(1.0)
    assert play.scene.board_frame().unread == 0, "the chat is seen"
    play.scene.acting.doing.show_tab("log")
    model.handle_message(Said("Halvard", "One more", 1))
    play.scene.update(2.0)
    assert play.scene.board_frame().unread == 1, "though the chat is as long as before"
    model.handle_message(Talk((*tuple(model.chat)[-100:], Said("Halvard", "While you were away", 1))))
    assert play.scene.board_frame().unread == 2, "of what is told again, what is new counts"


def test_settings_and_help_are_asked_of_the_desk(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    for number in (1, 2):
        click(play.scene, play.scene.layout.rail.buttons[number].centre)
    assert play.app.opened == ["settings", "help"]


def test_a_refusal_is_told_and_the_same_prompt_is_asked_again(surface: pygame.Surface) -> None:
    board = samples.BusyBoard(chain=True)
    play = Play(surface, board, samples.response_prompt(board))
    click(play.scene, card_point(play.scene, board.tools))
    play.press(pygame.K_1)
    play.app.model.refusal = Refused(Code.NOT_OFFERED, ask=8, text="That was not among the options.")
    play.scene.update(2.0)
    assert play.scene.board_frame().notice == "That was not among the options."
    play.scene.draw(surface)
    click(play.scene, card_point(play.scene, board.talker))
    play.press(pygame.K_1)
    assert play.sent[1:] == [Answer(8, (2,))]
    play.scene.update(9.0)
    assert play.scene.board_frame().notice == ""


def test_a_spectator_sees_and_cannot_act(surface: pygame.Surface) -> None:
    board = samples.BusyBoard(chain=True)
    play = Play(surface, board, None, samples.public(board))
    for handle in (board.talker, board.elf):
        click(play.scene, card_point(play.scene, handle))
    play.press(pygame.K_ESCAPE, pygame.K_a, pygame.K_RETURN, pygame.K_1)
    assert not play.sent
    click(play.scene, play.scene.layout.rail.buttons[3].centre)
    play.press(pygame.K_1)
    assert play.scene.layout.near == 1


def test_the_wheel_moves_what_is_under_the_pointer(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.cards_prompt(board))
    doing = play.scene.acting.doing
    layout = play.scene.layout
    for at, name in ((layout.pane.text.centre, "text_offset"), (layout.pane.log.centre, "log_offset")):
        monkeypatch.setattr(pygame.mouse, "get_pos", lambda at=at: (round(at[0]), round(at[1])))
        play.scene.event(pygame.event.Event(pygame.MOUSEWHEEL, y=-1, x=0))
        play.scene.event(pygame.event.Event(pygame.MOUSEWHEEL, y=1, x=0))
        assert getattr(doing, name) >= 0


def test_a_resize_lays_everything_out_again(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.open_prompt(board))
    small = pygame.Surface((1024, 640))
    play.scene.draw(small)
    assert play.scene.layout.size == (1024, 640)
    click(play.scene, hand_point(play.scene, board.hand[2]))
    assert titles(play.scene)[0] == "Summon"


def test_nothing_is_asked_before_there_is_a_view(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    play.app.model.view = play.scene.presenting.showing.view = None
    play.scene.update(2.0)
    play.scene.event(key_down(pygame.K_a))
    play.scene.draw(surface)
    assert not play.sent


def test_every_shape_of_prompt_is_known_to_the_gallery() -> None:
    board = samples.BusyBoard()
    from facedown_client.board.choices import sort_options

    prompts = [
        samples.open_prompt(board), samples.zone_prompt(board), samples.cards_prompt(board),
        samples.position_prompt(board), samples.yes_prompt(board), samples.pick_prompt(board),
        samples.words_prompt(board), samples.order_prompt(board),
    ]  # fmt: skip
    shapes = {sort_options(prompt, board.view()).shape for prompt in prompts}
    assert shapes == set(Shape) - {Shape.NONE, Shape.HANDS}


def test_a_menu_opens_in_a_moment_and_can_be_used_at_once(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.open_prompt(board))
    click(play.scene, hand_point(play.scene, board.hand[2]))
    play.scene.draw(surface)
    shares = []
    for step in range(4):
        play.scene.update(1.0 + step * 0.05)
        shares.append(play.scene._opened_share("menu", play.scene.acting.doing.menu))
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert shares[-1] == 1
    click(play.scene, row(play.scene, 0))
    assert play.sent == [Answer(7, (4,))]


def test_a_new_prompt_takes_the_focus_from_a_button_but_not_from_words(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    group = play.scene.widgets.group
    group.give_focus(group.widgets[0])
    play.ask(samples.open_prompt(board))
    assert group.focus is None
    play.press(pygame.K_t)
    play.ask(samples.pick_prompt(board))
    assert play.scene.widgets.is_typing


def feed_table(play: Play, **changes: Any) -> None:
    """Feed the table again with these changes, and show it."""
    table = play.app.model.table
    assert table is not None
    play.app.model.table = replace(table, **changes)
    play.scene.update(play.scene.now + 0.1)
    play.scene.draw(play.surface)


def test_no_menu_stays_open_when_the_match_has_ended(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    click(play.scene, play.scene.layout.rail.buttons[3].centre)
    assert "Offer a draw" in titles(play.scene)
    feed_table(play, stage="over")
    assert titles(play.scene) == []
    click(play.scene, play.scene.layout.rail.buttons[3].centre)
    assert titles(play.scene) == ["Leave"]


def test_an_offer_of_ones_own_is_seen_and_can_be_taken_back(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    feed_table(play, proposal="draw 0")
    _, yes, no = overlays.banner_boxes(play.scene.board_frame())
    click(play.scene, ((yes.x + no.right) / 2, yes.centre[1]))
    assert play.sent == [Propose("")]


def test_news_of_the_table_are_shown_for_a_while(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    feed_table(play, note=words("declines_draw", "Halvard"))
    assert play.scene.board_frame().notice == "Halvard declines the draw."
    play.scene.update(play.scene.now + 9.0)
    assert play.scene.board_frame().notice == ""


def test_clocks_stand_still_while_there_is_no_connection(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    seats = tuple(replace(seat, clock=200.0) for seat in samples.table().seats)
    feed_table(play, seats=seats, ticking=0)
    play.scene.update(play.scene.now + 10)
    assert play.scene.board_frame().clocks == (190.0, 200.0)
    play.app.network.connection = ConnectionState("waiting")
    for _ in range(3):
        play.scene.update(play.scene.now + 30)
    assert play.scene.board_frame().clocks[0] >= 160.0, "it stands since the first frame without a connection"
    stood = play.scene.board_frame().clocks
    play.scene.update(play.scene.now + 30)
    shown = play.scene.board_frame()
    assert (shown.clocks, shown.table and shown.table.ticking) == (stood, -1)
    play.app.network.connection = ConnectionState("up")
    play.scene.update(play.scene.now + 5)
    assert play.scene.board_frame().clocks == stood, "they run again as the server tells them"
    feed_table(play, seats=seats, ticking=0)
    play.scene.update(play.scene.now + 10)
    assert play.scene.board_frame().clocks == (190.0, 200.0)


def test_an_absence_is_counted_on_the_plate(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    one, other = samples.table().seats
    feed_table(play, seats=(one, replace(other, present=False, absence=84.0)), ticking=-1)
    assert play.scene.board_frame().absences == (None, 84.0)
    assert 0 < play.scene.next_change(play.scene.now) - play.scene.now <= 1.0, "each second is drawn"
    play.scene.update(play.scene.now + 24)
    assert play.scene.board_frame().absences == (None, 60.0)
    feed_table(play, step=1)
    play.scene.update(play.scene.now + 1)
    assert play.scene.board_frame().absences == (None, 59.0), "a step does not restart it"
    feed_table(play, seats=(one, other))
    assert play.scene.board_frame().absences == (None, None)


def test_what_stands_still_stays_said_for_as_long_as_it_does(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    feed_table(play, note=words("standing"))
    play.scene.update(play.scene.now + 60)
    assert "are stopped" in play.scene.board_frame().notice
    feed_table(play, note=words("both_are_back"))
    play.scene.update(play.scene.now + 60)
    assert play.scene.board_frame().notice == ""


def test_a_seat_is_kept_from_the_table_s_menu(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    click(play.scene, play.scene.layout.rail.buttons[3].centre)
    click(play.scene, row(play.scene, titles(play.scene).index("Leave, keep my seat")))
    assert (play.sent, play.app.opened) == ([], ["leave_duel"])
