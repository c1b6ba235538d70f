"""Interfaces of a scene, and of the app to its scenes.

A scene handles events, is updated with the time, and draws; the app loop knows nothing else about it. It is
drawn after an event or a message, and at the time that it has named itself; see `redraw_schedule`.

scene.event(event); scene.update(now); scene.draw(surface); scene.next_change(now)

Law: a scene knows the app by this interface alone, and never touches a link, a socket or a task.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import pygame

from facedown_client.connection import ConnectionState, Return
from facedown_client.connection.hosting import OwnServer
from facedown_client.data import DeckEntry, Preferences
from facedown_client.data.preferences import Practice
from facedown_client.data.solo_table import SoloTable
from facedown_client.model.model import Model
from facedown_shared.network.announcements import Announcement
from facedown_shared.protocol.messages import Settings, ToServer
from facedown_shared.tables import VisibleEvent


class Scene(Protocol):
    """Screen of the client."""

    def event(self, event: pygame.event.Event) -> None:
        """Handle one pygame event."""

    def update(self, now: float) -> None:
        """Set the time in seconds, from any start, before events and before each picture."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole scene onto the window."""

    def next_change(self, now: float) -> float:
        """Return the time of the next visible change without an event: `now` while something moves, the next
        second of a clock, the end of a toast; infinity for none.
        """


class SetupProgress(Protocol):
    """Setup of EDOPro's core, as scenes see it."""

    @property
    def is_running(self) -> bool:
        """Return whether a setup runs."""

    @property
    def is_done(self) -> bool:
        """Return whether the last setup has ended well."""

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the progress so far, line by line."""

    @property
    def failure(self) -> str:
        """Return why the last setup failed, in a sentence; "" if it did not."""

    def start(self, folder: str, engine: str) -> None:
        """Begin a setup, unless one is running."""

    def stop(self) -> None:
        """End a running setup."""


class ReturnChecker(Protocol):
    """Checks of the duels that can be resumed, as scenes see them."""

    def repeat(self) -> None:
        """Ask the servers again, in the background, whether the duels still wait."""


class Network(Protocol):
    """Connection and local network, as scenes see them."""

    @property
    def connection(self) -> ConnectionState:
        """Return the state of the connection to the server."""

    @property
    def is_practice(self) -> bool:
        """Return whether we are at a table on a private server."""

    @property
    def core_setup(self) -> SetupProgress:
        """Return the setup of EDOPro's core on this computer."""

    @property
    def own_server(self) -> OwnServer:
        """Return the local server that is open to others."""

    def try_now(self) -> None:
        """Retry a lost connection at once."""

    @property
    def way_back(self) -> str:
        """Return the link that reopens our seat; "" without one. For us alone."""

    @property
    def replay_link(self) -> str:
        """Return the link to the public replay of the last match; "" without one."""

    @property
    def recorded_replay(self) -> Path | None:
        """Return the file of the replay of the last match at this table; None without one."""

    @property
    def nearby(self) -> Sequence[Announcement]:
        """Return the tables on this network."""

    @property
    def search_state(self) -> str:
        """Return the state of the network search in words."""

    @property
    def returns(self) -> Sequence[Return]:
        """Return the duels that can be resumed."""

    @property
    def return_checks(self) -> ReturnChecker:
        """Return the checks of these duels at their servers."""


class AppPort(Protocol):
    """App as scenes see it."""

    preferences: Preferences
    alone: SoloTable
    """Solo table: the name of its line of play, and how to save it."""
    notice: str
    """Sentence for the player, shown until the next request."""

    @property
    def network(self) -> Network:
        """Return the state of the connection and of the local network."""

    @property
    def model(self) -> Model:
        """Return the model of everything received from the server; empty at home."""

    @property
    def solo_decks(self) -> tuple[DeckEntry | None, DeckEntry | None]:
        """Return the decks of both sides of a solo table, as far as they are known."""

    def send(self, message: ToServer) -> None:
        """Send a message, except an agreement to terms that changed a moment ago."""

    def show_notice(self, sentence: str) -> None:
        """Show a sentence to the player until the next request."""

    def store_deck(self, deck: DeckEntry) -> None:
        """Store the deck just brought, for siding and for the next table."""

    def host_table(self, settings: Settings | None) -> None:
        """Open a table on this computer."""

    def start_practice(self, chosen: Practice, deck: DeckEntry | None, other: str) -> None:
        """Play against the bot with this deck; `other` is the text of the bot's deck, "" for any."""

    def start_solo(self, settings: Settings, deck: DeckEntry | None, other: DeckEntry | None) -> None:
        """Play a solo table with these decks."""

    def play_file(
        self, path: str, refused: Callable[[str], object] | None = None, *, text: str = "", mode: str = ""
    ) -> None:  # fmt: skip
        """Open a solo table from a file with a line or a puzzle, or from the `text` of a line without a file.
        `mode`: how a puzzle is played; "" as the last solo table.

        If no table can be opened with it, we stay, and `refused` is called with a sentence. Raises BadInput
        when it cannot be read.
        """

    def open_link(
        self, text: str, *, watch: bool = False, password: str = "", server_password: str = ""
    ) -> None:  # fmt: skip
        """Open a link, a code or an address."""

    def ask_password(self, code: str, *, watch: bool) -> None:
        """Ask for a table's password, then join."""

    def resume_duel(self, place: Return) -> None:
        """Resume a duel."""

    def delete_seat(self, place: Return) -> None:
        """Delete a stored seat, so that it is no longer offered."""

    def go_home(self) -> None:
        """Leave the server for the home screen."""

    def leave_duel(self) -> None:
        """Leave a running duel for the home screen and keep the seat, after a confirmation."""

    def quit(self) -> None:
        """Close the window; ask first if that would lose a duel."""

    def save_preferences(self, settings: Preferences) -> None:
        """Apply and save these settings."""

    def open_screen(self, name: str) -> None:
        """Open a screen over this one: "settings", "help", "decks", "host", "practise", "replays", "solo",
        "lessons", "watch", "result"."""

    def open_scene(self, scene: Scene) -> None:
        """Open a scene over this one."""

    def edit_deck(self, deck: DeckEntry) -> None:
        """Open a deck in the editor."""

    def close(self) -> None:
        """Close the topmost overlay."""

    def confirm(self, title: str, text: str, yes: str, then: Callable[[], object]) -> None:
        """Ask for confirmation before an action that cannot be undone."""

    def play_sounds(self, events: Sequence[VisibleEvent]) -> None:
        """Play the sounds of events that are shown now."""

    def play_press_sound(self) -> None:
        """Play the sound of a button."""
