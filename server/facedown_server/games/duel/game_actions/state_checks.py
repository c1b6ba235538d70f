"""State checks that the rules make after every operation: values, control, Equip Cards, the end of a duel."""

from __future__ import annotations

from facedown_server.games.duel.core import Basis, Duel, DuelOver, Fx, Play, Rule, Settled
from facedown_server.games.duel.effects import listeners, ongoing_effects
from facedown_server.games.duel.game_actions import arrivals, control, departures, players
from facedown_server.refereeing.referee import Result
from facedown_server.table import Card, ops
from facedown_shared.tables import Seat


def check_state(duel: Duel) -> Play[None] | Settled:
    """Apply automatic rules until nothing changes: triggers, values, control, Equip Cards, victory.

    Skips the checks of the board if `ongoing_effects.basis` is unchanged, since they read nothing else.
    """
    listeners.collect(duel)
    basis = ongoing_effects.basis(duel)
    if basis != duel.checked or duel.reactions:
        return _check_once(duel, basis)
    _check_special_victory(duel)
    return ()


def _check_once(duel: Duel, basis: Basis) -> Play[None]:
    if basis != duel.checked:
        yield from _apply_board_rules(duel)
        duel.checked = basis
        listeners.collect(duel)
    if duel.reactions:
        yield from react(duel)
    players.check_life(duel)
    _check_special_victory(duel)


def _apply_board_rules(duel: Duel) -> Play[None]:
    """Apply the automatic rules of the board. Changes cause another state check."""
    ongoing_effects.refresh(duel)
    yield from control.return_controlled(duel)
    if Rule.DEFENSE_POSITION in duel.active:
        _force_positions(duel)
    while True:
        fallen = [
            card for card in duel.state.field_cards() if "equipping" in card.memory and _falls(duel, card)
        ]
        if not fallen:
            break
        yield from departures.send_cards(duel, fallen, "graveyard", cause="rule", word="destroy")
        ongoing_effects.refresh(duel)
        yield from control.return_controlled(duel)
    if duel.kept_open or Rule.REVEALED in duel.active:
        _open_hands(duel)


def react(duel: Duel, *, check: bool = True) -> Play[None]:
    """Carry out the immediate reactions collected so far. New ones wait for the next state check.

    `check`: check the state after each operation of a reaction.
    """
    waiting, duel.reactions = duel.reactions, []
    for fx, reaction in waiting:
        if fx.affects(fx.card):
            yield from duel.carry_out(fx, reaction.body(fx), check=check, follows=True)


def _force_positions(duel: Duel) -> None:
    """Change monsters to Defense Position where a rule requires it.

    Skips a monster whose Summon can still be negated (GAP-17).
    """
    coming = duel.summoning
    for card in duel.state.field_cards():
        attacks = card.face_up and not card.defense_position and card.is_in_monster_zone
        if (
            attacks
            and not (coming is not None and coming.is_summoning(card))
            and duel.is_rule_active(Rule.DEFENSE_POSITION, card)
        ):
            arrivals.turn_card(
                duel, card, face_up=True, defense=True, by=card.controller, source=None, cause="rule"
            )


def _open_hands(duel: Duel) -> None:
    """Reveal hand cards that a rule keeps revealed, and hide them afterwards.

    YGO-HAND-09, GAP-V8.
    """
    hands = [card for seat in (0, 1) for card in duel.cards_at("hand", seat)]
    revealed = [card for card in hands if duel.is_rule_active(Rule.REVEALED, card)]
    ops.conceal(
        duel.state,
        [card for card in hands if card.revealed and card in duel.kept_open and card not in revealed],
    )
    ops.reveal(duel.state, [card for card in revealed if card.revealed != ops.ALL_CLASSES_MASK])
    duel.kept_open = revealed


def _falls(duel: Duel, card: Card) -> bool:
    """Return whether an Equip Card must leave the field.

    True if its monster is gone or face-down, is no longer fitting, or is negated and equipped by its own
    effect.

    CLS-SPELL-05 to 07.
    """
    if card.is_in_monster_zone:
        return False
    monster = card.equipped_to
    if monster is None or not monster.face_up or not monster.is_in_monster_zone:
        return True
    if card.memory.get("worn"):
        return monster.negated
    script = duel.script(card)
    if script is None or script.equip_fits is None or card.negated:
        return False
    return not script.equip_fits(monster, Fx(duel, card, card.controller))


def _check_special_victory(duel: Duel) -> None:
    """End the duel if a player holds the cards of a special victory. If both do, the duel is a draw.

    The winning cards are revealed. The check waits for the end of the effect that filled a hand.

    CLS-WIN-06, GAP-46.
    """
    if duel.resolving or not duel.hands_filled:
        return
    duel.hands_filled = False
    winners: dict[Seat, None] = {}
    for card, wins in duel.effect_index.winners:
        winning = list(wins(Fx(duel, card, card.owner)))
        ops.reveal(duel.state, winning, by=card.owner)
        winners |= {card.owner: None} if winning else {}
    if winners:
        raise DuelOver(Result(next(iter(winners)) if len(winners) == 1 else None, "exodia"))
