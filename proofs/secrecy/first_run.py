"""The first run of a proof: two people play a random duel at a real table, and others come and go.

All their actions are recorded with their times. A player who passes in a window does so before it may close
anyway: a person's own longer thought is theirs to show (docs/reference/time-limits.md).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import trio

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.manual.tables import free_table
from facedown_server.games.manual.yugioh.half.referee import HalfDuelReferee
from facedown_server.refereeing.referee import Referee
from facedown_server.refereeing.undo.history import Rewinder
from facedown_server.room.match.pending_prompts import PendingPrompt
from facedown_server.table import RandomStreams, Setup
from facedown_shared.cards.facts import Pool
from facedown_shared.protocol.codec import decode_from_server
from facedown_shared.protocol.messages import (
    Concede,
    FoundCard,
    GetMenu,
    Opened,
    Prompt,
    Refused,
    SearchCards,
)
from facedown_shared.tables import FORMATS, Seat, View
from proofs.play.gestures import any_gesture
from proofs.play.player import SEARCHED, choose_one, choose_options
from proofs.secrecy.actions import (
    DECLARED,
    SEATS,
    WINDOWS,
    Deed,
    Handle,
    Pick,
    RestartServer,
    Say,
    Step,
    describe_option,
    do,
    find,
)
from proofs.secrecy.event_order import run
from proofs.secrecy.run_settings import CoreTables, RandomTable
from proofs.secrecy.scenes import absences, closing_scene, diversions, opening_scenes, restart_scene
from proofs.secrecy.server_harness import Letter, ServerHarness, Visitor, open_harness
from proofs.secrecy.service import LEASE_S
from proofs.secrecy.witness import Notes, Rig, RiggedStreams, Witness

GOING_ON = ("pass", "confirm")
"""The preferred options half by hand, where anything may answer anything: Chains would never end."""

MENU_INTERVAL_COUNT = 2
"""One of so many gestures by hand comes after a request for a menu."""
LEAVE_INTERVAL_COUNT = 8
"""In one of so many windows a player is away, or the server."""

HANDOVER_INTERVAL_COUNT = 8
"""Where there are several servers, the table goes to another one at one of so many prompts."""

MIN_WINDOW_S = 0.04
"""Seconds within which a player who leaves while a window is open has left."""

PROMPT_TIMEOUT_S = 300.0
"""Virtual seconds without a prompt after which a duel counts as over."""


@dataclass
class Script:
    """A run that was played: all actions, all messages, and the truth."""

    setting: RandomTable
    steps: list[Step] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    notes: Notes = field(default_factory=lambda: Notes(trio.current_time))
    refused: set[Step] = field(default_factory=set)
    """Gestures that were not carried out."""
    silent: set[Step] = field(default_factory=set)
    """Choices after which no one without a seat could know more: an action is not yet complete."""
    end: float = 0.0
    takeovers: int = 0
    """How often the table went to another server."""
    same: int = 0
    """How many clients saw the same when they reconnected after the table's server had stopped."""
    differed: list[str] = field(default_factory=list)
    """What was not the same."""

    def opening_time(self, viewer: Seat) -> float:
        """Return when the truth of this seat's own Decks was opened to it, after the match; infinity for
        never.
        """
        who = SEATS[viewer] if viewer >= 0 else ""
        return next(
            (
                letter.time for letter in self.letters
                if letter.who.partition(" ")[0] == who and letter.sort == "binary"
                and isinstance(decode_from_server(letter.data), Opened)
            ),
            math.inf,
        )  # fmt: skip


def was_refused(letters: Sequence[Letter], who: str) -> bool:
    """Return whether a client was just sent that its request was not carried out."""
    return any(
        letter.who.partition(" ")[0] == who
        and letter.sort == "binary"
        and isinstance(decode_from_server(letter.data), Refused)
        for letter in letters
    )


def play(setting: RandomTable) -> Script:
    """Play the first run."""
    script = Script(setting)
    run(partial(_play, script), setting)
    return script


def witness_factory(
    notes: Notes, rig: Rig = RiggedStreams, core: CoreTables | None = None
) -> Callable[[Setup, Pool], Referee]:  # fmt: skip
    """Return the factory of a run's duels: those by the rules, those by hand in whole or in half, and those
    in the field's core.
    """

    def make(setup: Setup, pool: Pool) -> Referee:
        rules = FORMATS[setup.format]
        if setup.mode == "core":
            assert core is not None, "only tables with a core play in it"
            return Witness(core.referee(setup, pool), notes, rig)
        if setup.is_plain_duel or setup.mode == "half":
            by_rules = DuelReferee if setup.is_plain_duel else HalfDuelReferee
            return Witness(by_rules(rules, pool), notes, rig)
        return Rewinder(lambda: Witness(free_table(rules, pool), notes, rig))

    return make


