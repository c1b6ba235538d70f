"""Law 3, no trail through hidden places: once a card went where a viewer cannot follow, nothing discloses
which it is.

Every way in is combined with every way out. What comes out is the very card that went in, or another that
was there before: the bytes this viewer is sent, patches and events, must be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from facedown_server.network.crowd.guest import Guest
from facedown_server.refereeing.referee import Frame
from facedown_server.room.broadcast.audience import Audience, Draft
from facedown_server.table import ops, sight
from facedown_server.table.ops import moving, telling, writing
from facedown_server.table.state import Card, ChainLink, State
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, Place, Seat
from facedown_shared.text.words import NOTHING
from tests.rules import rule
from tests.server.table.laid import FUSION, MONSTER, PENDULUM, SPELL, XYZ, put_card, table

OTHER = "Mystical Elf"
HAND, DECK, BANISHED = Place(0, "hand"), Place(0, "deck"), Place(0, "banished")
GRAVEYARD, EXTRA = Place(0, "graveyard"), Place(0, "extra_deck")
FREE = Place(0, "monster", 3)

Way = Callable[[State, Card], None]
"""What happens to a card."""


@dataclass
class PushRecorder:
    """A connection that only records what is pushed."""

    peer: str = "192.0.2.1"
    accepted: float = 0.0
    on_recover: Callable[[], None] | None = None
    pushed: list[bytes] = field(default_factory=list)

    def push(self, frame: bytes) -> bool:
        """Record it."""
        self.pushed.append(frame)
        return True

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Do nothing."""


@dataclass
class Stage:
    """A bare table with an audience."""

    state: State
    has_begun: bool = True


# --- into hidden places, and out of them --------------------------------------------------------------------


def move_to(place: Place, **how: Any) -> Way:
    """Return a move to that place."""
    return lambda state, card: ignore_result(ops.move(state, card, place, **how))


def ignore_result(_: object) -> None:
    """Discard what an operation returns."""


def shuffle_back(state: State, card: Card) -> None:
    """Shuffle the card into the Deck."""
    ops.move(state, card, DECK, face_up=False)
    ops.shuffle(state, 0, "deck", list(reversed(range(len(state.pile(0, "deck"))))))


def reveal_and_conceal(state: State, card: Card) -> None:
    """Reveal the card in its place, and conceal it again."""
    ops.reveal(state, [card])
    ops.conceal(state, [card])


def set_and_flipped(state: State, card: Card) -> None:
    """Set the card, and flip it face-up later."""
    ops.move(state, card, FREE, face_up=False, defense_position=True, kind="set")
    ops.turn_card(state, card, face_up=True, defense_position=False, cause="flip_summon")


def attach(state: State, card: Card) -> None:
    """Attach the card to a monster, face-up."""
    ignore_result(ops.attach(state, card, put_card(state, XYZ, "0:monster:4")))


SET = move_to(FREE, face_up=False, defense_position=True, kind="set")
HIDDEN_WAYS: dict[str, Way] = {
    "set": SET,
    "banished face-down": move_to(BANISHED, face_up=False),
    "to the top of the Deck": move_to(DECK, face_up=False),
    "to the bottom of the Deck": move_to(DECK, face_up=False, bottom=True),
    "into the Deck and shuffled": shuffle_back,
}
"""Ways off the field on which no other viewer reads the card: what comes out may be any other."""

OPEN_WAYS: dict[str, Way] = {
    "discarded": move_to(GRAVEYARD, cause="discard"),
    "summoned": move_to(FREE),
    "banished face-up": move_to(BANISHED),
    "set and flipped": set_and_flipped,
    "shown": reveal_and_conceal,
    "attached": attach,
}
"""Ways out on which the card is read: what comes out may be another copy."""

HAND_WAYS = {"to the hand": move_to(HAND, face_up=False)}
DRAWN = {"drawn": move_to(HAND, face_up=False, kind="draw")}


@dataclass(frozen=True)
class DarkPassage:
    """Where some viewers cannot follow: how cards go in, and how they come out, unread or read."""

    pile: str
    viewers: tuple[Seat, ...]
    enter: Way
    hidden: dict[str, Way]
    opened: dict[str, Way]
    places: dict[str, tuple[str, str]]
    """The public zones a card may come from, and which card."""


