"""Decks in a real window: one copied, renamed, changed by drag, mouse and keys, tried, deleted, restored; one
of Flesh and Blood composed and started with.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import trio

from facedown_shared.cards.facts import every_game
from facedown_shared.decks import decks
from tests.window.byhand import Player, Point
from tests.window.display import PRESS_S, display
from tests.window.test_duel import shots
from tests.window.windows import TEST_TIMEOUT_S, WindowPlayer, window

__all__ = ["shots"]

EDITOR = {"Main": (327, 171), "Extra": (318, 580), "Side": (662, 610)}
"""The first card of each part in the editor, and of the arena."""

SEARCHED = (1040, 372)
"""The first card found."""


async def carry(
    person: WindowPlayer, start: Point, goal: Point, picture: str = "", shots: Path | None = None
) -> None:
    """Pick a card up, carry it (and take a picture on the way), drop it."""
    async with person.display.hands:
        await person.go(*start)
        await person.display.do("mousedown", 1, "sleep", PRESS_S)
        for share in (0.1, 0.5, 0.9, 1.0):
            x, y = (a + (b - a) * share for a, b in zip(start, goal, strict=True))
            await person.go(x, y)
            await person.display.do("sleep", PRESS_S)
    if shots is not None:
        await person.shot(picture, shots)
    async with person.display.hands:
        await person.display.do("mouseup", 1, "sleep", PRESS_S)


async def read(person: WindowPlayer, at: Point, name: str) -> None:
    """Point at a card, and expect this one."""
    await person.point(*at)
    await person.now("read", f": {re.escape(name)}$")


@pytest.mark.window
async def test_a_deck_is_copied_changed_by_drag_and_keys_tried_deleted_and_brought_back(
    tmp_path: Path, shots: Path
) -> None:
    async with display() as screen, window(screen, "Wren", tmp_path / "Wren") as wren:
        with trio.fail_after(TEST_TIMEOUT_S):
            await wren.appear((0, 0))
            try:
                await copy(wren, shots)
                await change(wren, shots)
                await edit_by_keys(wren, shots)
                await keep(wren, shots, tmp_path / "Wren" / "decks" / "Salt Road.ydk")
                await delete(wren, shots, tmp_path / "Wren" / "decks")
            except BaseException:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                    await wren.shot("failed-decks", shots)
                raise


async def copy(wren: WindowPlayer, shots: Path) -> None:
    """Copy a ready deck, found by one of its cards, and name it."""
    await wren.until("^screen: home")
    await wren.key("d")
    await wren.until("^screen: decks")
    await wren.press("Title or card")
    await wren.type("stardust")
    await wren.until("^read: Junk Synchron")
    await wren.shot("decks-found", shots)
    await wren.press("Make a copy")
    await wren.until("^said: Synchro and Xyz was added to your decks")
    await wren.press("Rename")
    await wren.until("^screen: name")
    await wren.type("Salt Road")
    await wren.key("Return")
    await wren.until("^said: It was renamed to Salt Road")
    await wren.shot("decks-renamed", shots)
    await wren.press("Edit")
    await wren.until("^screen: editor")


async def change(wren: WindowPlayer, shots: Path) -> None:
    """Drag to the Side Deck and back; a card that does not belong there flies back with a reason."""
    await wren.now("press", "Main Deck, 40 .*Side Deck, 6 ")
    await read(wren, EDITOR["Extra"], "Stardust Dragon")
    await carry(wren, EDITOR["Main"], (940, 650), "editor-carried", shots)
    await wren.now("press", "Main Deck, 39 .*Side Deck, 7 ")
    await carry(wren, EDITOR["Extra"], (600, 300), "editor-refused", shots)
    await wren.until("^said: Stardust Dragon belongs in the Extra Deck, not in the Main Deck")
    await wren.now("press", "Main Deck, 39 .*Extra Deck, 8 .*Side Deck, 7 ")
    await wren.shot("editor-flown-back", shots)
    await read(wren, SEARCHED, "7 Colored Fish")
    await carry(wren, SEARCHED, (600, 300))
    await wren.now("press", "Main Deck, 40 ")
    await wren.click(*SEARCHED, button=3)
    await wren.now("press", "Main Deck, 41 ")
    await carry(wren, EDITOR["Main"], (1100, 500))
    await wren.now("press", "Main Deck, 40 ")


async def edit_by_keys(wren: WindowPlayer, shots: Path) -> None:
    """Do the same without a mouse: a search, a card in, one to the Side Deck, one out, all undone."""
    await wren.press("Name or text")
    await wren.type("kuriboh")
    await wren.tab_to("^focus: Cards found$")
    await wren.key("Down")
    await wren.until("^read: Kuriboh")
    await wren.key("Return")
    await wren.now("press", "Main Deck, 41 ")
    await wren.key("s")
    await wren.now("press", "Side Deck, 8 ")
    await wren.key("s")
    await wren.until("^said: Kuriboh is in the deck 3 times")
    await wren.shot("editor-keys", shots)
    await wren.key("ctrl+z", "ctrl+z")
    await wren.now("press", "Main Deck, 40 .*Side Deck, 7 ")


async def keep(wren: WindowPlayer, shots: Path, file: Path) -> None:
    """Save it over its own file; then try hands."""
    await wren.key("ctrl+s")
    await wren.until("^said: Saved as Salt Road, among your own decks")
    saved = decks.parse_to_deck(await trio.Path(file).read_text(encoding="utf-8"))
    assert saved.counts == (40, 8, 7)
    await wren.press("Test hand")
    await wren.until("^screen: hand, under editor")
    await wren.now("press", "Hand, 5 ")
    await wren.shot("hand", shots)
    await wren.key("d")
    await wren.now("press", "Hand, 6 ")
    await wren.key("Return", "r")
    await wren.now("press", "Hand, 5 ")
    await wren.key("Escape")
    await wren.until("^screen: editor")
    await wren.key("Escape")
    await wren.until("^screen: decks")


def own_titles(folder: Path) -> list[str]:
    """Return the titles of the decks in a folder."""
    return [path.stem for path in folder.glob("*.ydk")]


async def delete(wren: WindowPlayer, shots: Path, folder: Path) -> None:
    """Delete with a key, and restore with another."""
    await wren.press("Delete")
    await wren.until("^said: Salt Road is deleted")
    assert not own_titles(folder)
    await wren.shot("decks-deleted", shots)
    await wren.key("ctrl+z")
    await wren.until("^said: Salt Road was restored")
    assert own_titles(folder) == ["Salt Road"]


@pytest.mark.window
async def test_a_deck_of_flesh_and_blood_is_put_together_and_begun_with(tmp_path: Path, shots: Path) -> None:
    home = tmp_path / "Wren"
    async with display() as screen:
        async with window(screen, "Wren", home) as wren:
            with trio.fail_after(TEST_TIMEOUT_S):
                await wren.appear((0, 0))
                try:
                    await put_together(wren, shots)
                except BaseException:
                    with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                        await wren.shot("failed-fab-editor", shots)
                    raise
        deck = home / "decks" / "Hammers.ydk"
        names = [
            every_game()[code].name for code in decks.parse_to_deck(deck.read_text(encoding="utf-8")).extra
        ]
        assert names[:2] == ["Brannoc Hale, Keeper of the Kiln", "Slagmaul"]
        assert "Sooted Visor" in names
        assert "Bellows Hook" not in names
        async with window(screen, "Wren", home, "solo", "--format", "fab", "--deck", str(deck)) as wren:
            with trio.fail_after(TEST_TIMEOUT_S):
                await wren.appear((0, 0))
                await wren.until("^screen: duel")
                await wren.until("^asked: Choose what you begin with")
                await wren.shot("fab-rail-asked", shots)
                await wren.key("Return")
                await wren.until("^press: .*Same hand.*End turn.*Life….*Throw….*More…")
                await wren.shot("fab-rail", shots)
                await wren.press("More…")
                await wren.until("^menu: .*Inventory…")
                await wren.shot("fab-more", shots)
                await wren.key("Escape")
                await wren.press("Res. +1")
                await wren.until("^news: Wren: .1 resource point")
                player = Player(wren, 0, "fab")
                await player.any_hand_card()


async def put_together(wren: WindowPlayer, shots: Path) -> None:
    """Change a ready deck of the game: filters of its own, a weapon out by drag, equipment out and in
    again.
    """
    await wren.until("^screen: home")
    await wren.key("d")
    await wren.until("^screen: decks")
    await wren.press("Title or card")
    await wren.type("slagmaul")
    await wren.until("^read: Open the Furnace Door")
    await wren.press("Make a copy")
    await wren.press("Rename")
    await wren.until("^screen: name")
    await wren.type("Hammers")
    await wren.key("Return")
    await wren.until("^said: It was renamed to Hammers")
    await wren.press("Edit")
    await wren.until("^screen: editor")
    await wren.now("press", "Arena cards, 7 ")
    weapon, head = (EDITOR["Extra"][0] + 2 * 63, EDITOR["Extra"][1]), (EDITOR["Extra"][0] + 3 * 63, 610)
    await read(wren, weapon, "Bellows Hook")
    await carry(wren, weapon, (1100, 560), "fab-editor-out", shots)
    await wren.now("press", "Arena cards, 6 ")
    await wren.click(head[0] - 63, head[1], button=3)
    await wren.now("press", "Arena cards, 5 ")
    await wren.shot("fab-editor-no-head", shots)
    await wren.press("Equipment")
    await wren.press("For Brannoc Hale")
    await wren.press("Name or text")
    await wren.type("visor")
    await read(wren, (1040, 366), "Sooted Visor")
    await carry(wren, (1040, 366), (700, 620))
    await wren.now("press", "Arena cards, 6 ")
    await wren.press("Sort")
    await wren.press("Save")
    await wren.until("^said: Saved as Hammers")
    await wren.shot("fab-editor", shots)
