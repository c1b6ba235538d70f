"""What a player does at the board: where the focus is, what is open, picked, carried, read.

Law: no pygame. Painters and scenes read it; only its own methods write it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from facedown_client.board.answer_planner import PlannedAnswers
from facedown_client.board.layout import Rect
from facedown_shared.manual.menus import MenuOffer
from facedown_shared.protocol.asking import DEFAULT
from facedown_shared.tables.zones import Place


class LogLine(NamedTuple):
    """One line of the log: words, whose (for its mark), and the turn it belongs to."""

    text: str
    turn: int
    kind: str = ""
    seat: int = -1
    number: int = 0
    """A Chain Link's number, if the line is about one."""
    card: int = 0
    code: int = 0
    """The card it is about: its handle, and its passcode if the viewer was sent it."""
    entry: int = -1
    """The number of its line in the log of the model, from 0."""
    responded: bool = False
    """Whether it is about a Summon or an attack, to which a player may respond."""


class MenuLine(NamedTuple):
    """One line of a command menu: its title and a detail, and its action: an option, an act by name, or a
    gesture. One without any is not offered now; its detail says why.
    """

    title: str
    detail: str = ""
    option: int = -1
    act: str = ""
    offered: MenuOffer | None = None
    """What it does by hand."""
    key: str = ""
    """Its key, where that is not its number."""
    said: PlannedAnswers | None = None
    """What a drop has settled of what comes after the option."""
    heading: bool = False
    """It stands over the lines below it."""

    @property
    def live(self) -> bool:
        """Whether it can be picked."""
        return self.option >= 0 or bool(self.act) or self.offered is not None


class Menu(NamedTuple):
    """The command menu over a card or a pile."""

    entries: tuple[MenuLine, ...]
    anchor: Rect
    card: int = 0
    marked: int = 0

    @property
    def is_of_table(self) -> bool:
        """Whether its lines are about the table, whatever is asked."""
        return all(line.act for line in self.entries)


class DraggedCard(NamedTuple):
    """A card on its way with the pointer, and where it may be let go: True freely, False by an effect."""

    at: tuple[int, int]
    card: int = 0
    """Its handle; 0 for the top of a pile without one."""
    pile: Place | None = None
    goals: dict[Place, bool] = {}
    turned: bool = False
    """It is held on its side: Defense Position."""
    hint: str = ""
    """What it would be, and how it is turned."""


class OpenPile(NamedTuple):
    """An open list of a pile's cards."""

    place: Place
    title: str
    handles: tuple[int, ...] | None = None
    """The cards to list where they are not those of the place: Xyz Materials."""


