"""Every message that a client can send, at its largest, where it costs a server most.

`CASES` has a row for each kind of message, and one case or more in a row. The kinds come from the protocol's
union (`kinds`): a kind without a row is a fault (`tests/laws/test_message_prices.py`).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle
from typing import get_args

from benchmarks.abuse import gestures, strangers
from benchmarks.abuse.strangers import Stage
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.wire.traffic_limits import WireLimits
from facedown_server.room.opened_files import FILE_WORK_S_PER_TOKEN
from facedown_server.room.requests.deck_requests import ARCHETYPES_CRITERIA_COUNT, CRITERIA_PER_TOKEN
from facedown_server.room.requests.line_requests import line_price
from facedown_shared.protocol.envelope import ToServer
from facedown_shared.protocol.gestures import Draw
from facedown_shared.protocol.messages import (
    Answer,
    AutoPass,
    CardFilters,
    ChangeMode,
    Chat,
    CheckDeck,
    Concede,
    Consent,
    ControlRelay,
    CreateTable,
    Crowd,
    DropReplay,
    FindCards,
    FromClient,
    GetMenu,
    GetOpened,
    GetReplay,
    GetTable,
    GetView,
    Hello,
    JoinTable,
    Kick,
    Leave,
    ListTables,
    Ping,
    Propose,
    Ready,
    Restart,
    Resume,
    Rewind,
    SaveLine,
    Seal,
    SearchCards,
    Settings,
    Share,
    TakeSide,
    UseDeck,
    Watch,
    Why,
)
from facedown_shared.protocol.provided_facts import ProvidedFacts, TellFacts

Send = Callable[[Stage, int], None]
"""Sends the messages of one round of a case; the rounds are numbered from 0."""


@dataclass(frozen=True, slots=True)
class Case:
    """One way to make a kind of message expensive. `rate`: rounds a second that a limit of its own allows,
    where there is one; else the price alone limits it. `work_s_per_token`: seconds of its work that cost one
    more token of that limit, afterwards. `address_rate`: the same at all tables of one address.
    """

    name: str
    stage: Callable[[Stage], None]
    send: Send
    rounds: int = 12
    rate: float = 0.0
    address_rate: float = 0.0
    work_s_per_token: float = 0.0


def kinds() -> frozenset[type[ToServer]]:
    """Return every kind of message that a client can send."""
    return frozenset(get_args(FromClient))


def send(*messages: ToServer) -> Send:
    """Return the same messages every round."""

    def send(stage: Stage, number: int) -> None:
        stage.one.send_messages(*messages)

    return send


def vary(make: Callable[[int], ToServer]) -> Send:
    """Return a sender of one message a round, each different."""

    def send(stage: Stage, number: int) -> None:
        stage.one.send_messages(make(number))

    return send


# --- worst messages -----------------------------------------------------------------------------------------


LETTERS = [*range(0x1E00, 0x1F00), *range(0x4E00, 0x5200), *range(0x13000, 0x13400), *range(0x1D400, 0x1D800)]


def wild_name(number: int) -> str:
    """Return a name of the largest size in letters of many scripts, each different."""
    return "".join(chr(LETTERS[(number * 37 + at * 101) % len(LETTERS)]) for at in range(24))


def crowd(number: int) -> Crowd:
    """Return a message of as many arrivals as one message names, with those of the message before gone."""
    first = 1 + 200 * number
    come = tuple((first + at, wild_name(first + at)) for at in range(200))
    return Crowd(come, tuple(range(max(1, first - 200), first)))


def padded_deck(number: int) -> UseDeck:
    """Return the largest text of a deck that is accepted, with another card each time."""
    cards = strangers.unknown_deck(first=100_000_001 + number)
    remark = "#" + "a" * 180 + "\n"
    return UseDeck(cards + "\n" + remark * ((20_000 - len(cards) - 1) // len(remark)))


def checked_deck(number: int) -> CheckDeck:
    """Return the largest text of a deck, to be checked without a table."""
    return CheckDeck(number, padded_deck(number).deck)


def checked_names(number: int) -> CheckDeck:
    """Return names of cards that no server knows, to be checked without a table."""
    return CheckDeck(number, named_deck(number).deck)


EVERY_CRITERION = CardFilters(
    ("monster", "spell", "trap"), ("light", "dark"), ("dragon", "warrior"), ("fusion", "xyz", "link"),
    ("quickplay", "field"), (1, 2, 3, 4), (0, 11), 0, 0, 3, 46986414,
)  # fmt: skip
MET_CRITERIA = CardFilters(
    ("monster", "spell"), ("light", "dark"), ("dragon", "warrior"), ("fusion", "xyz"), (), (1, 2, 3, 0x40),
    (0, 11), 0, 0, 3,
)  # fmt: skip
"""Criteria that a card can meet all at once, so that none makes the next ones cheaper."""
SEARCH_TEXT = "a b c d e f g h"


def _search_rate(criteria: int) -> float:
    """Return how often an address may search by so many words and criteria."""
    return Bounds().search_rate / (1 + criteria / CRITERIA_PER_TOKEN)


def refused_deck(number: int) -> UseDeck:
    """Return too many cards in the largest text."""
    return UseDeck(
        "\n".join(f"{100_000_000 + 500 * number + card} {'a' * 56}" for card in range(300))[:20_000]
    )


def named_deck(number: int) -> UseDeck:
    """Return names of cards that no server knows."""
    return UseDeck("\n".join(f"1 Card {number} {card} {'a b ' * 11} (red)" for card in range(300))[:20_000])


def facts(number: int) -> TellFacts:
    """Return as many facts of a deck's cards as one message holds."""
    return TellFacts(tuple(
        ProvidedFacts(code=100_000_001 + card, name=f"{number} " + "n" * 70, kinds=("monster", "effect"),
        level=4,
                attribute="light", race="dragon", attack=1_000, defense=1_000, text="a b c " * 60)
        for card in range(60)
    ))  # fmt: skip


