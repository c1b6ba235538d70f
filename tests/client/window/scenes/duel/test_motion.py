"""Movement: what moves for which event, how long, and that no player has to wait for it."""

from __future__ import annotations

from itertools import combinations, pairwise

import msgspec
import pygame
import pytest

from facedown_client.board import Rect
from facedown_client.model.model import Transition
from facedown_client.window.art.faces import FaceSnapshot
from facedown_client.window.art.marks import card_back
from facedown_client.window.look.theme import Look
from facedown_client.window.paint.state import DuelFrame
from facedown_client.window.scenes.duel import motion
from facedown_client.window.scenes.duel.motion import Motion, pulse
from facedown_shared.cards.facts import Facts
from facedown_shared.tables.view import View, VisibleEvent
from facedown_shared.tables.zones import Place
from tests.client.screens import Play, key_down, record_texts, surface
from tools import sample_scene, samples

__all__ = ["surface"]


def is_moving(moving: Motion) -> bool:
    """Return whether anything moves."""
    return moving.is_running


def drawn_card(board: samples.BusyBoard) -> tuple[View, View, int]:
    """Return two Views: before and after a draw; and the card drawn."""
    before = board.view()
    card = board.card("Dark Magician", face_up=False)
    board.pile("hand", 0, [*board.hand, card])
    return before, board.view(), card


@pytest.fixture
def boards(surface: pygame.Surface) -> tuple[DuelFrame, DuelFrame, int]:
    board = samples.BusyBoard()
    before, after, card = drawn_card(board)
    scene, _ = sample_scene.scene(after)
    return scene.board_frame(before), scene.board_frame(after), card


def visible_event(card: int, kind: str = "move", word: str = "draw") -> VisibleEvent:
    return VisibleEvent(kind, 0, card, 0, 46986414, Place(0, "deck"), Place(0, "hand"), word=word)


def test_a_drawn_card_travels_and_is_hidden_in_its_place(boards: tuple[DuelFrame, DuelFrame, int]) -> None:
    before, after, card = boards
    moving = Motion()
    moving.start(1.0, before, after, (visible_event(card),))
    assert moving.hidden_cards(1.1) == {card}
    assert is_moving(moving)
    moving.update(1.0 + motion.SECONDS["draw"] + 0.01)
    assert not is_moving(moving)
    assert not moving.hidden_cards(2.0)


def test_the_speed_setting_multiplies_and_off_is_nothing(boards: tuple[DuelFrame, DuelFrame, int]) -> None:
    before, after, card = boards
    slow, off = Motion(), Motion()
    slow.start(0.0, before, after, (visible_event(card),), factor=2.0)
    off.start(0.0, before, after, (visible_event(card),), factor=0)
    assert slow.tweens[0].seconds == pytest.approx(2 * motion.SECONDS["draw"])
    assert not off.is_running


def test_reduced_motion_moves_no_card(boards: tuple[DuelFrame, DuelFrame, int]) -> None:
    before, after, card = boards
    moving = Motion()
    moving.start(0.0, before, after, (visible_event(card),), reduced=True)
    assert not moving.tweens
    assert pulse(0.3, True) == pulse(0.9, True)


def test_life_points_count_down(boards: tuple[DuelFrame, DuelFrame, int]) -> None:
    before = boards[0]
    hit = samples.BusyBoard().view(tallies={"0:life": 3200, "1:life": 3900})
    scene, _ = sample_scene.scene(hit)
    moving = Motion()
    moving.start(0.0, before, scene.board_frame(hit), (VisibleEvent("life", 0, amount=-2000),))
    start, middle = moving.displayed_life(0.0, hit), moving.displayed_life(0.1, hit)
    assert start == (5200, 3900)
    assert middle is not None
    assert 3200 < middle[0] < 5200
    assert moving.displayed_life(1.0, hit) == (3200, 3900)


