"""A difference as a scenario file: the smallest start and the fewest decisions that still show it, and the
core's outcome as `expect`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from facedown_server.games.duel.core import Duel
from facedown_server.games.duel.game_actions.state_checks import check_state
from facedown_server.games.scenarios import board
from facedown_server.games.scenarios.board import Story
from facedown_server.games.scenarios.words import zone_name
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import StartingPosition, StartingSide
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.tables import FORMATS, Seat
from proofs.core.engines import at_hand
from proofs.differs.comparing import Cause, name
from proofs.differs.guided_duel import FORMAT, AnsweredPrompt, DuelAction, LedDuel, PickedOption
from proofs.differs.paired_duel import TwiceDuel
from proofs.differs.proof import DiffersFigures, make_duel

PILES = ("hand", "deck", "extra_deck", "graveyard", "banished", "field")
MAX_DUELS_TRIED = 3
"""How many duels of a cause are searched for the shortest."""
DEEDS = {
    "summon": "normal_summon", "set": "set", "special_summon": "special_summon", "phase": "phase",
    "flip_summon": "flip_summon", "change_position": "change_position", "activate": "activate",
    "attack": "attack", "pendulum_summon": "pendulum_summon", "scale": "activate",
}  # fmt: skip
"""The name of an action in a file, by its verb."""
ACTED = frozenset({PromptKind.TURN, PromptKind.RESPONSE, PromptKind.TRIGGER})
WITHIN = {"pay": "cost", "target": "targets", "tribute": "tributes", "material": "materials"}
"""The name of a choice within a declaration in a file, by its verb."""
PLACES = {"graveyard": "gy", "extra_deck": "extra"}
POSITIONS = {"face_up_attack": "atk", "face_up_defense": "def", "face_down_defense": "set"}
Done = list[tuple[Seat, DuelAction | None]]


def write(folder: Path, figures: DiffersFigures, core: Path | None) -> None:
    """Write a scenario file for the shortest duel of each cause. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for cause in figures.causes:
        found = []
        for which in [which for one, which in figures.examples if one == cause][:MAX_DUELS_TRIED]:
            duel, play = make_duel(which, core)
            with suppress(Exception):  # a fault was counted before; what was decided up to it stays
                play()
            found.append(duel)
        shortest = min(found, key=lambda duel: len(duel.done))
        file = "-".join("".join(c if c.isalnum() else "-" for c in part.lower()) for part in cause)[:80]
        small = _shrunk(shortest, cause, core)
        text = scenario(small.position, small.ours.picks, small.theirs, file, _probe(small))
        (folder / f"{file}.json").write_bytes(msgspec.json.format(msgspec.json.encode(text)))


# --- smaller ------------------------------------------------------------------------------------------------


def _shrunk(duel: TwiceDuel, cause: Cause, core: Path | None) -> TwiceDuel:
    """Return the same difference from fewer cards and by fewer decisions."""
    best = duel
    for at in reversed(range(len(duel.done))):
        best = _keep_if_same_difference(
            best, best.position, [*best.done[:at], *best.done[at + 1 :]], cause, core
        )
    for position in _smaller(best):
        best = _keep_if_same_difference(best, position(best.position), best.done, cause, core)
    return best


def _smaller(duel: TwiceDuel) -> Iterator[Callable[[StartingPosition], StartingPosition]]:
    """Yield starts with each card removed in turn, the last of a pile first."""
    for seat, side in enumerate(duel.position.sides):
        for pile in PILES:
            for at in reversed(range(len(getattr(side, pile)))):
                yield partial(_remove_card, seat, pile, at)


def _remove_card(seat: Seat, pile: str, at: int, position: StartingPosition) -> StartingPosition:
    sides = list(position.sides)
    cards = getattr(sides[seat], pile)
    changes: dict[str, Any] = {pile: (*cards[:at], *cards[at + 1 :])}
    sides[seat] = replace(sides[seat], **changes)
    return replace(position, sides=(sides[0], sides[1]))


def _keep_if_same_difference(
    best: TwiceDuel, position: StartingPosition, done: Done, cause: Cause, core: Path | None
) -> TwiceDuel:  # fmt: skip
    """Return this one, if it still differs in the same way; else the best so far."""
    duel = TwiceDuel(position, best.salt, at_hand(core))
    with suppress(Exception):  # Impossible, or a fault of either side: it does not differ in the same way
        ending = duel.repeat(done)
        if ending.found is not None and ending.found.cause == cause and len(duel.done) <= len(best.done):
            return duel
    return best