def scenario(number: int) -> CreateTable:
    """Return a file with many steps that show a large Deck."""
    deck = strangers.known_deck().replace("\n", "\\n")
    steps = ",".join(f'\'0 hand {{"do":"{word}"}}\'' for _ in range(600) for word in ("search", "close"))
    text = f'facedown = 1\nmode = "free"\ndecks = ["{deck}", ""]\nsteps = [{steps}]'
    return CreateTable(Settings(opponent="nobody"), text)


def broken_file(number: int) -> CreateTable:
    """Return a file that is rejected at its end."""
    return CreateTable(Settings(opponent="nobody"), "facedown = 1\nx = '" + "a" * 30_000)


# --- cases of more than one message -------------------------------------------------------------------------


def _open_and_leave(settings: Settings) -> Send:
    def send(stage: Stage, number: int) -> None:
        stage.one.send_messages(CreateTable(settings, key=secrets.token_urlsafe(32)), Leave())

    return send


def _watch_and_leave(stage: Stage, number: int) -> None:
    assert stage.link is not None
    stage.one.send_messages(Watch(stage.link.code, password="p" * 64), Leave())


def _describe(stage: Stage, number: int) -> None:
    assert stage.link is not None
    stage.one.send_messages(GetTable(stage.link.code, stage.link.secret))


def _join_and_leave(stage: Stage, number: int) -> None:
    assert stage.link is not None
    key = secrets.token_urlsafe(32)
    stage.one.send_messages(JoinTable(stage.link.code, password="p" * 64, key=key), Leave())


def _reconnect(stage: Stage, number: int) -> None:
    """Reconnect the player of a seat and resume it."""
    assert stage.link is not None
    while len(stage.people) > 1:
        stage.people.pop(0).disconnect()
    stage.arrive("Again").do(Resume(f"{stage.link.code}.{stage.key}"))


def _ready_host(stage: Stage) -> None:
    strangers.host(stage)
    stage.one.do(UseDeck(strangers.known_deck(60)))


def _rematch(stage: Stage, number: int) -> None:
    """Concede a match and begin another."""
    stage.one.do(Concede(match=True))
    stage.one.do(Propose("rematch"))
    stage.other.agree(Consent(True))
    for each in stage.people:
        each.model.view = None
    strangers.begin(stage.people)


def _pause(stage: Stage, number: int) -> None:
    what = "resume" if number % 2 else "pause"
    stage.one.do(Propose(what))
    stage.other.agree(Consent(True))


def _answers(stage: Stage, number: int) -> None:
    """Answer the prompt with its last option."""
    prompt = stage.one.model.prompt
    if prompt is None:
        stage.one.do(Restart(fresh=True))
        return
    options = range(len(prompt.options))
    stage.one.model.prompt = None
    stage.one.do(Answer(prompt.ask, tuple(options[-prompt.least :]) if prompt.least else ()))


