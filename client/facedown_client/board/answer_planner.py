"""Answers that a player gave ahead: the target of an attack, the zone of a drop, an order of effects.

A planned answer is sent when its prompt opens, if the prompt offers it. The player answers all other prompts.
Law: no pygame; a plan lasts only for the declaration it belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.tables import Place
from facedown_shared.text import Words

AIMED = frozenset({"attack", "target", "direct"})
"""Verbs of options that name a target."""

PASSING = frozenset({"pass", "done"})
"""Verbs of options that end a series of one-by-one prompts."""

ENDING = frozenset({"turn", "response", "by_hand", "side", "order", "confirm"})
"""Kinds of prompts that discard the plan."""

DIRECT_ATTACK_TARGET_INDEX = 0
"""Target of a direct attack."""

Key = tuple[str, int, int, Words]


def option_key(option: Option) -> Key:
    """Return a key that identifies this option when it is offered again with another number."""
    return option.verb, option.card, option.code, option.words


@dataclass(frozen=True)
class PlannedAnswers:
    """Answers to later prompts. `order`: options to pick one by one; `out`: options to leave out."""

    order: tuple[Key, ...] = ()
    out: frozenset[Key] = frozenset()
    target: int | None = None
    """Handle of a card, or OPPONENT."""
    place: Place | None = None
    position: str = ""
    """Position in which a monster is placed: "attack" or "defense"."""
    card: int = 0
    """Handle of the declared card. EDOPro's core takes no choice back, but its prompts name this card."""

    def covers(self, prompt: Prompt) -> bool:
        """Return whether a prompt belongs to the declaration that this was planned for."""
        return prompt.kind == "choice" and (prompt.back or 0 != self.card == prompt.card)


UNSAID = PlannedAnswers()


class AnswerPlanner:
    """Planner of the answers to one declaration. Holds at most one plan.

    Also keeps the undo history, so that undo skips the choices that the plan made.
    """

    def __init__(self) -> None:
        self.plan = UNSAID
        self._steps: list[PlannedAnswers | None] = []
        """For each answer of the open declaration: the plan before it, or None for a planned answer."""
        self._back = False

    def discard_plan(self) -> None:
        """Discard the plan and the undo history."""
        self.plan = UNSAID
        self._steps.clear()

    def note_answer(self, prompt: Prompt, said: PlannedAnswers | None = None, *, own: bool = True) -> None:
        """Record an answer of the player (`own`) or of the plan; `said` is the plan that comes with it."""
        if not prompt.back:
            self._steps.clear()
        else:
            self._steps.append(self.plan if own else None)
        if said is not None:
            self.plan = said

    def restore_previous(self) -> None:
        """Restore the plan that held before the last choice."""
        before = self._steps.pop() if self._steps else UNSAID
        self.plan, self._back = before or UNSAID, before is None

    def must_undo_more(self, prompt: Prompt) -> bool:
        """Return whether undo must continue, because the plan answered this prompt."""
        going, self._back = self._back, False
        return going and prompt.back

    def planned_option(self, prompt: Prompt, *, in_turn: bool) -> int | None:
        """Return the planned option; None without a plan, or if the prompt does not offer it.

        `in_turn`: the prompt asks for one option after the other.
        """
        plan = self.plan
        if plan == UNSAID:
            return None
        if prompt.kind in ENDING or (prompt.least, prompt.most) != (1, 1):
            self.plan = UNSAID
            return None
        if in_turn:
            return self._next_in_order(prompt)
        if plan.order or plan.out:
            return None
        if not plan.covers(prompt):
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

    def _next_in_order(self, prompt: Prompt) -> int | None:
        """Return the next option of the order; after the last, the pass if only left-out options remain."""
        keys = [option_key(option) for option in prompt.options]
        wanted, rest = self.plan.order[:1], self.plan.order[1:]
        self.plan = replace(self.plan, order=rest)
        if wanted and wanted[0] in keys:
            return keys.index(wanted[0])
        passing = next((at for at, option in enumerate(prompt.options) if option.verb in PASSING), None)
        if wanted or passing is None or not {*keys[:passing], *keys[passing + 1 :]} <= self.plan.out:
            self.plan = UNSAID
            return None
        return passing
