"""The workload: ten acts a turn on a free table, the same again and again, one under way at each table.

Both seats begin with 5 cards in the hand, 3 face-up monsters and a Set one, a face-up Spell and 3 Set ones,
10 cards in the Graveyard, 5 banished and 32 in the Deck. A turn: draw, Set, draw, Summon, -100 Life Points,
the monster and the Spell to the Graveyard, its two oldest cards to the bottom of the Deck, +100 Life Points;
then it is the other seat's turn. Monsters and Spells alternate everywhere, so every turn finds what it needs.

The player whose turn it is acts as soon as the update of the last act has arrived. Of a message only its sort
is read; the update of a draw alone is decoded, since it names the card drawn.
"""

from __future__ import annotations

import select
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain

import msgspec

from benchmarks.load.websocket import RESPONSE_TIMEOUT_S, Address, ConnectionLost, WebSocket, frame_bytes
from facedown_client.model.model import Model
from facedown_shared.cards.facts import Facts, bundled_pool, edition
from facedown_shared.decks.decks import Deck, to_ydk
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.codec import decode_from_server, encode, is_update
from facedown_shared.protocol.gestures import ChangeLife, Draw, Gesture, Move, NormalSummon
from facedown_shared.protocol.messages import (
    Answer,
    CreateTable,
    FromServer,
    Hello,
    JoinTable,
    Ready,
    Refused,
    Seated,
    Settings,
    ToClient,
    ToServer,
    Update,
    UseDeck,
    Watch,
    Whole,
)
from facedown_shared.protocol.terms import fill_terms
from facedown_shared.tables import Place, View


class LoadClient:
    """A client at a table, and all messages sent to it. `source`: the address that it connects from."""

    def __init__(self, address: Address, hello: Hello, *wishes: ToServer, source: str = "") -> None:
        self.websocket = WebSocket(address, source=source)
        self.websocket.handle = self.handle
        self.model = Model()
        self.token = ""
        """The token with which it resumes the seat."""
        self.send_messages(hello, *wishes)

    @property
    def view(self) -> View:
        """Its View of the duel."""
        assert self.model.view is not None
        return self.model.view

    def send_messages(self, *messages: ToServer) -> None:
        """Send messages. What agrees to a proposal names the latest one."""
        filled = (fill_terms(message, self.model.table) for message in messages)
        self.websocket.sock.sendall(b"".join(frame_bytes(encode(message)) for message in filled))

    def handle(self, payload: bytes) -> None:
        """Handle a message, and send what a client sends in answer. Raises ConnectionLost on a refusal."""
        self.feed(decode_from_server(payload))
        if self.model.refusal is not None:
            raise ConnectionLost(f"The server refused what the load asked for: {self.model.refusal.sentence}")

    def feed(self, message: FromServer) -> None:
        """Handle a message, and send what a client sends in answer."""
        if isinstance(message, Seated):
            self.token = message.token or self.token
        for answer in self.model.handle_message(message):
            self.send_messages(answer)

    def read(self) -> None:
        """Wait for the next message, and handle it."""
        for payload in self.websocket.read():
            self.handle(payload)

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
        self.send_messages(message)
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
        person.send_messages(UseDeck(to_ydk(deck)))
        person.until(lambda model: model.report)
        person.send_messages(Ready())
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
                person.send_messages(Answer(person.model.prompt.ask, (0,)))
                person.model.prompt = None


def watch(address: Address, number: int, link: TableLink) -> WebSocket:
    """Return a spectator that has received the whole View."""
    person = LoadClient(address, greeting(f"Sid {number}"), Watch(link.code, link.secret))
    person.until(lambda model: model.view)
    return person.websocket


SETTINGS = Settings(listed=False, pace="off", mode="free")
NAMES_PER_SORT, COPIES_PER_NAME = 10, 3
"""Of monsters and of Spells in a deck, which thus has 60 cards."""
DECK_CARDS = 32
"""Cards in each Deck at the beginning of a turn."""


def sign(message: type[ToClient]) -> bytes:
    """Return the bytes after the first one of every message of this type."""
    config = message.__struct_config__
    return msgspec.msgpack.encode(config.tag_field) + msgspec.msgpack.encode(config.tag)


REFUSED, WHOLE = sign(Refused), sign(Whole)
MAX_ACTS = 3_600
"""Acts at one table: a line holds 2,000 steps of each player, the layout included."""


Sized = tuple[int, int]
"""Which act of a turn it was, from 0, and its bytes."""


