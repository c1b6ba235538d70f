"""Duels by the rules or in EDOPro's core: two of our bots at each table, who answer at once or at a rate.

A bot receives what a client receives and decodes all of it, so this load costs more than the workload's: it
has as many processes as there are cores beside the server's. When a match is over the two play another.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.load.websocket import SETTLING_TIMEOUT_S, Address, ConnectionLost, Crowd, header
from benchmarks.load.workload import LoadClient, open_table
from facedown_client.bot.bot import Bot
from facedown_shared.decks.decks import Deck, ready_decks
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.codec import decode_from_server
from facedown_shared.protocol.messages import (
    AutoPass,
    CardsFound,
    Concede,
    Consent,
    FromServer,
    Prompt,
    PromptOver,
    Propose,
    Ready,
    Refused,
    SearchCards,
    Settings,
    ToServer,
    Update,
)
from facedown_shared.text import Code

MAX_REFUSALS = 50
"""Refused answers to one prompt after which the load fails."""

DuelDecks = Sequence[tuple[Deck, Deck]]
"""Decks of the two players of each table; the tables take them in turns."""

MAX_PROPOSALS, PROPOSAL_WINDOW_S = 4, 10.5
"""Rematches that a player proposes within so many seconds; a server refuses more."""


@dataclass
class DuelTally:
    """The observations of the players of some duels."""

    answers: int = 0
    waits: list[float] = field(default_factory=list)
    """Seconds from an answer to the first message of its effect."""
    updates: list[int] = field(default_factory=list)
    """Bytes of each update."""
    received: int = 0
    """Bytes of all messages."""
    turns: list[float] = field(default_factory=list)
    """Seconds of each turn that began and ended meanwhile."""


def sum_tallies(parts: Sequence[DuelTally]) -> DuelTally:
    """Return the sum of these."""
    return DuelTally(
        sum(part.answers for part in parts),
        [wait for part in parts for wait in part.waits],
        [size for part in parts for size in part.updates],
        sum(part.received for part in parts),
        [turn for part in parts for turn in part.turns],
    )


class Duelist:
    """A bot at a table. `is_due`: it has a prompt that it has not answered. `mode`: when it is prompted; by
    default whenever it could respond, as when the first figures were taken.
    """

    def __init__(self, person: LoadClient, seat: int, seed: int, mode: str = "able") -> None:
        self._person = person
        self._seat, self._seed = seat, seed
        self._bot = Bot(seat, seed)
        self._answered = -1
        self._searched: tuple[int, CardsFound | None] = (-1, None)
        """The last prompt for a declaration, and the cards found when it searched or answered."""
        self._refusals = 0
        self._ready_for = -1
        """The terms of the table for which it has declared itself ready; -1 for none."""
        self._asks_again = False
        self._owes_rematch = False
        self._proposals: deque[float] = deque(maxlen=MAX_PROPOSALS)
        """When it proposed the last rematches."""
        self.seen = DuelTally()
        self.sent = 0.0
        """When it sent an answer that has had no effect yet; 0.0: it waits for nothing."""
        person.websocket.handle = self._handle
        self._heard = person.websocket.received
        self._turn_began = 0.0
        person.send_messages(AutoPass(mode))

    @property
    def is_due(self) -> bool:
        """Whether it has a prompt that it has not answered."""
        prompt = self._person.model.prompt
        if prompt is None or self.sent:
            return False
        if prompt.declare:
            return (prompt.ask, self._person.model.found) != self._searched
        return prompt.ask != self._answered

    def propose(self, now: float) -> None:
        """Propose the rematch that is due, as soon as the server allows another proposal."""
        is_full = len(self._proposals) == MAX_PROPOSALS and now < self._proposals[0] + PROPOSAL_WINDOW_S
        if self._owes_rematch and not is_full:
            self._owes_rematch = False
            self._proposals.append(now)
            self._person.send_messages(Propose("rematch"))

    def answer(self) -> None:
        """Answer the open prompt."""
        prompt = self._person.model.prompt
        assert prompt is not None
        model = self._person.model
        answer: ToServer
        if prompt.declare:
            self._searched = (prompt.ask, model.found)
            answer = self._bot.declare(prompt, model.view, model.found)
        else:
            answer = self._bot.answer(prompt, model.view)
            self._answered = prompt.ask
        self.sent = 0.0 if isinstance(answer, SearchCards) else time.perf_counter()
        self._person.send_messages(answer)
        if self._bot.must_concede:
            self._bot.reset_turn()
            self._person.send_messages(Concede())

    def take_seen(self) -> DuelTally:
        """Return the observations since the last call."""
        seen, self.seen, self._turn_began = self.seen, DuelTally(), 0.0
        events, self._heard = self._heard, self._person.websocket.received
        seen.received = self._heard - events
        return seen

    def _handle(self, payload: bytes) -> None:
        message = decode_from_server(payload)
        if self.sent and isinstance(message, Update | Prompt | PromptOver):
            self.seen.answers += 1
            self.seen.waits.append(time.perf_counter() - self.sent)
            self.sent, self._refusals = 0.0, 0
        if isinstance(message, Update):
            self.seen.updates.append(header(len(payload)) + len(payload))
        self._person.feed(message)
        if isinstance(message, Update) and any(step.kind == "turn" for step in self._person.model.told):
            self._turn_begins(time.perf_counter())
        if isinstance(message, Refused):
            self._handle_refusal(message)
        self._go_on(message)

    def _turn_begins(self, now: float) -> None:
        """Record how long the last turn took, at one of the two seats."""
        if self._turn_began and self._seat == 0:
            self.seen.turns.append(now - self._turn_began)
        self._turn_began = now

    def _handle_refusal(self, refused: Refused) -> None:
        """Pick something else, unless the prompt was over already."""
        self.sent, self._answered, self._searched = 0.0, -1, (-1, None)
        if refused.code is Code.OLD_PROMPT:
            return
        self._refusals += 1
        if self._refusals > MAX_REFUSALS or refused.ask < 0:
            raise ConnectionLost(f"The server takes no answer of a bot: {refused.sentence}")
        self._bot.note_refusal(refused.ask)

    def _go_on(self, message: FromServer) -> None:
        """Agree on another match after one, and be ready for it."""
        table = self._person.model.table
        if table is None or table.stage not in ("over", "gathering"):
            self._ready_for, self._asks_again = -1, False
        elif table.stage == "gathering" and self._ready_for != table.terms:
            self._ready_for, self._answered, self.sent = table.terms, -1, 0.0
            self._turn_began = 0.0
            self._bot = Bot(self._seat, self._seed)
            self._person.send_messages(Ready())
        elif table.stage == "over" and not self._asks_again:
            if self._seat == 0:
                self._asks_again = self._owes_rematch = True
                self.propose(time.perf_counter())
            elif table.proposal == "rematch 0":
                self._asks_again = True
                self._person.send_messages(Consent(yes=True))


class Duels:
    """Some tables of one pace, in one process. Without `decks` they play the master decks by our rules, with
    them the duels run in EDOPro's core.
    """

    def __init__(
        self, address: Address, first: int, count: int, pace: str, mode: str, decks: DuelDecks = ()
    ) -> None:
        self.crowd = Crowd()
        """The sockets of all players."""
        self._duelists: list[Duelist] = []
        self.links: list[TableLink] = []
        settings = Settings(listed=False, pace=pace, mode="core" if decks else "rules")
        pairs = decks or _ready_pairs()
        for number in range(first, first + count):
            people, link = open_table(address, number, settings, pairs[number % len(pairs)])
            self.links.append(link)
            for seat, person in enumerate(people):
                self._duelists.append(Duelist(person, seat, 2 * number + seat, mode))
                self.crowd.add(person.websocket.sock, person.websocket.take)
            self.crowd.turn(0)

    def run(self, seconds: float, rate: float) -> tuple[DuelTally, float]:
        """Answer for so many seconds: at once (rate 0), or at random intervals so many prompts a second over
        all these tables. Return the players' observations, and how many seconds it took.
        """
        for duelist in self._duelists:
            duelist.take_seen()
        begun = time.perf_counter()
        if rate:
            self._run_paced(begun + seconds, rate)
        while time.perf_counter() < begun + seconds:
            self.crowd.turn(0.05)
            self._propose()
            for duelist in self._duelists:
                if duelist.is_due:
                    duelist.answer()
        if not self.crowd.until(lambda: not any(each.sent for each in self._duelists), SETTLING_TIMEOUT_S):
            raise ConnectionLost("The server does not go on with a duel of the load.")
        took = time.perf_counter() - begun
        return sum_tallies([duelist.take_seen() for duelist in self._duelists]), took

    def _propose(self) -> None:
        now = time.perf_counter()
        for duelist in self._duelists:
            duelist.propose(now)

    def _run_paced(self, end: float, rate: float) -> None:
        dice, due = random.Random(0), time.perf_counter()
        waiting: deque[Duelist] = deque()
        while (now := time.perf_counter()) < end:
            self._propose()
            waiting.extend(each for each in self._duelists if each.is_due and each not in waiting)
            if waiting and now >= due:
                due = max(due, now - 1 / rate) + dice.expovariate(rate)
                if (duelist := waiting.popleft()).is_due:
                    duelist.answer()
            self.crowd.turn(max(0.0, due - now) if waiting else 0.05)


def _ready_pairs() -> DuelDecks:
    """Return the ready decks of the Master format, each with the next one."""
    decks = [ready.deck for ready in ready_decks().values() if ready.format == "master"]
    return [(deck, decks[(number + 1) % len(decks)]) for number, deck in enumerate(decks)]
