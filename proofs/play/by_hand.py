"""Random play at a free table, the same for the same seed, with everything each viewer class was shown.

Gestures are picked from the menus a client makes of its own View. A twin is the same play with cards that a
viewer never could read exchanged among themselves: alike plays must show that viewer the same (law 2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from proofs import entitled, invariants
from server.manual import tables
from server.referee import Act, ByHand, Choice, Frame, PromptKind, Referee, Setup, ToStep
from server.table import sight
from server.table.random_streams import RandomStreams
from server.table.state import Card, State
from server.undo.history import Rewinder
from shared.cards.decks import Deck
from shared.cards.facts import Facts, Pool, TokenPrint
from shared.errors import Illegal
from shared.formats import FORMATS
from shared.manual import menus
from shared.manual.games import GAMES
from shared.manual.menus import Offered
from shared.protocol.messages import Gesture, Option
from shared.view import View, VisibleEvent
from shared.zones import CLASSES, Place, Seat

PLAYED = ("attack", "close_chain", "defend", "pitch", "resolve", "turn")
"""Gestures that a game of layers and combat consists of: by chance alone they would hardly come together."""

ROWS = 80
"""Gestures in one random play."""

Shown = tuple[View, tuple[VisibleEvent, ...]]
Asked = tuple[int, str, str, tuple[Option, ...]]
WORDS = {"counter": "Spell", "life": "-100", "zone": "arsenal +1"}


@dataclass(frozen=True, slots=True)
class Step:
    """One act as it was sent, and the physical cards its handles meant."""

    act: Act
    cards: tuple[int, ...] = ()
    others: tuple[int, ...] = ()


@dataclass
class Played:
    """A random play: its steps, what each class was shown and could read, by physical card."""

    table: Rewinder
    setup: Setup
    steps: list[Step] = field(default_factory=list)
    tried: list[tuple[int, Step, str]] = field(default_factory=list)
    """What was refused or only asked: after how many steps, what, and in which words; "" if allowed."""
    refused: int = 0
    shown: dict[Seat, list[Shown]] = field(default_factory=lambda: {viewer: [] for viewer in CLASSES})
    asked: dict[Seat, list[Asked]] = field(default_factory=lambda: {0: [], 1: []})
    """Every prompt of each seat, as it was put."""
    read: dict[Seat, set[int]] = field(default_factory=lambda: {viewer: set() for viewer in CLASSES})

    @property
    def state(self) -> State:
        """The truth now."""
        return self.table.state

    def take(self, frames: Iterator[Frame]) -> None:
        """Show every frame to every class, as a room does; check the truth."""
        for frame in frames:
            for complaint in invariants.complaints(self.state):
                raise invariants.Broken(complaint)
            for viewer in CLASSES:
                view = sight.view(self.state, viewer)
                cuts = tuple(cut for told in frame.events if (cut := sight.redact(told, viewer)))
                self.read[viewer].update(entitled.now(self.state, viewer), entitled.by(frame.events, viewer))
                self.shown[viewer].append((view, cuts))

        for ask in self.table.prompts():
            put = (ask.number, str(ask.kind), ask.text, tuple(option for _, option in ask.options))
            if put not in self.asked[ask.seat][-1:]:
                self.asked[ask.seat].append(put)

    def try_out(self, step: Step) -> bool:
        """Carry a step out if it is allowed; whether it was."""
        if words := self.words(step):
            self.tried.append((len(self.steps), step, words))
            self.refused += isinstance(step.act.body, ByHand)
            return False
        self.steps.append(step)
        for viewer in CLASSES:
            self.read[viewer].update(_shown_by(self.state, step, viewer))
        self.take(self.table.apply(step.act))
        return True

    def ask_about(self, step: Step) -> None:
        """Try whether a step is allowed, without carrying it out."""
        self.tried.append((len(self.steps), step, self.words(step)))

    def words(self, step: Step) -> str:
        """With which words a step is refused now, "" if it is allowed."""
        try:
            self.table.check(step.act)
        except Illegal as illegal:
            return f"{illegal.code}: {illegal}"
        return ""


Make = Callable[[Setup, Pool], Referee]


def free_table(setup: Setup, pool: Pool) -> Referee:
    """What is played here, unless somebody says otherwise."""
    return tables.free_table(FORMATS[setup.format], pool)


def begin(setup: Setup, pool: Pool, secret: bytes, make: Make = free_table) -> Played:
    """A table played by hand that has begun."""
    table = Rewinder(lambda: make(setup, pool))
    played = Played(table, setup)
    played.take(table.start(setup, RandomStreams(secret)))
    return played


def play(setup: Setup, pool: Pool, secret: bytes, rows: int = ROWS, *, backs: int = 10) -> Played:
    """One random play; one gesture in `backs` asks for a way back, with 0 none."""
    played, dice = begin(setup, pool, secret), RandomStreams(secret + b"dice")
    for ask in played.table.prompts():
        if ask.kind is PromptKind.CHOICE:
            played.try_out(Step(Act(ask.seat, Choice(ask.default))))
    for _ in range(rows * 3):
        if len(played.steps) >= rows:
            break
        seat = dice.below(2, "seat")
        if backs and played.table.step and dice.below(backs, "back") == 0:
            step = max(0, played.table.step - 1 - dice.below(3, "how far"))
            played.try_out(Step(Act(seat, ToStep(step))))
            continue
        view = sight.view(played.state, seat)
        if (picked := gesture(view, seat, dice)) is not None:
            played.try_out(step_of(played.state, seat, picked))
    return played


def again(played: Played, pool: Pool, secret: bytes, make: Make = free_table) -> Rewinder:
    """The same steps run anew."""
    other = begin(played.setup, pool, secret, make)
    for step in played.steps:
        other.table.check(step.act)
        for _ in other.table.apply(step.act):
            pass
    return other.table


# --- gestures -----------------------------------------------------------------------------------------------


def gesture(view: View, seat: Seat, dice: RandomStreams) -> Gesture | None:
    """A random gesture out of the menus of a client that sees this."""
    offered = _pick(view, seat, dice)
    return None if offered is None else filled(offered, view, dice)


def _pick(view: View, seat: Seat, dice: RandomStreams) -> Offered | None:
    """A line of a random menu, as a client would make it; often of combat and layers, if a game has any."""
    layered = any(entry.do == "resolve" for entry in GAMES[view.table].entries)
    if layered and dice.below(3, "play") == 0:
        lines = [line for card in sorted(view.cards) for line in menus.card_menu(view, card)]
        lines += menus.table_menu(view)
        played = [line for line in lines if line.gesture.do in PLAYED]
        wanted = sorted({line.gesture.do for line in played})
        if wanted:
            do = wanted[dice.below(len(wanted), "deed")]
            lines = [line for line in played if line.gesture.do == do]
            return lines[dice.below(len(lines), "line")]
    kind = dice.below(10, "menu")
    if kind < 7:
        cards = sorted(view.cards)
        offers = menus.card_menu(view, cards[dice.below(len(cards), "card")]) if cards else []
    elif kind < 9:
        piled = tuple(dict.fromkeys(row.zone for row in GAMES[view.table].piles if row.zone))
        zone = piled[dice.below(len(piled), "pile")]
        offers = menus.pile_menu(view, Place(seat, zone))
    else:
        offers = menus.table_menu(view)
    return offers[dice.below(len(offers), "line")] if offers else None


def filled(offered: Offered, view: View, dice: RandomStreams) -> Gesture:
    """The gesture of a line with everything asked for picked at random."""
    gesture = offered.gesture
    changes: dict[str, object] = {}
    for need in offered.needs:
        if need == "place":
            changes["places"] = (offered.places[dice.below(len(offered.places), "place")],)
        elif need in ("materials", "target", "bearer"):
            most = 3 if need == "materials" else 1
            changes["others"] = _some(offered.cards, most, dice)
        elif need == "more":
            changes["cards"] = (*gesture.cards, *_some(offered.cards, 2, dice))
        elif need == "amount":
            changes["amount"] = 1 + dice.below(3, "amount")
        elif need == "text":
            changes["text"] = WORDS.get(gesture.do, "")
        elif need == "viewer":
            changes["viewer"] = dice.below(3, "viewer") - 1
        elif need == "token":
            changes["token"] = TokenPrint(("Lamb Token", "Wolf Token")[dice.below(2, "token")])
    return msgspec.structs.replace(gesture, **changes)


def _some(cards: Sequence[int], most: int, dice: RandomStreams) -> tuple[int, ...]:
    if not cards:
        return ()
    order = dice.order(len(cards), "some")
    return tuple(cards[index] for index in order[: 1 + dice.below(most, "how many")])


def step_of(state: State, seat: Seat, gesture: Gesture) -> Step:
    by_handle = {card.handles[seat]: card.id for card in state.cards if card.handles[seat]}
    return Step(
        Act(seat, ByHand(gesture)),
        tuple(by_handle[handle] for handle in gesture.cards if handle in by_handle),
        tuple(by_handle[handle] for handle in gesture.others if handle in by_handle),
    )


# --- twins --------------------------------------------------------------------------------------------------


Group = Callable[[Facts], tuple[object, ...]]
"""Cards of one group may stand for each other in a twin."""


def redeal(played: Played, secret: bytes, viewer: Seat, group: Group | None = None) -> Setup | None:
    """The same play with cards this class never could read exchanged; None when there were none to."""
    dice, known = RandomStreams(secret + b"redeal" + bytes([viewer % 3])), played.read[viewer]
    anew: list[Deck] = []
    for seat in (0, 1):
        own = [card for card in played.state.cards if card.owner == seat and not card.token]
        codes = [card.code for card in own]
        groups: dict[tuple[object, ...], list[int]] = {}
        for index, card in enumerate(own):
            if card.id not in known:
                groups.setdefault((group or alike)(card.facts), []).append(index)
        for indices in groups.values():
            order = dice.order(len(indices), "exchange")
            moved = [own[indices[at]].code for at in order]
            for index, code in zip(indices, moved, strict=True):
                codes[index] = code
        main = len(played.setup.decks[seat].main)
        anew.append(replace(played.setup.decks[seat], main=tuple(codes[:main]), extra=tuple(codes[main:])))
    changed = (anew[0], anew[1])
    return replace(played.setup, decks=changed) if changed != played.setup.decks else None


def alike(facts: Facts) -> tuple[object, ...]:
    """Cards that may stand for each other without making what others do with them impossible."""
    if not facts.is_monster and not facts.is_spell and not facts.is_trap:
        return (facts.belongs_in_extra_deck,)
    if facts.belongs_in_extra_deck:
        return tuple(kind for kind in facts.kinds if kind in ("fusion", "synchro", "xyz", "link"))
    if facts.is_monster:
        return ("monster", facts.level <= 4, facts.level <= 6, "pendulum" in facts.kinds)
    return ("spell" if facts.is_spell else "trap", facts.is_a("field"), facts.is_a("equip"))


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of one twin: whether it was one, and the first thing by which it could be told apart."""

    alike: bool
    difference: str = ""


