"""The second run: the hidden rest is another, and all repeat their actions as far as the viewer could see
them.

An action of others that is no longer possible as it was seen ends the comparison at that moment; up to
there the runs are alike, and every byte must be equal.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

import trio

from facedown_shared.protocol.messages import Answer, Concede
from facedown_shared.tables import Seat
from proofs.secrecy.actions import (
    PASSING,
    SAME_TIME_S,
    SEATS,
    WINDOWS,
    Handle,
    Pick,
    Say,
    Step,
    do,
    fits_prompt,
)
from proofs.secrecy.dealing import Deal
from proofs.secrecy.event_order import run
from proofs.secrecy.first_run import Script, was_refused, witness_factory
from proofs.secrecy.server_harness import Letter, ServerHarness, Visitor, open_harness
from proofs.secrecy.witness import Notes

LEAD_TIME_S = 3 * SAME_TIME_S
DECIMALS_COUNT = 5
ROUNDING_S = 10.0**-DECIMALS_COUNT
"""Seconds by which the time of a reading may be rounded up."""
OPEN = ("turn", "order", "side", "by_hand")
"""Kinds of prompts that all viewers see and that may stay unanswered."""


class Twin:
    """A run that follows another until `until`, for one viewer class."""

    def __init__(self, script: Script, deal: Deal, viewer: Seat, until: float) -> None:
        self.notes = Notes(trio.current_time)
        self.letters: list[Letter] = []
        self.until = self.cut = until
        """Until when this run is alike."""
        self.why = ""
        """The action that could not be repeated, if any."""
        self._script = script
        self._steps = [step for step in script.steps if step.time < until]
        self._deal = deal
        self._viewer = viewer
        self._others = [name for seat, name in enumerate(SEATS) if seat != viewer]
        self._chains = chains(script, self._steps, self._others)
        self._expected: dict[str, Iterator[Step]] = {}
        self._next: dict[str, Step | None] = {}

    def play(self) -> None:
        """Follow the first run."""
        run(self._play, self._script.setting)
        if self.notes.failed is not None and self.notes.failed <= self.cut:
            self._stop(self.notes.failed - LEAD_TIME_S, "a Deck came to hold other cards")
        if (time := parting_time(self._script.notes, self.notes, self._viewer) - ROUNDING_S) <= self.cut:
            self._stop(time - LEAD_TIME_S, "a rule opened a hidden card to everybody's eyes")

    async def _play(self) -> None:
        setting = self._script.setting
        made = witness_factory(self.notes, self._deal.rig(setting.secret + b"lay"), setting.core)
        seed, browsers, relays = setting.secret.decode(), setting.browsers, setting.relays
        async with open_harness(
            seed, setting.pool, made, browsers, setting.core, relays, setting.nodes, setting.readers
        ) as harness:
            for name in self._others:
                firsts = [chain[0] for chain in self._chains.values() if chain[0].who == name]
                self._expected[name] = iter(firsts)
                self._next[name] = next(self._expected[name], None)
            for step in self._steps:
                if not await self._reach(harness, step.time) or not await self._repeat(harness, step):
                    break
            else:
                await self._reach(harness, self.cut)
            self.letters = list(harness.letters)

    async def _reach(self, harness: ServerHarness, time: float) -> bool:
        """Let time pass; a player with a prompt that the first run did not have passes. False: they
        cannot.
        """
        while True:
            for name in self._others:
                visitor = harness.visitors.get(name)
                if visitor and visitor.prompt and not await self._reflex(harness, visitor):
                    return False
            left = time - harness.world.now()
            if left <= 0 or not await harness.wait_for_message(left):
                return True

    async def _reflex(self, harness: ServerHarness, visitor: Visitor) -> bool:
        """Return a prompt of another player: the one they answered before, or a window in which they
        passed.
        """
        prompt, step = visitor.prompt, self._next[visitor.name]
        assert prompt is not None, "only prompts need an answer"
        if self._is_expected(visitor):
            return True
        passing = [index for index, option in enumerate(prompt.options) if option.verb in PASSING]
        if prompt.kind not in WINDOWS or not passing:
            later = (
                step is None
                or not isinstance(step.deed, Pick)
                or step.deed.prompted > visitor.prompted + SAME_TIME_S
            )
            if later and prompt.kind in OPEN:
                return True
            before = f", and not {step.deed.words}" if step and isinstance(step.deed, Pick) else ""
            excused = self._is_ruled(self._script.notes, prompt.kind, visitor.prompted)
            self._stop(
                visitor.prompted - excused, f"{visitor.name} is asked {prompt.kind} {prompt.text!r}{before}"
            )
            return False
        visitor.prompt = None
        await visitor.send(Answer(prompt.ask, (passing[0],)))
        await harness.rest()
        return True

    def _is_expected(self, visitor: Visitor) -> bool:
        """Return whether another player's prompt is the one they answered next."""
        step = self._next[visitor.name]
        return (
            step is not None and isinstance(step.deed, Pick) and fits_prompt(step.deed, visitor, self.notes)
        )

    async def _repeat(self, harness: ServerHarness, step: Step) -> bool:
        """Repeat a step. False: it cannot be done."""
        deed, visitor = step.deed, harness.visitors.get(step.who)
        if isinstance(deed, Pick) and step.who in self._others:
            chain = self._chains.get(step)
            return chain is None or await self._decide(harness, step.who, chain)
        if isinstance(deed, Pick) and not (visitor and fits_prompt(deed, visitor)):
            self._stop(step.time - LEAD_TIME_S, f"{step.who} is not asked")
            return False
        before = len(harness.letters)
        await do(harness, step, self._deal.decks, self.notes if step.who in self._others else None)
        if isinstance(deed, Handle) and step.who in self._others:
            refused = was_refused(harness.letters[before:], step.who)
            if refused != (step in self._script.refused):
                self._stop(step.time - LEAD_TIME_S, f"{step.who} could not {deed.gesture.tag} as before")
                return False
        return True

    async def _decide(self, harness: ServerHarness, who: str, chain: Sequence[Step]) -> bool:
        """Repeat a chain of choices, at the time of the original; a choice that is not offered here was
        forced.
        """
        self._next[who] = next(self._expected[who], None)
        done = 0
        for step in chain:
            visitor, pick = harness.visitors[who], _pick_of_step(step)
            if fits_prompt(pick, visitor, self.notes, timely=step is chain[0]):
                await do(harness, step, self._deal.decks, self.notes)
                done += 1
        first, visitor = _pick_of_step(chain[0]), harness.visitors[who]
        if not done and not first.is_pass:
            excused = self._is_ruled(self.notes, first.kind, first.prompted)
            self._stop(first.prompted - excused, f"{who} cannot: {first.words or 'take back'}")
        elif visitor.prompt and visitor.prompt.kind == "choice" and not self._is_expected(visitor):
            self._stop(chain[-1].time - LEAD_TIME_S, f"{who} would choose more: {visitor.prompt.text}")
        return not self.why

    def _is_ruled(self, notes: Notes, kind: str, time: float) -> float:
        """Return how long before a choice that is offered in one run alone they are alike. In the core's
        duels a rule may find nothing to choose among hidden cards: it has no effect, and that is public.
        Where it had an effect in the run without a choice (`notes`), the absence of the choice itself
        discloses it.
        """
        if self._script.setting.core is None or kind != "choice":
            return 0.0
        earlier = [picture for when, picture in notes.pictures if when < time - ROUNDING_S]
        then = [picture for when, picture in notes.pictures if abs(when - time) <= ROUNDING_S]
        if not earlier or not then:
            return 0.0
        before, after = ({pile: len(codes) for pile, codes in one.items()} for one in (earlier[-1], then[-1]))
        return LEAD_TIME_S if before == after else 0.0

    def _stop(self, time: float, why: str) -> None:
        self.cut, self.why = min(self.cut, time), why


