"""What people do in a run of the proof, and how a choice looks to the player who makes it.

An action can be repeated in another run in which the hidden truth is another: a choice is found by its look
(the action, and the place of the card as its owner sees it), never by an option's index, a handle or an id.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest

from facedown_shared.decks.decks import Deck, to_ydk
from facedown_shared.protocol.codec import DEFAULT_CLIENT_MESSAGE_BYTES
from facedown_shared.protocol.gestures import Gesture, with_fields
from facedown_shared.protocol.messages import (  # fmt: skip
    Answer,
    CreateTable,
    GetTable,
    Hello,
    JoinTable,
    ListTables,
    Option,
    Ping,
    Prompt,
    Ready,
    Resume,
    Settings,
    ToServer,
    UseDeck,
    Watch,
)
from facedown_shared.tables import Seat, View
from proofs.secrecy.server_harness import ServerHarness, Visitor
from proofs.secrecy.service import number_of
from proofs.secrecy.witness import Notes, Slot

Look = tuple[object, ...]

SEATS = ("anna", "ben")
"""The player of each seat; all others are spectators."""

WINDOWS = ("response", "trigger")
"""Kinds of prompts that others see opening and closing, and whose owner may have no answer."""


PASSING = ("pass", "no")
"""Answers that pass in a window: of several cards that could be used none, or not the one."""


@dataclass(frozen=True, slots=True)
class Say:
    """Send this, word for word."""

    message: ToServer | bytes


@dataclass(frozen=True, slots=True)
class Enter:
    """Join by a link, a token or the lobby: "list", "create", "join", "watch", "resume"."""

    how: str
    settings: Settings | None = None


@dataclass(frozen=True, slots=True)
class Knock:
    """A request by a client that has no right to it, and is refused: `how` is a row of `_KNOCKS`."""

    how: str


@dataclass(frozen=True, slots=True)
class Bring:
    """Send the deck this seat has in this run."""


@dataclass(frozen=True, slots=True)
class HangUp:
    """Lose the connection."""


@dataclass(frozen=True, slots=True)
class Browse:
    """Load a page; "{}" in its path is the table's code."""

    path: str


@dataclass(frozen=True, slots=True)
class Pick:
    """Answer the prompt of a given time with options of these looks, or take the last choice back."""

    prompted: float
    kind: str
    text: str
    plain_text: str
    """The text, equal for every card that could be carried out here (`Notes.plain_text`)."""
    looks: tuple[Look, ...]
    words: str
    held: tuple[Slot | None, ...] = ()
    """For each look, the card of a hand or an Extra Deck it refers to: the proof follows it where only its
    owner could.
    """
    back: bool = False

    @property
    def is_pass(self) -> bool:
        """Whether this passes in a window."""
        return self.kind in WINDOWS and len(self.looks) == 1 and self.looks[0][0] in PASSING


@dataclass(frozen=True, slots=True)
class Handle:
    """A gesture on a free table; the cards it names, each as the physical card that only the proof knows."""

    gesture: Gesture
    cards: tuple[Slot | None, ...] = ()
    others: tuple[Slot | None, ...] = ()


@dataclass(frozen=True, slots=True)
class RestartServer:
    """The server dies and is restarted."""


Deed = Say | Enter | Handle | Knock | Bring | HangUp | Browse | Pick | RestartServer


@dataclass(frozen=True, slots=True)
class Step:
    """One person's action at a time."""

    time: float
    who: str
    deed: Deed

    def __str__(self) -> str:
        deed = self.deed
        if isinstance(deed, Pick):
            return f"{self.time:9.3f}  {self.who}: {'takes back' if deed.back else deed.words}"
        return f"{self.time:9.3f}  {self.who}: {deed}"


# --- looks --------------------------------------------------------------------------------------------------


def describe_option(option: Option, view: View | None) -> Look:
    """Return how an option looks to its seat, in words that hold in a run with other hidden cards."""
    return (option.verb, describe_place(option, view), option.place, option.amount, option.text)


