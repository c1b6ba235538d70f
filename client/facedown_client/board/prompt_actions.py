"""Clicks and keys on a prompt: menus, picks, answers and undo, as state and messages. No pygame here.

A prompt is answered once: after an answer nothing can be picked until the server asks again or refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from facedown_client.board import name_prompt
from facedown_client.board.answer_planner import (
    DIRECT_ATTACK_TARGET_INDEX,
    UNSAID,
    AnswerPlanner,
    PlannedAnswers,
    option_key,
)
from facedown_client.board.choices import (
    MONSTERS,
    NOTHING,
    SEVERAL,
    Choices,
    Shape,
    default_zone,
    is_one_by_one,
    sort_options,
)
from facedown_client.board.interaction_state import InteractionState, Menu, MenuLine, OpenPile
from facedown_client.board.layout import Rect
from facedown_client.board.picked_cards import PickedSoFar
from facedown_client.board.placing import placed_zone
from facedown_client.model.words.phrases import PlayerNames, capital, does_words, place_words
from facedown_shared.manual.menus import MenuOffer
from facedown_shared.protocol.asking import DEFAULT
from facedown_shared.protocol.messages import Answer, AutoPass, Option, Prompt, Refused, ToServer
from facedown_shared.tables import SHARED_SEAT_INDEX, TABLES, Place, View
from facedown_shared.text import _, gettext_noop, words

GRAVEYARD_ORDER = "which_goes_to_graveyard"
"""Words ID of a prompt for the next card that goes to the Graveyard, of several that go together."""

OWN_PROMPT_INDEX = -2
"""Number of our own prompt. Server prompts are not negative, and manual prompts are lower."""


class StandIn(NamedTuple):
    """The server's prompt, and our own. `option`: the option that is aimed; -1 for several marked ones."""

    asked: Prompt
    own: Prompt
    option: int = -1

    @property
    def attacker(self) -> int:
        """Return the handle of the attacking monster; 0 for none."""
        return self.asked.options[self.option].card if self.option >= 0 else 0

    def answer(self, picks: Sequence[int]) -> tuple[int, PlannedAnswers]:
        """Return the server's option for the first pick of our own prompt, and the planned answers."""
        picked = [self.own.options[pick] for pick in picks]
        if self.option >= 0:
            return self.option, PlannedAnswers(target=picked[0].card)
        if not picked:
            return next(at for at, one in enumerate(self.asked.options) if one.verb == "done"), UNSAID
        out = frozenset(option_key(one) for one in self.own.options if one not in picked)
        said = PlannedAnswers(order=tuple(map(option_key, picked[1:])), out=out)
        return self.asked.options.index(picked[0]), said


def aim_prompt(asked: Prompt, option: int, view: View) -> StandIn:
    """Return our own prompt that aims the attack of this option."""
    attacker = view.cards.get(asked.options[option].card)
    targets = targets_of(asked.options[option], view)
    options = tuple(
        Option("attack", card) if card != DIRECT_ATTACK_TARGET_INDEX else Option("direct") for card in targets
    )
    asks = words("what_does_it_attack", attacker.code if attacker is not None else 0)
    return StandIn(asked, Prompt(OWN_PROMPT_INDEX, "choice", asks, options, back=True), option)


def targets_of(option: Option, view: View) -> tuple[int, ...]:
    """Return the possible targets, the opponent as OPPONENT. Without a list: all monsters opposite."""
    if option.targets:
        return option.targets
    piles = (view.pile(seat, zone) for seat in (1 - view.viewer, SHARED_SEAT_INDEX) for zone in MONSTERS)
    handles = [handle for pile in piles for handle in pile.handles if handle]
    found = tuple(handle for handle in handles if view.cards[handle].controller != view.viewer)
    return found or (DIRECT_ATTACK_TARGET_INDEX,)


def merge_one_by_one(asked: Prompt, view: View) -> StandIn | None:
    """Return our own prompt that marks all cards of a one-by-one prompt at once.

    None for other prompts, or if only one card is left.
    """
    options = tuple(one for one in asked.options if one.verb != "done")
    most = min(len(options), _monster_limit(options, view))
    if asked.words.id not in SEVERAL or most < 2:
        return None
    least = int(len(options) == len(asked.options))
    asks = words("plain", _(SEVERAL[asked.words.id]))
    return StandIn(asked, Prompt(OWN_PROMPT_INDEX, "choice", asks, options, least, most, back=asked.back))


