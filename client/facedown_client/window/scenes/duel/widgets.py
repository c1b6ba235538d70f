"""The buttons, text lines and switches around the board. They are laid out again when their values change."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from facedown_client.board import Menu, MenuLine, Rect, Shape
from facedown_client.board.prompt_actions import verb_title
from facedown_client.model.words.countdown import has_clocks
from facedown_client.model.words.exit_texts import UNSAVED
from facedown_client.model.words.phases import phase_help
from facedown_client.window.look import BODY_PX
from facedown_client.window.paint import (
    DependencyCache,
    DuelFrame,
    dialogs,
    lingering_effects,
    ordering,
    overlays,
    pane,
    questions,
    rail,
)
from facedown_client.window.paint.state import SHOWN_PARTS
from facedown_client.window.paint.steps import has_steps, is_lesson_seen, lesson_button_box
from facedown_client.window.scenes.duel.hands import DuelHands
from facedown_client.window.scenes.duel.mode_switch import ModeSwitch
from facedown_client.window.scenes.duel.port import DuelPort
from facedown_client.window.scenes.duel.tools import DuelTools
from facedown_client.window.scenes.lessons import lead_on
from facedown_client.window.scenes.parts import INPUT_GUARD_S, JUST_CHANGED, Press
from facedown_client.window.scenes.table.panels import RelaysScene
from facedown_client.window.widgets import Button, Entry, Group, IconButton, Segments, Widget, write_clipboard
from facedown_shared.protocol.asking import DEFAULT, MODES
from facedown_shared.protocol.envelope import MAX_CHAT_LETTERS
from facedown_shared.protocol.messages import Chat, Concede, Consent, Leave, Propose, ToServer
from facedown_shared.text import _, gettext_noop, ngettext
from facedown_shared.text.glossary import Term

LINK_BACK = gettext_noop("Copy the link back to your seat?")
KEEP_IT = gettext_noop(
    "It opens your seat from any computer. Keep it to yourself: anyone who has it sees your hand."
)
MAX_NAMED_SPECTATORS = 16
"""Spectators named in the menu; further ones are only counted."""
PHASE_KEYS = {"battle": "B", "main2": "M", "end": "E"}


class ExplainedPress(Press):
    """A place with an explanation beside it while it has the pointer or the keyboard focus: a phase of the
    strip, a mark of a lingering effect. Without an action it takes no press.
    """

    def __init__(
        self, box: Rect, lines: list[str], on_press: Callable[[], object] | None, key: str = ""
    ) -> None:
        super().__init__(box, lines[0], on_press or _do_nothing, key if on_press is not None else "")
        self.focusable = on_press is not None
        self.told = lines
        """Lines of the explanation, and the effect of a press."""


class TermPress(ExplainedPress):
    """A term of the rules in the words of the prompt, explained while the pointer is on it."""

    def __init__(self, box: Rect, term: Term) -> None:
        super().__init__(box, [term.title, term.meaning], None)

    @property
    def area(self) -> pygame.Rect:
        return self.rect  # no larger: the buttons of the prompt are near


def _do_nothing() -> None:
    """Do nothing: the action of a phase that cannot be entered."""


class DuelWidgets:
    """The group of all widgets of the duel scene."""

    def __init__(self, port: DuelPort, hands: DuelHands, tools: DuelTools, modes: ModeSwitch) -> None:
        self.app, self.shown, self.acting, self.doing = port.app, port.shown, port.acting, port.acting.doing
        self.begin, self.hands, self.tools, self.modes = port.gesturing.start_line, hands, tools, modes
        self.now, self.group = port.now, Group()
        self._asked = "", 0.0
        """The other player's proposal, and since when."""
        self.chat = Entry(
            (0, 0, 10, 10),
            on_submit=self._send_chat,
            limit=MAX_CHAT_LETTERS,
        )
        self.search = Entry((0, 0, 10, 10), image="search", on_change=self.doing.set_search, limit=60)
        self._laid: DependencyCache[DuelFrame, None] = DependencyCache(
            lambda shown: self.group.set_widgets(self._widgets(shown)), SHOWN_PARTS
        )

    @property
    def is_typing(self) -> bool:
        """Whether a text line receives typed letters."""
        return self.group.focus is not None and self.group.focus.typing

    def update(self) -> None:
        """Lay out all widgets if a value that they depend on has changed."""
        self._laid.of(self.shown())

    def _widgets(self, shown: DuelFrame) -> list[Widget]:
        if shown.choices.is_modal and not shown.doing.peek:
            asked = self._dialog_widgets(shown)
        elif shown.doing.pile is not None:
            asked = self._pile_widgets(shown)
        else:
            asked = [*self._question_buttons(shown), *self._phases(shown), *self._terms(shown)]
        free = shown.choices.shape is not Shape.HANDS and not any(
            isinstance(one, Button) and one.key_cap in ("Y", "N") for one in asked
        )
        around = [
            *self._proposal(shown, "YN" if free else ""),
            *self.tools.widgets(shown),
            *self._tabs(shown),
            *self._rail(shown),
        ]
        return [*asked, *around]

    # --- what is asked --------------------------------------------------------------------------------------

    def _question_buttons(self, shown: DuelFrame) -> list[Widget]:
        asked = rail.question(shown)
        if asked is None:
            return []
        options = rail.button_options(shown)
        return [self._answer(shown, option, box) for option, box in zip(options, asked.buttons, strict=True)]

    def _terms(self, shown: DuelFrame) -> list[Widget]:
        """Return the terms in the words of the prompt."""
        return [TermPress(box, term) for box, term in rail.term_boxes(shown)]

    def _answer(self, shown: DuelFrame, option: int, box: Rect) -> Widget:
        acting = self.acting
        if option == -1:
            ready = shown.choices.is_complete(shown.doing.picked)
            words = _("Confirm") if shown.doing.picked or not ready else _("Choose none")
            return Button(
                box, words, acting.confirm, style="accent", key="Enter", enabled=ready, size=BODY_PX
            )
        if option == -2:
            return Button(box, _("Back"), acting.undo_choice, key="Esc", size=BODY_PX)
        title, key = verb_title(shown.choices.options[option]), shown.choices.button_key(option)
        return Button(box, title, partial(acting.answer, option), key=key, size=BODY_PX)

    def _pile_widgets(self, shown: DuelFrame) -> list[Widget]:
        """Return the search field and the close button of an open list."""
        sheet = dialogs.pile_sheet(shown)
        close = (
            [Button(sheet.back, _("Close"), self.hands.escape, key="Esc")] if sheet.back is not None else []
        )
        return [*self._search_field(sheet.search, len(dialogs.pile_handles(shown)), shown), *close]

    def _undo_buttons(self, box: Rect | None) -> list[Widget]:
        """Return the button that takes back the last choice, if that is possible."""
        return [Button(box, _("Back"), self.acting.undo_choice, key="Esc")] if box is not None else []

    def _phases(self, shown: DuelFrame) -> list[Widget]:
        by_hand, begin = self.tools.phases(shown), self.begin
        presses: dict[str, Callable[[], object]] = (
            {phase: partial(begin, line) for phase, line in by_hand.items()} if rail.has_phases(shown) else {}
        ) or {phase: partial(self.acting.answer, index) for phase, index in shown.choices.phases.items()}
        if not rail.has_phases(shown):
            return []
        now, marked = rail.current_phase(shown), rail.marked_phases(shown)
        found: list[Widget] = []
        for phase, _caption, box in rail.phase_boxes(shown):
            press, key = presses.get(phase), "" if by_hand else PHASE_KEYS.get(phase, "")
            lines = phase_help(
                phase, is_now=phase == now, goes=press is not None, key=key, marked=phase in marked
            )
            found.append(ExplainedPress(box, lines, press, key))
        return found

    @property
    def explained_press(self) -> ExplainedPress | None:
        """The phase or mark under the pointer or keyboard focus, whose explanation is shown."""
        explained = [one for one in self.group.widgets if isinstance(one, ExplainedPress)]
        return next((one for one in explained if one.hovered or one.focused), None)

    def _dialog_widgets(self, shown: DuelFrame) -> list[Widget]:
        if shown.choices.shape is Shape.CARDS:
            return self._cards(shown)
        if shown.choices.shape is Shape.POSITION:
            return self._undo_buttons(dialogs.position_box(shown).back)
        if shown.choices.shape is Shape.ORDER:
            return self._order(shown)
        if shown.choices.shape is Shape.QUESTION:
            return self._yes_or_no(shown)
        ask = dialogs.ask_box(shown)
        found: list[Widget] = []
        for number, (option, box) in enumerate(ask.options, 1):
            press, key = partial(self.acting.answer, option), str(number) if number <= 9 else ""
            found.append(Button(box, dialogs.words_of(shown, option), press, key=key))
        return [*found, *self._undo_buttons(ask.back)]

    def _yes_or_no(self, shown: DuelFrame) -> list[Widget]:
        """Return the answers of a question, and the button that takes back the choice before."""
        asked, say = questions.sheet(shown), self.acting.answer_question
        rows = ((asked.yes, _("Yes"), "Y", "accent", True), (asked.no, _("No"), "N", "plain", False))
        return [
            *(
                Button(box, title, partial(say, yes), key=key, style=style)
                for box, title, key, style, yes in rows if box is not None
            ),
            *self._undo_buttons(asked.back),
        ]  # fmt: skip

    def _order(self, shown: DuelFrame) -> list[Widget]:
        """Return the buttons that confirm an order or pass on everything in it."""
        asked, acting, passing = ordering.sheet(shown), self.acting, shown.choices.pass_option
        words = _("In this order") if shown.doing.picked else _("None of them")
        confirm = Button(asked.confirm, words, acting.confirm, style="accent", key="Enter")
        found: list[Widget] = [*self._undo_buttons(asked.back), confirm]
        if asked.other is not None and passing is not None:
            found.append(Button(asked.other, _("None"), partial(acting.answer, passing), key="N"))
        return found

    def _cards(self, shown: DuelFrame) -> list[Widget]:
        sheet, acting, choices = dialogs.cards_sheet(shown), self.acting, shown.choices
        found = [
            *self._search_field(sheet.search, len(choices.listed), shown),
            *self._undo_buttons(sheet.back),
        ]
        if sheet.confirm is None:
            return found
        left = (sheet.back or sheet.confirm).x
        for index in choices.buttons:
            if choices.options[index].verb != "yes":
                title, press = verb_title(choices.options[index]), partial(acting.answer, index)
                wide = shown.theme.width(title, 14, bold=True) + 60
                left -= wide + 12
                box = sheet.confirm._replace(x=left, w=wide)
                found.append(Button(box, title, press, key=choices.button_key(index)))
        ready, words = choices.is_complete(shown.doing.picked), dialogs.confirm_words(shown)
        confirm = Button(sheet.confirm, words, acting.confirm, style="accent", key="Enter", enabled=ready)
        return [*found, confirm]

    def _search_field(self, box: Rect | None, count: int, shown: DuelFrame) -> list[Widget]:
        """Return the search field of a list of `count` cards, if there is room for one."""
        if box is None:
            return []
        named = dialogs.is_name_declaration(shown)
        self.search.place(box, _("Type a name") if named else _("Search {count} cards", count=count))
        if self.search.text != shown.doing.search:
            self.search.set(shown.doing.search)
        return [self.search]

    def _proposal(self, shown: DuelFrame, keys: str) -> list[Widget]:
        """Return the buttons of the banner over the board.

        `keys` are those of yes and no, unless the duel's prompt or our own uses them.
        """
        asked = overlays.proposal(shown)
        if asked != self._asked[0]:
            self._asked = asked, self.now()
        if asked and shown.just_changed:
            __, yes, no = overlays.banner_boxes(shown)
            wide = yes._replace(w=no.right - yes.x)
            return [Button(wide, _(JUST_CHANGED), size=BODY_PX, enabled=False)]
        if asked:
            return self._banner(shown, (_("Yes"), Consent(True)), (_("No"), Consent(False)), keys)
        if overlays.overdue(shown):
            return self._banner(shown, (_("Win"), Propose("win")), (_("No result"), Propose("void")))
        if overlays.own_proposal(shown):
            __, yes, no = overlays.banner_boxes(shown)
            wide = yes._replace(w=no.right - yes.x)
            return [Button(wide, _("Take it back"), partial(self.app.send, Propose("")), size=BODY_PX)]
        if shown.put_away:
            __, yes, no = overlays.banner_boxes(shown)
            back = partial(self.app.open_screen, "result")
            wide = yes._replace(w=no.right - yes.x)
            return [Button(wide, _("Result"), back, style="outline", key="R", size=BODY_PX)]
        if shown.table is not None and shown.table.paused and shown.is_player and not shown.view.result:
            box, resume = overlays.resume_box(shown), partial(self.app.send, Propose("resume"))
            mine = shown.table.proposal == f"resume {shown.view.viewer}"
            words = _("Waiting for the other player") if mine else _("Go on")
            return [Button(box, words, resume, style="outline", enabled=not mine)]
        return []

    def _banner(
        self, shown: DuelFrame, yes: tuple[str, ToServer], no: tuple[str, ToServer], keys: str = ""
    ) -> list[Widget]:  # fmt: skip
        """Return the two answers beside the banner's question at the top of the mat."""
        _, left, right = overlays.banner_boxes(shown)
        return [
            Button(
                left,
                yes[0],
                partial(self._answer_banner, yes[1]),
                style="outline",
                key=keys[:1],
                size=BODY_PX,
            ),
            Button(right, no[0], partial(self._answer_banner, no[1]), key=keys[1:], size=BODY_PX),
        ]

    def _answer_banner(self, message: ToServer) -> None:
        """Send the answer to the banner, unless its question is too new."""
        if not self._is_new:
            self.app.send(message)

    @property
    def _is_new(self) -> bool:
        """Whether the banner's question is too new, or has just replaced something else."""
        asked, since = self._asked
        return self.app.network.connection.just_changed or (
            asked == "open" and self.now() - since < INPUT_GUARD_S
        )

    # --- around it ------------------------------------------------------------------------------------------

    def _tabs(self, shown: DuelFrame) -> list[Widget]:
        names = () if shown.layout.pane.wide else ("log", pane.second_tab(shown))
        names = () if shown.replayed else names
        found: list[Widget] = [
            Press(pane.tab_box(shown, step), _(pane.TABS.get(name, name)), partial(self.doing.show_tab, name))
            for step, name in enumerate(names)
        ]
        if has_steps(shown):
            return [*found, *self.tools.step_buttons(shown), *self._lesson_button(shown)]
        if pane.is_chat_seen(shown):
            self.chat.place(pane.chat_entry(shown), _("Say something"))
            found.append(self.chat)
        return found

    def _lesson_button(self, shown: DuelFrame) -> list[Widget]:
        """Return the button that leads on in a lesson."""
        if shown.lesson is None or not shown.lesson.button or not is_lesson_seen(shown):
            return []
        box = lesson_button_box(shown)
        return [Button(box, shown.lesson.button, partial(lead_on, self.app), style="accent", key="G")]

    def _rail(self, shown: DuelFrame) -> list[Widget]:
        place, app = shown.layout.rail, self.app
        watching = shown.table.crowd if shown.table else 0
        return [
            *self.tools.plates(shown),
            *(press for seat in (0, 1) for press in self._effect_marks(shown, seat)),
            *(self._modes(shown) if shown.is_player and not rail.is_manual(shown) else ()),
            *(
                ()
                if shown.replayed
                else (Button(place.buttons[0], str(watching), self._open_spectators, image="eye"),)
            ),
            IconButton(place.buttons[1], _("Settings"), partial(app.open_screen, "settings"), image="gear"),
            IconButton(place.buttons[2], "?", partial(app.open_screen, "help")),
            IconButton(place.buttons[3], _("More"), self.open_table_menu, image="flag"),
        ]

    def _effect_marks(self, shown: DuelFrame, seat: int) -> list[Widget]:
        """Return the marks of lingering effects beside a player. Each has an explanation, and a press
        previews its card.
        """
        read = self.doing.show_card
        return [
            ExplainedPress(chip.box, chip.explanation(shown), partial(read, chip.marks[0].code, 0))
            for chip in lingering_effects.chips(shown, seat)
        ]

    def _modes(self, shown: DuelFrame) -> list[Widget]:
        """Return the buttons that set how often to be prompted."""
        place, mode = shown.layout.rail, shown.doing.mode
        keys = ("A", "W", "D", "S") if place.key_caps else ()
        chosen = MODES.index(mode if mode in MODES else DEFAULT)
        words, choose = (
            (_("Always"), _("Smart"), _("Able"), _("Never")),
            lambda index: self.modes.change(MODES[index]),
        )
        undo = overlays.mode_undo_box(shown)
        return [
            Segments(place.toggle, words, chosen, choose, keys=keys),
            *([Button(undo, _("Undo"), self.modes.undo, key="U", size=BODY_PX)] if undo else []),
        ]

    def _open_spectators(self) -> None:
        """Open a menu with the names of the spectators."""
        table = self.app.model.table
        names = table.spectators if table else ()
        others = table.crowd - len(names[:MAX_NAMED_SPECTATORS]) if table else 0
        entries = [MenuLine(name) for name in names[:MAX_NAMED_SPECTATORS]] or [MenuLine(_("No spectators"))]
        if others:
            entries.append(MenuLine(ngettext("and {count} more", "and {count} more", others)))
        if self.app.model.is_host and not self.app.network.is_practice:
            entries.append(MenuLine(_("Relays"), _("see them, kick one"), act="relays"))
        self.doing.open_menu(Menu(tuple(entries), self.shown().layout.rail.buttons[0], marked=-1))

    def open_table_menu(self) -> None:
        """Open the menu with actions for the duel itself."""
        model = self.app.model
        stage = model.table.stage if model.table is not None else ""
        if model.is_player and stage == "over" and not model.is_alone:
            entries = [MenuLine(_("Leave"), _("the match is over"), act="leave")]
        elif not model.is_player:
            entries = [
                MenuLine(_("See it from the other side"), act="swap"),
                MenuLine(_("Leave"), _("stop watching"), act="leave"),
            ]
        elif model.is_alone:
            entries = [MenuLine(_("Leave"), _("the line is gone, unless you save it"), act="leave")]
        else:
            table = model.table
            entries = [MenuLine(_("Offer a draw"), act="draw")]
            if table is None or not table.paused:
                stands = _("both clocks stop") if table is not None and has_clocks(table) else ""
                entries.append(MenuLine(_("Ask for a pause"), stands, act="pause"))
            entries.append(MenuLine(_("Give up this duel"), act="concede"))
            if table is not None and table.best_of > 1:
                entries.append(MenuLine(_("Give up the match"), act="concede match"))
            entries.append(
                MenuLine(_("Leave, keep my seat"), _("Return on the home screen brings you back"), act="away")
            )
            if self.app.network.way_back:
                entries.append(MenuLine(_("Link back"), _("to your seat, for you alone"), act="back"))
        self.doing.open_menu(Menu(tuple(entries), self.shown().layout.rail.buttons[3]))

    def run_menu_line(self, act: str) -> None:
        """Carry out a line of the table menu."""
        app, send = self.app, partial(partial, self.app.send)
        copy = partial(write_clipboard, app.network.way_back)
        duel = (_("Give up this duel?"), _("The other player wins it."), _("Give up"), send(Concede()))
        match = (_("Give up the match?"), _("The other player wins the whole match."), _("Give up"))
        acts: dict[str, Callable[[], object]] = {
            "draw": send(Propose("draw")),
            "pause": send(Propose("pause")),
            "swap": self.doing.turn_around,
            "back": partial(app.confirm, _(LINK_BACK), _(KEEP_IT), _("Copy it"), copy),
            "leave": self._leave_table,
            "away": app.leave_duel,
            "relays": lambda: app.open_scene(RelaysScene(self.shown().theme.look, app)),
            "concede": partial(app.confirm, *duel),
            "concede match": partial(app.confirm, *match, send(Concede(match=True))),
        }
        if act in acts:
            acts[act]()

    def _leave_table(self) -> None:
        """Leave the table, after a confirmation if the line is not saved."""
        leave = partial(self.app.send, Leave())
        if self.app.alone.has_unsaved_acts(self.app.model):
            self.app.confirm(_("Leave this line?"), _(UNSAVED), _("Leave it"), leave)
        else:
            leave()

    def _send_chat(self, words: str) -> None:
        if words.strip():
            self.app.send(Chat(words.strip()))
            self.chat.set("")

    def focus_chat(self) -> None:
        """Focus the chat's text line."""
        if has_steps(self.shown()):  # a chat needs a second person
            return
        self.doing.show_tab("chat")
        self.update()
        self.group.give_focus(self.chat)
        pygame.key.start_text_input()

    def focus_search(self) -> None:
        """Focus the search field for a card's name."""
        self.update()
        self.group.give_focus(self.search)
        pygame.key.start_text_input()
