"""Every message of the core that carries a hidden passcode is redacted: viewers who may not know it see no
difference.

Each is played on two States with different hidden cards; then with a leak planted in that very message, which
must be noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from facedown_server.games.edopro.declarations import declarable_cards
from facedown_server.games.edopro.locations import (
    BANISHED_FLAG,
    DECK_FLAG,
    EXTRA_DECK_FLAG,
    FACE_DOWN_DEFENSE_FLAG,
    FACE_UP_ATTACK_FLAG,
    GRAVEYARD_FLAG,
    HAND_FLAG,
    MONSTERS_FLAG,
    SPELLS_FLAG,
    Places,
)
from facedown_server.games.edopro.mirror import Mirror
from facedown_server.games.edopro.phase_windows import PhaseWindows
from facedown_server.games.edopro.prompt_translation import Questions
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import prompts as asked
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.refereeing.prompts import DuelPrompt
from facedown_server.table import ops, sight
from facedown_server.table.state import Card, State
from facedown_shared.tables import TABLES
from facedown_shared.tables.zones import CLASSES, Place, Seat
from tests.server.games.edopro import mini

OWNER_SEAT_INDEX: Seat = 1
"""The owner of the hidden card; by the core's numbering too, since seat 0 begins."""
ONE, OTHER, OPEN = mini.WALKER_PASSCODE, mini.GUARD_PASSCODE, mini.WEAVER_PASSCODE
UP, DOWN = FACE_UP_ATTACK_FLAG, FACE_DOWN_DEFENSE_FLAG
ANYWHERE = (
    (DECK_FLAG, "deck", 2),
    (HAND_FLAG, "hand", 2),
    (EXTRA_DECK_FLAG, "extra_deck", 2),
    (GRAVEYARD_FLAG, "graveyard", 1),
    (MONSTERS_FLAG, "monster", 2),
    (SPELLS_FLAG, "spell_trap", 2),
    (BANISHED_FLAG, "banished", 1),
)


def spot(location: int, sequence: int = 0, position: int = DOWN) -> CoreSpot:
    return CoreSpot(OWNER_SEAT_INDEX, location, sequence, position)


def truth(code: int) -> Mirror:
    """Return a mirror with two cards in each of the owner's zones, of which the first is hidden and
    `code`.
    """
    state = State(TABLES["master"])
    mirror = Mirror(state, mini.pool(), Places(state.table, 0))
    for location, zone, count in ANYWHERE:
        cards: list[Card] = []
        for number in range(count):
            hidden = number == 0 and location != GRAVEYARD_FLAG
            card = ops.create(state, mirror.pool[code if hidden else OPEN], OWNER_SEAT_INDEX)
            face_up = location == GRAVEYARD_FLAG
            slot = number if location in (MONSTERS_FLAG, SPELLS_FLAG) else -1
            ops.place_card(state, card, Place(OWNER_SEAT_INDEX, zone, slot), face_up=face_up)
            cards.append(card)
        if location in (MONSTERS_FLAG, SPELLS_FLAG):
            mirror.cards.lists[(OWNER_SEAT_INDEX, location)][: len(cards)] = cards
        else:
            mirror.cards.set_pile(OWNER_SEAT_INDEX, location, cards[::-1] if location == DECK_FLAG else cards)
    return mirror


TOP = spot(DECK_FLAG, 1)
Told = Callable[[int], Sequence[Any]]


def move(start: CoreSpot, goal: CoreSpot) -> Told:
    return lambda code: [said.CardMoved(code, start, goal, 0x40)]


def hint(kind: int) -> Told:
    return lambda code: [said.Hint(kind, OWNER_SEAT_INDEX, code)]


def choosable_cards(code: int) -> tuple[asked.LocatedCard, ...]:
    """Return hidden cards in every zone that a choice may be from, and a public one."""
    return (
        asked.LocatedCard(code, spot(HAND_FLAG)), asked.LocatedCard(code, TOP),
        asked.LocatedCard(code, spot(MONSTERS_FLAG)), asked.LocatedCard(OPEN, spot(GRAVEYARD_FLAG)),
    )  # fmt: skip


