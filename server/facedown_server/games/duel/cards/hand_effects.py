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
    answers_use_of_deck,
    discard_this,
    does,
    give,
    give_player,
    negate_effect,
    opponent_would_hurt,
    quick,
    send_this,
)

quick(
    "Ash Blossom & Joyous Spring",
    when=answers_use_of_deck,
    cost=discard_this(),
    zones={"hand"},
    limit=Limit.NAME,
)(
    does(
        "When a card or effect is activated that draws, adds, Special Summons or sends cards from a Deck: you"
        " can discard this card; negate that effect.",
        lambda fx: negate_effect(),
    )
)


def _has_effects(card: Card, fx: Fx) -> bool:
    return card.face_up and card.is_effect_monster and not card.negated and card.controller == fx.opponent


quick(
    "Effect Veiler",
    only=lambda fx: not fx.your_turn and fx.phase in ("main1", "main2"),
    cost=send_this("hand"),
    target=Selection("monster", OPPONENT, _has_effects, keep=_has_effects),
    zones={"hand"},
)(
    does(
        "In your opponent's Main Phase: send this card from your hand to the Graveyard and target 1 face-up"
        " Effect Monster they control; negate its effects until the end of this turn.",
        lambda fx: give(Rule.NEGATE, to=fx.targets),
    )
)

quick(
    "Kuriboh",
    when=opponent_would_hurt,
    cost=discard_this(),
    zones={"hand"},
    damage_step=DamageStepUse.CALCULATION,
)(
    does(
        "At damage calculation, when an opponent's monster attacks and you would take battle damage: discard"
        " this card; you take no battle damage from this battle.",
        lambda fx: give_player(Rule.NO_BATTLE_DAMAGE, whose=YOU, phase="attack"),
    )
)
