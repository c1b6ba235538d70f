"""Window client: one trio task that draws frames, beside the tasks that talk to servers (law: mode b).

Scenes see the app through `AppPort`. The app turns their requests into messages, and chooses the scene for
the present state. The work of a frame never waits for the network.
"""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec
import pygame
import trio

from facedown_client.bot.bot_player import seat_bot
from facedown_client.connection import Return, hosting
from facedown_client.connection.link import Status
from facedown_client.connection.return_places import PublicAccess
from facedown_client.connection.sessions import FileOpening, Sessions
from facedown_client.data import DeckEntry, Preferences, deck_entries, preferences, solo_lines
from facedown_client.data.preferences import Practice
from facedown_client.data.recent_change import HELD_BACK
from facedown_client.data.solo_table import SoloTable
from facedown_client.model import card_catalogue
from facedown_client.model.model import Model
from facedown_client.model.words.exit_texts import SERVER_ENDS, UNSAVED
from facedown_client.window.display import MainWindow
from facedown_client.window.look import Look
from facedown_client.window.narrator import Narrator, SilentNarrator
from facedown_client.window.navigation import MAX_FRAME_PAINT_S, Screens
from facedown_client.window.redraw_schedule import RedrawSchedule
from facedown_client.window.scenes.decks.editor import EditorScene
from facedown_client.window.scenes.dialogs import Password, Question, ServerPassword
from facedown_client.window.scenes.parts import show_errors
from facedown_client.window.scenes.replays.shelf import open_replay
from facedown_client.window.scenes.table.lines import SavedLineScene
from facedown_client.window.sound import SoundPlayer, Sounds
from facedown_client.window.widgets import key_name
from facedown_shared.network import links
from facedown_shared.protocol.messages import (
    AtTable,
    AutoPass,
    DeckReport,
    FromServer,
    Leave,
    LineText,
    Ready,
    Refused,
    Seated,
    Settings,
    TableInfo,
    ToServer,
    UseDeck,
    Welcome,
)
from facedown_shared.tables import VisibleEvent
from facedown_shared.text import BadInput, Code, _, set_language

TYPED_EVENTS = (pygame.KEYDOWN, pygame.TEXTINPUT)
"""Events of the keyboard that may be meant for what the event before them has opened."""


