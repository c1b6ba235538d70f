"""Referee that runs a duel in EDOPro's core and translates its messages and prompts to our State and prompts.

It is synchronous, like every referee. A request to an engine process yields a frame that the runner awaits
(`facedown_server.refereeing.referee.ExternalWork`). If the engine is in this process, the request returns at
once.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from facedown_server.games.edopro.declarations import DeclarableCards, declarable_cards
from facedown_server.games.edopro.engine_protocol import (
    Begin,
    CoreStep,
    CoreSteps,
    DropDuel,
    LaidCard,
    PlayRequest,
    QueryResult,
    Reply,
)
from facedown_server.games.edopro.locations import (
    BANISHED_FLAG,
    DECK_FLAG,
    EXTRA_DECK_FLAG,
    FACE_DOWN_DEFENSE_FLAG,
    FACE_UP_ATTACK_FLAG,
    FACE_UP_DEFENSE_FLAG,
    GRAVEYARD_FLAG,
    HAND_FLAG,
    PILES,
    Places,
)
from facedown_server.games.edopro.mirror import Mirror, leaving_reason
from facedown_server.games.edopro.phase_windows import PhaseWindows
from facedown_server.games.edopro.pile_orders import OutOfStep
from facedown_server.games.edopro.prompt_translation import Questions
from facedown_server.games.edopro.script_errors import Faults
from facedown_server.games.edopro.stream import messages, prompts
from facedown_server.games.edopro.stream.decoding import Unread
from facedown_server.games.edopro.trigger_windows import TriggerWindows
from facedown_server.refereeing.prompted_referee import PromptedReferee
from facedown_server.refereeing.prompts import SHOW, DuelOver, DuelPrompt, Play
from facedown_server.refereeing.referee import ExternalWork, Frame, PromptKind, Result
from facedown_server.table import (
    BEFORE_FIRST_TURN,
    RandomStreams,
    Setup,
    StartingCard,
    StartingPosition,
    StartingSide,
    State,
    dealing,
    ops,
)
from facedown_shared.cards.facts import Pool
from facedown_shared.tables import SHARED_SEAT_INDEX, TABLES, Format, Place, Seat
from facedown_shared.text import Words

CORE = "random"
"""Random stream of each seat that seeds the core's own generator. No other throw here uses it."""

NO_SHUFFLE_FLAG = 0x10
"""Duel option of the core that keeps Decks in their order."""
CORE_PROMPTS_VERSION, OPEN_WINDOWS_VERSION = 11, 10
"""Version of our queries and prompts, which a duel's log records, and the one before it, with which duels
that began so continue.
"""
FACES = {"attack": FACE_UP_ATTACK_FLAG, "defense": FACE_UP_DEFENSE_FLAG, "set": FACE_DOWN_DEFENSE_FLAG}


class Engines(Protocol):
    """Interface to the engines that run duels: engine processes, or an engine in this process."""

    def number(self) -> int:
        """Return the number for a new duel."""

    def call(self, request: PlayRequest) -> Iterator[ExternalWork]:
        """Send a request to the engine. Yields frames to await before `last_response` has the response."""

    def last_response(self, duel: int) -> CoreSteps:
        """Return the response to the duel's last request."""

    def forget_duel(self, request: DropDuel) -> None:
        """Tell the engine that a duel is no longer needed."""


