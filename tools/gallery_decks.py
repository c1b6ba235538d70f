"""Pictures of the screens about decks, for the gallery: the box, the editor, a test hand, siding.

The decks are the ready ones; a folder of its own keeps the player's out of the picture.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pygame

from facedown_client.connection import ConnectionState
from facedown_client.data import deck_entries
from facedown_client.data.deck_editor import Part
from facedown_client.data.preferences import Preferences
from facedown_client.data.solo_table import SoloTable
from facedown_client.model.model import Model
from facedown_client.window.art import Faces
from facedown_client.window.look.theme import Look
from facedown_client.window.scenes.decks.cards_scene import CardsScene
from facedown_client.window.scenes.decks.decks import DecksScene
from facedown_client.window.scenes.decks.editor import EditorScene
from facedown_client.window.scenes.decks.hand import HandScene
from facedown_client.window.scenes.table.siding import SidingScene
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol.messages import AtTable, Option, Prompt, Seated, SeatInfo, TableInfo
from facedown_shared.tables.formats import MASTER
from facedown_shared.text import words

DeckScreen = Callable[[Look, pygame.Surface], Any]


def _app() -> Any:
    """Return as much of the app as these scenes need."""
    network = SimpleNamespace(way_back="", connection=ConnectionState("up"))
    return SimpleNamespace(
        model=Model(), preferences=Preferences(), network=network, notice="", alone=SoloTable(),
        press=int, change=bool, lay=bool, send=bool, edit=bool, close=int, step_out=int,
    )  # fmt: skip


def _editor(name: str) -> DeckScreen:
    return lambda look, _: EditorScene(
        look, _app(), deck_entries.find_deck(name), Faces(contrast=look.contrast)
    )


def _wrong(look: Look, surface: pygame.Surface) -> EditorScene:
    main = deck_entries.find_deck("synchro-xyz").deck.main
    odd = deck_entries.from_deck(Deck(main + main[:2], (4,)), "Salt Road")
    return EditorScene(look, _app(), odd, Faces(contrast=look.contrast))


def _carried(start: Part, goal: Part) -> DeckScreen:
    def make(look: Look, surface: pygame.Surface) -> EditorScene:
        made: EditorScene = _editor("synchro-xyz")(look, surface)
        made.update(1.0)
        made.draw(surface)
        carry(made, made.grids[start].box_of(2).center, made.boxes[goal].panel.center)
        return made

    return make


def carry(made: CardsScene, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Take a card up and carry it."""
    made.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    for at in ((start[0] + 20, start[1]), end):
        made.event(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0)))


def _hand(look: Look, surface: pygame.Surface) -> HandScene:
    main = deck_entries.find_deck("synchro-xyz").deck.main
    made = HandScene(look, _app(), main, MASTER, Faces(contrast=look.contrast))
    made.trial.mark(0)
    return made


def _siding(seat: int) -> DeckScreen:
    def make(look: Look, surface: pygame.Surface) -> SidingScene:
        app = _app()
        seats = (SeatInfo("Wren", True, deck=True), SeatInfo("Halvard", True, deck=True, wins=1))
        app.model.handle_message(Seated("AB2-CDE", seat, "t", {}))
        app.model.handle_message(
            AtTable(TableInfo("AB2-CDE", "master", 3, "siding", seats, ("Ilse",), duel=1))
        )
        if seat == 0:
            app.model.handle_message(Prompt(9, "side", words("plain", "side"), (Option("keep"),)))
        made = SidingScene(look, app, deck_entries.find_deck("synchro-xyz"), Faces(contrast=look.contrast))
        made.siding.move_card(made.siding.cards(Part.SIDE)[0], Part.SIDE, Part.MAIN, at=4)
        return made

    return make


SCREENS: dict[str, DeckScreen] = {
    "decks": lambda look, _: DecksScene(look, _app(), Faces(contrast=look.contrast)),
    "editor": _editor("synchro-xyz"),
    "editor_wrong": _wrong,
    "editor_carried": _carried(Part.MAIN, Part.SIDE),
    "editor_refused": _carried(Part.MAIN, Part.EXTRA),
    "editor_fab": _editor("kiln-and-hammer"),
    "hand": _hand,
    "siding": _siding(0),
    "siding_watched": _siding(-1),
}