def chains(script: Script, steps: Sequence[Step], others: Sequence[str]) -> dict[Step, list[Step]]:
    """Return the choices of others, by the last of those that led to one publicly visible action.

    No other viewer can tell how many they were: in another run there may be more or fewer, at other times. A
    choice that was taken back led to nothing, and is not made again: a viewer who sees no difference cannot
    tell.
    """
    found: dict[Step, list[Step]] = {}
    begun: dict[str, list[Step]] = {}
    asked: dict[str, float] = {}
    for step in steps:
        pick, who = step.deed, step.who
        if pick == Say(Concede()):
            begun.clear()
            asked.clear()
        if who not in others or not isinstance(pick, Pick):
            continue
        chain = begun.setdefault(who, [])
        if chain and pick.kind == "turn":  # an action begun was cancelled
            asked[who] = _pick_of_step(chain[0]).prompted
            chain.clear()
        if pick.back and chain:
            last = chain.pop()
            if not chain:
                asked[who] = _pick_of_step(last).prompted
        elif not chain and who in asked:
            chain.append(replace(step, deed=replace(pick, prompted=asked.pop(who))))
        else:
            chain.append(step)
        if step not in script.silent and begun.pop(who):
            found[step] = chain
    return found


def _pick_of_step(step: Step) -> Pick:
    assert isinstance(step.deed, Pick), "a chain is made of choices"
    return step.deed


def parting_time(first: Notes, second: Notes, viewer: Seat) -> float:
    """Return when this class first read other cards in one run than in the other, by right; infinity for
    never.

    A rule may do that by itself ("draw 3 cards; the Spells among them are discarded"): what was hidden is
    public from then on, and the runs are no longer alike. Right is judged by `entitlement.py`, so that
    nothing a viewer is wrongly shown counts here, nor that it is shown at another time.
    """
    for one, other in zip_longest(_first_reads(first, viewer), _first_reads(second, viewer)):
        if one is None or other is None or one[1] != other[1]:
            return min(found[0] for found in (one, other) if found)
    return math.inf


def _first_reads(notes: Notes, viewer: Seat) -> list[tuple[float, int]]:
    """Return when this class first read cards, and which."""
    seen = (
        (round(time, DECIMALS_COUNT), notes.codes.get(slot, 0)) for slot, time in notes.seen[viewer].items()
    )
    return sorted(seen)
