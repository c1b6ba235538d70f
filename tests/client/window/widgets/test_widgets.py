"""Widgets by posted events: pointer and keyboard do the same, and no small target is too small to hit."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame
import pytest

from facedown_client.window.look.theme import Look, Theme
from facedown_client.window.widgets import (
    Button,
    Chip,
    Dropdown,
    Entry,
    Group,
    ListBox,
    ListRow,
    Scroll,
    Segments,
    Slider,
    Stepper,
    Switch,
)
from facedown_client.window.widgets import entry as entry_module
from tests.client.screens import key_down, mouse_down, mouse_move, mouse_up, surface, text_input

__all__ = ["surface"]

THEME = Theme((1280, 720))


def click(group: Group, at: tuple[float, float]) -> bool:
    return group.event(mouse_down(at)) | group.event(mouse_up(at))


def is_open(drop: Dropdown) -> bool:
    return drop.has_popup


def test_a_button_acts_when_let_go_on_it() -> None:
    done: list[str] = []
    group = Group([Button((10, 10, 100, 40), "Go", lambda: done.append("go"))])
    assert click(group, (50, 30))
    assert done == ["go"]
    group.event(mouse_down((50, 30)))
    group.event(mouse_up((500, 300)))
    assert done == ["go"]
    assert not group.event(mouse_down((500, 300)))


def test_a_disabled_button_uses_the_press_and_does_nothing() -> None:
    done: list[str] = []
    group = Group([Button((10, 10, 100, 40), "Go", lambda: done.append("go"), enabled=False, key="G")])
    assert group.event(mouse_down((50, 30)))
    group.event(mouse_up((50, 30)))
    group.event(key_down(pygame.K_g))
    assert not done


def test_a_small_button_can_be_hit_beside_its_edge() -> None:
    done: list[int] = []
    group = Group([Button((100, 100, 12, 12), "x", lambda: done.append(1))])
    click(group, (94, 106))
    assert done == [1]


def test_tab_goes_round_and_enter_presses() -> None:
    done: list[str] = []
    buttons = [
        Button((10, 10 + 50 * row, 90, 40), name, partial(done.append, name))
        for row, name in enumerate("abc")
    ]
    buttons[1].enabled = False
    group = Group(buttons)
    for _ in range(2):
        group.event(key_down(pygame.K_TAB))
    group.event(key_down(pygame.K_RETURN))
    group.event(key_down(pygame.K_TAB))
    group.event(key_down(pygame.K_SPACE))
    group.event(key_down(pygame.K_TAB, pygame.KMOD_SHIFT))
    group.event(key_down(pygame.K_RETURN))
    assert done == ["c", "a", "c"]


def test_a_key_cap_presses_from_anywhere_but_not_while_typing() -> None:
    done: list[str] = []
    line = Entry((10, 100, 200, 36))
    group = Group([Button((10, 10, 100, 40), "Host", lambda: done.append("host"), key="H"), line])
    assert group.event(key_down(pygame.K_h))
    click(group, (50, 110))
    assert line.focused
    group.event(key_down(pygame.K_h))
    group.event(text_input("h"))
    assert done == ["host"]
    assert line.text == "h"


def test_an_entry_types_moves_erases_and_submits() -> None:
    told: list[str] = []
    line = Entry((10, 10, 200, 36), on_submit=told.append, limit=8)
    line.focused = True
    group = Group([line])
    for letter in "dule":
        group.event(text_input(letter))
    for key in (pygame.K_LEFT, pygame.K_BACKSPACE, pygame.K_END):
        group.event(key_down(key))
    assert line.text == "due"
    group.event(text_input(" 祝你好运啊啊啊"))
    assert line.text == "due 祝你好运"
    group.event(key_down(pygame.K_HOME))
    group.event(key_down(pygame.K_DELETE))
    group.event(key_down(pygame.K_RETURN))
    assert told == ["ue 祝你好运"]
    group.event(key_down(pygame.K_ESCAPE))
    assert not line.focused


def test_an_entry_pastes_copies_and_replaces_all(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = ["ydke://abc\nsecond line"]
    monkeypatch.setattr(entry_module, "read_clipboard", lambda: kept[0])
    monkeypatch.setattr(entry_module, "write_clipboard", lambda words: kept.__setitem__(0, words))
    line = Entry((10, 10, 200, 36))
    line.focused = True
    group = Group([line])
    group.event(key_down(pygame.K_v, pygame.KMOD_CTRL))
    assert line.text == "ydke://abc second line"
    group.event(key_down(pygame.K_a, pygame.KMOD_CTRL))
    group.event(key_down(pygame.K_c, pygame.KMOD_CTRL))
    assert kept == ["ydke://abc second line"]
    group.event(text_input("x"))
    assert line.text.startswith("x")
    group.event(key_down(pygame.K_x, pygame.KMOD_CTRL))
    assert not line.text


def test_segments_by_pointer_arrows_and_keys(surface: pygame.Surface) -> None:
    chosen: list[int] = []
    segments = Segments((100, 100, 200, 32), ("Always", "When able", "Never"), 1, chosen.append, keys="ADS")
    group = Group([segments])
    group.draw(surface, THEME)
    click(group, (110, 116))
    group.event(key_down(pygame.K_RIGHT))
    group.event(key_down(pygame.K_s))
    assert chosen == [0, 1, 2]


def test_a_dropdown_opens_over_everything_and_closes(surface: pygame.Surface) -> None:
    chosen: list[int] = []
    drop = Dropdown((100, 100, 200, 32), ("Master", "Classic", "Free"), 0, chosen.append, label="Format")
    group = Group([drop, Button((100, 140, 200, 40), "under", lambda: chosen.append(-1))])
    group.draw(surface, THEME)
    click(group, (150, 116))
    assert is_open(drop)
    group.draw(surface, THEME)
    row = drop.row(2)
    click(group, row.center)
    assert chosen == [2]
    assert not is_open(drop)
    group.event(key_down(pygame.K_RETURN))
    for key in (pygame.K_UP, pygame.K_RETURN):
        group.event(key_down(key))
    assert chosen == [2, 1]
    group.event(key_down(pygame.K_SPACE))
    group.event(key_down(pygame.K_ESCAPE))
    assert not is_open(drop)
    group.event(key_down(pygame.K_DOWN))
    assert chosen == [2, 1, 2]


def test_a_long_dropdown_goes_to_its_ends_by_a_key() -> None:
    chosen: list[int] = []
    drop = Dropdown((100, 100, 200, 32), [f"Deck {number}" for number in range(48)], 3, chosen.append)
    group = Group([drop])
    for key in (pygame.K_END, pygame.K_HOME):
        click(group, (150, 110))
        group.event(key_down(key))
        group.event(key_down(pygame.K_RETURN))
    assert chosen == [47, 0]


def test_a_dropdown_with_more_words_than_rows_shows_how_far_it_is_scrolled(surface: pygame.Surface) -> None:
    for count in (3, 30):
        drop = Dropdown((100, 100, 200, 32), [f"List {number}" for number in range(count)])
        group = Group([drop])
        group.draw(surface, THEME)
        click(group, (150, 116))
        seen = []
        for _ in range(2):
            group.draw(surface, THEME)
            x, sheet = drop.list_box().right - 4, drop.list_box()
            seen.append([tuple(surface.get_at((x, y))) for y in range(sheet.top + 8, sheet.bottom - 8)])
            for _ in range(20):
                group.event(key_down(pygame.K_DOWN))
        assert (len(set(seen[0])) > 1) is (count == 30)
        assert (seen[0] != seen[1]) is (count == 30), "the bar moves"


def test_a_list_picks_by_pointer_and_keys(surface: pygame.Surface) -> None:
    picked: list[int] = []
    rows = [ListRow(f"Table {number}", "open", "waiting", "T") for number in range(20)]
    listing = ListBox((10, 10, 300, 200), rows, picked.append, row_height=50)
    group = Group([listing])
    group.draw(surface, THEME)
    click(group, (50, 90))
    assert picked == [1]
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN):
        group.event(key_down(key))
    assert picked == [1, 5]
    assert listing.offset > 0
    listing.set_rows(rows[:2])
    assert listing.chosen == 1
    assert listing.offset == 0
    group.draw(surface, THEME)


def test_a_log_stays_at_its_end_unless_one_reads_back() -> None:
    log = Scroll((0, 0, 200, 100), content=300, follow=True)
    assert log.offset == 200
    log.set_height(400)
    assert log.offset == 300
    log.scroll(-50)
    log.set_height(500)
    assert log.offset == 250


@pytest.mark.parametrize("make", [
    lambda told: Chip((10, 10, 80, 28), "Spell", on_change=told.append),
    lambda told: Switch((10, 10, 200, 28), "scripted only", on_change=told.append),
])  # fmt: skip
def test_things_that_are_on_or_off(make: Any, surface: pygame.Surface) -> None:
    told: list[bool] = []
    group = Group([make(told)])
    click(group, (20, 20))
    group.event(key_down(pygame.K_SPACE))
    assert told == [True, False]
    group.draw(surface, THEME)


def test_numbers_stay_in_their_span(surface: pygame.Surface) -> None:
    told: list[int] = []
    group = Group([Stepper((10, 10, 120, 32), 2, (0, 3), told.append)])
    click(group, (120, 20))
    click(group, (120, 20))
    click(group, (15, 20))
    group.event(key_down(pygame.K_LEFT))
    assert told == [3, 2, 1]
    slider = Slider((10, 60, 212, 28), (1, 12), (1, 4))
    other = Group([slider])
    other.event(mouse_down((215, 74)))
    other.event(mouse_move((160, 74)))
    other.event(mouse_up((160, 74)))
    assert slider.value[1] == 9
    other.event(mouse_down((10, 74)))
    other.event(mouse_move((60, 74)))
    other.event(mouse_up((60, 74)))
    assert slider.value == (3, 9)
    other.draw(surface, THEME)


@pytest.mark.parametrize("contrast", [False, True])
def test_a_chosen_text_can_be_read(surface: pygame.Surface, contrast: bool) -> None:
    """In high contrast it was white on white."""
    theme = Look(contrast=contrast).theme((1280, 720))
    line = Entry((10, 60, 300, 36), "WWWW")
    line.focused = line.all_selected = True
    line.draw(surface, theme)
    seen = [sum(surface.get_at((x, y))[:3]) for x in range(26, 46) for y in range(70, 86)]
    assert max(seen) - min(seen) > 300


@pytest.mark.parametrize("contrast", [False, True])
def test_every_state_can_be_drawn(surface: pygame.Surface, contrast: bool) -> None:
    theme = Look(contrast=contrast).theme((1280, 720))
    for style in ("accent", "outline", "plain", "quiet", "harm"):
        for enabled in (True, False):
            button = Button((10, 10, 160, 40), "Set", style=style, key="S", reason="not now", enabled=enabled)
            button.focused = button.hovered = True
            button.draw(surface, theme)
    line = Entry((10, 60, 100, 36), "a very long text that does not fit into it", image="search")
    line.focused = line.all_selected = True
    line.draw(surface, theme)
