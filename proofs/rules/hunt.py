"""`prove rules`, from boards in the middle of a game: short duels that lean to activating and chaining.

Where the duels of `rules.py` see every card played from its deck, these see cards meet.
"""

from __future__ import annotations

from collections.abc import Iterable

from proofs import invariants
from proofs.play.duel import choose
from proofs.rules.boards import random_board
from proofs.rules.laws import Laws, WatchedDuel
from proofs.rules.proof import Tally, judged
from server.duel import starting_position
from server.duel.core.prompts import Offer
from server.duel.library import library
from server.referee import Act, Choice, Frame, SeatPrompt
from server.table.random_streams import RandomStreams
from shared.cards.facts import bundled
from shared.errors import Illegal
from shared.formats import FORMATS

PROMPTS, TURNS = 160, 5
"""After so many prompts or in this turn a duel is left: what was laid out is mostly used up."""

FORMAT_OF = ("master", "master", "classic", "master", "GOAT", "master", "MR1", "MR3", "master", "MR4")
"""The format of a numbered board: today's mostly, and every older one."""

WEIGHTS = {
    "activate": 60, "yes": 40, "special_summon": 40, "flip_summon": 40, "summon": 40, "pendulum_summon": 40,
    "attack": 30, "direct": 30, "set": 10, "phase": 6, "change_position": 6,
}  # fmt: skip
PLAIN = 20


def one_board(number: int, seed: int) -> Tally:
    """One short duel from a random board."""
    return judged(f"board {number}", lambda tally: _Hunt(number, seed, tally).play())


class _Hunt:
    """One board being played and looked at."""

    def __init__(self, number: int, seed: int, tally: Tally) -> None:
        pool = bundled()
        scripts = library(pool)
        name = FORMAT_OF[number % len(FORMAT_OF)]
        secret = f"board:{seed}:{number}".encode().ljust(32, b".")
        self.number, self.tally = number, tally
        self.dice = RandomStreams(secret + b"dice")
        self.secret = secret
        self.duel = WatchedDuel(FORMATS[name], pool, scripts)
        self.laws = Laws(self.duel)
        self.board = random_board(pool, name, scripts, RandomStreams(secret + b"board"))

    def play(self) -> None:
        """To its end, or until something is wrong, or what was laid out is used up."""
        duel = self.duel
        self._take(starting_position.begin(duel, self.board, RandomStreams(self.secret)))
        for _ in range(PROMPTS):
            if duel.result() is not None or (duel.state.turn >= TURNS and not duel.prompts()[0].back):
                return
            self.laws.look()
            act = self._answer(duel.prompts()[0])
            try:
                duel.check(act)
            except Illegal as refusal:
                self.tally.refusals += 1
                self.tally.complaints.append(f"board {self.number}: {act.body} was offered, but: {refusal}")
                return
            self.tally.prompts += 1
            self._take(duel.apply(act))

    def _answer(self, ask: SeatPrompt) -> Act:
        offers = self.duel.offers
        self.tally.verbs.update(offer.verb for offer in offers)
        act, _ = choose(ask, self.dice, 20, [_weight(offer) for offer in offers])
        keys = act.body.keys if isinstance(act.body, Choice) else ()
        self.laws.answered(keys == ("pass",))
        return act

    def _take(self, frames: Iterable[Frame]) -> None:
        for frame in frames:
            invariants.check(self.duel)
            for told in frame.events:
                self.laws.hear(told)


def _weight(offer: Offer) -> int:
    if (offer.verb, offer.text) == ("phase", "battle"):
        return PLAIN
    return WEIGHTS.get(offer.verb, PLAIN)
