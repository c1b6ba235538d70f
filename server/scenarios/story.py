"""What happened in a duel, as scenario files tell it: chains, events, when cards came to a Graveyard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from server.scenarios.words import full, word
from server.table.state import GameEvent
from shared.zones import Seat

Shape = dict[str, Any]
OUTCOMES = {"": "resolved", "activation": "activation negated", "effect": "effect negated"}


class Story:
    """Fed with everything that happens, frame by frame."""

    def __init__(self, life: Iterable[int]) -> None:
        self.chains: list[Shape] = []
        self.events: list[Shape] = []
        self.moved: list[GameEvent] = []
        """What has happened since `turn_page`."""
        self.came: dict[int, int] = {}
        """Card id -> the moment it came to where it lies."""
        self.came_from: dict[int, str] = {}
        """Card id -> the zone it came from."""
        self.raw_life: dict[Seat, int] = dict(enumerate(life))
        self._drawn_at = -1

    def turn_page(self) -> None:
        """From here on `moved` starts anew."""
        self.moved = []

    def hear(self, told: Iterable[GameEvent]) -> None:
        """Take in events in their order."""
        for one in told:
            self.moved.append(one)
            if one.card is not None and one.kind == "move":
                self.came[one.card.id] = one.moment
                self.came_from[one.card.id] = one.start.zone if one.start else ""
            teller = _TELLERS.get(one.kind)
            if teller is not None:
                teller(self, one)

    def _draw(self, told: GameEvent) -> None:
        if self._drawn_at == told.moment and self.events[-1].get("player") == told.seat:
            self.events[-1]["cards"].append(told.code)
            return
        self._drawn_at = told.moment
        self.events.append({"e": "draw", "player": told.seat, "cards": [told.code]})

    def _life(self, told: GameEvent) -> None:
        self.raw_life[told.seat] = max(0, self.raw_life[told.seat]) + told.amount
        verb = {"cost": "pay_lp", "gain": "recover"}.get(told.cause, "damage")
        self.events.append({"e": verb, "player": told.seat, "amount": abs(told.amount)})

    def _activate(self, told: GameEvent) -> None:
        start = word(told.goal, told.seat) if told.goal is not None else ""
        row = {"link": told.amount, "player": told.seat, "card": told.code, "from": start}
        if told.amount == 1:
            self.chains.append({"links": [], "resolved": []})
        self.chains[-1]["links"].append(row)
        self.events.append({"e": "activate", **row})

    def _resolved(self, told: GameEvent) -> None:
        row = {"link": told.amount, "card": told.code, "outcome": OUTCOMES[told.word]}
        self.chains[-1]["resolved"].append(row)
        self.events.append({"e": "resolved", **row})

    def _move(self, told: GameEvent) -> None:
        assert told.goal is not None
        if told.cause == "control":
            self._event("control", told, to=full(told.goal, told.seat))
            return
        verb = _SENT.get(told.goal.zone)
        if verb is not None:
            self._event(verb, told, player=told.goal.seat)

    def _event(self, verb: str, told: GameEvent, **more: Any) -> None:
        start = _full(told)
        self.events.append({"e": verb, "card": told.code, **({"from": start} if start else {}), **more})

    def _summoned(self, told: GameEvent) -> None:
        assert told.goal is not None
        verb = {"normal": "normal_summon", "tribute": "normal_summon", "flip": "flip_summon"}.get(
            told.word, "special_summon"
        )
        row = {"e": verb, "player": told.seat, "card": told.code, "zone": word(told.goal, told.seat)}
        if verb == "special_summon":
            row["pos"] = _position(told)
        self.events.append(row)

    def _set(self, told: GameEvent) -> None:
        assert told.goal is not None
        zone = word(told.goal, told.seat)
        self.events.append({"e": "set", "player": told.seat, "card": told.code, "zone": zone})

    def _position(self, told: GameEvent) -> None:
        if told.cause in ("flip_summon", "activate"):
            return
        assert told.goal is not None
        at, to = full(told.goal, told.seat), _position(told)
        self.events.append({"e": "position", "card": told.code, "at": at, "to": to})

    def _attack(self, told: GameEvent) -> None:
        assert told.card is not None
        target = full(told.others[0].place, told.others[0].controller) if told.others else "direct"
        attacker = full(told.card.place, told.card.controller)
        self.events.append({"e": "attack", "from": attacker, "target": target})

    def _equip(self, told: GameEvent) -> None:
        assert told.card is not None
        equip, target = (full(card.place, card.controller) for card in (told.card, told.others[0]))
        self.events.append({"e": "equip", "card": equip, "target": target})

    def _result(self, told: GameEvent) -> None:
        who, reason = told.word.split(" ", 1)
        self.events.append({"e": "win", "player": int(who) if who.isdigit() else who, "reason": reason})


_SENT = {
    "graveyard": "to_gy", "banished": "banish", "hand": "to_hand", "deck": "to_deck", "extra_deck": "to_extra"
}  # fmt: skip

_TELLERS: dict[str, Callable[[Story, GameEvent], None]] = {
    "turn": lambda story, told: story.events.append({"e": "turn", "player": told.seat}),
    "draw": Story._draw,
    "life": Story._life,
    "activate": Story._activate,
    "resolved": Story._resolved,
    "move": Story._move,
    "vanish": lambda story, told: story._event("vanish", told),
    "summoned": Story._summoned,
    "set": Story._set,
    "position": Story._position,
    "flip": Story._position,
    "face_down": Story._position,
    "attack": Story._attack,
    "attack_negated": lambda story, told: story.events.append({"e": "attack_stopped"}),
    "equip": Story._equip,
    "result": Story._result,
}


def _full(told: GameEvent) -> str:
    if told.start is None or told.before is None or told.start.zone == "nowhere":
        return ""
    return full(told.start, told.before.controller)


def _position(told: GameEvent) -> str:
    """How the card lay when this was told. The position now is right: events are heard frame by frame."""
    assert told.card is not None
    if not told.card.face_up:
        return "set"
    return "def" if told.card.defense_position else "atk"