def compare(
    played: Played, pool: Pool, secret: bytes, viewer: Seat, make: Make = free_table,
    group: Group | None = None,
) -> Compared:  # fmt: skip
    """Play a twin for one viewer class, and compare everything that class was shown, asked and refused."""
    setup = redeal(played, secret, viewer, group)
    if setup is None:
        return Compared(alike=False)
    twin = begin(setup, pool, secret, make)
    tried = [one for one in played.tried if one[1].act.seat == viewer]
    for number, step in enumerate(played.steps):
        if told := _refused_otherwise(twin, [one for one in tried if one[0] == number]):
            return Compared(True, told)
        translated = step if step.act.seat == viewer else _translated(twin.state, step)
        if not twin.try_out(translated):
            mine = step.act.seat == viewer
            return Compared(mine, f"step {number}: refused in the twin" if mine else "")
    for number, (one, other) in enumerate(zip(played.shown[viewer], twin.shown[viewer], strict=True)):
        if one != other:
            return Compared(True, f"frame {number}: {_apart(one, other)}")
    if played.asked.get(viewer) != twin.asked.get(viewer):
        return Compared(True, "it was asked something else")
    return Compared(alike=True)


def _refused_otherwise(twin: Played, tried: Sequence[tuple[int, Step, str]]) -> str:
    """What the viewer tried that the twin answers in other words."""
    for number, step, words in tried:
        other = twin.words(step)
        if words != other:
            return f"before step {number}: {step.act.body} is answered by {words!r} / {other!r}"
    return ""


