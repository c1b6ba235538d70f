"""Options of a prompt, sorted by where the player finds them: on a card, in a zone, in a dialog, on a button.

Law: plain values, no pygame. Every option has exactly one of these places, so the player can pick anything
that the server offers, also options with unknown verbs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from facedown_client.board.picked_cards import PickedSoFar
from facedown_client.board.placing import has_arrows
from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.tables import TABLES, Place, View
from facedown_shared.text import gettext_noop

LOOSE = frozenset({"yes", "no", "pass", "done", "direct"})
"""Verbs that answer the whole prompt: always buttons, even if the option names a card."""

ONE_BY_ONE = frozenset({"choose_next_effect"})
"""Prompts (by their words) that ask for one effect after the other until none is left."""

SEVERAL = {"choose_to_pendulum_summon": gettext_noop("Choose every monster to Pendulum Summon.")}
"""Prompts (by their words) that ask for one card after the other, with the question that replaces them to
pick all cards at once.
"""

ORDERING = frozenset({"order", "arrange"})
"""Verbs that put cards in an order, one after the other."""

REFUSING = frozenset({"no", "pass"})

ARRANGE = "arrange"
"""Kind of a prompt in which the order of the picks counts."""

IMMEDIATE_VERBS = frozenset({"use_it_at_once"})
"""Response windows (by their words) for one effect of one card: shown as a question."""

LEADING = (
    "attack", "special_summon", "flip_summon", "summon", "activate", "apply", "by_hand", "pendulum_summon",
    "change_position", "set",
)  # fmt: skip
"""Verbs in menu order, the most common first. Other verbs come before the last two."""

MONSTERS = ("monster", "extra_monster")
FIRST_SLOTS = (2, 1, 3, 0, 4)
"""Slots of a row of five in the order in which they are filled."""


class Shape(StrEnum):
    """Way in which a prompt is shown."""

    NONE = "none"
    """No prompt is open."""
    ACT = "act"
    """Cards glow; a click opens their menu or acts."""
    PICK = "pick"
    """Cards are picked on the board and in the hand."""
    ZONE = "zone"
    """Zones are picked on the board."""
    CARDS = "cards"
    """Cards are picked in a dialog."""
    POSITION = "position"
    """Dialog with an image of the card in each position."""
    HANDS = "hands"
    """No prompt: the player moves cards by hand at any time."""
    ASK = "ask"
    """Dialog with a few buttons: words or numbers."""
    ORDER = "order"
    """Row of cards that the player orders before answering."""
    QUESTION = "question"
    """Yes or no about one card, shown with its text."""


ASKING = (Shape.POSITION, Shape.ASK, Shape.QUESTION)
"""Dialogs that list every option."""


@dataclass(frozen=True)
class Choices:
    """Sorted options of a prompt. Numbers are indices into the prompt's options."""

    prompt: Prompt | None = None
    shape: Shape = Shape.NONE
    by_card: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Options of each card on the board or in the hand, by its handle."""
    by_place: dict[Place, int] = field(default_factory=dict)
    listed: tuple[int, ...] = ()
    """Options that a dialog shows, in the order of the prompt."""
    phases: dict[str, int] = field(default_factory=dict)
    buttons: tuple[int, ...] = ()
    """Options without a place of their own: pass, done, direct attack, cancel."""
    given: PickedSoFar = field(default_factory=PickedSoFar)
    """Cards picked one by one on the board so far, and the number of each."""

    @property
    def options(self) -> tuple[Option, ...]:
        """Return all options of the prompt."""
        return self.prompt.options if self.prompt else ()

    @property
    def is_multiple(self) -> bool:
        """Return whether the player may pick more than one option, or none, and then confirms."""
        return self.prompt is not None and (self.prompt.most > 1 or self.prompt.least == 0)

    @property
    def is_modal(self) -> bool:
        """Return whether a dialog covers the board."""
        return self.shape in (Shape.CARDS, Shape.POSITION, Shape.ASK, Shape.QUESTION, Shape.ORDER)

    @property
    def pass_option(self) -> int | None:
        """Return the option to pass or be done; None without one."""
        verbs = [option.verb for option in self.options]
        return next((verbs.index(verb) for verb in ("pass", "done", "no") if verb in verbs), None)

    @property
    def direct_option(self) -> int | None:
        """Return the option to attack the opponent directly; None without one."""
        directs = (index for index in self.buttons if self.options[index].verb == "direct")
        return next(directs, None) if self.shape is Shape.PICK else None

    @property
    def numbered_options(self) -> dict[int, int]:
        """Return the option of each number key; empty where cards glow.

        A card keeps its number while the same prompt repeats, also when other cards are gone.
        """
        if self.shape is Shape.ZONE:
            return dict(enumerate(self.by_place.values(), 1))
        if self.shape is not Shape.PICK:
            return dict(enumerate(self.listed, 1))
        direct = () if self.direct_option is None else (self.direct_option,)
        if not self.given.numbers:
            picks = (index for card in self.by_card for index in self.by_card[card])
            return dict(enumerate((*picks, *direct), 1))
        numbered = {
            number: self.by_card[card][0]
            for card, number in self.given.numbers.items()
            if card in self.by_card
        }
        return numbered | dict(enumerate(direct, len(self.given.numbers) + 1))

    @property
    def escape_option(self) -> int | None:
        """Return the option that Esc answers: a pass in a response window, "no" to our own question, or the
        only option. None if the answer would be final.
        """
        prompt, passing = self.prompt, self.pass_option
        if prompt is None or passing is None:
            return None
        window = prompt.kind == "response" and self.shape is not Shape.QUESTION
        return passing if window or prompt.ask < 0 or len(prompt.options) == 1 else None

    def button_key(self, option: int) -> str:
        """Return the key of an answer beside the cards: Esc if the prompt can come again, else N; "" for
        none.
        """
        if option == self.escape_option and not (self.prompt and self.prompt.back):
            return "Esc"
        return "N" if option == self.pass_option else ""

    @property
    def yes_no_options(self) -> tuple[int | None, int | None]:
        """Return the options for yes and no; None for an answer that is not offered."""
        yes = next((index for index in self.listed if self.options[index].verb not in REFUSING), None)
        return yes, next((index for index in self.listed if self.options[index].verb in REFUSING), None)

    def is_complete(self, picked: Iterable[int]) -> bool:
        """Return whether this number of picks may be sent."""
        return self.prompt is not None and self.prompt.least <= len(set(picked)) <= self.prompt.most


NOTHING = Choices()


def sort_options(prompt: Prompt | None, view: View | None, before: PickedSoFar | None = None) -> Choices:
    """Sort a prompt's options for this View. `before`: cards picked one by one so far."""
    if prompt is None or view is None:
        return NOTHING
    shape = _shape(prompt, view)
    by_card: dict[int, tuple[int, ...]] = {}
    by_place: dict[Place, int] = {}
    phases: dict[str, int] = {}
    listed: list[int] = []
    buttons: list[int] = []

    def rank(index: int) -> int:
        return verb_rank(prompt.options[index].verb)

    for index, option in enumerate(prompt.options):
        if shape is Shape.ZONE and option.place is not None:
            by_place[option.place] = index
        elif option.verb == "phase":
            phases[option.text] = index
        elif option.verb in LOOSE and shape not in (Shape.ASK, Shape.QUESTION):
            buttons.append(index)
        elif shape in (Shape.ACT, Shape.PICK) and option.card:
            by_card[option.card] = tuple(sorted((*by_card.get(option.card, ()), index), key=rank))
        elif _in_dialog(shape, option):
            listed.append(index)
        else:
            buttons.append(index)
    picked = (before or PickedSoFar()).for_prompt(prompt, view) if shape is Shape.PICK else PickedSoFar()
    return Choices(prompt, shape, by_card, by_place, tuple(listed), phases, tuple(buttons), picked)


