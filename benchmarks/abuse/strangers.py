"""Strangers in the states in which each kind of message costs a server most.

All of it is synchronous: a message is sent at once, and `settle` waits until the server has handled it.
Refusals are counted and end nothing.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from benchmarks.load.websocket import RESPONSE_TIMEOUT_S, Address, ConnectionLost
from benchmarks.load.workload import LoadClient
from facedown_client.data import deck_entries
from facedown_server.network.crowd.prices import price_of
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import Deck, to_ydk
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.codec import decode_from_server, encode
from facedown_shared.protocol.messages import (
    Answer,
    Concede,
    CreateTable,
    Hello,
    JoinTable,
    Ping,
    Pong,
    Ready,
    Refused,
    Settings,
    ToServer,
    UseDeck,
    Watch,
)
from facedown_shared.protocol.terms import fill_terms
from facedown_shared.text import Code

FREE = Settings(mode="free", pace="off", listed=False)
ALONE = Settings(mode="free", pace="off", opponent="nobody")
RULES = Settings(mode="rules", pace="off", opponent="nobody")
DECK_CARDS = 200
"""Cards of the largest deck."""


class Stranger(LoadClient):
    """One connection of a stranger, with a client's model of it."""

    def __init__(self, address: Address, name: str = "Stranger", source: str = "") -> None:
        self.pings = self._ponged = 0
        """Pings sent to wait until the server has handled everything."""
        self.refusals = Counter[Code]()
        self.price = 0
        """The price of all its messages, except those pings."""
        super().__init__(address, Hello(name), source=source)
        self.until(lambda model: model.welcome)

    def send_messages(self, *messages: ToServer) -> None:
        """Send messages, and add up their prices."""
        self.price += sum(price_of(fill_terms(message, self.model.table)) for message in messages)
        super().send_messages(*messages)

    def handle(self, payload: bytes) -> None:
        """Handle a message; a refusal is only counted."""
        message = decode_from_server(payload)
        match message:
            case Refused(code=code):
                self.refusals[code] += 1
            case Pong(number=number):
                self._ponged = number
        self.feed(message)

    def listen(self) -> None:
        """Handle what has arrived, without waiting. Raises ConnectionLost."""
        self.websocket.sock.setblocking(False)
        self.websocket.take()
        self.websocket.sock.setblocking(True)

    def settle(self) -> None:
        """Wait until the server has handled all messages."""
        self.pings += 1
        self.websocket.send(encode(Ping(self.pings)))
        self.until(lambda model: self._ponged == self.pings)

    def do(self, *messages: ToServer) -> None:
        """Send it and wait until the server has handled it."""
        self.send_messages(*messages)
        self.settle()

    def agree(self, message: ToServer) -> None:
        """Send it about the latest state received."""
        self.settle()
        self.do(message)

    def cards(self, seat: int, zone: str) -> tuple[int, ...]:
        """Return handles of the cards of a pile."""
        return self.view.pile(seat, zone).handles

    def disconnect(self) -> None:
        """End the connection."""
        self.websocket.sock.close()


@dataclass
class Stage:
    """Strangers in the state in which a kind of message costs most."""

    address: Address
    source: str = ""
    people: list[Stranger] = field(default_factory=list)
    link: TableLink | None = None
    """The link for spectators of the table they are at."""
    key: str = ""
    """The key of the first one's seat."""
    notes: dict[str, str] = field(default_factory=dict)

    @property
    def one(self) -> Stranger:
        """The stranger who sends."""
        return self.people[0]

    @property
    def other(self) -> Stranger:
        """The second stranger."""
        return self.people[1]

    @property
    def pings(self) -> int:
        """Pings sent so far by all of them, to wait until the server has handled everything."""
        return sum(each.pings for each in self.people)

    @property
    def price(self) -> int:
        """The price of all their messages so far."""
        return sum(each.price for each in self.people)

    def settle(self) -> None:
        """Wait until the server has handled all their messages."""
        for each in self.people:
            each.settle()

    def arrive(self, name: str = "Stranger") -> Stranger:
        """Connect one more of them."""
        self.people.append(Stranger(self.address, name, self.source))
        return self.people[-1]

    def leave(self) -> None:
        """Close all connections."""
        for each in self.people:
            each.disconnect()


# --- their states -------------------------------------------------------------------------------------------


def unknown_deck(size: int = DECK_CARDS, first: int = 100_000_001) -> str:
    """Return a deck of cards that no server knows, each time another."""
    return "\n".join(str(first + card) for card in range(size))