def usable(code: int) -> tuple[asked.Usable, ...]:
    return (asked.Usable(code, spot(HAND_FLAG), code << 20, 0),)


def wide(code: int) -> tuple[asked.CodedCard, ...]:
    return (asked.CodedCard(code, spot(HAND_FLAG)),)


MESSAGES: dict[str, Told] = {
    "draw": lambda code: [said.CardsDrawn(OWNER_SEAT_INDEX, (said.Drawn(code, DOWN),))],
    "search": move(TOP, spot(HAND_FLAG, 2)),
    "set a monster": move(spot(HAND_FLAG), spot(MONSTERS_FLAG, 3)),
    "set a spell": move(spot(HAND_FLAG), spot(SPELLS_FLAG, 3)),
    "back to the hand": move(spot(MONSTERS_FLAG), spot(HAND_FLAG, 2)),
    "back to the deck": move(spot(SPELLS_FLAG), spot(DECK_FLAG, 2)),
    "to the bottom of the deck": move(spot(HAND_FLAG), spot(DECK_FLAG, 0)),
    "banished face-down": move(TOP, spot(BANISHED_FLAG, 1)),
    "from the extra deck face-down": move(spot(EXTRA_DECK_FLAG), spot(BANISHED_FLAG, 1)),
    "face-down to the extra deck": move(spot(MONSTERS_FLAG), spot(EXTRA_DECK_FLAG, 2)),
    "to another slot": move(spot(MONSTERS_FLAG), spot(MONSTERS_FLAG, 4)),
    "set": lambda code: [said.Set(code, spot(MONSTERS_FLAG))],
    "shuffled hand": lambda code: [said.ShuffleHand(OWNER_SEAT_INDEX, (OPEN, code))],
    "shuffled extra deck": lambda code: [said.ShuffleExtra(OWNER_SEAT_INDEX, (OPEN, code))],
    "position": lambda code: [said.PositionChange(code, spot(MONSTERS_FLAG), DOWN, DOWN)],
    "swap": lambda code: [said.Swap(code, spot(MONSTERS_FLAG), OPEN, spot(MONSTERS_FLAG, 1))],
    "missed": lambda code: [said.MissedEffect(spot(HAND_FLAG), code)],
    "top of the deck": lambda code: [said.DeckTop(OWNER_SEAT_INDEX, 0, code, DOWN)],
    "confirmed to its owner": lambda code: [
        said.ConfirmCards(OWNER_SEAT_INDEX, (said.Confirmed(code, spot(HAND_FLAG)),))
    ],
    "the deck looked through": lambda code: [said.ConfirmCards(OWNER_SEAT_INDEX,
    (said.Confirmed(code, TOP),))],
    **{f"hint {kind}": hint(kind) for kind in range(2, 12)},
    "hint of a card": lambda code: [said.CardHint(spot(HAND_FLAG), 3, code)],
    "hint of a player": lambda code: [said.PlayerHint(OWNER_SEAT_INDEX, 6, code)],
    "selected": lambda code: [said.CardSelected((spot(HAND_FLAG),))],
    "selected at random": lambda code: [said.RandomSelected(OWNER_SEAT_INDEX, (spot(HAND_FLAG),))],
    "asked for cards": lambda code: [asked.SelectCard(OWNER_SEAT_INDEX, 0, 1, 1, choosable_cards(code))],
    "asked for one more": lambda code: [
        asked.SelectUnselect(OWNER_SEAT_INDEX, 0, 0, 1, 2, choosable_cards(code), ())
    ],
    "asked for a sum": lambda code: [
        asked.SelectSum(
            OWNER_SEAT_INDEX, 0, 4, 1, 1, (), tuple(asked.Summand(row.code, row.spot,
            4) for row in choosable_cards(code))
        )
    ],
    "asked for a tribute": lambda code: [
        asked.SelectTribute(
            OWNER_SEAT_INDEX, 0, 1, 1,
            (asked.Tribute(code, spot(MONSTERS_FLAG), 1), asked.Tribute(OPEN, spot(MONSTERS_FLAG, 1), 1)),
        )
    ],
    "asked to respond": lambda code: [
        asked.SelectChain(
            OWNER_SEAT_INDEX, 0, 0, 0, 0, (asked.Chainable(code, spot(SPELLS_FLAG), code << 20, 0),)
        )
    ],
    "asked for a trigger": lambda code: [asked.SelectEffect(OWNER_SEAT_INDEX, code, spot(HAND_FLAG), 221)],
    "asked what to do": lambda code: [
        asked.SelectIdle(OWNER_SEAT_INDEX, wide(code), wide(code), (), wide(code), wide(code), usable(code),
        1, 1, 0)
    ],
    "asked what to do in battle": lambda code: [asked.SelectBattle(OWNER_SEAT_INDEX, usable(code), (), 1, 1)],
    "asked for a position": lambda code: [asked.SelectPosition(OWNER_SEAT_INDEX, code, UP | DOWN)],
    "asked for an order": lambda code: [
        asked.SortCards(OWNER_SEAT_INDEX, (asked.CardAtSpot(code, TOP), asked.CardAtSpot(OPEN, spot(DECK_FLAG,
        0))))
    ],
    "asked for one of two": lambda code: [asked.SelectOption(OWNER_SEAT_INDEX, (code << 20, code << 20 | 1))],
    "asked yes or no": lambda code: [asked.SelectYes(OWNER_SEAT_INDEX, code << 20)],
}  # fmt: skip
"""Messages with a passcode that only its owner may know, by what happens."""


