"""The window client as one trio task that draws frames, beside the tasks that talk to servers (law: mode b).

Scenes see the app through `AppPort`: it turns what they ask into messages, and what is known into the scene
that shows it. What is a frame's work never waits for the network.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import msgspec
import pygame
import trio

from client.connection import Return
from client.connection.opening import FileOpening
from client.connection.sessions import Sessions
from client.data import Boxed, Preferences, deckbox, known, preferences
from client.data.alone import SoloTable
from client.data.model import Model
from client.window.display import MainWindow
from client.window.look import Look
from client.window.narrator import Narrator, Silent
from client.window.navigation import Screens
from client.window.scenes.decks.editor import EditorScene
from client.window.scenes.dialogs import Password, Question
from client.window.scenes.parts import told
from client.window.scenes.table.lines import KeptScene
from client.window.sound import Sounds
from client.window.widgets import key_name
from shared import links
from shared.errors import BadInput, Code
from shared.protocol.messages import (
    AtTable,
    AutoPass,
    DeckReport,
    FromServer,
    LineText,
    Prompt,
    Ready,
    Refused,
    Said,
    Seated,
    Settings,
    TableInfo,
    ToServer,
    Update,
    UseDeck,
    Welcome,
)

FRAMES = 60
IDLE_FRAMES = 20
UNSAVED = "It is gone then: Ctrl+S keeps it as a file."
AWAKE = 2.0
"""Seconds after the last event or message for which the window is drawn at full speed."""


class App:
    """One client with a window."""

    def __init__(
        self, own: Preferences, window: MainWindow, network: Sessions, *, deck: Boxed | None = None,
        narrator: Narrator | None = None,
    ) -> None:  # fmt: skip
        self.preferences = own
        self.narrator = narrator or Silent()
        self.window = window
        self.notice = ""
        self.alive = True
        self.deck = deck
        """The deck brought last: for siding, and to bring again."""
        self._insists = deck is not None
        """Whether the deck was named on the command line: it is brought whatever the format says."""
        self.network = network
        self.network.open_port = own.open_port
        self.sounds = Sounds(own.sound)
        self.look = _look(own)
        self._nothing = Model()
        self.screens: Screens = Screens(self.look, self)
        self.show, self.lay, self.close = self.screens.show, self.screens.open, self.screens.close
        self.forget = network.forget
        self._to_bring = False
        """Whether we have just sat down and not yet brought a deck."""
        self._auto_ready = False
        self.alone = SoloTable()
        self._followed = ""
        """The server we are on our way to, to be remembered once it has answered."""
        self._awake_until = 0.0

    # --- what lies on the app ------------------------------------------------------------------------------

    @property
    def model(self) -> Model:
        visit = self.network.visit
        return visit.model if visit is not None else self._nothing

    @property
    def both(self) -> tuple[Boxed | None, Boxed | None]:
        return self.alone.both

    # --- wishes ---------------------------------------------------------------------------------------------

    def send(self, message: ToServer) -> None:
        visit = self.network.visit
        if visit is not None and not visit.send(message):
            self.notice = "There is no connection at the moment; nothing was sent."

    def bring(self, deck: Boxed) -> None:
        self.deck = deck
        self.network.carry(deck.text)
        if deck.key:
            self.change(preferences.replace(self.preferences, deck=deck.key))

    def host(self, table: Settings, port: int = links.PORT) -> None:
        self.notice = ""
        kept = msgspec.structs.replace(table, password="", opponent="person")
        self.change(preferences.replace(self.preferences, table=kept))
        self.network.host(table, port)

    def practise(self, format_name: str) -> None:
        self.notice = ""
        self._auto_ready = True
        self.network.practise(format_name)

    def solo(self, table: Settings, deck: Boxed | None, other: Boxed | None) -> None:
        self.notice = ""
        self.alone.begin(deck, other)
        self.deck = deck or self.deck
        self.screens.clear()
        self.network.solo(table)

    def play_file(self, path: str, refused: Callable[[str], object] | None = None) -> None:
        opening = FileOpening(path, self.preferences.table.format, self._opened, refused or self.say)
        if self.alone.would_lose(self.model):
            self.ask("Leave this line?", UNSAVED, "Leave it", lambda: self.network.open_file(opening))
        else:
            self.network.open_file(opening)

    def _opened(self, opening: FileOpening) -> None:
        self.notice = ""
        self.alone.opened(opening.text, opening.remarks)
        self.screens.begin_anew()

    def say(self, sentence: str) -> None:
        self.notice = sentence

    def follow(self, text: str, *, watch: bool = False, password: str = "") -> None:
        self.notice = ""
        with told(self.say):
            server = self.preferences.server
            self._followed = self.network.follow(text, server, watch=watch, password=password)
            self.screens.clear()

    def unlock(self, code: str, *, watch: bool) -> None:
        self.screens.open(Password(self.look, self, lambda word: self.network.enter(code, word, watch=watch)))

    def come_back(self, place: Return) -> None:
        self.notice = ""
        if place.deck:
            with suppress(BadInput):
                self.deck = deckbox.from_text(place.deck, "your deck")
        self.network.come_back(place)

    def go_home(self) -> None:
        self.screens.clear()
        self.network.leave()

    def quit(self) -> None:
        if not self.model.in_duel or self.network.is_practice:
            self.alive = False
            return
        words = "The duel is still running. Your seat is kept a while: Return on the home screen leads back."
        if self.network.is_host:
            words = "The duel runs on this computer: closing stops it for both. Return takes it up again."
        self.ask("Close in the middle of a duel?", words, "Close", partial(setattr, self, "alive", False))

    def change(self, own: Preferences) -> None:
        if own == self.preferences:
            return
        if own.respond != self.preferences.respond and self.model.is_player:
            self.send(AutoPass(own.respond))
        if own.cards != self.preferences.cards:
            own = self._learned(own)
        self.preferences = own
        preferences.save(own)
        self.sounds.on = own.sound
        self.network.name, self.network.open_port = own.name, own.open_port
        self.window.switch(own.full_screen)
        self.look = _look(own)
        self.screens.dress(self.look)

    def _learned(self, own: Preferences) -> Preferences:
        """These settings if their folder of cards can be read; else with the one before, and why."""
        try:
            known.learn(own.cards)
        except BadInput as refused:
            self.notice = str(refused)
            return preferences.replace(own, cards=self.preferences.cards)
        return own

    def edit(self, deck: Boxed) -> None:
        self.screens.open(EditorScene(self.look, self, deck))

    def ask(self, title: str, text: str, yes: str, then: Callable[[], object]) -> None:
        self.screens.open(Question(self.look, self, title, text, yes, then))

    def press(self) -> None:
        self.sounds.play("press")

    # --- frames ---------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Draw and listen until the window is closed."""
        at = trio.current_time()
        while self.alive:
            self.frame()
            pygame.display.flip()
            pace = FRAMES if trio.current_time() < self._awake_until else IDLE_FRAMES
            at = max(at + 1 / pace, trio.current_time() - 1 / pace)
            await trio.sleep_until(at)

    def frame(self) -> None:
        """Everything one frame does, save showing it."""
        now = trio.current_time()
        for message in self.network.pump():
            self._awake_until = now + AWAKE
            self._heard(message)
            self.narrator.heard(message, self.model)
        self.notice = self.network.complaint() or self.notice
        if sentence := self.network.take_news():
            self.notice = sentence
            self.screens.clear()
        self._settle(now)
        for event in pygame.event.get():
            self._awake_until = now + AWAKE
            self._event(event)
        self.screens.draw(self.window.surface, now)
        self.narrator.look(self.screens, self.model, self.notice)

    def _settle(self, now: float) -> None:
        if self.model.ended is not None:
            self.notice = self.network.dismissed()
            self.screens.clear()
        if self.screens.settle(now, in_lobby=self.network.in_lobby, deck=self.deck):
            won = (self.model.view.result if self.model.view else "").startswith(str(self.model.seat))
            self.sounds.play("win" if won or not self.model.is_player else "lose")

    def _event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.quit()
            return
        counts = self.window.counts(event, typing=self.screens.is_typing)
        if counts and not (event.type == pygame.KEYDOWN and self._global_key(event)):
            self.screens.top.event(event)

    def _global_key(self, event: pygame.event.Event) -> bool:
        name = key_name(event)
        if name == "Ctrl+Q":
            self.quit()
        elif name == "F11":
            self.change(preferences.replace(self.preferences, full_screen=not self.preferences.full_screen))
        elif name == "F12":
            self._photograph()
        elif getattr(event, "unicode", "") == "?" and not self.screens.is_typing:
            self.show("help")
        else:
            return False
        return True

    # --- what the server says -------------------------------------------------------------------------------

    def _heard(self, message: FromServer) -> None:
        for wish in self.alone.hear(message, self.preferences.deck):
            self.send(wish)
        match message:
            case Seated() if self.model.is_player:
                self._sit_down(message)
            case Welcome() if self._followed:
                self.change(preferences.replace(self.preferences, server=self._followed))
                self._followed = ""
            case AtTable(table=table) if self._to_bring:
                self._arrive(table)
            case DeckReport() if self._auto_ready:
                self._auto_ready = False
                self.send(Ready())
            case LineText(name=name, text=text):
                self._keep_line(name, text)
            case Update():
                for event in self.model.told:
                    self.sounds.happening(event.kind, event.word, event.amount)
            case Prompt(kind="response"):
                self.sounds.play("ask")
            case Said(seat=seat) if seat != self.model.seat:
                self.sounds.play("chat")
            case Refused():
                self._refused(message)

    def _sit_down(self, seated: Seated) -> None:
        """Say when to be asked; at a new table a deck is brought as soon as its format is known."""
        if not seated.auto:
            self.send(AutoPass(self.preferences.respond))
        self._to_bring = not self.network.arrived(seated.code)

    def _arrive(self, table: TableInfo) -> None:
        """At a new table: bring the decks, unless what is played came in a file."""
        self._to_bring = False
        if table.alone:
            self.model.line.read(self.alone.remarks)
        else:
            self._bring_deck(table.format)

    def _photograph(self) -> None:
        with told(self.say):
            self.narrator.photographed(self.window.photograph())

    def _keep_line(self, name: str, text: str) -> None:
        """Write a line into the player's folder, and say where."""
        with told(self.say):
            path = self.alone.keep(name, text, self.model)
            self.screens.open(KeptScene(self.look, self, str(path)))
            self.narrator.kept(path)

    def _bring_deck(self, format_name: str) -> None:
        """The deck of the command line; else the last one that this format allows; else a ready one."""
        if self.deck is None or (self.deck.reasons(format_name) and not self._insists):
            self.deck = deckbox.starting(self.preferences.deck, format_name)
        if self.deck is not None:
            self.network.carry(self.deck.text)
            self.send(UseDeck(self.deck.text, self.deck.title))

    def _refused(self, refused: Refused) -> None:
        if self.model.table is not None or self.model.code:
            return
        if refused.code == Code.WRONG_PASSWORD and self.network.wanted:
            self.unlock(self.network.wanted, watch=self.network.wants_to_watch)
        elif not self.network.in_lobby:
            self.notice = refused.sentence
            self.network.leave()


def _look(own: Preferences) -> Look:
    return Look(own.contrast, own.text_size, own.motion, own.motion == 0)


async def run_window(
    window: MainWindow, own: Preferences, deck: Boxed | None, begin: Callable[[App], object] | None, *,
    narrator: Narrator | None = None,
) -> None:  # fmt: skip
    """The client with a window, until it is closed; `begin` is its first wish."""
    async with trio.open_nursery() as nursery:
        app = App(own, window, Sessions(nursery, own.name), deck=deck, narrator=narrator)
        if begin is not None:
            begin(app)
        await app.run()
        nursery.cancel_scope.cancel()