def _ask_reasons(stage: Stage, number: int) -> None:
    cards = stage.one.cards(0, "hand")
    stage.one.send_messages(Why(cards[number % len(cards)]))


def _ask_menu(stage: Stage, number: int) -> None:
    cards = stage.one.cards(0, "hand")
    stage.one.send_messages(GetMenu(cards[number % len(cards)]))


def _rewind(stage: Stage, number: int) -> None:
    """Go to the beginning and back to the end of a line of some steps."""
    if number == 0:
        stage.one.do(*[Draw(1)] * 60)
    stage.one.send_messages(Rewind(1 if number % 2 == 0 else 60))


def _save_line(stage: Stage, number: int) -> None:
    if number == 0:
        stage.one.do(*[Draw(1)] * 60)
    stage.one.send_messages(SaveLine())


def _kick_spectators(stage: Stage, number: int) -> None:
    """Kick one spectator behind a relay after another."""
    if number == 0:
        stage.one.do(Crowd(tuple((at + 1, f"Eve {at} {'n' * 14}") for at in range(200))))
    stage.other.send_messages(Kick(f"Eve {number} {'n' * 14}"))


def _mute_relay(stage: Stage, number: int) -> None:
    stage.other.until(lambda model: model.relays)
    relay = stage.other.model.relays[0].number
    stage.other.send_messages(ControlRelay(relay, "unmute" if number % 2 else "mute"))


def _fetch_replay(stage: Stage, number: int) -> None:
    stage.one.send_messages(GetReplay(stage.notes["replay"]))


def _crowd_lobby(stage: Stage) -> None:
    """Measure a lobby with as many tables as a server may have, and a client that lists them."""
    stage.arrive("Looking")
    for number in range(CROWDED_TABLE_COUNT):
        stage.arrive(f"Host {number} {'n' * 12}").send_messages(CreateTable(Settings()))
    stage.settle()


def _line_rates(steps: int) -> dict[str, float]:
    """Return how often so long a line may be run again at a table with two of the largest decks by hand, and
    at many tables of one address.
    """
    price, bounds = line_price(2 * strangers.DECK_CARDS, steps), Bounds()
    return {"rate": bounds.replay_rate / price, "address_rate": bounds.replay_rate_of_address / price}


CROWDED_TABLE_COUNT = 200
_MODES = cycle(("half", "free"))
_AUTO = ("always", "smart", "able", "never")
LIMITS = WireLimits()
_SECRET = "s" * 128