def _drop_ways(ways: dict[str, Way], *names: str) -> dict[str, Way]:
    return {name: way for name, way in ways.items() if name not in names}


PLACES = {
    "the monster zone": (MONSTER, "0:monster:0"),
    "the other side": (MONSTER, "1:monster:0"),
    "a Spell & Trap Zone": (SPELL, "0:spell_trap:0"),
    "the Field Zone": ("Yami", "0:field:0"),
    "the Graveyard": (MONSTER, "0:graveyard"),
    "the banished cards": (MONSTER, "0:banished"),
    "the Extra Deck, face-up": (PENDULUM, "0:extra_deck"),
}
SHOWN_HAND = {**PLACES, "the hand, shown": (MONSTER, "0:hand")}
OUTSIDERS = (1, PUBLIC_CLASS_INDEX)

DARKS = {
    "hand": DarkPassage(
        "0:hand", OUTSIDERS, move_to(HAND, face_up=False), HIDDEN_WAYS, OPEN_WAYS, SHOWN_HAND,
    ),
    "Deck": DarkPassage(
        "0:deck", (0, *OUTSIDERS), shuffle_back, {},
        {**_drop_ways(OPEN_WAYS, "discarded"), **HAND_WAYS, "milled": move_to(GRAVEYARD, cause="mill")},
        PLACES,
    ),
    "Deck, for others": DarkPassage(
        "0:deck", OUTSIDERS, shuffle_back,
        {**DRAWN, **_drop_ways(HIDDEN_WAYS, "into the Deck and shuffled")}, {}, PLACES,
    ),
    "top of the Deck": DarkPassage(
        "0:deck", OUTSIDERS, move_to(DECK, face_up=False), DRAWN,
        {"milled": move_to(GRAVEYARD, cause="mill")}, PLACES,
    ),
    "Extra Deck": DarkPassage(
        "0:extra_deck", OUTSIDERS, move_to(EXTRA, face_up=False),
        {"banished face-down": move_to(BANISHED, face_up=False)},
        {"summoned": move_to(FREE), "sent": move_to(GRAVEYARD), "shown": reveal_and_conceal},
        {"the monster zone": (FUSION, "0:monster:0"), "the Graveyard": (FUSION, "0:graveyard"),
         "the Extra Monster Zone": (FUSION, "-:extra_monster:0")},
    ),
    "banished face-down": DarkPassage(
        "0:banished", OUTSIDERS, move_to(BANISHED, face_up=False),
        {**HAND_WAYS, **_drop_ways(HIDDEN_WAYS, "banished face-down")}, _drop_ways(OPEN_WAYS, "discarded"),
        PLACES,
    ),
}  # fmt: skip

Case = tuple[str, str, str, str, Seat, int]


def cases() -> Iterator[Case]:
    """Yield every way in with every way out: hidden place, source, way, what comes out, viewer, goal."""
    for name, dark in DARKS.items():
        for source in dark.places:
            for viewer in dark.viewers:
                for at in (0, 1):
                    for way in (*dark.hidden, *dark.opened):
                        yield name, source, way, "a copy", viewer, at
                    for way in dark.hidden:
                        yield name, source, way, "a stranger", viewer, at


def deliver(audience: Audience, stage: Stage, frame: Frame) -> None:
    """Send one frame to the audience."""
    draft = Draft(audience, stage)
    draft.add_frame(frame)
    audience.deliver(draft)


def entangle(state: State, card: Card) -> ChainLink:
    """Give the card a part in a Chain Link and a battle, which name it wherever it goes; return the link."""
    of_itself = card.handles[PUBLIC_CLASS_INDEX] > 0
    source = card if of_itself else put_card(state, SPELL, "1:graveyard")
    link = ChainLink(source.owner, source, source.handles, NOTHING, (card,), source.place)
    ops.link(state, link, "activate")
    ops.battle(state, (card, card))
    return link