class App:
    """Client with a window."""

    def __init__(
        self, own: Preferences, window: MainWindow, network: Sessions, *, deck: DeckEntry | None = None,
        narrator: Narrator | None = None, tell: Callable[[str], object] | None = None,
    ) -> None:  # fmt: skip
        self.preferences = own
        self._tell = tell
        """Prints network errors on the terminal too."""
        self.narrator = narrator or SilentNarrator()
        self.window = window
        self.notice = ""
        self.alive = True
        self.deck = deck
        """Last deck brought to a table: for siding, and for the next table."""
        self._insists = deck is not None
        """True if the deck was named on the command line: it is brought to tables of any format."""
        self.network = network
        self._set_access(own)
        self.sounding = SoundPlayer(Sounds(own.sound, own.volume))
        self.look = _look_of(own)
        self._nothing = Model()
        self.screens: Screens = Screens(self.look, self)
        self.open_screen, self.open_scene, self.close = (
            self.screens.open_screen,
            self.screens.open_scene,
            self.screens.close,
        )
        self.delete_seat = network.forget
        self._to_bring = False
        """True if we have just sat down without bringing a deck yet."""
        self._auto_ready = False
        self._repeats_ready = False
        """True if an automatic ready is repeated if the player's deck changed the table."""
        self.alone: SoloTable = SoloTable()
        self._followed = ""
        """Server that we are connecting to; it is saved once it has answered."""
        self._redrawing = RedrawSchedule()

    # --- what lies on the app ------------------------------------------------------------------------------

    @property
    def model(self) -> Model:
        visit = self.network.visit
        return visit.model if visit is not None else self._nothing

    @property
    def solo_decks(self) -> tuple[DeckEntry | None, DeckEntry | None]:
        return self.alone.both

    # --- requests -------------------------------------------------------------------------------------------

    def send(self, message: ToServer) -> None:
        visit = self.network.visit
        if visit is not None and isinstance(message, Leave) and visit.shows_result and not visit.is_at_table:
            self.go_home()
        elif visit is not None and visit.change.must_hold_back(message, trio.current_time()):
            self.notice = _(HELD_BACK)
        else:
            self._send_unchecked(message)

    def _send_unchecked(self, message: ToServer) -> None:
        """Send a message without checking that its terms were on screen long enough."""
        visit = self.network.visit
        if visit is not None and not visit.send(message):
            self.notice = _("Not connected; nothing was sent.")

    def store_deck(self, deck: DeckEntry) -> None:
        self.deck = deck
        self.network.store_deck(deck.text)
        if deck.key:
            self.save_preferences(preferences.replace(self.preferences, deck=deck.key))

    def host_table(
        self, table: Settings | None, port: int = links.DEFAULT_PORT, access: PublicAccess | None = None, *,
        or_any: bool = True,
    ) -> None:  # fmt: skip
        """Open a table on this computer, or without one the page of its events. `access`: how others reach
        it; None as in the settings.
        """
        self.notice = ""
        if table is None:
            page = self.network.own_server.event_page
            if page:
                webbrowser.open(page)
            else:
                self.network.host(None)
            return
        preferred = msgspec.structs.replace(table, password="", opponent="person", open_hands=False)
        self.save_preferences(preferences.replace(self.preferences, table=preferred))
        self.network.host(table, port, access, or_any=or_any)

    def start_practice(self, chosen: Practice, deck: DeckEntry | None, other: str) -> None:
        self.notice = ""
        self.deck = deck or self.deck
        self.save_preferences(preferences.replace(self.preferences, practice=chosen))
        self._auto_ready = True
        self.screens.close_overlays()
        self.network.practise(chosen.format, other, chosen.mode, chosen.banlist, chosen.level)

    def start_solo(self, table: Settings, deck: DeckEntry | None, other: DeckEntry | None) -> None:
        self.notice = ""
        self.alone.set_decks(deck, other)
        self.deck = deck or self.deck
        self.screens.close_overlays()
        self.network.solo(table)

    def play_file(
        self, path: str, refused: Callable[[str], object] | None = None, *, text: str = "", mode: str = ""
    ) -> None:  # fmt: skip
        read, remarks = (text, dict[int, str]()) if text else solo_lines.read_line(path)
        file = None if text else Path(path.strip()).expanduser()
        mode = mode or (self.preferences.solo if hosting.offers_core() else "free")
        opening = FileOpening(read, remarks, file, self._note_opened, refused or self.show_notice, mode)
        if self.alone.has_unsaved_acts(self.model):
            self.confirm(
                _("Leave this line?"), _(UNSAVED), _("Leave it"), lambda: self.network.open_file(opening)
            )
        else:
            self.network.open_file(opening)

    def open_replay(self, path: Path) -> None:
        self.notice = ""
        with show_errors(self.show_notice):
            open_replay(self.look, self, path)

    def _note_opened(self, opening: FileOpening) -> None:
        self.notice = ""
        self.alone.note_opened(opening.text, opening.remarks, opening.file)
        self.screens.reset()

    def show_notice(self, sentence: str) -> None:
        self.notice = sentence

    def open_link(
        self, text: str, *, watch: bool = False, password: str = "", server_password: str = ""
    ) -> None:  # fmt: skip
        self.notice = ""
        with show_errors(self.show_notice):
            server = self.preferences.server
            self._followed = self.network.open_link(
                text, server, watch=watch, password=password, server_password=server_password
            )
            self.screens.close_overlays()

    def ask_password(self, code: str, *, watch: bool) -> None:
        self.screens.open_scene(
            Password(self.look, self, lambda word: self.network.enter(code, word, watch=watch))
        )

    def resume_duel(self, place: Return) -> None:
        self.notice = ""
        if place.deck:
            with suppress(BadInput):
                self.deck = deck_entries.from_text(place.deck, _("your deck"))
        self.network.resume_duel(place)

    def go_home(self) -> None:
        self.screens.close_overlays()
        self.network.leave_server()

    def quit(self) -> None:
        close = partial(setattr, self, "alive", False)
        if self.alone.has_unsaved_acts(self.model):
            self.confirm(_("Leave this line?"), _(UNSAVED), _("Close"), close)
        elif self.network.own_server.goes_on:
            self.confirm(_("Close, and end your server?"), _(SERVER_ENDS), _("Close"), close)
        elif self.model.is_in_duel and not self.network.is_practice:
            self.confirm(_("Close in the middle of a duel?"), self._return_hint(), _("Close"), close)
        else:
            close()

    def leave_duel(self) -> None:
        title = _("Leave and keep your seat?")
        self.confirm(title, self._return_hint(), _("Leave, keep my seat"), self.go_home)

    def _return_hint(self) -> str:
        """Return a sentence about what happens to a running duel after we leave."""
        if self.network.is_practice:
            return _("The duel is saved on this computer. Return on the home screen resumes it.")
        if self.network.is_host:
            return _("The duel runs on this computer: it pauses for both. Return resumes it.")
        return _(
            "The duel is still running. Your seat is kept for a while, then the other player may claim the "
            "win. Return on the home screen brings you back."
        )

    def save_preferences(self, own: Preferences) -> None:
        if own == self.preferences:
            return
        if own.respond != self.preferences.respond and self.model.is_player:
            self.send(AutoPass(own.respond))
        set_language(own.language)
        if own.cards != self.preferences.cards:
            own = self._load_cards(own)
        self.preferences = own
        preferences.save(own)
        self.sounding.sounds.on, self.sounding.sounds.volume = own.sound, own.volume
        self.network.name = own.name
        self._set_access(own)
        self.window.set_full_screen(own.full_screen)
        self.look = _look_of(own)
        self.screens.set_look(self.look)

    def _set_access(self, own: Preferences) -> None:
        """Set how others reach a table that is opened next."""
        self.network.access = msgspec.structs.replace(
            self.network.access, open_port=own.open_port, tunnel=own.tunnel
        )

    def _load_cards(self, own: Preferences) -> Preferences:
        """Load the folder of cards; if that fails, return the settings with the old folder and show why."""
        try:
            card_catalogue.load_folder(own.cards)
        except BadInput as refused:
            self.notice = str(refused)
            return preferences.replace(own, cards=self.preferences.cards)
        return own

    def edit_deck(self, deck: DeckEntry) -> None:
        self.screens.open_scene(EditorScene(self.look, self, deck, patience=MAX_FRAME_PAINT_S))

    def confirm(self, title: str, text: str, yes: str, then: Callable[[], object]) -> None:
        self.screens.open_scene(Question(self.look, self, title, text, yes, then))

    def play_press_sound(self) -> None:
        self.sounding.sounds.play("press")

    def play_sounds(self, events: Sequence[VisibleEvent]) -> None:
        self.sounding.play_events(events, self.model.seat)

    # --- frames ---------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Handle input and messages, and draw when something changes, until the window is closed."""
        try:
            while self.alive:
                if self.frame():
                    pygame.display.flip()
                await self._redrawing.sleep(self.network.wait_for_message)
        finally:
            self.save_preferences(preferences.replace(self.preferences, window=self.window.size))

    def frame(self) -> bool:
        """Handle input and messages and draw changes, without showing them; return whether there are any."""
        now = trio.current_time()
        messages = self.network.pump()
        for message in messages:
            self._handle_message(message)
            self.sounding.play_message(message, self.model, now)
            self.narrator.narrate_message(message, self.model, alone=self.network.is_practice)
        self.notice = self.network.complaint() or self.notice
        if sentence := self.network.take_error():
            self.notice = sentence
            if self._tell is not None:
                self._tell(sentence)
            self.screens.close_overlays()
        self._update_screens(now)
        if (replay := self.network.take_downloaded_replay()) is not None:
            self.open_replay(replay)
        events = pygame.event.get()
        if events:
            self._redrawing.note_event(now)
            self.screens.update(now)
        for number, event in enumerate(events):
            if number and event.type in TYPED_EVENTS:
                self.screens.prepare_for_key(now, self.window.surface)
            self._handle_event(event)
        standing = self._displayed_state()
        if not (messages or events or self._redrawing.is_due(now, standing)):
            return False
        self.screens.update(now)
        self.screens.draw(self.window.surface)
        self._redrawing.note_picture(standing, self.screens.next_change(now))
        self.narrator.narrate_changes(self.screens, self.model, self.notice)
        return True

    def _displayed_state(self) -> object:
        """Return all displayed values that change without an event or a message."""
        network = self.network
        return (
            network.connection.as_displayed, network.is_opening, network.nearby, network.search_state,
            network.returns,
            network.own_server.goes_on,
            self.notice, self.screens.open_scenes,
        )  # fmt: skip

    def _leave_ended_table(self) -> None:
        """Leave a table that has ended, unless the result of its match is there to read."""
        if self.network.visit is not None and not self.network.visit.shows_result:
            self.notice = self.network.leave_ended_table()
            self.screens.close_overlays()

    def _update_screens(self, now: float) -> None:
        if self.model.ended is not None:
            self._leave_ended_table()
        if self.screens.show_fitting_scene(now, in_lobby=self.network.in_lobby, deck=self.deck):
            self.sounding.play_result(self.model)
        connected = self.network.connection.status == Status.UP
        self.sounding.warn_of_clock(self.model, now, connected=connected)

    def _handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.quit()
            return
        counts = self.window.must_handle(event, typing=self.screens.is_typing)
        if counts and not (event.type == pygame.KEYDOWN and self._handle_global_key(event)):
            self.screens.top.event(event)

    def _handle_global_key(self, event: pygame.event.Event) -> bool:
        name = key_name(event)
        if name == "Ctrl+Q":
            self.quit()
        elif name == "F11":
            self.save_preferences(
                preferences.replace(self.preferences, full_screen=not self.preferences.full_screen)
            )
        elif name == "F9":
            self.open_screen("glossary")
        elif name == "F12":
            self._save_screenshot()
        elif name == "Ctrl+,":
            self.open_screen("settings")
        elif getattr(event, "unicode", "") == "?" and not self.screens.is_typing:
            self.open_screen("help")
        else:
            return False
        return True

    # --- messages -------------------------------------------------------------------------------------------

    def _handle_message(self, message: FromServer) -> None:
        for wish in self.alone.handle_message(message, self.preferences.deck):
            self._send_unchecked(wish)
        match message:
            case Seated() if self.model.is_player:
                self._handle_seated(message)
            case Welcome() if self._followed:
                self.save_preferences(preferences.replace(self.preferences, server=self._followed))
                self._followed = ""
            case AtTable(table=table) if self._to_bring:
                self._bring_to_table(table)
            case DeckReport(deck=text) if text and self.deck is not None and not self.model.is_alone:
                with suppress(BadInput):  # the server's text of our deck names no card
                    self.deck = deck_entries.from_text(text, self.deck.title)
            case DeckReport() if self._auto_ready:
                self._auto_ready, self._repeats_ready = False, True
                self._send_unchecked(Ready())
            case AtTable(table=table) if self._repeats_ready and self.model.is_player:
                own = table.seats[self.model.seat]
                self._repeats_ready = table.stage == "gathering" and not own.ready
            case Refused(code=Code.OUTDATED) if self._repeats_ready:
                self._send_unchecked(Ready())
            case LineText(name=name, text=text):
                self._save_line(name, text)
            case Refused():
                self._handle_refusal(message)

    def _handle_seated(self, seated: Seated) -> None:
        """Send the prompt mode; at a new table bring a deck as soon as its format is known."""
        if not seated.auto:
            self.send(AutoPass(self.preferences.respond))
        self._to_bring = not self.network.note_arrival(seated.code)
        if self.network.visit is not None and (tunnel := self.network.visit.working_tunnel):
            self.save_preferences(preferences.replace(self.preferences, tunnel=tunnel))

    def _bring_to_table(self, table: TableInfo) -> None:
        """Bring the decks to a new table, unless it was opened from a file.

        A table with a running match already has our deck.
        """
        self._to_bring = False
        if table.alone:
            self.model.line.add_remarks(self.alone.remarks)
            self.model.lesson = self.alone.lesson
            self.model.update_lesson()
        elif table.stage == "gathering" and table.life is None:
            self._bring_deck(table)

    def _save_screenshot(self) -> None:
        with show_errors(self.show_notice):
            self.narrator.narrate_screenshot(self.window.save_screenshot())

    def _save_line(self, name: str, text: str) -> None:
        """Save a line of play in the player's folder, and show its path."""
        with show_errors(self.show_notice):
            path = self.alone.write_line(name, text, self.model)
            if self.alone.name == path.stem:
                self.screens.open_scene(SavedLineScene(self.look, self, str(path)))
            else:
                self.show_notice(
                    _("{old} is saved. You play on in: {new}.", old=path.stem, new=self.alone.name)
                )
            self.narrator.narrate_saved_line(path)

    def _bring_deck(self, table: TableInfo) -> None:
        """Bring the command line's deck, else the last one that this format allows, else a ready one.

        EDOPro's core may know cards that this program does not: by it any deck of this game is brought.
        """
        if self.deck is None or not (self._insists or self._may_bring(self.deck, table)):
            self.deck = deck_entries.default_deck(self.preferences.deck, table.format)
        if self.deck is not None:
            self.network.store_deck(self.deck.text)
            self.send(UseDeck(self.deck.text, self.deck.title))

    def _may_bring(self, deck: DeckEntry, table: TableInfo) -> bool:
        """Return whether a deck may be played at a table, as far as this program knows."""
        if table.mode == "core":
            return deck.other_game_format(table.format) is None
        return not deck.reasons(table.format)

    def _handle_refusal(self, refused: Refused) -> None:
        if self.model.table is not None or self.model.code:
            return
        if refused.code == Code.SERVER_PASSWORD:
            self.screens.open_scene(
                ServerPassword(self.look, self, partial(self.network.enter, "", watch=False))
            )
        elif refused.code == Code.WRONG_PASSWORD and self.network.wanted:
            self.ask_password(self.network.wanted, watch=self.network.wants_to_watch)
        elif not self.network.in_lobby:
            self.notice = refused.sentence
            self.network.leave_server()


def _look_of(own: Preferences) -> Look:
    return Look(own.contrast, own.text_size, own.motion, own.reduced, own.language)


async def run_window(
    window: MainWindow, own: Preferences, deck: DeckEntry | None, begin: Callable[[App], object] | None, *,
    narrator: Narrator | None = None, tell: Callable[[str], object] | None = None,
) -> None:  # fmt: skip
    """Run the client with a window until it is closed; `begin` is its first request."""
    async with trio.open_nursery() as nursery:
        app = App(
            own,
            window,
            Sessions(nursery, own.name, seat_bot=seat_bot),
            deck=deck,
            narrator=narrator,
            tell=tell,
        )
        if begin is not None:
            begin(app)
        await app.run()
        nursery.cancel_scope.cancel()
