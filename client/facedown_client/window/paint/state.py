"""All input of the duel screen's painters as one value: the server's state (View, table) and the player's
input state.

The duel scene makes one for each frame. Painters and everything that lays out buttons read nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from facedown_client.board import BoardSpot, Choices, HandOffers, InteractionState, Layout, LogLine, OpenCard
from facedown_client.board.choices import NOTHING
from facedown_client.model import card_catalogue
from facedown_client.model.play_schedule import ShownPlay
from facedown_client.model.words.phrases import capital
from facedown_client.window.art.faces import FaceSnapshot
from facedown_client.window.look import Palette, Theme
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import Said, TableInfo
from facedown_shared.tables import FORMATS, TABLES, View, VisibleCard
from facedown_shared.text import Words, _, gettext_noop
from facedown_shared.text.words import NOTHING as NO_WORDS

DEFAULT_LIFE_POINTS = 8000
"""Life Points at a table whose format is unknown."""


POINTS = {"action": gettext_noop("ACT"), "resource": gettext_noop("RES")}
"""Short names of a player's points besides life."""

TAKE_BACK = "take_it_back"
"""Words ID of an option that takes back a card picked in an earlier answer."""

SHOWN_PARTS = frozenset({"view", "doing"})
"""The attributes of a frame that are tracked in depth, to decide whether a cached part is still valid."""


class ToolGroup(NamedTuple):
    """A group of buttons of the rail: its title, its size, and its columns."""

    title: str
    size: int
    columns: int


class LessonNote(NamedTuple):
    """What the pane shows of a lesson: its heading, the text of the open step, and the words of the button
    that leads on ("" for none).
    """

    heading: str
    text: str
    button: str


