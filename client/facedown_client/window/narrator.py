"""What the window shows, said in lines on stdout as it changes: `--narrate`. For a reader of screens beside
the window, for a record of an evening, and for whatever else follows a window without seeing it.

Each line begins with its kind: "screen", "notice", "asked" and its "option" lines, "waiting", "focus" (under
the pointer or the keyboard), "step" (of a line that can be taken back), "chosen" (cards to be moved
together), "said" (what the last thing done came to), "read" (the card in the pane, where decks are put
together), "press" (what can be pressed, where its middle is, and its key), "menu" (the same of its lines),
"marked", "why" (a card cannot be played), "phase" (what the one in focus is), "picture", "line" (a file that
was written); all other news are "news". Law: it only reads.
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
from facedown_client.model.words.phrases import card_words, place_words, prompt_words
from facedown_client.terminal.terminal import Terminal
from facedown_client.window.app_port import Scene
from facedown_client.window.paint import DuelFrame
from facedown_client.window.paint.menu import boxes as menu_boxes
from facedown_client.window.scenes.decks.cards_scene import CardsScene
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_client.window.widgets import Group, Widget
from facedown_shared.protocol.messages import FromServer, Prompt
from facedown_shared.tables.view import View
from facedown_shared.text.language import _, in_use, later, ngettext
from facedown_shared.text.terminal_output import print_lines

KEYS = {
    Shape.ACT: later("Tab to a card, Enter; B, M, E for the phases; Esc passes"),
    Shape.CARDS: later("a number marks; Enter chooses"),
    Shape.ORDER: later("Shift with the arrows orders; Enter confirms"),
    Shape.QUESTION: later("Y or N answers"),
}
PICKED = later("a number picks"), later("a number picks; Enter confirms")
"""In every other shape that has numbers: where one option is the answer, and where there may be several."""


class NarratedScreens(Protocol):
    """As much of what is on the screen as is narrated."""

    place: str
    scene: Scene

    @property
    def overlays(self) -> Sequence[Scene]:
        """What lies over the scene, the topmost last."""

    @property
    def top(self) -> Scene:
        """What events go to."""


def say(lines: Iterable[str]) -> None:
    """Print, at once; a reader that has gone away costs nothing."""
    with suppress(OSError, ValueError):
        print_lines(lines)


class Narrator:
    """Told everything that is heard, and shown the app after each frame; `write` takes finished lines."""

    def __init__(self, write: Callable[[Iterable[str]], None] = say) -> None:
        self.write = write
        self._said: dict[str, object] = {}
        self._terminal = Terminal(Model(), typed=False)

    def heard(self, message: FromServer, model: Model, *, alone: bool = False) -> None:
        """Narrate a message that is already in the model. Prompts are narrated when the window shows them.

        `alone`: a solo table, whose links are not narrated.
        """
        if self._terminal.model is not model:
            keeps = Keeps.NOTHING if alone else Keeps.THERE
            self._terminal = Terminal(model, typed=False, keeps=keeps)
        if isinstance(message, Prompt):  # one that comes again, after a lost connection, is repeated
            self._said.pop("asked", None)
        else:
            self.write(f"news: {line.strip()}" for line in self._terminal.tell(message) if line.strip())

    def photographed(self, path: object) -> None:
        """A picture of the window was saved."""
        self.write([f"picture: {path}"])

    def kept(self, path: object) -> None:
        """A line of play was written to a file."""
        self.write([f"line: {path}"])

    def look(self, screens: NarratedScreens, model: Model, notice: str) -> None:
        """Narrate changes since the frame before."""
        top, scene = screens.top, screens.scene
        over = [_name(overlay) for overlay in screens.overlays]
        self._tell("screen", ", under ".join((*reversed(over), screens.place)))
        self._tell("notice", notice)
        table = model.table
        self._tell(
            "step",
            f"{table.step} of {table.steps}" if table is not None and table.steps else "",
        )
        acting = scene.acting if isinstance(scene, DuelScene) else None
        if isinstance(scene, DuelScene) and acting is not None:
            shown = scene.shown() if scene.view is not None else None
            chosen = [card_words(card, shown.view) for card in shown.chosen] if shown is not None else []
            self._tell("chosen", ", ".join(chosen))
            self._tell("waiting", shown.waits if shown is not None else "")
            self._tell("why", " ".join(shown.reasons) if shown is not None else "")
            phase = scene.widgets.told
            self._tell("phase", " ".join(phase.told[1:]) if phase is not None else "")
            if scene.takes_answers:
                self._asked(acting.choices, model)
            if top is scene and shown is not None:
                self._menu(shown)
        else:
            self._asked(Choices(model.prompt), model)
        group = getattr(top, "group", None)
        if isinstance(group, Group):
            able = [one for one in group.widgets if one.enabled and one.focusable and one.called]
            self._tell("press", "; ".join(map(_press, able)))
        self._tell("said", str(getattr(top, "said", "")))
        if isinstance(top, CardsScene):
            self._tell("read", card_catalogue.called(top.reading) if top.reading else "")
        self._tell("focus", _focus(top, model, acting if top is scene else None))

    def _tell(self, kind: str, words: str) -> None:
        """Print a line, if it is new."""
        if self._said.get(kind, "") != words:
            self._said[kind] = words
            if words:
                self.write([f"{kind}: {words}"])

    def _asked(self, choices: Choices, model: Model) -> None:
        """A prompt and its options, first those that a number key picks, each with its key."""
        prompt, keys = choices.prompt, _keys(choices)
        key = None if prompt is None else (model.seat, prompt.ask, prompt.options, in_use())
        if self._said.get("asked") == key:
            return
        self._said["asked"] = key
        if prompt is None:
            self.write([f"waiting: {_('nothing to decide')}"])
            return
        options = text.option_lines(prompt, model.view, model.names)
        counted, keys = ngettext("{count} option", "{count} options", len(options)), _(keys)
        keyed = _keyed(choices)
        lines = [f"asked: {prompt_words(prompt, model.view)} {counted}{f'; {keys}' if keys else ''}."]
        lines += [f"option: {key}. {options[index]}" for index, key in keyed.items()]
        self.write(lines)

    def _menu(self, shown: DuelFrame) -> None:
        """The menu over a card: each line, where its middle is, and whether it can be picked."""
        menu = shown.doing.menu
        rows: list[str] = []
        if menu is not None:
            boxes = menu_boxes(shown, menu)[1]
            for number, (entry, box) in enumerate(zip(menu.entries, boxes, strict=True), 1):
                x, y = (round(part) for part in box.centre)
                rows.append(f"{number}. {entry.title}{'' if entry.live else _(', not now')} @{x},{y}")
        self._tell("menu", "; ".join(rows))
        marked = menu.marked if menu is not None else -1
        self._tell("marked", menu.entries[marked].title if menu and 0 <= marked < len(menu.entries) else "")


class SilentNarrator(Narrator):
    """A narrator that does nothing, at no cost."""

    def heard(self, message: FromServer, model: Model, *, alone: bool = False) -> None:
        """Nothing."""

    def photographed(self, path: object) -> None:
        """Nothing."""

    def kept(self, path: object) -> None:
        """Nothing."""

    def look(self, screens: NarratedScreens, model: Model, notice: str) -> None:
        """Nothing."""


def _name(scene: object) -> str:
    return type(scene).__name__.removesuffix("Scene").lower()


def _keys(choices: Choices) -> str:
    """Return what keys answer what is asked, not yet in the player's language."""
    return KEYS.get(choices.shape, PICKED[choices.many] if choices.numbered else "")


