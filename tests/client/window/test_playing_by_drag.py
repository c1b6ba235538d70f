"""A duel by the rules at a real server, played by dragging: drops answer the prompts that follow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pygame
import pytest
from trio.testing import MockClock

from facedown_client.board import Shape
from facedown_client.model.words.phrases import name_words
from facedown_client.window.display import MainWindow
from facedown_client.window.paint import hand, reasons
from facedown_client.window.paint.board import place_box
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import Place
from tests.client.window.test_app import Player, own_folder, run_client, window
from tests.rules import rule

__all__ = ["own_folder", "window"]

Spot = tuple[float, float]
BOARD = {
    "ruleset": "MR5",
    "first": 1,
    "start": {
        "players": [
            {
                "deck": ["Sangan"] * 5,
                "hand": ["Summoned Skull", "Cyber Dragon", "Dark Hole"],
                "field": [
                    {"zone": zone, "card": card}
                    for zone, card in (
                        ("MZ1", "Gemini Elf"),
                        ("MZ2", "Sangan"),
                        ("MZ3", "Witch of the Black Forest"),
                    )
                ],
            },
            {"deck": ["Sangan"] * 5, "hand": [], "field": [{"zone": "MZ2", "card": "Mystical Elf"}]},
        ]
    },
    "decisions": [],
}


def scene(wren: Player) -> DuelScene:
    found = wren.app.screens.scene
    assert isinstance(found, DuelScene)
    return found


def view(wren: Player) -> View:
    found = wren.app.model.view
    assert found is not None
    return found


def handle_of(wren: Player, name: str) -> int:
    """Return the handle of the card of this name that the player may read."""
    cards = view(wren).cards
    return next(handle for handle, seen in cards.items() if name_words(seen.code, view(wren)) == name)


def card_spot(wren: Player, name: str) -> Spot:
    shown, card = scene(wren).board_frame(), handle_of(wren, name)
    box = hand.box_of(shown, card) or place_box(shown, card)
    assert box is not None
    return box.centre


def zone(wren: Player, slot: int) -> Spot:
    rect = scene(wren).layout.rect(Place(0, "monster", slot))
    assert rect is not None
    return rect.centre


async def drag(wren: Player, start: Spot, goal: Spot, *, turned: bool = False) -> None:
    def happen(kind: int, where: Spot, **more: Any) -> None:
        spot = (round(where[0]), round(where[1]))
        pygame.event.post(pygame.event.Event(kind, pos=spot, **more))

    happen(pygame.MOUSEMOTION, start, rel=(0, 0), buttons=(0, 0, 0))
    happen(pygame.MOUSEBUTTONDOWN, start, button=1)
    await wren.run_frames()
    for spot in ((start[0], start[1] - 30), goal):
        happen(pygame.MOUSEMOTION, spot, rel=(0, 0), buttons=(1, 0, 0))
        await wren.run_frames()
    if turned:
        happen(pygame.MOUSEBUTTONDOWN, goal, button=3)
        happen(pygame.MOUSEBUTTONUP, goal, button=3)
    happen(pygame.MOUSEBUTTONUP, goal, button=1)
    await wren.run_frames()


async def click(wren: Player, where: Spot) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=(round(where[0]), round(where[1])), button=1))
    await wren.run_frames(4)


async def begin(wren: Player, folder: Path, *, field: bool = True) -> None:
    """Open the board, with or without own monsters; the other side ends its turn at once."""
    board = json.loads(json.dumps(BOARD))
    board["start"]["players"][0]["field"] *= field
    (folder / "board.json").write_text(json.dumps(board))
    wren.app.play_file(str(folder / "board.json"))
    await wren.until(wren.is_on_top(DuelScene))
    for _ in range(40):
        await wren.run_frames(4)
        acting = scene(wren).acting
        if wren.app.model.seat == 0 and may(wren, "set"):
            return
        ends = [n for n, option in enumerate(acting.choices.options) if option.text == "end"]
        if ends:
            acting.answer(ends[0])
        else:
            acting.pass_if_safe()
    raise AssertionError(wren.app.model.prompt)


def may(wren: Player, verb: str) -> bool:
    """Return whether the board has caught up, and this is offered."""
    return any(option.verb == verb for option in scene(wren).acting.choices.options)


@rule("CLS-SUM-09")
async def test_a_tribute_summon_by_drag_announces_the_tribute_and_lands_where_it_was_let_go(
    window: MainWindow, autojump_clock: MockClock, tmp_path: Path
) -> None:
    async with run_client(window) as wren:
        await begin(wren, tmp_path)
        skull = handle_of(wren, "Summoned Skull")
        await drag(wren, card_spot(wren, "Summoned Skull"), zone(wren, 3))
        await wren.until(lambda: may(wren, "tribute"))
        on_field = view(wren).pile(0, "monster").handles
        assert handle_of(wren, "Gemini Elf") in on_field, "nothing is given up unasked"
        await click(wren, card_spot(wren, "Gemini Elf"))
        await wren.until(lambda: view(wren).place_of(skull) == Place(0, "monster", 3))
        assert not view(wren).cards[skull].defense_position


@pytest.mark.parametrize("turned", [False, True])
async def test_a_special_summon_by_drag_settles_zone_and_position(
    window: MainWindow, autojump_clock: MockClock, tmp_path: Path, turned: bool
) -> None:
    async with run_client(window) as wren:
        await begin(wren, tmp_path, field=False)
        dragon = handle_of(wren, "Cyber Dragon")
        await drag(wren, card_spot(wren, "Cyber Dragon"), zone(wren, 4), turned=turned)
        await wren.until(lambda: view(wren).place_of(dragon) == Place(0, "monster", 4))
        assert view(wren).cards[dragon].defense_position is turned


async def test_an_attack_is_dragged_and_a_sole_target_is_aimed_at(
    window: MainWindow, autojump_clock: MockClock, tmp_path: Path
) -> None:
    async with run_client(window) as wren:
        await begin(wren, tmp_path)
        elf, target = handle_of(wren, "Gemini Elf"), handle_of(wren, "Mystical Elf")
        await wren.press(pygame.K_b, "b")
        await wren.until(lambda: wren.app.model.prompt and wren.app.model.seat == 0 and may(wren, "attack"))
        asked = wren.app.model.prompt
        await click(wren, card_spot(wren, "Gemini Elf"))
        assert scene(wren).acting.doing.aiming == elf
        assert wren.app.model.prompt is asked, "a click on a monster attacks nothing"
        assert [*scene(wren).acting.choices.by_card] == [target]
        await wren.press(pygame.K_ESCAPE)
        assert scene(wren).acting.doing.aiming == 0
        await drag(wren, card_spot(wren, "Gemini Elf"), card_spot(wren, "Mystical Elf"))
        await wren.until(lambda: view(wren).tallies["1:life"] == 8000 - (1900 - 800))


async def test_what_cannot_be_played_says_why_after_a_drop_in_vain(
    window: MainWindow, autojump_clock: MockClock, tmp_path: Path
) -> None:
    async with run_client(window) as wren:
        await begin(wren, tmp_path)
        await drag(wren, card_spot(wren, "Cyber Dragon"), zone(wren, 3))
        await wren.until(lambda: may(wren, "tribute"))
        await wren.press(pygame.K_ESCAPE)
        await wren.until(lambda: may(wren, "phase"))
        assert view(wren).pile(0, "graveyard").count == 0, "Esc takes the Summon back"
        await wren.press(pygame.K_b, "b")
        await wren.until(lambda: wren.app.model.seat == 0 and may(wren, "attack"))
        await drag(wren, card_spot(wren, "Summoned Skull"), zone(wren, 3))
        assert wren.app.notice == "Summoned Skull cannot be used now."
        await wren.until(lambda: scene(wren).board_frame().reasons)
        (told,) = scene(wren).board_frame().reasons
        assert told.startswith("Summon, Set")
        assert told.endswith(": Only in your Main Phase.")
        assert reasons.box(scene(wren).board_frame()) is not None


async def test_effects_triggered_together_go_on_the_chain_in_the_order_they_were_put(
    window: MainWindow, autojump_clock: MockClock, tmp_path: Path
) -> None:
    """Sangan and Witch of the Black Forest are destroyed at once: what is put first is Chain Link 1."""
    async with run_client(window) as wren:
        await begin(wren, tmp_path)
        hole, acting = handle_of(wren, "Dark Hole"), scene(wren).acting
        options = acting.choices.options
        acting.answer(next(n for n, one in enumerate(options) if (one.verb, one.card) == ("activate", hole)))
        while acting.choices.shape is not Shape.ORDER or acting.choices.options[0].verb != "activate":
            await wren.run_frames(4)
            if acting.choices.shape is Shape.ORDER and acting.choices.options[0].verb == "order":
                await wren.press(pygame.K_RETURN)
            elif acting.choices.shape is Shape.ZONE:
                acting.pick(0)
            else:
                acting.pass_if_safe()
        first, second = (acting.choices.options[index].card for index in acting.choices.listed)
        await wren.press(pygame.K_2)
        await wren.press(pygame.K_LEFT, mod=pygame.KMOD_SHIFT)
        await wren.press(pygame.K_RETURN)
        await wren.until(lambda: wren.app.model.prompt and scene(wren).acting.choices.shape is Shape.CARDS)
        told = [entry.happening for entry in wren.app.model.log if entry.happening.kind == "activate"]
        assert [one.card for one in told] == [hole, second, first]
