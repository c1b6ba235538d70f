"""The interface of a scene, and of the app to its scenes.

A scene handles events, is updated with the time, and draws; the app loop knows nothing else of it. It is
drawn after an event or a message, and at the time that it has named itself; see `redrawing`.

    scene.event(event); scene.update(now); scene.draw(surface); scene.next_change(now)

Law: a scene knows the app by this alone; it never meets a link, a socket or a task.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import pygame

from facedown_client.connection import ConnectionState, Return
from facedown_client.connection.own_server import OwnServer
from facedown_client.data import DeckEntry, Preferences
from facedown_client.data.preferences import Practice
from facedown_client.data.solo_table import SoloTable
from facedown_client.model.model import Model
from facedown_shared.network.announcements import Announcement
from facedown_shared.protocol.messages import Settings, ToServer
from facedown_shared.tables.view import VisibleEvent


class Scene(Protocol):
    """One screen of the client."""

    def event(self, event: pygame.event.Event) -> None:
        """Take one pygame event."""

    def update(self, now: float) -> None:
        """The time in seconds, from any start, before events and before each picture."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything onto the window."""

    def next_change(self, now: float) -> float:
        """Return when it will look different though nothing happens: `now` while something moves, the next
        second of a clock, the end of a toast; infinity when it will not.
        """


class Network(Protocol):
    """How the network stands, and what is found on it."""

    @property
    def connection(self) -> ConnectionState:
        """How the conversation with the server stands."""

    @property
    def is_practice(self) -> bool:
        """Whether we are at a table on a private server of our own."""

    @property
    def own_server(self) -> OwnServer:
        """The server of our own that is open to others."""

    def try_now(self) -> None:
        """Try at once to get a lost connection back."""

    @property
    def way_back(self) -> str:
        """The link back to our seat, for us alone; "" when there is none."""

    @property
    def replay_link(self) -> str:
        """The link to the public replay of the match that ended last; "" where there is none."""

    @property
    def nearby(self) -> Sequence[Announcement]:
        """Tables on this network, as of now."""

    @property
    def looking(self) -> str:
        """What the search on this network is doing, in words."""

    @property
    def returns(self) -> Sequence[Return]:
        """Duels to come back to."""


class AppPort(Protocol):
    """The app as scenes see it."""

    preferences: Preferences
    alone: SoloTable
    """The solo table: the name of its line, and how it is saved."""
    notice: str
    """One sentence the player should read, until something else is asked for."""

    @property
    def network(self) -> Network:
        """How the network stands, and what is found on it."""

    @property
    def model(self) -> Model:
        """What is known from the server; an empty one at home."""

    @property
    def both(self) -> tuple[DeckEntry | None, DeckEntry | None]:
        """The decks of either side of the table that is played alone, as far as they are known."""

    def send(self, message: ToServer) -> None:
        """Send to the server; but no yes to what has only just changed."""

    def say(self, sentence: str) -> None:
        """Show the player this text, until the next request."""

    def bring(self, deck: DeckEntry) -> None:
        """Remember the deck just brought: for siding, and for next time."""

    def host(self, settings: Settings) -> None:
        """Open a table on this computer."""

    def practise(self, chosen: Practice, deck: DeckEntry | None, other: str) -> None:
        """Play against the bot, with this deck; `other` is the text of the bot's, "" for any."""

    def solo(self, settings: Settings, deck: DeckEntry | None, other: DeckEntry | None) -> None:
        """Play alone, with these decks on either side."""

    def play_file(
        self, path: str, refused: Callable[[str], object] | None = None, *, text: str = ""
    ) -> None:  # fmt: skip
        """Open a line or a puzzle from a file, or the `text` of a line that is in none, to be played alone.
        Raises BadInput when it cannot be read; when no table can be opened with it, we stay, and `refused` is
        called with a sentence."""

    def follow(self, text: str, *, watch: bool = False, password: str = "") -> None:
        """Go where a link, a code or an address leads."""

    def unlock(self, code: str, *, watch: bool) -> None:
        """Ask for a table's password, then go in."""

    def come_back(self, place: Return) -> None:
        """Return to a duel."""

    def forget(self, place: Return) -> None:
        """Do not offer this place again."""

    def go_home(self) -> None:
        """Leave the server for the home screen."""

    def step_out(self) -> None:
        """Leave a running duel for the home screen and keep the seat, asking first."""

    def quit(self) -> None:
        """Close the window, asking first where that would cost a duel."""

    def change(self, settings: Preferences) -> None:
        """Use and keep these settings."""

    def show(self, name: str) -> None:
        """Open a screen over this one: "settings", "help", "decks", "host", "practise", "replays", "solo",
        "watch", "result"."""

    def lay(self, scene: Scene) -> None:
        """Open a screen over this one that a scene has made."""

    def edit(self, deck: DeckEntry) -> None:
        """Open a deck for changes."""

    def close(self) -> None:
        """Close the screen that is open over another."""

    def ask(self, title: str, text: str, yes: str, then: Callable[[], object]) -> None:
        """Ask before doing something that cannot be taken back."""

    def happened(self, events: Sequence[VisibleEvent]) -> None:
        """These happenings are shown now: make their sounds."""

    def press(self) -> None:
        """Make the sound of a button."""
