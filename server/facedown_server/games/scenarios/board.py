"""Conversion between scenario files and duels.

`starting_position` builds a duel's starting position from a scenario. `position` describes a duel in the
form of scenario files, and `Story` records its chains and events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, Protocol

from facedown_server.games.scenarios.files import Half, PileCard, Scenario
from facedown_server.games.scenarios.words import place_name, place_of_name, side, zone_name
from facedown_server.refereeing.referee import Result
from facedown_server.table import Card, GameEvent, StartingCard, StartingPosition, StartingSide, State
from facedown_shared.tables import Seat

Shape = dict[str, Any]
OUTCOMES = {"": "resolved", "activation": "activation negated", "effect": "effect negated"}


class Story:
    """Recorder of a duel's events, chains and moves. Feed it frame by frame."""

    def __init__(self, life: Iterable[int]) -> None:
        self.chains: list[Shape] = []
        self.events: list[Shape] = []
        self.moved: list[GameEvent] = []
        """Events since the last `clear_moved`."""
        self.came: dict[int, int] = {}
        """Card id -> the moment of the card's last move."""
        self.came_from: dict[int, str] = {}
        """Card id -> the zone from which the card made its last move."""
        self.raw_life: dict[Seat, int] = dict(enumerate(life))
        self._drawn_at = -1

    def clear_moved(self) -> None:
        """Clear `moved`."""
        self.moved = []

    def record_events(self, events: Iterable[GameEvent]) -> None:
        """Record events in the given order."""
        for one in events:
            self.moved.append(one)
            if one.card is not None and one.kind == "move":
                self.came[one.card.id] = one.moment
                self.came_from[one.card.id] = one.start.zone if one.start else ""
            teller = _TELLERS.get(one.kind)
            if teller is not None:
                teller(self, one)

    def _note_draw(self, event: GameEvent) -> None:
        last = self.events[-1] if self.events else {}
        if self._drawn_at == event.moment and (last.get("e"), last.get("player")) == ("draw", event.seat):
            last["cards"].append(event.code)
            return
        self._drawn_at = event.moment
        self.events.append({"e": "draw", "player": event.seat, "cards": [event.code]})

    def _life(self, event: GameEvent) -> None:
        self.raw_life[event.seat] = max(0, self.raw_life[event.seat]) + event.amount
        verb = {"cost": "pay_lp", "gain": "recover"}.get(event.cause, "damage")
        self.events.append({"e": verb, "player": event.seat, "amount": abs(event.amount)})

    def _activate(self, event: GameEvent) -> None:
        start = zone_name(event.goal, event.seat) if event.goal is not None else ""
        row = {"link": event.amount, "player": event.seat, "card": event.code, "from": start}
        if event.amount == 1:
            self.chains.append({"links": [], "resolved": []})
        self.chains[-1]["links"].append(row)
        self.events.append({"e": "activate", **row})

    def _note_resolved(self, event: GameEvent) -> None:
        row = {"link": event.amount, "card": event.code, "outcome": OUTCOMES[event.word]}
        self.chains[-1]["resolved"].append(row)
        self.events.append({"e": "resolved", **row})

    def _note_move(self, event: GameEvent) -> None:
        assert event.goal is not None
        if event.cause == "control":
            self._event("control", event, to=place_name(event.goal, event.seat))
            return
        verb = _SENT.get(event.goal.zone)
        if verb is not None:
            self._event(verb, event, player=event.goal.seat)

    def _event(self, verb: str, event: GameEvent, **more: Any) -> None:
        start = _numbered_start(event)
        self.events.append({"e": verb, "card": event.code, **({"from": start} if start else {}), **more})

    def _note_summon(self, event: GameEvent) -> None:
        assert event.goal is not None
        verb = {"normal": "normal_summon", "tribute": "normal_summon", "flip": "flip_summon"}.get(
            event.word, "special_summon"
        )
        row = {"e": verb, "player": event.seat, "card": event.code, "zone": zone_name(event.goal, event.seat)}
        if verb == "special_summon":
            row["pos"] = _position(event)
        self.events.append(row)

    def _note_set(self, event: GameEvent) -> None:
        assert event.goal is not None
        zone = zone_name(event.goal, event.seat)
        self.events.append({"e": "set", "player": event.seat, "card": event.code, "zone": zone})

    def _position(self, event: GameEvent) -> None:
        if event.cause in ("flip_summon", "activate"):
            return
        assert event.goal is not None
        at, to = place_name(event.goal, event.seat), _position(event)
        self.events.append({"e": "position", "card": event.code, "at": at, "to": to})

    def _attack(self, event: GameEvent) -> None:
        assert event.card is not None
        target = place_name(event.others[0].place, event.others[0].controller) if event.others else "direct"
        attacker = place_name(event.card.place, event.card.controller)
        self.events.append({"e": "attack", "from": attacker, "target": target})

    def _equip(self, event: GameEvent) -> None:
        assert event.card is not None
        equip, target = (place_name(card.place, card.controller) for card in (event.card, event.others[0]))
        self.events.append({"e": "equip", "card": equip, "target": target})

    def _result(self, event: GameEvent) -> None:
        who, reason = event.word.split(" ", 1)
        self.events.append({"e": "win", "player": int(who) if who.isdigit() else who, "reason": reason})


_SENT = {
    "graveyard": "to_gy", "banished": "banish", "hand": "to_hand", "deck": "to_deck", "extra_deck": "to_extra"
}  # fmt: skip