@dataclass
class InteractionState:
    """What the player is doing. `mode`: when to be asked to respond."""

    mode: str = DEFAULT
    near: int = 0
    """The seat that a spectator sees below."""
    hover: int = 0
    """The handle under the pointer or the keyboard focus."""
    spot: Place | None = None
    """The zone or pile under the pointer or the keyboard focus."""
    keyboard: bool = False
    """Whether the focus was moved by keys: then it is outlined."""
    preview: int = 0
    """The passcode in the preview."""
    preview_card: int = 0
    """The handle it was read from, for its current values."""
    text_offset: int = 0
    reading: bool = False
    """The preview is enlarged over the board."""
    menu: Menu | None = None
    pile: OpenPile | None = None
    picked: tuple[int, ...] = ()
    marked: int = -1
    """The option marked in a dialog."""
    search: str = ""
    dialog_offset: int = 0
    peek: bool = False
    """Space is held: the board shows through a dialog."""
    tab: str = "log"
    log_offset: int = 0
    steps_offset: int = 0
    """How many rows the list of steps was moved away from the step the table stands after."""
    dragged: DraggedCard | None = None
    wonders: int = 0
    """The card whose reasons for not being playable are shown."""
    aiming: int = 0
    """The monster whose attack is being aimed."""
    sliding: tuple[int, tuple[int, int]] | None = None
    """The option that is dragged along a row, and where the pointer has it."""
    flying: DraggedCard | None = None
    """A card on its way back, let go where it cannot lie."""
    lasso: Rect | None = None
    """The box that is being drawn around cards to choose them."""

    # --- focus and reading ----------------------------------------------------------------------------------

    def point_at(self, card: int = 0, place: Place | None = None, *, keys: bool = False) -> None:
        """The pointer, or the focus of the `keys`, is on a card of the hand or of a list, on a place, or on
        neither."""
        self.hover, self.spot, self.keyboard = card, place, keys

    def leave_keys(self) -> None:
        """The focus stays where it is, and is outlined no more: something else than keys is used."""
        self.keyboard = False

    def read(self, code: int, card: int) -> None:
        """Show a card in the preview; one that is not known leaves what is there."""
        if code and (code, card) != (self.preview, self.preview_card):
            self.preview, self.preview_card, self.text_offset = code, card, 0

    def enlarge(self, on: bool) -> None:
        """Read the preview over the board, or no longer."""
        self.reading = on

    def scroll_text(self, lines: int) -> None:
        """Go so many lines down in the text of the preview."""
        self.text_offset = max(0, self.text_offset + lines)

    # --- menus, lists, dialogs ------------------------------------------------------------------------------

    def open_menu(self, menu: Menu | None) -> None:
        """Open a menu, or close the one there is."""
        self.menu = menu

    def mark_line(self, number: int) -> None:
        """Mark a line of the open menu."""
        if self.menu is not None:
            self.menu = self.menu._replace(marked=number)

    def open_pile(self, pile: OpenPile | None) -> None:
        """List the cards of a pile from its beginning, or close the list."""
        self.pile, self.menu = pile, None
        self.look_for("")

    def look_for(self, words: str) -> None:
        """Search what is listed."""
        self.search, self.dialog_offset = words, 0

    def scroll_list(self, pixels: int, most: int) -> None:
        """Go so far down in what is listed, at most to its end."""
        self.dialog_offset = max(0, min(most, self.dialog_offset + pixels))

    def look_through(self, on: bool) -> None:
        """See the board through a dialog, or no longer."""
        self.peek = on

    # --- picking --------------------------------------------------------------------------------------------

    def pick(self, *options: int) -> None:
        """These options are picked so far."""
        self.picked = options

    def mark(self, option: int) -> None:
        """Mark an option in a dialog."""
        self.marked = option

    def begin(self, picked: tuple[int, ...], marked: int, search: str = "") -> None:
        """Something else is asked: no menu of an older prompt stays; the table's own does. What was asked
        before begins with what was done of it by then."""
        self.picked, self.marked, self.sliding = picked, marked, None
        if self.menu is not None and not self.menu.is_of_table:
            self.menu = None
        self.look_for(search)

    def slide(self, option: int, at: tuple[int, int] | None) -> None:
        """An option is dragged along its row, or let go there."""
        self.sliding = (option, at) if at is not None else None

    def wonder(self, card: int) -> None:
        """Show why this card cannot be played; 0: of none."""
        self.wonders = card

    def aim_with(self, attacker: int) -> None:
        """The attack of this monster is being aimed; of none, 0."""
        self.aiming = attacker

    def respond(self, mode: str) -> None:
        """When to be asked to respond from now on."""
        self.mode = mode

    # --- by hand --------------------------------------------------------------------------------------------

    def carry(self, dragged: DraggedCard | None, over: Place | None = None) -> None:
        """A card moves with the pointer, over a place where it may be let go; or is let go."""
        self.dragged, self.spot, self.lasso = dragged, over, None

    def fly(self, back: DraggedCard | None) -> None:
        """A card that was let go in vain is here on its way back; or has arrived."""
        self.flying = back

    def draw_box(self, box: Rect) -> None:
        """Draw a box around cards to choose them."""
        self.lasso = box

    # --- beside the board -----------------------------------------------------------------------------------

    def show_tab(self, tab: str) -> None:
        """Show the log, the chat, or the steps; the log from its end."""
        self.tab, self.log_offset = tab, 0

    def scroll_log(self, lines: int, most: int) -> None:
        """Go so many lines back in the log."""
        self.log_offset = max(0, min(most, self.log_offset + lines))

    def scroll_steps(self, rows: int, least: int = 0, most: int = 0) -> None:
        """Move the list of steps by so many rows, between these distances from where it lies by itself:
        around the step that the table stands after."""
        self.steps_offset = max(least, min(most, self.steps_offset + rows))

    def turn_around(self) -> None:
        """See the board from the other side."""
        self.near = 1 - self.near
