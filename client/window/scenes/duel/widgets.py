"""The buttons, entries and switches around the board: laid out anew whenever what they stand for changes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from client.board.acting import MODES, Acting, verb_title
from client.board.choices import Shape
from client.board.layout import Rect
from client.window.look.theme import BODY
from client.window.paint import overlays, pane, rail, sheets, tools
from client.window.paint.state import Menu, Shown
from client.window.paint.state import MenuLine as MenuEntry
from client.window.paint.steps import has_steps
from client.window.scenes.parts import Press
from client.window.widgets import Button, Entry, Group, IconButton, Segments, Widget
from client.window.widgets.entry import to_clipboard
from client.words.phrases import phase_words
from shared.protocol.messages import Chat, Concede, Consent, Leave, Propose

if TYPE_CHECKING:
    from client.window.scenes.duel.scene import DuelScene

LINK_BACK = "Copy the link back to your seat?"
KEEP_IT = "It opens your seat from any computer. Keep it to yourself: whoever has it sees your hand."
PHASE_KEYS = {"battle": "B", "main2": "M", "end": "E"}


class DuelWidgets:
    """All widgets of the duel scene in one group."""

    def __init__(self, scene: DuelScene) -> None:
        self.scene = scene
        self.group = Group()
        self.chat = Entry((0, 0, 10, 10), placeholder="Say something", on_submit=self._say, limit=400)
        self.search = Entry((0, 0, 10, 10), image="search", on_change=self._search, limit=60)
        self._key: tuple[object, ...] = ()

    @property
    def acting(self) -> Acting:
        """The player's side of the prompt."""
        return self.scene.acting

    def lay(self) -> None:
        """Lay everything out, if anything has changed."""
        if self.scene.view is None:
            return
        shown = self.scene.shown()
        doing, table = shown.doing, shown.table
        key = (
            shown.theme, shown.layout.near, shown.choices, table, doing.tab, doing.mode, doing.picked,
            doing.peek, doing.pile, shown.view.result, shown.names, shown.layout.size, doing.search,
            *self._by_hand(shown),
        )  # fmt: skip
        if key != self._key:
            self._key = key
            self.group.set(self._widgets(shown))

    def _by_hand(self, shown: Shown) -> tuple[object, ...]:
        """What else the buttons hang on where cards are moved by hand."""
        if not tools.has_line(shown):
            return ()
        buttons = tuple((tool.label, tool.press is None) for tool in self.scene.tools.seen(shown))
        return shown.view.phase, shown.view.turn_player, shown.steps, buttons, len(sheets.pile_handles(shown))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw every widget."""
        self.group.draw(surface, self.scene.theme)

    def _widgets(self, shown: Shown) -> list[Widget]:
        found: list[Widget] = []
        if shown.choices.modal and not shown.doing.peek:
            found += self._dialog(shown)
        elif shown.doing.pile is not None:
            found += self._pile(shown)
        else:
            found += self._question(shown)
            found += self._phases(shown)
        found += self._proposal(shown)
        found += self.scene.tools.widgets(shown)
        found += self._tabs(shown)
        found += self._rail(shown)
        return found

    # --- what is asked --------------------------------------------------------------------------------------

    def _question(self, shown: Shown) -> list[Widget]:
        asked = rail.question(shown)
        if asked is None:
            return []
        options = rail.button_options(shown)
        pass_option = shown.choices.pass_option
        return [
            self._answer(shown, option, box, option in (-2, pass_option) and option == options[-1])
            for option, box in zip(options, asked.buttons, strict=True)
        ]

    def _answer(self, shown: Shown, option: int, box: Rect, escapes: bool) -> Widget:
        acting = self.acting
        if option == -1:
            ready = shown.choices.complete(shown.doing.picked)
            words = "Confirm" if shown.doing.picked or not ready else "Choose none"
            return Button(box, words, acting.confirm, style="accent", key="Enter", enabled=ready, size=BODY)
        key = "Esc" if escapes else ""
        if option == -2:
            return Button(box, "Back", acting.back, key=key, size=BODY)
        title = verb_title(shown.choices.options[option])
        return Button(box, title, lambda: acting.answer(option), key=key, size=BODY)

    def _pile(self, shown: Shown) -> list[Widget]:
        """What an open list is searched by, and closed with."""
        sheet = sheets.pile_sheet(shown)
        found: list[Widget] = []
        if sheet.search is not None:
            found.append(self._searching(sheet.search, len(sheets.pile_handles(shown)), shown))
        if sheet.back is not None:
            found.append(Button(sheet.back, "Close", self.scene.leave, key="Esc"))
        return found

    def _phases(self, shown: Shown) -> list[Widget]:
        by_hand = self.scene.tools.phases()
        if by_hand and rail.has_phases(shown):
            return [
                Press(box, phase_words(phase), partial(self.scene.hands.gesturing.begin, by_hand[phase]))
                for phase, _, box in rail.phase_boxes(shown)
                if phase in by_hand
            ]
        return [
            Press(
                box, phase_words(phase), self._answers(shown.choices.phases[phase]), PHASE_KEYS.get(phase, "")
            )
            for phase, _, box in rail.phase_boxes(shown)
            if phase in shown.choices.phases
        ]

    def _answers(self, option: int) -> object:
        return lambda: self.acting.answer(option)

    def _dialog(self, shown: Shown) -> list[Widget]:
        if shown.choices.shape is Shape.CARDS:
            return self._cards(shown)
        if shown.choices.shape is Shape.POSITION:
            away = sheets.position_box(shown).back
            return [Button(away, "Back", self.acting.back, key="Esc")] if away is not None else []
        ask = sheets.ask_box(shown)
        found: list[Widget] = []
        for number, (option, box) in enumerate(ask.options, 1):
            verb = shown.choices.options[option].verb
            key = {"yes": "Enter", "no": "Esc"}.get(verb, str(number) if number <= 9 else "")
            style = "accent" if verb == "yes" else "plain"
            press = self._answers(option)
            assert callable(press)
            found.append(Button(box, sheets.words_of(shown, option), press, key=key, style=style))
        if ask.back is not None:
            found.append(Button(ask.back, "Back", self.acting.back, key="Esc"))
        return found

    def _cards(self, shown: Shown) -> list[Widget]:
        sheet, acting = sheets.cards_sheet(shown), self.acting
        found: list[Widget] = []
        if sheet.search is not None:
            found.append(self._searching(sheet.search, len(shown.choices.listed), shown))
        if sheet.back is not None:
            found.append(Button(sheet.back, "Back", acting.back, key="Esc"))
        others = [index for index in shown.choices.buttons if shown.choices.options[index].verb != "yes"]
        if others and sheet.confirm is not None:
            left = (sheet.back or sheet.confirm).x - 12
            for index in others:
                title = verb_title(shown.choices.options[index])
                wide = shown.theme.width(title, 14, bold=True) + 60
                left -= wide
                box = Rect(left, sheet.confirm.y, wide, sheet.confirm.h)
                press = self._answers(index)
                assert callable(press)
                found.append(Button(box, title, press, key="" if sheet.back else "Esc"))
                left -= 12
        if sheet.confirm is not None:
            ready = shown.choices.complete(shown.doing.picked)
            words = sheets.confirm_words(shown)
            sure = Button(sheet.confirm, words, acting.confirm, style="accent", key="Enter", enabled=ready)
            found.append(sure)
        return found

    def _searching(self, box: Rect, count: int, shown: Shown) -> Entry:
        """The line that a list of so many cards is searched by."""
        self.search.rect = pygame.Rect(box)
        self.search.placeholder = f"Search {count} cards"
        if self.search.text != shown.doing.search:
            self.search.set(shown.doing.search)
        return self.search

    def _proposal(self, shown: Shown) -> list[Widget]:
        send = self.scene.app.send
        if overlays.proposal(shown):
            _, yes, no = overlays.banner_boxes(shown)
            return [
                Button(yes, "Yes", lambda: send(Consent(True)), style="outline", size=BODY),
                Button(no, "No", lambda: send(Consent(False)), size=BODY),
            ]
        if overlays.overdue(shown):
            _, win, void = overlays.banner_boxes(shown)
            return [
                Button(win, "Win", lambda: send(Propose("win")), style="outline", size=BODY),
                Button(void, "No result", lambda: send(Propose("void")), size=BODY),
            ]
        if shown.table is not None and shown.table.paused and shown.player and not shown.view.result:
            box = overlays.resume_box(shown)
            mine = shown.table.proposal == f"resume {shown.view.viewer}"
            words = "Waiting for the other player" if mine else "Go on"
            return [Button(box, words, lambda: send(Propose("resume")), style="outline", enabled=not mine)]
        return []

    # --- around it ------------------------------------------------------------------------------------------

    def _tabs(self, shown: Shown) -> list[Widget]:
        found: list[Widget] = []
        if not shown.layout.pane.wide:
            for step, name in enumerate(("log", pane.second_tab(shown))):
                found.append(Press(pane.tab_box(shown, step), name.capitalize(), self._opens(name)))
        if has_steps(shown):
            return [*found, *self.scene.tools.jumps(shown)]
        if shown.layout.pane.wide or shown.doing.tab == "chat":
            self.chat.rect = pygame.Rect(pane.chat_entry(shown))
            found.append(self.chat)
            self.scene.chat_read()
        return found

    def _opens(self, tab: str) -> object:
        def act() -> None:
            self.acting.doing.tab = tab
            self.acting.doing.log_offset = 0

        return act

    def _rail(self, shown: Shown) -> list[Widget]:
        place, app = shown.layout.rail, self.scene.app
        found: list[Widget] = [*self.scene.tools.plates(shown)]
        if shown.player and not tools.by_hand(shown):
            keys = ("A", "D", "S") if place.key_caps else ()
            chosen = MODES.index(shown.doing.mode) if shown.doing.mode in MODES else 1
            words = ("Always", "When able", "Never")
            found.append(Segments(place.toggle, words, chosen, self._ask_me, keys=keys))
        watching = len(shown.table.spectators) if shown.table else 0
        found += [
            Button(place.buttons[0], str(watching), self._watching, image="eye"),
            IconButton(place.buttons[1], "Settings", lambda: app.show("settings"), image="gear"),
            IconButton(place.buttons[2], "?", lambda: app.show("help")),
            IconButton(place.buttons[3], "More", self.table_menu, image="flag"),
        ]
        return found

    def _ask_me(self, index: int) -> None:
        self.acting.ask_me(MODES[index])

    def _watching(self) -> None:
        """Who is watching, as a menu of names."""
        table = self.scene.app.model.table
        names = table.spectators if table else ()
        box = self.scene.layout.rail.buttons[0]
        entries = tuple(MenuEntry(name) for name in names) or (MenuEntry("Nobody is watching"),)
        self.acting.doing.menu = Menu(entries, box, marked=-1)

    def table_menu(self) -> None:
        """What can be done about the duel itself."""
        model = self.scene.app.model
        box = self.scene.layout.rail.buttons[3]
        entries: tuple[MenuEntry, ...]
        if not model.is_player:
            entries = (
                MenuEntry("See it from the other side", act="swap"),
                MenuEntry("Leave", "stop watching", act="leave"),
            )
        elif model.table is not None and model.table.alone:
            entries = (MenuEntry("Leave", "the line is gone, unless you save it", act="leave"),)
        else:
            match = model.table is not None and model.table.best_of > 1
            way_back = bool(self.scene.app.network.way_back)
            entries = (
                MenuEntry("Offer a draw", act="draw"),
                MenuEntry("Ask for a pause", "both clocks stand still", act="pause"),
                MenuEntry("Give up this duel", act="concede"),
                *((MenuEntry("Give up the match", act="concede match"),) if match else ()),
                *((MenuEntry("Link back", "to your seat, for you alone", act="back"),) if way_back else ()),
            )
        self.acting.doing.menu = Menu(entries, box, marked=0)

    def do(self, act: str) -> None:
        """An entry of the table's menu was picked."""
        app = self.scene.app
        if act in ("draw", "pause"):
            app.send(Propose(act))
        elif act == "swap":
            self.scene.near = 1 - self.scene.near
        elif act == "back":
            app.ask(LINK_BACK, KEEP_IT, "Copy it", lambda: to_clipboard(app.network.way_back))
        elif act == "leave":
            app.send(Leave())
        elif act == "concede":
            app.ask("Give up this duel?", "The other player wins it.", "Give up", lambda: app.send(Concede()))
        elif act == "concede match":
            words = "The other player wins the whole match."
            app.ask("Give up the match?", words, "Give up", lambda: app.send(Concede(match=True)))

    def _say(self, words: str) -> None:
        if words.strip():
            self.scene.app.send(Chat(words.strip()))
            self.chat.set("")

    def _search(self, words: str) -> None:
        self.acting.doing.search, self.acting.doing.dialog_offset = words, 0

    def talk(self) -> None:
        """Put the cursor into the chat."""
        if has_steps(self.scene.shown()):  # nobody is there to talk to
            return
        self.acting.doing.tab = "chat"
        self.lay()
        self.group.give_focus(self.chat)
        pygame.key.start_text_input()
