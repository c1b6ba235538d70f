"""Spells and Traps that only change Life Points or draw."""

from facedown_server.games.duel.script import (
    OPPONENT,
    Limit,
    activation,
    banish_top_cost,
    damage,
    draw,
    gain_life,
    instruction_body,
    set_life,
)

activation("Dian Keto the Cure Master")(instruction_body("Gain 1000 LP.", lambda fx: gain_life(fx.you, 1000)))

activation("Jar of Greed", only=lambda fx: fx.can_draw(fx.you, 1), from_deck=True)(
    instruction_body("Draw 1 card.", lambda fx: draw(fx.you))
)

activation("Just Desserts", only=lambda fx: bool(fx.monsters(OPPONENT)))(
    instruction_body(
        "Inflict 500 damage to your opponent for each monster they control.",
        lambda fx: damage(fx.opponent, 500 * len(fx.monsters(OPPONENT))),
    )
)

activation("Ookazi")(instruction_body("The opponent takes 800 damage.", lambda fx: damage(fx.opponent, 800)))

activation(
    "Pot of Desires",
    only=lambda fx: fx.can_draw(fx.you, 12),
    cost=banish_top_cost(10, face_up=False),
    limit=Limit.ACTIVATED,
    from_deck=True,
)(
    instruction_body(
        "Banish the top 10 cards of your Deck face-down; draw 2 cards. Only 1 per turn.",
        lambda fx: draw(fx.you, 2),
    )
)

activation("Pot of Greed", only=lambda fx: fx.can_draw(fx.you, 2), from_deck=True)(
    instruction_body("Draw 2 cards.", lambda fx: draw(fx.you, 2))
)

activation(
    "Self-Destruct Button", only=lambda fx: fx.state.life(fx.you) <= fx.state.life(fx.opponent) - 7000
)(
    instruction_body(
        "Only while your Life Points are at least 7000 below your opponent's: those of both players become"
        " 0.",
        lambda fx: set_life(0),
    )
)