class CoreReferee(PromptedReferee):
    """Referee of one duel that the core runs."""

    def __init__(
        self, rules: Format, pool: Pool, engines: Engines, declarable: DeclarableCards | None = None,
        version: int = CORE_PROMPTS_VERSION,
    ) -> None:  # fmt: skip
        """`declarable`: the cards whose names may be declared, if they differ from the pool's. `version`:
        the one that the duel began with.

        Cards whose facts players sent are not among them, since that would disclose a Deck.
        """
        self._version = version
        super().__init__(State(TABLES[rules.table]))
        self._declarable = declarable or declarable_cards(pool)
        self._rules, self._pool, self._engines = rules, pool, engines
        self._began = (SHARED_SEAT_INDEX, PromptKind.CHOICE, 0)
        """Seat and public kind of the last prompt, and the State's serial number at that time."""
        self.errors: list[str] = []
        """Error messages of scripts."""
        self.cut = ""
        self._faults = Faults()

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Start the duel of a setup. Yields frames up to the first prompt."""
        self._run = self._play_duel(
            setup.first, lambda number: self._begin_from_setup(number, setup, streams)
        )
        yield from self._advance(None)

    def start_from(self, position: StartingPosition, streams: RandomStreams) -> Iterator[Frame]:
        """Start a duel from a position. No Deck is ever shuffled, and no opening hand is drawn."""
        self._run = self._play_duel(
            position.first, lambda number: self._begin_from_position(number, position, streams)
        )
        yield from self._advance(None)

    def _play_duel(self, first: Seat, lay: Callable[[int], Begin]) -> Play[None]:
        number, state = self._engines.number(), self.state
        places = Places(state.table, first)
        hides = self._version > OPEN_WINDOWS_VERSION
        self.mirror = mirror = Mirror(state, self._pool, places, hides_windows=hides)
        self._windows = TriggerWindows(mirror, PhaseWindows(mirror))
        questions = Questions(mirror, self._declarable)
        begin = lay(number)
        try:
            yield SHOW  # the core's messages before the first draw depend on the Decks
            prompt = yield from self._run_core(begin, mirror)
            while True:
                answer = yield from questions.prompt(prompt)
                prompt = yield from self._run_core(Reply(number, answer), mirror, prompt)
        finally:
            self._engines.forget_duel(DropDuel(number))

    def _open(self, prompt: DuelPrompt) -> None:
        """Open a prompt. Until a choice takes effect, other viewers keep seeing the prompt that it began
        from.
        """
        seat, kind, changed = self._began
        if prompt.kind is PromptKind.CHOICE and (seat, changed) == (prompt.seat, self.state.changed):
            prompt = msgspec.structs.replace(prompt, public=kind)
        self._began = (prompt.seat, prompt.public or prompt.kind, self.state.changed)
        super()._open(prompt)

    def complaints(self) -> Sequence[Words]:
        """Return messages to the players about faulty scripts, each of them once."""
        return self._faults.next_messages(self.state, over=self._decided is not None)

    def _begin_from_position(self, number: int, position: StartingPosition, streams: RandomStreams) -> Begin:
        cards = tuple(_place_cards(self.mirror, position))
        lives = [position.sides[self.mirror.places.seat(player)].life for player in (0, 1)]
        return Begin(
            number, seed(streams), self._rules.core_rules | NO_SHUFFLE_FLAG,
            (lives[0], lives[1]), 0,
            ((), ()), ((), ()), cards,
        )  # fmt: skip

    def _begin_from_setup(self, number: int, setup: Setup, streams: RandomStreams) -> Begin:
        """Deal both sides' cards in an order from our own fair throws. The core does not shuffle yet."""
        state, mirror, decks, extras = self.state, self.mirror, [], []
        for seat in (0, 1):
            ops.tally(state, f"{seat}:life", self._rules.life)
            dealing.place_deck(state, self._pool, setup, seat, streams)
        for player in (0, 1):
            seat = mirror.places.seat(player)
            deck, extra = [*state.pile(seat, "deck")], [*state.pile(seat, "extra_deck")]
            mirror.cards.set_pile(player, DECK_FLAG, deck[::-1])
            mirror.cards.set_pile(player, EXTRA_DECK_FLAG, extra[::-1])
            decks.append(tuple(card.code for card in deck))
            extras.append(tuple(card.code for card in extra))
        return Begin(
            number, seed(streams), self._rules.core_rules, (self._rules.life,) * 2,
            self._rules.opening_hand, (decks[0], decks[1]), (extras[0], extras[1]),
        )  # fmt: skip

    def _run_core(self, request: Begin | Reply, mirror: Mirror, before: Any = None) -> Play[Any]:
        """Send a request to the core, carry out its messages and return its next prompt. Raises DuelOver."""
        if self.cut:
            raise DuelOver(Result(None, f"core_{self.cut}"))
        for frame in self._engines.call(request):
            yield type(SHOW)(frame)
        said = self._engines.last_response(request.duel)
        self.errors += said.logs
        self._faults.note(said.logs)
        if said.stopped:  # drop the messages before it: a replay of the log does not send this request
            self.cut = said.stopped
            raise DuelOver(Result(None, f"core_{said.stopped}"))
        asked = before
        try:
            left = [*_read_steps(said.steps)]
            self._windows.expect([message for decoded, _ in left for message in decoded])
            while left:
                decoded, queried = left.pop(0)
                yield from mirror.apply_messages(decoded, queried, self._windows.open_before)
                if mirror.progress.ended is not None:
                    break
                asked = next((one for one in decoded if type(one) in prompts.KINDS), asked)
                if self.state.events and left:
                    yield SHOW
        except (Unread, OutOfStep, KeyError, IndexError) as error:
            self.errors.append(str(error))
            raise DuelOver(Result(None, "core_lost")) from error
        if mirror.progress.ended is not None:
            raise DuelOver(mirror.progress.ended)
        return asked