def verb_rank(verb: str) -> int:
    """Return the menu position of a verb."""
    return 2 * LEADING.index(verb) if verb in LEADING else 2 * len(LEADING) - 3


def _in_dialog(shape: Shape, option: Option) -> bool:
    named = bool(option.card or option.code)
    return named if shape in (Shape.CARDS, Shape.ORDER) else shape in ASKING


def _shape(prompt: Prompt, view: View) -> Shape:
    verbs = {option.verb for option in prompt.options}
    cards = [option for option in prompt.options if option.card or option.code]
    if prompt.kind == "by_hand":
        return Shape.HANDS
    if prompt.declare:
        return Shape.CARDS
    if _is_question(prompt):
        return Shape.QUESTION
    if is_ordered(prompt) and len(cards) > 1:
        return Shape.ORDER
    if prompt.kind == "trigger" and len(cards) > 1:
        return Shape.CARDS
    if prompt.kind in ("turn", "response", "trigger", "confirm"):
        return Shape.ACT if all(option.card for option in cards) else Shape.CARDS
    if verbs and all(option.place is not None for option in prompt.options):
        return Shape.ZONE
    if verbs == {"position"}:
        return Shape.POSITION
    if "direct" in verbs and all(is_on_board(view, option.card) for option in cards):
        return Shape.PICK
    if not cards or _needs_words(cards):
        return Shape.ASK
    return Shape.PICK if all(is_on_board(view, option.card) for option in cards) else Shape.CARDS