@dataclass(frozen=True)
class DuelFrame:
    """One frame of the duel screen."""

    theme: Theme
    layout: Layout
    faces: FaceSnapshot
    view: View
    table: TableInfo | None = None
    choices: Choices = NOTHING
    doing: InteractionState = field(default_factory=InteractionState)
    offers: HandOffers | None = None
    """The gestures available here; None for none."""
    chosen: tuple[int, ...] = ()
    """Cards chosen to be moved together by hand."""
    names: tuple[str, str] = ("", "")
    log: Sequence[LogLine] = ()
    chat: Sequence[Said] = ()
    unread: int = 0
    """Number of unread chat messages."""
    clocks: tuple[float, float] = (0.0, 0.0)
    """Seconds left, as they are shown."""
    absences: tuple[float | None, float | None] = (None, None)
    """Seconds for which an absent player may still be away; None while that is not counted."""
    hidden: frozenset[int] = frozenset()
    """Cards that are drawn by their animation, not in their place."""
    life: tuple[int, int] | None = None
    """Life Points shown while they count; None for those of the View."""
    waits: str = ""
    """The player that the viewer waits for and the reason, in words, after a delay."""
    notice: str = ""
    """The reason of the last failure, in a sentence."""
    opened: tuple[OpenCard, ...] = ()
    """Cards that lie open beside the board: excavated, revealed, searched for."""
    mode_note: str = ""
    """How often the player is asked, in words, while that is held or has just been changed."""
    mode_undo: bool = False
    """Whether that change can be undone."""
    tools: tuple[ToolGroup, ...] = ()
    """Groups of buttons in the rail for gestures without a card."""
    steps: Sequence[tuple[int, str]] = ()
    """At a solo table, the steps of the line that have words, by number."""
    lesson: LessonNote | None = None
    """The lesson that is played here."""
    match_result: str = ""
    """The result of a match that a player conceded, in the form of a duel's result."""
    reasons: tuple[str, ...] = ()
    """Reasons why the queried card cannot be played."""
    called: str = ""
    """A player's callout over the table: a throw, a quick word."""
    play: ShownPlay | None = None
    """The play that is shown now: an activation, a Summon, an attack."""
    play_share: float = 1.0
    """How far the play has opened, 0 to 1."""
    goes_on: bool = False
    """Whether a press only ends the play."""
    pulse: float = 1.0
    """Strength of the glow around legal cards."""
    grow: float = 1.0
    """How far the arrow of the newest Chain Link has grown, 0 to 1."""

    covered: bool = False
    """Whether the end of the match covers the board: proposals are answered only there."""
    put_away: bool = False
    """Whether that panel was shown and put away, so that the board is visible."""
    just_changed: bool = False
    """Whether the proposal has only just changed and takes no answer yet."""
    replayed: bool = False
    """Whether this is a replay, without actions and chat."""

    @property
    def palette(self) -> Palette:
        """The colours in use."""
        return self.theme.palette

    @property
    def near(self) -> int:
        """The seat shown below."""
        return self.layout.near

    @property
    def spots(self) -> tuple[BoardSpot, ...]:
        """The zones that exist now: some appear and disappear."""
        piles = self.view.piles
        return tuple(
            spot for spot in self.layout.spots
            if spot.pile or spot.place.pile not in piles
            or spot.place.slot < len(piles[spot.place.pile].handles)
        )  # fmt: skip

    @property
    def is_player(self) -> bool:
        """Whether the viewer has a seat and can act."""
        return self.view.viewer in (0, 1) and not self.replayed

    def facts(self, handle: int) -> Facts | None:
        """Return the printed facts of a card that this viewer may read."""
        seen = self.view.cards.get(handle)
        return self.facts_of(seen.code) if seen is not None and seen.code else None

    def facts_of(self, code: int) -> Facts | None:
        """Return the printed facts of a passcode: those from the server, else those that come with the
        program.
        """
        facts = self.view.facts.get(code)
        if facts is not None:
            return card_catalogue.in_own_language(facts)
        return card_catalogue.find_facts(code) if code else None

    @property
    def has_hands(self) -> bool:
        """Whether players of this table have hands."""
        return "hand" in TABLES[self.view.table].zones

    @property
    def highlighted_names(self) -> frozenset[str]:
        """The names to highlight in sentences: the players' and those of every card that the viewer may
        read.
        """
        cards = (card_catalogue.in_own_language(facts).name for facts in self.view.facts.values())
        return frozenset((*self.names, capital(_("you")), *cards))

    def effect_in_use(self, facts: Facts) -> Words:
        """Return the effect of this card that is being shown or is on the Chain; no words for none."""
        if self.play is not None and self.play.code == facts.code and self.play.words:
            return self.play.words
        links = (link for link in reversed(self.view.chain) if link.code == facts.code)
        return next((link.words for link in links if link.words), NO_WORDS)

    def visible_card(self, handle: int) -> VisibleCard | None:
        """Return a card as the viewer sees it now."""
        return self.view.cards.get(handle)

    def is_legal(self, handle: int) -> bool:
        """Return whether this card has a legal option where it lies."""
        return handle in self.choices.by_card

    def is_picked(self, option: int) -> bool:
        """Return whether an option is picked, or takes back a pick of an earlier answer."""
        return option in self.doing.picked or self.choices.options[option].words.id == TAKE_BACK

    def is_chosen(self, handle: int) -> bool:
        """Return whether a card is highlighted: picked, chosen, or with its menu open."""
        picked = any(self.is_picked(index) for index in self.choices.by_card.get(handle, ()))
        menu = self.doing.menu is not None and self.doing.menu.card == handle
        picked_cards = handle in self.choices.given.cards
        return (
            handle in self.chosen
            or picked
            or picked_cards
            or menu
            or (handle != 0 and handle == self.doing.aiming)
        )

    def life_of(self, seat: int) -> int | None:
        """Return the displayed Life Points, or None if the game has none."""
        return self.view.tallies.get(f"{seat}:life") if self.life is None else self.life[seat]

    def points_of(self, seat: int) -> str:
        """Return a player's other points in words; "" if the game counts only life."""
        tallies = self.view.tallies
        counted = {key[2:]: tallies[key] for key in tallies if key.startswith(f"{seat}:")}
        said = {name: _(POINTS.get(name, name)) for name in counted if name != "life"}
        return "  ".join(f"{word} {counted[name]}" for name, word in said.items())

    @property
    def full_life(self) -> int:
        """The Life Points of a full bar."""
        if self.table is not None and self.table.life is not None:
            return self.table.life
        rules = FORMATS.get(self.view.table)
        return rules.life if rules else DEFAULT_LIFE_POINTS