@pytest.mark.parametrize("kind", ["flip", "face_down", "position", "attack", "activate", "resolving"])
def test_every_kind_can_be_drawn_at_every_moment(
    boards: tuple[DuelFrame, DuelFrame, int], surface: pygame.Surface, kind: str
) -> None:
    before, after, _ = boards
    board = samples.BusyBoard()
    moving = Motion()
    happening = VisibleEvent(kind, 0, board.aqua, 0, others=(board.dragon,))
    moving.start(0.0, before, after, (happening, VisibleEvent("shuffle", 0, word="deck")))
    assert is_moving(moving)
    for step in range(6):
        moving.draw(surface, after, step * 0.08)


def test_the_pulse_stays_between_seventy_and_a_hundred() -> None:
    strengths = [pulse(step / 10, False) for step in range(40)]
    assert min(strengths) >= 0.7
    assert max(strengths) <= 1.0
    assert max(strengths) - min(strengths) > 0.2


def test_a_key_ends_every_movement(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    before, after, card = drawn_card(board)
    model = play.app.model
    model.view = after
    model.steps.append(Transition(before, after, (visible_event(card),)))
    model.prompt = samples.open_prompt(board)
    play.scene.update(2.0)
    play.scene.faces.wait_until_idle()
    play.scene.update(2.1)
    assert is_moving(play.scene.motion)
    assert not play.scene.acting.is_asked or play.scene.view is after
    play.scene.event(key_down(pygame.K_F9))
    assert not is_moving(play.scene.motion)
    assert play.scene.acting.is_asked


def test_a_client_far_behind_jumps(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None, look=Look(motion=0))
    views = [board.view(turn=number) for number in range(40)]
    for old, new in pairwise(views):
        play.app.model.steps.append(Transition(old, new, ()))
    play.app.model.view = views[-1]
    play.scene.update(2.0)
    assert play.scene.view is views[-1]


def faces_in_flight(
    before: DuelFrame,
    after: DuelFrame,
    told: VisibleEvent,
    monkeypatch: pytest.MonkeyPatch,
    surface: pygame.Surface,
) -> list[int]:
    """Return passcodes of the cards that are drawn half-way of a movement; 0 for a back."""
    drawn: list[int] = []
    back, get = card_back, type(after.faces).get

    def record_face(
        self: FaceSnapshot, facts: Facts, size: tuple[int, int], style: str = "board"
    ) -> pygame.Surface:
        drawn.append(facts.code)
        return get(self, facts, size, style)

    def turn_surface(size: tuple[int, int]) -> pygame.Surface:
        drawn.append(0)
        return back(size)

    moving = Motion()
    moving.start(0.0, before, after, (told,))
    monkeypatch.setattr(FaceSnapshot, "get", record_face)
    monkeypatch.setattr("facedown_client.window.scenes.duel.motion.card_back", turn_surface)
    moving.draw(surface, after, 0.1)
    return drawn


MAGICIAN_PASSCODE, UTOPIA_PASSCODE = 46986414, 84013237


@pytest.mark.parametrize(
    ("kind", "start", "goal"),
    [
        ("move", Place(0, "hand"), Place(0, "deck")),
        ("move", Place(0, "monster", 3), Place(0, "extra_deck")),
        ("set", Place(0, "hand"), Place(0, "monster", 4)),
        ("move", Place(0, "deck"), Place(0, "graveyard")),
        ("move", Place(1, "deck"), Place(1, "hand")),
    ],
)
def test_a_card_known_at_either_end_flies_with_its_face(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch, kind: str, start: Place, goal: Place
) -> None:
    board = samples.BusyBoard()
    card = board.card("Dark Magician", start.seat)
    scene, _ = sample_scene.scene(board.view())
    shown = scene.board_frame(board.view())
    told = VisibleEvent(kind, start.seat, card, start=start, goal=goal)
    assert faces_in_flight(shown, shown, told, monkeypatch, surface) == [MAGICIAN_PASSCODE]
    unknown = VisibleEvent(kind, start.seat, 0, start=start, goal=goal)
    monkeypatch.undo()
    assert faces_in_flight(shown, shown, unknown, monkeypatch, surface) == [0]


def test_materials_go_beneath_their_card_with_their_faces(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = samples.BusyBoard()
    before = board.view()
    material = board.hand[0]
    bearer = board.put(board.card("Number 39: Utopia"), "monster", 3)
    board.cards[bearer] = msgspec.structs.replace(board.cards[bearer], materials=(material,))
    after = board.view()
    scene, _ = sample_scene.scene(after)
    told = VisibleEvent(
        "attach", 0, material, start=Place(0, "monster", 0), goal=Place(0, "extra_deck"), others=(bearer,)
    )
    one, other = scene.board_frame(before), scene.board_frame(after)
    code = board.cards[material].code
    assert faces_in_flight(one, other, told, monkeypatch, surface) == [code]
    goal = motion._material_place(other, material)
    spot = other.layout.spot(Place(0, "monster", 3))
    assert goal is not None
    assert spot is not None
    assert spot.rect.contains(goal.centre)


def test_numbers_that_come_one_after_another_stand_in_rows(boards: tuple[DuelFrame, DuelFrame, int]) -> None:
    before, after, _ = boards
    moving = Motion()
    for time, amounts in ((0.0, (-500, -800)), (0.3, (-1000,)), (0.6, (-300, 200))):
        told = [VisibleEvent("life", seat, amount=amount) for amount in amounts for seat in (0, 1)]
        moving.start(time, before, after, tuple(told))
    for frame in range(40):
        now = 0.6 + frame / 30
        moving.update(now)
        boxes = [
            motion.number_box(after, tween.number, tween.row, motion.ease(tween.share(now)))
            for tween in moving.tweens if tween.number is not None
        ]  # fmt: skip
        window = Rect(0, 0, 1280, 720)
        assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
        assert all(
            window.contains((box.x, box.y)) and window.contains((box.right, box.bottom)) for box in boxes
        )


def test_a_card_without_a_place_moves_nothing(boards: tuple[DuelFrame, DuelFrame, int]) -> None:
    before, after, _ = boards
    moving = Motion()
    moving.start(
        0.0,
        before,
        after,
        (VisibleEvent("draw", 1), VisibleEvent("attack", 0, 4711), VisibleEvent("coin", 0)),
    )
    assert not is_moving(moving)


def turn_begins(board: samples.BusyBoard, seat: int, turn: int) -> tuple[View, VisibleEvent]:
    """Return the View of a turn that has just begun, and its event."""
    view = msgspec.structs.replace(board.view(), turn=turn, turn_player=seat)
    return view, VisibleEvent("turn", seat, amount=turn)


@pytest.mark.parametrize(("seat", "words"), [(0, "Your turn"), (1, "Halvard's turn")])
@pytest.mark.parametrize(
    "look", [Look(), Look(reduced=True), Look(motion=0)], ids=["moving", "reduced", "off"]
)
def test_a_banner_says_whose_turn_begins_and_goes_again(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch, seat: int, words: str, look: Look
) -> None:
    play = Play(surface, samples.BusyBoard(), None, look=look)
    scene, middle = play.scene, play.scene.layout.mat.centre
    view, event = turn_begins(play.board, seat, 9)
    scene._start_motion(Transition(view, view, (event,)), 0)
    scene.update(scene.now + 0.4)
    texts = record_texts(monkeypatch)
    scene.draw(surface)
    assert texts.count(words) == 1
    ink = scene.theme.palette.accent if seat == 0 else scene.theme.palette.harm
    column = [surface.get_at((round(middle[0]), y))[:3] for y in range(surface.get_height())]
    assert column.count(ink) >= 4, "lines above and below in the player's colour"
    assert not scene.motion.is_holding, "nothing waits for it"
    wakes = scene.next_change(scene.now)
    assert scene.now < wakes < scene.now + motion.SECONDS["turn"], "it stands still meanwhile"
    scene.update(scene.now + motion.SECONDS["turn"])
    texts.clear()
    scene.draw(surface)
    assert words not in texts


def test_a_press_ends_the_banner_and_a_new_turn_replaces_it(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    for turn in (3, 4):
        view, event = turn_begins(play.board, turn % 2, turn)
        play.scene._start_motion(Transition(view, view, (event,)), 0)
    assert [tween.turn for tween in play.scene.motion.tweens] == [(0, 4)]
    play.scene.event(key_down(pygame.K_F1))
    assert not play.scene.motion.tweens