def _monster_limit(options: Sequence[Option], view: View) -> int:
    """Return the number of monsters that fit on the field.

    These are the free Main Monster Zones, plus one Extra Monster Zone if a monster comes from the Extra Deck.
    """
    main = view.pile(view.viewer, MONSTERS[0]).handles.count(0)
    places = (view.place_of(one.card) for one in options)
    return main + any(place is not None and place.zone == "extra_deck" for place in places)


TITLES = {
    "summon": gettext_noop("Summon"),
    "set": gettext_noop("Set"),
    "activate": gettext_noop("Activate"),
    "special_summon": gettext_noop("Special Summon"),
    "flip_summon": gettext_noop("Flip Summon"),
    "pendulum_summon": gettext_noop("Pendulum Summon"),
    "change_position": gettext_noop("Change position"),
    "attack": gettext_noop("Attack"),
    "direct": gettext_noop("Attack directly"),
    "pass": gettext_noop("Pass"),
    "done": gettext_noop("Done"),
    "by_hand": gettext_noop("Activate by hand"),
    "apply": gettext_noop("Carry out by hand"),
    "confirm": gettext_noop("Yes, that is what it does"),
    "object": gettext_noop("No, it does something else"),
    "yes": gettext_noop("Yes"),
    "no": gettext_noop("No"),
    "from_a_pile": gettext_noop("From a pile"),
}
"""Titles of verbs in menus and on buttons; other verbs are shown as they are."""


ABOUT_ONE = (Shape.QUESTION, Shape.POSITION, Shape.ZONE)
"""Prompts about one card: the preview shows it as soon as they open."""


def verb_title(option: Option) -> str:
    """Return the title of an option in a menu or on a button."""
    if option.verb == "no" and option.words:
        return does_words(option, None)
    title = _(TITLES.get(option.verb, "")) or option.verb.replace("_", " ").capitalize()
    return title or does_words(option, None)


class SuspendedPrompt(NamedTuple):
    """Prompt that was interrupted, with its stand-in, its picks, its mark and its search."""

    asked: Prompt
    stand: StandIn | None
    picked: tuple[int, ...]
    marked: int
    search: str


