"""The window client as one trio task that draws frames, beside the tasks that talk to servers (law: mode b).

The app is the Desk that scenes see: it turns their wishes into messages, and what is so into the scene that
shows it. What is a frame's work never waits for the network.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import pygame
import trio

from client import deckbox, settings
from client.deckbox import Boxed
from client.journeys import Journeys
from client.model import Model
from client.returns import Return
from client.scenes.base import Scene
from client.scenes.decks import DecksScene
from client.scenes.desk import Connection, Nearby
from client.scenes.dialogs import Help, Password, Question, Reconnecting
from client.scenes.duel import DuelScene
from client.scenes.home import HomeScene
from client.scenes.lobby import LobbyScene
from client.scenes.result import ResultScene
from client.scenes.settings import SettingsScene
from client.scenes.siding import SidingScene
from client.scenes.table import TableScene
from client.settings import Settings
from client.sound import Sounds
from client.theme import Look
from client.widgets.base import key_name
from client.window import Window
from shared import links
from shared.errors import BadInput, Code
from shared.messages import (
    AutoPass,
    FromServer,
    Prompt,
    Ready,
    Refused,
    Said,
    Seated,
    ToServer,
    Update,
    UseDeck,
)
from shared.messages import Settings as TableSettings

FRAMES = 60
IDLE_FRAMES = 20
AWAKE = 2.0
"""Seconds after the last event or message for which the window is drawn at full speed."""

RESULT_AFTER = 1.6
"""Seconds the last board is seen before the result lies over it."""


class App:
    """One client with a window."""

    def __init__(
        self, own: Settings, window: Window, journeys: Journeys, *, deck: Boxed | None = None
    ) -> None:
        self.settings = own
        self.window = window
        self.notice = ""
        self.alive = True
        self.deck = deck
        """The deck brought last: for siding, and to bring again."""
        self.brought_by_flag = deck is not None
        self.journeys = journeys
        self.sounds = Sounds(own.sound)
        self.sounds.open()
        self.look = _look(own)
        self.overlays: list[Scene] = []
        self.place = ""
        self.scene: Scene = HomeScene(self.look, self)
        self._nothing = Model()
        self._over_since: float | None = None
        self._result_shown = False
        self._auto_ready = False
        self._awake_until = 0.0

    # --- what lies on the desk ------------------------------------------------------------------------------

    @property
    def model(self) -> Model:
        visit = self.journeys.visit
        return visit.model if visit is not None else self._nothing

    @property
    def connection(self) -> Connection:
        return self.journeys.connection

    @property
    def nearby(self) -> Sequence[Nearby]:
        return self.journeys.nearby

    @property
    def looking(self) -> str:
        return self.journeys.looking

    @property
    def returns(self) -> Sequence[Return]:
        return self.journeys.returns

    # --- wishes ---------------------------------------------------------------------------------------------

    def send(self, message: ToServer) -> None:
        visit = self.journeys.visit
        if visit is not None and not visit.send(message):
            self.notice = "There is no connection at the moment; nothing was sent."

    def bring(self, deck: Boxed) -> None:
        self.deck = deck
        self.journeys.carry(deck.text)
        if deck.key:
            self.change(settings.replace(self.settings, deck=deck.key))

    def host(self, table: TableSettings, port: int = links.PORT) -> None:
        self.notice = ""
        self.change(settings.replace(self.settings, format=table.format, best_of=table.best_of))
        self.journeys.host(table, port)

    def practise(self, format_name: str) -> None:
        self.notice = ""
        self._auto_ready = True
        self.journeys.practise(format_name)

    def follow(self, text: str, *, watch: bool = False, password: str = "") -> None:
        self.notice = ""
        try:
            server = self.journeys.follow(text, self.settings.server, watch=watch, password=password)
        except BadInput as refused:
            self.notice = str(refused)
            return
        self.change(settings.replace(self.settings, server=server))
        self.overlays.clear()

    def unlock(self, code: str, *, watch: bool) -> None:
        self._open(Password(self.look, self, code, lambda word: self.journeys.enter(code, word, watch=watch)))

    def come_back(self, place: Return) -> None:
        self.notice = ""
        if place.deck:
            with suppress(BadInput):
                self.deck = deckbox.from_text(place.deck, "your deck")
        self.journeys.come_back(place)

    def forget(self, place: Return) -> None:
        self.journeys.forget(place)

    def go_home(self) -> None:
        self.overlays.clear()
        self.journeys.leave()

    def quit(self) -> None:
        if not self.model.in_duel or self.journeys.is_practice:
            self.alive = False
            return
        words = (
            "The duel is still running. Your seat is kept for a while: Return on the home screen leads back."
        )
        if self.journeys.is_host:
            words = "The duel runs on this computer: closing stops it for both. Return takes it up again."
        self.ask("Close in the middle of a duel?", words, "Close", self._die)

    def change(self, own: Settings) -> None:
        if own == self.settings:
            return
        if own.respond != self.settings.respond and self.model.is_player:
            self.send(AutoPass(own.respond))
        self.settings = own
        with suppress(OSError):
            settings.save(own)
        self.sounds.on = own.sound
        self.journeys.name = own.name
        self.window.switch(own.full_screen)
        self._dress(_look(own))

    def show(self, name: str) -> None:
        made: dict[str, Callable[[], Scene]] = {
            "settings": lambda: SettingsScene(self.look, self),
            "help": lambda: Help(self.look, self, self.place),
            "decks": lambda: DecksScene(self.look, self),
            "watch": lambda: LobbyScene(self.look, self),
        }
        self._open(made[name]())

    def close(self) -> None:
        if self.overlays:
            self.overlays.pop()

    def ask(self, title: str, text: str, yes: str, then: Callable[[], object]) -> None:
        self._open(Question(self.look, self, title, text, yes, then))

    def press(self) -> None:
        self.sounds.play("press")

    def _die(self) -> None:
        self.alive = False

    def _open(self, scene: Scene) -> None:
        if not any(type(scene) is type(other) for other in self.overlays):
            self.overlays.append(scene)

    def _dress(self, look: Look) -> None:
        """Every open scene takes on a new look."""
        self.look = look
        for scene in (self.scene, *self.overlays):
            if hasattr(scene, "look"):
                scene.look = look

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
        for message in self.journeys.pump():
            self._awake_until = now + AWAKE
            self._heard(message)
        if sentence := self.journeys.take_news():
            self.notice = sentence
            self.overlays.clear()
        self._settle(now)
        for event in pygame.event.get():
            self._awake_until = now + AWAKE
            self._event(event)
        self._draw(now)

    def _draw(self, now: float) -> None:
        surface = self.window.surface
        for scene in (self.scene, *self.overlays):
            scene.update(now)
        self.scene = self.scene.next or self.scene
        for scene in (self.scene, *self.overlays):
            scene.draw(surface)

    def _event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.quit()
            return
        top = self.overlays[-1] if self.overlays else self.scene
        if event.type == pygame.KEYDOWN and self._global_key(event, top):
            return
        top.event(event)

    def _global_key(self, event: pygame.event.Event, top: Scene) -> bool:
        name = key_name(event)
        if name == "F11":
            self.change(settings.replace(self.settings, full_screen=not self.settings.full_screen))
        elif name == "F12":
            self.window.photograph()
        elif getattr(event, "unicode", "") == "?" and not _is_typing(top):
            self.show("help")
        else:
            return False
        return True

    # --- what the server says -------------------------------------------------------------------------------

    def _heard(self, message: FromServer) -> None:
        match message:
            case Seated() if self.model.is_player:
                self._sit_down(message)
            case Update(happenings=happenings):
                for told in happenings:
                    self.sounds.happening(told.kind, told.word, told.amount)
                self._note_place()
            case Prompt(kind="response"):
                self.sounds.play("ask")
            case Said(seat=seat) if seat != self.model.seat:
                self.sounds.play("chat")
            case Refused():
                self._refused(message)

    def _sit_down(self, seated: Seated) -> None:
        """At a new table: bring the deck, say when to be asked. On coming back only the latter."""
        self.send(AutoPass(self.settings.respond))
        if self.journeys.arrived(seated.code):
            return
        self._result_shown = False
        wanted = None if self.deck is None else self.deck.key or None
        if not self.brought_by_flag or self.deck is None:
            self.deck = deckbox.starting(wanted or self.settings.deck, self.journeys.format_name)
        if self.deck is not None:
            self.journeys.carry(self.deck.text)
            self.send(UseDeck(self.deck.text, self.deck.title))
        if self._auto_ready:
            self._auto_ready = False
            self.send(Ready())

    def _note_place(self) -> None:
        """Keep a line about the duel beside the token, for the home screen."""
        model, view = self.model, self.model.view
        if view is None or not model.is_player or model.table is None:
            return
        life = [view.tallies.get(f"{seat}:life", 0) for seat in (model.seat, 1 - model.seat)]
        whose = "yours" if view.turn_player == model.seat else "theirs"
        game = f"Duel {model.table.duel} of {model.table.best_of} · " if model.table.best_of > 1 else ""
        self.journeys.note(
            model.opponent, f"{game}turn {view.turn}, {whose} · {life[0]} to {life[1]} Life Points"
        )

    def _refused(self, refused: Refused) -> None:
        if self.model.table is not None or self.model.code:
            return
        if refused.code == Code.WRONG_PASSWORD and self.journeys.wanted:
            self.unlock(self.journeys.wanted, watch=self.journeys.wants_to_watch)
        elif not self.journeys.in_lobby:
            self.notice = refused.text
            self.journeys.leave()

    # --- which scene ----------------------------------------------------------------------------------------

    def _settle(self, now: float) -> None:
        """The scene that fits what is so; the result and the lost connection lie over it."""
        if self.model.ended is not None:
            self.notice = self.journeys.dismissed()
            self.overlays.clear()
        place = self._where()
        if place != self.place:
            self.place = place
            self.overlays = [scene for scene in self.overlays if isinstance(scene, SettingsScene | Help)]
            self.scene = self._make(place)
        self._show_result(now)
        self._show_connection()

    def _where(self) -> str:
        model = self.model
        if model.table is None:
            return "lobby" if self.journeys.in_lobby and model.welcome is not None else "home"
        if model.table.stage in ("duel", "over") and model.view is not None:
            return "duel"
        return "siding" if model.table.stage == "siding" else "table"

    def _make(self, place: str) -> Scene:
        look = self.look
        makers: dict[str, Callable[[], Scene]] = {
            "home": lambda: HomeScene(look, self),
            "lobby": lambda: LobbyScene(look, self),
            "table": lambda: TableScene(look, self, self.deck),
            "siding": lambda: SidingScene(look, self, self.deck),
            "duel": lambda: DuelScene(look, self),
        }
        return makers[place]()

    def _show_result(self, now: float) -> None:
        table = self.model.table
        if table is None or table.stage != "over":
            self._over_since, self._result_shown = None, False
            self.overlays = [scene for scene in self.overlays if not isinstance(scene, ResultScene)]
            return
        self._over_since = now if self._over_since is None else self._over_since
        if not self._result_shown and now - self._over_since > RESULT_AFTER * max(self.settings.motion, 0.25):
            self._result_shown = True
            winner = (self.model.view.result if self.model.view else "")[:1]
            mine = winner == str(self.model.seat)
            self.sounds.play("win" if mine or not self.model.is_player else "lose")
            self._open(ResultScene(self.look, self))

    def _show_connection(self) -> None:
        lost = self.model.table is not None and self.connection.status in ("waiting", "connecting")
        shown = any(isinstance(scene, Reconnecting) for scene in self.overlays)
        if lost and not shown:
            self.overlays.append(Reconnecting(self.look, self))
        elif shown and not lost:
            self.overlays = [scene for scene in self.overlays if not isinstance(scene, Reconnecting)]


def _look(own: Settings) -> Look:
    return Look(own.contrast, own.text_size, own.motion, own.motion == 0)


def _is_typing(scene: Scene) -> bool:
    """Whether letters belong to a line of text now."""
    group = getattr(scene, "group", None)
    focus = group.focus if group is not None else None
    return bool(getattr(scene, "typing", False)) or (focus is not None and focus.typing)


async def run_window(
    window: Window, own: Settings, deck: Boxed | None, begin: Callable[[App], object] | None
) -> None:
    """The client with a window, until it is closed; `begin` is its first wish."""
    async with trio.open_nursery() as nursery:
        app = App(own, window, Journeys(nursery, own.name), deck=deck)
        if begin is not None:
            begin(app)
        await app.run()
        nursery.cancel_scope.cancel()
