"""State of a player's interaction with the board: focus, open menus and lists, picks, dragged cards, preview.

Law: no pygame. Painters and scenes read this state; only its own methods write it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from facedown_client.board.answer_planner import PlannedAnswers
from facedown_client.board.layout import Rect
from facedown_shared.manual.menus import MenuOffer
from facedown_shared.protocol.asking import DEFAULT
from facedown_shared.tables import Place


class LogLine(NamedTuple):
    """Line of the log: its words, its player (for the mark), and its turn."""

    text: str
    turn: int
    kind: str = ""
    seat: int = -1
    number: int = 0
    """Number of the Chain Link that the line is about; 0 for none."""
    card: int = 0
    code: int = 0
    """The card that the line is about: its handle, and its passcode if the viewer knows it."""
    entry: int = -1
    """Index of its line in the log of the model, from 0."""
    responded: bool = False
    """True if the line is about a Summon or an attack, to which a player may respond."""


class MenuLine(NamedTuple):
    """Line of a command menu: title, detail and action (an option, a named act, or a gesture).

    A line without an action cannot be picked; its detail gives the reason.
    """

    title: str
    detail: str = ""
    option: int = -1
    act: str = ""
    offered: MenuOffer | None = None
    """Gesture of the line."""
    key: str = ""
    """Key of the line, if it is not the line's number."""
    said: PlannedAnswers | None = None
    """Answers to later prompts that a drop has already given."""
    heading: bool = False
    """True if the line is a heading of the lines below it."""

    @property
    def is_enabled(self) -> bool:
        """Return whether the line can be picked."""
        return self.option >= 0 or bool(self.act) or self.offered is not None


class Menu(NamedTuple):
    """Command menu over a card or a pile."""

    entries: tuple[MenuLine, ...]
    anchor: Rect
    card: int = 0
    marked: int = 0

    @property
    def is_of_table(self) -> bool:
        """Return whether its lines are about the table, independent of the prompt."""
        return all(line.act for line in self.entries)


class DraggedCard(NamedTuple):
    """Card that the pointer drags, and its drop places: True if allowed, False if only by an effect."""

    at: tuple[int, int]
    card: int = 0
    """Handle of the card; 0 for the top of a pile without one."""
    pile: Place | None = None
    goals: dict[Place, bool] = {}
    turned: bool = False
    """True if the card is held sideways, for Defense Position."""
    hint: str = ""
    """Text beside the card: the action of a drop, and how to turn the card."""


class OpenPile(NamedTuple):
    """Open list of a pile's cards."""

    place: Place
    title: str
    handles: tuple[int, ...] | None = None
    """Cards to list instead of the place's own cards: Xyz Materials."""