_TELLERS: dict[str, Callable[[Story, GameEvent], None]] = {
    "turn": lambda story, told: story.events.append({"e": "turn", "player": told.seat}),
    "draw": Story._note_draw,
    "life": Story._life,
    "activate": Story._activate,
    "resolved": Story._note_resolved,
    "move": Story._note_move,
    "vanish": lambda story, told: story._event("vanish", told),
    "summoned": Story._note_summon,
    "set": Story._note_set,
    "position": Story._position,
    "flip": Story._position,
    "face_down": Story._position,
    "attack": Story._attack,
    "attack_negated": lambda story, told: story.events.append({"e": "attack_stopped"}),
    "equip": Story._equip,
    "result": Story._result,
}


def _numbered_start(event: GameEvent) -> str:
    if event.start is None or event.before is None or event.start.zone == "nowhere":
        return ""
    return place_name(event.start, event.before.controller)


def _position(event: GameEvent) -> str:
    """Return the position of the event's card: "atk", "def" or "set".

    Events are recorded frame by frame, so the card's present position is still the event's.
    """
    assert event.card is not None
    if not event.card.face_up:
        return "set"
    return "def" if event.card.defense_position else "atk"


# --- what happened ------------------------------------------------------------------------------------------


class ObservedDuel(Protocol):
    """A duel that can be inspected, run by our rules or by another referee."""

    @property
    def state(self) -> State:
        """The present state of the duel, with hidden cards."""

    def cards_at(self, where: str, seat: Seat) -> list[Card]:
        """Return a seat's cards in "monster", "spell_trap", "field" (both) or a pile."""


def position(duel: ObservedDuel, result: Result | None, story: Story) -> Shape:
    """Describe the present position of a duel: turn, phase, winner, and both players' cards."""
    winner: Seat | str | None = None
    if result is not None:
        winner = "draw" if result.winner is None else result.winner
    return {
        "turn": duel.state.turn,
        "turnPlayer": duel.state.turn_player,
        "phase": duel.state.phase,
        "winner": winner,
        "winReason": result.reason if result else None,
        "players": [player(duel, story, seat) for seat in (0, 1)],
    }


def groups(duel: ObservedDuel, story: Story, seat: Seat) -> list[int]:
    """Return the sizes of the groups of cards that reached a Graveyard at the same moment, oldest first.

    Within a group the owner chooses the order.
    """
    came = [story.came.get(card.id, 0) for card in duel.cards_at("graveyard", seat)]
    return [len(list(together)) for _, together in groupby(came)]


def player(duel: ObservedDuel, story: Story, seat: Seat) -> Shape:
    """Describe one player's Life Points and cards."""
    shape: Shape = {"lp": duel.state.life(seat)}
    if story.raw_life.get(seat, 0) < 0:
        shape["lpBelowZero"] = story.raw_life[seat]
    shape |= {
        "hand": sorted(card.code for card in duel.cards_at("hand", seat)),
        "deck": [card.code for card in duel.cards_at("deck", seat)],
        "extra": [  # an Extra Deck has no order: face-up cards come last
            _face_shape(card)
            for card in sorted(duel.cards_at("extra_deck", seat), key=lambda card: card.face_up)
        ],
        "gy": [card.code for card in duel.cards_at("graveyard", seat)],
        "banished": [_face_shape(card) for card in _in_arrival_order(duel.cards_at("banished", seat), story)],
        "monsters": {zone_name(card.place, seat): _monster(card) for card in duel.cards_at("monster", seat)},
        "spells": {zone_name(card.place, seat): _spell(card) for card in duel.cards_at("spell_trap", seat)},
    }
    return shape


def _in_arrival_order(cards: Sequence[Card], story: Story) -> list[Card]:
    """Return banished cards in a fixed order, since they have none by rule (YGO-BAN-12).

    Cards banished from a hand at the same moment are sorted by id.
    """
    runs = groupby(cards, key=lambda card: (story.came.get(card.id, 0), story.came_from.get(card.id)))
    return [
        card for (_, zone), run in runs
        for card in (sorted(run, key=lambda one: one.id) if zone == "hand" else run)
    ]  # fmt: skip


def _face_shape(card: Card) -> Shape:
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
        shape["equippedTo"] = place_name(card.equipped_to.place, card.equipped_to.controller)
    if card.counters:
        shape["counters"] = dict(card.counters)
    return shape


# --- Laying out ---------------------------------------------------------------------------------------------


def starting_position(scenario: Scenario) -> StartingPosition:
    """Return the starting position of a scenario's duel."""
    sides = [_side(half, seat, scenario.start.lp[seat]) for seat, half in enumerate(scenario.start.players)]
    return StartingPosition((sides[0], sides[1]), scenario.first)


def coin_and_die_results(scenario: Scenario) -> dict[str, list[int]]:
    """Return the scenario's coin and die results, encoded for random streams.

    See server/facedown_server/table/random_streams.py.
    """
    throws = scenario.start.throws
    return {"coin": [int(face == "tails") for face in throws.coin], "die": [pips - 1 for pips in throws.die]}


def _side(half: Half, seat: Seat, life: int) -> StartingSide:
    extra = [_split_face(entry, "down") for entry in half.extra]
    banished = [_split_face(entry, "up") for entry in half.banished]
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
                place_of_name(row.zone, seat), int(row.card), {"atk": "attack",
                    "def": "defense"}.get(row.pos, "set"),
                row.owner, side(row.zone, seat),
            )
            for row in half.field
        ),
    )  # fmt: skip


def _split_face(entry: int | str | PileCard, face: str) -> tuple[int, str]:
    return (int(entry.card), entry.face) if isinstance(entry, PileCard) else (int(entry), face)


def _codes(entries: Sequence[int | str]) -> tuple[int, ...]:
    return tuple(int(entry) for entry in entries)
