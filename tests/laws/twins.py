"""Twins of a recorded play: cards that a viewer could never read are exchanged, all else is the same (law 2).

Twins must show that viewer the same, prompt it the same, and refuse it in the same words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import zip_longest

import msgspec

from facedown_server.refereeing.referee import ByHand
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_server.table.state import State
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.gestures import with_fields
from facedown_shared.tables.zones import Seat
from tests.laws.recording import PlayedAct, RecordedPlay, Shown

Group = Callable[[Facts], tuple[object, ...]]
"""Cards of one group may stand for each other in a twin."""


def alike(facts: Facts) -> tuple[object, ...]:
    """Return what cards must share to be exchanged without making later acts impossible."""
    if not facts.is_monster and not facts.is_spell and not facts.is_trap:
        return (facts.belongs_in_extra_deck,)
    if facts.belongs_in_extra_deck:
        return tuple(kind for kind in facts.kinds if kind in ("fusion", "synchro", "xyz", "link"))
    if facts.is_monster:
        return ("monster", facts.level <= 4, facts.level <= 6, "pendulum" in facts.kinds)
    return ("spell" if facts.is_spell else "trap", facts.is_a("field"), facts.is_a("equip"))


def redeal(played: RecordedPlay, viewer: Seat, group: Group = alike) -> Setup:
    """Return the play's setup, with cards exchanged that this class could never read."""
    dice, known = RandomStreams(played.secret + b"redeal" + bytes([viewer % 3])), played.read[viewer]
    decks = list(played.setup.decks)
    for seat in (0, 1):
        own = [card for card in played.state.cards if card.owner == seat and not card.token]
        codes = [card.code for card in own]
        groups: dict[tuple[object, ...], list[int]] = {}
        for index, card in enumerate(own):
            if card.id not in known:
                groups.setdefault(group(card.facts), []).append(index)
        for indices in groups.values():
            for index, at in zip(indices, dice.order(len(indices), "exchange"), strict=True):
                codes[index] = own[indices[at]].code
        main = len(decks[seat].main)
        decks[seat] = replace(decks[seat], main=tuple(codes[:main]), extra=tuple(codes[main:]))
    return replace(played.setup, decks=(decks[0], decks[1]))


@dataclass(frozen=True, slots=True)
class TwinPlay:
    """The result of one twin: whether it was one, and the first difference by which it could be
    distinguished.
    """

    alike: bool
    difference: str = ""


def compare(played: RecordedPlay, viewer: Seat, group: Group = alike) -> TwinPlay:
    """Play a twin for one viewer class, and compare everything that class was shown, prompted and refused."""
    setup = redeal(played, viewer, group)
    if setup.decks == played.setup.decks:
        return TwinPlay(alike=False)
    twin = RecordedPlay(played.make, setup, played.secret)
    for number, one in enumerate(played.acts):
        if told := _find_other_refusal(played, twin, viewer):
            return TwinPlay(True, told)
        own = one.act.seat == viewer
        if not twin.try_out(one if own else _translate(twin.state, one)):
            return TwinPlay(own, f"act {number}: refused in the twin" if own else "")
    for number, (first, second) in enumerate(zip_longest(played.shown[viewer], twin.shown[viewer])):
        if first != second:
            return TwinPlay(True, f"frame {number}: {_find_difference(first, second)}")
    if played.asked[viewer] != twin.asked[viewer]:
        return TwinPlay(True, "it was asked something else")
    return TwinPlay(alike=True)


def _find_other_refusal(played: RecordedPlay, twin: RecordedPlay, viewer: Seat) -> str:
    """Return what the viewer tried at this moment of the play and the twin refuses in other words."""
    for number, one, words in played.tried:
        if number == len(twin.acts) and one.act.seat == viewer and (other := twin.refusal(one)) != words:
            return f"before act {number}: {one.act.body} is answered by {words!r} / {other!r}"
    return ""


def _translate(state: State, one: PlayedAct) -> PlayedAct:
    """Return the other player's gesture: the same physical cards, by the handles they have for that
    player now.
    """
    if one.gesture is None:
        return one
    seat, by_id = one.act.seat, {card.id: card for card in state.cards}

    def handles(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(by_id[card].handles[seat] for card in cards if card in by_id)

    gesture = with_fields(one.gesture, cards=handles(one.cards), others=handles(one.others))
    return replace(one, act=msgspec.structs.replace(one.act, body=ByHand(gesture)))


def _find_difference(one: Shown | None, other: Shown | None) -> str:
    if one is None or other is None:
        return "only one play has it"
    for name in one[0].__struct_fields__:
        if getattr(one[0], name) != getattr(other[0], name):
            return f"{name}: {getattr(one[0], name)!r} / {getattr(other[0], name)!r}"[:600]
    return f"told: {one[1]} / {other[1]}"[:600]
