"""The first run of a proof: two people play a random duel at a real table, and others come and go.

Everything they do is kept with its time. Who lets a window pass does so before the window may close anyway:
a person's own longer thought is theirs to show (docs/security.md).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import trio
from trio.testing import MockClock

from server.free.rewinding import Rewinder
from server.prove.decks import random_deck
from server.prove.secrecy.byhand import Hand
from server.prove.secrecy.deeds import (
    KNOCKS,
    SEATS,
    WINDOWS,
    Bring,
    Browse,
    Deed,
    Enter,
    Handle,
    Knock,
    Leave,
    Pick,
    Say,
    Step,
    do,
    look,
)
from server.prove.secrecy.hall import Hall, Letter, Visitor, open_hall
from server.prove.secrecy.witness import FreeWitness, Noted, Notes, Rig, Witness
from server.referee import Referee, Setup
from server.room.pace import SPANS
from server.table.fate import Fate
from shared import messages
from shared.cards import Pool
from shared.codec import decode_from_server
from shared.decks import Deck, ready_decks
from shared.formats import FORMATS
from shared.messages import (
    Answer,
    AutoPass,
    Chat,
    Clock,
    Concede,
    Consent,
    GetView,
    Kick,
    Opened,
    Ping,
    Prompt,
    Propose,
    Ready,
    Refused,
    Settings,
    UseDeck,
)  # fmt: skip
from shared.zones import Seat

MOST_ACTS = 90
PATIENCE = 300.0
"""Virtual seconds without a prompt after which a duel is thought to be over."""


@dataclass(frozen=True)
class Setting:
    """What a run starts from."""

    number: int
    secret: bytes
    settings: Settings
    decks: tuple[Deck, Deck]
    autos: tuple[str, str]
    most: int
    concedes: bool
    """Whether somebody gives up in the end."""

    @property
    def is_free(self) -> bool:
        """Whether the table is a free one."""
        return self.settings.mode == "free"


@dataclass
class Script:
    """A run that was played: everything done, everything sent, and what the truth was."""

    setting: Setting
    steps: list[Step] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    notes: Notes = field(default_factory=lambda: Notes(trio.current_time))
    refused: set[Step] = field(default_factory=set)
    """Gestures that were not carried out."""
    silent: set[Step] = field(default_factory=set)
    """Choices after which nobody without a seat was told anything: something is not done yet."""
    end: float = 0.0

    def opened(self, viewer: Seat) -> float:
        """When the truth of this seat's own Decks was opened to it, after the match; infinity for never."""
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
    """Whether somebody was just told that what they wanted was not carried out."""
    return any(
        letter.who.partition(" ")[0] == who
        and letter.sort == "binary"
        and isinstance(decode_from_server(letter.data), Refused)
        for letter in letters
    )


def random_setting(
    number: int, seed: int, pool: Pool, most: int = MOST_ACTS, *, free: bool = False
) -> Setting:
    """Two decks and a table, by the seed."""
    secret = f"{seed}:{number}".encode().ljust(32, b".")
    dice = Fate(secret + b"setting")
    name = ("master", "classic")[number % 2]
    ready = [one.deck for one in ready_decks().values() if one.format == name]
    decks = tuple(
        ready[dice.below(len(ready), "ready")] if dice.below(2, "which")
        else random_deck(pool, name, secret + bytes([seat])) for seat in (0, 1)
    )  # fmt: skip
    settings = Settings(
        format=name,
        best_of=3 if dice.below(6, "best") == 0 else 1,
        clock=(Clock(), Clock(600, 5), Clock(90, 2))[0 if free else dice.below(3, "clock")],
        listed=dice.below(3, "listed") > 0,
        password=("", "sesame")[dice.below(4, "password") == 0],
        mode="free" if free else "rules",
        pace=("quick", "careful")[dice.below(2, "pace")],
    )
    modes = ("always", "able", "able", "never")
    autos = (modes[dice.below(4, "auto")], modes[dice.below(4, "auto")])
    return Setting(number, secret, settings, (decks[0], decks[1]), autos, most, dice.below(2, "concede") == 0)


def play(setting: Setting, pool: Pool) -> Script:
    """Play the first run."""
    script = Script(setting)
    trio.run(partial(_play, script, pool), clock=MockClock(autojump_threshold=0))
    return script


Makers = tuple[Callable[[str, Pool], Referee], Callable[[Setup, Pool], Referee]]