def describe_place(option: Option, view: View | None) -> Look:
    """Return which card an option refers to: by its place where it has one, by its identity where it has
    none.
    """
    if not option.card or view is None:
        return ("code", option.code)
    place = view.place_of(option.card)
    seen = view.cards.get(option.card)
    if place is None or place.zone == "extra_deck":
        return ("card", place and place.pile, seen and seen.code, seen and seen.owner)
    return ("at", place)


def find(pick: Pick, prompt: Prompt, view: View | None, notes: Notes | None = None) -> tuple[int, ...] | None:
    """Return the options a pick means here; None when not all are offered.

    With the notes of a run in which hands may be in another order, a card of a hand is found by what it
    stands for there, not by its place.
    """
    if prompt.declare:
        return () if declared_passcode(pick) else None
    left = [(index, describe_option(option, view)) for index, option in enumerate(prompt.options)]
    found = []
    for wanted, held in zip_longest(pick.looks, pick.held):
        stands_for = notes.partners.get(held) if notes and held else None
        one = next(
            (
                pair for pair in left
                if (pair[1] == wanted if not stands_for or notes is None else
                    _drop_card(pair[1]) == _drop_card(wanted) and notes.card_behind(pair[0]) == stands_for)
            ),
            None,
        )  # fmt: skip
        if one is None:
            return None
        left.remove(one)
        found.append(one[0])
    return tuple(found) if prompt.least <= len(found) <= prompt.most else None


DECLARED = "declared"
"""The look of a declared card name: this, and its passcode."""


def declared_passcode(pick: Pick) -> int:
    """Return the passcode that a pick declares; 0 for one of options."""
    return next((int(str(look[1])) for look in pick.looks if look[0] == DECLARED), 0)


def _drop_card(seen: Look) -> Look:
    return (seen[0], *seen[2:])


def fits_prompt(pick: Pick, visitor: Visitor, notes: Notes | None = None, *, timely: bool = True) -> bool:
    """Return whether the open prompt is the one the pick answered (`timely`: at that time too), and can be
    answered so.
    """
    prompt = visitor.prompt
    if prompt is None or prompt.kind != pick.kind:
        return False
    if prompt.text != pick.text if notes is None else notes.plain_text(prompt.text) != pick.plain_text:
        return False
    if timely and abs(visitor.prompted - pick.prompted) > SAME_TIME_S:
        return False
    return prompt.back if pick.back else find(pick, prompt, visitor.view, notes) is not None


SAME_TIME_S = 1e-6
"""Seconds under which two times are one: a virtual clock is only as exact as its numbers."""


# --- doing --------------------------------------------------------------------------------------------------


async def do(
    harness: ServerHarness, step: Step, brought: tuple[Deck, Deck], notes: Notes | None = None
) -> None:
    """Carry out a step; the server then becomes idle. `notes` as in `find`."""
    who, deed = step.who, step.deed
    visitor = harness.visitors.get(who)
    match deed:
        case Browse(path=path):
            await harness.page(path.format(code_of(harness)), path)
        case Enter():
            await _enter(harness, who, deed)
        case Knock(how=how):
            stranger = await harness.visit(who)
            for message in KNOCKS[how](harness):
                await stranger.send(message)
                await harness.rest()
        case RestartServer():
            await harness.restart()
        case HangUp() if visitor:
            await visitor.disconnect()
        case Say(message=message) if visitor:
            await visitor.send(message)
        case Handle(gesture=gesture) if visitor:
            await visitor.send(gesture if notes is None else translate_gesture(deed, seat_of(who), notes))
        case Bring() if visitor:
            await visitor.send(UseDeck(to_ydk(brought[SEATS.index(who)])))
        case Pick() if visitor:
            await answer(visitor, deed, notes)
    await harness.rest()


def translate_gesture(deed: Handle, seat: Seat, notes: Notes) -> Gesture:
    """Return the same gesture in a run where others of this seat's cards stand for those it named."""

    def handles(slots: tuple[Slot | None, ...]) -> tuple[int, ...]:
        cards = [notes.card(notes.partners.get(slot, slot)) if slot else None for slot in slots]
        return tuple(card.handles[seat] if card else 0 for card in cards)

    return with_fields(deed.gesture, cards=handles(deed.cards), others=handles(deed.others))