@dataclass
class InteractionState:
    """Interaction state of one player. `mode`: when to be asked to respond."""

    mode: str = DEFAULT
    near: int = 0
    """Seat that a spectator sees below."""
    hover: int = 0
    """Handle under the pointer or the keyboard focus."""
    spot: Place | None = None
    """Zone or pile under the pointer or the keyboard focus."""
    keyboard: bool = False
    """True if keys moved the focus last: then it is outlined."""
    preview: int = 0
    """Passcode of the card in the preview."""
    preview_card: int = 0
    """Handle of the card in the preview, for its current values."""
    text_offset: int = 0
    reading: bool = False
    """True if the preview is enlarged over the board."""
    menu: Menu | None = None
    pile: OpenPile | None = None
    picked: tuple[int, ...] = ()
    marked: int = -1
    """Option marked in a dialog."""
    search: str = ""
    dialog_offset: int = 0
    peek: bool = False
    """True if Space is held, so that the board shows through a dialog."""
    tab: str = "log"
    log_offset: int = 0
    steps_offset: int = 0
    """Rows by which the list of steps is scrolled away from the table's present step."""
    dragged: DraggedCard | None = None
    wonders: int = 0
    """Handle of the card whose reasons for not being playable are shown."""
    aiming: int = 0
    """Handle of the monster whose attack is being aimed."""
    sliding: tuple[int, tuple[int, int]] | None = None
    """Option that is dragged along a row, and the position of the pointer."""
    flying: DraggedCard | None = None
    """Card on its way back after a failed drop."""
    lasso: Rect | None = None
    """Selection box around cards, while it is drawn."""

    # --- focus and reading ----------------------------------------------------------------------------------

    def point_at(self, card: int = 0, place: Place | None = None, *, keys: bool = False) -> None:
        """Point at a card of the hand or of a list, at a place, or at nothing; `keys`: by keyboard."""
        self.hover, self.spot, self.keyboard = card, place, keys

    def hide_focus(self) -> None:
        """Hide the outline of the focus; the focus itself stays."""
        self.keyboard = False

    def show_card(self, code: int, card: int) -> None:
        """Show a card in the preview. An unknown card changes nothing."""
        if code and (code, card) != (self.preview, self.preview_card):
            self.preview, self.preview_card, self.text_offset = code, card, 0

    def enlarge(self, on: bool) -> None:
        """Turn the enlarged preview on or off."""
        self.reading = on

    def scroll_text(self, lines: int) -> None:
        """Scroll the text of the preview down by so many lines."""
        self.text_offset = max(0, self.text_offset + lines)

    # --- menus, lists, dialogs ------------------------------------------------------------------------------

    def open_menu(self, menu: Menu | None) -> None:
        """Open a menu; None closes the open one."""
        self.menu = menu

    def mark_line(self, number: int) -> None:
        """Mark a line of the open menu."""
        if self.menu is not None:
            self.menu = self.menu._replace(marked=number)

    def open_pile(self, pile: OpenPile | None) -> None:
        """Open the list of a pile at its beginning; None closes it."""
        self.pile, self.menu = pile, None
        self.set_search("")

    def set_search(self, words: str) -> None:
        """Set the search text of the list."""
        self.search, self.dialog_offset = words, 0

    def scroll_list(self, pixels: int, most: int) -> None:
        """Scroll the list down by so many pixels, at most to its end."""
        self.dialog_offset = max(0, min(most, self.dialog_offset + pixels))

    def show_behind(self, on: bool) -> None:
        """Show the board through a dialog, or stop showing it."""
        self.peek = on

    # --- picking --------------------------------------------------------------------------------------------

    def pick(self, *options: int) -> None:
        """Set the options picked so far."""
        self.picked = options

    def mark(self, option: int) -> None:
        """Mark an option in a dialog."""
        self.marked = option

    def start_prompt(self, picked: tuple[int, ...], marked: int, search: str = "") -> None:
        """Start a new prompt: close the menus of the last prompt; menus of the table stay.

        `picked`, `marked` and `search` restore a prompt that is asked again.
        """
        self.picked, self.marked, self.sliding = picked, marked, None
        if self.menu is not None and not self.menu.is_of_table:
            self.menu = None
        self.set_search(search)

    def slide(self, option: int, at: tuple[int, int] | None) -> None:
        """Drag an option along its row, or release it."""
        self.sliding = (option, at) if at is not None else None

    def show_reasons(self, card: int) -> None:
        """Show why this card cannot be played; 0 hides the reasons."""
        self.wonders = card

    def aim_with(self, attacker: int) -> None:
        """Aim the attack of this monster; 0 stops aiming."""
        self.aiming = attacker

    def set_prompt_mode(self, mode: str) -> None:
        """Set when to be asked to respond."""
        self.mode = mode

    # --- by hand --------------------------------------------------------------------------------------------

    def update_drag(self, dragged: DraggedCard | None, over: Place | None = None) -> None:
        """Update the dragged card and the drop place under it; None releases the card."""
        self.dragged, self.spot, self.lasso = dragged, over, None

    def update_flight(self, back: DraggedCard | None) -> None:
        """Update the position of a card that returns after a failed drop; None after its arrival."""
        self.flying = back

    def draw_box(self, box: Rect) -> None:
        """Set the selection box around cards; None removes it."""
        self.lasso = box

    # --- beside the board -----------------------------------------------------------------------------------

    def show_tab(self, tab: str) -> None:
        """Show the log (from its end), the chat, or the steps."""
        self.tab, self.log_offset = tab, 0

    def scroll_log(self, lines: int, most: int) -> None:
        """Scroll the log back by so many lines."""
        self.log_offset = max(0, min(most, self.log_offset + lines))

    def scroll_steps(self, rows: int, least: int = 0, most: int = 0) -> None:
        """Scroll the list of steps by so many rows.

        `least` and `most` limit the offset from the default position, around the table's present step.
        """
        self.steps_offset = max(least, min(most, self.steps_offset + rows))

    def turn_around(self) -> None:
        """Show the board from the other side."""
        self.near = 1 - self.near