def makers(notes: Notes, rig: Rig = Noted) -> Makers:
    """What makes the duels of a run: those by the rules, and those on a free table."""

    def by_rules(name: str, pool: Pool) -> Referee:
        return Witness(FORMATS[name], pool, notes, rig)

    def by_hand(setup: Setup, pool: Pool) -> Referee:
        return Rewinder(lambda: FreeWitness(FORMATS[setup.format], pool, notes, rig))

    return by_rules, by_hand


async def _play(script: Script, pool: Pool) -> None:
    setting = script.setting
    async with open_hall(setting.secret.decode(), pool, *makers(script.notes)) as hall:
        await _Play(script, hall, Fate(setting.secret + b"dice")).run()
        script.letters, script.end = list(hall.letters), hall.world.now()


class _Play:
    """Plays one run by dice."""

    def __init__(self, script: Script, hall: Hall, dice: Fate) -> None:
        self._script = script
        self._setting = script.setting
        self._hall = hall
        self._dice = dice
        self._acts = 0

    async def run(self) -> None:
        """From the first visitor to the last act."""
        for who, deed in _opening(self._setting):
            await self._do(who, deed, self._between(0.01, 0.4))
        if self._setting.is_free:
            await self._by_hand()
        duels = self._setting.settings.best_of
        most = self._setting.most // (2 if duels > 1 else 1)
        while not self._setting.is_free and (asked := await self._asked()) is not None:
            if self._acts >= most and asked.prompt is not None and asked.prompt.kind == "turn":
                if duels == 1 and not self._setting.concedes:
                    break
                duels, most = duels - 2, 2 * most
                await self._do(asked.name, Say(Concede()), 0.5)
                continue
            if asked.prompt is not None and asked.prompt.kind == "turn" and self._one_in(6):
                await self._diversion(asked)
            if asked.prompt is not None:
                await self._answer(asked, asked.prompt)
        for who, deed in _closing():
            await self._do(who, deed, self._between(0.2, 0.5))
        await trio.sleep(0.5)

    async def _by_hand(self) -> None:
        """Both players' hands on the table, at any time."""
        while (asked := await self._asked()) and asked.prompt and asked.prompt.kind == "order":
            await self._answer(asked, asked.prompt)
        for _ in range(self._setting.most):
            seat = self._dice.below(2, "whose")
            visitor = self._hall.visitors[SEATS[seat]]
            if self._one_in(12):
                await self._diversion(visitor)
                visitor = self._hall.visitors[SEATS[seat]]
            if visitor.view is None or self._hall.lobby.gauges()["matches"] == 0:
                return
            await trio.sleep(self._between(0.05, 2.0))
            gesture, notes = Hand(seat, visitor.view, self._dice).gesture(), self._script.notes
            slots = [
                tuple(notes.named(seat, handle) for handle in part)
                for part in (gesture.cards, gesture.others)
            ]
            before = len(self._hall.letters)
            await self._do(visitor.name, Handle(gesture, *slots), 0.0)
            if was_refused(self._hall.letters[before:], visitor.name):
                self._script.refused.add(self._script.steps[-1])

    async def _asked(self) -> Visitor | None:
        """Who is asked next; None when nobody is for a long time."""
        while True:
            for name in SEATS:
                if self._hall.visitors[name].prompt:
                    return self._hall.visitors[name]
            if not await self._hall.stir(PATIENCE):
                return None
            if not any(room.course.is_running for room in self._hall.lobby.rooms.values()):
                return None

    async def _do(self, who: str, deed: Deed, after: float) -> None:
        await trio.sleep(after)
        step = Step(self._hall.world.now(), who, deed)
        self._script.steps.append(step)
        await do(self._hall, step, self._setting.decks)

    async def _answer(self, visitor: Visitor, prompt: Prompt) -> None:
        """Decide, think for a while, answer."""
        pick = self._decide(visitor, prompt)
        in_window = prompt.kind in WINDOWS
        passed = self._hall.world.now() - visitor.prompted
        # Within the shortest time for which a window stays open at such a table.
        most = SPANS[self._setting.settings.pace][0] - passed - 0.001 if in_window else 2.0
        await trio.sleep(self._between(0.001, max(0.002, most)))
        if visitor.prompt is prompt:
            self._acts += 1
            before = len(self._hall.letters)
            await self._do(visitor.name, pick, 0.0)
            told = any(letter.who.partition(" ")[0] not in SEATS for letter in self._hall.letters[before:])
            if prompt.kind in ("turn", "choice") and not told:
                self._script.silent.add(self._script.steps[-1])

    def _decide(self, visitor: Visitor, prompt: Prompt) -> Pick:
        if prompt.back and self._one_in(12):
            return Pick(visitor.prompted, prompt.kind, prompt.text, (), "", back=True)
        options = prompt.options
        most = min(prompt.most, len(options))
        count = (
            prompt.least + self._dice.below(most - prompt.least + 1, "count") if most > prompt.least else most
        )
        chosen = self._dice.order(len(options), "pick")[:count]
        looks = tuple(look(options[index], visitor.view) for index in chosen)
        in_duel = prompt.kind not in ("order", "side")
        held = tuple(self._script.notes.held(index) if in_duel else None for index in chosen)
        words = ", ".join(" ".join(map(str, filter(None, one))) for one in looks) or "nothing"
        return Pick(visitor.prompted, prompt.kind, prompt.text, looks, f"{prompt.kind}: {words}", held)

    # --- what else people do ------------------------------------------------------------------------------

    async def _diversion(self, asked: Visitor) -> None:
        """Something beside the duel, while the turn player thinks."""
        every = _diversions(asked.name)
        for who, deed in every[self._dice.below(len(every), "diversion")]:
            await self._do(who, deed, self._between(0.01, 0.2))

    def _between(self, least: float, most: float) -> float:
        return least + (most - least) * self._dice.below(1_000_000, "time") / 1_000_000

    def _one_in(self, number: int) -> bool:
        return self._dice.below(number, "whether") == 0