def shown_bytes(told: Sequence[Any], mirror: Mirror, viewer: Seat) -> bytes:
    """Return what this viewer is shown during these messages."""
    state, windows = mirror.state, PhaseWindows(mirror)
    seen: list[Any] = []

    def look() -> None:
        events = [sight.redact(one, viewer) for one in ops.take_events(state)]
        seen.append((msgspec.to_builtins(sight.view(state, viewer), str_keys=True), repr(events)))

    look()
    for message in told:
        for step in mirror.apply_messages([message], (), windows.open_before):
            look()
            if isinstance(step, DuelPrompt):
                seen.append((step.seat, step.public or step.kind))
        if type(message) in asked.BY_KIND.values():
            prompt = next(Questions(mirror, declarable_cards(mirror.pool)).prompt(message))
            assert isinstance(prompt, DuelPrompt)
            seen.append((prompt.seat, prompt.public or prompt.kind))
        look()
    return msgspec.json.encode(seen)


STRANGERS = [viewer for viewer in CLASSES if viewer != OWNER_SEAT_INDEX]


@pytest.mark.parametrize("viewer", STRANGERS)
@pytest.mark.parametrize("name", MESSAGES)
def test_who_may_not_know_a_card_is_shown_the_same(name: str, viewer: Seat) -> None:
    one, other = (shown_bytes(MESSAGES[name](code), truth(code), viewer) for code in (ONE, OTHER))
    assert one == other


def codes(value: object) -> int:
    """Return a number made of all that a message carries."""
    if isinstance(value, tuple):
        return sum(codes(one) for one in value) % 1_000_003
    return value if isinstance(value, int) else 0


@pytest.mark.parametrize("name", [name for name in MESSAGES if not name.startswith("selected")])
def test_a_leak_in_any_such_message_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A leak is planted: the State publishes a number made of what the message carried."""
    honest = Mirror.apply_messages

    def disclose(mirror: Mirror, told: Sequence[Any], *rest: Any) -> Any:
        yield from honest(mirror, told, *rest)
        for message in told:
            ops.tally(mirror.state, "leak", codes(message))

    monkeypatch.setattr(Mirror, "apply_messages", disclose)
    one, other = (shown_bytes(MESSAGES[name](code), truth(code), STRANGERS[0]) for code in (ONE, OTHER))
    assert one != other


def test_its_owner_is_shown_what_is_drawn() -> None:
    """Otherwise the tests above would prove nothing."""
    one, other = (shown_bytes(MESSAGES["draw"](code), truth(code), OWNER_SEAT_INDEX) for code in (ONE, OTHER))
    assert one != other