async def answer(visitor: Visitor, pick: Pick, notes: Notes | None = None) -> None:
    """Answer the open prompt with the options that look the same."""
    prompt = visitor.prompt
    assert prompt is not None, "only a prompted player picks"
    visitor.prompt = None
    if pick.back:
        await visitor.send(Answer(prompt.ask, back=True))
    else:
        picks = find(pick, prompt, visitor.view, notes)
        assert picks is not None, "what is picked is offered"
        await visitor.send(Answer(prompt.ask, picks, code=declared_passcode(pick)))


KNOCKS: dict[str, Callable[[ServerHarness], tuple[ToServer | bytes, ...]]] = {
    "without a name": lambda harness: (Hello("!?"),),
    "of long ago": lambda harness: (Hello("Max", protocol=0),),
    "at another door": lambda harness: (
        Hello("Max"), JoinTable("AAA-AAA"), GetTable("AAA-AAA"), GetTable(code_of(harness)),
        GetTable(code_of(harness), _secret(harness, "opponent")),
    ),
    "with a wrong link": lambda harness: (
        Hello("Max"), JoinTable(code_of(harness), "guessed"), Watch(code_of(harness), "guessed"),
    ),
    "with a wrong token": lambda harness: (Hello("Max"), Resume(f"{code_of(harness)}.guessed")),
    "with a spent token": lambda harness: (Hello("Max"), Resume(harness.spent or "AAA-AAA.none")),
    "with a wrong password": lambda harness: (Hello("Max"), Watch(code_of(harness), "", "guessed")),
    "for a taken seat": lambda harness: (Hello("Max"), JoinTable(code_of(harness))),
    "with too much": lambda harness: (Hello("Max"), bytes(DEFAULT_CLIENT_MESSAGE_BYTES + 1)),
    "in a hurry": lambda harness: (Hello("Max"), *(Ping(number) for number in range(130))),
    "with a strange deck": lambda harness: (Hello("Max"), UseDeck("#main"), Ready()),
}  # fmt: skip
"""What clients without a right try, by their sort."""


async def _enter(harness: ServerHarness, who: str, deed: Enter) -> None:
    before = harness.visitors.get(who)
    if who in harness.browsers and deed.how in BY_LINK:
        await harness.load(who, code_of(harness))
    if deed.how == "resume":
        assert before is not None, "only who was here comes back"
        assert before.seated is not None, "only who had a seat comes back"
        harness.spent = harness.spent or before.seated.token
        wish: ToServer = Resume(before.seated.token)
    else:
        wish = WISHES[deed.how](harness, deed)
    visitor = await harness.visit(who)
    while True:
        await visitor.greet()
        await visitor.send(wish)
        await harness.rest()
        if visitor.moved is not None:
            visitor = await harness.visit(who, number_of(visitor.moved.address))
        elif visitor.turned_away and harness.nodes:
            visitor = await harness.visit(who, (visitor.at + 1) % harness.nodes)
        else:
            break
    harness.check_reconnected(who)


BY_LINK = ("join", "watch", "resume")
"""How a client joins that has a link: in a browser that is a page to load first."""

WISHES: dict[str, Callable[[ServerHarness, Enter], ToServer]] = {
    "list": lambda harness, deed: ListTables(),
    "create": lambda harness, deed: CreateTable(deed.settings or Settings()),
    "join": lambda harness, deed: JoinTable(code_of(harness), _secret(harness, "opponent")),
    "watch": lambda harness, deed: Watch(code_of(harness), _secret(harness, "spectator")),
}
"""The requests of a joining client, by how it joins."""


def code_of(harness: ServerHarness) -> str:
    """Return the code of the one table there is."""
    host = harness.visitors.get(SEATS[0])
    return host.seated.code if host and host.seated else "-"


def _secret(harness: ServerHarness, role: str) -> str:
    host = harness.visitors[SEATS[0]]
    assert host.seated is not None, "the host sits first"
    return host.seated.links[role][0][1].rpartition("=")[2]


def seat_of(who: str) -> Seat:
    """Return the seat of a person; -1 for one who has none."""
    return SEATS.index(who) if who in SEATS else -1
