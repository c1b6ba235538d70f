"""Response windows: their names, their texts and their public subjects.

This module opens no windows. The subject of a window follows from public facts alone (law 4): the Chain, the
declared Summon or attack, the part of the Damage Step, the latest events, the phase.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from facedown_server.games.duel.core import Duel
from facedown_server.table import Card, card_sentence, name_list
from facedown_shared.protocol.asking import About, What
from facedown_shared.tables import Seat
from facedown_shared.text import Words, words


class Window(NamedTuple):
    """A response window: the reason why it opens, and the text for the prompted player."""

    what: What
    words: Words


DRAW_PHASE = Window("draw_phase", words("respond_draw_phase"))
STANDBY_PHASE = Window("standby_phase", words("respond_standby_phase"))
BEFORE_BATTLE = Window("before_battle", words("respond_before_battle"))
BATTLE_BEGINS = Window("battle_begins", words("respond_battle_begins"))
BATTLE_ENDS = Window("battle_ends", words("respond_battle_ends"))
END_PHASE = Window("end_phase", words("respond_end_phase"))
DAMAGE_STEP = Window("damage_step", words("respond_damage_step"))
AFTER_DAMAGE = Window("damage_step", words("respond_after_damage"))
DAMAGE_STEP_ENDS = Window("damage_step", words("respond_damage_step_ends"))
CHAIN_RESOLVED = Window("chain_resolved", words("respond_chain_resolved"))
ACT = Window("act", words("respond"))


def activation_window(card: Card) -> Window:
    """Return the window after the activation of a card or of an effect of it."""
    return Window("activation", card_sentence("respond_activated", card))


def summon_window(cards: Sequence[Card]) -> Window:
    """Return the window while these cards are being Summoned."""
    return Window("summon", words("respond_summon", name_list(cards)))


def attacks(attacker: Card, target: Card | None) -> Window:
    """Return the window after the declaration of an attack."""
    return Window("attack", card_sentence("respond_attack" if target else "respond_direct_attack", attacker))


def phase_end_window(title: Words, goal: str) -> Window:
    """Return the window before the turn player leaves a Main Phase.

    `title` is the text of the phase that ends, `goal` the next phase.
    """
    if goal == "battle":
        return BEFORE_BATTLE
    return Window("main_phase_ends", words("respond_phase_ends", title))


LASTING: dict[str, What] = {"draw": "draw_phase", "standby": "standby_phase", "end": "end_phase"}
"""Phases whose windows all have the same subject, until both players pass."""


def window_subject(duel: Duel, window: Window, asked: Seat) -> About:
    """Return the subject of a window for the prompted player: the first of these cases that applies."""
    state, attack, declared = duel.state, duel.attack, duel.summoning
    if state.chain:
        return About("activation", state.chain[-1].seat)
    if duel.step:
        return About("damage_step", attack.seat if attack else state.turn_player)
    if declared is not None:
        return About("summon", declared.seat)
    if duel.window and (summoners := {event.by for event in duel.window if event.kind == "summoned"}):
        return About("summon", asked if summoners == {asked} else 1 - asked)
    if window.what == "attack" and attack is not None:
        return About("attack", attack.seat)
    return About(LASTING.get(state.phase, window.what), state.turn_player)