Scene = Sequence[tuple[str, Deed]]


def _opening(setting: Setting) -> Iterator[tuple[str, Deed]]:
    """Everybody comes, both bring their decks, the duel begins."""
    yield "lou", Enter("list")
    yield "anna", Enter("create", setting.settings)
    yield "page", Browse("/t/{}")
    yield "ben", Enter("join")
    yield "sid", Enter("watch")
    for name, mode in zip(SEATS, setting.autos, strict=True):
        yield name, Bring()
        yield name, Say(AutoPass(mode))
    yield "page", Browse("/")
    yield "ben", Say(UseDeck("#main"))
    yield "ben", Say(Ready())
    yield "ben", Bring()
    for how in KNOCKS:
        yield "max", Knock(how)
    for name in SEATS:
        yield name, Say(Ready())


def _closing() -> Scene:
    """A late spectator, players who come back, and the pages in the end; some are sent away, some leave."""
    return (
        ("zoe", Enter("watch")), ("anna", Say(GetView())), ("ben", Say(GetView())), ("page", Browse("/")),
        ("ben", Leave()), ("ben", Enter("resume")), ("anna", Leave()), ("anna", Enter("resume")),
        ("page", Browse("/t/{}")), ("lou", Leave()), ("lou", Enter("list")), ("anna", Say(Kick("Sid"))),
        ("zoe", Say(messages.Leave())), ("max", Knock("for a taken seat")),
    )  # fmt: skip


def _diversions(asked: str) -> Sequence[Scene]:
    """What may happen beside the duel; `asked` is the turn player."""
    other = SEATS[1 - SEATS.index(asked)]
    return (
        ((other, Say(Chat("Good luck."))), ("sid", Say(Chat("Who is winning?")))),
        ((asked, Say(Chat("Let me think."))), (asked, Say(Ping(7)))),
        (("zoe", Enter("watch")), ("sid", Say(GetView()))),
        (("sid", Leave()), ("sid", Enter("watch"))),
        ((asked, Leave()), (asked, Enter("resume"))),
        ((other, Leave()), (other, Enter("resume"))),
        ((other, Say(Propose("pause"))), (asked, Say(Consent(True))), (asked, Say(Answer(0))),
         (other, Say(Propose("resume"))), (asked, Say(Consent(True)))),
        ((asked, Say(Propose("draw"))), (other, Say(Consent(False))), (asked, Say(Propose("draw")))),
        ((asked, Say(Answer(0))), (other, Say(Answer(1_000_000))), ("sid", Say(Answer(1)))),
        ((other, Say(Answer(1))), (asked, Say(Answer(1, back=True)))),
        ((asked, Say(b"no message")), (other, Say(UseDeck("#main")))),
        (("anna", Say(Kick("Nobody"))), ("ben", Say(Kick("Anna")))),
        ((asked, Say(GetView())), (other, Say(GetView()))),
        ((other, Say(AutoPass("always"))), (asked, Say(AutoPass("able")))),
        (("page", Browse("/")), ("page", Browse("/t/{}")), ("page", Browse("/metrics")),
         ("page", Browse("/facedown.zip")), ("page", Browse("/emblem.svg"))),
        ((other, Say(Ready())), ("lou", Say(Chat("Hello?")))),
    )  # fmt: skip
