"""`python run.py prove asking`: duels of two bots in mode smart, and what every mode would have asked.

Each window is checked a second time: its cause is derived from the table and the events, and whether a card
names it from the scripts; the server's own answer must be the same. How often a publicly visible pause means
"can respond" is counted with the server's pace and a person's thinking time.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import NormalDist

from facedown_client.bot.bot import Bot
from facedown_server.games.duel.chain.triggers import last_event
from facedown_server.games.duel.core import Fx
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.refereeing.referee import Act, Choice, Frame, Origin, PromptKind, SeatPrompt
from facedown_server.room.match.pending_prompts import Pace, PendingPrompt, is_auto_passed
from facedown_server.runtime.world import SeededWorld
from facedown_server.table import GameEvent, RandomStreams, Setup, sight
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import ready_decks
from facedown_shared.protocol.asking import MODES
from facedown_shared.tables import FORMATS, Seat
from proofs.figures import Figures

FORMATS_PLAYED = ("master", "master", "classic")
MAX_PROMPTS = 1_500
"""Prompts after which a duel is abandoned."""
LONG_PAUSE_S = 1.0
"""Seconds of a pause that every viewer notices."""
THOUGHT = (1.2, 0.6)
"""A person's time over an answer: the median in seconds, and the spread of its logarithm. A player who has no
answer to choose from is assumed to think as long.
"""
PHASES = {"draw": "draw_phase", "standby": "standby_phase", "end": "end_phase"}
MATTERS = frozenset(
    {
        ("activation", False),
        ("summon", False),
        ("attack", False),
        ("before_battle", False),
        ("damage_step", False),
        ("end_phase", False),
    }
    | {("damage_step", True)}
)
"""When smart asks, and whether it is a player's own: written down here a second time."""


@dataclass
class AskingFigures(Figures):
    """Windows in which public facts allow a response, and what each mode does with them."""

    turns: int = 0
    possible: int = 0
    able: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    """By mode."""
    about: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By mode, and the window's owner and cause."""
    paused: Counter[str] = field(default_factory=Counter)
    """By mode: windows that stayed open for longer than LONG."""
    paused_able: Counter[str] = field(default_factory=Counter)

    def lines(self) -> list[str]:
        """Return what is printed."""
        whole = (
            f"duels {self.duels}, turns {self.turns}, windows {self.possible}, of them able {self.able}, "
            f"wrongly asked or passed {len(self.complaints)}"
        )
        kinds = sorted({what for _, what in self.about})
        return [whole, *map(self._mode, MODES), *map(self._kind, kinds)]

    def _mode(self, mode: str) -> str:
        long, able, a_turn = self.paused[mode], self.paused_able[mode], self.asked[mode] / max(1, self.turns)
        tells = f"{able / long:.3f} (of {long})" if long else "none that long"
        paused = f"P(able | pause > {LONG_PAUSE_S:g} s) {tells}"
        return f"{mode}: asked {self.asked[mode]}, a turn {a_turn:.2f}; {paused}"

    def _kind(self, what: str) -> str:
        return f"  {what}: able {self.about['able', what]}, smart {self.about['smart', what]}"


def play_numbered_duel(number: int, seed: int) -> AskingFigures:
    """Play one duel of two bots."""
    return _Duel(number, seed).run()