@dataclass
class Tally:
    """The observations of the players of a table while it was loaded."""

    acts: int = 0
    own: list[float] = field(default_factory=list)
    """Seconds from an act to the update at its actor."""
    opponent: list[float] = field(default_factory=list)
    """The same at the opponent."""
    actor_bytes: list[Sized] = field(default_factory=list)
    """Bytes from the update before to that of an act, its own included, at its actor."""
    opponent_bytes: list[Sized] = field(default_factory=list)

    @staticmethod
    def sum_up(tallies: Sequence[Tally]) -> Tally:
        """Return the sum of these tallies, and reset them."""
        whole = Tally()
        for each in tallies:
            whole.acts += each.acts
            for name in ("own", "opponent", "actor_bytes", "opponent_bytes"):
                getattr(whole, name).extend(getattr(each, name))
            vars(each).update(vars(Tally()))
        return whole


class Table:
    """One table of the workload."""

    def __init__(self, address: Address, number: int) -> None:
        people, self.link = open_table(address, number, SETTINGS, (deck(), deck()))
        self.relay_link = parse_link(people[0].model.links["relay"][0][1])
        for seat, person in enumerate(people):
            _arrange_deck(person, seat)
        for person in people:
            person.until(lambda model: all(_deck(model, seat) == DECK_CARDS for seat in (0, 1)))
        self.tally = Tally()
        self.is_going = False
        """Whether another act follows."""
        self._last = 0
        """The number of acts after which it stops."""
        self._seats = [_Seat(self, seat, person) for seat, person in enumerate(people)]
        self.tokens = [person.token for person in people]
        """The tokens with which the players resume."""
        self._done = 0
        self._begun: deque[float] = deque()
        """When acts began whose update has not reached both players yet, the oldest first."""
        self._counted = 0
        """Acts whose update both players have."""

    @property
    def websockets(self) -> list[WebSocket]:
        """The connections of both players."""
        return [seat.websocket for seat in self._seats]

    @property
    def is_settled(self) -> bool:
        """Whether both players have the update of every act."""
        return not self._begun

    def begin(self, most: int) -> None:
        """Act until `is_going` is cleared, so many acts at most."""
        self._last = self._done + most
        for seat in self._seats:
            seat.heard = seat.websocket.received
        self._act()

    def _act(self) -> None:
        turn, step = divmod(self._done, len(TURN))
        actor = self._seats[turn % 2]
        data = frame_bytes(encode(TURN[step](actor)))
        self._done += 1
        self.is_going = self._done < self._last
        self._begun.append(time.perf_counter())
        actor.websocket.sock.sendall(data)

    def note_update(self, seat: _Seat, payload: bytes) -> None:
        """Record that a player received the update of the oldest act outstanding for this player."""
        number = seat.handled
        took = time.perf_counter() - self._begun[number - self._counted]
        seat.handled += 1
        size = seat.websocket.received - seat.heard
        seat.heard = seat.websocket.received
        turn, step = divmod(number, len(TURN))
        self._settle()
        if turn % 2 != seat.number:
            self.tally.opponent.append(took)
            self.tally.opponent_bytes.append((step, size))
        else:
            self.tally.acts += 1
            self.tally.own.append(took)
            self.tally.actor_bytes.append((step, size))
            if TURN[step] is _draw:
                seat.hand.append(_drawn_handle(payload))
        follower = (number + 1) // len(TURN) % 2
        if self.is_going and follower == seat.number and number + 1 == self._done:
            self._act()

    def _settle(self) -> None:
        """Forget the start of acts whose update both have."""
        while self._counted < min(seat.handled for seat in self._seats):
            self._begun.popleft()
            self._counted += 1


class _Seat:
    """A player of the workload: handles of own cards, the oldest first, and the updates so far."""

    def __init__(self, table: Table, number: int, person: LoadClient) -> None:
        self.number = number
        self.websocket = person.websocket
        self.hand = deque(_alternate_kinds(person, number, person.view.pile(number, "hand").handles))
        self.graveyard = deque(person.view.pile(number, "graveyard").handles)
        self.handled = 0
        """Acts whose update it has."""
        self.heard = person.websocket.received
        self._table = table
        person.websocket.handle = self._handle

    def place(self, zone: str, slot: int = -1) -> tuple[Place]:
        """Return a place on the own side."""
        return (Place(self.number, zone, slot),)

    def _handle(self, payload: bytes) -> None:
        if is_update(payload):
            self._table.note_update(self, payload)
        elif payload.startswith(REFUSED, 1):
            refused = decode_from_server(payload)
            assert isinstance(refused, Refused)
            raise ConnectionLost(f"The server refused an act of the load: {refused.sentence}")
        elif payload.startswith(WHOLE, 1):
            raise ConnectionLost(
                "The server sent a player the whole View: the load does not read fast enough."
            )