def record_bytes(case: Case, out: str) -> list[bytes]:
    """Return the bytes this viewer is sent when this card comes out: "itself", "a copy" or "a stranger"."""
    name, source, way, _, viewer, at = case
    dark, state = DARKS[name], table()
    printed, place = dark.places[source]
    stranger = XYZ if dark.pile == EXTRA.pile else OTHER
    names = [*([stranger] * at), printed, stranger]
    rest = [put_card(state, one, dark.pile, face_up=False) for one in names]
    card = put_card(state, printed, place, owner=0, face_up=place != dark.pile or dark.pile == EXTRA.pile)
    audience, line, stage = Audience(), PushRecorder(), Stage(state)
    audience.admit(Guest(line, "Sid"), viewer)
    chosen = {"itself": card, "a copy": rest[-2], "a stranger": rest[-1]}[out]
    enter = reveal_and_conceal if place == dark.pile and dark.pile != EXTRA.pile else dark.enter
    link = entangle(state, card)
    for step, who in ((enter, card), ({**dark.hidden, **dark.opened}[way], chosen)):
        deliver(audience, stage, Frame(ops.take_events(state)))
        step(state, who)
    ops.start_resolving(state, link)
    ops.negate_link(state, link, "effect", 1)
    ops.unlink(state)
    deliver(audience, stage, Frame(ops.take_events(state)))
    return line.pushed


def trails() -> Iterator[Case]:
    """Yield the cases in which the bytes disclose what came out."""
    return (case for case in cases() if record_bytes(case, "itself") != record_bytes(case, case[3]))


@rule("VIS-L03", "VIS-L04", "VIS-L05")
def test_no_card_can_be_followed_through_the_dark() -> None:
    assert len(list(cases())) > 500
    assert list(trails()) == []


@rule("VIS-L13")
@pytest.mark.parametrize("way", ["set and flipped", "to the hand"])
@pytest.mark.parametrize("viewer", OUTSIDERS)
def test_set_cards_shuffled_among_themselves_leave_no_trail(way: str, viewer: Seat) -> None:
    told = []
    for order in ((0, 1), (1, 0)):
        state = table()
        cards = [put_card(state, MONSTER, f"0:monster:{slot}") for slot in (0, 1)]
        audience, line, stage = Audience(), PushRecorder(), Stage(state)
        audience.admit(Guest(line, "Sid"), viewer)
        deliver(audience, stage, Frame())
        for card in cards:
            ops.turn_card(state, card, face_up=False, defense_position=True, cause="effect")
        ops.mix(state, cards, order)
        out = state.pile(0, "monster")[0]
        if way == "to the hand":
            ops.move(state, out, HAND, face_up=False)
        else:
            ops.turn_card(state, out, face_up=True, defense_position=True, cause="flip_summon")
        deliver(audience, stage, Frame(ops.take_events(state)))
        told.append(line.pushed)
    assert told[0] == told[1]


def _keep_handles(patch: pytest.MonkeyPatch) -> None:
    """A card that comes out of a hidden place gets its old handles back."""
    honest = writing.mint
    had: dict[Card, list[int]] = {}

    def disclose(state: State, card: Card, *words: Any) -> None:
        honest(state, card, *words)
        old = had.setdefault(card, [0, 0, 0])
        for index, handle in enumerate(card.handles):
            old[index] = old[index] or handle
        one, other, public = (old[index] if handle else 0 for index, handle in enumerate(card.handles))
        card.handles = (one, other, public)

    for module in (writing, moving, telling):
        patch.setattr(module, "mint", disclose)


def _mint_by_history(patch: pytest.MonkeyPatch) -> None:
    """A card that was in the hidden place before uses up one more handle."""
    honest = writing.mint

    def disclose(state: State, card: Card, was: Any, *words: Any) -> None:
        if card.incarnation > 1:
            state.minted[:] = [number + 1 for number in state.minted]
        honest(state, card, was, *words)

    for module in (writing, moving, telling):
        patch.setattr(module, "mint", disclose)


def _use_current_handles(patch: pytest.MonkeyPatch) -> None:
    """A Chain and a battle name a card by its current handle."""
    patch.setattr(sight, "lasting_handles", lambda was, card: card.handles)


@pytest.mark.parametrize("leak", [_keep_handles, _mint_by_history, _use_current_handles])
def test_a_trail_is_noticed(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert any(trails())