class _Duel:
    """A duel in mode smart on both sides."""

    def __init__(self, number: int, seed: int) -> None:
        name = FORMATS_PLAYED[number % len(FORMATS_PLAYED)]
        secret = f"asking {seed} {number}".encode().ljust(32, b".")
        dice = RandomStreams(secret + b"decks")
        decks = [one.deck for one in ready_decks().values() if one.format == name]
        one, other = (decks[dice.draw_below(len(decks), "deck")] for _ in range(2))
        self.referee = DuelReferee(FORMATS[name], bundled_pool())
        self.bots = (Bot(0, seed + 2 * number), Bot(1, seed + 2 * number + 1))
        self.pace = Pace(SeededWorld(clock=lambda: 0.0, seed=f"{seed} {number}"), "quick")
        self.thoughts = RandomStreams(secret + b"thoughts")
        self.figures = AskingFigures(duels=1)
        self.name = f"duel {number}"
        self.last: tuple[GameEvent, ...] = ()
        """The events before the open window, all at once."""
        self.leaving = ""
        """The phase that the turn player wants to go to, until something else is done."""
        self._take(self.referee.start(Setup(name, (one, other), announces=True), RandomStreams(secret)))

    def run(self) -> AskingFigures:
        """Play it; return its figures."""
        for _ in range(MAX_PROMPTS):
            if not self.referee.prompts():
                break
            self._answer(self.referee.prompts()[0])
        self.figures.turns = self.referee.state.turn
        return self.figures

    def _thinking_time(self) -> float:
        """Return the seconds that a person thinks: log-normal around THOUGHT."""
        middle = (self.thoughts.draw_below(1 << 32, "thought") + 0.5) / 2**32
        return THOUGHT[0] * math.exp(THOUGHT[1] * NormalDist().inv_cdf(middle))

    def _answer(self, prompt: SeatPrompt) -> None:
        default = Act(prompt.seat, Choice(prompt.default), Origin.AUTO)
        if prompt.kind is PromptKind.RESPONSE and prompt.possible:
            self._count_modes(prompt)
        if is_auto_passed(prompt, "smart"):
            act = default
        else:
            pending = PendingPrompt(prompt, 0.0)
            view = sight.view(self.referee.state, prompt.seat)
            act = pending.parse_answer(self.bots[prompt.seat].answer(pending.message(), view))
        self.referee.check(act)
        if prompt.kind is PromptKind.TURN:
            self.last = ()
        if isinstance(act.body, Choice) and act.body.keys != ("pass",):
            word, _, goal = act.body.keys[0].partition(":") if act.body.keys else ("", "", "")
            self.leaving = goal if word == "phase" else ""
        self._take(self.referee.apply(act))

    def _take(self, frames: Iterator[Frame]) -> None:
        events = [event for frame in frames for event in frame.events]
        if events:
            last = last_event(events)
            self.last = tuple(event for event in events if event.moment == last)

    # --- the second reading ---------------------------------------------------------------------------------

    def _count_modes(self, prompt: SeatPrompt) -> None:
        """Count what every mode does with this window; compare smart with the second reading."""
        figures, able, (what, whose) = self.figures, prompt.can_choose, self._cause_and_owner(prompt.seat)
        own = whose == prompt.seat
        figures.possible += 1
        figures.able += able
        thought = self._thinking_time()
        long = max(self.pace.due_time(prompt, 0.0), thought) > LONG_PAUSE_S
        for mode in MODES:
            if is_auto_passed(prompt, mode):
                continue
            figures.asked[mode] += 1
            figures.about[mode, f"{'own' if own else 'other'} {what}"] += 1
            figures.paused[mode] += long
            figures.paused_able[mode] += able and long
        expected = able and ((what, own) in MATTERS or self._is_named())
        if expected == is_auto_passed(prompt, "smart"):
            figures.complaints.append(
                f"{self.name}, turn {self.referee.state.turn}: seat {prompt.seat} is "
                f"{'passed' if expected else 'asked'} in a window about {what} of seat {whose}"
            )

    def _cause_and_owner(self, seat: Seat) -> tuple[str, Seat]:
        """Return the window's cause and owner, from the cards and the events; "" for nothing of note."""
        duel, state = self.referee.duel, self.referee.state
        if state.chain:
            return "activation", state.chain[-1].seat
        if duel.step:
            return "damage_step", state.turn_player
        if duel.summoning is not None:
            return "summon", duel.summoning.seat
        by = [event.by for event in self.last if event.kind == "summoned"]
        if by:
            return "summon", 1 - seat if 1 - seat in by else seat
        if any(event.kind == "attack" for event in self.last):
            return "attack", state.turn_player
        leaving = self.leaving if state.phase in ("main1", "main2") else ""
        ends = "before_battle" if leaving == "battle" else "main_phase_ends" if leaving else ""
        return PHASES.get(state.phase, ends), state.turn_player

    def _is_named(self) -> bool:
        """Return whether a card that could be used names the moment of its use."""
        offers = self.referee.offers
        effects = [offer.value.effect for offer in offers if isinstance(offer.value, Fx)]
        joined = any(offer.key.endswith(":joined") for offer in offers)
        return joined or any(effect is not None and effect.when is not None for effect in effects)
