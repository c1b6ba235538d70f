"""Random play of duels half by hand, with everything each viewer class was shown and asked.

Prompts are answered by dice, cards carried out by gestures from the menus a client makes of its own View.
Twins, replay and patches are those of `freeplay`.
"""

from __future__ import annotations

from collections.abc import Iterator

from proofs.play import by_hand
from proofs.play.by_hand import Played, Step
from server.manual.yugioh.half.referee import APPLY, HalfDuel
from server.referee import Act, ByHand, Choice, Referee, SeatPrompt, Setup
from server.table import sight
from server.table.random_streams import RandomStreams
from shared.cards.facts import Pool
from shared.formats import FORMATS
from shared.manual import halves
from shared.protocol.messages import Gesture
from shared.view import View
from shared.zones import SHARED, Place

ROWS = 120
"""Acts in one random play."""

GOING_ON = {"response": 85, "turn": 10}
"""In a hundred: how often a prompt of this kind is answered by letting things go on; others every second."""


SET = "set"
TRIES = 12
"""Gestures that are tried on each card whose back one sees, whenever a card is carried out."""
BLINDLY = ("move", "move", "special_summon", "position", "control", "flip_summon", "reveal", "hide")
PILES = ("extra_deck", "graveyard", "banished", "hand", "deck")
ZONES = ("monster", "spell_trap", "field", "extra_monster", *PILES)
POSITIONS = ("", "attack", "defense", "set", "up", "down", "scale")


def half_duel(setup: Setup, pool: Pool) -> Referee:
    """What is played here."""
    return HalfDuel(FORMATS[setup.format], pool)


def play(setup: Setup, pool: Pool, secret: bytes, rows: int = ROWS) -> Played:
    """One random play."""
    played, dice = by_hand.begin(setup, pool, secret, half_duel), RandomStreams(secret + b"dice")
    for _ in range(rows * 2):
        asks = played.table.prompts()
        if len(played.steps) >= rows or not asks:
            break
        if asks[0].kind == "by_hand":
            for tried in _blind(sight.view(played.state, asks[0].seat), dice):
                played.ask_about(by_hand.step_of(played.state, asks[0].seat, tried))
        played.try_out(_next(played, asks[0], dice))
    return played


def _next(played: Played, ask: SeatPrompt, dice: RandomStreams) -> Step:
    """An act of whoever is asked; now and then the other player tries a gesture in between."""
    if ask.kind == "by_hand" and dice.below(2, "done"):
        seat = ask.seat if dice.below(6, "who") else 1 - ask.seat
        picked = gesture(sight.view(played.state, seat), dice)
        if picked is not None:
            return by_hand.step_of(played.state, seat, picked)
    return Step(Act(ask.seat, Choice(_keys(ask, dice))))


def gesture(view: View, dice: RandomStreams) -> Gesture | None:
    """A random gesture out of the menus of a client that carries out a card and sees this."""
    cards = sorted(view.cards)
    if cards and dice.below(5, "menu"):
        offers = halves.card_menu(view, cards[dice.below(len(cards), "card")])
    else:
        offers = halves.table_menu(view)
    return by_hand.filled(offers[dice.below(len(offers), "line")], view, dice) if offers else None


def _blind(view: View, dice: RandomStreams) -> Iterator[Gesture]:
    """What no client offers, on cards of the other player that this seat may not read."""
    backs = [
        handle
        for handle, seen in sorted(view.cards.items())
        if not seen.code and seen.controller != view.viewer
    ]
    for back in backs:
        for _ in range(TRIES):
            zone = ZONES[dice.below(len(ZONES), "zone")]
            seat = SHARED if zone == "extra_monster" else dice.below(2, "side")
            slot = -1 if zone in PILES else dice.below(6 if seat != SHARED else 3, "slot") - 1
            do = BLINDLY[dice.below(len(BLINDLY), "do")]
            yield Gesture(
                do, (back,), (Place(seat, zone, slot),), POSITIONS[dice.below(len(POSITIONS), "position")]
            )


def _keys(ask: SeatPrompt, dice: RandomStreams) -> tuple[str, ...]:
    """What is picked: often a card to carry out at will, else anything or, where it may, nothing."""
    keys = [key for key, _ in ask.options]
    at_will = [key for key in keys if key.startswith(APPLY)]
    if at_will and dice.below(2, "at will"):
        return (at_will[dice.below(len(at_will), "which")],)
    down = [key for key in keys if key.startswith(SET)]
    if down and dice.below(2, "set"):
        return (down[dice.below(len(down), "which")],)
    if ask.default and dice.below(100, "pass") < GOING_ON.get(ask.kind, 50):
        return ask.default
    count = min(len(keys), max(ask.least, dice.below(ask.most + 1, "count") if ask.most < 4 else ask.least))
    order = dice.order(len(keys), "pick")
    return tuple(keys[index] for index in order[:count])


def gestures(played: Played) -> int:
    """How many steps of a play were by hand."""
    return sum(isinstance(step.act.body, ByHand) for step in played.steps)
