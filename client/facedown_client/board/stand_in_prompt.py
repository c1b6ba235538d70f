"""Our own prompt in place of the server's: answered once, then its answers are sent one by one.

An attack gets its target before it is declared, even if there is only one. Monsters that are summoned
together are marked all at once. Everything can be undone until the answer. Law: no pygame; the options and
the answers are the server's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from facedown_client.board.answer_planner import DIRECT_ATTACK_TARGET_INDEX, UNSAID, PlannedAnswers, key
from facedown_client.board.choices import MONSTERS, SEVERAL
from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.tables import SHARED_SEAT_INDEX, View
from facedown_shared.text import _, words

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
        out = frozenset(key(one) for one in self.own.options if one not in picked)
        said = PlannedAnswers(order=tuple(map(key, picked[1:])), out=out)
        return self.asked.options.index(picked[0]), said


def aim(asked: Prompt, option: int, view: View) -> StandIn:
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


def together(asked: Prompt, view: View) -> StandIn | None:
    """Return our own prompt that marks all cards of a one-by-one prompt at once.

    None for other prompts, or if only one card is left.
    """
    options = tuple(one for one in asked.options if one.verb != "done")
    most = min(len(options), _room(options, view))
    if asked.words.id not in SEVERAL or most < 2:
        return None
    least = int(len(options) == len(asked.options))
    asks = words("plain", _(SEVERAL[asked.words.id]))
    return StandIn(asked, Prompt(OWN_PROMPT_INDEX, "choice", asks, options, least, most, back=asked.back))


def _room(options: Sequence[Option], view: View) -> int:
    """Return the number of monsters that fit on the field.

    These are the free Main Monster Zones, plus one Extra Monster Zone if a monster comes from the Extra Deck.
    """
    main = view.pile(view.viewer, MONSTERS[0]).handles.count(0)
    places = (view.place_of(one.card) for one in options)
    return main + any(place is not None and place.zone == "extra_deck" for place in places)