def is_ordered(prompt: Prompt) -> bool:
    """Return whether the prompt asks for the next item of an order."""
    verbs = {option.verb for option in prompt.options}
    return prompt.words.id in ONE_BY_ONE or any(verbs == {verb} for verb in ORDERING)


def is_one_by_one(prompt: Prompt) -> bool:
    """Return whether the prompt asks for one item after the other."""
    return is_ordered(prompt) or prompt.words.id in SEVERAL


def _is_question(prompt: Prompt) -> bool:
    """Return whether the prompt is a yes/no question: an optional trigger, or an effect used at once."""
    verbs = [option.verb for option in prompt.options]
    if verbs and {*verbs} <= {"yes", "no"}:
        return True
    about_one = prompt.kind == "trigger" or prompt.words.id in IMMEDIATE_VERBS
    return about_one and len(verbs) == 2 and sum(verb in REFUSING for verb in verbs) == 1


def _needs_words(cards: list[Option]) -> bool:
    """Return whether one card is offered several times, so that the options differ by words only."""
    handles = [option.card for option in cards if option.card]
    return len(set(handles)) < len(handles)


def is_on_board(view: View, handle: int) -> bool:
    """Return whether a card can be clicked: in a zone of the field, or in the viewer's own hand."""
    place = view.place_of(handle) if handle else None
    if place is None:
        return False
    if place.zone == "hand":
        return place.seat == view.viewer
    zone = TABLES[view.table].zones.get(place.zone) if view.table in TABLES else None
    return zone is not None and zone.slots is not None


# --- the zone for a card where the choice does not matter: what most would take, without a prompt -----------
# Uses the prompt and the own View alone; the middle first, so that the sides stay free for scales.


def zone_rank(option: Option) -> tuple[bool, int]:
    """Return how early a zone is chosen by default: main zones before shared ones."""
    place = option.place
    if place is None:
        return True, len(FIRST_SLOTS)
    early = FIRST_SLOTS.index(place.slot) if place.slot in FIRST_SLOTS else len(FIRST_SLOTS)
    return place.zone == "extra_monster", early


def default_zone(prompt: Prompt, view: View | None) -> int | None:
    """Return the default zone for a player who does not want to choose; None for other prompts."""
    places = [option.place for option in prompt.options if option.place is not None]
    if view is None or len(places) != len(prompt.options) or (prompt.least, prompt.most) != (1, 1):
        return None
    if any(option.verb != "zone" for option in prompt.options) or not places:
        return None
    if len({(place.seat, place.zone) for place in places}) > 1:
        return None
    if places[0].zone in MONSTERS and (_has_link_monster(view) or has_arrows(prompt, view)):
        return None
    return min(range(len(prompt.options)), key=lambda index: zone_rank(prompt.options[index]))


def _has_link_monster(view: View) -> bool:
    """Return whether a Link Monster is on the field, so that the choice of a zone matters."""
    links = (view.place_of(handle) for handle, seen in view.cards.items() if seen.link)
    return any(place is not None and place.zone in MONSTERS for place in links)
