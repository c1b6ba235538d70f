"""Monsters that are thrown from the hand for a single effect."""

from facedown_server.games.duel.script import (
    OPPONENT,
    YOU,
    Card,
    DamageStepUse,
    Fx,
    Limit,
    Rule,
    Selection,
    apply_rule,
    apply_rule_to_player,
    discard_this_cost,
    instruction_body,
    is_answering_deck_use,
    is_damage_expected,
    negate_effect,
    quick,
    send_this_cost,
)

quick(
    "Ash Blossom & Joyous Spring",
    when=is_answering_deck_use,
    cost=discard_this_cost(),
    zones={"hand"},
    limit=Limit.NAME,
)(
    instruction_body(
        "When a card or effect is activated that draws, adds, Special Summons or sends cards from a Deck: you"
        " can discard this card; negate that effect.",
        lambda fx: negate_effect(),
    )
)


def _has_effects(card: Card, fx: Fx) -> bool:
    return card.face_up and card.is_effect_monster and not card.negated and card.controller == fx.opponent


quick(
    "Effect Veiler",
    only=lambda fx: not fx.is_your_turn and fx.phase in ("main1", "main2"),
    cost=send_this_cost("hand"),
    target=Selection("monster", OPPONENT, _has_effects, keep=_has_effects),
    zones={"hand"},
)(
    instruction_body(
        "In your opponent's Main Phase: send this card from your hand to the Graveyard and target 1 face-up"
        " Effect Monster they control; negate its effects until the end of this turn.",
        lambda fx: apply_rule(Rule.NEGATE, to=fx.targets),
    )
)

quick(
    "Kuriboh",
    when=is_damage_expected,
    cost=discard_this_cost(),
    zones={"hand"},
    damage_step=DamageStepUse.CALCULATION,
)(
    instruction_body(
        "At damage calculation, when an opponent's monster attacks and you would take battle damage: discard"
        " this card; you take no battle damage from this battle.",
        lambda fx: apply_rule_to_player(Rule.NO_BATTLE_DAMAGE, whose=YOU, phase="attack"),
    )
)