def known_deck(size: int = DECK_CARDS) -> str:
    """Return a deck of as many different cards of the Main Deck as a server knows, again and again."""
    codes = [card.code for card in bundled_pool() if not card.belongs_in_extra_deck]
    return to_ydk(Deck(tuple(codes[at % len(codes)] for at in range(size))))


def at_no_table(stage: Stage) -> None:
    """Connect a client that has sent its Hello."""
    stage.arrive()


def host(stage: Stage) -> None:
    """Seat the host of a free table that gathers, with a large deck of unknown cards."""
    stage.key = secrets.token_urlsafe(24)
    one = stage.arrive("Host")
    one.do(CreateTable(FREE, key=stage.key), UseDeck(unknown_deck()))
    stage.link = parse_link(one.model.links["spectator"][0][1])


def alone(stage: Stage) -> None:
    """Seat a player alone at a free table with 400 cards, all cards of their own Deck in the hand."""
    _alone(stage, ALONE, known_deck())


def alone_by_rules(stage: Stage) -> None:
    """Seat a player alone with a duel by the rules."""
    ready = [deck for deck in deck_entries.ready("master") if not deck.reasons("master")]
    _alone(stage, RULES, ready[0].text)


def alone_with_heroes(stage: Stage) -> None:
    """Seat a player alone at a table of Flesh and Blood."""
    _alone(
        stage,
        Settings(format="fab", mode="free", pace="off", opponent="nobody"),
        deck_entries.ready("fab")[0].text,
    )


def _alone(stage: Stage, settings: Settings, deck: str) -> None:
    one = stage.arrive("Alone")
    one.do(CreateTable(settings), UseDeck(deck, seat=0), UseDeck(deck, seat=1))
    one.do(Ready())
    begin(stage.people)


def duel(stage: Stage, settings: Settings = FREE) -> None:
    """Seat two strangers in a duel at a free table."""
    stage.arrive("Host").do(CreateTable(settings))
    stage.link = parse_link(stage.one.model.links["spectator"][0][1])
    link = parse_link(stage.one.model.links["opponent"][0][1])
    stage.arrive("Guest").do(JoinTable(link.code, link.secret), UseDeck(known_deck(60)))
    stage.one.do(UseDeck(known_deck(60)))
    for each in stage.people:
        each.agree(Ready())
    begin(stage.people)


def begin(people: Sequence[Stranger]) -> None:
    """Answer the toss and the prompts before the duel, until all of them see it."""
    end = time.perf_counter() + RESPONSE_TIMEOUT_S
    while any(each.model.view is None or _is_asked_first(each) for each in people):
        if time.perf_counter() > end:
            raise ConnectionLost("A duel of strangers does not begin.")
        for each in people:
            each.settle()
            prompt = each.model.prompt
            if prompt is not None and (each.model.view is None or _is_asked_first(each)):
                each.model.prompt = None
                each.do(Answer(prompt.ask, tuple(range(prompt.least))))
            time.sleep(0.1)


def _is_asked_first(one: Stranger) -> bool:
    """Return whether it has the first prompt of a table of Flesh and Blood."""
    prompt = one.model.prompt
    return one.view.table == "fab" and prompt is not None and prompt.kind == "choice"


def over(stage: Stage) -> None:
    """Seat two whose match is over, with both hands opened in its replay."""
    duel(stage, Settings(mode="free", pace="off", listed=False, open_hands=True))
    stage.one.do(Concede(match=True))
    stage.one.until(lambda model: model.replay)
    assert stage.one.model.replay is not None
    stage.notes["replay"] = stage.one.model.replay.secret
    stage.settle()


def relay(stage: Stage) -> None:
    """Connect a relay at a stranger's table, and its host."""
    host(stage)
    assert stage.link is not None
    stage.arrive("Relay").do(Watch(stage.link.code, stage.link.secret, relay=True))
    stage.people.reverse()


def door(stage: Stage) -> None:
    """Connect a client at no table, and the host of a table with a password."""
    stage.arrive("Outside")
    stage.arrive("Host").do(CreateTable(Settings(mode="free", pace="off", password="p" * 64)))
    stage.link = parse_link(stage.other.model.links["spectator"][0][1])


@contextmanager
def open_stage(address: Address, setting: Callable[[Stage], None], source: str = "") -> Iterator[Stage]:
    """Bring strangers into a state; they hang up at the end."""
    stage = Stage(address, source)
    try:
        setting(stage)
        yield stage
    finally:
        stage.leave()