# --- the ten acts -----------------------------------------------------------------------------------------


def _draw(seat: _Seat) -> Gesture:
    return Draw(1)


def _set(seat: _Seat) -> Gesture:
    seat.graveyard.append(seat.hand[0])
    return Move((seat.hand.popleft(),), seat.place("spell_trap", 4), "down")


def _summon(seat: _Seat) -> Gesture:
    seat.graveyard.append(seat.hand[0])
    return NormalSummon((seat.hand.popleft(),), seat.place("monster", 4))


def _pay(seat: _Seat) -> Gesture:
    return ChangeLife("-100")


def _gain(seat: _Seat) -> Gesture:
    return ChangeLife("+100")


def _discard_monster(seat: _Seat) -> Gesture:
    return Move((seat.graveyard[-1],), seat.place("graveyard"))


def _discard_spell(seat: _Seat) -> Gesture:
    monster, spell = seat.graveyard.pop(), seat.graveyard.pop()
    seat.graveyard += (monster, spell)
    return Move((spell,), seat.place("graveyard"))


def _recycle(seat: _Seat) -> Gesture:
    return Move((seat.graveyard.popleft(),), seat.place("deck"), "bottom")


TURN: tuple[Callable[[_Seat], Gesture], ...] = (
    _draw, _set, _draw, _summon, _pay, _discard_monster, _discard_spell, _recycle, _recycle, _gain,
)  # fmt: skip
"""The acts of a turn. Each of them is broadcast by one update."""


def _drawn_handle(payload: bytes) -> int:
    """Return the handle of the card that an update of a draw shows to its player."""
    update = decode_from_server(payload)
    assert isinstance(update, Update)
    (drawn,) = update.patch.cards
    return drawn.handle


# --- the layout before the first turn ---------------------------------------------------------------------


def deck() -> Deck:
    """Return sixty cards: monsters that need no Tribute, and Spells."""

    def fits(card: Facts) -> bool:
        if card.belongs_in_extra_deck or {"ritual", "special_summon_only", "trap", "field"} & set(card.kinds):
            return False
        return not card.is_monster or 0 < card.level <= 4

    cards = [card for card in bundled_pool() if fits(card)]
    chosen = (
        [card.code for card in cards if card.is_monster is sort][:NAMES_PER_SORT] for sort in (True, False)
    )
    return Deck(tuple(code for code in chain(*chosen) for _ in range(COPIES_PER_NAME)))


def _alternate_kinds(person: LoadClient, seat: int, handles: tuple[int, ...]) -> list[int]:
    """Return these cards of the own hand, a Spell and a monster in turns; a Spell first."""
    view = person.view
    monsters = [handle for handle in handles if (known := view.known_facts(handle)) and known.is_monster]
    spells = [handle for handle in handles if handle not in monsters]
    pairs = zip(spells, monsters, strict=False)
    return [*chain(*pairs), *spells[len(monsters) :]]


def _arrange_deck(person: LoadClient, seat: int) -> None:
    """Draw the whole Deck, and place every card where it is at the beginning of a turn."""
    person.send_messages(Draw(_deck(person.model, seat)))
    person.until(lambda model: _deck(model, seat) == 0)
    cards = _alternate_kinds(person, seat, person.view.pile(seat, "hand").handles)
    spells, monsters = deque(cards[::2]), deque(cards[1::2])

    def place_cards(cards: list[int], zone: str, position: str = "", slot: int = -1) -> None:
        person.do(Move(tuple(cards), (Place(seat, zone, slot),), position))

    def turns(count: int) -> list[int]:
        """Return a monster, a Spell, a monster …"""
        return [(spells if number % 2 else monsters).popleft() for number in range(count)]

    for slot in range(4):
        place_cards([monsters.popleft()], "monster", "attack" if slot < 3 else "set", slot)
        place_cards([spells.popleft()], "spell_trap", "down" if slot else "up", slot)
    place_cards(turns(10), "graveyard")
    place_cards(turns(5), "banished", "up")
    place_cards(turns(DECK_CARDS), "deck", "bottom")


def _deck(model: Model, seat: int) -> int:
    """Return the number of cards in a Deck."""
    return model.view.pile(seat, "deck").count if model.view is not None else -1
