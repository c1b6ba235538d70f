"""A scenario's start laid out on a duel, and a duel written down as scenario files do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from server.duel.core.duel import Duel
from server.duel.engine import DuelReferee
from server.duel.starting_position import StartingCard, StartingPosition, StartingSide
from server.scenarios.files import Faced, Half, Scenario
from server.scenarios.story import Story
from server.scenarios.words import full, place, side, word
from server.table.state import Card
from shared.zones import Seat

Shape = dict[str, Any]


def position(referee: DuelReferee, story: Story) -> Shape:
    """The duel as it stands: turn, phase, winner, and both players' cards."""
    duel, result = referee.duel, referee.result()
    winner: Seat | str | None = None
    if result is not None:
        winner = "draw" if result.winner is None else result.winner
    return {
        "turn": duel.state.turn,
        "turnPlayer": duel.state.turn_player,
        "phase": duel.state.phase,
        "winner": winner,
        "winReason": result.reason if result else None,
        "players": [_player(duel, story, seat) for seat in (0, 1)],
    }


def groups(duel: Duel, story: Story, seat: Seat) -> list[int]:
    """How many cards of a Graveyard came together, oldest first: their order is their owner's choice."""
    came = [story.came.get(card.id, 0) for card in duel.cards_at("graveyard", seat)]
    return [len(list(together)) for _, together in groupby(came)]


def _player(duel: Duel, story: Story, seat: Seat) -> Shape:
    shape: Shape = {"lp": duel.state.life(seat)}
    if story.raw_life.get(seat, 0) < 0:
        shape["lpBelowZero"] = story.raw_life[seat]
    shape |= {
        "hand": sorted(card.code for card in duel.cards_at("hand", seat)),
        "deck": [card.code for card in duel.cards_at("deck", seat)],
        "extra": [  # it has no order of its own: what lies face-up comes last
            _faced(card) for card in sorted(duel.cards_at("extra_deck", seat), key=lambda card: card.face_up)
        ],
        "gy": [card.code for card in duel.cards_at("graveyard", seat)],
        "banished": [_faced(card) for card in _as_they_came(duel.cards_at("banished", seat), story)],
        "monsters": {word(card.place, seat): _monster(card) for card in duel.cards_at("monster", seat)},
        "spells": {word(card.place, seat): _spell(card) for card in duel.cards_at("spell_trap", seat)},
    }
    return shape


def _as_they_came(cards: Sequence[Card], story: Story) -> list[Card]:
    """What is banished has no order (YGO-BAN-12): what left a hand together stands as it was laid out."""
    runs = groupby(cards, key=lambda card: (story.came.get(card.id, 0), story.came_from.get(card.id)))
    return [
        card for (_, zone), run in runs
        for card in (sorted(run, key=lambda one: one.id) if zone == "hand" else run)
    ]  # fmt: skip


def _faced(card: Card) -> Shape:
    return {"card": card.code, "face": "up" if card.face_up else "down"}


def _monster(card: Card) -> Shape:
    pos = ("def" if card.defense_position else "atk") if card.face_up else "set"
    shape: Shape = {"card": card.code, "pos": pos}
    if card.owner != card.controller:
        shape["owner"] = card.owner
    if card.face_up:
        shape |= _values(card)
    if card.materials:
        shape["materials"] = [one.code for one in sorted(card.materials, key=lambda one: one.id)]
    return shape


def _values(card: Card) -> Shape:
    shape: Shape = {"atk": card.attack}
    if not card.facts.is_a("link"):
        shape["def"] = card.defense
    for name, value in (("level", card.level), ("rank", card.rank), ("link", card.facts.link)):
        if value:
            shape[name] = value
    if card.counters:
        shape["counters"] = dict(card.counters)
    return shape


def _spell(card: Card) -> Shape:
    shape: Shape = {"card": card.code, "face": "up" if card.face_up else "down"}
    if card.owner != card.controller:
        shape["owner"] = card.owner
    if card.equipped_to is not None:
        shape["equippedTo"] = full(card.equipped_to.place, card.equipped_to.controller)
    if card.counters:
        shape["counters"] = dict(card.counters)
    return shape


# --- Laying out ---------------------------------------------------------------------------------------------


def start(scenario: Scenario) -> StartingPosition:
    """Where the scenario's duel begins."""
    sides = [_side(half, seat, scenario.start.lp[seat]) for seat, half in enumerate(scenario.start.players)]
    return StartingPosition((sides[0], sides[1]), scenario.first)


def throws(scenario: Scenario) -> dict[str, list[int]]:
    """What the duel's coins and dice show, in the numbers of server/table/random_streams.py."""
    given = scenario.start.throws
    return {"coin": [int(face == "tails") for face in given.coin], "die": [pips - 1 for pips in given.die]}


def _side(half: Half, seat: Seat, life: int) -> StartingSide:
    extra = [_facing(entry, "down") for entry in half.extra]
    banished = [_facing(entry, "up") for entry in half.banished]
    return StartingSide(
        life=life,
        hand=_codes(half.hand),
        deck=_codes(half.deck),
        extra_deck=tuple(code for code, face in extra if face == "down"),
        extra_face_up=tuple(code for code, face in extra if face == "up"),
        graveyard=_codes(half.gy),
        banished=tuple(code for code, _ in banished),
        banished_face_down=tuple(at for at, (_, face) in enumerate(banished) if face == "down"),
        field=tuple(
            StartingCard(
                place(row.zone, seat), int(row.card), {"atk": "attack", "def": "defense"}.get(row.pos, "set"),
                row.owner, side(row.zone, seat),
            )
            for row in half.field
        ),
    )  # fmt: skip


def _facing(entry: int | str | Faced, face: str) -> tuple[int, str]:
    return (int(entry.card), entry.face) if isinstance(entry, Faced) else (int(entry), face)


def _codes(entries: Sequence[int | str]) -> tuple[int, ...]:
    return tuple(int(entry) for entry in entries)
