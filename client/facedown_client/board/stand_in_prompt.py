"""A prompt of our own in place of the server's: answered once, its answers are sent one by one.

An attack gets its target before it is declared, even a sole one; monsters that come together are marked all
at once. Until it is answered, everything can be undone. Law: no pygame; it offers the server's options, and
its answers are the server's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from facedown_client.board.answer_planner import DIRECT_ATTACK_TARGET_INDEX, UNSAID, PlannedAnswers, key
from facedown_client.board.choices import MONSTERS, SEVERAL
from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import SHARED_SEAT_INDEX
from facedown_shared.text.language import _
from facedown_shared.text.words import words

OWN_PROMPT_INDEX = -2
"""The number of our own prompt; no server's is negative, and what hands ask is lower."""


class StandIn(NamedTuple):
    """The server's prompt, and our own. `option`: the one that is aimed; -1 where several are marked."""

    asked: Prompt
    own: Prompt
    option: int = -1

    @property
    def attacker(self) -> int:
        """The handle of the monster that attacks; 0 for none."""
        return self.asked.options[self.option].card if self.option >= 0 else 0

    def answer(self, picks: Sequence[int]) -> tuple[int, PlannedAnswers]:
        """Return the server's option with which these picks of our own prompt begin, and the answers
        ahead.
        """
        picked = [self.own.options[pick] for pick in picks]
        if self.option >= 0:
            return self.option, PlannedAnswers(target=picked[0].card)
        if not picked:
            return next(at for at, one in enumerate(self.asked.options) if one.verb == "done"), UNSAID
        out = frozenset(key(one) for one in self.own.options if one not in picked)
        said = PlannedAnswers(order=tuple(map(key, picked[1:])), out=out)
        return self.asked.options.index(picked[0]), said


def aim(asked: Prompt, option: int, view: View) -> StandIn:
    """Begin to aim the attack that this option of the open prompt stands for."""
    attacker = view.cards.get(asked.options[option].card)
    targets = targets_of(asked.options[option], view)
    options = tuple(
        Option("attack", card) if card != DIRECT_ATTACK_TARGET_INDEX else Option("direct") for card in targets
    )
    asks = words("what_does_it_attack", attacker.code if attacker is not None else 0)
    return StandIn(asked, Prompt(OWN_PROMPT_INDEX, "choice", asks, options, back=True), option)


def targets_of(option: Option, view: View) -> tuple[int, ...]:
    """Return the possible targets, the opponent as OPPONENT; from a server that does not list them, all
    monsters opposite.
    """
    if option.targets:
        return option.targets
    piles = (view.pile(seat, zone) for seat in (1 - view.viewer, SHARED_SEAT_INDEX) for zone in MONSTERS)
    handles = [handle for pile in piles for handle in pile.handles if handle]
    found = tuple(handle for handle in handles if view.cards[handle].controller != view.viewer)
    return found or (DIRECT_ATTACK_TARGET_INDEX,)


def together(asked: Prompt, view: View) -> StandIn | None:
    """Mark at once all that the server asks for one after the other; None for any other prompt, or where only
    one is left to be had."""
    options = tuple(one for one in asked.options if one.verb != "done")
    most = min(len(options), _room(options, view))
    if asked.words.id not in SEVERAL or most < 2:
        return None
    least = int(len(options) == len(asked.options))
    asks = words("plain", _(SEVERAL[asked.words.id]))
    return StandIn(asked, Prompt(OWN_PROMPT_INDEX, "choice", asks, options, least, most, back=asked.back))


def _room(options: Sequence[Option], view: View) -> int:
    """Return how many monsters the field has room for: one in an Extra Monster Zone, where one may go
    there.
    """
    main = view.pile(view.viewer, MONSTERS[0]).handles.count(0)
    places = (view.where(one.card) for one in options)
    return main + any(place is not None and place.zone == "extra_deck" for place in places)
