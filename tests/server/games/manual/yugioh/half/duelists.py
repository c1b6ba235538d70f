"""Players of half-manual duels that use the whole protocol and play at random until one has won.

They use what a client has: a View, a Prompt, and the menus made of the View alone.
"""

from __future__ import annotations

from typing import Any

import msgspec

from facedown_server.table.random_streams import RandomStreams
from facedown_shared.manual import halves
from facedown_shared.manual.menus import MenuOffer
from facedown_shared.protocol.gestures import ChangeLife, Gesture
from facedown_shared.protocol.messages import Answer, Prompt, ToServer
from facedown_shared.tables.view import View

WORDS = {"text": "attack +500", "amount": 1, "viewer": -1}
EAGER = ("by_hand", "apply", "attack", "summon", "special_summon", "activate", "flip_summon", "set")
MAX_MOVES = 4
"""Gestures for one card, before it is declared done."""
BLOW = "-1500"
"""The damage to the opponent for every card carried out, so that duels end."""


class Duelist:
    """One player, choosing at random from a seed."""

    def __init__(self, seed: bytes) -> None:
        self._dice = RandomStreams(seed)
        self._moves = 0
        self._refused = 0
        self.carried_out = 0
        self.objections = 0
        self.stubborn = True
        """Whether to object once before agreeing."""

    def act(self, prompt: Prompt, view: View, *, refused: bool = False) -> ToServer:
        """Return the next message. `refused`: the last gesture was refused."""
        self._refused = self._refused + 1 if refused else 0
        if prompt.kind == "by_hand":
            return self._choose_gesture(prompt, view)
        self._moves = 0
        if prompt.kind == "confirm":
            return self._confirm(prompt)
        return Answer(prompt.ask, self._picks(prompt))

    def _picks(self, prompt: Prompt) -> tuple[int, ...]:
        verbs = [option.verb for option in prompt.options]
        if prompt.kind in ("turn", "response") and prompt.most == 1:
            wanted = [index for index, verb in enumerate(verbs) if verb in EAGER]
            if wanted and self._below(3 if prompt.kind == "turn" else 8) == 0:
                return (wanted[self._below(len(wanted))],)
            easy = [index for index, verb in enumerate(verbs) if verb in ("pass", "phase")]
            if easy:
                return (easy[0],)
        count = max(prompt.least, min(1, prompt.most))
        start = self._below(len(verbs)) if verbs else 0
        return tuple(sorted((start + step) % len(verbs) for step in range(count)))

    def _choose_gesture(self, prompt: Prompt, view: View) -> ToServer:
        self._moves += 1
        if self._moves == 1 and view.chain and "costs" not in prompt.text:
            return ChangeLife(BLOW, 1 - view.viewer)
        if self._moves > MAX_MOVES or self._refused > 2:
            self.carried_out += 1
            return Answer(prompt.ask, (0,))
        offers = self._menu(view)
        if not offers:
            return Answer(prompt.ask, (0,))
        return self.fill_gesture(offers[self._below(len(offers))], view)

    def _menu(self, view: View) -> list[MenuOffer]:
        cards = sorted(view.cards)
        if cards and self._below(5):
            return halves.card_menu(view, cards[self._below(len(cards))])
        return [line for line in halves.table_menu(view) if "token" not in line.needs]

    def fill_gesture(self, line: MenuOffer, view: View) -> Gesture:
        """Return the gesture of a menu line, with random choices."""
        changes: dict[str, Any] = {}
        for need in line.needs:
            if need == "place" and line.places:
                changes["places"] = (line.places[self._below(len(line.places))],)
            elif need in ("materials", "target", "bearer") and line.cards:
                changes["others"] = (line.cards[self._below(len(line.cards))],)
            elif need in WORDS:
                changes[need] = WORDS[need]
        if isinstance(line.gesture, ChangeLife):
            changes["text"] = "-100"
        return msgspec.structs.replace(line.gesture, **changes)

    def _confirm(self, prompt: Prompt) -> Answer:
        verb = "object" if self.stubborn else "confirm"
        self.objections += self.stubborn
        self.stubborn = False
        return Answer(
            prompt.ask, (next(i for i, option in enumerate(prompt.options) if option.verb == verb),)
        )

    def _below(self, bound: int) -> int:
        return self._dice.draw_below(bound, "dice")
