"""Spells by which monsters change sides."""

from facedown_server.games.duel.script import (
    OPPONENT,
    YOU,
    Body,
    Card,
    Fx,
    Rule,
    Selection,
    Whose,
    activation,
    apply_rule,
    can_change_sides,
    choose,
    continuous,
    equip_spell,
    gain_life,
    has_monster_zone,
    instruction_body,
    is_equipped,
    is_standby_start,
    swap_control,
    take_control,
    trigger,
    words,
)

# --- Change of Heart ----------------------------------------------------------------------------------------


@activation("Change of Heart", target=Selection("monster", OPPONENT), only=has_monster_zone)
def change_of_heart(fx: Fx) -> Body:
    """Target 1 monster the opponent controls; take control of it until the End Phase."""
    for monster in fx.targets:
        yield take_control(monster, until_end_of_turn=True)


# --- Creature Swap ------------------------------------------------------------------------------------------


def _monsters(fx: Fx, whose: Whose) -> list[Card]:
    return fx.monsters(whose, lambda card: can_change_sides(card, fx))


@activation("Creature Swap", only=lambda fx: bool(_monsters(fx, YOU)) and bool(_monsters(fx, OPPONENT)))
def creature_swap(fx: Fx) -> Body:
    """Each player chooses 1 monster they control; control of the two is exchanged. Their battle positions
    cannot be changed for the rest of this turn."""
    yours, theirs = _monsters(fx, YOU), _monsters(fx, OPPONENT)
    if yours and theirs:
        (offered,) = yield choose(yours, text=words("choose_monster_to_give"))
        (taken,) = yield choose(theirs, text=words("choose_monster_to_give"), seat=fx.opponent)
        if (yield swap_control(offered, taken)):
            yield apply_rule(Rule.NO_POSITION_CHANGE, to=[offered, taken], follows_face=False)


# --- Snatch Steal -------------------------------------------------------------------------------------------


equip_spell(
    "Snatch Steal",
    "Equip only to a monster the opponent controls. You control it.",
    fits=lambda card, fx: card.controller == fx.opponent or is_equipped(fx, card),
    only=has_monster_zone,
)
continuous("Snatch Steal", Rule.CONTROL, lambda fx, card: fx.you, fits=is_equipped)


trigger("Snatch Steal", "phase", when=lambda fx: is_standby_start(fx, fx.opponent), must=True)(
    instruction_body(
        "In each of the opponent's Standby Phases: the opponent gains 1000 LP.",
        lambda fx: gain_life(fx.opponent, 1000),
        here=True,
    )
)
