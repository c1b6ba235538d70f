"""Clients of the load at a table: a websocket each, with the client's own Model until play begins.

Everything here waits for the server and decodes all it sends: it happens before anything is measured.
"""

from __future__ import annotations

import select
import time
from collections.abc import Callable

from benchmarks.load.websocket import RESPONSE_TIMEOUT_S, Address, ConnectionLost, WebSocket, framed
from facedown_client.model.model import Model
from facedown_shared.cards.facts import edition
from facedown_shared.decks.decks import Deck, to_ydk
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.codec import decode_from_server, encode
from facedown_shared.protocol.messages import (
    Answer,
    CreateTable,
    FromServer,
    Hello,
    JoinTable,
    Ready,
    Seated,
    Settings,
    ToServer,
    UseDeck,
    Watch,
)
from facedown_shared.protocol.terms import fill_terms
from facedown_shared.tables import View


class LoadClient:
    """A client at a table, and all messages sent to it. `source`: the address that it connects from."""

    def __init__(self, address: Address, hello: Hello, *wishes: ToServer, source: str = "") -> None:
        self.websocket = WebSocket(address, source=source)
        self.websocket.hear = self.hear
        self.model = Model()
        self.token = ""
        """The token with which it resumes the seat."""
        self.say(hello, *wishes)

    @property
    def view(self) -> View:
        """Its View of the duel."""
        assert self.model.view is not None
        return self.model.view

    def say(self, *messages: ToServer) -> None:
        """Send messages. What agrees to a proposal names the latest one."""
        told = (fill_terms(message, self.model.table) for message in messages)
        self.websocket.sock.sendall(b"".join(framed(encode(message)) for message in told))

    def hear(self, payload: bytes) -> None:
        """Handle a message, and send what a client sends in answer. Raises ConnectionLost on a refusal."""
        self.feed(decode_from_server(payload))
        if self.model.refusal is not None:
            raise ConnectionLost(f"The server refused what the load asked for: {self.model.refusal.sentence}")

    def feed(self, message: FromServer) -> None:
        """Handle a message, and send what a client sends in answer."""
        if isinstance(message, Seated):
            self.token = message.token or self.token
        for answer in self.model.handle_message(message):
            self.say(answer)

    def read(self) -> None:
        """Wait for the next message, and handle it."""
        for payload in self.websocket.read():
            self.hear(payload)

    def until(self, done: Callable[[Model], object]) -> None:
        """Wait until a condition holds. Raises ConnectionLost when it does not."""
        end = time.perf_counter() + RESPONSE_TIMEOUT_S
        while not done(self.model):
            if time.perf_counter() > end:
                raise ConnectionLost("The server does not go on with a table of the load.")
            self.read()

    def do(self, message: ToServer) -> None:
        """Make an act at the table and wait until it is broadcast."""
        before = self.model.version
        self.say(message)
        self.until(lambda model: model.version > before)


def greeting(name: str) -> Hello:
    """Return the Hello of a client that has the cards of this version."""
    return Hello(name, cards=edition())


def open_table(
    address: Address, number: int, settings: Settings, decks: tuple[Deck, Deck]
) -> tuple[tuple[LoadClient, LoadClient], TableLink]:
    """Return a table whose duel has begun: its two players, and the link for spectators."""
    host = LoadClient(address, greeting(f"Wren {number}"), CreateTable(settings))
    host.until(lambda model: model.links and model.table)
    links = {role: parse_link(host.model.links[role][0][1]) for role in ("opponent", "spectator")}
    joining = JoinTable(links["opponent"].code, links["opponent"].secret)
    guest = LoadClient(address, greeting(f"Halvard {number}"), joining)
    people = (host, guest)
    for person in people:  # a player who is ready says so to the player across the table
        person.until(lambda model: model.table and all(seat.name for seat in model.table.seats))
    for person, deck in zip(people, decks, strict=True):
        person.until(lambda model: model.table)
        person.say(UseDeck(to_ydk(deck)))
        person.until(lambda model: model.report)
        person.say(Ready())
    _begin(people)
    return people, links["spectator"]


def _begin(people: tuple[LoadClient, LoadClient]) -> None:
    """Answer the toss and the question who goes first, until both see the duel."""
    while waiting := [person for person in people if person.model.view is None]:
        ready, _, _ = select.select([person.websocket.sock for person in waiting], [], [], RESPONSE_TIMEOUT_S)
        for person in waiting:
            if person.websocket.sock in ready:
                person.read()
            if person.model.prompt is not None and person.model.view is None:
                person.say(Answer(person.model.prompt.ask, (0,)))
                person.model.prompt = None


def watch(address: Address, number: int, link: TableLink) -> WebSocket:
    """Return a spectator that has received the whole View."""
    person = LoadClient(address, greeting(f"Sid {number}"), Watch(link.code, link.secret))
    person.until(lambda model: model.view)
    return person.websocket