async def _play(script: Script) -> None:
    setting = script.setting
    made = witness_factory(script.notes, core=setting.core)
    seed, browsers, relays = setting.secret.decode(), setting.browsers, setting.relays
    async with open_harness(
        seed, setting.pool, made, browsers, setting.core, relays, setting.nodes, setting.readers
    ) as harness:
        await _Play(script, harness, RandomStreams(setting.secret + b"dice")).run()
        script.letters, script.end = list(harness.letters), harness.world.now()
        script.takeovers, script.same, script.differed = harness.takeovers, harness.same, harness.differed


class _Play:
    """Plays one run at random."""

    def __init__(self, script: Script, harness: ServerHarness, dice: RandomStreams) -> None:
        self._script = script
        self._setting = script.setting
        self._harness = harness
        self._dice = dice
        self._acts = 0
        self._looked = -1
        """How far the truth had come at the last search for a window."""

    async def run(self) -> None:
        """Run from the first visitor to the last act."""
        for who, deed in opening_scenes(self._setting):
            await self._do(who, deed, self._random_seconds(0.01, 0.4))
        if self._setting.is_free:
            await self._move_by_hand()
        duels = self._setting.settings.best_of
        most = self._setting.most // (2 if duels > 1 else 1)
        while not self._setting.is_free and (asked := await self._prompted_visitor()) is not None:
            if self._acts >= most and asked.prompt is not None and asked.prompt.kind == "turn":
                if duels == 1 and not self._setting.concedes:
                    break
                duels, most = duels - 2, 2 * most
                await self._do(asked.name, Say(Concede()), 0.5)
                continue
            if asked.prompt is not None and asked.prompt.kind == "turn" and self._one_chance_in(6):
                await self._diversion(asked)
            if (
                asked.prompt is not None
                and self._setting.nodes
                and self._one_chance_in(HANDOVER_INTERVAL_COUNT)
            ):
                await self._move_on(asked.name)
                continue
            if asked.prompt is not None and asked.prompt.kind == "by_hand" and not self._one_chance_in(4):
                await trio.sleep(self._random_seconds(0.05, 2.0))
                seat = SEATS.index(asked.name)
                self._acts += 1
                await self._move(1 - seat if self._one_chance_in(6) else seat)
            elif asked.prompt is not None:
                await self._answer(asked, asked.prompt)
        for who, deed in closing_scene():
            await self._do(who, deed, self._random_seconds(0.2, 0.5))
        await trio.sleep(0.5)

    async def _move_by_hand(self) -> None:
        """Move cards for both players, at any time."""
        while (asked := await self._prompted_visitor()) and asked.prompt and asked.prompt.kind != "by_hand":
            await self._answer(asked, asked.prompt)
        for _ in range(self._setting.most):
            seat = self._dice.draw_below(2, "whose")
            if self._one_chance_in(12):
                await self._diversion(self._harness.visitors[SEATS[seat]])
            if (
                self._harness.visitors[SEATS[seat]].view is None
                or self._harness.lobby.gauges()["matches"] == 0
            ):
                return
            await trio.sleep(self._random_seconds(0.05, 2.0))
            await self._move(seat)

    @property
    def _is_half(self) -> bool:
        return self._setting.settings.mode == "half"

    async def _move(self, seat: Seat) -> None:
        """Make one gesture of a seat, allowed or not."""
        visitor, notes = self._harness.visitors[SEATS[seat]], self._script.notes
        if visitor.view is None:
            return
        if self._one_chance_in(MENU_INTERVAL_COUNT):
            await self._do(visitor.name, Say(self._any_menu(visitor.view)), self._random_seconds(0.01, 0.1))
        gesture = any_gesture(visitor.view, seat, self._dice, half=self._is_half)
        slots = [
            tuple(notes.slot_of(seat, handle) for handle in part) for part in (gesture.cards, gesture.others)
        ]
        before = len(self._harness.letters)
        await self._do(visitor.name, Handle(gesture, *slots), 0.0)
        if was_refused(self._harness.letters[before:], visitor.name):
            self._script.refused.add(self._script.steps[-1])

    def _any_menu(self, view: View) -> GetMenu:
        """Return a request for the menu of any card, pile or of the table, whether the player may use it or
        not.
        """
        piles = [GetMenu(0, zone, seat) for zone in ("hand", "deck", "extra_deck") for seat in (0, 1)]
        cards = [GetMenu(handle) for handle in sorted(view.cards)]
        return choose_one([GetMenu(), *piles, *cards], self._dice, "menu")

    async def _prompted_visitor(self) -> Visitor | None:
        """Return who has a prompt next; None when there is none for a long time."""
        while True:
            await self._disconnect_player()
            for name in SEATS:
                if self._harness.visitors[name].prompt:
                    return self._harness.visitors[name]
            if not await self._harness.wait_for_message(PROMPT_TIMEOUT_S):
                return None
            if not any(room.lifecycle.is_running for room in self._harness.lobby.rooms.values()):
                return None

    async def _do(self, who: str, deed: Deed, after: float) -> None:
        await trio.sleep(after)
        if isinstance(deed, RestartServer):
            await self._answer_before()
        step = Step(self._harness.world.now(), who, deed)
        self._script.steps.append(step)
        await do(self._harness, step, self._setting.decks)

    async def _answer(self, visitor: Visitor, prompt: Prompt) -> None:
        """Decide, think for a while, answer."""
        if prompt.declare and not await self._search(visitor, prompt):
            return
        pick = self._decide(visitor, prompt)
        in_window = prompt.kind in WINDOWS
        # At most as long as the window stays open at such a table, no matter who answers.
        most = self._closing_time(visitor.name) - self._harness.world.now() - 0.001 if in_window else 2.0
        await trio.sleep(self._random_seconds(0.001, max(0.002, most)))
        if visitor.prompt is prompt:
            self._acts += 1
            before, answered = self._harness.public_knowledge(), self._pending_prompt(visitor.name)
            await self._do(visitor.name, pick, 0.0)
            if prompt.kind not in ("turn", "choice"):
                return
            await self._while_held(visitor.name, answered)
            if self._harness.public_knowledge() == before:
                self._script.silent.add(self._script.steps[-1])

    async def _search(self, visitor: Visitor, prompt: Prompt) -> bool:
        """Search for a name to declare; return whether the prompt is still open."""
        searched = ""
        while not _found_cards(visitor, prompt):
            searched = "" if searched else choose_one(SEARCHED, self._dice, "search")
            await self._do(visitor.name, Say(SearchCards(prompt.ask, searched)), 0.2)
            if visitor.prompt is not prompt:
                return False
        return True

    def _decide(self, visitor: Visitor, prompt: Prompt) -> Pick:
        notes = self._script.notes
        asked = (visitor.prompted, prompt.kind, prompt.text, notes.plain_text(prompt.text))
        if prompt.back and self._one_chance_in(12):
            return Pick(*asked, (), "", back=True)
        if prompt.declare:
            code = choose_one(_found_cards(visitor, prompt), self._dice, "name").code
            return Pick(*asked, ((DECLARED, code),), f"{prompt.kind}: declares {code}")
        options = prompt.options
        chosen = self._choose_options(prompt)
        looks = tuple(describe_option(options[index], visitor.view) for index in chosen)
        words = ", ".join(" ".join(map(str, filter(None, one))) for one in looks) or "nothing"
        pick = Pick(*asked, looks, f"{prompt.kind}: {words}")
        if prompt.kind in ("order", "side"):
            return pick
        # Of options that look alike the first is taken.
        meant = find(pick, prompt, visitor.view) or ()
        return replace(pick, held=tuple(map(notes.card_behind, meant)))

    def _choose_options(self, prompt: Prompt) -> Sequence[int]:
        """Return options that the server allows together, or all but one of them; else any that are
        enough.
        """
        if prompt.usual:
            left = self._dice.draw_below(3 * len(prompt.usual), "left out")
            return [index for at, index in enumerate(prompt.usual) if at != left]
        going_on = [index for index, option in enumerate(prompt.options) if option.verb in GOING_ON]
        if going_on and self._is_half and self._dice.draw_below(4, "go on"):
            return going_on
        return choose_options(self._dice, len(prompt.options), prompt.least, prompt.most)

    # --- what else people do ------------------------------------------------------------------------------

    async def _diversion(self, asked: Visitor) -> None:
        """Do something beside the duel, while the turn player thinks."""
        every = diversions(asked.name)
        for who, deed in every[self._dice.draw_below(len(every), "diversion")]:
            await self._do(who, deed, self._random_seconds(0.01, 0.2))

    async def _move_on(self, asked: str) -> None:
        """Move the table to another server in the middle of a prompt; all clients follow it."""
        for who, deed in restart_scene(asked, SEATS[1 - SEATS.index(asked)]):
            await self._let_time_pass(self._random_seconds(0.01, 0.2))
            await self._do(who, deed, 0.0)

    async def _disconnect_player(self) -> None:
        """Now and then disconnect a player while a window is open, or stop the server; all viewers see the
        absence.

        The first to go does so before the window may close, and its owner may have answered by then.
        """
        witness = self._script.notes.witness
        state = witness.state if witness else None
        if state is None or state.changed == self._looked:
            return
        self._looked = state.changed
        owner = next((row.seat for row in state.waiting if row.kind in WINDOWS), None)
        often = LEAVE_INTERVAL_COUNT // 2 if self._setting.nodes else LEAVE_INTERVAL_COUNT
        if owner is None or self._dice.draw_below(often, "absence"):
            return
        every = absences(SEATS[owner], SEATS[1 - owner])
        scene = every[self._dice.draw_below(len(every), "absent")]
        left = self._closing_time(SEATS[owner]) - self._harness.world.now()
        soon = self._random_seconds(0.002, max(0.003, min(left, MIN_WINDOW_S) - 0.002))
        visitor = self._harness.visitors[SEATS[owner]]
        if visitor.prompt and visitor.prompt.kind in WINDOWS and self._one_chance_in(2):
            await self._do(visitor.name, self._decide(visitor, visitor.prompt), soon / 2)
            soon /= 2
        for who, deed in scene:
            await self._let_time_pass(soon)
            await self._do(who, deed, 0.0)
            soon = (
                self._random_seconds(0.002, 0.05)
                if self._one_chance_in(3)
                else self._random_seconds(0.1, 1.5)
            )

    async def _answer_before(self) -> None:
        """Answer for a player before a window closes that may close while a server that has handed its table
        over goes on.
        """
        soon = self._harness.world.now() + LEASE_S
        if self._harness.hands_over and (asked := self._player_in_window(soon)) and asked.prompt:
            await self._answer(asked, asked.prompt)

    async def _let_time_pass(self, soon: float) -> None:
        """Let time pass; answer first for a player whose window may close in that time."""
        world = self._harness.world
        goal = world.now() + soon
        while (left := goal - world.now()) > 0:
            asked = self._player_in_window(goal + 0.002)
            if asked is not None and asked.prompt is not None:
                await self._answer(asked, asked.prompt)
            elif not await self._harness.wait_for_message(left):
                return

    def _closing_time(self, who: str) -> float:
        """Return when the window of a player may close at the earliest."""
        pending = self._pending_prompt(who)
        return self._harness.world.now() if pending is None else pending.due

    def _pending_prompt(self, who: str) -> PendingPrompt | None:
        """Return the server's open prompt of a player."""
        runners = [room.lifecycle.runner for room in self._harness.lobby.rooms.values()]
        pending = [one.pending_prompt(SEATS.index(who)) for one in runners if one is not None]
        return next((one for one in pending if one is not None), None)

    async def _while_held(self, who: str, answered: PendingPrompt | None) -> None:
        """Let a choice within a response whose timer starts again, since its player was away, wait as the
        response does.
        """
        while answered and not answered.is_unanswered and self._pending_prompt(who) is answered:
            await self._harness.wait_for_message(max(0.001, answered.due - self._harness.world.now()))

    def _player_in_window(self, until: float) -> Visitor | None:
        """Return the player with a prompt in a window that may close by then, unless the table is paused."""
        if any(room.table.kept.paused for room in self._harness.lobby.rooms.values()):
            return None
        players = [self._harness.visitors[name] for name in SEATS]
        return next(
            (
                one
                for one in players
                if one.prompt and one.prompt.kind in WINDOWS and self._closing_time(one.name) <= until
            ),
            None,
        )

    def _random_seconds(self, least: float, most: float) -> float:
        return least + (most - least) * self._dice.draw_below(1_000_000, "time") / 1_000_000

    def _one_chance_in(self, number: int) -> bool:
        return self._dice.draw_below(number, "whether") == 0


def _found_cards(visitor: Visitor, prompt: Prompt) -> Sequence[FoundCard]:
    """Return the result of the last search for an answer to this prompt."""
    found = visitor.model.found
    return found.cards if found is not None and found.ask == prompt.ask else ()