# --- in words -----------------------------------------------------------------------------------------------


def scenario(
    position: StartingPosition, picks: Sequence[AnsweredPrompt], expected: LedDuel, file: str,
    probe: tuple[dict[str, Any], bool] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return a scenario of this start and the options picked from there. `expected`: the state afterwards;
    `probe`: the question at its end, and whether it may be done there.
    """
    return {
        "id": file, "ruleset": FORMAT, "first": position.first,
        "start": {"lp": [side.life for side in position.sides],
                  "players": [_half(seat, side) for seat, side in enumerate(position.sides)]},
        "decisions": [*_decisions(picks), *([probe[0]] if probe else [])],
        "expect": _expected_state(expected) | ({"probes": [probe[1]]} if probe else {}),
    }  # fmt: skip


def _probe(duel: TwiceDuel) -> tuple[dict[str, Any], bool] | None:
    """Return an action that only one side offers in the open state of both, and whether that is the core."""
    one, other = duel.ours.found, duel.theirs.found
    if one is None or other is None or (one.what, one.seat) != ("turn", other.seat) or one.what != other.what:
        return None
    for deed in sorted(one.deeds ^ other.deeds):
        if deed.verb == "phase":
            return _can(one.seat, {"do": "phase", "to": deed.place}), deed in other.deeds
        zone = PLACES.get(deed.place[2:], deed.place[2:])
        field = "with" if deed.verb == "attack" else "card"
        action = {"do": DEEDS[deed.verb], field: f"{name(deed.code)}@{deed.place[:2]}{zone}"}
        return _can(one.seat, action), deed in other.deeds
    return None


def _can(seat: Seat, action: dict[str, Any]) -> dict[str, Any]:
    return {"do": "can", "player": seat, "action": {"player": seat, **action}}


def _half(seat: int, side: StartingSide) -> dict[str, Any]:
    lies = {"attack": "atk", "defense": "def", "set": "set"}
    return {
        "hand": side.hand, "deck": side.deck, "extra": side.extra_deck, "gy": side.graveyard,
        "banished": side.banished,
        "field": [
            {"zone": zone_name(card.place, seat), "card": card.code, "pos": lies[card.position]}
            for card in side.field
        ],
    }  # fmt: skip


def _decisions(picks: Sequence[AnsweredPrompt]) -> Iterator[dict[str, Any]]:
    """Return the options picked on our side; those of a declaration stand within its decision."""
    last: dict[str, Any] = {}
    for pick in picks:
        for one in pick.chosen:
            if one.verb in DEEDS and pick.kind in ACTED:
                yield from [last] if last else []
                last = {"do": DEEDS[one.verb], "player": pick.seat} | _encode_action(one, pick)
            elif one.verb in ("yes", "no"):
                yield from [last] if last else []
                last = {"do": "answer", "player": pick.seat, "yes": one.verb == "yes"}
            elif one.verb in ("zone", "position"):
                field, value = (one.verb, one.place or POSITIONS.get(one.text, ""))
                if last.get("player") != pick.seat or field in last:
                    yield from [last] if last else []
                    last = {"do": "choose", "player": pick.seat}
                last[field] = value
            elif one.verb in ("attack", "direct"):
                last["target"] = one.card or "direct"
            elif one.verb in WITHIN:
                last.setdefault(WITHIN[one.verb], []).append(one.card)
            elif one.verb == "choose" and one.card:
                yield from [last] if last else []
                last = {"do": "choose", "player": pick.seat, "cards": [one.card]}
    yield from [last] if last else []


def _encode_action(one: PickedOption, pick: AnsweredPrompt) -> dict[str, Any]:
    if one.verb == "phase":
        return {"to": one.text}
    if one.verb == "attack":
        return {"with": one.card}
    if one.verb == "activate":
        when: dict[str, Any] = {"when": "open"} if pick.kind is PromptKind.TURN else {"in": pick.phase}
        return {"card": one.card, "turn": pick.turn} | when
    return {"card": one.card}


def _expected_state(theirs: LedDuel) -> dict[str, Any]:
    """Return the state in the core, where the file ends."""
    state, result = theirs.state, theirs.referee.result()
    seen = Duel(FORMATS[FORMAT], bundled_pool(), {}, state, check_state)
    story = Story([state.life(seat) for seat in (0, 1)])
    over: dict[str, Any] = {}
    if result is not None:
        over = {"winner": "draw" if result.winner is None else result.winner, "winReason": result.reason}
    return over | {"players": [board.player(seen, story, seat) for seat in (0, 1)]}
