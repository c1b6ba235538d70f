"""What a player has said of choices to come: a target to attack, the zone of a drop, an order of effects.

Each is answered as soon as it is asked, and only with what is offered then; whatever else is asked is asked
as ever. Law: no pygame; nothing is remembered beyond the declaration it was said in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.tables.zones import Place
from facedown_shared.text.words import Words

AIMED = frozenset({"attack", "target", "direct"})
"""Verbs of options that name what something is aimed at."""

PASSING = frozenset({"pass", "done"})
"""Verbs that end what is asked for one after the other."""

ENDING = frozenset({"turn", "response", "by_hand", "side", "order", "confirm"})
"""Kinds of prompts with which something else begins."""

DIRECT_ATTACK_TARGET_INDEX = 0
"""The target of an attack that is direct."""

Key = tuple[str, int, int, Words]


def key(option: Option) -> Key:
    """Return what an option is known by when it is offered again under another number."""
    return option.verb, option.card, option.code, option.words


@dataclass(frozen=True)
class PlannedAnswers:
    """Answers to prompts to come. `order`: options picked one by one; `out`: those that take no part."""

    order: tuple[Key, ...] = ()
    out: frozenset[Key] = frozenset()
    target: int | None = None
    """The handle of a card, or OPPONENT."""
    place: Place | None = None
    position: str = ""
    """"attack" or "defense", where a monster is put down."""


UNSAID = PlannedAnswers()


class AnswerPlanner:
    """At most one plan, used up by the prompts it answers; and the way back through a declaration: undo skips
    the choices that the plan made.
    """

    def __init__(self) -> None:
        self.plan = UNSAID
        self._steps: list[PlannedAnswers | None] = []
        """For each answer of the open declaration what was said ahead before it; None where the answer was
        not the player's own."""
        self._back = False

    def forget(self) -> None:
        """Nothing was said ahead, and nothing answered."""
        self.plan = UNSAID
        self._steps.clear()

    def answered(self, prompt: Prompt, said: PlannedAnswers | None = None, *, own: bool = True) -> None:
        """A prompt was answered, by the player themselves (`own`) or for them; with this much said ahead."""
        if not prompt.back:
            self._steps.clear()
        else:
            self._steps.append(self.plan if own else None)
        if said is not None:
            self.plan = said

    def take_back(self) -> None:
        """The last choice is taken back: what was said before it holds again."""
        before = self._steps.pop() if self._steps else UNSAID
        self.plan, self._back = before or UNSAID, before is None

    def goes_back(self, prompt: Prompt) -> bool:
        """Return whether this prompt, asked again, is one that the player was never asked: then back it
        goes on.
        """
        going, self._back = self._back, False
        return going and prompt.back

    def answer(self, prompt: Prompt, *, in_turn: bool) -> int | None:
        """The option that was said ahead; None where nothing was, or it is not offered. `in_turn`: the prompt
        asks for one thing after the other."""
        plan = self.plan
        if plan == UNSAID:
            return None
        if prompt.kind in ENDING or (prompt.least, prompt.most) != (1, 1):
            self.plan = UNSAID
            return None
        if in_turn:
            return self._next(prompt)
        if plan.order or plan.out:
            return None
        if prompt.kind != "choice" or not prompt.back:  # what a drop settled is of its declaration alone
            self.plan = UNSAID
            return None
        for index, option in enumerate(prompt.options):
            if plan.target is not None and option.verb in AIMED and option.card == plan.target:
                self.plan = replace(plan, target=None)
                return index
            if option.place is not None and option.place == plan.place:
                self.plan = replace(plan, place=None)
                return index
            if option.verb == "position" and option.text == plan.position != "":
                self.plan = replace(plan, position="")
                return index
        return None

    def _next(self, prompt: Prompt) -> int | None:
        """Return what stands first in the order; after its last, that those which take no part are let
        pass.
        """
        keys = [key(option) for option in prompt.options]
        wanted, rest = self.plan.order[:1], self.plan.order[1:]
        self.plan = replace(self.plan, order=rest)
        if wanted and wanted[0] in keys:
            return keys.index(wanted[0])
        passing = next((at for at, option in enumerate(prompt.options) if option.verb in PASSING), None)
        if wanted or passing is None or not {*keys[:passing], *keys[passing + 1 :]} <= self.plan.out:
            self.plan = UNSAID
            return None
        return passing