def _keyed(choices: Choices) -> dict[int, str]:
    """Yield the options in order, each with its label: its key, or a running number without one."""
    yes, no = choices.question if choices.shape is Shape.QUESTION else (None, None)
    told = {index: key for index, key in ((yes, "Y"), (no, "N")) if index is not None}
    if choices.shape is not Shape.QUESTION:
        told = {index: str(number) for number, index in sorted(choices.numbered.items())}
    beside = {index: choices.key_beside(index) for index in choices.buttons} if choices.numbered else {}
    rest = [index for index in range(len(choices.options)) if index not in told]
    counts = count(max(choices.numbered, default=0) + 1)
    return told | {index: beside.get(index, "") or str(next(counts)) for index in rest}


def _press(widget: Widget) -> str:
    """Return a widget's name, its middle, its key."""
    x, y = widget.rect.center
    cap = getattr(widget, "key_cap", "")
    return f"{widget.called} @{x},{y}{f' [{cap}]' if cap else ''}"


def _focus(scene: object, model: Model, acting: PromptActions | None) -> str:
    """Return what is under the keyboard or the pointer: a card, a place, else a thing to press."""
    group = getattr(scene, "group", None)
    widget = ""
    if isinstance(group, Group):
        found = group.focus or next((one for one in group.widgets if one.hovered), None)
        widget = found.called if found is not None else ""
    if acting is None or model.view is None:
        return widget
    doing, view = acting.doing, model.view
    if doing.hover and (place := view.where(doing.hover)) is not None:
        return f"{place_words(place, view.table, model.names)}: {text.describe(doing.hover, view)}"
    if doing.spot is not None and not (widget and doing.keyboard):
        words = place_words(doing.spot, view.table, model.names)
        card = _lying(view, doing.spot.pile, doing.spot.slot)
        return f"{words}: {card}" if card else words
    return widget


def _lying(view: View, pile: str, slot: int) -> str:
    """Return what lies in a zone, or how many cards do."""
    found = view.piles.get(pile)
    if found is None:
        return ""
    if slot < 0:
        return ngettext("{count} card", "{count} cards", found.count)
    handle = found.handles[slot] if slot < len(found.handles) else 0
    return text.describe(handle, view) if handle else _("empty")