class PromptActions:
    """Actions of a player on a prompt. `send` sends a message.

    `asks_zones`: ask the player also for zones whose choice does not matter. `places_cards`: choose a Main
    Monster Zone for the player where possible. `is_seeking`: the player goes through the steps of a line, so
    that an answer would delete the later ones: no zone is chosen for them. `asks_orders`: ask also for the
    order of the player's cards that go to a Graveyard together.
    """

    def __init__(
        self, send: Callable[[ToServer], None], by_hand: Callable[[MenuOffer], object] = repr,
        mode: str = DEFAULT, asks_zones: Callable[[], bool] = lambda: True,
        places_cards: Callable[[], bool] = lambda: False, is_seeking: Callable[[], bool] = lambda: False,
        asks_orders: Callable[[], bool] = lambda: True,
    ) -> None:  # fmt: skip
        self.send, self.by_hand = send, by_hand
        self.asks_zones, self.places_cards, self.is_seeking = asks_zones, places_cards, is_seeking
        self.asks_orders = asks_orders
        self.doing = InteractionState(mode)
        self.ahead = AnswerPlanner()
        self.choices: Choices = NOTHING
        self.view: View | None = None
        self.names = ("", "")
        self._stand: StandIn | None = None
        self._given = PickedSoFar()
        """Cards picked one by one for the present or the last prompt."""
        self._prompt: Prompt | None = None
        self._put_by: SuspendedPrompt | None = None
        """Interrupted prompt, in case it is asked again."""
        self._declaring = -1
        """Number of the open prompt for a name: typed text stays while search results change."""
        self._sent: tuple[int, Prompt | None] = (-1, None)
        """Seat and prompt of the last answer: a solo player has prompt numbers for each seat."""

    # --- the prompt -----------------------------------------------------------------------------------------

    def take_prompt(
        self, prompt: Prompt | None, view: View | None, refused: Refused | None = None,
        names: tuple[str, str] = ("", ""),
    ) -> None:  # fmt: skip
        """Take the present prompt; drop the picks and menus of the last one."""
        self.names = names
        seat = view.viewer if view is not None else -1
        (whose, sent), is_new = self._sent, False
        if refused is not None and sent is not None and (seat, refused.ask) == (whose, sent.ask):
            self._sent, is_new = (-1, None), True
            self.ahead.discard_plan()
        if prompt is not None and ((seat, prompt) == self._sent or self._has_declared(seat, prompt)):
            prompt = None
        prompt, again = self._restore_prompt(prompt)
        prompt = self._current_stand_in(prompt)
        if prompt is self._prompt and view is self.view:
            return
        fresh = prompt is not self._prompt
        self._prompt, self.view = prompt, view
        self.choices = sort_options(prompt, view, self._given)
        self._given = self.choices.given if prompt is not None else self._given
        if fresh:
            self._start_prompt(prompt)
            if prompt is not None and view is not None and not (is_new or again):
                self._answer_unseen(prompt, view)
        if again is not None:
            self.doing.aim_with(again.stand.attacker if again.stand is not None else 0)
            self.doing.start_prompt(again.picked, again.marked, again.search)

    def _has_declared(self, seat: int, prompt: Prompt) -> bool:
        """Return whether a name was already declared for this prompt, so that search results do not restart
        it.
        """
        whose, sent = self._sent
        return prompt.declare and sent is not None and (whose, sent.ask) == (seat, prompt.ask)

    def _restore_prompt(self, prompt: Prompt | None) -> tuple[Prompt | None, SuspendedPrompt | None]:
        """Return the prompt as known before an interruption, with its picks restored.

        Interruptions: a lost connection, or a move of the table to another server.
        """
        known = self._stand.asked if self._stand is not None else self._prompt
        if prompt is not None and (prompt is known or prompt == known):
            return known, None
        if prompt is None and known is not None and known.kind != "by_hand":
            doing = self.doing
            self._put_by = SuspendedPrompt(known, self._stand, doing.picked, doing.marked, doing.search)
            return None, None
        before = self._put_by
        if prompt is None or before is None:
            return prompt, None
        self._put_by = None
        if prompt != before.asked:
            return prompt, None
        self._stand = before.stand
        return before.asked, before

    def _answer_unseen(self, prompt: Prompt, view: View) -> None:
        """Answer a prompt that the player need not see: a planned answer, a zone or an order that does not
        matter, a planned choice during undo, or the next card of a set marked at once.
        """
        if self.ahead.must_undo_more(prompt):
            self.undo_choice()
            return
        said = self.ahead.planned_option(prompt, in_turn=is_one_by_one(prompt))
        may_choose = prompt.ask >= 0 and not self.is_seeking()
        if said is None and may_choose and self.places_cards():
            said = placed_zone(prompt, view)
        if said is None and may_choose and not self.asks_zones():
            said = default_zone(prompt, view)
        if said is None and may_choose and prompt.words.id == GRAVEYARD_ORDER and not self.asks_orders():
            said = 0
        if said is not None:
            self._reply(prompt, (said,), own=False)
        elif (standing := merge_one_by_one(prompt, view)) is not None:
            self._set_stand_in(standing)

    def _current_stand_in(self, prompt: Prompt | None) -> Prompt | None:
        """Return our own prompt while it replaces this one."""
        if self._stand is not None and prompt is self._stand.asked:
            return self._stand.own
        self._stand = None
        self.doing.aim_with(0)
        return prompt

    def _start_prompt(self, prompt: Prompt | None) -> None:
        """Start a new prompt. On a manual table everything open stays open."""
        doing, choices = self.doing, self.choices
        if prompt is not None and prompt.kind == "by_hand":
            doing.pick()
            doing.mark(-1)
            return
        single = choices.shape is Shape.CARDS and len(choices.listed) == 1
        picked = prompt.usual if prompt is not None else ()
        picked = choices.listed if choices.shape is Shape.ORDER else picked
        is_search = prompt is not None and prompt.declare and prompt.ask == self._declaring
        self._declaring = prompt.ask if prompt is not None and prompt.declare else -1
        doing.start_prompt(picked, choices.listed[0] if single else -1, doing.search if is_search else "")
        if prompt is not None and (prompt.card or prompt.code) and prompt.kind != "response":
            self.show_card(prompt.card, prompt.code)
        elif choices.shape in ABOUT_ONE:
            about = max(choices.options, key=lambda option: option.card)
            self.show_card(about.card, about.code)
        if prompt is not None and doing.pile is not None:
            doing.open_pile(None)

    def show_card(self, card: int, code: int = 0) -> None:
        """Show a card in the preview, with its current values, else by its passcode."""
        seen = self.view.cards.get(card) if self.view is not None else None
        self.doing.show_card(seen.code if seen is not None else code, card)

    @property
    def is_asked(self) -> bool:
        """Return whether an unanswered prompt is open."""
        return self.choices.prompt is not None

    def answer(self, *picks: int) -> None:
        """Answer the prompt with these options. An attack without a target is aimed first."""
        prompt, standing = self.choices.prompt, self._stand
        if prompt is None:
            return
        if standing is not None:
            self._set_stand_in(None)
            self.declare(*standing.answer(picks))
        elif len(picks) == 1 and self._is_attack(picks[0]) and self.view is not None:
            self._set_stand_in(aim_prompt(prompt, picks[0], self.view))
        else:
            self._reply(prompt, picks)

    def _reply(
        self, prompt: Prompt, picks: tuple[int, ...], said: PlannedAnswers | None = None, *, own: bool = True
    ) -> None:
        """Send an answer of the player or of the client."""
        self.ahead.note_answer(prompt, said, own=own)
        if len(picks) == 1:
            self._given = self._given.with_pick(prompt.options[picks[0]], self.view)
        self._close(prompt)
        self.send(name_prompt.make_answer(prompt, picks))

    def _is_attack(self, index: int) -> bool:
        prompt = self.choices.prompt
        return prompt is not None and prompt.kind == "turn" and prompt.options[index].verb == "attack"

    def declare(self, option: int, said: PlannedAnswers) -> None:
        """Answer with an option, and plan answers that are already settled: target, zone, position."""
        prompt = self.choices.prompt
        if prompt is not None:
            self._reply(prompt, (option,), replace(said, card=prompt.options[option].card))

    def _set_stand_in(self, standing: StandIn | None) -> None:
        """Show our own prompt in place of the server's; None removes it."""
        before, self._stand = self._stand, standing
        self.doing.aim_with(standing.attacker if standing is not None else 0)
        prompt = standing.own if standing is not None else before.asked if before is not None else None
        self._prompt, self.choices = prompt, sort_options(prompt, self.view)
        self._start_prompt(prompt)

    def undo_choice(self) -> bool:
        """Undo the last choice, if the prompt allows it."""
        prompt = self.choices.prompt
        if prompt is None or not prompt.back:
            return False
        if self._stand is not None:
            aimed, prompt = bool(self._stand.attacker), self._stand.asked
            self._set_stand_in(None)
            if aimed:
                return True
        self.ahead.restore_previous()
        self._close(prompt)
        self.send(Answer(prompt.ask, back=True))
        return True

    def _close(self, prompt: Prompt) -> None:
        self._put_by = None
        self._sent = (self.view.viewer if self.view is not None else -1, prompt)
        self._prompt, self.choices, self._stand = None, NOTHING, None
        self.doing.aim_with(0)
        self.doing.open_menu(None)
        self.doing.pick()
        self.doing.mark(-1)

    # --- picking --------------------------------------------------------------------------------------------

    def pick(self, index: int) -> None:
        """Pick an option: answer at once if one is needed, else add or remove it."""
        choices = self.choices
        if choices.prompt is None or not 0 <= index < len(choices.options):
            return
        if not choices.is_multiple:
            self.answer(index)
            return
        picked = self.doing.picked
        if index in picked:
            self.doing.pick(*(other for other in picked if other != index))
        elif len(picked) < choices.prompt.most:
            self.doing.pick(*picked, index)
        elif choices.prompt.most == 1:
            self.doing.pick(index)

    def mark(self, index: int) -> None:
        """Mark an option in a dialog without answering; with several picks, mark again to remove it."""
        if self.choices.is_multiple:
            self.pick(index)
        else:
            self.doing.pick(index)
        self.doing.mark(index)

    def confirm(self) -> bool:
        """Send the picks if there are enough."""
        if self.choices.shape is Shape.ORDER:
            return self._confirm_order()
        if not self.is_asked or not self.choices.is_complete(self.doing.picked):
            return False
        self.answer(*self.doing.picked)
        return True

    # --- an order -------------------------------------------------------------------------------------------

    def move_in_order(self, index: int, step: int) -> None:
        """Put an option at a position of the order, counted from 0."""
        rest = [other for other in self.doing.picked if other != index]
        rest.insert(max(0, min(len(rest), step)), index)
        self.doing.pick(*rest)

    def toggle_in_order(self, index: int) -> None:
        """Leave an option out of the order if allowed, or add it back as the last."""
        picked = self.doing.picked
        if index not in picked:
            self.doing.pick(*picked, index)
        elif self.choices.pass_option is not None:
            self.doing.pick(*(other for other in picked if other != index))

    def _confirm_order(self) -> bool:
        """Answer with the first option of the order, and plan the rest."""
        first, *rest = self.doing.picked or (self.choices.pass_option,)
        if first is None:
            return False
        keys = {index: option_key(self.choices.options[index]) for index in self.choices.listed}
        out = frozenset(keys[index] for index in keys if index not in self.doing.picked)
        rest = rest if self.choices.pass_option is not None else rest[:-1]  # no prompt comes for the last one
        self.declare(first, PlannedAnswers(order=tuple(keys[index] for index in rest), out=out))
        return True

    # --- cards and piles ------------------------------------------------------------------------------------

    def act_on(self, handle: int, anchor: Rect) -> bool:
        """Handle a click on a card: open its menu, make an only pick, or aim an attack."""
        self.doing.open_menu(None)
        self.show_card(handle)
        options = self.choices.by_card.get(handle, ())
        if not options:
            return False
        if len(options) == 1 and (self.choices.shape is Shape.PICK or self.choices.is_multiple):
            self.pick(options[0])
        elif len(options) == 1 and self._is_attack(options[0]):
            self.answer(options[0])
        else:
            entries = tuple(self.menu_line(index) for index in options)
            self.doing.open_menu(Menu(entries, anchor, handle))
        return True

    def menu_line(self, index: int) -> MenuLine:
        """Return the menu line of an option."""
        option = self.choices.options[index]
        detail = does_words(option, self.view)
        detail = detail if detail != verb_title(option) else ""
        if not detail and option.verb == "activate" and self.view is not None and self.view.chain:
            detail = _("as Chain Link {number}", number=len(self.view.chain) + 1)
        return MenuLine(verb_title(option), detail, index)

    def take_menu_line(self, entry: MenuLine) -> str:
        """Take a menu line: answer, or return the name of the act that the scene performs."""
        self.doing.open_menu(None)
        if entry.option >= 0 and entry.said is not None:
            self.declare(entry.option, entry.said)
        elif entry.option >= 0:
            self.answer(entry.option)
        elif entry.offered is not None:
            self.by_hand(entry.offered)
        return entry.act

    def open_pile(self, place: Place) -> bool:
        """List the cards of a pile."""
        table = TABLES.get(self.view.table) if self.view else None
        zone = table.zones.get(place.zone) if table else None
        if self.view is None or zone is None or zone.slots is not None or zone.name == "hand":
            return False
        pile = Place(place.seat, place.zone)
        mine = place.seat == self.view.viewer
        title = capital(
            place_words(
                pile, self.view.table, PlayerNames.for_reader(place.seat, self.names) if mine else self.names
            )
        )
        if mine and zone.name == "banished":
            title = _("Your banished cards")
        opened = self.doing.pile
        again = opened is not None and opened.place == pile
        self.doing.open_pile(None if again else OpenPile(pile, title))
        return True

    # --- leaving things -------------------------------------------------------------------------------------

    def escape(self) -> bool:
        """Handle Esc or the right button: close what is open, else undo, else pass a response window."""
        doing = self.doing
        if doing.menu is not None:
            doing.open_menu(None)
        elif doing.reading:
            doing.enlarge(False)
        elif doing.pile is not None:
            doing.open_pile(None)
        elif self.undo_choice():
            return True
        elif self.choices.shape is Shape.ORDER:
            doing.pick(*self.choices.listed)
        elif doing.picked:
            doing.pick()
        else:
            return self.pass_if_safe()
        return True

    def pass_if_safe(self) -> bool:
        """Pass, unless that would be final."""
        index = self.choices.escape_option
        if index is not None:
            self.answer(index)
        return index is not None

    def answer_question(self, yes: bool) -> bool:
        """Answer a question with yes or no, if offered."""
        index = self.choices.yes_no_options[0 if yes else 1] if self.choices.shape is Shape.QUESTION else None
        if index is not None:
            self.answer(index)
        return index is not None

    def set_prompt_mode(self, mode: str, *, held: bool = False) -> None:
        """Set when to be asked to respond; with `held`, only while a key is down."""
        self.doing.set_prompt_mode(mode)
        self.send(AutoPass(mode, held))