def _translated(state: State, step: Step) -> Step:
    """Somebody else's gesture: the same physical cards, whatever handles they have for that player now."""
    if not isinstance(step.act.body, ByHand):
        return step
    by_id: Mapping[int, Card] = {card.id: card for card in state.cards}
    gesture = msgspec.structs.replace(
        step.act.body.gesture,
        cards=tuple(by_id[card].handles[step.act.seat] for card in step.cards if card in by_id),
        others=tuple(by_id[card].handles[step.act.seat] for card in step.others if card in by_id),
    )
    return replace(step, act=replace(step.act, body=ByHand(gesture)))


def _apart(one: Shown, other: Shown) -> str:
    for name in one[0].__struct_fields__:
        if getattr(one[0], name) != getattr(other[0], name):
            return f"{name}: {getattr(one[0], name)!r} / {getattr(other[0], name)!r}"[:600]
    return f"events: {one[1]} / {other[1]}"[:600]


def _shown_by(state: State, step: Step, viewer: Seat) -> list[int]:
    """Cards that this class may see since a gesture shows them, judged by the gesture alone."""
    if not isinstance(step.act.body, ByHand):
        return []
    gesture, seat = step.act.body.gesture, step.act.seat
    deck: list[int] = [card.id for card in state.pile(seat, "deck")]
    if gesture.do == "search":
        return deck if viewer == seat else []
    if gesture.do == "activate" or (gesture.do == "reveal" and gesture.viewer in (-1, viewer)):
        return list(step.cards)
    if gesture.do == "look" and gesture.viewer in (-1, viewer):
        return deck[: gesture.amount or 1]
    return []
