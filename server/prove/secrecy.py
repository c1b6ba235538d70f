"""Law 2 as an experiment: deal the hidden rest anew, play the same public duel, compare what a viewer got.

For a viewer class, the cards it never could read in a duel are exchanged among themselves (a monster for a
monster that needs as many Tributes, a Spell or Trap for another …). The twin is driven by the same acts; it
counts only if every act of the others could be repeated as the viewer saw it. Then every frame must be equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from server.duel.engine import Duel
from server.duel.summon import tributes_needed
from server.prove.play import Row, Run
from server.referee import Act, Ask, Choice, Setup
from server.table.fate import Fate
from server.table.state import Card
from shared.cards import Facts
from shared.decks import Deck
from shared.formats import FORMATS
from shared.zones import Seat


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a viewer could tell two alike duels apart."""

    viewer: Seat
    frame: int
    first: str
    second: str

    def __str__(self) -> str:
        return f"viewer {self.viewer}, frame {self.frame}:\n  {self.first}\n  {self.second}"


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of one twin: whether it was a twin at all, frames compared, the first difference."""

    alike: bool
    frames: int = 0
    difference: Difference | None = None


def compare(run: Run, secret: bytes, viewer: Seat) -> Compared:
    """Play a twin of a duel for one viewer class and compare everything that class was shown."""
    setup = redeal(run, secret, viewer)
    if setup is None:
        return Compared(False)
    twin = _follow(run, setup, secret, viewer)
    if twin is None:
        return Compared(False)
    return Compared(True, len(run.shown[viewer]), _first_difference(run, twin, viewer))


# --- dealing anew -------------------------------------------------------------------------------------------


def redeal(run: Run, secret: bytes, viewer: Seat) -> Setup | None:
    """The same duel with hidden cards exchanged; None when nothing hidden could be exchanged."""
    dice = Fate(secret + b"redeal" + bytes([viewer % 3]))
    known = run.read[viewer]
    decks = list(run.setup.decks)
    changed = False
    for seat in (0, 1):
        if seat == viewer:
            continue
        deck, other = _exchanged(run, seat, known, dice)
        decks[seat] = deck
        changed = changed or other
    return replace(run.setup, decks=(decks[0], decks[1])) if changed else None


def _exchanged(run: Run, seat: Seat, known: set[int], dice: Fate) -> tuple[Deck, bool]:
    """A seat's deck list with its never-seen cards exchanged within their groups."""
    own = [card for card in run.duel.state.cards if card.owner == seat and not card.token]
    codes = [card.code for card in own]
    groups: dict[tuple[object, ...], list[int]] = {}
    for index, card in enumerate(own):
        if card.id not in known:
            groups.setdefault(_group(card), []).append(index)
    for indices in groups.values():
        order = dice.order(len(indices), "exchange")
        for index, code in zip(indices, [own[indices[at]].code for at in order], strict=True):
            codes[index] = code
    deck = run.setup.decks[seat]
    main = len(deck.main)
    anew = replace(deck, main=tuple(codes[:main]), extra=tuple(codes[main:]))
    return anew, codes != [card.code for card in own]


def _group(card: Card) -> tuple[object, ...]:
    """Cards that may stand for each other without making a Set or a Tribute impossible."""
    facts: Facts = card.facts
    if facts.belongs_in_extra_deck:
        return ("extra",)
    if facts.is_monster:
        return ("monster", tributes_needed(card))
    return ("field",) if facts.is_a("field") else ("spell or trap",)


# --- following ----------------------------------------------------------------------------------------------


def _follow(run: Run, setup: Setup, secret: bytes, viewer: Seat) -> Run | None:
    """Drive the twin by the first duel's acts; None when somebody's public act could not be repeated."""
    duel = Duel(FORMATS[setup.format], run.duel.pool)
    twin = Run(duel, setup)
    twin.take(duel.start(setup, Fate(secret)))
    rows = _Rows(run.rows)
    while duel.result() is None and duel.asks():
        act = _next_act(duel.asks()[0], rows, viewer)
        if act is None:
            return twin if not rows.left else None
        twin.take(duel.apply(act))
    return twin if not rows.left else None


class _Rows:
    def __init__(self, rows: list[Row]) -> None:
        self._rows = iter(rows)
        self.next: Row | None = None
        self.left = len(rows)
        self.step()

    def step(self) -> None:
        self.left -= self.next is not None
        self.next = next(self._rows, None)


def _next_act(ask: Ask, rows: _Rows, viewer: Seat) -> Act | None:
    """The act the first duel had here. A prompt it did not have is passed: only its owner sees it."""
    row = rows.next
    while row is not None and row.act.seat != ask.seat and row.act.seat != viewer and _passes(row):
        rows.step()
        row = rows.next
    if row is None:
        return None
    if row.act.seat == ask.seat and isinstance(row.act.body, Choice):
        keys = _same_choice(ask, row) if ask.seat == viewer else row.act.body.keys
        if ask.least <= len(keys) <= ask.most and {key for key, _ in ask.options}.issuperset(keys):
            rows.step()
            return Act(ask.seat, Choice(keys))
    elif row.act.seat == ask.seat and ask.back:
        rows.step()
        return row.act
    return Act(ask.seat, Choice(ask.default)) if ask.seat != viewer and ask.default == ("pass",) else None


def _passes(row: Row) -> bool:
    return isinstance(row.act.body, Choice) and row.act.body.keys == ("pass",)


def _same_choice(ask: Ask, row: Row) -> tuple[str, ...]:
    """The viewer picks what looks the same to them, never by index."""
    left = list(ask.options)
    keys = []
    for seen in row.seen:
        for key, option in left:
            if option == seen:
                keys.append(key)
                left.remove((key, option))
                break
    return tuple(keys)


# --- comparing ----------------------------------------------------------------------------------------------


def _first_difference(run: Run, twin: Run, viewer: Seat) -> Difference | None:
    for index, pair in enumerate(_paired(run, twin, viewer)):
        if pair[0] != pair[1]:
            return Difference(viewer, index, *_shortest(*pair))
    return None


def _paired(run: Run, twin: Run, viewer: Seat) -> Iterator[tuple[object, object]]:
    ours, theirs = run.shown[viewer], twin.shown[viewer]
    for index in range(max(len(ours), len(theirs))):
        yield (ours[index] if index < len(ours) else None, theirs[index] if index < len(theirs) else None)


def _shortest(first: object, second: object) -> tuple[str, str]:
    """The part of two frames that differs, in words."""
    if not isinstance(first, tuple) or not isinstance(second, tuple):
        return ("a frame" if first else "no frame", "a frame" if second else "no frame")
    view, other = first[0], second[0]
    for name in view.__struct_fields__:
        if getattr(view, name) != getattr(other, name):
            return _apart(name, getattr(view, name), getattr(other, name))
    return f"happenings: {first[1]}", f"happenings: {second[1]}"


def _apart(name: str, first: object, second: object) -> tuple[str, str]:
    """Two values of one field, cut down to the rows that differ."""
    if isinstance(first, dict) and isinstance(second, dict):
        keys = [key for key in {**first, **second} if first.get(key) != second.get(key)]
        first, second = {key: first.get(key) for key in keys}, {key: second.get(key) for key in keys}
    return f"{name}: {first}", f"{name}: {second}"
