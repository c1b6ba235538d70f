"""Everything the duel screen is drawn from, as one value: what is so (View, table), and what the player does.

Painters read it; the duel scene alone writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from client.board.choices import NOTHING, Choices
from client.board.layout import Layout, Rect
from client.data import known
from client.window.art.faces import Faces
from client.window.look.theme import Theme
from shared.cards.facts import Facts
from shared.formats import FORMATS
from shared.manual.menus import Offered
from shared.protocol.messages import TableInfo
from shared.view import Seen, View
from shared.zones import Place

FULL_LIFE = 8000
"""Of a table that belongs to no format of its own."""


class LogLine(NamedTuple):
    """One line of the log: words, whose (for its mark), and the turn it belongs to."""

    text: str
    turn: int
    kind: str = ""
    seat: int = -1
    number: int = 0
    """A Chain Link's number, where the line tells of one."""


class MenuLine(NamedTuple):
    """One line of a command menu: its title and a detail, and what it does: an option, an act by name, or
    something by hand. One with none of these is not offered now; its detail says why.
    """

    title: str
    detail: str = ""
    option: int = -1
    act: str = ""
    offered: Offered | None = None
    """What it does by hand."""
    key: str = ""
    """Its key, where that is not its number."""
    heading: bool = False
    """It stands over the lines below it."""

    @property
    def live(self) -> bool:
        """Whether it can be picked."""
        return self.option >= 0 or bool(self.act) or self.offered is not None


@dataclass
class Menu:
    """The command menu over a card or a pile."""

    entries: tuple[MenuLine, ...]
    anchor: Rect
    card: int = 0
    marked: int = 0


class Dragged(NamedTuple):
    """A card on its way with the pointer, and where it may be let go: True freely, False by an effect."""

    at: tuple[int, int]
    card: int = 0
    """Its handle; 0 for the top of a pile, which nobody can tell."""
    pile: Place | None = None
    goals: dict[Place, bool] = {}


@dataclass
class OpenPile:
    """An open list of a pile's cards."""

    place: Place
    title: str
    handles: tuple[int, ...] | None = None
    """The cards to list where they are not those of the place: Xyz Materials."""


@dataclass
class Doing:
    """What the player is doing: pointer, focus, menu, picks, and what is being read."""

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
    text_offset: int = 0
    mode: str = "able"
    unread: int = 0
    chosen: tuple[int, ...] = ()
    """Cards chosen together, to be moved by hand at once."""
    dragged: Dragged | None = None
    lasso: Rect | None = None
    """The box that is being drawn around cards to choose them."""
    reading: bool = False
    """The preview is enlarged over the board."""


@dataclass
class Shown:
    """One frame of the duel screen."""

    theme: Theme
    layout: Layout
    faces: Faces
    view: View
    table: TableInfo | None = None
    choices: Choices = NOTHING
    doing: Doing = field(default_factory=Doing)
    names: tuple[str, str] = ("Player 1", "Player 2")
    log: Sequence[LogLine] = ()
    chat: Sequence[tuple[str, str]] = ()
    clocks: tuple[float, float] = (0.0, 0.0)
    hidden: frozenset[int] = frozenset()
    """Cards in motion: drawn by the motion, not in their place."""
    life: tuple[int, int] | None = None
    """Life Points as shown while they count; None for those of the View."""
    notice: str = ""
    """What went wrong last, in a sentence."""
    tools: int = 0
    """How many buttons the rail has for what belongs to no card."""
    steps: Sequence[tuple[int, str]] = ()
    """Where a table is played alone: the steps of its line that there are words for, by number."""
    called: str = ""
    """What somebody has just called out over the table: a throw, a quick word."""

    @property
    def near(self) -> int:
        """The seat shown below."""
        return self.layout.near

    @property
    def player(self) -> bool:
        """Whether the viewer has a seat."""
        return self.view.viewer in (0, 1)

    def facts(self, handle: int) -> Facts | None:
        """Printed facts of a card this viewer may read."""
        seen = self.view.cards.get(handle)
        return self.facts_of(seen.code) if seen is not None and seen.code else None

    def facts_of(self, code: int) -> Facts | None:
        """Printed facts by passcode: as the server told them, else as they come with the program."""
        return self.view.facts.get(code) or (known.cards().get(code) if code else None)

    def seen(self, handle: int) -> Seen | None:
        """A card as the viewer sees it now."""
        return self.view.cards.get(handle)

    def is_legal(self, handle: int) -> bool:
        """Whether something may be done with this card where it lies."""
        return handle in self.choices.by_card

    def is_picked(self, handle: int) -> bool:
        """Whether this card is among what is picked so far."""
        return any(index in self.doing.picked for index in self.choices.by_card.get(handle, ()))

    def is_chosen(self, handle: int) -> bool:
        """Whether a card stands out: picked, chosen, or with its menu open."""
        if handle in self.doing.chosen:
            return True
        return self.is_picked(handle) or (self.doing.menu is not None and self.doing.menu.card == handle)

    def life_of(self, seat: int) -> int | None:
        """Life Points as they are shown now; None where a game has none."""
        if self.life is not None:
            return self.life[seat]
        return self.view.tallies.get(f"{seat}:life")

    def points_of(self, seat: int) -> str:
        """What else of a player is counted, in words; "" where a game counts life alone."""
        tallies = self.view.tallies
        counted = {key[2:]: tallies[key] for key in tallies if key.startswith(f"{seat}:")}
        return "  ".join(f"{name[:3].upper()} {value}" for name, value in counted.items() if name != "life")

    @property
    def full_life(self) -> int:
        """What a full bar of life stands for."""
        rules = FORMATS.get(self.view.table)
        return rules.life if rules else FULL_LIFE