CASES: dict[type[ToServer], tuple[Case, ...]] = {
    Ping: (Case("ping", strangers.at_no_table, send(Ping(1_000_000_000)), 200),),
    Hello: (Case("a second hello", strangers.at_no_table, send(Hello("n" * 24, client="c" * 64))),),
    ListTables: (Case("of many tables", _crowd_lobby, send(ListTables())),),
    CreateTable: (
        Case("and leave it", strangers.at_no_table, _open_and_leave(strangers.FREE)),
        Case("with a password", strangers.at_no_table,
             _open_and_leave(Settings(mode="free", password="p" * 64)), 8, rate=0.1),
        Case("from a file", strangers.at_no_table,
             lambda stage, number: stage.one.send_messages(scenario(number), Leave()), 3, rate=0.2,
             work_s_per_token=2 * FILE_WORK_S_PER_TOKEN),
        Case("from a broken file", strangers.at_no_table, vary(broken_file), 6, rate=0.2),
    ),
    JoinTable: (
        Case("with a password, and leave", strangers.door, _join_and_leave),
        Case("with a wrong link", strangers.door, send(JoinTable("ABCDEFGH", _SECRET))),
    ),
    Watch: (
        Case("with a password, and leave", strangers.door, _watch_and_leave),
        Case("with a wrong link", strangers.door, send(Watch("ABCDEFGH", _SECRET))),
    ),
    GetTable: (
        Case("with a link", strangers.door, _describe),
        Case("with a wrong link", strangers.door, send(GetTable("ABCDEFGH", _SECRET))),
    ),
    Resume: (
        Case("by another connection", strangers.host, _reconnect, rate=LIMITS.connection_rate),
        Case("with a wrong token", strangers.door, send(Resume(_SECRET))),
    ),
    UseDeck: (
        Case("the largest text", strangers.host, vary(padded_deck)),
        Case("too many cards", strangers.host, vary(refused_deck)),
        Case("names", strangers.host, vary(named_deck)),
    ),
    TellFacts: (Case("of sixty cards", strangers.host, vary(facts)),),
    ChangeMode: (Case("with a large deck", strangers.host, vary(lambda number: ChangeMode(next(_MODES)))),),
    Ready: (Case("and not", _ready_host, vary(lambda number: Ready(number % 2 == 0))),),
    Answer: (
        Case("of a duel by the rules", strangers.alone_by_rules, _answers, 60),
        Case("to an old prompt", strangers.duel, send(Answer(1_000_000_000, tuple(range(128))))),
    ),
    Rewind: (Case("a line of sixty steps", strangers.alone, _rewind, 10, **_line_rates(60)),),
    Restart: (
        Case("with a hand", strangers.alone, send(Restart(True, tuple(range(1, 11)))), 10, **_line_rates(0)),
        Case("shuffled", strangers.alone, send(Restart(True)), 10, **_line_rates(0)),
    ),
    TakeSide: (Case("in turns", strangers.alone, vary(lambda number: TakeSide((number + 1) % 2))),),
    SaveLine: (Case("of sixty steps", strangers.alone, _save_line, 10, **_line_rates(60)),),
    AutoPass: (
        Case("in turns", strangers.alone_by_rules, vary(lambda number: AutoPass(_AUTO[number % 4]))),
        Case("held", strangers.alone_by_rules, vary(lambda number: AutoPass(_AUTO[number % 4], True))),
    ),
    Why: (Case("a card of the hand", strangers.alone_by_rules, _ask_reasons),),
    Seal: (Case("another each time", strangers.host, vary(lambda number: Seal(secrets.token_bytes(32)))),),
    Share: (Case("that fits nothing", strangers.duel, send(Share(b"s" * 32))),),
    Concede: (Case("and begin again", strangers.duel, _rematch, 4, rate=Bounds().propose_rate),),
    Propose: (
        Case("and withdraw", strangers.duel, vary(lambda number: Propose("" if number % 2 else "pause"))),
        Case("a pause, and going on", strangers.duel, _pause, 4, rate=Bounds().propose_rate),
    ),
    Consent: (Case("to nothing", strangers.duel, send(Consent(False))),),
    Chat: (Case("of the largest size", strangers.duel,
                vary(lambda number: Chat(wild_name(number) * 16)), 30, rate=1.0),),
    Kick: (
        Case("one behind a relay", strangers.relay, _kick_spectators),
        Case("nobody", strangers.host, send(Kick("n" * 24))),
    ),
    ControlRelay: (Case("muted and not", strangers.relay, _mute_relay),),
    GetMenu: (
        Case("of a card", strangers.alone, _ask_menu),
        Case("of the table", strangers.alone, send(GetMenu())),
    ),
    SearchCards: (Case("without a question", strangers.alone_by_rules, send(SearchCards(1, "a" * 80))),),
    FindCards: (
        Case("the first cards", strangers.at_no_table, vary(FindCards), rate=_search_rate(1)),
        Case("by every criterion", strangers.at_no_table,
             vary(lambda number: FindCards(number, "master", "", SEARCH_TEXT, EVERY_CRITERION, True)),
             rate=_search_rate(19 + ARCHETYPES_CRITERIA_COUNT)),
        Case("that every card meets", strangers.at_no_table,
             vary(lambda number: FindCards(number, "master", "", SEARCH_TEXT, MET_CRITERIA, True)),
             rate=_search_rate(18 + ARCHETYPES_CRITERIA_COUNT)),
    ),
    CheckDeck: (
        Case("the largest text", strangers.at_no_table, vary(checked_deck)),
        Case("names", strangers.at_no_table, vary(checked_names)),
    ),
    Leave: (Case("without a table", strangers.at_no_table, send(Leave())),),
    GetView: (Case("of 400 cards", strangers.alone, send(GetView())),),
    GetReplay: (
        Case("of a match", strangers.over, _fetch_replay),
        Case("of none", strangers.at_no_table, send(GetReplay(_SECRET))),
    ),
    GetOpened: (Case("of a match", strangers.over, send(GetOpened())),),
    DropReplay: (Case("of none", strangers.at_no_table, send(DropReplay(_SECRET))),),
    Crowd: (Case("come and gone", strangers.relay, vary(crowd), rate=200.0 / 401),),
    **{
        kind: tuple(Case(name, gestures.STAGES[stage], send) for name, stage, send in rows)
        for kind, rows in gestures.ROWS.items()
    },
}  # fmt: skip
