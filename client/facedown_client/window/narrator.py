"""Narration of the window in lines on stdout: `--narrate`.

It is for a screen reader beside the window, for a log of an evening, and for programs that follow a window
without seeing it.

Each line begins with its kind: "screen", "notice", "asked" and its "option" lines, "waiting", "focus" (under
the pointer or the keyboard), "step" (of a line that can be undone), "open" (cards that lie open beside the
board), "mode" (how often the player is asked, when that changes), "chosen" (cards to be moved together),
"said" (the result of the last action), "read" (the card in the pane, in the deck editor), "press" (a widget,
its centre, and its key), "menu" (the same of menu lines), "marked", "why" (a card cannot be played), "phase"
(the phase in focus), "picture", "line" (a file that was written); all other news are "news". Law: it only
reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import count
from typing import Protocol

from facedown_client.board import Choices, PromptActions, Shape
from facedown_client.model import card_catalogue
from facedown_client.model.model import Model
from facedown_client.model.words import text
from facedown_client.model.words.exit_texts import Keeps
from facedown_client.model.words.lesson_texts import lesson_heading, lesson_text
from facedown_client.model.words.phrases import card_words, place_words, prompt_words
from facedown_client.terminal.terminal import Terminal
from facedown_client.window.app_port import Scene
from facedown_client.window.paint import DuelFrame
from facedown_client.window.paint.menu import boxes as menu_boxes
from facedown_client.window.scenes.decks.cards_scene import CardsScene
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_client.window.widgets import Group, Widget
from facedown_shared.protocol.messages import FromServer, Prompt
from facedown_shared.tables import View
from facedown_shared.text import _, current_language, gettext_noop, ngettext
from facedown_shared.text.terminal_output import print_lines

KEYS = {
    Shape.ACT: gettext_noop("Tab to a card, Enter; B, M, E for the phases; Esc passes"),
    Shape.CARDS: gettext_noop("a number marks; Enter chooses"),
    Shape.ORDER: gettext_noop("Shift with the arrows orders; Enter confirms"),
    Shape.QUESTION: gettext_noop("Y or N answers"),
}
PICKED = gettext_noop("a number picks"), gettext_noop("a number picks; Enter confirms")
"""Hints for prompts with number keys: with one pick, and with several."""


class NarratedScreens(Protocol):
    """Screens as the narrator sees them."""

    place: str
    scene: Scene

    @property
    def overlays(self) -> Sequence[Scene]:
        """Return the overlays of the scene, the topmost last."""

    @property
    def top(self) -> Scene:
        """Return the scene that receives events."""


def write_lines(lines: Iterable[str]) -> None:
    """Print lines at once; a closed output is ignored."""
    with suppress(OSError, ValueError):
        print_lines(lines)


class Narrator:
    """Narrator of messages and of the screens after each frame; `write` takes finished lines."""

    def __init__(self, write: Callable[[Iterable[str]], None] = write_lines) -> None:
        self.write = write
        self._said: dict[str, object] = {}
        self._terminal = Terminal(Model(), typed=False)

    def narrate_message(self, message: FromServer, model: Model, *, alone: bool = False) -> None:
        """Narrate a message that is already in the model. Prompts are narrated when the window shows them.

        `alone`: a solo table, whose links are not narrated.
        """
        if self._terminal.model is not model:
            keeps = Keeps.NOTHING if alone else Keeps.THERE
            self._terminal = Terminal(model, typed=False, keeps=keeps)
        if isinstance(message, Prompt):  # narrate a prompt again after a reconnect
            self._said.pop("asked", None)
        else:
            self.write(
                f"news: {line.strip()}" for line in self._terminal.message_lines(message) if line.strip()
            )

    def narrate_screenshot(self, path: object) -> None:
        """Narrate that a screenshot was saved."""
        self.write([f"picture: {path}"])

    def narrate_saved_line(self, path: object) -> None:
        """Narrate that a line of play was written to a file."""
        self.write([f"line: {path}"])

    def narrate_changes(self, screens: NarratedScreens, model: Model, notice: str) -> None:
        """Narrate the changes since the last frame."""
        top, scene = screens.top, screens.scene
        over = [_name(overlay) for overlay in screens.overlays]
        self._print_change("screen", ", under ".join((*reversed(over), screens.place)))
        self._print_change("notice", notice)
        table = model.table
        self._print_change(
            "step",
            f"{table.step} of {table.steps}" if table is not None and table.steps else "",
        )
        lesson = f"{lesson_heading(model.lesson)}: {lesson_text(model.lesson)}" if model.lesson else ""
        self._print_change("lesson", lesson)
        acting = scene.acting if isinstance(scene, DuelScene) else None
        if isinstance(scene, DuelScene) and acting is not None:
            shown = scene.board_frame() if scene.view is not None else None
            chosen = [card_words(card, shown.view) for card in shown.chosen] if shown is not None else []
            self._print_change("chosen", ", ".join(chosen))
            names = [card_catalogue.card_name(one.code) for one in shown.opened] if shown is not None else []
            self._print_change("open", ", ".join(names))
            self._print_change("mode", scene.modes.note)
            self._print_change("waiting", shown.waits if shown is not None else "")
            self._print_change("why", " ".join(shown.reasons) if shown is not None else "")
            phase = scene.widgets.explained_press
            self._print_change("phase", " ".join(phase.told[1:]) if phase is not None else "")
            if scene.takes_answers:
                self._narrate_prompt(acting.choices, model)
            if top is scene and shown is not None:
                self._narrate_menu(shown)
        else:
            self._narrate_prompt(Choices(model.prompt), model)
        group = getattr(top, "group", None)
        if isinstance(group, Group):
            able = [one for one in group.widgets if one.enabled and one.focusable and one.caption]
            self._print_change("press", "; ".join(map(_widget_words, able)))
        self._print_change("said", str(getattr(top, "said", "")))
        if isinstance(top, CardsScene):
            self._print_change("read", card_catalogue.card_name(top.reading) if top.reading else "")
        self._print_change("focus", _focus_words(top, model, acting if top is scene else None))

    def _print_change(self, kind: str, words: str) -> None:
        """Print a line unless it repeats the last one of its kind."""
        if self._said.get(kind, "") != words:
            self._said[kind] = words
            if words:
                self.write([f"{kind}: {words}"])

    def _narrate_prompt(self, choices: Choices, model: Model) -> None:
        """Narrate a prompt and its options with their keys, first those of the number keys."""
        prompt, keys = choices.prompt, _keys(choices)
        key = None if prompt is None else (model.seat, prompt.ask, prompt.options, current_language())
        if self._said.get("asked") == key:
            return
        self._said["asked"] = key
        if prompt is None:
            self.write([f"waiting: {_('nothing to decide')}"])
            return
        options = text.option_lines(prompt, model.view, model.names)
        counted, keys = ngettext("{count} option", "{count} options", len(options)), _(keys)
        keyed = _options_with_keys(choices)
        lines = [f"asked: {prompt_words(prompt, model.view)} {counted}{f'; {keys}' if keys else ''}."]
        lines += [f"option: {key}. {options[index]}" for index, key in keyed.items()]
        self.write(lines)

    def _narrate_menu(self, shown: DuelFrame) -> None:
        """Narrate an open menu: each line, its centre, and whether it can be picked."""
        menu = shown.doing.menu
        rows: list[str] = []
        if menu is not None:
            boxes = menu_boxes(shown, menu)[1]
            for number, (entry, box) in enumerate(zip(menu.entries, boxes, strict=True), 1):
                x, y = (round(part) for part in box.centre)
                rows.append(f"{number}. {entry.title}{'' if entry.is_enabled else _(', not now')} @{x},{y}")
        self._print_change("menu", "; ".join(rows))
        marked = menu.marked if menu is not None else -1
        self._print_change(
            "marked", menu.entries[marked].title if menu and 0 <= marked < len(menu.entries) else ""
        )


class SilentNarrator(Narrator):
    """Narrator that does nothing."""

    def narrate_message(self, message: FromServer, model: Model, *, alone: bool = False) -> None:
        """Do nothing."""

    def narrate_screenshot(self, path: object) -> None:
        """Do nothing."""

    def narrate_saved_line(self, path: object) -> None:
        """Do nothing."""

    def narrate_changes(self, screens: NarratedScreens, model: Model, notice: str) -> None:
        """Do nothing."""


def _name(scene: object) -> str:
    return type(scene).__name__.removesuffix("Scene").lower()


def _keys(choices: Choices) -> str:
    """Return a hint about the keys that answer a prompt, untranslated."""
    return KEYS.get(choices.shape, PICKED[choices.is_multiple] if choices.numbered_options else "")


def _options_with_keys(choices: Choices) -> dict[int, str]:
    """Return the options in order, each with its key, or a running number without one."""
    yes, no = choices.yes_no_options if choices.shape is Shape.QUESTION else (None, None)
    keys = {index: key for index, key in ((yes, "Y"), (no, "N")) if index is not None}
    if choices.shape is not Shape.QUESTION:
        keys = {index: str(number) for number, index in sorted(choices.numbered_options.items())}
    beside = (
        {index: choices.button_key(index) for index in choices.buttons} if choices.numbered_options else {}
    )
    rest = [index for index in range(len(choices.options)) if index not in keys]
    counts = count(max(choices.numbered_options, default=0) + 1)
    return keys | {index: beside.get(index, "") or str(next(counts)) for index in rest}


def _widget_words(widget: Widget) -> str:
    """Return the name, the centre and the key of a widget."""
    x, y = widget.rect.center
    cap = getattr(widget, "key_cap", "")
    return f"{widget.caption} @{x},{y}{f' [{cap}]' if cap else ''}"


def _focus_words(scene: object, model: Model, acting: PromptActions | None) -> str:
    """Return the card, the place or the widget under the keyboard or the pointer."""
    group = getattr(scene, "group", None)
    widget = ""
    if isinstance(group, Group):
        found = group.focus or next((one for one in group.widgets if one.hovered), None)
        widget = found.caption if found is not None else ""
    if acting is None or model.view is None:
        return widget
    doing, view = acting.doing, model.view
    if doing.hover and (place := view.place_of(doing.hover)) is not None:
        return f"{place_words(place, view.table, model.names)}: {text.describe(doing.hover, view)}"
    if doing.spot is not None and not (widget and doing.keyboard):
        words = place_words(doing.spot, view.table, model.names)
        card = _zone_content(view, doing.spot.pile, doing.spot.slot)
        return f"{words}: {card}" if card else words
    return widget


def _zone_content(view: View, pile: str, slot: int) -> str:
    """Return the card in a zone, or the number of cards in a pile."""
    found = view.piles.get(pile)
    if found is None:
        return ""
    if slot < 0:
        return ngettext("{count} card", "{count} cards", found.count)
    handle = found.handles[slot] if slot < len(found.handles) else 0
    return text.describe(handle, view) if handle else _("empty")
