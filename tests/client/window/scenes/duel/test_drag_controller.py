"""Cards dragged in a duel by the rules, as a player does it: pressed, moved, released."""

from __future__ import annotations

import pygame

from facedown_client.board.answer_planner import DIRECT_ATTACK_TARGET_INDEX
from facedown_client.window.paint import dialogs, hand, picked_cards
from facedown_client.window.paint.board import place_box
from facedown_shared.protocol.messages import Answer, Option, Prompt
from facedown_shared.tables.zones import Place
from facedown_shared.text.words import NOTHING
from tests.client.screens import Play, click, mouse_down, mouse_move, mouse_up, surface
from tools import samples

__all__ = ["surface"]

Spot = tuple[float, float]


def drag(play: Play, start: Spot, goal: Spot, *, turned: bool = False) -> None:
    """Drag from one point to another with the left button, turned on its side on the way."""
    scene = play.scene
    scene.event(mouse_move(start))
    scene.event(mouse_down(start))
    for at in ((start[0], start[1] - 20), goal):
        scene.event(mouse_move(at))
    if turned:
        scene.event(mouse_down(goal, 3))
        scene.event(mouse_up(goal, 3))
    scene.draw(play.surface)
    scene.event(mouse_up(goal))
    scene.update(scene.now + 0.01)
    scene.draw(play.surface)


def hand_spot(play: Play, card: int) -> Spot:
    box = hand.box_of(play.scene.board_frame(), card)
    assert box is not None
    return box.centre


def card_spot(play: Play, card: int) -> Spot:
    box = place_box(play.scene.board_frame(), card)
    assert box is not None
    return box.centre


def place(play: Play, where: Place) -> Spot:
    rect = play.scene.layout.rect(where)
    assert rect is not None
    return rect.centre


def zones(ask: int, card: int, *slots: int) -> Prompt:
    options = tuple(Option("zone", card, place=Place(0, "monster", slot)) for slot in slots)
    return Prompt(ask, "choice", NOTHING, options, back=True)


def test_a_monster_is_summoned_by_a_drop_into_the_zone_it_fell_on(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    blossom = board.hand[4]
    play = Play(surface, board, samples.open_prompt(board))
    drag(play, hand_spot(play, blossom), place(play, Place(0, "monster", 3)))
    assert play.sent == [Answer(7, (9,))]
    assert play.scene.acting.doing.menu is None
    play.ask(zones(8, blossom, 1, 3))
    assert play.sent[1:] == [Answer(8, (1,))]


def test_turned_on_its_side_it_is_set(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.open_prompt(board))
    drag(play, hand_spot(play, board.hand[4]), place(play, Place(0, "monster", 3)), turned=True)
    assert play.sent == [Answer(7, (10,))]


def test_several_fitting_options_open_the_menu_there(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.open_prompt(board))
    drag(play, hand_spot(play, board.hand[0]), place(play, Place(0, "spell_trap", 3)))
    assert not play.sent
    menu = play.scene.acting.doing.menu
    assert menu is not None
    assert [entry.title for entry in menu.entries] == ["Activate", "Set"]
    play.press(pygame.K_2)
    assert play.sent == [Answer(7, (1,))]


def test_an_illegal_drop_flies_back_and_says_why(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    blossom = board.hand[4]
    play = Play(surface, board, samples.open_prompt(board))
    drag(play, hand_spot(play, blossom), place(play, Place(1, "monster", 1)))
    assert not play.sent
    assert play.app.notice == "Ash Blossom & Joyous Spring cannot go there."
    doing = play.scene.acting.doing
    assert doing.flying is not None
    assert doing.flying.card == blossom
    assert play.scene.next_change(play.scene.now) == play.scene.now
    play.scene.update(play.scene.now + 1)
    assert doing.flying is None


def test_a_card_put_back_into_the_hand_does_nothing(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.open_prompt(board))
    start = hand_spot(play, board.hand[4])
    drag(play, start, (start[0] - 60, start[1]))
    assert not play.sent
    assert not play.app.notice


def test_an_attack_is_dragged_to_its_target(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    prompt = Prompt(1, "turn", NOTHING, (Option("attack", board.talker, targets=(board.harp,)),))
    play = Play(surface, board, prompt)
    drag(play, card_spot(play, board.talker), card_spot(play, board.harp))
    assert play.sent == [Answer(1, (0,))]


def test_an_attack_let_go_elsewhere_is_taken_back(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    prompt = Prompt(1, "turn", NOTHING, (Option("attack", board.talker, targets=(board.harp,)),))
    play = Play(surface, board, prompt)
    drag(play, card_spot(play, board.talker), card_spot(play, board.dragon))
    assert not play.sent
    assert play.app.notice == "Decode Talker cannot attack that."
    assert play.scene.acting.doing.aiming == 0
    assert play.scene.acting.choices.prompt is prompt


def test_an_attack_is_dragged_to_the_opponent(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    prompt = Prompt(
        1,
        "turn",
        NOTHING,
        (Option("attack", board.talker, targets=(board.harp, DIRECT_ATTACK_TARGET_INDEX)),),
    )
    play = Play(surface, board, prompt)
    drag(play, card_spot(play, board.talker), picked_cards.opponent_boxes(play.scene.board_frame())[1].centre)
    assert play.sent == [Answer(1, (0,))]
    play.ask(Prompt(2, "choice", NOTHING, (Option("attack", board.harp), Option("direct")), back=True))
    assert play.sent[1:] == [Answer(2, (1,))]


def test_a_card_is_dragged_out_of_an_open_list(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    spider = board.view().pile(0, "extra_deck").handles[0]
    play = Play(surface, board, Prompt(4, "turn", NOTHING, (Option("special_summon", spider),)))
    play.press(pygame.K_F3)
    cell = next(cell for cell in dialogs.pile_sheet(play.scene.board_frame()).cells if cell.card == spider)
    drag(play, cell.box.centre, place(play, Place(0, "monster", 1)))
    assert play.sent == [Answer(4, (0,))]


def test_let_go_in_vain_it_goes_back_into_the_list(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    spider = board.view().pile(0, "extra_deck").handles[0]
    play = Play(surface, board, Prompt(4, "turn", NOTHING, (Option("special_summon", spider),)))
    play.press(pygame.K_F3)
    cell = next(cell for cell in dialogs.pile_sheet(play.scene.board_frame()).cells if cell.card == spider)
    drag(play, cell.box.centre, place(play, Place(0, "monster", 2)))
    assert not play.sent
    assert play.app.notice == "Another card lies there."
    assert play.scene.acting.doing.pile is not None


def test_the_right_button_takes_an_aimed_attack_back(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    prompt = Prompt(1, "turn", NOTHING, (Option("attack", board.talker, targets=(board.harp,)),))
    play = Play(surface, board, prompt)
    click(play.scene, card_spot(play, board.talker))
    play.scene.draw(surface)
    assert play.scene.acting.doing.aiming == board.talker
    play.scene.event(mouse_down(card_spot(play, board.dragon), 3))
    assert play.scene.acting.doing.aiming == 0
    assert not play.sent