class CorePuzzle(CoreReferee):
    """Referee of a duel in the core that starts from a given position."""

    def __init__(
        self, position: StartingPosition, rules: Format, pool: Pool, engines: Engines,
        declarable: DeclarableCards | None = None, version: int = CORE_PROMPTS_VERSION,
    ) -> None:  # fmt: skip
        super().__init__(rules, pool, engines, declarable, version)
        self._position = position

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Start from the position. Yields frames up to the first prompt."""
        yield from self.start_from(self._position, streams)


def _read_steps(steps: Sequence[CoreStep]) -> Iterator[tuple[list[Any], tuple[QueryResult, ...]]]:
    """Yield the messages of each step together with the query results after that step.

    Cards that leave one after the other form one batch, since their order is secret
    (`facedown_server.games.edopro.pile_orders`).
    """
    waiting: list[Any] = []
    for step in steps:
        decoded = [messages.decode_message(message) for message in messages.split(step.messages)]
        if waiting and not (decoded and leaving_reason(decoded[0])):
            yield waiting, ()
            waiting = []
        waiting += decoded
        if step.asked or not all(map(leaving_reason, decoded)):
            yield waiting, step.asked
            waiting = []
    if waiting:
        yield waiting, ()


def seed(streams: RandomStreams) -> tuple[int, int, int, int]:
    """Return the seed for the core's own generator, bound to the pledge of both seats' streams.

    Its throws cannot be computed before the match is over, and after it only with both seats' secrets. The
    seed is never all 0.
    """
    orders = b"".join(bytes(streams.order(256, f"{CORE}:{seat}")) for seat in (0, 1))
    parts = struct.unpack("<4Q", hashlib.sha256(orders).digest())
    return (parts[0] | 1, parts[1], parts[2], parts[3])


def edition_digest(engine: str, edition: str, version: int = CORE_PROMPTS_VERSION) -> str:
    """Return the digest that a duel's log records: of the engine, of the edition, and of the version of our
    queries.
    """
    return hashlib.sha256(f"core {version} {engine} {edition}".encode()).hexdigest()[:32]


def _place_cards(mirror: Mirror, position: StartingPosition) -> Iterator[LaidCard]:
    """Place both sides' cards in our State, and yield each card for the core."""
    for seat, side in enumerate(position.sides):
        ops.tally(mirror.state, f"{seat}:life", side.life)
        yield from _piles(mirror, seat, side)
    for seat, side in enumerate(position.sides):
        for standing in side.field:
            yield _place_standing(mirror, seat, standing)


def _piles(mirror: Mirror, seat: Seat, side: StartingSide) -> Iterator[LaidCard]:
    player = mirror.places.player(seat)
    rows = (
        (HAND_FLAG, side.hand, False),
        (DECK_FLAG, side.deck, False),
        (EXTRA_DECK_FLAG, side.extra_deck, False),
        (EXTRA_DECK_FLAG, side.extra_face_up, True),
        (GRAVEYARD_FLAG, side.graveyard, True),
        (BANISHED_FLAG, side.banished, True),
    )
    for location, held, open_to_all in rows:
        cards = []
        for number, code in enumerate(held):
            face_up = open_to_all and not (location == BANISHED_FLAG and number in side.banished_face_down)
            card = ops.create(mirror.state, mirror.pool[code], seat)
            ops.place_card(mirror.state, card, Place(seat, PILES[location]), face_up=face_up)
            cards.append(card)
        lying = cards[::-1] if location == DECK_FLAG else cards
        mirror.cards.set_pile(player, location, [*mirror.cards.lists[(player, location)], *lying])
        for card in lying:
            face = FACE_UP_ATTACK_FLAG if card.face_up else FACE_DOWN_DEFENSE_FLAG
            yield LaidCard(card.code, player, player, location, 0, face)


def _place_standing(mirror: Mirror, seat: Seat, standing: StartingCard) -> LaidCard:
    owner = seat if standing.owner is None else standing.owner
    controller = seat if standing.controller is None else standing.controller
    facts = mirror.pool[standing.code]
    card = ops.create(mirror.state, facts, owner, token=facts.is_a("token"))
    ops.place_card(mirror.state, card, standing.place, face_up=standing.position != "set")
    is_monster = standing.place.zone in ("monster", "extra_monster")
    ops.mark(
        mirror.state, card, controller=controller, arrived=BEFORE_FIRST_TURN,
        defense_position=is_monster and standing.position != "attack",
    )  # fmt: skip
    player, location, sequence = mirror.places.spot(standing.place, controller)
    mirror.cards.lists[(player, location)][sequence] = card
    face = FACES[standing.position] if is_monster else (FACES["attack"] if card.face_up else FACES["set"])
    return LaidCard(card.code, mirror.places.player(owner), player, location, sequence, face)
